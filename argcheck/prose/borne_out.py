"""Compare the numbers of summaries with those that the body of the document states or implies."""

from __future__ import annotations

import re
from bisect import bisect_left
from decimal import Decimal
from itertools import chain, groupby, pairwise
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from argcheck.prose.quantities import conversion, is_whole
from argcheck.tex.vocabulary import any_of, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage

_FIRST = itemgetter(0)
_NEAR = 60  # most characters between two numbers of which one may be a share of the other
_HALF = Decimal("0.5")
_ROUND = 2  # zeros at the end of a round count
_THOUSAND = 1000
_TIMES = range(2, 13)
_TINY = 1e-9
_PARTS = 2  # least rows above a row of totals
_SHARE = r"(?:\b(?:{shares.of}|{shares.from})(?:\s{shares.the})?\s|/)(?=\S)"
_BOTH = r"\s?\w+\s(?:{numbers.joining}|vs\.?|versus)\s\Z"


class NumberClaim(NamedTuple):
    """A number of a summary that the body should contain."""

    quantity: Quantity
    passage: Passage
    where: str


_Item = TypeVar("_Item")


def not_borne_out(body: list[Passage], claims: list[NumberClaim]) -> list[NumberClaim]:
    """Return the claims that neither a number of the body supports, nor several in one passage together."""
    stated, in_base = [], []
    for quantity in (quantity for passage in body for quantity in passage.quantities):
        scale = float(conversion(quantity.unit)[1])
        for value in {float(quantity.value), float(quantity.high)}:
            stated.append((value, quantity))
            in_base.append((value * scale, quantity))
    stated.sort(key=_FIRST)
    in_base.sort(key=_FIRST)
    left = [
        claim
        for claim in claims
        if not any(_borne_out(claim.quantity, near) for near in _near(claim.quantity, stated, in_base))
    ]
    derived = chain.from_iterable((*map(_put_together, body), *map(_added_up, _tables(body)))) if left else ()
    values = sorted(derived, key=_FIRST)
    return [claim for claim in left if claim.quantity.unit not in _between(values, *_meant(claim.quantity))]


def _between(items: list[tuple[float, _Item]], low: float, high: float) -> Iterator[_Item]:
    """Yield the items whose numbers are from ``low`` to below ``high``, from a list sorted by number."""
    first, last = (bisect_left(items, bound, key=_FIRST) for bound in (low, high))
    return (item for _, item in items[first:last])


def _near(
    claim: Quantity, stated: list[tuple[float, Quantity]], in_base: list[tuple[float, Quantity]]
) -> Iterator[Quantity]:
    """Yield the numbers of the body that are close enough to a claim to be compared."""
    value, wide = float(claim.value), 10 * float(_step(claim)) + _TINY
    scale = float(conversion(claim.unit)[1])
    yield from _between(stated, value - wide, value + wide)
    yield from _between(in_base, (value - wide) * scale, (value + wide) * scale)
    if claim.unit == "%":  # or a factor: 1.09 for 9 % more
        for factor in (1 + value * scale, 1 - value * scale):
            yield from _between(stated, factor - wide * scale, factor + wide * scale)


def _meant(claim: Quantity) -> tuple[float, float]:
    """Return the range of numbers that a claim stands for, if rounded or cut off."""
    value, step = float(claim.value), float(_step(claim))
    return value - step / 2 - _TINY, value + step - _TINY


def _tables(body: list[Passage]) -> Iterator[list[Passage]]:
    """Yield the rows of each table, or of several without text between them."""
    for kind, rows in groupby(body, key=lambda passage: passage.kind):
        if kind == "table":
            yield list(rows)


def _added_up(rows: list[Passage]) -> Iterator[tuple[float, str]]:
    """Yield, with units, the sum, shares and mean of each column of a table, and the mean of each row."""
    width = max(len(row.quantities) for row in rows)
    columns = [[row.quantities[n].value for row in rows if n < len(row.quantities)] for n in range(width)]
    for values in columns:
        yield float(sum(values)), ""
    for n in range(1, width + 1):  # from the right: the words on the left may have numbers, too
        *parts, total = [float(row.quantities[-n].value) for row in rows if n <= len(row.quantities)]
        if len(parts) >= _PARTS and sum(parts) == total > 0:  # the last row has totals
            yield from ((100 * part / total, "%") for part in parts)
    for values in (*columns, *([quantity.value for quantity in row.quantities] for row in rows)):
        if len(values) > 1 and 0 < max(values) < 2 * min(values):  # else they are of different kinds
            mean = float(sum(values)) / len(values)
            yield from ((mean, ""), (mean, "%"), (100 * mean, "%"))


