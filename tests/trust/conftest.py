"""The slow reference beside the tests is found by its name."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))


@pytest.fixture(autouse=True)
def _a_wide_terminal(monkeypatch):
    """Let no line be broken: what is told counts here."""
    monkeypatch.setenv("COLUMNS", "1000")
