"""The options of a format."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class ReportView(NamedTuple):
    """How to show a report; machine formats use at most ``cwd``."""

    cwd: Path
    color: bool = False
    width: int = 80
    limits: bool = False
    column_unit: str = "char"
