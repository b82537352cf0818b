"""Makes the helpers beside the tests, and the scripted model, importable; a paper, a user and the services on this machine."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

sys.path.insert(0, str(Path(__file__).parent))
sys.path.insert(1, str(Path(__file__).parents[1] / "llm"))
from lab import Lab
from services import Services

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def services() -> Iterator[Services]:
    made = Services()
    yield made
    made.close()


@pytest.fixture
def lab(tmp_path: Path, services: Services) -> Lab:
    return Lab(tmp_path, services)
