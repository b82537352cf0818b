"""Shares that a sentence states outside of parentheses, and that their own two numbers, or what is left of a hundred, do not give.

"223.2 out of 5672.5 = 3.9 %", "68/100, which is 68 %", "45 of the 60 trials, or 75 %"; "81.7 % ... the remaining 18.3 %".
"""

from __future__ import annotations

from decimal import Decimal
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.number_words import number_at
from argcheck.prose.quantities import between
from argcheck.prose.samples import is_slip
from argcheck.prose.sentence_totals import Inconsistent
from argcheck.tex.vocabulary import ends_in, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.reading import Passage, ReadText

_NUMBER = r"\d[\d,.'\u2019\u00a0\u2009\u202f]{0,20}(?<=\d)(?![\w'])"
_NOUNS = r"(?:[\s\xa0][^\W\d_][\w'’-]*){0,3}?"
_SHARE = (
    rf"(?<![\w.,/:–-])({_NUMBER})(?:\s{{shares.out-of}}(?:\s{{shares.the}})?\s|\s?/\s?)({_NUMBER})(?![.,]?\d){_NOUNS}"
    rf"(?:\s?=\s?|,?\s{{differences.stated-as}}\s)({_NUMBER})\s?(?:%|{{numbers.percent}})"
)
_MONTHS = 12  # "5/6" is a day as well
_HUNDRED = 100
_NUMBERS = 3  # in each share
_PAIR = 2  # shares that make up a whole
_BEFORE = 30  # characters in which the words before a number stand


def stated_shares(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the shares that are not those of the two numbers before them, or what a share leaves."""
    for _, inconsistent in (
        *text.finds(_of_two_numbers, lambda passage: passage.numbers >= _NUMBERS),
        *text.finds(_left, lambda passage: passage.numbers > 1 and passage.may_say("shares.left")),
    ):
        yield from inconsistent


class _Rounded(NamedTuple):
    """A number as it is written."""

    value: Decimal
    step: Decimal  #: one unit of its last digit behind the point, none of a whole number

    @property
    def ends(self) -> tuple[Decimal, Decimal]:
        """The least and the greatest number that would be rounded to it."""
        return self.value - self.step / 2, self.value + self.step / 2


def _of_two_numbers(passage: Passage) -> Iterator[Inconsistent]:
    if passage.kind == "table":
        return
    for match in passage.at_numbers(wording(with_english(passage.language), _SHARE)):
        part, whole, percent = (_read(literal, passage.language) for literal in match.groups())
        if not part or not whole or not percent or not 0 < part.value <= whole.value:
            continue
        if whole.value <= _MONTHS and "/" in match[0]:
            continue
        unit = percent.step or Decimal(1)
        shares = [_HUNDRED * a / b for a, b in product(part.ends, whole.ends)]
        # It may be cut off, too.
        if min(shares) < percent.value + unit and percent.value - unit / 2 <= max(shares):
            continue
        exact = _HUNDRED * part.value / whole.value
        near = round(exact, max(1, -_exponent(percent.value)))
        yield Inconsistent(
            passage.span(*match.span()),
            f"{match[1]} of {match[2]} are {near.normalize():f} %, not {match[3]} %",
            "correct the percentage or one of the two numbers",
        )


def _left(passage: Passage) -> Iterator[Inconsistent]:
    """Compare "81.7 % took part, and the remaining 18.3 % did not" where the sentence has these two shares only."""
    if passage.kind == "table":
        return
    said, spoken = passage.text, with_english(passage.language)
    shares = [share for share in passage.quantities if share.unit == "%"]
    for start, end in passage.sentences if len(shares) > 1 else ():
        here = between(shares, start, end)
        if len(here) != _PAIR or not ends_in(
            spoken, said[max(start, here[1].start - _BEFORE) : here[1].start], "shares.left"
        ):
            continue
        share, left = here
        unit = max(Decimal(1).scaleb(_exponent(item.value)) for item in here)
        plain = all(item.value == item.high and 0 < item.value < _HUNDRED for item in here)
        scale = 1 / unit
        written, right = int(left.value * scale), int((_HUNDRED - share.value) * scale)
        meant = (written, right), (int(share.value * scale), int((_HUNDRED - left.value) * scale))
        if plain and abs(written - right) > 1 and any(is_slip(*pair) for pair in meant):
            yield Inconsistent(
                passage.span(left.start, left.end),
                f"{share.value} % leave {_HUNDRED - share.value} %, not {left.value} %",
                "correct one of the two shares, or say what the rest is",
            )


def _read(literal: str, language: str) -> _Rounded | None:
    number = number_at(literal, 0, language)
    if number is None or number[2] != len(literal):
        return None
    exponent = _exponent(number[0])
    return _Rounded(number[0], Decimal(1).scaleb(exponent) if exponent < 0 else Decimal(0))


def _exponent(value: Decimal) -> int:
    exponent = value.as_tuple().exponent
    return exponent if isinstance(exponent, int) else 0
