"""Whether an entry and a record are of one printing of a work: preprints, versions, reprints, years and venues.

Years may differ by `YEARS`, or by `PREPRINT_YEARS` if one of the two is a preprint.
"""

from __future__ import annotations

from collections.abc import Iterator

from argcheck.bib.identifiers import PREPRINT_SERVERS
from argcheck.files.patterns import YEAR
from argcheck.sources.folding import languages_of, letters, words
from argcheck.sources.model import Likeness, Query, Record
from argcheck.sources.venues import compare_venues, is_conference, is_preprint_venue, is_serial
from argcheck.sources.volumes_and_pages import is_abstract, is_elsewhere, places_differ, shares_pages

YEARS = 1  #: online first, or the year of the conference
PREPRINT_YEARS = 6  #: between a preprint and its publication
_LATE_VOLUMES = 1850  #: last year in which academies printed the volume of a year years later
_GENERATION = 25  #: years after which a journal may reprint an article of another one
#: Kinds that are found by title; books have editions, reprints, and reviews with the same title.
PLAIN = frozenset({"article", "inproceedings", "conference"})
PARTS = frozenset({"incollection", "inbook", "inproceedings", "conference"})  #: of a book or of proceedings
_CHAPTERS = frozenset({"incollection", "inbook"})
_MISC = frozenset({"misc", "online", "unpublished", "electronic", "preprint"})
_PUBLISHED = frozenset({"book", "monograph", "edited-book"})
_REPRINTING = _PUBLISHED | {"chapter"}
WHOLES = _PUBLISHED | {"proceedings"}


def is_preprint(query: Query) -> bool:
    """Whether an entry cites a work as a preprint."""
    if query.venue:
        return is_preprint_venue(query.venue)
    return query.doi.startswith(PREPRINT_SERVERS) or (bool(query.arxiv) and query.kind in _MISC | {"article"})


def is_preprint_record(record: Record) -> bool:
    """Whether a record is of a preprint."""
    return record.kind == "preprint" or bool(record.venue and is_preprint_venue(record.venue))


def is_other_version(query: Query, record: Record) -> bool:
    """Whether one of the two is in a conference and the other in a journal, as versions of one work."""
    if query.kind not in PLAIN or not record.venue:
        return False
    ours = query.kind != "article" or is_conference(query.venue)
    theirs = record.kind == "proceedings" or is_conference(record.venue)
    return ours != theirs


def is_reprinted(query: Query, record: Record) -> bool:
    """Whether a record is of an article that was reprinted.

    Reprinted in a book, or elsewhere a generation later, or sooner with another volume and page.
    """
    later = record.year - query.year if query.kind == "article" and query.year else 0
    if record.kind in _REPRINTING:
        return later > PREPRINT_YEARS
    moved = "" != letters(query.volume) != letters(record.volume) != ""
    elsewhere = venues_agree(query, record) is Likeness.OTHER
    if later > _GENERATION and (moved or elsewhere):
        return True
    return later > PREPRINT_YEARS and elsewhere and is_elsewhere(query, record)


def venues_agree(query: Query, record: Record) -> Likeness:
    """Compare the venue of an entry with all names of that of a record; UNKNOWN for preprints and other versions."""
    if is_preprint(query) or is_preprint_record(record) or query.reprint:
        return Likeness.UNKNOWN
    if query.kind not in WHOLES and record.kind in _PUBLISHED:
        return Likeness.UNKNOWN  # the venue of a book is its publisher
    likeness = _venues_agree(query, record)
    names = [languages_of(name) for name in (query.venue, record.venue)]
    translated = all(names) and names[0].isdisjoint(names[1]) and not places_differ(query, record)
    version = is_other_version(query, record) and not _is_that_paper(query, record)
    unsure = translated or version or is_abstract(query, record)
    unsure = unsure or _is_issue_as_book(query, record)
    return Likeness.UNKNOWN if likeness is Likeness.OTHER and unsure else likeness


