"""Counts with their percentages in parentheses that are all of one whole, but for one.

"Of the 446 asked, 269 (60.31 %) would and 177 (36.69 %) would not."
The paragraph has to say what the whole is.  Where it does not, shares are as often of two: "6830 (98 %) of 6939, of
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

_PAIR = 2  # shares of one that is said
_MOST = 40  # shares of a paragraph that is compared
_NEAR = 60  # characters between a count and its percentage
_HUNDRED = Decimal(100)
_FEW = 3  # numbers that a percentage leaves of a whole


class _Share(NamedTuple):
    """A count with its percentage, and the bounds of what it is a share of."""

    number: Quantity  #: the count
    percent: Quantity
    said: Rounded  #: the percentage
    least: Decimal
    most: Decimal


def common_whole(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the counts that are no share of the whole of which all others of their paragraph are."""
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
    """Yield the one share that is not of a whole of which all others of the paragraph are, and which the paragraph says.

    Another of its counts of which the odd one is a share, or two wholes that would do, say that nothing is known.
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
    """Whether a digit of a count or of its percentage was mistyped; of ``exchanged`` only, whether two changed places."""
    meant = share.said.parts(whole, whole)
    written = share.said.units, rounded(right).units
    if exchanged:
        shown = str(written[0]).zfill(len(str(written[1])))
        return _swapped(int(share.number.value), meant) or str(written[1]) in swaps(shown)
    return _is_mistyped(int(share.number.value), meant) or is_slip(*written)


def _is_mistyped(count: int, meant: range) -> bool:
    """Whether two digits of a count that changed places make it one of some numbers, or another digit one of very few."""
    return _swapped(count, meant) or (len(meant) <= _FEW and any(is_slip(count, number) for number in meant))


def _swapped(count: int, meant: range) -> bool:
    return any(int(digits) in meant for digits in swaps(str(count)))


def _shares(passage: Passage) -> Iterator[_Share]:
    """Yield the counts that have a percentage in parentheses behind them, each with the first one."""
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
    """Return the bounds of a whole of which all of some counts are shares; None where there is none."""
    least, most = max(share.least for share in shares), min(share.most for share in shares)
    return (least, most) if least <= most else None
