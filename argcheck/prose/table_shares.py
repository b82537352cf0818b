"""Percentages in a table that do not fit their counts although all others do: "16 & 26 & 61.54", "45 (37.5)"."""

from __future__ import annotations

import re
from collections import Counter
from itertools import islice, pairwise, permutations, product, takewhile
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.samples import is_slip, swaps
from argcheck.prose.tables_of_numbers import NumberCell, NumberTable, read_table
from argcheck.prose.wholes import Inconsistent, Rounded, percentage, rounded, written_percent
from argcheck.tex.numerals import natural
from argcheck.tex.tables import TABULARS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.reading import ReadText

_FITTING = 3  # least other rows whose percentages fit their counts
_GROUP = 5  # least cells of a column that are counts with their share of one whole
_ALL = 100  # per cent; a total of 200 counts both sides of a pair
_MOST_WHOLES = 200  # most wholes that are tried for a share of few digits
_WIDEST = 12  # most columns of a table that are compared
_COUNT_WITH_SHARE = r"(\d{1,3}(?:,\d{3})+|\d+)\s?\((\d{1,3}(?:\.\d+)?)\s?%?\)"
_CELL = r"\d[\s\\,]*\(\s*\$?\d"


class _Share(NamedTuple):
    """A count, its whole (0 if the table lacks it), the percentage, and the cell with the percentage."""

    part: int
    whole: int
    percent: Rounded
    cell: NumberCell


def in_table_shares(text: ReadText) -> dict[Span, list[Inconsistent]]:
    """Return the percentages that the counts of their own table contradict, by the place of the table."""
    wrong: dict[Span, list[Inconsistent]] = {}
    for environment in text.manuscript.environments:
        if environment.name not in TABULARS:
            continue
        path, start, end = environment.span
        source = text.manuscript.files[path].text[start:end]
        if "\\%" in source or "ercent" in source or len(re.findall(_CELL, source)) >= _GROUP:
            table = read_table(text, environment)
            shares = [*_of_two_columns(table), *_of_one_whole(table)]
            if shares:
                wrong[environment.span] = [
                    share for number, share in enumerate(shares) if share not in shares[:number]
                ]
    return wrong


def _of_two_columns(table: NumberTable) -> Iterator[Inconsistent]:
    """Compare a column of percentages with two columns of counts whose share it is in all rows but one."""
    columns = table.transposed().rows[:_WIDEST]
    counts = [column for column in columns if sum(map(_counts, column)) > _FITTING]
    for percents, (parts, wholes) in product(filter(_is_headed, columns), permutations(counts, 2)):
        shares = [
            _Share(int(part.value), int(whole.value), rounded(percent.value), percent)
            for part, whole, percent in zip(parts, wholes, percents, strict=True)
            if part and whole and percent and part.value is not None and whole.value is not None
            if percent.value is not None
            and _counts(part)
            and _counts(whole)
            and 0 < part.value <= whole.value
        ]
        wrong = [share for share in shares if not _fits(share, share.whole)]
        telling = {share.percent for share in shares if share.part < share.whole}
        if len(wrong) == 1 and len(shares) > _FITTING and len(telling - {wrong[0].percent}) >= _FITTING - 1:
            yield from _mistyped(wrong[0], f"of {wrong[0].whole}, and the other rows fit their counts")


def _of_one_whole(table: NumberTable) -> Iterator[Inconsistent]:
    """Compare counts with percentages in their cells or the next column, if all but one fit the same whole."""
    columns = table.transposed().rows[:_WIDEST]
    groups = [[_in_one_cell(cell) for cell in column] for column in columns]
    if any(share and share.percent.value > _ALL for group in groups for share in group):
        groups = []  # the numbers in parentheses count something else: "16 (56)", "41 (134)"
    groups += [list(map(_side_by_side, *pair)) for pair in pairwise(columns) if _is_headed(pair[1])]
    odd: list[tuple[int, _Share]] = []  # the row of each and what does not fit
    for group in groups:
        shares = [share for share in group if share is not None and 0 < share.percent.value <= _ALL]
        if len(shares) < _GROUP:
            continue
        best: tuple[int, list[_Share]] | None = None
        for measure in sorted(shares, key=_part)[-2:]:  # one of them is right
            said, unit = measure.percent
            low = int(100 * measure.part / (said + unit))
            high = int(100 * measure.part / max(said - unit, unit)) + 2
            # the largest may be the whole itself, 100 per cent; else a whole percentage fits many wholes
            for whole in (measure.part, *range(low, min(high, low + _MOST_WHOLES))):
                # two that do not fit are enough to reject a whole
                wrong = list(islice((share for share in shares if not _fits(share, whole)), 2))
                if best is None or len(wrong) < len(best[1]):
                    best = whole, wrong
        if best and len(best[1]) == 1 and best[1][0].part <= best[0]:
            odd.append((group.index(best[1][0]), best[1][0]._replace(whole=best[0])))
    rows = Counter(row for row, _ in odd)
    for row, share in odd:
        if rows[row] == 1:  # else the row has wholes of its own, such as without missing answers
            yield from _mistyped(share, "of the whole of which the others are shares")


def _is_headed(column: list[NumberCell | None]) -> bool:
    """Whether a percent sign or word is above the first number of a column; one further down is of its own cell."""
    head = takewhile(lambda cell: cell is None or cell.value is None, column)
    return any(cell is not None and ("%" in cell.text or "ercent" in cell.text) for cell in head)


def _in_one_cell(cell: NumberCell | None) -> _Share | None:
    match = re.fullmatch(_COUNT_WITH_SHARE, cell.text) if cell else None
    return _Share(natural(match[1]), 0, written_percent(match[2]), cell) if match and cell else None


def _side_by_side(part: NumberCell | None, percent: NumberCell | None) -> _Share | None:
    if part is None or percent is None or part.value is None or percent.value is None or not _counts(part):
        return None
    return _Share(int(part.value), 0, rounded(percent.value), percent)


def _part(share: _Share) -> int:
    return share.part


def _counts(cell: NumberCell | None) -> bool:
    return cell is not None and cell.value is not None and cell.value == cell.value.to_integral_value()


def _fits(share: _Share, whole: int) -> bool:
    """Whether a percentage is that of its count in a whole: rounded, cut off or raised."""
    return whole > 0 and share.percent.is_beside(percentage(share.part, whole))


def _mistyped(share: _Share, of: str) -> Iterator[Inconsistent]:
    """Yield the finding on a percentage, if a slip in it or in its count explains the difference."""
    said, unit = share.percent
    right = percentage(share.part, share.whole).quantize(unit)
    count = round(said * share.whole / 100)
    # a whole percentage fits many counts, perhaps also the one with two digits swapped
    meant = [*([count] if is_slip(share.part, count) else ()), *map(natural, swaps(str(share.part)))]
    miscounted = any(_fits(share._replace(part=other), share.whole) for other in meant)
    if miscounted or is_slip(share.percent.units, rounded(right).units):
        message = f"{share.part} are {right} %, not {said} %, {of}"
        yield Inconsistent(share.cell.span, message, "correct the count or the percentage", doubtful=True)
