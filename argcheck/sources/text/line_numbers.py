"""Line numbers of manuscripts for reviewers, which are no words of the text."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import DIGITS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from argcheck.sources.text.pdf_lines import Line

_STEPS = (1, 5)  #: every line is numbered, or every fifth
_LONG = 5  #: least numbers of a page that are not labels of sections
_SHARE = 0.5  #: least share of numbered lines; captions and tables have no numbers
_MANY = 5  #: least numbered pages after which others, such as lists of references, may have none
_NEAR = 4  #: most points between pieces of one line, such as formulas


class _Numbered(NamedTuple):
    number: int
    rest: Line | None  #: the line without its number


def without_line_numbers(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """Return the pages without numbers beside lines, if these count the lines of most pages."""
    bare = list(pages)
    for side in (_on_the_left, _on_the_right):  # two columns may have them on different sides
        bare = _without_numbers(bare, side)
    return bare


def _without_numbers(pages: list[list[Line]], side: Callable[[Line], _Numbered | None]) -> list[list[Line]]:
    """Return pages without the numbers on one side, if most pages have them there, in order."""
    for step in _STEPS:
        counted = [_numbered_in_order(lines, step, side) for lines in pages]
        numbered = [place for place, page in enumerate(counted) if len(page) * step >= _LONG]
        number = sum(len(counted[place]) for place in numbered) * step
        among = [pages[place] for place in numbered] if len(numbered) >= _MANY else pages
        if 2 * len(numbered) >= len(pages) and number >= _SHARE * sum(map(_number_of_lines, among)) > 0:
            return [
                [
                    bare
                    for place, line in enumerate(lines)
                    if (bare := page[place].rest if place in page else line) is not None
                ]
                for lines, page in zip(pages, counted, strict=True)
            ]
    return pages


def _number_of_lines(lines: list[Line]) -> int:
    """Return the number of printed lines; formulas are set in pieces at heights close to each other."""
    heights = sorted(line.bottom for line in lines)
    return bool(heights) + sum(above - below > _NEAR for below, above in pairwise(heights))


def _numbered_in_order(
    lines: list[Line], step: int, side: Callable[[Line], _Numbered | None]
) -> dict[int, _Numbered]:
    """Return by position the lines with the next number of a line above, and these lines."""
    numbers = sorted(
        ((place, numbered) for place, line in enumerate(lines) if (numbered := side(line))),
        key=lambda number: -lines[number[0]].bottom,
    )
    above: dict[int, tuple[int, _Numbered]] = {}  # number -> the last line with it
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