def _borne_out(claim: Quantity, stated: Quantity) -> bool:
    """Whether a number of the body can be that of the claim; a number without a unit matches any unit."""
    step, other = _step(claim), _step(stated)
    same = stated.unit == claim.unit and (bool(claim.unit) or stated.noun == claim.noun)
    of, scale = conversion(claim.unit)
    for value in {stated.value, stated.high}:
        if (not stated.unit or not claim.unit or same) and _meet(claim.value, step, value, other, same=same):
            return True
        if claim.unit == "%" and not stated.unit and _close(claim.value, step, 100 * abs(value - 1)):
            return True  # 1.09 times is 9 % more
        unit, factor = conversion(stated.unit)
        if of == unit and _meet(claim.value * scale, step * scale, value * factor, other * factor, same=same):
            return True
    return False


def _put_together(passage: Passage) -> Iterator[tuple[float, str]]:
    """Yield sums, differences, products and shares of neighbouring whole numbers, and the rest of percentages."""
    quantities = passage.quantities
    if not quantities:
        return
    # the value of each if it is a count; in tables, which have most of the numbers, this is most of the work
    counts = [
        float(quantity.value) if not quantity.unit and is_whole(quantity) else None for quantity in quantities
    ]
    yield sum(filter(None, counts)), ""
    spoken = with_english(passage.language)
    each_one = any_of(spoken, "samples.each", "bounds.per")
    both = wording(spoken, _BOTH)
    shares: set[int] | None = None
    each = each_one.search(passage.text)
    for quantity in quantities:
        if quantity.unit == "%":
            yield 100 - float(quantity.value), "%"
        elif (
            each
            and not quantity.unit
            and each_one.search(passage.text, max(0, quantity.start - _NEAR), quantity.end + _NEAR)
        ):
            yield from ((float(quantity.value) * times, "") for times in _TIMES)
    for (first, least), (second, most) in pairwise(zip(quantities, counts, strict=True)):
        if least is None or most is None or second.start - first.end + len(first.noun) >= _NEAR:
            continue
        low, high = (least, most) if least < most else (most, least)
        yield low + high, ""
        yield high - low, ""
        yield low * high, ""
        if low <= 0:
            continue
        if shares is None:
            shares = {match.end() for match in wording(spoken, _SHARE, re.IGNORECASE).finditer(passage.text)}
        if passage.kind == "table" or not shares.isdisjoint((first.start, second.start)):
            yield 100 * low / high, "%"
            yield 100 - 100 * low / high, "%"
        between = passage.text[first.end - len(first.noun) : second.start]
        if first.noun == second.noun != "" or both.match(between):
            yield 100 * low / (low + high), "%"
            yield 100 * high / (low + high), "%"


def _step(quantity: Quantity) -> Decimal:
    """Return a unit of the last significant digit: 0.1 for 93.4, 100 for 1,200, 100,000 for 1.2 million, 1 for 380."""
    exponent = quantity.value.normalize().as_tuple().exponent
    places = quantity.value.as_tuple().exponent
    if not isinstance(exponent, int) or not isinstance(places, int):
        return Decimal(0)
    if exponent >= _ROUND:
        return Decimal(1).scaleb(exponent)
    return Decimal(1).scaleb(min(places, 0) if quantity.value < _THOUSAND else min(exponent, 0))


def _meet(claim: Decimal, step: Decimal, value: Decimal, other: Decimal, *, same: bool) -> bool:
    """Whether a claim can stand for a number: equal, rounded, cut off, or with ``same`` rounded in the body."""
    if claim == value:
        return True
    if other < step:
        return _close(claim, step, value)
    return same and step < other <= 10 * step and abs(claim - value) <= other * _HALF


def _close(claim: Decimal, step: Decimal, value: Decimal) -> bool:
    return claim - step * _HALF <= value < claim + step
