"""Shares that were raised by less than one unit of their last digit, so that they add up to a hundred with others.

"20 of 60 (34 %), 20 of 60 (33 %) and 20 of 60 (33 %)": rounded one by one they would be 99 %.  Authors do this on
purpose.
"""

from __future__ import annotations

from bisect import bisect_right
from decimal import Decimal
from functools import cached_property
from itertools import accumulate, takewhile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from argcheck.files.diagnostic import Span
    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_HUNDRED = 100
_MOST = 20  # most shares on either side of one that add up to a hundred with it


class KeptSums:
    """Finds the percentages of a document that add up to a hundred with their neighbours."""

    def __init__(self, text: ReadText) -> None:
        self.text = text

    def keep(self, span: Span) -> bool:
        """Whether a percentage and others of its sentence, or of its row or column of a table, add up to a hundred."""
        place = bisect_right(self._places, (span.path, span.start, len(self.text.passages))) - 1
        number = self._places[place][2] if place >= 0 else 0
        passage = self.text.passages[number]
        shares = _percents(passage)
        spans = [passage.span(share.start, share.end) for share in shares]
        which = next((number for number, percent in enumerate(spans) if percent.overlaps(span)), None)
        if which is None:
            return False
        start = shares[which].start
        first, last = (0, len(passage.text)) if _is_row(passage) else passage.sentence(start)
        beside = [share for share in shares if first <= share.start and share.end <= last]
        if _make_hundred([share.value for share in beside], beside.index(shares[which])):
            return True
        return _is_row(passage) and self._column_keeps(number, which)

    def _column_keeps(self, number: int, column: int) -> bool:
        passages = self.text.passages
        row = passages[number]
        before, behind = passages[max(0, number - _MOST) : number], passages[number : number + _MOST]
        rows = [*reversed([*takewhile(_is_row, reversed(before))]), *takewhile(_is_row, behind)]
        # in a row with more or fewer percentages, the one in this column is not known
        equal = [other for other in rows if len(_percents(other)) == len(_percents(row))]
        return _make_hundred([_percents(other)[column].value for other in equal], equal.index(row))

    @cached_property
    def _places(self) -> list[tuple[str, int, int]]:
        return sorted(
            (passage.place.path, passage.place.start, number)
            for number, passage in enumerate(self.text.passages)
        )


def _is_row(passage: Passage) -> bool:
    return passage.kind == "table"


def _percents(passage: Passage) -> list[Quantity]:
    return [share for share in passage.quantities if share.unit == "%" and share.value == share.high]


def _make_hundred(values: Sequence[Decimal], place: int) -> bool:
    """Whether the value at ``place`` and some neighbours on both sides add up to a hundred."""
    before, behind = values[max(0, place - _MOST) : place], values[place + 1 : place + 1 + _MOST]
    left, right = _sums(reversed(before)), _sums(behind)
    return any(_HUNDRED - values[place] - some in right for some in left)


def _sums(values: Iterable[Decimal]) -> set[Decimal]:
    return {*accumulate(values, initial=Decimal(0))}
