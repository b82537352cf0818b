"""Whether two names of a journal or conference are one: abbreviations, acronyms, years and series aside.

Says OTHER only where it understands both names; what it cannot tell is UNKNOWN.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, pairwise, starmap

from argcheck.files import data
from argcheck.files.patterns import ALPHANUMERIC, ASCII_WORDS
from argcheck.sources.folding import folded
from argcheck.sources.journals import relation
from argcheck.sources.model import Likeness
from argcheck.sources.venue_words import (
    NUMBER,
    beginnings,
    begins,
    is_acronym,
    is_made_of,
    listed,
    spelt_alike,
    venue_words,
    without_country,
)

_ALIKE = 72  #: of a hundred: words in any order, those missing in one not counted
_TITLE = 8  #: words; few journals have so long a name
_BESIDE = 6  #: places in a name behind which something may be said beside it
_preprint = re.compile(
    r"arxiv|corr$|\bcorr\b|preprint|e-?print|bio-?rxiv|med-?rxiv|chemrxiv|ssrn|research square|psyarxiv|osf|zenodo|hal\b|techrxiv|openreview|submitted|under review|in press|to appear|forthcoming"
).search
#: Series and publishers, which say nothing about the conference.
_series = re.compile(
    r"\blect(?:ure|\.)? notes|\blnc[sa]i?\b|proceedings of machine learning research|\bpmlr\b|\bjmlr\b.*(?:w&cp|workshop)|commun(?:ications|\.)? (?:in )?comput(?:er|\.) (?:and )?inf|"
    r"\bceur\b|\blipics\b|leibniz international proceedings|springer|elsevier|wiley|mit press|university press|curran|"
    r"advances in intelligent systems|ifip|wit transactions|web of conferences|aip conference|\bconf(?:erence|\.)? ser(?:ies|\b)|acm international conference proceeding|dagstuhl"
).search
_meeting = re.compile(r"\b(?:conference|conf|symposium|symp|workshop|congress|colloquium)\b").search


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
        or any(word in _acronyms() and word not in listed("journals") for word in ASCII_WORDS.findall(text))
        or any(full in text for short, full in _acronyms().items() if short not in listed("journals"))
    )


@lru_cache(maxsize=16_384)
def compare_venues(ours: str, theirs: str) -> Likeness:
    """Compare the names of two venues."""
    item, other = folded(ours), folded(theirs)
    if not all((item, other)) or any(map(_says_nothing, (item, other))):
        return Likeness.UNKNOWN
    first, second = venue_words(item), venue_words(other)
    if not first or not second:
        return Likeness.UNKNOWN
    if _are_sisters(item, other):
        return Likeness.OTHER
    here, there = _in_each_language(ours), _in_each_language(theirs)
    if len(here) > 1 or len(there) > 1:
        said = {compare_venues(name, of_other) for name in here for of_other in there}
        return next(
            likeness for likeness in (Likeness.SAME, Likeness.UNKNOWN, Likeness.OTHER) if likeness in said
        )
    if first == second or _same(ours, theirs, first, second):
        return Likeness.SAME
    known = relation(item, other)
    if known is not Likeness.OTHER:
        return known
    meeting = is_conference(ours) or is_conference(theirs)
    if (
        _share_acronym(ours, theirs)
        or _partly(first, second, half=meeting)
        or any(_partly(*form, half=meeting) for form in _without_what_is_beside(item, other) if all(form))
        or not (_understood(first, ours) and _understood(second, theirs))
    ):
        return Likeness.UNKNOWN
    return Likeness.OTHER


def _in_each_language(name: str) -> list[str]:
    """Part the names that a journal has in two languages: ``Canadian Geographies / Géographies canadiennes``."""
    parts = name.split(" / ") if " / " in name else name.split("/")
    written_out = all(len(part.split()) > 2 and not part.split()[-1].isupper() for part in parts)
    return parts if len(parts) == 2 and (" / " in name or written_out) else [name]  # unlike "IEEE/CVF"


def _says_nothing(name: str) -> bool:
    """Whether a folded name is of a series, a publisher, a site or a preprint server."""
    sites = data.table("venues", "sites")["names"].split("\n")
    return bool(_series(name) or _preprint(name)) or any(folded(site) in name for site in sites if site)


def _same(ours: str, theirs: str, first: list[str], second: list[str]) -> bool:
    from rapidfuzz.fuzz import token_set_ratio

    item, other = folded(ours), folded(theirs)
    if any(
        (left in item and right in other) or (left in other and right in item)
        for left, right in data.table("venues", "aliases").items()
    ):
        return True
    forms = [*_without_what_is_beside(item, other)]
    forms += [(left, right) for left in (first, *_expanded(first)) for right in (second, *_expanded(second))]
    if any(starmap(spelt_alike, forms)):
        return True
    if is_conference(ours) or is_conference(theirs):
        for left, right in forms:  # turned, and with place, year and number beside them
            if _abbreviates(left, right) or _abbreviates(right, left):
                return True
            if len(set(left) & set(right)) > 1 and token_set_ratio(" ".join(left), " ".join(right)) >= _ALIKE:
                return True
    return is_acronym(item, other)


def _without_what_is_beside(ours: str, theirs: str) -> Iterator[tuple[list[str], list[str]]]:
    """Give two names with and without additions, ``Science (New York)``, but never both bare: each may be a section."""
    bare = [list(islice(beginnings(name), _BESIDE)) for name in (ours, theirs)]
    for left in (ours, *bare[0]):
        for right in (theirs, *bare[1]):
            if not (left in bare[0][:1] and right in bare[1][:1]):
                yield venue_words(left), venue_words(right)


def _are_sisters(item: str, other: str) -> bool:
    """Whether two names are of two journals of one family: ``Nature`` and ``Nature Physics``, ``Phys. Rev. B`` and ``Phys. Rev. D``."""
    first, second = venue_words(item), venue_words(other)
    meeting = is_conference(item) or is_conference(other)  # whose proceedings have parts
    for kind in ("letters",) if meeting else ("letters", "numerals"):  # ``Ser. I`` followed ``Ser. A``
        section, stem = _section(item, listed(kind))
        other_section, other_stem = _section(other, listed(kind))
        if section and other_section and section != other_section:
            return _abbreviates(stem, other_stem) or _abbreviates(other_stem, stem)
    for family, members in data.table("venues", "sisters").items():
        which = [_member(words, family.split(), members.split()) for words in (first, second)]
        if None not in which and which[0] != which[1]:
            return True
    return False


def _section(name: str, sections: frozenset[str]) -> tuple[str, list[str]]:
    """Give the letter of a section, and the name of the journal before it: ``J. Phys. A: Math. Gen.``, ``Acta Cryst. Sect. B``."""
    bare = without_country(name)
    for written in (bare, bare.partition(",")[0], *islice(beginnings(bare), _BESIDE)):
        said = ASCII_WORDS.findall(written)
        ends = (at for at, word in enumerate(said) if word in listed("sections"))
        for end in {*(at + 1 for at in ends), len(said) - 1}:
            if 0 < end < len(said) and said[end] in sections:
                return said[end], venue_words(" ".join(said[:end]))
    return "", []


def _member(words: list[str], family: list[str], members: list[str]) -> str | None:
    """Give the member of a family of journals that a name is of, nothing for the one that gave the others its name."""
    if len(words) < len(family) or not all(map(begins, words, family)):
        return None
    rest = words[len(family) :]
    return next((member for member in members if begins(rest[0], member)), None) if rest else ""


def _expanded(words: list[str]) -> list[list[str]]:
    """Give what the acronyms among the words stand for; many names are a name with its acronym."""
    return [venue_words(_acronyms()[word]) for word in words if word in _acronyms()]


def abbreviate_one_name(ours: str, theirs: str) -> bool:
    """Whether one of two names of publishers abbreviates the words of the other: ``Cambridge Univ. Pr.``."""
    first, second = venue_words(folded(ours)), venue_words(folded(theirs))
    return len(first) == len(second) and (_abbreviates(first, second) or _abbreviates(second, first))


def _abbreviates(short: list[str], long: list[str]) -> bool:
    """Whether each word of ``short`` begins a word of ``long``, in order, or is made of its letters."""
    if not short or len(short) > len(long):
        return False
    rest = iter(long)
    return all(any(begins(word, other) for other in rest) for word in short) and len(short) * 2 >= len(long)


def _share_acronym(ours: str, theirs: str) -> bool:
    """Whether two names have a word in capitals in common: a meeting goes by it, ``OCEANS 2011, Santander``."""
    first, second = (
        {word for word in ALPHANUMERIC.findall(name) if word.isupper() and len(word) > 2}
        for name in (ours, theirs)
    )
    return any(word.lower() not in listed("empty") for word in first & second)


def _partly(first: list[str], second: list[str], *, half: bool) -> bool:
    """Whether most words of the shorter name, or half of them, have a counterpart: a place, a series or a new name may be the rest."""
    shorter, longer = sorted(
        ([word for word in words if len(word) > 1] for words in (first, second)), key=len
    )
    partly = sum(
        any(begins(word, other) or begins(other, word) for other in longer) or is_made_of(word, longer)
        for word in shorter
    )
    return partly * 2 > len(shorter) - half


def is_book_by_name(name: str) -> bool:
    """Whether what stands for a journal is a book: ``Control Systems (2nd ed.)``, or so long a name without a word of journals."""
    said = ASCII_WORDS.findall(folded(name))
    editions = [before for before, word in pairwise(said) if word in {"ed", "edn", "edition"}]
    numbered = any(word in listed("edition") or NUMBER.fullmatch(word) for word in editions)
    if numbered or not listed("book").isdisjoint(said):
        return True
    return (
        len(said) >= _TITLE
        and "." not in name
        and listed("serial").isdisjoint(said)
        and not is_conference(name)
    )


def is_serial(name: str) -> bool:
    """Whether a name has a word of journals, series or collections: ``Advances in Psychology``, ``Collected Papers``."""
    said = ASCII_WORDS.findall(folded(name))
    return bool(_series(folded(name))) or not (listed("serial") | listed("collecting")).isdisjoint(said)


def is_unknown_acronym(name: str) -> bool:
    """Whether a venue is named by nothing but letters whose meaning is not known here, half of them capitals: ``NStZ``, but not ``BioScience``."""
    word = folded(name)
    capitals = sum(map(str.isupper, name))
    return word.isalpha() and word not in _acronyms() and 1 < capitals >= len(name) / 2


def _understood(words: list[str], written: str) -> bool:
    """Whether a name is written out or a known acronym; an unknown acronym may be anything, and so may a word in small letters: ``jacsat``."""
    if any(word in _acronyms() for word in words):
        return True
    if len(words) == 1:
        return len(words[0]) > (3 if written.istitle() else 5) and not (
            written.isupper() or written.islower()
        )
    return sum(len(word) > 3 or word in listed("shortened") for word in words) >= 2
