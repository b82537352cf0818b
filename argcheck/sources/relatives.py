"""Works of the same authors and years, one of which may be that of an entry under another title.

Indexes have many works under a translated title only, which a search for the entry's title does not find.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.sources.folding import languages_of, letters, script, words
from argcheck.sources.judged import JOURNAL, PEOPLE, VENUE
from argcheck.sources.model import Likeness
from argcheck.sources.printings import (
    closeness,
    is_preprint,
    is_preprint_record,
    same_years,
    venues_agree,
)
from argcheck.sources.titles import shared_words, without_note
from argcheck.sources.venues import is_unknown_acronym, is_written_out

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from argcheck.sources.compare import RecordMatch
    from argcheck.sources.judged import JudgedReply
    from argcheck.sources.model import Query, Record, Reply

_SEVERAL = 2  #: least authors who are the same people wherever they published
_TELLING = 4  #: least letters of a word that two versions of a preprint have in their titles
_COMMON, _LONG = 2, 2  #: words of this length that two titles in one language share
_MOSTLY = 0.5  #: share of the words of a title that no translation keeps
_BY_FAMILY = frozenset({"openalex"})  #: indexes that are asked by family names only
_PARTS = frozenset({"incollection", "inbook"})
_FEW = 3  #: least titles of a venue that show in which script an index has it


def relative(query: Query, asked: Sequence[JudgedReply]) -> RecordMatch | None:
    """Return the record by the authors of an entry that may be its work despite the title, or None."""
    others = [
        record_match
        for reply in asked
        if reply.reply.by == PEOPLE
        for record_match in reply.judged
        if _may_be_meant(query, record_match)
    ]
    return max(others, key=lambda record_match: closeness(query, record_match.record), default=None)


def is_cut(query: Query, asked: Sequence[JudgedReply]) -> bool:
    """Whether an index has more works by authors of these names than it has shown.

    Best matches should come first, so there are hardly more if nobody of these names is in the second half of a full
    reply.  An index that is asked by family names only may still have some: this counts for titles not in English, of
    which indexes often have only a translation.
    """
    english = "en" in languages_of(query.title)
    return any(
        reply.reply.by == PEOPLE
        and reply.reply.full
        and any(
            record_match.authors in {Likeness.SAME, Likeness.NEAR}
            or (not english and reply.reply.provider in _BY_FAMILY and _of_family(query, record_match.record))
            for record_match in reply.judged[len(reply.judged) // 2 :]
        )
        for reply in asked
    )


def _may_be_meant(query: Query, record_match: RecordMatch) -> bool:
    record = record_match.record
    known = record_match.authors is Likeness.SAME and record_match.listed
    if not known or not same_years(query, record):
        return False
    if is_preprint(query) and is_preprint_record(record) and len(query.authors) > _SEVERAL:
        return shared_words(query.title, record.title, shortest=_TELLING) >= _MOSTLY  # another version
    named = bool(query.venue and record.venue)
    elsewhere = named and venues_agree(query, record) is not Likeness.SAME  # or translated, too
    if elsewhere and (len(query.authors) < _SEVERAL or query.year != record.year):
        return False
    whole = f"{record.title}: {record.subtitle}"  # the subtitle shows the language of a short title
    return may_be_translated(query.title, whole) or shared_words(query.title, record.title) == 1


def may_be_translated(ours: str, theirs: str) -> bool:
    """Whether two titles are in different languages, as far as their common words show."""
    ours, theirs = without_note(ours), without_note(theirs)
    languages = languages_of(ours), languages_of(theirs)
    if languages[0] & languages[1] or shared_words(ours, theirs) >= _MOSTLY:
        return False
    return all(languages) or _shared(ours, theirs) < _COMMON


def _shared(ours: str, theirs: str) -> int:
    """Return the number of words that two titles share, without names, which have capitals in both."""
    small = {word for title in (ours, theirs) for word in words(" ".join(filter(str.islower, title.split())))}
    return sum(len(word) >= _LONG for word in small.intersection(words(ours), words(theirs)))


def _of_family(query: Query, record: Record) -> bool:
    """Whether an author of a record has the family name of the first author of an entry."""
    return bool(query.authors) and letters(query.authors[0].family) in {
        letters(person.family) for person in record.authors
    }


def may_be_in_other_script(query: Query, asked: Sequence[JudgedReply], witnesses: AbstractSet[str]) -> bool:
    """Whether indexes may have the work of an entry in another script, in which it cannot be compared.

    :param witnesses: the indexes that have works of its kind but not its title.
    """
    by_venue = [reply for reply in asked if reply.reply.by == VENUE]
    if script(query.title) != "LATIN":
        return not witnesses <= {reply.reply.provider for reply in by_venue}
    return query.other_script or any(
        script(record_match.record.title) not in {"LATIN", ""}
        and venues_agree(query, record_match.record) is Likeness.SAME
        for reply in by_venue
        for record_match in reply.judged
    )


def may_be_unlisted(query: Query, asked: Sequence[JudgedReply]) -> bool:
    """Whether no index shows any work of the venue of an entry, so that their absence does not count.

    Applies to works cited by date only, such as essays in magazines and newspapers, and to some not in English: parts
    of books, of which few are listed, and articles in journals named by letters, ``NStZ``, which cannot be searched by
    name, or by a name that is written out.  Indexes lack many journals of law, history and places, and early volumes.
    """
    languages = languages_of(query.title)
    foreign = script(query.title) == "LATIN" and bool(languages) and "en" not in languages
    unlisted = (foreign and (query.kind in _PARTS or is_unknown_acronym(query.venue))) or query.by_date
    unlisted = unlisted or _is_in_a_foreign_journal(query, asked, foreign=foreign)
    return (unlisted or _is_in_a_gap(query, asked)) and not _is_venue_shown(query, asked)


def is_in_unseen_journal(query: Query, asked: Sequence[JudgedReply]) -> bool:
    """Whether an entry is an article without identifier in a journal of which no reply shows a work of about its year."""
    article = query.kind == "article" and bool(query.venue and query.year)
    identified = query.doi or query.arxiv or query.pmid
    return article and not identified and not _is_venue_shown(query, asked)


def _is_venue_shown(query: Query, asked: Sequence[JudgedReply]) -> bool:
    return any(
        venues_agree(query, record_match.record) is Likeness.SAME
        for reply in asked
        for record_match in reply.judged
    )


def _is_in_a_gap(query: Query, asked: Sequence[JudgedReply]) -> bool:
    """Whether an index that knows the journal has works of it, and none from a year before the entry to a year after.

    A journal that was made up is known to none.
    """
    known = [reply.reply.years for reply in asked if reply.reply.by == JOURNAL and reply.reply.years]
    return bool(known) and all(abs(year - query.year) > 1 for years in known for year in years)


def _is_in_a_foreign_journal(query: Query, asked: Sequence[JudgedReply], *, foreign: bool) -> bool:
    """Whether an article is in a journal not in English that an index was asked for by its name.

    With an identifier an index claims to have it.  Of another script indexes may have shown the whole venue.

    :param foreign: whether its title is not in English.
    """
    identified = query.doi or query.arxiv or query.pmid
    if query.kind != "article" or identified or script(f"{query.title} {query.venue}") != "LATIN":
        return False
    searched = any(reply.reply.by == VENUE for reply in asked) and is_written_out(query.venue)
    named = "en" not in languages_of(query.venue) and not query.venue.isascii()
    return searched and (foreign or named)


def in_its_script(query: Query, reply: Reply) -> list[Record]:
    """Return the records of the venue of an entry if an index has shown all of them, in the script of its title.

    Records in other scripts cannot be compared: any of them may be the work.
    """
    venue = letters(query.venue)
    if reply.full and any(
        letters(record.venue) == venue for record in reply.records[len(reply.records) // 2 :]
    ):
        return []  # there may be more
    there = [record for record in reply.records if letters(record.venue) == venue and words(record.title)]
    whole = all(script(record.title) == script(query.title) for record in there)
    return there if whole and len(there) >= _FEW else []
