"""Reviews of books, whose titles name the book in many ways: ``Book Review: Tides``, ``Review of E. Lund, Tides``."""

from __future__ import annotations

from functools import cache

from argcheck.sources.folding import letters, part_words, words
from argcheck.tex import vocabulary

_LEAST = 2  #: least words of the title of a book
_SIGNS = str.maketrans("([.", ":::")  #: before a label at the end


def are_reviews_of_one(ours: str, theirs: str) -> bool:
    """Whether both titles are of reviews, and one names all that the other does: the book, and perhaps its author."""
    return any(_has(named, other) for named in _reviewed(ours) for other in _reviewed(theirs))


def _has(some: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether one of two titles has all words of the other in a row."""
    short, long = sorted((some, others), key=len)
    ends = range(len(short), len(long) + 1)
    return len(short) >= _LEAST and any(long[end - len(short) : end] == short for end in ends)


def _reviewed(title: str) -> set[tuple[str, ...]]:
    """Return the words of the title of a review after or before its label, also without its author; none for anything else.

    A survey is *a* review, or a systematic one.
    """
    title_words = words(title)
    first = next((place for place, word in enumerate(title_words) if word not in part_words()), 0)
    label = words(title.translate(_SIGNS).rpartition(":")[2])
    if title_words[first : first + 1] and title_words[first] in _marks():
        named = title_words[first + 1 :]
        named = named[next((at for at, word in enumerate(named) if word not in _small()), 0) :]
    elif label and label[-1] in _marks() and part_words().issuperset(label[:-1]):
        named = title_words[: -len(label)]
    else:
        return set()
    by = max((place for place, word in enumerate(named) if word in _by()), default=len(named))
    return {named, named[:by]}


@cache
def _marks() -> frozenset[str]:
    return frozenset(map(letters, vocabulary.words(vocabulary.codes(), "titles.reviews")))


@cache
def _by() -> frozenset[str]:
    return frozenset(map(letters, vocabulary.words(vocabulary.codes(), "titles.by")))


@cache
def _small() -> frozenset[str]:
    return part_words() | set(map(letters, vocabulary.words(vocabulary.codes(), "titles.opening")))
