"""Identifiers of entries that lead nowhere, or to another work than the one that their titles name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.sources.judged import open_fields
from argcheck.sources.model import Answer, Difference

if TYPE_CHECKING:
    from argcheck.sources.compare import RecordMatch
    from argcheck.sources.judged import JudgedReply
    from argcheck.sources.model import Query

_WITNESSES = 2  #: indexes that know preprints, and of which each says that there is no such number


def dead_doi(
    query: Query, asked: list[JudgedReply], same: list[RecordMatch], *, dead: bool
) -> list[Difference]:
    """Say that the DOI is registered nowhere, or leads to another work than the one that the title names."""
    by_doi = [
        judged_reply
        for judged_reply in asked
        if judged_reply.reply.by == "doi" and judged_reply.reply.answer is not Answer.NOT_ASKED
    ]
    if not query.doi or not by_doi:
        return []
    if any(record_match.same for reply in by_doi for record_match in reply.judged):
        return []
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
    """Say that the work has another number at arXiv than the entry, whose own leads to none or to another work."""
    replies = [reply for reply in asked if query.arxiv and reply.reply.by == "arxiv"]
    judged = [record_match for reply in replies for record_match in reply.judged]
    theirs = {number for match in same if (number := match.record.identifiers.get("arxiv", ""))}
    answers = [reply.reply.answer for reply in replies]
    if any(match.same for match in judged) or query.arxiv in theirs or len(theirs) != 1:
        return []
    known = bool(judged) or answers.count(Answer.ABSENT) >= _WITNESSES
    return [Difference("eprint", query.arxiv, *theirs)] if known and Answer.FAILED not in answers else []
