"""The words of venue names, and whether a word occurs in another name: abbreviated, contracted or with a slip."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from argcheck.files import data
from argcheck.files.patterns import ASCII_WORDS

_SLIP = 85  #: least similarity, of 100, of two words with a slip
_BEGINNING = 4  #: most letters of a word in an acronym
_BODY = 5  #: least letters of the acronym of a body that leaves out a word
_CONTRACTED = 6  #: most letters of a contraction, ``natl``, ``dtsch``; not ``Physical``, ``Physiological``
SMALL = frozenset({"of", "the", "and", "on", "in", "for"})  #: words that abbreviated names leave out
_DASHES = frozenset({" - ", " – ", " — "})
#: A number of a year, a meeting or a volume, which does not distinguish venues.
NUMBER = re.compile(r"(?:19|20)\d\d|\d+(?:st|nd|rd|th)?|[ivxl]+")


@cache
def listed(name: str) -> frozenset[str]:
    """Return a list of words of the data on venues, by its name."""
    return frozenset(data.table("venues", "words")[name].split())


def without_country(name: str) -> str:
    """Return a folded name without additions that do not identify the venue."""
    for addition in data.table("venues", "left-out")["names"].split("\n"):
        name = name.replace(f" {addition}", " ") if addition else name
    return name


def venue_words(text: str) -> list[str]:
    """Return the words of a folded name that identify the venue."""
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
    """Yield the parts of a name before each sign that may begin an addition."""
    for place, sign in enumerate(name):
        if sign in ":([" or name[place : place + 3] in _DASHES:
            yield name[:place]


def spelt_alike(first: list[str], second: list[str]) -> bool:
    """Whether two names have the same words in order, abbreviated in either or with a slip."""
    from rapidfuzz.fuzz import ratio

    return 0 < len(first) == len(second) and all(
        begins(left, right) or begins(right, left) or ratio(left, right) >= _SLIP
        for left, right in zip(first, second, strict=True)
    )


def is_one_name(ours: str, theirs: str) -> bool:
    """Whether two folded names have the same words, abbreviated or not; an edition in another language has more."""
    first, second = (
        [word for word in ASCII_WORDS.findall(name) if word not in SMALL] for name in (ours, theirs)
    )
    return spelt_alike(first, second)


def begins(short: str, long: str) -> bool:
    """Whether a word begins another, or is a contraction of it: ``natl``."""
    if long.startswith(short):
        return True
    letters = iter(long)  # a contraction keeps the first letter: "natl", "commun"
    contracted = short[0] == long[0] and 2 < len(short) <= _CONTRACTED
    return contracted and all(letter in letters for letter in short)


def is_acronym(ours: str, theirs: str) -> bool:
    """Whether one of two folded names is a word of beginnings of words of the other: ``CACM``."""
    return any(
        _acronym_of(venue_words(short), ASCII_WORDS.findall(long))
        for short, long in ((ours, theirs), (theirs, ours))
    )


def _acronym_of(short: list[str], long: list[str]) -> bool:
    """Whether a name is one word of beginnings of words of the other: ``QJE``."""
    rest = [item for item in long if item not in SMALL]
    return len(short) == 1 and 2 <= len(short[0]) <= 10 and len(rest) > 1 and is_made_of(short[0], rest)


def is_made_of(acronym: str, words: list[str]) -> bool:
    """Whether an acronym consists of the beginnings, of at most four letters, of two or more consecutive words."""
    reached = {0}  # numbers of letters of the acronym that the words so far yield
    for word in words:
        parts = [word[:end] for end in range(1, min(_BEGINNING, len(word), len(acronym) - 1) + 1)]
        ends = (at + len(part) for at in reached for part in parts if acronym.startswith(part, at))
        reached = {0, *ends}
        if len(acronym) in reached:
            return True
    return False


def are_most_initials(acronym: str, words: list[str]) -> bool:
    """Whether an acronym of a body has the first letters of its words in order, of all but one: ``ASHRAE``."""
    initials = "".join(word[0] for word in words)
    cut = (initials[:at] + initials[at + 1 :] for at in range(len(initials)))
    return len(acronym) >= _BODY and any(acronym in letters for letters in cut)
