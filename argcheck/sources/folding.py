"""Texts in the form in which they are compared: without markup, case and accents, and the script that they are in."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from functools import lru_cache

from argcheck.files.patterns import ALPHANUMERIC
from argcheck.tex import vocabulary

_tags = re.compile(r"</?[A-Za-z!][^<>]{0,400}>").sub
_formula = re.compile(
    r"\$\$[^$]{1,300}\$\$"
).sub  # in TeX, before the same formula as text: registries of some publishers
_raised = re.compile(
    r"(?<=[^\W\d_]{4})\s*<sup>\s*(?:[1*†‡§¶]|(\d))\s*</sup>\s*\Z"
).sub  # a mark of a footnote, as a registry has it; another digit than the first may be a part of the title
_command = re.compile(r"\\([A-Za-z]+)\s*|[\\${}^_~]").sub
#: Greek letters by their names, as they stand in Latin text.
_GREEK = {
    letter: unicodedata.name(letter).rpartition(" ")[2].lower().replace("lamda", "lambda")
    for letter in "αβγδεζηθικλμνξοπρςστυφχψω"
}
_NAMED = str.maketrans({letter: f" {name} " for letter, name in _GREEK.items()})
_status = re.compile(
    r"^\W*(?:retracted|retraction|withdrawn|removed|expression of concern)\b(?:\s*(?:article|paper|chapter|note|notice))?\s*[:\])—–-]+\s*",
    re.IGNORECASE,
).sub
_WITHOUT_BLANKS = frozenset({"CJK", "THAI", "LAO", "KHMER", "MYANMAR"})
_LETTERS = str.maketrans({
    "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "&": " and ",
})  # fmt: skip

#: Signs where letters have been; a question mark at the end of a word is one.
_LOST = re.compile(r"(?:\ufffd|\?(?=[^\W_]|[?\ufffd]+[^\W_]))+")
_GAPS = 7  # parts between lost letters, of a title that can still be compared


def readable(title: str) -> str:
    """Give a title without the markup of registries: tags, entities, and formulas that stand there as text, too."""
    text = html.unescape(_formula("", title) or title)
    return " ".join(html.unescape(_tags("", _raised(lambda mark: mark[1] or "", text) or text)).split())


@lru_cache(maxsize=16_384)
def folded(text: str) -> str:
    """Give plain text in lower case without markup, accents and notes of status such as ``RETRACTED:``."""
    text = _status("", readable(text)) or text
    text = unicodedata.normalize("NFKD", _command(_letter, text) if "\\" in text or "$" in text else text)
    # Of the sign for roots nothing is left, so nothing must be of its command.
    text = text.lower().replace("sqrt", " ").translate(_LETTERS)
    if script(text) != "GREEK":
        text = text.translate(_NAMED)
    return "".join(character for character in text if not unicodedata.combining(character))


def _letter(command: re.Match[str]) -> str:
    name = (command[1] or "").lower().removeprefix("var")  # capitals are folded, too
    return f" {name} " if name in _GREEK.values() else " "


@lru_cache(maxsize=16_384)
def words(text: str) -> tuple[str, ...]:
    """Give the words of a text for comparison."""
    return tuple(ALPHANUMERIC.findall(folded(text).replace("'", "").replace("’", "")))


def length(title: str) -> int:
    """Count the words of a title; where a script sets no blanks between words, two letters are taken for one."""
    return len(letters(title)) // 2 if script(title) in _WITHOUT_BLANKS else len(words(title))


def letters(text: str) -> str:
    """Give the letters and digits of a text for comparison."""
    return "".join(words(text))


@lru_cache(maxsize=16_384)
def script(text: str) -> str:
    """Name the script of most letters of a text, ``LATIN``, ``CYRILLIC``, ``CJK``; nothing without letters."""
    names = Counter(
        "LATIN" if letter.isascii() else unicodedata.name(letter, "").partition(" ")[0]
        for letter in text
        if letter.isalpha()
    )
    most = max(names, key=names.__getitem__, default="")
    return "CJK" if most in {"HIRAGANA", "KATAKANA"} else most


@lru_cache(maxsize=4096)
def languages_of(text: str) -> frozenset[str]:
    """Name the languages, by their codes, that have the most of the words of a text; none where no language has any."""
    own = set(text.lower().split())
    counts = {code: len(own & vocabulary.words(code, "titles.function-words")) for code in vocabulary.codes()}
    most = max(counts.values())
    return frozenset(code for code, count in counts.items() if count == most > 0)


def has_lost_letters(text: str) -> bool:
    """Whether signs stand in a text where letters may have been."""
    return _LOST.search(text) is not None


def same_but_for_lost(ours: str, theirs: str) -> bool:
    """Whether two texts are one but for letters that their record has lost: ``M?ller`` for Müller."""
    first, *others, last = (letters(part) for part in _LOST.split(theirs))
    kept = [first, *filter(None, others), last]  # what is lost word after word is one gap
    if len(kept) > _GAPS or 2 * sum(map(len, kept)) < len(letters(ours)):
        return False
    gaps = r"\w{0,4}?".join(map(re.escape, kept))
    return bool(re.fullmatch(gaps, letters(ours)))
