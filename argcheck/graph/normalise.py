"""Bring claims into the form in which they are compared: §3.3 of the design, with its two corrections.

A `Fingerprint` holds all that the guards and the similarity test need, so that each distinct
normalised text is analysed once, however many claims share it.
"""

from __future__ import annotations

import re
import unicodedata
from typing import NamedTuple

STOPWORDS = frozenset(
    ["a", "an", "the", "is", "are", "was", "were", "of", "in", "on", "at", "to", "that", "this", "it", "and"]
)
NEGATIONS = frozenset({"not", "no", "never", "cannot", "n't", "without", "false"})

_IRREGULAR = {"can't": "can not", "won't": "will not", "shan't": "shall not", "cannot": "can not"}
_IRREGULAR_WORD = re.compile(r"\b(?:can't|won't|shan't|cannot)\b")
_CONTRACTED = re.compile(r"(?<=\w)n't\b")
_FORCED_AUXILIARY = re.compile(r"\b(?:do|does|did)\s+not\b")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_BARE_FRACTION = re.compile(r"(?<![\w.])\.(?=\d)")
_PERCENT = re.compile(r"(?<=\d)\s+%")
_NUMBER = re.compile(r"-?\d+(?:\.\d+)*(?:e-?\d+)?%?")
#: A dot outside a number, a hyphen that is no sign of a number.
_STRAY = re.compile(r"(?<!\d)\.|\.(?!\d)|(?<=\S)-|-(?!\d)|(?<!\d)%")
_PUNCTUATION = re.compile(r"[^\w\s.%-]")
_NUMBER_WORDS = {
    word: str(value)
    for value, word in enumerate(
        [
            "zero",
            "one",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "eleven",
            "twelve",
            "thirteen",
            "fourteen",
            "fifteen",
            "sixteen",
            "seventeen",
            "eighteen",
            "nineteen",
            "twenty",
        ]
    )
    if word != "one"  # mostly a pronoun
}


class Fingerprint(NamedTuple):
    """What the comparison of two claims looks at."""

    norm: str
    tokens: tuple[str, ...]
    token_set: frozenset[str]
    core: frozenset[str]  # stems of the tokens that are neither negations nor numbers
    numbers: frozenset[str]
    negated: bool
    symbols: tuple[str, ...]  # relations and operators of formulas, in order


def normalise(claim: str) -> str:
    """Return the normalised text of a claim: lower case, no punctuation, no stopwords.

    A claim of which nothing would be left (only punctuation, only stopwords) keeps its own text, so
    that two such claims are not taken for one.
    """
    text = unicodedata.normalize("NFC", claim).lower().replace("\u2019", "'").replace("\u2212", "-")
    text = _FORCED_AUXILIARY.sub("not", _expand(text))
    text = _PERCENT.sub("%", _BARE_FRACTION.sub("0.", _THOUSANDS.sub("", text)))
    text = _STRAY.sub(" ", _PUNCTUATION.sub(_space_or_symbol, text))
    words = [_NUMBER_WORDS.get(word, word) for word in text.split() if word not in STOPWORDS]
    return " ".join(words) or " ".join(claim.split())


def fingerprint(norm: str) -> Fingerprint:
    """Analyse a normalised claim.  Linear in its length."""
    tokens = tuple(norm.split())
    words = [token for token in tokens if token not in NEGATIONS]
    numbers = frozenset(_plain_number(token) for token in words if _NUMBER.fullmatch(token))
    return Fingerprint(
        norm,
        tokens,
        frozenset(tokens),
        frozenset(stem(token) for token in words if not _NUMBER.fullmatch(token)),
        numbers,
        (len(tokens) - len(words)) % 2 == 1,
        tuple(char for char in norm if _is_mathematics(char)),
    )


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
