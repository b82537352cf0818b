"""Whether two names of a journal or conference are one: abbreviations, acronyms, years and series aside.

Says OTHER only where it understands both names; what it cannot tell is UNKNOWN.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache

from argcheck.files import data
from argcheck.sources.titles import Likeness, folded

_ALIKE = 72  #: of a hundred: words in any order, those missing in one not counted
_tokens = re.compile(r"[a-z0-9]+").findall
_number = re.compile(r"(?:19|20)\d\d|\d+(?:st|nd|rd|th)?|[ivxl]+")
_preprint = re.compile(
    r"arxiv|corr$|\bcorr\b|preprint|e-?print|bio-?rxiv|med-?rxiv|chemrxiv|ssrn|research square|psyarxiv|osf|zenodo|hal\b|techrxiv|openreview|submitted|under review|in press|to appear|forthcoming"
).search
#: Series and publishers, which say nothing about the conference.
_series = re.compile(
    r"\blect(?:ure|\.)? notes|\blnc[sa]i?\b|proceedings of machine learning research|\bpmlr\b|\bjmlr\b.*(?:w&cp|workshop)|commun(?:ications|\.)? (?:in )?comput(?:er|\.) (?:and )?inf|"
    r"\bceur\b|\blipics\b|leibniz international proceedings|springer|elsevier|wiley|mit press|university press|curran|"
    r"advances in intelligent systems|ifip|wit transactions|web of conferences|aip conference|\bconf(?:erence|\.)? ser(?:ies|\b)|acm international conference proceeding|dagstuhl|semantic scholar"
).search
_meeting = re.compile(r"\b(?:conference|conf|symposium|symp|workshop|congress|colloquium)\b").search


@cache
def _listed(name: str) -> frozenset[str]:
    return frozenset(data.table("venues", "words")[name].split())


def _acronyms() -> dict[str, str]:
    return data.table("venues", "acronyms")


@lru_cache(maxsize=16_384)
def is_preprint_venue(name: str) -> bool:
    """Whether a venue says that a work is a preprint, or not yet published."""
    return bool(_preprint(folded(name)))


@lru_cache(maxsize=16_384)
def is_conference(name: str) -> bool:
    """Whether a venue is a conference by its name; proceedings may be those of an academy."""
    text = folded(name)
    return (
        bool(_meeting(text))
        or any(word in _acronyms() and word not in _listed("journals") for word in _tokens(text))
        or any(full in text for short, full in _acronyms().items() if short not in _listed("journals"))
    )


@lru_cache(maxsize=16_384)
def compare_venues(ours: str, theirs: str) -> Likeness:
    """Compare the names of two venues."""
    item, other = folded(ours), folded(theirs)
    if not item or not other or _series(item) or _series(other) or _preprint(item) or _preprint(other):
        return Likeness.UNKNOWN
    first, second = _words(item), _words(other)
    if not first or not second:
        return Likeness.UNKNOWN
    if _same(item, other, first, second):
        return Likeness.SAME
    if _partly(first, second) or not (_understood(first, ours) and _understood(second, theirs)):
        return Likeness.UNKNOWN
    return Likeness.OTHER


def _same(item: str, other: str, first: list[str], second: list[str]) -> bool:
    from rapidfuzz.fuzz import token_set_ratio

    if first == second or any(
        (left in item and right in other) or (left in other and right in item)
        for left, right in data.table("venues", "aliases").items()
    ):
        return True
    names = [[first, *_expanded(first)], [second, *_expanded(second)]]
    for left in names[0]:
        for right in names[1]:
            if _abbreviates(left, right) or _abbreviates(right, left):
                return True
            if min(len(left), len(right)) > 1 and token_set_ratio(" ".join(left), " ".join(right)) >= _ALIKE:
                return True
    return _acronym_of(first, _tokens(other)) or _acronym_of(second, _tokens(item))


def _words(text: str) -> list[str]:
    return [word for word in _tokens(text) if word not in _listed("empty") and not _number.fullmatch(word)]


def _expanded(words: list[str]) -> list[list[str]]:
    """Give what the acronyms among the words stand for; many names are a name with its acronym."""
    return [_words(_acronyms()[word]) for word in words if word in _acronyms()]


def _abbreviates(short: list[str], long: list[str]) -> bool:
    """Whether each word of ``short`` begins a word of ``long``, in order, or is made of its letters."""
    if not short or len(short) > len(long):
        return False
    rest = iter(long)
    return all(any(_begins(word, other) for other in rest) for word in short) and len(short) * 2 >= len(long)


def _begins(short: str, long: str) -> bool:
    if long.startswith(short):
        return True
    letters = iter(long)  # "natl", "commun": a contraction keeps the first letter
    return short[0] == long[0] and len(short) > 2 and all(letter in letters for letter in short)


def _acronym_of(short: list[str], long: list[str]) -> bool:
    """Whether one word of ``short`` is made of the beginnings of words of ``long``, or stands among them."""
    for word in short:
        if 2 <= len(word) <= 10 and (
            word in long
            or _made_of(word, [item for item in long if item not in {"of", "the", "and", "on", "in", "for"}])
        ):
            return len(short) == 1 or word in long
    return False


def _made_of(acronym: str, words: list[str]) -> bool:
    """Whether ``acronym`` is beginnings of consecutive words; the first ones may be left out."""
    return any(_consume(acronym, words[start:]) for start in range(len(words)))


def _consume(acronym: str, words: list[str]) -> bool:
    if not acronym:
        return True
    if not words or words[0][0] != acronym[0]:
        return False
    longest = 0
    while longest < min(4, len(acronym), len(words[0])) and acronym[longest] == words[0][longest]:
        longest += 1
    return any(_consume(acronym[taken:], words[1:]) for taken in range(longest, 0, -1))


def _partly(first: list[str], second: list[str]) -> bool:
    """Whether most words of the shorter name have a counterpart: a place, a series or a new name may be the rest."""
    shorter, longer = sorted(
        ([word for word in words if len(word) > 1] for words in (first, second)), key=len
    )
    partly = sum(
        any(_begins(word, other) or _begins(other, word) for other in longer) or _made_of(word, longer)
        for word in shorter
    )
    return partly * 2 > len(shorter)


def is_unknown_acronym(name: str) -> bool:
    """Whether a venue is named by nothing but letters whose meaning is not known here: ``NStZ``."""
    word = folded(name)
    return word.isalpha() and word not in _acronyms() and sum(map(str.isupper, name)) > 1


def _understood(words: list[str], written: str) -> bool:
    """Whether a name is written out or a known acronym; an unknown acronym may be anything."""
    if any(word in _acronyms() for word in words):
        return True
    if len(words) == 1:
        return (len(words[0]) > 5 and not written.isupper()) or (written.istitle() and len(written) > 3)
    return sum(len(word) > 3 or word == "j" for word in words) >= 2
