"""Whether two names of journals or conferences are the same, apart from abbreviations, acronyms, years and series.

OTHER only if both names are understood; otherwise UNKNOWN.
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
    are_most_initials,
    beginnings,
    begins,
    is_acronym,
    is_made_of,
    listed,
    spelt_alike,
    venue_words,
    without_country,
)

_ALIKE = 72  #: least similarity, of 100, of words in any order, without those that only one name has
_TITLE = 8  #: least words of a title; few journals have so long a name
_WHOLE = 4  #: least letters of a word that is hardly an abbreviation
_BESIDE = 6  #: most places in a name after which an addition may begin
_preprint = re.compile(
    r"arxiv|corr$|\bcorr\b|preprint|e-?print|bio-?rxiv|med-?rxiv|chemrxiv|ssrn|research square|psyarxiv|osf|zenodo|hal\b|techrxiv|openreview|submitted|under review|in press|to appear|forthcoming|in preparation|unpublished|mimeo"
).search
#: Series and publishers, which do not identify a conference.
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
    """Whether a venue shows that a work is a preprint, or not yet published."""
    return bool(_preprint(folded(name))) or is_unprinted(name)


def is_unprinted(name: str) -> bool:
    """Whether a venue begins with words by which a work was given or kept, and not printed: ``Talk given at``."""
    venue, beginnings = folded(name), data.table("venues", "unprinted")["beginnings"].strip().split("\n")
    return any(
        venue.startswith(beginning) and not venue[len(beginning) :][:1].isalnum() for beginning in beginnings
    )


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
    """Return the likeness of the names of two venues."""
    item, other = folded(ours), folded(theirs)
    if not all((item, other)) or any(map(says_nothing, (item, other))):
        return Likeness.UNKNOWN
    first, second = venue_words(item), venue_words(other)
    if not first or not second:
        return Likeness.UNKNOWN
    if _are_sisters(item, other):
        return Likeness.OTHER
    here, there = _in_each_language(ours), _in_each_language(theirs)
    if len(here) > 1 or len(there) > 1:
        likenesses = {compare_venues(name, of_other) for name in here for of_other in there}
        return next(
            likeness
            for likeness in (Likeness.SAME, Likeness.UNKNOWN, Likeness.OTHER)
            if likeness in likenesses
        )
    if first == second or _are_same(ours, theirs, first, second):
        return Likeness.SAME
    known = relation(item, other)
    if known is not Likeness.OTHER:
        return known
    meeting = is_conference(ours) or is_conference(theirs)
    if (
        _share_acronym(ours, theirs)
        or _share_most_words(first, second, half=meeting)
        or any(
            _share_most_words(*form, half=meeting)
            for form in _without_what_is_beside(item, other)
            if all(form)
        )
        or not (_is_understood(first, ours) and _is_understood(second, theirs))
    ):
        return Likeness.UNKNOWN
    return Likeness.OTHER


def _in_each_language(name: str) -> list[str]:
    """Return the names of a journal in two languages, ``Canadian Geographies / Géographies canadiennes``, or one."""
    parts = name.split(" / ") if " / " in name else name.split("/")
    written_out = all(len(part.split()) > 2 and not part.split()[-1].isupper() for part in parts)
    return parts if len(parts) == 2 and (" / " in name or written_out) else [name]  # unlike "IEEE/CVF"


@lru_cache(maxsize=16_384)
def says_nothing(name: str) -> bool:
    """Whether a folded name is of a series, a publisher, a site or a preprint server."""
    sites = data.table("venues", "sites")["names"].split("\n")
    return bool(_series(name) or _preprint(name)) or any(folded(site) in name for site in sites if site)


def _are_same(ours: str, theirs: str, first: list[str], second: list[str]) -> bool:
    """Whether two names are the same by aliases, additions, abbreviations or acronyms."""
    from rapidfuzz.fuzz import token_set_ratio

    item, other = folded(ours), folded(theirs)
    if any(
        (left in item and right in other) or (left in other and right in item)
        for left, right in data.table("venues", "aliases").items()
    ):
        return True
    forms = [*_without_what_is_beside(item, other)]
    forms += [
        (left, right)
        for left in (first, *_expanded_acronyms(first))
        for right in (second, *_expanded_acronyms(second))
    ]
    if any(starmap(spelt_alike, forms)):
        return True
    if is_conference(ours) or is_conference(theirs):
        for left, right in forms:  # reordered, and with place, year and number beside them
            if _abbreviates(left, right) or _abbreviates(right, left):
                return True
            if len(set(left) & set(right)) > 1 and token_set_ratio(" ".join(left), " ".join(right)) >= _ALIKE:
                return True
    return is_acronym(item, other)


def _without_what_is_beside(ours: str, theirs: str) -> Iterator[tuple[list[str], list[str]]]:
    """Yield two names with and without additions, ``Science (New York)``; never both bare: each may be a section."""
    bare = [list(islice(beginnings(name), _BESIDE)) for name in (ours, theirs)]
    for left in (ours, *bare[0]):
        for right in (theirs, *bare[1]):
            if not (left in bare[0][:1] and right in bare[1][:1]):
                yield venue_words(left), venue_words(right)


def _are_sisters(item: str, other: str) -> bool:
    """Whether two names are of different journals of one family: ``Nature Physics``, ``Phys. Rev. B`` and ``D``."""
    meeting = is_conference(item) or is_conference(other)  # whose proceedings have parts
    for kind in ("letters",) if meeting else ("letters", "numerals"):  # ``Ser. I`` followed ``Ser. A``
        section, stem = _section(item, listed(kind))
        other_section, other_stem = _section(other, listed(kind))
        if section and other_section and section != other_section:
            return _abbreviates(stem, other_stem) or _abbreviates(other_stem, stem)
    bare = [venue_words(name.partition("(")[0]) for name in (item, other)]  # ``Physical Review (Letter)``
    for family, members in data.table("venues", "sisters").items():
        which = [_member(words, family.split(), members.split()) for words in bare]
        if None not in which and which[0] != which[1]:
            return True
    return False


def _section(name: str, sections: frozenset[str]) -> tuple[str, list[str]]:
    """Return the letter of a section and the words of the journal before it, ``Acta Cryst. Sect. B``, or nothing."""
    bare = without_country(name)
    for written in (bare, bare.partition(",")[0], *islice(beginnings(bare), _BESIDE)):
        name_words = ASCII_WORDS.findall(written)
        ends = (at for at, word in enumerate(name_words) if word in listed("sections"))
        for end in {*(at + 1 for at in ends), len(name_words) - 1}:
            if 0 < end < len(name_words) and name_words[end] in sections:
                return name_words[end], venue_words(" ".join(name_words[:end]))
    return "", []


def _member(words: list[str], family: list[str], members: list[str]) -> str | None:
    """Return the member of a family of journals, empty for the journal that the family is named after, or None."""
    if len(words) < len(family) or not all(map(begins, words, family)):
        return None
    rest = words[len(family) :]
    return next((member for member in members if begins(rest[0], member)), None) if rest else ""


def _expanded_acronyms(words: list[str]) -> list[list[str]]:
    """Return the words of the names of acronyms among the words; many names contain their acronym."""
    return [venue_words(_acronyms()[word]) for word in words if word in _acronyms()]


def abbreviate_one_name(ours: str, theirs: str) -> bool:
    """Whether one of two names of publishers abbreviates the words of the other: ``Cambridge Univ. Pr.``."""
    first, second = venue_words(folded(ours)), venue_words(folded(theirs))
    return len(first) == len(second) and (_abbreviates(first, second) or _abbreviates(second, first))


def _abbreviates(short: list[str], long: list[str]) -> bool:
    """Whether each word of ``short`` begins or contracts a word of ``long``, in order."""
    if not short or len(short) > len(long):
        return False
    rest = iter(long)
    return all(any(begins(word, other) for other in rest) for word in short) and len(short) * 2 >= len(long)


def _share_acronym(ours: str, theirs: str) -> bool:
    """Whether two names share a word in capitals, by which a meeting goes: ``OCEANS 2011, Santander``."""
    first, second = (
        {word for word in ALPHANUMERIC.findall(name) if word.isupper() and len(word) > 2}
        for name in (ours, theirs)
    )
    return any(word.lower() not in listed("empty") for word in first & second)


def _share_most_words(first: list[str], second: list[str], *, half: bool) -> bool:
    """Whether most words of the shorter name, or half, have a counterpart; the rest may be a place or a series.

    That both are a journal says nothing if each has a word that the other lacks: ``American`` for ``Mathematical``.
    """
    shorter, longer = sorted(
        ([word for word in words if len(word) > 1] for words in (first, second)), key=len
    )
    shared = [word for word in shorter if _has_counterpart(word, longer)]
    if len(shared) < len(shorter) and not all(_has_counterpart(word, shorter) for word in longer):
        kinds = listed("kinds").intersection(shared)
        return (len(shared) - len(kinds)) * 2 > len(shorter) - len(kinds) - half
    return len(shared) * 2 > len(shorter) - half


def _has_counterpart(word: str, words: list[str]) -> bool:
    """Whether a word, an abbreviation or the initials of a body are in a name."""
    return (
        any(begins(word, other) or begins(other, word) for other in words)
        or is_made_of(word, words)
        or are_most_initials(word, words)
    )


def is_book_by_name(name: str) -> bool:
    """Whether the name of a journal is that of a book: ``Control Systems (2nd ed.)``, or long without its words."""
    name_words = ASCII_WORDS.findall(folded(name))
    editions = [before for before, word in pairwise(name_words) if word in {"ed", "edn", "edition"}]
    numbered = any(word in listed("edition") or NUMBER.fullmatch(word) for word in editions)
    if numbered or not listed("book").isdisjoint(name_words):
        return True
    return (
        len(name_words) >= _TITLE
        and "." not in name
        and listed("serial").isdisjoint(name_words)
        and not is_conference(name)
    )


def is_serial(name: str) -> bool:
    """Whether a name has a word for journals, series or collections, and none for one book: ``Advances in Psychology``."""
    name_words = ASCII_WORDS.findall(folded(name))
    if not listed("whole").isdisjoint(name_words):
        return False
    return bool(_series(folded(name))) or not (listed("serial") | listed("collecting")).isdisjoint(name_words)


def is_unknown_acronym(name: str) -> bool:
    """Whether a venue is named by an unknown acronym, at least half in capitals: ``NStZ``, but not ``BioScience``."""
    word = folded(name)
    capitals = sum(map(str.isupper, name))
    return word.isalpha() and word not in _acronyms() and 1 < capitals >= len(name) / 2


def is_written_out(name: str) -> bool:
    """Whether most words of a name are written out, so that an index can be searched for it."""
    pieces = name.split()
    short = sum(piece.endswith(".") or (len(piece) > 1 and piece.isupper()) for piece in pieces)
    whole = sum(len(piece) >= _WHOLE and piece[-1] != "." and not piece.isupper() for piece in pieces)
    return whole > 2 * short


def _is_understood(words: list[str], written: str) -> bool:
    """Whether a name is written out or a known acronym; an unknown acronym or word in lower case may be anything."""
    if any(word in _acronyms() for word in words):
        return True
    if len(words) == 1:
        return len(words[0]) > (3 if written.istitle() else 5) and not (
            written.isupper() or written.islower()
        )
    return sum(len(word) > 3 or word in listed("shortened") for word in words) >= 2
