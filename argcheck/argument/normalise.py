"""Normalise claims and prepare them for comparison.

Each distinct normalised text gets one `Fingerprint` with all that the guards and the similarity test need, however
many claims share it.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.bound_words import BOND, with_denied_parts_bound, with_labels_bound
from argcheck.files.patterns import lazy
from argcheck.tex.vocabulary import codes, flag, groups, numbers, phrases, words

if TYPE_CHECKING:
    import re


_IRREGULAR = {"can't": "can not", "won't": "will not", "shan't": "shall not", "cannot": "can not"}
_CONTRACTED = lazy(r"\b(?:can't|won't|shan't|cannot)\b|(?<=\w)n't\b")
_FORCED_AUXILIARY = lazy(r"\b(?:do|does|did)\s+not\b")
_THOUSANDS = lazy(r"(?<=\d),(?=\d{3}(?!\d))")
_POINTS = lazy(
    r"(?<=\d)[.\u00a0\u202f](?=\d{3}(?!\d))"
)  # thousands separators of numbers with a decimal comma
_COMMA = str.maketrans(",", ".")
_SEPARATORS = str.maketrans(dict.fromkeys(";:()\u2013\u2014", ","))
_BARE_FRACTION = lazy(r"(?<![\w.])\.(?=\d)")
_PERCENT = lazy(r"(?<=\d)\s+%")
_NUMBER = lazy(r"-?\d+(?:\.\d+)*(?:e-?\d+)?%?")
#: A dot outside a number, a hyphen that is not the sign of a number, a percent sign without a number.
_STRAY = lazy(r"\.(?<!\d\.)|\.(?!\d)|-(?<=\S-)|-(?!\d)|%(?<!\d%)")
_PUNCTUATION = lazy(r"[^\w\s.%-]")


class Fingerprint(NamedTuple):
    """The properties of a claim by which claims are compared."""

    norm: str
    tokens: tuple[str, ...]
    token_set: frozenset[str]
    core: frozenset[str]  # stems of the tokens that are neither negations nor numbers
    numbers: frozenset[str]
    negated: bool
    symbols: tuple[str, ...]  # relations and operators of formulas, in order of occurrence
    denied: frozenset[str] = frozenset()  # words that a negation of a part is bound to: ``not_fed``
    labels: frozenset[str] = frozenset()  # words that a number or a letter is bound to: ``theorem_3``
    language: str = "en"

    def words(self) -> frozenset[str]:
        """The stems of the words, and the words themselves, with negations and without numbers."""
        return self.core | self.token_set - self.numbers


_NOTHING: frozenset[tuple[int, int]] = frozenset()


def normalise(claim: str, language: str = "en") -> str:
    """Return the normalised text of a claim: lower case, no punctuation, no stopwords, number words as digits.

    A claim of which nothing would be left (only punctuation, only stopwords) keeps its own text, so that two such
    claims do not become equal.  What belongs to the next word alone is bound to it: ``not_fed``, ``theorem_3``.

    :param language: a code; a language without word lists has neither stopwords nor number words.
    """
    text = with_labels_bound(unicodedata.normalize("NFC", claim), language)
    text = text.lower().replace("\u2019", "'").replace("\u2212", "-")
    text = with_denied_parts_bound(_expand(text) if language == "en" else text, language)
    if language == "en":
        text = _FORCED_AUXILIARY.sub("not", text)
    text = (
        _POINTS.sub("", text).translate(_COMMA)
        if flag(language, "numbers.comma")
        else _THOUSANDS.sub("", text)
    )
    text = _PERCENT.sub("%", _BARE_FRACTION.sub("0.", text))
    text = _STRAY.sub(" ", _PUNCTUATION.sub(_space_or_symbol, text))
    digits, stopwords = _number_words(language), words(language, "claims.stopwords")
    kept = [digits.get(word, word) for word in text.split() if word not in stopwords]
    return " ".join(kept) or " ".join(claim.split())


@cache
def _number_words(language: str) -> dict[str, str]:
    """Return the digits for each word that is a number and cannot be an article."""
    articles = words(language, "numbers.articles")
    small = numbers(language, "numbers.small")
    return {word: str(value) for word, value in small.items() if word not in articles}


def fingerprint(norm: str, language: str = "en") -> Fingerprint:
    """Return the fingerprint of a normalised claim.  Linear in its length."""
    tokens = tuple(map(sys.intern, norm.split()))  # most words recur in other claims
    negations = words(language, "claims.negations")
    affirmed = [token for token in tokens if token not in negations]
    stated = {word for word in affirmed if _NUMBER.fullmatch(word)}
    bound = {token for token in tokens if BOND in token}
    denied = frozenset(token for token in bound if token.partition(BOND)[0] in negations)
    return Fingerprint(
        norm,
        tokens,
        frozenset(tokens),
        frozenset(_base(word, language) for word in affirmed if word not in stated),
        frozenset(map(_plain_number, stated)),
        (len(tokens) - len(affirmed)) % 2 == 1,
        tuple(filter(_is_mathematics, norm)),
        denied,
        frozenset(bound - denied),
        language,
    )


def with_commas(text: str) -> str:
    """Return a text with a comma for each separator of its clauses."""
    return text.translate(_SEPARATORS)


def opposed(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether one claim has a word and the other its opposite: all and some, upper and lower, likely and unlikely."""
    mine, theirs = a.words() - b.words(), b.words() - a.words()
    if not mine or not theirs:
        return False
    sides = _sides(a.language)
    for word in mine:
        for line, side in sides.get(word, _NOTHING):
            if any(
                line == other and side != against for w in theirs for other, against in sides.get(w, _NOTHING)
            ):
                return True
    prefixes = words(a.language, "claims.negating")
    if any(
        prefix + word in second
        for first, second in ((mine, theirs), (theirs, mine))
        for word in first
        for prefix in prefixes
    ):
        return True
    return any(
        word.startswith(start) and other + word.removeprefix(start) in theirs
        for start, other in _opposing(a.language)
        for word in mine
    )


