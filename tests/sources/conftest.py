"""A paper, a user and the services on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from lab import Lab
from services import Services

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@pytest.fixture
def services() -> Iterator[Services]:
    made = Services()
    yield made
    made.close()


@pytest.fixture
def lab(tmp_path: Path, services: Services) -> Lab:
    return Lab(tmp_path, services)


@pytest.fixture(autouse=True)
def nothing_here_speaks_tls(no_certificates: None) -> None:
    """Spare each client of this process the reading of certificates."""
