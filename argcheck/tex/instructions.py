"""Finds words that instruct a judge of a paper to ignore instructions, to praise, or to pass over weaknesses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from typing import NamedTuple

from argcheck.files import data
from argcheck.files.patterns import lazy

_WINDOW = 100  # characters


class _Way(NamedTuple):
    """One way to instruct: a passage with one of ``words`` and one of ``others`` near it, in lower case."""

    words: list[str]
    others: list[str]
    pattern: re.Pattern[str]


@cache
def _ways() -> tuple[_Way, ...]:
    known = data.tables("instructions")
    parts = known["parts"].items()
    return tuple(_Way(way["words"], way["others"], _pattern(way["pattern"], parts)) for way in known["ways"])


def _pattern(source: str, parts: Iterable[tuple[str, str]]) -> re.Pattern[str]:
    for name, part in parts:
        source = source.replace(f"{{{name}}}", part)
    return lazy("".join(source.split()), re.IGNORECASE)


def instructing(text: str) -> list[tuple[int, int]]:
    """Return the ranges of instructions in a text, sorted; only the text around their words is searched."""
    lower = text.lower()
    if len(lower) != len(text):
        lower = "".join(char.lower() if len(char.lower()) == 1 else char for char in text)
    places: list[tuple[int, int]] = []
    for words, others, pattern in _ways():
        ranges = sorted(place for word in words for place in _around(lower, word))
        end = 0
        for start, stop in _merged(ranges):
            near = lower[start:stop]
            if any(other in near for other in others):
                for match in pattern.finditer(text, max(start, end), stop):
                    places.append(match.span())
                    end = match.end()
    return sorted(places)


def _around(lower: str, word: str) -> Iterator[tuple[int, int]]:
    position = lower.find(word)
    while position >= 0:
        yield max(0, position - _WINDOW), position + _WINDOW
        position = lower.find(word, position + len(word))


def _merged(ranges: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Join ranges that overlap."""
    start, end = -1, -1
    for first, last in ranges:
        if first > end:
            if end >= 0:
                yield start, end
            start, end = first, last
        else:
            end = max(end, last)
    if end >= 0:
        yield start, end
