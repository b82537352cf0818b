"""Wholes, their parts and shares: what a text may claim about its numbers, and whether it can be true.

A **whole** is a number of things, and its **parts** are numbers of some of them; together they are a `Division`.
A **share** is the percentage of a whole that a part is, rounded or cut off: `Rounded` tells which numbers it may stand
for.  Readers of sentences and tables decide how certain a claim is; all arithmetic is here.
"""

from __future__ import annotations

import math
from decimal import Decimal
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.quantities import between
from argcheck.prose.samples import is_count, is_slip, swaps

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.files.diagnostic import Span
    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage

_NEARLY = 10  # a slip changes at most a tenth of a whole; with more, other things are counted
_HALF = Decimal("0.5")
_HUNDRED = 100
_PAIR = 2  # parts that may have things in common
_FINEST = 12  # most decimals of a share that count: nobody writes more, and arithmetic has room for these
_BLANKS = " \t\xa0\u2009\u202f-"


class Inconsistent(NamedTuple):
    """A number that its parts contradict."""

    span: Span
    message: str
    help: str
    doubtful: bool = False  #: whether nine in ten findings of this form are not known to be right
    raised: bool = False  #: whether a percentage is larger than rounded, by less than one unit


class Division(NamedTuple):
    """A whole and the parts that are said, or seem, to make it up."""

    whole: int
    parts: Sequence[int]

    @property
    def rest(self) -> int:
        """The whole minus its parts; may be negative."""
        return self.whole - sum(self.parts)

    @property
    def adds_up(self) -> bool:
        """Whether the parts, or the first or last of them, add up to the whole; the others may divide it once more.

        Or whether two parts do, when the last one is what they have in common.
        """
        sums = {*accumulate(self.parts), *accumulate(reversed(self.parts))}
        both = self.parts[-1] if len(self.parts) == _PAIR + 1 else 0
        return self.whole in sums or (0 < both < min(self.parts[:-1]) and -self.rest == _PAIR * both)

    @property
    def is_close(self) -> bool:
        """Whether the parts add up to the whole within a tenth of it."""
        return abs(self.rest) * _NEARLY <= self.whole

    @property
    def holds_each(self) -> bool:
        """Whether there are parts, each less than the whole."""
        return len(self.parts) > 0 and max(self.parts) < self.whole

    def has_mistyped_whole(self) -> bool:
        """Whether a slip in the whole (see `is_slip`) explains the difference, if all parts are right."""
        return is_slip(self.whole, self.whole - self.rest)

    def is_mistyped(self) -> bool:
        """Whether a slip in one number explains why the parts do not add up to the whole."""
        return self.has_mistyped_whole() or any(is_slip(part, part + self.rest) for part in self.parts)

    def is_swapped(self, least: int = 0) -> bool:
        """Whether swapping two digits of one number, at least ``least``, explains the difference: hardly by chance."""
        pairs = ((self.whole, self.whole - self.rest), *((part, part + self.rest) for part in self.parts))
        return any(str(meant) in swaps(str(written)) for written, meant in pairs if written >= least)

    def is_wrong(self) -> bool:
        """Whether a slip explains the difference better than that parts are missing, if words say that these are its parts."""
        return self.is_swapped() or (self.is_close and self.is_mistyped())

    def denied(self, place: Span) -> Inconsistent:
        """Return the finding, at the place of the whole, that its parts add up to something else."""
        terms = " + ".join(map(str, self.parts))
        return Inconsistent(
            place,
            f"the parts add up to {sum(self.parts)} ({terms}), not {self.whole}",
            "correct the total or a part, or say what the rest is",
        )


class Rounded(NamedTuple):
    """A number as written, which stands for numbers that are rounded or cut off to it."""

    value: Decimal
    step: Decimal  #: one unit of its last digit, at most 1

    @property
    def ends(self) -> tuple[Decimal, Decimal]:
        """The least and the greatest number that round to it."""
        return self.value - self.step * _HALF, self.value + self.step * _HALF

    def stands_for(self, exact: Decimal) -> bool:
        """Whether a number is rounded or cut off to this one."""
        return self.ends[0] <= exact < self.value + self.step

    def is_beside(self, exact: Decimal) -> bool:
        """Whether a number is less than one unit away, as after raising it so that shares add up to a hundred."""
        return abs(exact - self.value) < self.step

    def wholes(self, part: int) -> tuple[Decimal, Decimal]:
        """Return the least and the greatest whole of which ``part`` is this percentage."""
        most = max(self.ends[0], self.step * _HALF)
        return Decimal(_HUNDRED * part) / (self.value + self.step), Decimal(_HUNDRED * part) / most

    def parts(self, least: int | Decimal, most: int | Decimal) -> range:
        """Return the counts that are this percentage of a whole from ``least`` to ``most``."""
        ends = least * self.ends[0], most * (self.value + self.step)
        return range(*(math.ceil(end / _HUNDRED) for end in ends))

    @property
    def units(self) -> int:
        """The number in units of its last digit: 38 for 3.8."""
        return int(self.value / self.step)


def rounded(value: Decimal) -> Rounded:
    """Return a number with the step of its last decimal, of which at most `_FINEST` count."""
    return Rounded(value, Decimal(1).scaleb(-min(decimals(value), _FINEST)))


def decimals(value: Decimal) -> int:
    """Return the number of digits after the point."""
    exponent = value.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def written_percent(literal: str) -> Rounded:
    """Read a percentage as written, with a point, a raised point or a comma."""
    return rounded(Decimal(literal.replace(",", ".").replace("·", ".")))


def percentage(part: int | Decimal, whole: int | Decimal) -> Decimal:
    """Return ``part`` as a percentage of ``whole``."""
    return Decimal(_HUNDRED * part) / whole


def tells_rest(passage: Passage, division: Division, end: int) -> bool:
    """Whether a count after the parts, in their sentence, is what they leave of their whole: "(n = 59); 2 withdrew"."""
    behind = between(passage.quantities, end, passage.sentence(end - 1)[1])
    return division.rest > 0 and any(is_count(count) and count.value == division.rest for count in behind)


def number_text(quantity: Quantity) -> str:
    """Return the digits or words of a number without its noun: "22" of "22 periods"."""
    return quantity.text[: len(quantity.text) - len(quantity.noun)].rstrip(_BLANKS)


def number_place(passage: Passage, quantity: Quantity) -> Span:
    """Return the place of a number without its noun."""
    return passage.span(quantity.start, quantity.start + len(number_text(quantity)))
