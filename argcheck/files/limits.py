"""How much is read of a project."""

from __future__ import annotations

from typing import NamedTuple


class Limits(NamedTuple):
    """How much is read before argcheck stops and says so."""

    max_file_size: int = 50_000_000
    max_total_size: int = 200_000_000
    max_files: int = 5_000
    max_include_depth: int = 50
    max_nesting: int = 1_000