def _is_that_paper(query: Query, record: Record) -> bool:
    """Whether an article has the year and pages of a paper of a meeting, which another printing in a journal has not.

    What societies print in both is no ``Journal``.
    """
    named = not {"j", "journal"}.isdisjoint(words(query.venue)[:2]) and not is_conference(query.venue)
    return named and bool(query.year) and query.year == record.year and shares_pages(query, record)


def _is_issue_as_book(query: Query, record: Record) -> bool:
    """Whether an article without a number of its volume is registered as a chapter, as of an ``Extra Volume``."""
    pages = letters(query.pages)
    special = query.kind == "article" and record.kind == "chapter" and not any(map(str.isdigit, query.volume))
    return special and pages != "" and pages == letters(record.pages) and query.year == record.year


def _venues_agree(query: Query, record: Record) -> Likeness:
    names = (record.venue, *record.venues)
    if query.kind in _CHAPTERS:  # the series says nothing of the book, unless the entry has it
        books = [name for name in names if name and not is_serial(name)]
        same = any(compare_venues(query.venue, name) is Likeness.SAME for name in names)
        names = names if same or not books else (*books,)
    return max((compare_venues(query.venue, name) for name in names), key=_certainty)


def _certainty(likeness: Likeness) -> int:
    """Return a sort key for likenesses: agreement first, then what cannot be compared."""
    return {Likeness.SAME: 2, Likeness.UNKNOWN: 1}.get(likeness, 0)


def closeness(query: Query, record: Record) -> tuple[bool, ...]:
    """Return a sort key for records: whether numbers, venue and year agree with the entry."""
    numbers = zip((query.volume, query.pages), (record.volume, record.pages), strict=True)
    return (
        any(ours and letters(ours) == letters(theirs) for ours, theirs in numbers),
        venues_agree(query, record) is Likeness.SAME,
        query.year == record.year,
    )


def same_years(query: Query, record: Record) -> bool:
    """Whether an entry and a record have years that are not too far apart."""
    return bool(query.year and record.year) and not years_differ(query, record)


def years_differ(query: Query, record: Record) -> bool:
    """Whether no year of a record is near enough to that of an entry for one printing."""
    years = [year for year in (record.year, *record.years, *_years_of_meeting(record)) if year]
    if not query.year or not years:
        return False
    if query.reprint or not set(years).isdisjoint(query.years) or _is_registered_later(query, record):
        return False
    ahead = min((query.year - year for year in years), key=abs)
    if is_other_version(query, record) and _venues_agree(query, record) is not Likeness.SAME:
        return abs(ahead) > PREPRINT_YEARS
    if is_preprint_record(record):  # of its first version
        return not -YEARS <= ahead <= PREPRINT_YEARS
    if is_preprint(query) and not is_preprint_record(record):
        return not -PREPRINT_YEARS <= ahead <= YEARS
    return abs(ahead) > (PREPRINT_YEARS if query.year <= _LATE_VOLUMES else YEARS)


def _is_registered_later(query: Query, record: Record) -> bool:
    """Whether a record has a later year, as of online publication, than that in the name of the entry's meeting."""
    later = record.kind == "proceedings" and query.year < record.year and not any(_years_of_meeting(record))
    return later and str(query.year) in query.venue and _venues_agree(query, record) is Likeness.SAME


def _years_of_meeting(record: Record) -> Iterator[int]:
    """Yield the years in the name of a meeting, as a registry may have another: ``ICNN'95`` in 2002."""
    if record.kind == "proceedings" or is_conference(record.venue):
        for name in (record.venue, *record.venues):
            yield from map(int, YEAR.findall(name))
            for behind in name.replace("’", "'").split("'")[1:]:
                if behind[:2].isdecimal() and not behind[2:3].isalnum():
                    yield record.year - (record.year - int(behind[:2])) % 100
