"""The fields and years of papers that a user gives: a table with the columns ``paper``, ``field`` and ``year``."""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING, NamedTuple

from argcheck.audit.papers import MANUSCRIPTS
from argcheck.errors import UsageError
from argcheck.files.manifest import PACKED

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

_ENDINGS = (*PACKED, *MANUSCRIPTS, ".pdf", ".ps")


class GivenField(NamedTuple):
    """What is given of a paper."""

    field: str
    year: int | None


class GivenFields:
    """The rows of a table, CSV or separated by tabs."""

    def __init__(self, file: Path) -> None:
        """Read the table.

        :raises UsageError: it cannot be read, lacks a column, or has a year that is no number.
        """
        self._rows: dict[str, GivenField] = {}
        try:
            text = file.read_text("utf-8-sig")
        except (OSError, UnicodeDecodeError) as error:
            raise UsageError(f"{file}: cannot be read: {getattr(error, 'strerror', None) or error}") from None
        separator = "\t" if "\t" in text.partition("\n")[0] else ","
        rows = csv.DictReader(io.StringIO(text, newline=""), delimiter=separator)
        names = rows.fieldnames or ()
        if "paper" not in names or not {"field", "year"} & {*names}:
            raise UsageError(f"{file}:1: a table has the columns paper, and field or year or both")
        for row in rows:
            year = (row.get("year") or "").strip()
            if year and not (year.isascii() and year.isdecimal()):
                raise UsageError(f"{file}:{rows.line_num}: '{year}' is no year")
            given = GivenField((row.get("field") or "").strip(), int(year) if year else None)
            self._rows[(row["paper"] or "").strip()] = given
        self.unused = {*self._rows}  #: papers of the table that `of` did not meet

    def of(self, paper: str) -> GivenField | None:
        """Return what is given of a paper, by its id, the last part of that, or this without its ending."""
        last = paper.rpartition("/")[2]
        for name in (paper, last, *_without_endings(last)):
            if name in self._rows:
                self.unused.discard(name)
                return self._rows[name]
        return None


def _without_endings(name: str) -> Iterable[str]:
    return [name[: -len(ending)] for ending in _ENDINGS if name.lower().endswith(ending)]
