"""Counts with percentages in parentheses of which all but one fit the same whole.

"Of the 446 asked, 269 (60.31 %) would and 177 (36.69 %) would not."
The paragraph must have the whole as a count.  Otherwise shares are as often of two wholes: "6830 (98 %) of 6939, of
which 6726 (98 %)".
"""

from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.samples import is_count, is_slip, swaps
from argcheck.prose.wholes import Inconsistent, Rounded, percentage, rounded

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_PAIR = 2  # least shares of a paragraph
_MOST = 40  # most shares of a paragraph
_NEAR = 60  # most characters between a count and its percentage
_HUNDRED = Decimal(100)
_FEW = 3  # most counts that fit a percentage of a whole, for a slip to be telling


class _Share(NamedTuple):
    """A count with its percentage, and the least and greatest whole that it may be a share of."""

    number: Quantity  #: the count
    percent: Quantity
    said: Rounded  #: the percentage
    least: Decimal
    most: Decimal


def common_whole(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the shares that do not fit the whole that all others of their paragraph fit."""
    for _, inconsistent in text.finds(
        _in_passage, lambda passage: passage.numbers >= 2 * _PAIR and passage.text.count("(") >= _PAIR
    ):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    if passage.kind == "table":
        return
    shares = list(_shares(passage))
    if not _PAIR <= len(shares) <= _MOST or _bounds(shares):
        return
    yield from islice(_of_told_whole(passage, shares), 1)


def _of_told_whole(passage: Passage, shares: Sequence[_Share]) -> Iterator[Inconsistent]:
    """Yield the one share that does not fit a count of the paragraph that all others fit.

    Nothing is yielded if it fits another count of the paragraph, or if two wholes are possible.
    """
    parts = {share.number.start for share in shares}
    counts = {int(count.value) for count in passage.quantities if is_count(count)}
    said = {int(count.value) for count in passage.quantities if is_count(count) and count.start not in parts}
    odd = {}
    for whole in said:
        wrong = [share for share in shares if not share.least <= whole <= share.most]
        if len(wrong) == 1 and max(share.number.value for share in shares) < whole:
            odd[whole] = wrong[0]
    if len(odd) != 1:
        return
    ((whole, share),) = odd.items()
    others = [other for other in shares if other is not share]
    alone = len(others) < _PAIR and whole != sum(int(other.number.value) for other in shares)
    elsewhere = any(share.least <= count <= share.most for count in counts)
    right = percentage(share.number.value, whole).quantize(share.said.step, ROUND_HALF_UP)
    if not elsewhere and _is_slip_of(share, whole, right, exchanged=alone or share.said.step == 1):
        yield Inconsistent(
            passage.span(share.number.start, share.percent.end),
            f"{int(share.number.value)} of {whole} are {right} %, not {share.percent.value} %",
            "correct the count or the percentage",
        )


def _is_slip_of(share: _Share, whole: int, right: Decimal, *, exchanged: bool) -> bool:
    """Whether a slip in a count or its percentage explains the difference; if ``exchanged``, only a swap of digits."""
    meant = share.said.parts(whole, whole)
    written = share.said.units, rounded(right).units
    if exchanged:
        shown = str(written[0]).zfill(len(str(written[1])))
        return _swapped(int(share.number.value), meant) or str(written[1]) in swaps(shown)
    return _is_mistyped(int(share.number.value), meant) or is_slip(*written)


def _is_mistyped(count: int, meant: range) -> bool:
    """Whether a swap makes a count one of ``meant``, or if these are very few, another slip does."""
    return _swapped(count, meant) or (len(meant) <= _FEW and any(is_slip(count, number) for number in meant))


def _swapped(count: int, meant: range) -> bool:
    return any(int(digits) in meant for digits in swaps(str(count)))


def _shares(passage: Passage) -> Iterator[_Share]:
    """Yield the counts that are followed by a percentage in parentheses, each with the first one."""
    said = passage.text
    count: Quantity | None = None
    for quantity in passage.quantities:
        if quantity.unit != "%":
            count = quantity if is_count(quantity) and quantity.value > 0 else None
            continue
        if count and quantity.value == quantity.high and 0 < quantity.value < _HUNDRED:
            before, behind = said[count.end : quantity.start], said[quantity.end :].lstrip()
            plain = before.rstrip().endswith("(") and not any(sign in before.rstrip()[:-1] for sign in "().;")
            if plain and len(before) <= _NEAR and behind[:1] in {")", ";", ","}:
                written = rounded(quantity.value)
                yield _Share(count, quantity, written, *written.wholes(int(count.value)))
        count = None


def _bounds(shares: Sequence[_Share]) -> tuple[Decimal, Decimal] | None:
    """Return the least and greatest whole that all shares fit; None if there is none."""
    least, most = max(share.least for share in shares), min(share.most for share in shares)
    return (least, most) if least <= most else None