@cache
def _opposing(language: str) -> tuple[tuple[str, str], ...]:
    """Return the pairs of prefixes that make opposites ("over-", "under-"), each in both orders."""
    pairs = [(pair[0], pair[1]) for pair in groups(language, "claims.opposing")]
    return (*pairs, *((second, first) for first, second in pairs))


def is_of_some(claim: Fingerprint) -> bool:
    """Whether a claim is of some cases only, so that its denial leaves it true: "some", "sometimes", "two of them"."""
    counted = claim.norm[:1].isdigit()
    return counted or not claim.token_set.isdisjoint(words(claim.language, "claims.some"))


def substituted(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether each claim has a word of its own where the other has another: promotes and suppresses, Kenya and Uganda.

    Words that the language lists as interchangeable count as equal, as do those on one side of a contrast; function
    words do not count.
    """
    mine, theirs = _meanings(a.core - b.core, a.language), _meanings(b.core - a.core, b.language)
    return bool(mine - theirs and theirs - mine)


@lru_cache(maxsize=50_000)
def _meanings(stems: frozenset[str], language: str) -> frozenset[str]:
    """Return the meanings of stems without function words: of interchangeable words the first one listed."""
    same, idle = _interchangeable(language), _function_stems(language)
    return frozenset(same.get(word, word) for word in stems if word not in idle)


@cache
def _interchangeable(language: str) -> dict[str, str]:
    """Return the first stem of each group of interchangeable words, by each of their stems."""
    lines = [
        *groups(language, "claims.synonyms"),
        *(
            forms.split("/")
            for group in groups(language, "claims.contrasts")
            for forms in group
            if "/" in forms
        ),
    ]
    first: dict[str, str] = {}
    for line in lines:
        bases = [_base(word, language) for word in line]
        known = next((first[base] for base in bases if base in first), bases[0])
        for base in bases:
            first.setdefault(base, known)
    return first


@cache
def _function_stems(language: str) -> frozenset[str]:
    return frozenset(_base(word, language) for word in words(language, "claims.function-words"))


def altered(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether just one of the claims has a word that makes it another claim: hardly, only if, fails to."""
    return not (a.token_set ^ b.token_set).isdisjoint(_altering(a.language))


@cache
def _altering(language: str) -> frozenset[str]:
    """Return the words that alter a claim: those of the language, and negations of all others, as it may be wrong."""
    denying = words(codes(), "claims.negations") - words(codes(), "claims.stopwords")
    return words(language, "claims.altering") | denying - words(language, "claims.negations")


def reordered(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether two claims have the same words in another order, as in who outperforms whom."""
    return a.tokens != b.tokens and len(a.tokens) == len(b.tokens) and sorted(a.tokens) == sorted(b.tokens)


def contrasting(claim: Fingerprint) -> frozenset[str]:
    """Return the words of a claim that are in a contrast of the language or begin with a prefix of an opposite."""
    prefixes = (
        *words(claim.language, "claims.negating"),
        *(start for start, _ in _opposing(claim.language)),
    )
    sides = _sides(claim.language)
    return frozenset(word for word in claim.words() if word in sides or word.startswith(prefixes))


def unprefixed(mine: frozenset[str], language: str) -> frozenset[str]:
    """Return the words that begin with a negating prefix, without it."""
    prefixes = words(language, "claims.negating")
    return frozenset(
        word.removeprefix(prefix) for word in mine for prefix in prefixes if word.startswith(prefix)
    )


@cache
def _sides(language: str) -> dict[str, frozenset[tuple[int, int]]]:
    """Return for each word of the contrasts of a language, and its stem, the numbers of its lines and sides."""
    sides: dict[str, set[tuple[int, int]]] = {}
    for line, group in enumerate(groups(language, "claims.contrasts")):
        for side, forms in enumerate(group):
            for form in forms.split("/"):
                for word in {form, stem(form)}:
                    sides.setdefault(word, set()).add((line, side))
    return {word: frozenset(where) for word, where in sides.items()}


def _base(word: str, language: str) -> str:
    """Return the stem of a word, of an irregular form that of its verb: "grew" as "grow"."""
    return stem(_irregular(language).get(word, word))


@cache
def _irregular(language: str) -> dict[str, str]:
    lines = map(str.split, phrases(language, "claims.irregular"))
    return {form: verb for verb, *forms in lines for form in forms}


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """Return a word without regular English endings, so that "runs" and "does not run" agree.

    Used by the negation and number guards only; similarity compares whole words.
    """
    if len(word) < 4 or not word.isalpha():
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ses", "xes", "zes", "ches", "shes")):
        word = word[:-2]
    elif _is_plural(word):
        word = word[:-1]
    word = _without_suffix(word)
    return word[:-1] if len(word) > 3 and _is_plural(word) else word  # "biasing" as "bias"


def _is_plural(word: str) -> bool:
    return word.endswith("s") and not word.endswith(("ss", "us", "is"))


def _without_suffix(word: str) -> str:
    for suffix in ("ing", "ed"):
        rest = word.removesuffix(suffix)
        if rest != word and len(rest) >= 3 and any(char in "aeiouy" for char in rest):
            if suffix == "ed" and rest[-1] == "i":
                return f"{rest[:-1]}y"
            doubled = rest[-1] == rest[-2] and rest[-1] not in "lsz"
            return (rest[:-1] if doubled else rest).removesuffix("e")
    return word.removesuffix("e")


def _expand(text: str) -> str:
    if "'" not in text and "cannot" not in text:
        return text
    return _CONTRACTED.sub(lambda match: _IRREGULAR.get(match[0], " not"), text)


def _space_or_symbol(match: re.Match[str]) -> str:
    return f" {match[0]} " if _is_mathematics(match[0]) else " "


def _is_mathematics(char: str) -> bool:
    # Relations and operators are what a formula asserts: without its sign, "x < y" would equal "x > y".
    if char.isascii():
        return char in "<=>+^~|\\"
    return unicodedata.category(char) == "Sm"


def _plain_number(token: str) -> str:
    sign = "%" if token.endswith("%") else ""
    digits = token.removesuffix("%")
    if digits.count(".") == 1 and "e" not in digits:
        digits = digits.rstrip("0").rstrip(".")
    return digits + sign
