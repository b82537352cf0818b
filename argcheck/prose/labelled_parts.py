"""Parts with their names in parentheses, and the number before them that they make up: "196 webs (lake, n = 47; marine, n = 28; ...)"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import YEAR
from argcheck.prose.quantities import between
from argcheck.prose.samples import corrections, is_count, is_slip, swapped
from argcheck.prose.sentence_totals import Inconsistent, added, place_of_number
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText

_N = r"(?:\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f]\d{3})+|\d+)"
_NAME = r"[^\W\d_][^=;()]{0,40}?|[^=;(),\s]{1,12}"
_ITEM = rf"(?:{_NAME})(?:[,:]?\s[nN])?\s?=\s?{_N}"
_LABELLED = rf"\(({_ITEM}(?:[;,]\s{_ITEM}){{2,19}})\)"
_VALUE = rf"=\s?({_N})(?=[;,]\s|\Z)"
_NEAREST = 50  # quantities before the parts, of which one may be what they make up
_LEAST = 20  # of a whole: fewer may be parameters


def labelled_parts(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the numbers that the labelled parts behind them make up, but for one digit that is mistyped."""
    for _, inconsistent in text.finds(
        _in_passage, lambda passage: "=" in passage.text and passage.numbers > 3
    ):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    for match in wording((), _LABELLED).finditer(passage.text):
        values = [natural(value) for value in wording((), _VALUE).findall(match[1])]
        before = between(passage.quantities, 0, match.start())[-_NEAREST:]
        wholes = [quantity for quantity in before if _may_be_whole(quantity, values)]
        if len(values) < 3 or not wholes or any(int(whole.value) == sum(values) for whole in wholes):
            continue
        whole = wholes[-1]
        meant = corrections(int(whole.value), values)
        if swapped(meant) or any(is_slip(*pair) for pair in meant):
            yield added(place_of_number(passage, whole), values, int(whole.value))


def _may_be_whole(quantity: Quantity, parts: list[int]) -> bool:
    """Whether a quantity before its parts may be what parts make up: larger than each of them, and not much else."""
    value = quantity.value
    counted = is_count(quantity) and value >= _LEAST and not YEAR.match(quantity.text)
    return counted and max(parts, default=0) < value and 10 * abs(value - sum(parts)) <= value
