"""Texts in the form in which they are compared, without markup, case and accents; scripts and languages."""

from __future__ import annotations

import html
import re
import unicodedata
from collections import Counter
from functools import cache, lru_cache

from argcheck.files.patterns import ALPHANUMERIC
from argcheck.tex import vocabulary

_tags = re.compile(r"</?[A-Za-z!][^<>]{0,400}>").sub
_formula = re.compile(
    r"\$\$[^$]{1,300}\$\$"
).sub  # in TeX, before the same formula as text: registries of some publishers
_raised = re.compile(
    r"(?<=[^\W\d_]{4})\s*<sup>\s*(?:[1*†‡§¶]|(\d))\s*</sup>\s*\Z"
).sub  # a footnote mark of a registry; other digits may belong to the title
_command = re.compile(r"\\([A-Za-z]+)\s*|[\\${}^_~]").sub
#: Greek letters by their names in Latin text.
_GREEK = {
    letter: unicodedata.name(letter).rpartition(" ")[2].lower().replace("lamda", "lambda")
    for letter in "αβγδεζηθικλμνξοπρςστυφχψω"
}
_NAMED = str.maketrans({letter: f" {name} " for letter, name in _GREEK.items()})
_PHONETIC = str.maketrans("ɑɛɣɩɸʊ", "αεγιφυ")  #: Latin letters that look like Greek ones
_status = re.compile(
    r"^\W*(?:retracted|retraction|withdrawn|removed|expression of concern)\b(?:\s*(?:article|paper|chapter|note|notice))?\s*[:\])—–-]+\s*",
    re.IGNORECASE,
).sub
_WITHOUT_BLANKS = frozenset({"CJK", "THAI", "LAO", "KHMER", "MYANMAR"})
_LETTERS = str.maketrans({
    "ß": "ss", "ø": "o", "æ": "ae", "œ": "oe", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i", "&": " and ",
})  # fmt: skip

#: What pages give for ligatures of fonts in Adobe's standard encoding, where a small letter follows.
_LIGATURES = {"®": "fi", "¯": "fl"}

#: Replacement characters for lost letters; also a question mark within a word.
_LOST = re.compile(r"(?:\ufffd|\?(?=[^\W_]|[?\ufffd]+[^\W_]))+")
ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")
SHOWING = 2  #: least function words that show the language of a title
_YEAR = 4  #: figures
_GAPS = 7  # most parts between lost letters of a title that can still be compared


def readable(title: str) -> str:
    """Return a title without the markup of registries: tags, entities, and formulas that are also there as text."""
    text = html.unescape(_formula("", title) or title)
    return " ".join(html.unescape(_tags("", _raised(lambda mark: mark[1] or "", text) or text)).split())


@lru_cache(maxsize=16_384)
def folded(text: str) -> str:
    """Return plain text in lower case without markup, accents and notes of status such as ``RETRACTED:``."""
    text = _with_ligatures(_status("", readable(text)) or text)
    text = unicodedata.normalize("NFKD", _command(_letter, text) if "\\" in text or "$" in text else text)
    # Nothing is left of the sign for roots, so its command is removed, too.
    text = text.lower().replace("sqrt", " ").translate(_LETTERS)
    if script(text) != "GREEK":
        text = text.translate(_PHONETIC).translate(_NAMED)
    return "".join(character for character in text if not unicodedata.combining(character))


def _with_ligatures(text: str) -> str:
    for sign, letters_of_it in _LIGATURES.items():
        first, *others = text.split(sign)
        text = first + "".join(f"{letters_of_it if part[:1].islower() else sign}{part}" for part in others)
    return text


def _letter(command: re.Match[str]) -> str:
    name = (command[1] or "").lower().removeprefix("var")  # capitals are folded, too
    return f" {name} " if name in _GREEK.values() else " "


@lru_cache(maxsize=16_384)
def words(text: str) -> tuple[str, ...]:
    """Return the words of a text for comparison."""
    return tuple(ALPHANUMERIC.findall(folded(text).replace("'", "").replace("’", "")))


def length(title: str) -> int:
    """Return the number of words of a title; in scripts without blanks two letters count as a word."""
    return len(letters(title)) // 2 if script(title) in _WITHOUT_BLANKS else len(words(title))


def letters(text: str) -> str:
    """Return the letters and digits of a text for comparison."""
    return "".join(words(text))


@lru_cache(maxsize=16_384)
def script(text: str) -> str:
    """Return the script of most letters of a text, such as ``LATIN`` or ``CJK``, or an empty text without letters."""
    names = Counter(
        "LATIN" if letter.isascii() else unicodedata.name(letter, "").partition(" ")[0]
        for letter in text
        if letter.isalpha()
    )
    most = max(names, key=names.__getitem__, default="")
    return "CJK" if most in {"HIRAGANA", "KATAKANA"} else most


@lru_cache(maxsize=4096)
def languages_of(text: str, least: int = 1) -> frozenset[str]:
    """Return the codes of the languages with most function words of a text; none if no language has at least so many."""
    own = set(text.lower().split())
    counts = {code: len(own & vocabulary.words(code, "titles.function-words")) for code in vocabulary.codes()}
    most = max(counts.values())
    return frozenset(code for code, count in counts.items() if count == most >= least)


def has_lost_letters(text: str) -> bool:
    """Whether a text has characters that may replace lost letters."""
    return _LOST.search(text) is not None


def same_but_for_lost(ours: str, theirs: str) -> bool:
    """Whether two texts are equal except for letters lost in the second: ``M?ller`` for Müller."""
    first, *others, last = (letters(part) for part in _LOST.split(theirs))
    kept = [first, *filter(None, others), last]  # letters lost in consecutive words are one gap
    if len(kept) > _GAPS or 2 * sum(map(len, kept)) < len(letters(ours)):
        return False
    gaps = r"\w{0,4}?".join(map(re.escape, kept))
    return bool(re.fullmatch(gaps, letters(ours)))


def unnumbered(title: str) -> str:
    """Return a title without a number before it: ``IV.``, ``(3)``, ``Chapter 7 -``."""
    rest = title.split()
    chapter = bool(rest) and rest[0].lower() in vocabulary.words(vocabulary.codes(), "titles.chapter")
    if chapter:
        rest = rest[1:]
    if len(rest) < 2:
        return title
    number = rest[0].strip("([.:])")
    if not number or not (set(number) <= set("IVXLC") or (number.isdecimal() and len(number) < 4)):
        return title
    if rest[1] in {"-", "–", "—"}:
        return " ".join(rest[2:])
    return " ".join(rest[1:]) if chapter or rest[0][-1] in ".:])" else title


def with_whole_years(title: str) -> str:
    """Return the words of a title with the second year of a range written out: ``1940-44``, ``1940–4``."""
    whole: list[str] = []
    for word in words(title):
        first = whole[-1] if whole else ""
        last = f"{first[: -len(word)]}{word}"
        cut = len(first) == _YEAR > len(word) and last.isdecimal() and last > first
        whole.append(last if cut else word)
    return " ".join(whole)


def without_volume(title: str) -> str:
    """Leave out the volume behind the title of a set, and what follows: ``, Volume I: Books 1-2``."""
    pieces = title.split(", ")
    for end in range(1, len(pieces)):
        part, number, *_ = (*words(pieces[end]), "", "")
        if part in part_words() and (number.isdecimal() or number.upper() in ROMAN):
            return ", ".join(pieces[:end])
    return title


@cache
def part_words() -> frozenset[str]:
    """Return the words for the parts of a work in all languages."""
    return frozenset(map(letters, vocabulary.words(vocabulary.codes(), "titles.parts")))
