"""How a report is to be shown."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from pathlib import Path


class ReportView(NamedTuple):
    """How a report is to be shown; the machine formats use ``cwd`` at most."""

    cwd: Path
    color: bool = False
    width: int = 80
    limits: bool = False
    column_unit: str = "char"
