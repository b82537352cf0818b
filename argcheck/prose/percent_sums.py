"""Percentages that are parts of a hundred, or of another percentage, and do not make it up.

Read are those in parentheses behind the one that they make up ("86.6 % were lost on the way (65.1 %) and at the end (21.5 %)"), those that something is
made of, where they are more than a hundred ("composed of 75 % A and 35 % B"), and what one of two in a sentence leaves ("81.7 % took part, and the
remaining 18.3 % did not").  Each is told where one mistyped digit explains the difference, and rounding does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.prose.quantities import between
from argcheck.prose.wholes import Division, Inconsistent, rounded
from argcheck.tex.vocabulary import ends_in, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_PERCENT = r"(?<![\w.,·–-])\d{1,2}(?:[.,·]\d+)?\s?(?:%|{numbers.percent})"
#: "86.6 % were lost on the way (65.1 %) and at the end (21.5 %)"
_PARTED = rf"{_PERCENT}(?:[^\d().;:%]{{1,80}}\(\s?\d{{1,2}}(?:[.,]\d+)?\s?%\s?\)){{2,6}}(?![^.;:]{{0,80}}%)"
#: "composed of 75 % A and 25 % B", to the last of them
_MIXED = (
    rf"\b{{shares.made-of}}\s(?:{{shares.the}}\s)?{_PERCENT}(?:[^\d().;:%]{{1,60}}\s{_PERCENT}){{0,4}}[^\d().;:%]{{1,60}}"
    rf"\s{{numbers.joining}}\s(?:{{shares.the}}\s)?{_PERCENT}(?![^.;:]{{0,80}}%)"
)
_HUNDRED = 100
_PAIR = 2  # percentages of which one is left by the other
_BEFORE = 30  # characters in which the words before a number stand


def percent_sums(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the percentages that do not make up a hundred, or the one that they are parts of."""
    for _, inconsistent in text.finds(_in_passage, lambda passage: passage.numbers >= _PAIR):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    if passage.kind == "table":
        return
    percents = [quantity for quantity in passage.quantities if quantity.unit == "%"]
    if len(percents) > _PAIR:
        yield from _parted(passage, percents)
    if len(percents) >= _PAIR:
        yield from _mixed(passage, percents)
    if len(percents) >= _PAIR and passage.may_say("shares.left"):
        yield from _left(passage, percents)


def _division(whole: Quantity | None, parts: Sequence[Quantity]) -> Division | None:
    """Return the division of a percentage, or of a hundred, in units of the last digit that all of them have; None where they differ in it."""
    written = [rounded(share.value) for share in (whole, *parts) if share]
    steps = {number.step for number in written}
    if len(steps) != 1 or any(share.value != share.high for share in parts):
        return None
    units = [number.units for number in written]
    return Division(units[0], units[1:]) if whole else Division(int(_HUNDRED / steps.pop()), units)


def _parted(passage: Passage, percents: Sequence[Quantity]) -> Iterator[Inconsistent]:
    """Compare a percentage with those in parentheses behind it that it is the sum of, but for one digit of it."""
    for match in wording(with_english(passage.language), _PARTED).finditer(passage.text):
        here = between(percents, *match.span())
        if len(here) <= _PAIR or here[0].start != match.start():
            continue  # the end of a range
        total, *parts = here
        division = _division(total, parts)
        apart = division is not None and division.is_close and abs(division.rest) > len(parts)
        if division and apart and division.holds_each and division.has_mistyped_whole():
            yield Inconsistent(
                passage.span(total.start, total.start + len(f"{total.value}")),
                f"the parts {' + '.join(f'{part.value} %' for part in parts)} are not {total.value} %",
                "correct the total or a part, or say what the rest is",
            )


def _mixed(passage: Passage, percents: Sequence[Quantity]) -> Iterator[Inconsistent]:
    """Compare the shares that something is made of with a hundred, where one digit makes them more."""
    for match in wording(with_english(passage.language), _MIXED).finditer(passage.text):
        parts = between(percents, *match.span())
        division = _division(None, parts)
        if division and -division.rest > len(parts) and division.has_mistyped_part():
            yield Inconsistent(
                passage.span(parts[0].start, parts[-1].end),
                f"{' + '.join(f'{part.value} %' for part in parts)} are {sum(part.value for part in parts)} %",
                "correct one of the shares, or say what the rest is",
            )


def _left(passage: Passage, percents: Sequence[Quantity]) -> Iterator[Inconsistent]:
    """Compare "81.7 % took part, and the remaining 18.3 % did not" where the sentence has these two shares only."""
    said, spoken = passage.text, with_english(passage.language)
    for start, end in passage.sentences:
        here = between(percents, start, end)
        if len(here) != _PAIR or not all(0 < share.value == share.high < _HUNDRED for share in here):
            continue
        share, left = here
        if not ends_in(spoken, said[max(start, left.start - _BEFORE) : left.start], "shares.left"):
            continue
        division = _division(None, here)
        if division and abs(division.rest) > 1 and division.has_mistyped_part():
            yield Inconsistent(
                passage.span(left.start, left.end),
                f"{share.value} % leave {_HUNDRED - share.value} %, not {left.value} %",
                "correct one of the two shares, or say what the rest is",
            )
