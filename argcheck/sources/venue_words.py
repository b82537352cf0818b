"""The words of a name of a venue, and whether a word is one in another name: abbreviated, contracted or with a slip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from argcheck.files import data
from argcheck.files.patterns import ASCII_WORDS

_SLIP = 85  #: of a hundred: letters of two words
_BEGINNING = 4  #: letters of a word in an acronym
_CONTRACTED = 6  #: letters of a contraction, at most: ``natl``, ``dtsch``; a longer word is another one: ``Physical``, ``Physiological``
SMALL = frozenset({"of", "the", "and", "on", "in", "for"})  #: words that abbreviated names leave out
_DASHES = frozenset({" - ", " – ", " — "})
#: A number in a name, which tells no venues apart: of a year, a meeting, a volume.
NUMBER = re.compile(r"(?:19|20)\d\d|\d+(?:st|nd|rd|th)?|[ivxl]+")


@cache
def listed(name: str) -> frozenset[str]:
    """Give a list of words of the data on venues, by its name."""
    return frozenset(data.table("venues", "words")[name].split())


def without_country(name: str) -> str:
    """Leave out what stands behind a folded name and does not identify the venue."""
    for said in data.table("venues", "left-out")["names"].split("\n"):
        name = name.replace(f" {said}", " ") if said else name
    return name


def venue_words(text: str) -> list[str]:
    """Give the words of a folded name that tell of which venue it is."""
    text = without_country(text).replace(
        " for. ", " forest "
    )  # `for` is no word of a name, its abbreviation is
    text = f" {text.replace('l.j', 'l. j').replace('j.l.', 'j. l. ')}".replace(
        " l. ", " law "
    )  # and no number
    return [
        word
        for word in ASCII_WORDS.findall(text)
        if word not in listed("empty") and not NUMBER.fullmatch(word)
    ]


def beginnings(name: str) -> Iterator[str]:
    """Yield what stands before each sign that may begin an addition to a name."""
    for place, sign in enumerate(name):
        if sign in ":([" or name[place : place + 3] in _DASHES:
            yield name[:place]


def spelt_alike(first: list[str], second: list[str]) -> bool:
    """Whether two names have the same words in order, each abbreviated in one of the two or with a slip."""
    from rapidfuzz.fuzz import ratio

    return 0 < len(first) == len(second) and all(
        begins(left, right) or begins(right, left) or ratio(left, right) >= _SLIP
        for left, right in zip(first, second, strict=True)
    )


def is_one_name(ours: str, theirs: str) -> bool:
    """Whether two folded names have the same words, however abbreviated; an edition in another language has more."""
    first, second = (
        [word for word in ASCII_WORDS.findall(name) if word not in SMALL] for name in (ours, theirs)
    )
    return spelt_alike(first, second)


def begins(short: str, long: str) -> bool:
    """Whether a word begins another one, or is made of its letters: ``natl``."""
    if long.startswith(short):
        return True
    letters = iter(long)  # "natl", "commun": a contraction keeps the first letter
    contracted = short[0] == long[0] and 2 < len(short) <= _CONTRACTED
    return contracted and all(letter in letters for letter in short)


def is_acronym(ours: str, theirs: str) -> bool:
    """Whether one of two folded names is a word made of the beginnings of words of the other: ``CACM``."""
    return any(
        _acronym_of(venue_words(short), ASCII_WORDS.findall(long))
        for short, long in ((ours, theirs), (theirs, ours))
    )


def _acronym_of(short: list[str], long: list[str]) -> bool:
    """Whether a name is one word made of the beginnings of words of the other: ``QJE``."""
    rest = [item for item in long if item not in SMALL]
    return len(short) == 1 and 2 <= len(short[0]) <= 10 and len(rest) > 1 and is_made_of(short[0], rest)


def is_made_of(acronym: str, words: list[str]) -> bool:
    """Whether ``acronym`` is beginnings of two or more consecutive words, of four letters at the most."""
    reached = {0}  # letters of the acronym that the words up to here give
    for word in words:
        parts = [word[:end] for end in range(1, min(_BEGINNING, len(word), len(acronym) - 1) + 1)]
        ends = (at + len(part) for at in reached for part in parts if acronym.startswith(part, at))
        reached = {0, *ends}
        if len(acronym) in reached:
            return True
    return False
