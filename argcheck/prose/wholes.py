"""Wholes, their parts and shares: what a text may claim of its numbers, and whether it can be so.

A **whole** is a number of things, its **parts** are numbers of some of them: that the parts make it up is a `Division`.
A **share** is the percentage of a whole that a part is, which somebody rounded or cut off: `Rounded` says of what it
may be written.  Who reads a claim out of a sentence or a table says how surely it is one, and all arithmetic is here.
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

_NEARLY = 10  # of a whole what one mistyped digit may change: with more, other things are counted
_HALF = Decimal("0.5")
_HUNDRED = 100
_PAIR = 2  # parts that may have things in common
_FINEST = 12  # decimals of a share; nobody writes more, and with what stands before the point arithmetic still has room for these
_BLANKS = " \t\xa0\u2009\u202f-"


class Inconsistent(NamedTuple):
    """A number that its parts contradict."""

    span: Span
    message: str
    help: str
    doubtful: bool = False  #: of what is told so, nine in ten are not known to be right
    raised: bool = False  #: a percentage that is more than rounding makes it, by less than one unit


class Division(NamedTuple):
    """A whole and the parts that are said, or seem, to make it up."""

    whole: int
    parts: Sequence[int]

    @property
    def rest(self) -> int:
        """What the parts leave of the whole; negative where they are more."""
        return self.whole - sum(self.parts)

    @property
    def adds_up(self) -> bool:
        """Whether parts add up to the whole, or some of them do and the others divide it once more.

        Those are the first or the last of them; or the last is what two have in common.
        """
        sums = {*accumulate(self.parts), *accumulate(reversed(self.parts))}
        both = self.parts[-1] if len(self.parts) == _PAIR + 1 else 0
        return self.whole in sums or (0 < both < min(self.parts[:-1]) and -self.rest == _PAIR * both)

    @property
    def is_close(self) -> bool:
        """Whether the parts are the whole but for a tenth of it."""
        return abs(self.rest) * _NEARLY <= self.whole

    @property
    def holds_each(self) -> bool:
        """Whether there are parts, and each is less than the whole."""
        return len(self.parts) > 0 and max(self.parts) < self.whole

    def has_mistyped_whole(self) -> bool:
        """Whether one digit of the whole was mistyped, lost or doubled, or two changed places, if all parts are right."""
        return is_slip(self.whole, self.whole - self.rest)

    def has_mistyped_part(self) -> bool:
        """Whether that happened to a part, if all else is right."""
        return any(is_slip(part, part + self.rest) for part in self.parts)

    def is_mistyped(self) -> bool:
        """Whether one mistyped number explains why the parts do not make up the whole."""
        return self.has_mistyped_whole() or self.has_mistyped_part()

    def is_swapped(self, least: int = 0) -> bool:
        """Whether two digits of one number, which is no less than ``least``, changed places: that hardly happens by chance."""
        pairs = ((self.whole, self.whole - self.rest), *((part, part + self.rest) for part in self.parts))
        return any(str(meant) in swaps(str(written)) for written, meant in pairs if written >= least)

    def is_wrong(self, *, told: bool) -> bool:
        """Whether a slip is a better reason for the difference than that the parts are not all, or not of this whole.

        :param told: whether words say that these are its parts.
        """
        return self.is_swapped() or (told and self.is_close and self.is_mistyped())

    def denied(self, place: Span) -> Inconsistent:
        """Say at the place of the whole what its parts add up to."""
        terms = " + ".join(map(str, self.parts))
        return Inconsistent(
            place,
            f"the parts add up to {sum(self.parts)} ({terms}), not {self.whole}",
            "correct the total or a part, or say what the rest is",
        )


class Rounded(NamedTuple):
    """A number as it is written, which is what others are rounded to or cut off to."""

    value: Decimal
    step: Decimal  #: one unit of its last digit, at most 1

    @property
    def ends(self) -> tuple[Decimal, Decimal]:
        """The least and the greatest number that are rounded to it."""
        return self.value - self.step * _HALF, self.value + self.step * _HALF

    def stands_for(self, least: Decimal, most: Decimal | None = None) -> bool:
        """Whether a number, or one between two, is rounded or cut off to this one."""
        return self.ends[0] <= (least if most is None else most) and least < self.value + self.step

    def is_beside(self, exact: Decimal) -> bool:
        """Whether a number is less than one unit away: also one that was raised, so that shares make a hundred."""
        return abs(exact - self.value) < self.step

    def wholes(self, part: int) -> tuple[Decimal, Decimal]:
        """Return the least and the greatest whole of which a part is this percentage."""
        most = max(self.ends[0], self.step * _HALF)
        return Decimal(_HUNDRED * part) / (self.value + self.step), Decimal(_HUNDRED * part) / most

    def parts(self, least: int | Decimal, most: int | Decimal) -> range:
        """Return the counts that are this percentage of a whole between two numbers."""
        ends = least * self.ends[0], most * (self.value + self.step)
        return range(*(math.ceil(end / _HUNDRED) for end in ends))

    @property
    def units(self) -> int:
        """How many units of its last digit it is: 38 of 3.8."""
        return int(self.value / self.step)


def rounded(value: Decimal) -> Rounded:
    """Return a number as it is written in decimals, of which no more than `_FINEST` say how exact it is."""
    return Rounded(value, Decimal(1).scaleb(-min(decimals(value), _FINEST)))


def decimals(value: Decimal) -> int:
    """Return how many digits stand behind the point."""
    exponent = value.as_tuple().exponent
    return max(-exponent, 0) if isinstance(exponent, int) else 0


def written_percent(literal: str) -> Rounded:
    """Read a percentage as it is written, with a point, a raised point or a comma."""
    return rounded(Decimal(literal.replace(",", ".").replace("·", ".")))


def percentage(part: int | Decimal, whole: int | Decimal) -> Decimal:
    """Return how many per cent of a whole a part is."""
    return Decimal(_HUNDRED * part) / whole


def tells_rest(passage: Passage, division: Division, end: int) -> bool:
    """Whether what the parts leave of their whole is a count behind them, up to the end of their sentence: "(n = 59); 2 withdrew"."""
    behind = between(passage.quantities, end, passage.sentence(end - 1)[1])
    return division.rest > 0 and any(is_count(count) and count.value == division.rest for count in behind)


def number_text(quantity: Quantity) -> str:
    """Return the digits or words of a number without what it counts: "22" of "22 periods"."""
    return quantity.text[: len(quantity.text) - len(quantity.noun)].rstrip(_BLANKS)


def number_place(passage: Passage, quantity: Quantity) -> Span:
    """Return the place of a number without what it counts."""
    return passage.span(quantity.start, quantity.start + len(number_text(quantity)))
