"""The numbers that a manuscript has beside its lines, for reviewers: no words of the text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import DIGITS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.sources.text.pdf_lines import Line

_STEPS = (1, 5)  #: each line is numbered, or each fifth
_LONG = 5  #: numbers of a page that are surely no labels of sections
_SHARE = 0.5  #: of the lines of a paper that are numbered at least, as captions and tables are not


def without_line_numbers(pages: Sequence[list[Line]]) -> list[list[Line]]:
    """Leave out numbers beside lines where they count the lines of most pages."""
    total = sum(map(len, pages))
    for step in _STEPS:
        counted = [_counting(lines, step) for lines in pages]
        numbered = [page for page in counted if len(page) * step >= _LONG]
        if 2 * len(numbered) >= len(pages) and sum(map(len, numbered)) * step >= _SHARE * total > 0:
            return [
                [
                    _bare(line) if place in page else line
                    for place, line in enumerate(lines)
                    if place not in page or line.behind
                ]
                for lines, page in zip(pages, counted, strict=True)
            ]
    return list(pages)


def _counting(lines: list[Line], step: int) -> set[int]:
    """The places of the lines that have the next number of the line above them, and of these."""
    numbers = sorted(
        ((place, number) for place, line in enumerate(lines) if (number := _number(line)) is not None),
        key=lambda numbered: -lines[numbered[0]].bottom,
    )
    above: dict[int, int] = {}  # the last place of each number
    counting: set[int] = set()
    for place, number in numbers:
        if number - step in above and not number % step:
            counting |= {above[number - step], place}
        above[number] = place
    return counting


def _number(line: Line) -> int | None:
    match = DIGITS.match(line.text)
    return int(match[0]) if match and len(match[0]) < 6 and (line.behind or match[0] == line.text) else None


def _bare(line: Line) -> Line:
    match = DIGITS.match(line.text)
    return line._replace(text=line.text[match.end() :].lstrip(), left=line.behind) if match else line
