"""Replies with judged records: which records are the work, and in which fields all of them differ."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.sources.editions import names_edition
from argcheck.sources.folding import folded, letters
from argcheck.sources.model import Answer, Difference, Likeness, Query, Record, Reply
from argcheck.sources.printings import closeness, is_preprint, is_preprint_record
from argcheck.sources.titles import begins_alike
from argcheck.sources.venues import is_conference, says_nothing
from argcheck.sources.volumes_and_pages import is_at_its_place

if TYPE_CHECKING:
    from argcheck.sources.compare import RecordMatch

IDENTIFIERS = ("doi", "arxiv", "pmid")
SEARCH, FILE, STATUS = "search", "file", "status"  #: further ways of asking
PEOPLE, VENUE = "authors", "venue"  #: ways of asking for other works: of the same authors, in the same venue
JOURNAL = "journal"  #: asks for the years of which it has works of the journal
PUBLISHER = "publisher"  #: asks whether there are other books of the publisher
WAYS = frozenset({*IDENTIFIERS, SEARCH, FILE, STATUS, PEOPLE, VENUE, JOURNAL, PUBLISHER})  #: all of them


_PLACE = frozenset({"volume", "pages"})
_OF_PUBLICATION = _PLACE | {"venue"}
_WITNESSES = 2  #: least indexes of preprints that lack a number which does not exist


class JudgedReply(NamedTuple):
    """A reply with the judgements of its records."""

    reply: Reply
    judged: tuple[RecordMatch, ...]
    authority: bool  #: whether the provider registers the identifier by which it was asked


def has_found_by_doi(asked: list[JudgedReply]) -> bool:
    """Whether a record of the work was found by its DOI."""
    return any(
        judged_reply.reply.by == "doi" and any(judged.same for judged in judged_reply.judged)
        for judged_reply in asked
    )


def leads_to(query: Query, by: str, record: Record) -> bool | None:
    """Whether a record has the identifier that was asked for; None if it does not say."""
    from argcheck.bib.identifiers import normal_arxiv

    wanted, given = getattr(query, by), record.identifiers.get(by, "")
    if given.lower() == wanted.lower():
        return True
    number = record.identifiers.get("arxiv", "")
    if by == "doi" and number and wanted.lower().endswith(f"arxiv.{number}"):
        return True
    if by == "arxiv" and given:
        return normal_arxiv(given) == normal_arxiv(wanted)
    return False if given else None


def is_settled(query: Query, asked: list[JudgedReply]) -> bool:
    """Whether nothing more needs to be asked: a record agrees in every field, and the identifiers lead to it."""
    if query.doi and not any(
        (reply.reply.by == "doi" and reply.reply.answer is Answer.FOUND)
        or any(
            judged.same
            and not judged.differences
            and judged.record.identifiers.get("doi", "").lower() == query.doi
            for judged in reply.judged
        )
        for reply in asked
    ):
        return False
    agreed = [record_match for record_match, _ in same_works(asked)]
    if (
        query.venue
        and not is_preprint(query)
        and all(is_preprint_record(record_match.record) for record_match in agreed)
    ):
        return False  # a preprint does not tell where the work was published
    if names_edition(query) and all(match.record.edition != query.edition for match in agreed):
        return False  # a catalogue may have the edition of its year
    full = any(
        match.whole and not _differs(match, "title") and match.authors is not Likeness.NEAR
        for match in agreed
    )  # not a review
    return full and not open_fields(agreed)


def open_fields(agreed: list[RecordMatch]) -> set[str]:
    """Return the fields in which every record with the field differs from the entry.

    If a record has the year of the entry, records of other years are other publications with their own places and
    venues, which neither confirm nor contradict those of the entry. A meeting that differs says nothing else in a
    record that has less to tell it by.
    """
    of_form = {difference for match in agreed for difference in match.form}  # nor if a record tells less
    fields = [
        {difference.field for difference in match.differences if difference not in of_form}
        for match in agreed
    ]
    of_year = any("year" not in differ for differ in fields)
    differing = {
        field for differ in fields for field in (differ - _PLACE if of_year and "year" in differ else differ)
    }
    vouching = [
        match for match, differ in zip(agreed, fields, strict=True) if not (of_year and "year" in differ)
    ]
    venues = [match.record.venue for match in agreed if _differs(match, "venue")]
    meetings = {letters(venue) for venue in venues if is_conference(venue)}
    return {
        field
        for field in differing
        if not any(
            _agrees(match, field) and not (field == "venue" and letters(match.record.venue) in meetings)
            for match in (vouching if field in _OF_PUBLICATION else agreed)
        )
    }


def _differs(judged: RecordMatch, field: str) -> bool:
    return any(difference.field == field for difference in judged.differences)


def _agrees(judged: RecordMatch, field: str) -> bool:
    """Whether a record has the field and agrees with the entry."""
    record = judged.record
    if _differs(judged, field):
        return False
    if field == "title":
        return judged.title is Likeness.SAME and judged.whole
    if field == "authors":
        return judged.authors is Likeness.SAME and judged.listed
    if field == "venue":
        names = [name for name in (record.venue, *record.venues) if name]
        return not (is_preprint_record(record) or all(says_nothing(folded(name)) for name in names))
    if field == "year":
        return bool(record.year) and not is_preprint_record(record)
    return bool(getattr(record, field, ""))


def best_match(query: Query, asked: list[JudgedReply]) -> RecordMatch | None:
    """Return the record to show, or None: of the registry, else with fewest differences, published, at its place."""

    def rank(pair: tuple[RecordMatch, JudgedReply]) -> tuple[bool | int, ...]:
        match, reply = pair
        apart = (not near for near in closeness(query, match.record))
        return not reply.authority, len(match.differences), is_preprint_record(match.record), *apart

    works = same_works(asked)
    return min(works, key=rank)[0] if works else None


def same_works(asked: list[JudgedReply]) -> list[tuple[RecordMatch, JudgedReply]]:
    """Return every record that is of the work, with its reply.

    Where a record has what stands before the subtitle alone, one of nearly the title that begins otherwise is not.
    """
    works = [(record_match, reply) for reply in asked for record_match in reply.judged if record_match.same]
    short = [m.record.title for m, _ in works if m.title is Likeness.SAME and not (m.whole or m.differences)]
    return [
        (match, reply)
        for match, reply in works
        if not short
        or match.title is Likeness.SAME
        or any(begins_alike(match.record.title, title, 1) for title in short)
    ]


def dead_doi(
    query: Query, asked: list[JudgedReply], same: list[RecordMatch], *, dead: bool
) -> list[Difference]:
    """Return a difference if the DOI is registered nowhere, or leads to another work than the title."""
    by_doi = [
        judged_reply
        for judged_reply in asked
        if judged_reply.reply.by == "doi" and judged_reply.reply.answer is not Answer.NOT_ASKED
    ]
    if not query.doi or not by_doi:
        return []
    next_to_it = [match for match in same if _is_next_to_it(query, match, same, "doi")]
    if any(match.same and match not in next_to_it for reply in by_doi for match in reply.judged):
        return []
    same = [match for match in same if match not in next_to_it]
    dois = dict.fromkeys(record_match.record.identifiers.get("doi", "").lower() for record_match in same)
    if query.doi in dois:
        return []
    elsewhere = [
        record_match
        for reply in by_doi
        if reply.authority
        for record_match in reply.judged
        if not record_match.holds
    ]
    registered = any(judged_reply.reply.answer is Answer.FOUND for judged_reply in by_doi)
    if not elsewhere and (registered or not dead):
        return []
    theirs = next((doi for doi in dois if doi), "")
    sure = bool(theirs) and len([doi for doi in dois if doi]) == 1 and not open_fields(same)
    return [Difference("doi", query.doi, theirs, sure)]


def other_arxiv(query: Query, asked: list[JudgedReply], same: list[RecordMatch]) -> list[Difference]:
    """Return a difference if the work has another number at arXiv than the entry, whose own is not that of the work."""
    replies = [reply for reply in asked if query.arxiv and reply.reply.by == "arxiv"]
    judged = [record_match for reply in replies for record_match in reply.judged]
    next_to_it = [match for match in same if _is_next_to_it(query, match, same, "arxiv")]
    same = [match for match in same if match not in next_to_it]
    theirs = {number for match in same if (number := match.record.identifiers.get("arxiv", ""))}
    answers = [reply.reply.answer for reply in replies]
    known = any(match.same and match not in next_to_it for match in judged)
    if known or query.arxiv in theirs or len(theirs) != 1:
        return []
    sure = bool(judged) or answers.count(Answer.ABSENT) >= _WITNESSES
    return [Difference("eprint", query.arxiv, theirs.pop())] if sure and Answer.FAILED not in answers else []


def _is_next_to_it(query: Query, match: RecordMatch, same: list[RecordMatch], by: str) -> bool:
    """Whether a record is of another part than the entry: its title differs, and another record has the very title.

    That one has another identifier and, where it is a DOI, stands at the place of the entry: versions of an
    article have DOIs of their own, and other titles.
    """
    number = match.record.identifiers.get(by, "")
    if not _differs(match, "title") or not number or (by == "doi" and is_at_its_place(query, match.record)):
        return False
    return any(
        other.title is Likeness.SAME
        and other.whole
        and other.record.identifiers.get(by, number) != number
        and (by == "arxiv" or is_at_its_place(query, other.record))
        for other in same
    )


def open_questions(asked: list[JudgedReply]) -> list[str]:
    """Return what replies that found a record could not be asked for, each once."""
    replies = (judged_reply.reply for judged_reply in asked)
    return list(dict.fromkeys(r.detail for r in replies if r.answer is Answer.FOUND and r.detail))


def without_notices(asked: list[JudgedReply]) -> str:
    """Return a text with the indexes that could not be asked for notices, or an empty one."""
    failed = [
        f"{judged_reply.reply.provider} ({judged_reply.reply.detail})"
        for judged_reply in asked
        if judged_reply.reply.by == STATUS and judged_reply.reply.answer is Answer.FAILED
    ]
    return f"notices could not be asked for: {', '.join(failed)}" if failed else ""
