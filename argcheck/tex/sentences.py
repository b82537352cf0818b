"""Splits reading text into sentences: a regular expression finds candidates, and word lists decide.

In reading text (`argcheck.tex.flatten`) a no-break space is a ``~`` or a control space of the author, which marks that
no sentence ends there.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from argcheck.files.patterns import lazy
from argcheck.tex.formulas import OBJECT
from argcheck.tex.vocabulary import codes, flag, table, words

_CANDIDATE = lazy(
    r"""([.!?…。！？\ufffc])(?:
        (?<=[.!?…])(?<![.!?…]{2})(?P<more>[.!?…]*+)         # full stop or stops
        (?P<close>(?:[”’“"')\]}\u2063]|[\s\xa0]?»)*+)       # what closes with it
        (?P<cites>(?:[\xa0 \n]?\[[^\[\]]{1,200}\](?=\s*$|[ \n]+[A-ZÀ-Þ]))?(?:\[[^\[\]]{1,200}\])*+
            (?:[\xa0 \n]?[⁰¹²³⁴-⁹]{1,3}(?:[\xa0 \n]?[,;–-][\xa0 \n]?[⁰¹²³⁴-⁹]{1,3})*+)?+)
        (?P<gap>[\s\xa0]+)(?=\S)
      | (?<=[。！？])[」』”）]*+\s*+(?=\S)
      | (?<=\ufffc)(?P<sign>[.!?]?)\u2028(?P<listing>\u2029?)\s*+(?=[A-ZÀ-Þ])
    )""",
    re.VERBOSE,
)
_NEXT = lazy(r"([\"“„‚«‹‘'`(\[¿¡–—\s\xa0\u2063]*)([^\W\d_]+[’']?)?(\S?)")
_LAST_WORD = lazy(r"(?:.*[\s\xa0(\[{“„«‘\"/–—\ufffc\u2063])?(.*)\Z", re.DOTALL)
_OBJECTS = frozenset("[\u2063")
_ROMAN = frozenset("IVXLCDM")
_ELISION = lazy(r"^\w{1,2}[’'](?=\w)")
_REFERENCE = lazy(r"(?:\w\.|\b[A-ZÄÖÜ]\w{4,})[\s\xa0]$")
_ENUMERATOR = lazy(r"[(\[]?(?:\d{1,3}|[a-zA-Z]|[ivxlcIVXLC]{1,5})$")


class FullStops(NamedTuple):
    """The words of a language that decide about full stops, without their last stop.

    A word in lower case matches any case, one with a capital only itself (``Ms`` but ``5 ms``).
    """

    never: frozenset[str]  #: the sentence always continues: ``e.g``, ``dr``
    number: frozenset[str]  #: it continues before a number, a reference or a formula: ``p``, ``no``
    may_end: frozenset[str]  #: it ends only before one of `starters`: ``etc``, ``al``
    starters: frozenset[str]  #: words, other than names, that begin sentences
    ordinals: bool  #: whether a number with a full stop may be an ordinal: ``3. Mai``


@cache
def lists(code: str) -> FullStops:
    """Return the lists of the language with this code, or of all languages combined if it has none."""
    listed = (code,) if table(code, "sentences") else codes()
    languages = tuple(language for language in listed if table(language, "sentences"))
    local = words(languages, "sentences.local") if len(languages) > 1 else frozenset()
    return FullStops(
        frozenset().union(*(words(language, "sentences.never") for language in languages)) - local,
        words(languages, "sentences.number"),
        words(languages, "sentences.may-end"),
        words(languages, "sentences.starters"),
        any(flag(language, "sentences.ordinals") for language in languages),
    )


def split(text: str, language: FullStops) -> list[tuple[int, int]]:
    """Return (start, end) of each sentence of one paragraph, without blanks around it."""
    ranges: list[tuple[int, int]] = []
    start = len(text) - len(text.lstrip())
    for match in _CANDIDATE.finditer(text):
        if (match.start() > start or match[1] == OBJECT) and _ends(text, start, match, language):
            end = match.start("gap") if match["gap"] else match.end()
            ranges.append((start, start + len(text[start:end].rstrip())))
            start = match.end()
    end = len(text.rstrip())
    if start < end:
        ranges.append((start, end))
    return ranges


def _ends(text: str, start: int, match: re.Match[str], language: FullStops) -> bool:
    """Whether the sentence from ``start`` ends at this candidate."""
    if match[1] in "。！？":
        return True
    if match[1] == OBJECT:
        return bool(match["sign"] or match["listing"]) or _starter(_following(text, match), language)
    if "\xa0" in match["gap"] and not match["close"].endswith("»"):
        return False
    following = _following(text, match)
    if following[2] and following[2][0].islower() and _OBJECTS.isdisjoint(following[1]):
        return "(" in following[1] and _stop_ends(text, start, match, following, language)
    return _stop_ends(text, start, match, following, language)


def _stop_ends(
    text: str, start: int, match: re.Match[str], following: re.Match[str], language: FullStops
) -> bool:
    """Whether a full stop or several, before something that could begin a sentence, end one."""
    if match[1] == "." and not match["more"]:
        return _period_ends(text, start, match, following, language)
    if match[1] in ".…":
        return not text[match.start() - 1].isspace() or _starter(following, language)
    return following[3] not in (",", ";") or bool(following[2])


def _period_ends(
    text: str, start: int, match: re.Match[str], following: re.Match[str], language: FullStops
) -> bool:
    """Whether a single full stop ends a sentence, by the words before and after it."""
    here = match.start()
    last = _LAST_WORD.match(text, max(start, here - 40), here)
    word = _ELISION.sub("", last[1]) if last else ""
    if not word:
        return True
    if here - len(word) <= start + 1 and _ENUMERATOR.match(text[start:here]):
        return False
    starter = _starter(following, language)
    lower = word.lower()
    if lower in language.may_end:
        return starter
    if lower in language.never or word in language.never:
        return False
    if lower in language.number and not (len(word) == 1 and word.isupper()):
        return not _numeric(following)
    if (
        language.ordinals
        and word.isdigit()
        and _REFERENCE.search(text, max(start, here - 40), here - len(word))
    ):
        return True
    return _odd_word_ends(word, starter, language)


def _odd_word_ends(word: str, starter: bool, language: FullStops) -> bool:
    """Whether a full stop after an initial, a dotted abbreviation or an ordinal ends a sentence; others do."""
    bare = word.rstrip("’'")
    if len(bare) == 1 and bare.isalpha():
        return starter
    if (
        "." in word
        and all(len(part) == 1 or "-" in part for part in word.split("."))
        and not word[0].isdigit()
    ):
        return starter
    if language.ordinals and ((word.isdigit() and len(word) < 3) or _ROMAN.issuperset(word)):
        return starter
    if len(bare) > 2 and bare[1] == "-" and len(bare) == 3 and bare[2].isupper():
        return starter
    return True


def _numeric(following: re.Match[str]) -> bool:
    """Whether a number, a formula or a reference follows."""
    if not _OBJECTS.isdisjoint(following[1]):
        return True
    if following[2]:
        return _ROMAN.issuperset(following[2]) or (len(following[2]) == 1 and following[2].isascii())
    return following[3].isdigit() or following[3] in (OBJECT, "§", "(", "")


def _following(text: str, candidate: re.Match[str]) -> re.Match[str]:
    """Match the signs, the word and the next character after a candidate."""
    following = _NEXT.match(text, candidate.end())
    assert following is not None  # it matches anything
    return following


def _starter(following: re.Match[str], language: FullStops) -> bool:
    """Whether a word that begins sentences follows."""
    if not following[2] or following[3] == ".":
        return False
    word = following[2].lower().replace("’", "'")
    return word in language.starters or word.rstrip("'") in language.starters
