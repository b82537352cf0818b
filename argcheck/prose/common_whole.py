"""Counts with their percentages in parentheses that are all of one whole, but for one of them: "230 (4.1 %), 212 (3.8 %), 775 (14 %), ...".

What the whole is need not be said: each count and its percentage bound it, and where all others of a paragraph have one in common, a count
of which one digit is mistyped has it, too, once that digit is right.
"""

from __future__ import annotations

import math
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.samples import is_count, is_slip, swaps
from argcheck.prose.sentence_totals import Inconsistent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_ENOUGH = 4  # shares of a whole: with three fits one is no chance
_MOST = 40  # shares of a paragraph that is compared
_NEAR = 60  # characters between a count and its percentage
_HUNDRED = Decimal(100)
_HALF, _ONE = Decimal("0.5"), Decimal(1)  # of the last digit: what is rounded up, and what is cut off
_FEW = 3  # numbers that a percentage leaves of a whole


class _Share(NamedTuple):
    """A count with its percentage, and the bounds of what it is a share of."""

    number: Quantity  #: the count
    percent: Quantity
    least: Decimal
    most: Decimal


def common_whole(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the counts that are no share of the whole of which all others of their paragraph are."""
    for _, inconsistent in text.finds(
        _in_passage, lambda passage: passage.numbers >= 2 * _ENOUGH and passage.text.count("(") >= _ENOUGH
    ):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    if passage.kind == "table":
        return
    shares = list(_shares(passage))
    if not _ENOUGH <= len(shares) <= _MOST or _bounds(shares):
        return
    wrong = list(_mistyped(shares))
    for share, meant in wrong if len(wrong) == 1 else ():
        others = ", ".join(other.percent.text for other in shares if other is not share)
        right = f"{meant[0]}" if len(meant) == 1 else f"{meant[0]} to {meant[-1]}"
        yield Inconsistent(
            passage.span(share.number.start, share.percent.end),
            f"the other shares ({others}) are of one whole, of which {share.percent.text} are {right}, not {int(share.number.value)}",
            "correct the count or the percentage",
        )


def _mistyped(shares: Sequence[_Share]) -> Iterator[tuple[_Share, range]]:
    """Yield the counts without which all have a whole in common, and which one of some numbers would be if it were not mistyped."""
    for share in shares:
        bounds = _bounds([other for other in shares if other is not share])
        # What is no less than the whole is the whole, with its own share of another.
        if bounds and share.number.value < bounds[0]:
            low, high = (share.percent.value + _step(share.percent) * side for side in (-_HALF, _ONE))
            meant = range(math.ceil(bounds[0] * low / _HUNDRED), int(bounds[1] * high / _HUNDRED) + 1)
            if _is_mistyped(int(share.number.value), meant):
                yield share, meant


def _is_mistyped(count: int, meant: range) -> bool:
    """Whether two digits of a count that changed places make it one of some numbers, or another digit one of very few."""
    exchanged = any(int(digits) in meant for digits in swaps(str(count)))
    return exchanged or (len(meant) <= _FEW and any(is_slip(count, number) for number in meant))


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
                yield _share(count, quantity)
        count = None


def _share(count: Quantity, percent: Quantity) -> _Share:
    """Read a percentage, which may be rounded or cut off."""
    step, hundred = _step(percent), _HUNDRED * count.value
    least = hundred / (percent.value + step)
    return _Share(count, percent, least, hundred / max(percent.value - step * _HALF, step * _HALF))


def _bounds(shares: Sequence[_Share]) -> tuple[Decimal, Decimal] | None:
    """Return the bounds of a whole of which all of some counts are shares; None where there is none."""
    least, most = max(share.least for share in shares), min(share.most for share in shares)
    return (least, most) if least <= most else None


def _step(percent: Quantity) -> Decimal:
    exponent = percent.value.as_tuple().exponent
    return Decimal(1).scaleb(min(exponent, 0) if isinstance(exponent, int) else 0)
