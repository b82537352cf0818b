"""The content words and quantities of sentences, by which passages about the same subject are recognised."""

from __future__ import annotations

from functools import cache

from argcheck.argument.normalise import stem
from argcheck.files.patterns import lazy
from argcheck.tex.vocabulary import words

_WORD = lazy(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_QUANTITY = lazy(r"(?<![\w.])(\d+(?:[.,]\d+)*)\s?(%|°|[A-Za-zµ]{1,3}\b)?")
_ENGLISH = 1


def is_foreign(text: str) -> bool:
    """Whether a sentence of an English document is in another language, as it has no common English word."""
    return len(_common().intersection(text.lower().split()) - words("en", "claims.elsewhere")) < _ENGLISH


def is_telling(word: str) -> bool:
    """Whether a word of a bag is a quantity that is rare by chance: with a unit or two digits."""
    return word[0].isdigit() and len(word) > 1


@cache
def _common() -> frozenset[str]:
    return words("en", "claims.stopwords") | words("en", "claims.common")


def bag_of(text: str) -> frozenset[str]:
    """Return the stems of the content words of a sentence, and its quantities with units."""
    carrying = (word for word in _WORD.findall(text.lower()) if len(word) > 2 and word not in _common())
    return frozenset(map(stem, carrying)) | {
        number + unit for number, unit in _QUANTITY.findall(text.lower())
    }
