"""The numbers that a manuscript has beside its lines, for reviewers: no words of the text."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import DIGITS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from argcheck.sources.text.pdf_lines import Line

_STEPS = (1, 5)  #: each line is numbered, or each fifth
_LONG = 5  #: numbers of a page that are surely no labels of sections
_SHARE = 0.5  #: of the lines that are numbered at least, as captions and tables are not
_MANY = 5  #: pages that no list of single lines fills; behind these a list of references may have no numbers
_NEAR = 4  #: points between the pieces of one line, as formulas have them


class _Numbered(NamedTuple):
    number: int
    rest: Line | None  #: of the line, without its number


def without_line_numbers(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """Leave out numbers beside lines where they count the lines of most pages."""
    bare = list(pages)
    for side in (_on_the_left, _on_the_right):  # of two columns each may have its own side
        bare = _without_numbers(bare, side)
    return bare


def _without_numbers(pages: list[list[Line]], side: Callable[[Line], _Numbered | None]) -> list[list[Line]]:
    for step in _STEPS:
        counted = [_counting(lines, step, side) for lines in pages]
        numbered = [place for place, page in enumerate(counted) if len(page) * step >= _LONG]
        number = sum(len(counted[place]) for place in numbered) * step
        among = [pages[place] for place in numbered] if len(numbered) >= _MANY else pages
        if 2 * len(numbered) >= len(pages) and number >= _SHARE * sum(map(_printed, among)) > 0:
            return [
                [
                    bare
                    for place, line in enumerate(lines)
                    if (bare := page[place].rest if place in page else line) is not None
                ]
                for lines, page in zip(pages, counted, strict=True)
            ]
    return pages


def _printed(lines: list[Line]) -> int:
    """How many lines are printed: formulas are set in pieces, at several heights close to each other."""
    heights = sorted(line.bottom for line in lines)
    return bool(heights) + sum(above - below > _NEAR for below, above in pairwise(heights))


def _counting(lines: list[Line], step: int, side: Callable[[Line], _Numbered | None]) -> dict[int, _Numbered]:
    """The lines, by place, that have the next number of the line above them, and these."""
    numbers = sorted(
        ((place, numbered) for place, line in enumerate(lines) if (numbered := side(line))),
        key=lambda number: -lines[number[0]].bottom,
    )
    above: dict[int, tuple[int, _Numbered]] = {}  # the last line of each number
    counting: dict[int, _Numbered] = {}
    for place, numbered in numbers:
        before = above.get(numbered.number - step)
        if before and not numbered.number % step:
            counting |= {before[0]: before[1], place: numbered}
        above[numbered.number] = place, numbered
    return counting


def _on_the_left(line: Line) -> _Numbered | None:
    match = DIGITS.match(line.text)
    if not match or len(match[0]) > 5:
        return None
    rest = line.text[match.end() :].lstrip()
    if not rest:
        return _Numbered(int(match[0]), None)
    return _Numbered(int(match[0]), line._replace(text=rest, left=line.behind)) if line.behind else None


def _on_the_right(line: Line) -> _Numbered | None:
    text, _, number = line.text.rpartition(" ")
    if not DIGITS.fullmatch(number) or len(number) > 5:
        return None
    if not text:
        return _Numbered(int(number), None)
    return _Numbered(int(number), line._replace(text=text, right=line.ahead)) if line.ahead else None
