"""Bring claims into the form in which they are compared: §3.3 of the design, with its two corrections.

A `Fingerprint` holds all that the guards and the similarity test need, so that each distinct
normalised text is analysed once, however many claims share it.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.patterns import lazy

if TYPE_CHECKING:
    import re


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


#: Words that carry nothing, by language; the French "ne" is half of a negation, and often left out.
STOPWORDS = {
    "en": _words("a an the is are was were of in on at to that this it and"),
    "de": _words("""der die das den dem des ein eine einen einem einer eines ist sind war waren von vom in im an am auf zu
        zum zur dass dies diese dieser dieses es und"""),
    "fr": _words("""le la les l un une des du de d est sont était étaient en dans sur au aux à que qu ce cet cette ces il elle
        et ne n"""),
}
#: Words that deny, by language.
NEGATIONS = {
    "en": frozenset({"not", "no", "never", "cannot", "n't", "without", "false"}),
    "de": _words("nicht kein keine keinen keinem keiner keines nie niemals ohne falsch"),
    "fr": _words("pas jamais aucun aucune sans faux fausse"),
}
_NOTHING: frozenset[str] = frozenset()

_IRREGULAR = {"can't": "can not", "won't": "will not", "shan't": "shall not", "cannot": "can not"}
_IRREGULAR_WORD = lazy(r"\b(?:can't|won't|shan't|cannot)\b")
_CONTRACTED = lazy(r"(?<=\w)n't\b")
_FORCED_AUXILIARY = lazy(r"\b(?:do|does|did)\s+not\b")
_THOUSANDS = lazy(r"(?<=\d),(?=\d{3}(?!\d))")
_POINTS = lazy(
    r"(?<=\d)[.\u00a0\u202f](?=\d{3}(?!\d))"
)  # of thousands where a comma stands before the fraction
_COMMA = str.maketrans(",", ".")
_BARE_FRACTION = lazy(r"(?<![\w.])\.(?=\d)")
_PERCENT = lazy(r"(?<=\d)\s+%")
_NUMBER = lazy(r"-?\d+(?:\.\d+)*(?:e-?\d+)?%?")
#: A dot outside a number, a hyphen that is no sign of a number.
_STRAY = lazy(r"\.(?<!\d\.)|\.(?!\d)|-(?<=\S-)|-(?!\d)|%(?<!\d%)")
_PUNCTUATION = lazy(r"[^\w\s.%-]")
_PERHAPS_MATHEMATICS = lazy(r"[^\w\s]")


class Fingerprint(NamedTuple):
    """What the comparison of two claims looks at."""

    norm: str
    tokens: tuple[str, ...]
    token_set: frozenset[str]
    core: frozenset[str]  # stems of the tokens that are neither negations nor numbers
    numbers: frozenset[str]
    negated: bool
    symbols: tuple[str, ...]  # relations and operators of formulas, in order


def normalise(claim: str, language: str = "en") -> str:
    """Return the normalised text of a claim: lower case, no punctuation, no stopwords, number words as digits.

    ``language`` is a code; one without word lists has neither stopwords nor number words.
    A claim of which nothing would be left (only punctuation, only stopwords) keeps its own text, so
    that two such claims are not taken for one.
    """
    text = unicodedata.normalize("NFC", claim).lower().replace("\u2019", "'").replace("\u2212", "-")
    if language == "en":
        text = _FORCED_AUXILIARY.sub("not", _expand(text))
    text = _POINTS.sub("", text).translate(_COMMA) if _writes_commas(language) else _THOUSANDS.sub("", text)
    text = _PERCENT.sub("%", _BARE_FRACTION.sub("0.", text))
    text = _STRAY.sub(" ", _PUNCTUATION.sub(_space_or_symbol, text))
    numbers, stopwords = _number_words(language), STOPWORDS.get(language, _NOTHING)
    words = [numbers.get(word, word) for word in text.split() if word not in stopwords]
    return " ".join(words) or " ".join(claim.split())


@cache
def _number_words(language: str) -> dict[str, str]:
    """Return the words that are numbers by themselves, and the digits for them."""
    from argcheck.quantities import ARTICLES, SMALL

    articles = ARTICLES.get(language, _NOTHING)
    return {word: str(value) for word, value in SMALL.get(language, {}).items() if word not in articles}


def _writes_commas(language: str) -> bool:
    from argcheck.quantities import COMMA

    return language in COMMA


def fingerprint(norm: str, language: str = "en") -> Fingerprint:
    """Analyse a normalised claim.  Linear in its length."""
    tokens = tuple(map(sys.intern, norm.split()))  # most words recur in other claims
    negations = NEGATIONS.get(language, _NOTHING)
    words = [token for token in tokens if token not in negations]
    stated = {word for word in words if _NUMBER.fullmatch(word)}
    return Fingerprint(
        norm,
        tokens,
        frozenset(tokens),
        frozenset(stem(word) for word in words if word not in stated),
        frozenset(map(_plain_number, stated)),
        (len(tokens) - len(words)) % 2 == 1,
        tuple(char for char in _PERHAPS_MATHEMATICS.findall(norm) if _is_mathematics(char)),
    )


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Strip regular English endings, so that "runs" and "does not run" meet.

    For the negation and number guards only: similarity compares whole words.
    """
    if len(word) < 4 or not word.isalpha():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")):
        word = word[:-2]
    elif word.endswith("s") and not word.endswith(("ss", "us", "is")):
        word = word[:-1]
    return _without_suffix(word)


def _without_suffix(word: str) -> str:
    for suffix in ("ing", "ed"):
        rest = word.removesuffix(suffix)
        if rest != word and len(rest) >= 3 and any(char in "aeiouy" for char in rest):
            doubled = rest[-1] == rest[-2] and rest[-1] not in "lsz"
            return (rest[:-1] if doubled else rest).removesuffix("e")
    return word.removesuffix("e")


def _expand(text: str) -> str:
    if "'" not in text and "cannot" not in text:
        return text
    text = _IRREGULAR_WORD.sub(lambda found: _IRREGULAR[found[0]], text)
    return _CONTRACTED.sub(" not", text)


def _space_or_symbol(found: re.Match[str]) -> str:
    return f" {found[0]} " if _is_mathematics(found[0]) else " "


def _is_mathematics(char: str) -> bool:
    # Relations and operators are what a formula asserts: "x < y" without its sign is "x > y".
    if char.isascii():
        return char in "<=>+^~|\\"
    return unicodedata.category(char) == "Sm"


def _plain_number(token: str) -> str:
    sign = "%" if token.endswith("%") else ""
    digits = token.removesuffix("%")
    if digits.count(".") == 1 and "e" not in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits + sign
