"""Counts of one thing that differ in two neighbouring digits: "2,871 letters" and "2,781 letters".

The more frequent of the two is taken for the right one.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING

from argcheck.prose.samples import count_of, is_count, swaps
from argcheck.tex.vocabulary import flag, with_english, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText
    from argcheck.prose.samples import Count

_YEARS = range(1500, 2101)
_CERTAIN = 1000  # from here on, two counts hardly ever differ in a swap of digits by chance
_DISTINCT = 200  # most different counts of one noun: with more, they are years, pages or prices


def transposed(text: ReadText) -> Iterator[tuple[Count, Count]]:
    """Yield pairs of counts of the same things that differ in a swap of digits, the more frequent first."""
    counted: dict[str, dict[str, list[tuple[Passage, Quantity]]]] = {}
    for passage, quantities in text.finds(_precise, attrgetter("may_count"), own=True):
        for quantity in quantities:
            places = counted.setdefault(quantity.noun, {}).setdefault(str(int(quantity.value)), [])
            places.append((passage, quantity))
    for noun, counts in counted.items():
        for digits, places in counts.items() if len(counts) <= _DISTINCT else ():
            for other in swaps(digits):
                often = counts.get(other, [])
                enough = len(often) > 1 or (often and int(digits) >= _CERTAIN)
                if enough and (len(often), other) > (len(places), digits):
                    first, second = (
                        count_of(noun, quantity, passage.place_of(quantity))
                        for (passage, quantity), *_ in (often, places)
                    )
                    yield first, second


def _precise(passage: Passage) -> Iterator[Quantity]:
    """Yield the precise counts of a passage: of things, and not round, years or names."""
    for quantity in passage.quantities:
        thing = len(quantity.noun) > 3 and not _is_measure(quantity.noun, passage.language)
        named = quantity.text.split()[-1].istitle() and not flag(passage.language, "language.capitals")
        if thing and not named and is_count(quantity) and _is_precise(passage, quantity):
            yield quantity


def _is_precise(passage: Passage, quantity: Quantity) -> bool:
    """Whether a count is not a round number, a year or the name of something: "837 implies 107"."""
    value = int(quantity.value)
    if not quantity.text[0].isdigit() or value < 100 or value % (100 if value >= _CERTAIN else 10) == 0:
        return False
    year = value in _YEARS and quantity.text[:4].isdigit()
    return not year and not passage.text[quantity.end :].lstrip("\xa0 ")[:1].isdigit()


def _is_measure(thing: str, language: str) -> bool:
    """Whether a word is a unit, such as one of time: 14 months and 41 months may both be right."""
    return thing.lower() in words(with_english(language), "numbers.measures")
