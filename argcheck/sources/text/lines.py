"""The printed lines of a PDF: their order by columns, and which of them are a table of contents."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

HYPHEN = "\x02"  #: PDFium's sign for a word broken at the end of a line
_CONTENTS = re.compile(r"(?:table of )?contents|inhalt(?:sverzeichnis)?|table des mati[eè]res", re.IGNORECASE)
_LEADER = re.compile(r"(?:\.\s?){3,}\s*(\d{1,4})$")
_PAGE = re.compile(r"\S\s+(\d{1,4})$")
_FEWEST = 3  # lines of a table of contents


class Line(NamedTuple):
    """One printed line; lengths in points, from the lower left corner of the page."""

    text: str
    page: int
    left: float
    right: float
    bottom: float
    top: float
    size: float  #: of the font
    heavy: bool

    @property
    def broken(self) -> bool:
        """Whether its last word goes on in the next line."""
        return self.text.endswith(HYPHEN)


def in_columns(lines: Sequence[Line]) -> list[Line]:
    """Order the lines of a page as they are read: those across the page part it, and between them column by column."""
    if not lines:
        return []
    middle = (min(line.left for line in lines) + max(line.right for line in lines)) / 2
    columns: tuple[list[Line], list[Line]] = ([], [])
    ordered: list[Line] = []
    for line in sorted(lines, key=lambda one: (-one.bottom, one.left)):
        if line.left < middle < line.right:
            ordered += (*columns[0], *columns[1], line)
            columns = ([], [])
        else:
            columns[line.left >= middle].append(line)
    return [*ordered, *columns[0], *columns[1]]


def without_contents(lines: Sequence[Line]) -> list[Line]:
    """Leave out tables of contents, whose lines name chapters and the pages that these begin on."""
    kept: list[Line] = []
    place = 0
    while place < len(lines):
        headed = bool(_CONTENTS.fullmatch(lines[place].text.strip()))
        listed = list(_listed(lines[place + headed :], headed=headed))
        if len(listed) >= _FEWEST:
            place += headed + len(listed)
        else:
            kept.append(lines[place])
            place += 1
    return kept


def _listed(lines: Sequence[Line], *, headed: bool) -> Iterator[Line]:
    """Yield the lines, from the first on, that end in the number of a page; without a heading, behind dots."""
    last = 0
    for line in lines:
        number = (_PAGE if headed else _LEADER).search(line.text) or _LEADER.search(line.text)
        if not number or int(number[1]) < last:
            return
        last = int(number[1])
        yield line
