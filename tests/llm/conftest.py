"""Lets the clients of these tests read no certificates."""

import pytest


@pytest.fixture(autouse=True)
def nothing_here_speaks_tls(no_certificates: None) -> None:
    """Spare each client of this process the reading of certificates."""
