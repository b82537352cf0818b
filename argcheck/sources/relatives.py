"""Works of the same authors and years, among which one may be that of an entry under another title.

Indexes have many works under a translated title only.  A search for the title of the entry does not find those, and
that is no sign that there is no such work.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.sources.folding import languages_of, letters, script, words
from argcheck.sources.judged import PEOPLE, VENUE
from argcheck.sources.model import Likeness
from argcheck.sources.printings import (
    closeness,
    is_preprint,
    is_preprint_record,
    same_years,
    venues_agree,
)
from argcheck.sources.titles import shared_words, without_note
from argcheck.sources.venues import is_unknown_acronym

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from argcheck.sources.compare import RecordMatch
    from argcheck.sources.judged import JudgedReply
    from argcheck.sources.model import Query, Record, Reply

_SEVERAL = 2  #: authors who are known together wherever they published
_TELLING = 4  #: letters of a word that two versions of a preprint have in their titles
_COMMON, _LONG = 2, 2  #: words of so many letters that two titles in one language share
_MOSTLY = 0.5  #: share of the words of a title that no translation of it keeps
_BY_FAMILY = frozenset({"openalex"})  #: indexes that are asked by family names alone
_PARTS = frozenset({"incollection", "inbook"})
_FEW = 3  #: titles of a venue that show in which script an index has it


def relative(query: Query, asked: Sequence[JudgedReply]) -> RecordMatch | None:
    """Give a record that may be of the work of an entry though its title says otherwise, from what the indexes have by its authors."""
    others = [
        record_match
        for reply in asked
        if reply.reply.by == PEOPLE
        for record_match in reply.judged
        if _may_be_meant(query, record_match)
    ]
    return max(others, key=lambda record_match: closeness(query, record_match.record), default=None)


def is_cut(query: Query, asked: Sequence[JudgedReply]) -> bool:
    """Whether an index has more works by authors of these names than it has shown, so that one of those may be meant.

    The best matches should come first.  Where nobody of these names is in the second half of a full reply, more are
    unlikely.  An index that is asked by family names alone may still have some: that counts for a title that is not in
    English, of which indexes often have a translation only.
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
    if record_match.authors is not Likeness.SAME or not same_years(query, record):
        return False
    if is_preprint(query) and is_preprint_record(record) and len(query.authors) > _SEVERAL:
        return shared_words(query.title, record.title, shortest=_TELLING) >= _MOSTLY  # of another version
    named = bool(query.venue and record.venue)
    elsewhere = named and venues_agree(query, record) is not Likeness.SAME  # or its name is translated, too
    if elsewhere and (len(query.authors) < _SEVERAL or query.year != record.year):
        return False
    whole = f"{record.title}: {record.subtitle}"  # which tells the language of a short title
    return may_be_translated(query.title, whole) or shared_words(query.title, record.title) == 1


def may_be_translated(ours: str, theirs: str) -> bool:
    """Whether two titles are in different languages, as far as their common words tell."""
    ours, theirs = without_note(ours), without_note(theirs)
    languages = languages_of(ours), languages_of(theirs)
    if languages[0] & languages[1] or shared_words(ours, theirs) >= _MOSTLY:
        return False
    return all(languages) or _shared(ours, theirs) < _COMMON


def _shared(ours: str, theirs: str) -> int:
    """Count the words that two titles share and that are no names: one of the two has them in small letters."""
    small = {word for title in (ours, theirs) for word in words(" ".join(filter(str.islower, title.split())))}
    return sum(len(word) >= _LONG for word in small.intersection(words(ours), words(theirs)))


def _of_family(query: Query, record: Record) -> bool:
    """Whether an author of a record has the family name of the first author of an entry."""
    return bool(query.authors) and letters(query.authors[0].family) in {
        letters(person.family) for person in record.authors
    }


def may_be_in_other_script(query: Query, asked: Sequence[JudgedReply], witnesses: AbstractSet[str]) -> bool:
    """Whether indexes may have the work of an entry under a title and names in other letters, which nobody can compare.

    :param witnesses: the indexes that hold works of its kind and do not have its title.
    """
    told = [reply for reply in asked if reply.reply.by == VENUE]
    if script(query.title) != "LATIN":
        return not witnesses <= {reply.reply.provider for reply in told}
    return query.other_script or any(
        script(record_match.record.title) not in {"LATIN", ""}
        and venues_agree(query, record_match.record) is Likeness.SAME
        for reply in told
        for record_match in reply.judged
    )


def may_be_unlisted(query: Query, asked: Sequence[JudgedReply]) -> bool:
    """Whether a work stands where nothing is listed: no index shows anything of its book or journal.

    A journal that goes by letters, ``NStZ``, cannot be asked for by its name, and those of the law of a country are
    often in no index; of books few have a record for each part.  That holds for works not in English, and for what is
    cited by its date alone, as essays of magazines and newspapers are.
    """
    languages = languages_of(query.title)
    foreign = script(query.title) == "LATIN" and bool(languages) and "en" not in languages
    unlisted = foreign and (query.kind in _PARTS or is_unknown_acronym(query.venue))
    return (unlisted or query.by_date) and not any(
        venues_agree(query, record_match.record) is Likeness.SAME
        for reply in asked
        for record_match in reply.judged
    )


def in_its_script(query: Query, reply: Reply) -> list[Record]:
    """Give the records of the venue of an entry, where an index has shown all of them, each in the script of the entry's title.

    Neither the title nor the authors of a record in another script can be compared: a single one may be the work.
    """
    venue = letters(query.venue)
    if reply.full and any(
        letters(record.venue) == venue for record in reply.records[len(reply.records) // 2 :]
    ):
        return []  # there may be more
    there = [record for record in reply.records if letters(record.venue) == venue and words(record.title)]
    whole = all(script(record.title) == script(query.title) for record in there)
    return there if whole and len(there) >= _FEW else []
