"""Whether two titles are one: markup, case, accents, subtitles and slips of the pen aside.

Thresholds: in a title of at least `_LONG` letters each long word may have `_SLIP` letter wrong; titles that
share `NEAR` of a hundred are *near*, which alone proves nothing.
"""

from __future__ import annotations

import html
import re
import unicodedata
from enum import IntEnum
from functools import lru_cache

_LONG, _SLIP = 24, 1  # letters of a title that may have slips, and of a slip
_LONG_WORD = 5  #: letters of a word that may have one
_BEGINNING = 4  #: words that a title must have to be known by its beginning
_MAIN = 12  #: letters that a title without its subtitle must have to stand for the whole
NEAR = 80

_tags = re.compile(r"<[^<>]{1,200}>").sub
_tokens = re.compile(r"[^\W_]+").findall
_digits = re.compile(r"\d+").findall
_subtitle = re.compile(r"[:?!;—]\s*|\.\s+|\s[–-]{1,3}\s|---?").split
_note = re.compile(r"[\s.]*[(\[]([^()\[\]]{3,80})[)\]][\s.}]*$").search
_numeral = re.compile(r"\d|\b[IVX]+\b").search
_command = re.compile(r"\\([A-Za-z]+)\s*|[\\${}^_~]").sub
_GREEK = frozenset({
    "alpha", "beta", "gamma", "delta", "epsilon", "lambda", "mu", "pi", "sigma", "tau", "omega", "phi", "kappa", "theta",
})  # fmt: skip
_status = re.compile(
    r"^\W*(?:retracted|retraction|withdrawn|removed|expression of concern)\b(?:\s*(?:article|paper|chapter|note|notice))?\s*[:\])—–-]+\s*",
    re.IGNORECASE,
).sub
_LETTERS = str.maketrans({
    "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "&": " and ",
    "α": " alpha ", "β": " beta ", "γ": " gamma ", "δ": " delta ", "ε": " epsilon ", "λ": " lambda ", "μ": " mu ",
    "π": " pi ", "σ": " sigma ", "τ": " tau ", "ω": " omega ", "φ": " phi ", "κ": " kappa ", "θ": " theta ",
})  # fmt: skip


class Likeness(IntEnum):
    """How much two titles, lists of names or venues agree."""

    UNKNOWN = 0  #: one of the two is missing or cannot be compared
    OTHER = 1
    NEAR = 2
    SAME = 3


@lru_cache(maxsize=16_384)
def folded(text: str) -> str:
    """Give plain text in lower case without markup, accents and notes of status such as ``RETRACTED:``."""
    text = _status("", html.unescape(_tags("", html.unescape(text)))) or text
    text = unicodedata.normalize("NFKD", _command(_letter, text) if "\\" in text or "$" in text else text)
    text = text.lower().translate(_LETTERS)
    return "".join(character for character in text if not unicodedata.combining(character))


def _letter(command: re.Match[str]) -> str:
    return f" {command[1]} " if command[1] in _GREEK else " "


@lru_cache(maxsize=16_384)
def words(text: str) -> tuple[str, ...]:
    """Give the words of a text for comparison."""
    return tuple(_tokens(folded(text).replace("'", "").replace("’", "")))


def letters(text: str) -> str:
    """Give the letters and digits of a text for comparison."""
    return "".join(words(text))


def compare_titles(ours: str, theirs: str, subtitle: str = "") -> Likeness:
    """Compare two titles; ``subtitle`` is theirs where it is kept apart."""
    forms = [theirs, f"{theirs}: {subtitle}"] if subtitle else [theirs]
    return max(_compare(ours, form) for form in forms)


@lru_cache(maxsize=16_384)
def _compare(ours: str, theirs: str) -> Likeness:
    if not letters(ours) or not letters(theirs):
        return Likeness.UNKNOWN
    forms = {(ours, theirs), (_without_note(ours), _without_note(theirs))}
    if any(_same(*form) for form in forms):
        return Likeness.SAME
    return Likeness.NEAR if max(likeness(*form) for form in forms) >= NEAR else Likeness.OTHER


def _same(ours: str, theirs: str) -> bool:
    return letters(ours) == letters(theirs) or _without_subtitle(ours, theirs) or _slip(ours, theirs)


def _without_note(title: str) -> str:
    """Leave out what stands in brackets at the end: ``(with discussion)``, ``[in Russian]``; a number tells parts apart."""
    note = _note(title)
    if note is None or _numeral(note[1]) or len(letters(title[: note.start()])) < _MAIN:
        return title
    return title[: note.start()]


def begins_alike(ours: str, theirs: str) -> bool:
    """Whether one title is the beginning of the other, of some words: it was cut off."""
    one, two = sorted((words(ours), words(theirs)), key=len)
    return len(one) >= _BEGINNING and two[: len(one)] == one


def shared_words(ours: str, theirs: str) -> float:
    """The share of the words of the shorter title that stand in the other, 0 to 1."""
    one, two = set(words(ours)), set(words(theirs))
    return len(one & two) / (min(len(one), len(two)) or 1)


def likeness(ours: str, theirs: str) -> float:
    """Say how alike two titles are, 0 to 100: letters in order, or words in any order."""
    from rapidfuzz.fuzz import ratio, token_sort_ratio

    one, two = " ".join(words(ours)), " ".join(words(theirs))
    return max(ratio(one, two), token_sort_ratio(one, two))


def says_less(ours: str, theirs: str, subtitle: str = "") -> bool:
    """Whether their title is ours without its subtitle, so that it says nothing of that."""
    whole = f"{theirs} {subtitle}"
    return len(letters(whole)) < len(letters(_without_note(ours))) and not _slip(ours, whole)


def short_form(ours: str, theirs: str) -> bool:
    """Whether one title is the other without its subtitle, however little is left of it: ``LAVT``."""
    return _without_subtitle(ours, theirs, shortest=2)


def _without_subtitle(ours: str, theirs: str, *, shortest: int = _MAIN) -> bool:
    """Whether one title is the other without its subtitle."""
    shorter, longer = sorted((folded(ours), folded(theirs)), key=lambda text: len(letters(text)))
    wanted = letters(shorter)
    if len(wanted) < shortest or len(words(shorter)) < 2 <= shortest - 2:
        return False
    parts = [letters(part) for part in _subtitle(longer) if letters(part)]
    return any("".join(parts[:end]) == wanted for end in range(1, len(parts)))


def _slip(ours: str, theirs: str) -> bool:
    """Whether two titles differ by slips of the pen or by spelling, a letter in a long word; another number is another title."""
    from rapidfuzz.distance import OSA

    one, two = letters(ours), letters(theirs)
    if one == two:
        return True
    if min(len(one), len(two)) < _LONG or _digits(one) != _digits(two):
        return False
    first, second = words(ours), words(theirs)
    if len(first) != len(second):
        return OSA.distance(one, two, score_cutoff=_SLIP) <= _SLIP
    differing = [pair for pair in zip(first, second, strict=True) if pair[0] != pair[1]]
    return len(differing) * 2 <= len(first) and all(
        min(map(len, pair)) >= _LONG_WORD and OSA.distance(*pair, score_cutoff=_SLIP) <= _SLIP
        for pair in differing
    )
