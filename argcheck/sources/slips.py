"""Whether two words are one in another spelling: with a slip, a misread letter, an ending, or an umlaut in two letters."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

SLIP = 1  #: letters of a slip
_LONG_WORD = 5  #: least letters of a word with a slip
_ENDING = 2  #: most letters of an ending
_LOOK = str.maketrans("l1", "ii")
_PLURALS = ("ices", "exes", "ixes")
#: Letters that German and words in it have for others; ``c`` became ``k`` or ``z``.  Umlauts come first, and last what
#: older English has (``connexion``).
_SPELLINGS = (
    ("ae", "a"), ("oe", "o"), ("ue", "u"), ("th", "t"), ("ph", "f"), ("c", "k"), ("z", "k"), ("xion", "ktion"), ("ie", "i"),
)  # fmt: skip
_UMLAUTS = 3
_VOWELS = frozenset("aeiou")


def spelt_alike(word: str, other: str) -> bool:
    """Whether two folded words are the same except for a slip, a misread letter, or spelling."""
    from rapidfuzz.distance import OSA

    if _denies(*sorted((word, other), key=len)):
        return False
    are_long = min(len(word), len(other)) >= _LONG_WORD
    spellings = _SPELLINGS[: None if are_long else _UMLAUTS]  # ``three`` is no ``tree``
    return (
        _in_one_spelling(word, spellings) == _in_one_spelling(other, spellings)
        or _look_of(word) == _look_of(other)
        or (are_long and OSA.distance(word, other, score_cutoff=SLIP) <= SLIP)
        or _inflected(*sorted((word, other), key=len))
        or _singular(word) == _singular(other) != ""
    )


def _denies(word: str, other: str) -> bool:
    """Whether a word is the contrary of another, ``asymmetric``, ``macroscopic``; unlike ``aetiology``."""
    if other == f"a{word}":
        return word[:1] not in _VOWELS
    return any(
        word.startswith(begin) and other == end + word.removeprefix(begin) for begin, end in _opposing()
    )


@cache
def _opposing() -> tuple[tuple[str, str], ...]:
    """Return the pairs of prefixes that make opposites, each in both orders, in all languages."""
    pairs = {pair[:2] for code in vocabulary.codes() for pair in vocabulary.groups(code, "claims.opposing")}
    return tuple(
        (begin, end) for first, second in sorted(pairs) for begin, end in ((first, second), (second, first))
    )


def _inflected(stem: str, word: str) -> bool:
    """Whether a word is another with an ending: ``independently``; ``technology``, ``technologies``."""
    ending = word.startswith(stem) and len(word) - len(stem) <= _ENDING
    return len(stem) > _LONG_WORD and (ending or (stem[-1] == "y" and word == f"{stem[:-1]}ies"))


def _singular(word: str) -> str:
    """Return what the Latin and the English plural have in common, ``indices``, ``indexes``; else nothing."""
    return next((word.removesuffix(end) for end in _PLURALS if word.endswith(end)), "")


def _look_of(word: str) -> str:
    """Return a folded word with one letter for those that text recognition confuses: ``ltem``, ``iterns``."""
    return word.replace("rn", "m").translate(_LOOK)


def _in_one_spelling(word: str, spellings: Sequence[tuple[str, str]]) -> str:
    """Return a folded word with such letters in one spelling: ``uber`` for ``ueber``."""
    for other, letter in spellings:
        word = word.replace(other, letter)
    return word
