"""Periods that end before they begin: "in the years 2022-2017"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.prose.wholes import Inconsistent
from argcheck.tex.vocabulary import wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.reading import Passage, ReadText

#: Two years after a word or a bracket; after a name they are its number ("ISO 2022-2017"), and between other numbers
#: part of an address.
_YEARS = (
    r"(?:(?<=[(\[])|(?<=[a-zß-ÿ],[\s\xa0])|(?<=[a-zß-ÿ][\s\xa0]))"
    r"((?:19|20)\d\d)\s?[–—-]\s?((?:19|20)\d\d)(?![\w/]|\s?[–—-]|[.,]\d)"
)
_MOST = 60  # most years back; numbers that are further apart are not both years


def backward_periods(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the periods of a document that end before they begin."""
    for _, periods in text.finds(_in_passage, lambda passage: passage.numbers > 1):
        yield from periods


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    if passage.kind == "table":
        return
    for match in passage.at_numbers(wording((), _YEARS)):
        if 0 < int(match[1]) - int(match[2]) <= _MOST:
            yield Inconsistent(
                passage.span(*match.span()),
                f"the period ends in {match[2]}, before it begins in {match[1]}",
                "exchange the years, or correct one",
            )
