"""The simple tables of pandoc and those with rows of several lines: columns stand under dashes."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

_CODE = 4  # blanks before a line of dashes that is code
_MOST_LINES = 500  # of a table
_NAMES = (":", "Table:", "table:")
_DIV = ":::"


class TextTable(NamedTuple):
    """A table; lines are counted from 0."""

    first: int
    last: int  #: the line after the table and its caption
    rows: list[list[int]]  #: the lines of each row
    columns: list[int]  #: where each begins
    caption: int = 0  #: the first line of its caption; 0 without one


def table_around(lines: Sequence[str], number: int, start: int) -> TextTable | None:
    """Return the table with the dashes of its columns in a line, as pandoc reads it; None if there is none.

    :param start: the first line that may belong to it.
    """
    if not _is_dashes(lines[number]) or len(lines[number].split()) == 1:
        return None
    head = number
    while head > start and lines[head - 1].strip() and not _is_dashes(lines[head - 1]):
        head -= 1
    framed = start < head < number and _is_dashes(lines[head - 1])  # by dashes above the header
    first = head - framed
    if (first > start and lines[first - 1].strip()) or (not framed and number - head > 1):
        return None
    last = _last(lines, number, closed=framed or head == number)
    if last is None:
        return None
    rows, several = [list(range(head, number))], any(not line.strip() for line in lines[number + 1 : last])
    for line in range(number + 1, last):
        blank, above = not lines[line].strip(), not lines[line - 1].strip()
        if not blank and (line == number + 1 or above or not several):
            rows.append([line])
        elif not blank:
            rows[-1].append(line)
    dashes = lines[number]
    columns = [at for at, sign in enumerate(dashes) if sign == "-" and dashes[at - 1 : at] != "-"]
    last += last < len(lines) and _is_dashes(lines[last])
    caption, end = _caption(lines, last)
    return TextTable(first, end, [row for row in rows if row], columns, caption)


def _caption(lines: Sequence[str], last: int) -> tuple[int, int]:
    """Return the first line of the caption of a table that ends before ``last``, 0 without one, and the line after."""
    behind = last
    while behind < len(lines) and not lines[behind].strip():
        behind += 1
    words = lines[behind].lstrip() if behind < len(lines) else ""
    if not words.startswith(_NAMES) or words.startswith(_DIV):
        return 0, last
    end = behind
    while end < len(lines) and lines[end].strip() and not lines[end].startswith(_DIV):
        end += 1
    return behind, end


def cells(line: str, columns: Sequence[int]) -> list[tuple[int, int]]:
    """Return the range of the words of each cell in a line; one of all if a word stands in two columns."""
    cuts = [0, *columns[1:], max(len(line), columns[-1])]
    if any(line[cut - 1 : cut].strip() and line[cut : cut + 1].strip() for cut in cuts[1:-1]):
        cuts = [0, len(line)]
    places = []
    for start, end in pairwise(cuts):
        words = line[start:end].strip()
        first = line.index(words, start) if words else start
        places.append((first, first + len(words)))
    return places


def _is_dashes(line: str) -> bool:
    return "--" in line and set(line.rstrip()) <= {"-", " "} and len(line) - len(line.lstrip(" ")) < _CODE


def _last(lines: Sequence[str], number: int, *, closed: bool) -> int | None:
    """Return the line behind the rows, blank or dashes; None without rows, or without dashes that must end them."""
    for line in range(number + 1, min(len(lines), number + _MOST_LINES)):
        if _is_dashes(lines[line]):
            behind = lines[line + 1].strip() if line + 1 < len(lines) else ""
            ends = not behind or behind.startswith(_NAMES)
            return line if ends and line > number + 1 else None
        if not lines[line].strip() and not closed:
            return line if line > number + 1 else None
    return None if closed else len(lines)
