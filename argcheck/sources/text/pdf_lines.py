"""The printed lines of a PDF, in the order of columns, without running heads and tables of contents."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from argcheck.files.patterns import DIGITS
from argcheck.sources.text.markdown import is_bibliography, is_caption
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import codes, listed

HYPHEN = "\x02"  #: PDFium's character for a word broken at the end of a line
#: The end of the last line of a paragraph.
ENDS = re.compile(r"[.!?:;]['\"”’)\]]*(?:\s?\[[\d,\s–-]+\])?$")
_LEADER = re.compile(r"(?:\.\s?){3,}\s*(\d{1,4}|[ivxl]{1,7})$")
_PAGE = re.compile(r"\S\s+(\d{1,4}|[ivxl]{1,7})$")
_BETWEEN = 3  # most consecutive lines of a table of contents without a page
_RUNNING = 3  # least pages with the same head
_FULL = 20  # least lines of a page of text
_DEEP = 5  # lines at an edge, with the head of a publisher's proof
_FEWEST = 3  # least lines of a table of contents
_OVERLAP = 0.3  # least overlap, by height, of pieces of one printed line


class Line(NamedTuple):
    """A printed line; lengths in points, from the lower left corner of the page."""

    text: str
    page: int
    left: float
    right: float
    bottom: float
    top: float
    size: float  #: of the font
    heavy: bool
    behind: float = 0.0  #: where the text begins after a number set apart before it, or 0
    ahead: float = 0.0  #: where the text ends before a number set apart after it, or 0
    number: int = 0  #: on the page, in reading order; see `numbered`
    base: float = 0.0  #: height of the base line, below which some letters reach, or 0 if unknown

    @property
    def broken(self) -> bool:
        """Whether its last word continues in the next line."""
        return self.text.endswith(HYPHEN)


def in_columns(lines: Sequence[Line]) -> list[Line]:
    """Return the lines of a page in reading order: lines across the page separate parts, which are read by columns."""
    if not lines:
        return []
    middle = (min(line.left for line in lines) + max(line.right for line in lines)) / 2
    columns: tuple[list[Line], list[Line]] = ([], [])
    ordered: list[Line] = []
    rows: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: -line.bottom):
        if rows and _at_one_height(rows[-1][0], line):
            rows[-1].append(line)
        else:
            rows.append([line])
    for line in (line for row in rows for line in sorted(row, key=lambda line: line.left)):
        if line.left < middle < line.right:
            ordered += (*columns[0], *columns[1], line)
            columns = ([], [])
        else:
            columns[line.left >= middle].append(line)
    return [*ordered, *columns[0], *columns[1]]


def _at_one_height(line: Line, other: Line) -> bool:
    """Whether they are pieces of one printed line; brackets and small letters reach lower than others."""
    return abs(line.bottom - other.bottom) < 0.5 * max(line.size, other.size)


def numbered(lines: Sequence[Line]) -> list[Line]:
    """Return the lines with numbers on their page; pieces at one height, such as raised characters, are one."""
    counted: list[Line] = []
    bottom = top = 0.0  # those of the printed line
    for line in lines:
        last = counted[-1] if counted and counted[-1].page == line.page else None
        overlap = min(top, line.top) - max(bottom, line.bottom)
        low = min(top - bottom, line.top - line.bottom)
        if last and (_at_one_height(last, line) or overlap > _OVERLAP * low):
            bottom, top = min(bottom, line.bottom), max(top, line.top)
            counted.append(line._replace(number=last.number))
        else:
            bottom, top = line.bottom, line.top
            counted.append(line._replace(number=last.number + 1 if last else 1))
    return counted


def without_contents(lines: Sequence[Line]) -> list[Line]:
    """Return the lines without tables of contents, which list chapters, figures or tables with their pages."""
    titled = listed(codes(), "sections.contents", flags=re.IGNORECASE)
    kept: list[Line] = []
    place = 0
    while place < len(lines):
        headed = titled.fullmatch(lines[place].text.strip()) is not None
        end = _end_of_contents(lines, place + headed, headed=headed)
        if end is None:
            kept.append(lines[place])
            place += 1
        else:
            place = end
    return kept


def _end_of_contents(lines: Sequence[Line], start: int, *, headed: bool) -> int | None:
    """Return the index after a table of contents that begins at ``start``, or None; without heading it must have dots.

    Some lines between may have no page: a long title, a running head.
    """
    page, listed, end = 0, 0, start
    for place in range(start, len(lines)):
        text = lines[place].text
        number = _LEADER.search(text) or (_PAGE.search(text) if headed else None)
        if number and (next_page := _page(number[1])) >= page:
            page, listed, end = next_page, listed + 1, place + 1
        elif place - end >= (_BETWEEN if listed else 0):
            break
    return end if listed >= _FEWEST else None


def _page(number: str) -> int:
    return natural(number) if number.isdecimal() else 0  # i, ii, iii


def without_edges(pages: Sequence[list[Line]]) -> list[Line]:
    """Return the lines without running heads, feet and page numbers: lines at the edge that recur, numbers aside.

    At the same height three pages suffice.
    """
    shapes: Counter[str] = Counter()
    at_height: Counter[tuple[str, int]] = Counter()
    for lines in pages:
        shapes.update({_shape(line) for line in _edge(lines)})
        at_height.update({(_shape(line), round(line.bottom)) for line in _edge(lines, _depth(lines))})
    several = max(2, len(pages) // 4)
    kept: list[Line] = []
    for lines in pages:
        edge, deep = _edge(lines), _edge(lines, _depth(lines))
        for line in lines:
            shape = _shape(line)
            fixed = line in deep and at_height[shape, round(line.bottom)] >= _RUNNING
            alone = line.text.strip("–- ").isdecimal()
            runs = line in edge and (alone or shapes[shape] >= several or _is_of_list(line))
            if (fixed or runs) and not is_caption(line.text):
                continue
            kept.append(line)
    return kept


def _is_of_list(line: Line) -> bool:
    """Whether a line is the heading of the list of references with a page number; such a list may have two pages."""
    name = line.text.strip().rstrip("0123456789–-| ")
    return name != line.text.strip() and is_bibliography(name)


def _depth(lines: list[Line]) -> int:
    """Return how many lines at an edge of a page may be a head or foot: only two on a page with few lines."""
    return _DEEP if len(lines) >= _FULL else 2


def _edge(lines: list[Line], depth: int = 2) -> list[Line]:
    by_height = sorted(lines, key=lambda line: -line.top)
    return [*by_height[:depth], *by_height[-depth:]]


def _shape(line: Line) -> str:
    return DIGITS.sub("#", line.text)
