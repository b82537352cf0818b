"""Decide from all replies about an entry: found, found as another work, missing, or not decided.

An outage is never an absence.  Nothing counts against an entry on the word of one index while another could not be
asked, except on that of the registry of the entry's own identifier.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from argcheck.sources.catalogues import is_catalogued
from argcheck.sources.compare import RecordMatch, is_anchored
from argcheck.sources.coverage import WITNESSES, why_not_listed, why_too_few
from argcheck.sources.editions import has_other_years, not_yet_out, not_yet_printed, other_edition
from argcheck.sources.judged import (
    IDENTIFIERS,
    PUBLISHER,
    SEARCH,
    JudgedReply,
    best_match,
    dead_doi,
    open_fields,
    open_questions,
    other_arxiv,
    same_works,
    without_notices,
)
from argcheck.sources.model import (
    Answer,
    Difference,
    Likeness,
    Outcome,
    Query,
    Record,
    Relation,
    Reply,
    Resolution,
)
from argcheck.sources.notices import joined_notices, of_no_record
from argcheck.sources.parts import is_slip_of_part, is_that_part
from argcheck.sources.printings import PLAIN, closeness, is_preprint
from argcheck.sources.protocols import Provider, holds_kind
from argcheck.sources.relatives import is_cut, may_be_in_other_script, may_be_unlisted, relative
from argcheck.sources.same_authors import compare_authors
from argcheck.sources.titles import begins_alike

_WHOLES = frozenset({"book", "mvbook", "collection", "proceedings"})
_LOST = frozenset({Outcome.GHOST, Outcome.UNKNOWN})


class Decider:
    """Decides about entries by the replies of providers.

    :param this_year: the current year; later years are mistakes.
    """

    def __init__(self, providers: Sequence[Provider], *, this_year: int) -> None:
        self.providers = tuple(providers)
        self.this_year = this_year
        self.catalogues = frozenset(
            provider.name for provider in providers if getattr(provider, "covers", frozenset()) == {"book"}
        )

    def decide(self, query: Query, asked: list[JudgedReply], files: list[Reply]) -> Resolution:
        """Return the resolution of an entry.

        :param asked: all replies about it.
        :param files: replies with texts on this machine.
        """
        replies = tuple(judged_reply.reply for judged_reply in asked)
        local = tuple(text for reply in files for record in reply.records for text in record.texts)
        best = best_match(query, asked)
        if best is not None:
            resolution = self._accepted(query, best, asked)
        else:
            resolution = self._not_accepted(query, asked)
        if resolution.outcome is not Outcome.MISMATCH and not any(
            d.field == "doi" for d in resolution.differences
        ):
            notices = joined_notices((*resolution.notices, *of_no_record(replies)))
            resolution = resolution._replace(notices=notices)
        texts = (*local, *resolution.texts)
        outcome = resolution.outcome
        if local and (outcome in _LOST or (outcome is Outcome.MISMATCH and not resolution.identified)):
            resolution = Resolution(query, Outcome.ACCESSIBLE, detail="its text is at hand; no index has it")
            outcome = Outcome.ACCESSIBLE
        if outcome is Outcome.INACCESSIBLE and texts:
            outcome = Outcome.ACCESSIBLE
        differences = (*resolution.differences, *self._year_to_come(query, resolution))
        return resolution._replace(
            outcome=outcome,
            differences=differences,
            replies=(*replies, *(reply for reply in files if reply.records)),
            texts=texts,
        )

    def _year_to_come(self, query: Query, resolution: Resolution) -> Iterator[Difference]:
        """Yield the year of an entry if no work can have it yet, whatever the indexes replied."""
        if query.year > self.this_year + 1 and all(
            difference.field != "year" for difference in resolution.differences
        ):
            year = resolution.record.year if resolution.record else 0
            yield Difference("year", str(query.year), str(year or ""))

    def _accepted(self, query: Query, best: RecordMatch, asked: list[JudgedReply]) -> Resolution:
        """Return the resolution for a record of the work, with the notices and texts of all records of it."""
        same = [record_match for record_match, _ in same_works(asked)]
        differences, doubt = _confirmed(query, best, asked, same, dead=self._is_dead(asked))
        records = [record_match.record for record_match in same]
        if not any(reply.reply.answer is Answer.FAILED for reply in asked):
            differences += tuple(not_yet_out(query, records, self.catalogues))
        return Resolution(
            query,
            Outcome.INACCESSIBLE,
            best.record,
            differences=differences,
            detail="; ".join(map(_explained_form, best.form)),
            notices=tuple(notice for record in records for notice in record.notices),
            unasked="; ".join(filter(None, (doubt, *open_questions(asked), without_notices(asked)))),
            texts=tuple(dict.fromkeys(text for record in records for text in record.texts)),
            related=_related(query, records),
            review=any(record.review for record in records),
            rests_on_absence=any(difference.field == "doi" for difference in differences),
        )

    def _not_accepted(self, query: Query, asked: list[JudgedReply]) -> Resolution:
        """Return the resolution without a record of the work: a mismatch with a similar one, or as `_not_known`."""
        failed = [judged_reply.reply for judged_reply in asked if judged_reply.reply.answer is Answer.FAILED]
        near = [
            (record_match, reply)
            for reply in asked
            for record_match in reply.judged
            if record_match.same is None
            and (reply.reply.by in IDENTIFIERS or record_match.authors is not Likeness.UNKNOWN)
            and (
                reply.reply.by in IDENTIFIERS
                or query.kind in PLAIN
                or is_anchored(query, record_match.record)
            )
        ]
        identified = [record_match for record_match, reply in near if reply.reply.by in IDENTIFIERS]
        authoritative = [record_match for record_match, reply in near if reply.authority]
        known = {record_match.record.provider for record_match, _ in near}
        if near and (authoritative or not failed or len(known) >= WITNESSES):
            meant = max(
                authoritative or identified or [record_match for record_match, _ in near],
                key=lambda record_match: closeness(query, record_match.record),
            )
            detail = _led_to(query, meant) if identified else "a work of this title has other authors"
            if not identified and meant.title is not Likeness.SAME:
                detail = "no work has this title; the nearest one differs"
            return Resolution(
                query,
                Outcome.MISMATCH,
                meant.record,
                differences=meant.differences,
                detail=detail,
                identified=bool(identified),
                rests_on_absence=not identified,
            )
        return self._not_known(query, asked, failed)

    def _not_known(self, query: Query, asked: list[JudgedReply], failed: list[Reply]) -> Resolution:
        """Return the resolution for a work that no index has: missing, or not decided."""
        if failed:
            silent = ", ".join(dict.fromkeys(reply.provider for reply in failed))
            return Resolution(query, Outcome.UNKNOWN, unasked=f"could not be asked: {silent}")
        dead = self._is_dead(asked)
        alive = any(
            judged_reply.reply.by in IDENTIFIERS and judged_reply.reply.answer is Answer.FOUND
            for judged_reply in asked
        )
        book = query.kind == "book" and is_catalogued(query, self.this_year)
        why = why_not_listed(
            query, asked, this_year=self.this_year, catalogued=book, dead=dead, alive=alive
        ) or why_too_few(asked, len(self._witnesses(query, asked, dead=dead)))
        if not why:
            return _found_nowhere(query, asked, self._witnesses(query, asked, dead=False), dead=dead)
        nowhere = bool(query.doi) and dead and not alive
        differences = (Difference("doi", query.doi, ""),) if nowhere else _year_of_book(asked)
        return Resolution(
            query, Outcome.UNKNOWN, detail=why, differences=differences, rests_on_absence=nowhere
        )

    def _is_dead(self, asked: list[JudgedReply]) -> bool:
        """Whether an identifier is registered nowhere, according to a provider that knows all of its kind."""
        complete: dict[str, frozenset[str]] = {
            provider.name: getattr(provider, "complete", frozenset()) for provider in self.providers
        }
        for by in IDENTIFIERS:
            replies = [
                judged_reply
                for judged_reply in asked
                if judged_reply.reply.by == by and judged_reply.reply.answer is not Answer.NOT_ASKED
            ]
            absent = all(judged_reply.reply.answer is Answer.ABSENT for judged_reply in replies)
            if absent and any(by in complete[judged_reply.reply.provider] for judged_reply in replies):
                return True
        return False

    def _witnesses(self, query: Query, asked: list[JudgedReply], *, dead: bool) -> set[str]:
        """Return the indexes whose absence counts: those that have works of this kind, or register the identifier."""
        unknown = {  # a catalogue without other books of the publisher may lack it, too
            judged_reply.reply.provider
            for judged_reply in asked
            if judged_reply.reply.by == PUBLISHER and judged_reply.reply.answer is not Answer.FOUND
        }
        absent = [
            judged_reply
            for judged_reply in asked
            if judged_reply.reply.answer is Answer.ABSENT and judged_reply.reply.provider not in unknown
        ]
        providers = {provider.name: provider for provider in self.providers}
        return {
            judged_reply.reply.provider
            for judged_reply in absent
            if (
                judged_reply.reply.by == SEARCH
                and holds_kind(providers[judged_reply.reply.provider], query.kind)
            )
            or (dead and judged_reply.authority)
        }


def _explained_form(difference: Difference) -> str:
    """Return why a difference does not count."""
    what = "no other name" if difference.field == "authors" else "no other word"
    return f"{difference.field} '{difference.ours}' and '{difference.theirs}' are taken for one: {what} stands in the place of one"


def _year_of_book(asked: list[JudgedReply]) -> tuple[Difference, ...]:
    """Return the year of the book if that of a part with the identifier of the book differs."""
    books = [record_match for reply in asked for record_match in reply.judged if record_match.holds]
    if not books or "year" not in open_fields(books):
        return ()
    return tuple(d for d in books[0].differences if d.field == "year")


def _found_nowhere(query: Query, asked: list[JudgedReply], witnesses: set[str], *, dead: bool) -> Resolution:
    """Return the resolution for a title that no index has: a ghost, unless it may be there in another language."""
    other = relative(query, asked)
    related = other is not None or is_cut(query, asked)
    if other is not None:
        record = other.record
        why = f"no index has this title, but {record.provider} has a work of these authors and years, '{record.title}'"
    elif related:
        why = "no index has this title, but one has more works by authors of these names than it shows, and it may be one of those in translation"
    elif may_be_in_other_script(query, asked, witnesses):
        why = "indexes may have the title in another script or language only"
    elif may_be_unlisted(query, asked):
        why = f"no index asked shows works of '{query.venue}' about that year, so that their silence says nothing"
    else:
        return Resolution(query, Outcome.GHOST, rests_on_absence=True, found_nowhere=True)
    theirs = other.record.identifiers.get("doi", "") if other is not None else ""
    return Resolution(
        query,
        Outcome.UNKNOWN,
        detail=why,
        differences=(Difference("doi", query.doi, theirs),) if dead and query.doi else (),
        rests_on_absence=related or dead,
        found_nowhere=not related,
    )


def _confirmed(
    query: Query,
    best: RecordMatch,
    asked: list[JudgedReply],
    same: list[RecordMatch],
    *,
    dead: bool,
) -> tuple[tuple[Difference, ...], str]:
    """Return the differences that are confirmed, and why others are not.

    A difference is confirmed if no record agrees with the entry, and the registry of the identifier has it, or two
    providers do, or all providers have answered.
    """
    failed = [judged_reply.reply for judged_reply in asked if judged_reply.reply.answer is Answer.FAILED]
    differing = open_fields(same)
    short = [match.record.title for match in same if match.title is Likeness.SAME]
    stands, doubtful = [], []
    for field in ("authors", "title", "year", "venue", "editors", "volume", "pages"):
        if field not in differing:
            continue
        differing_works = [
            (record_match, reply)
            for record_match, reply in same_works(asked)
            if any(d.field == field for d in record_match.differences)
        ]
        difference = next(d for d in differing_works[0][0].differences if d.field == field)
        shown = next((d for d in best.differences if d.field == field), difference)
        witnesses = {record_match.record.provider for record_match, _ in differing_works}
        if query.kind not in PLAIN and not _stands_for_book(query, field, differing_works, short):
            continue  # another edition, or a reprint
        if field == "year" and len(witnesses) < WITNESSES and any(not m.record.year for m in same):
            continue  # the only index with a year may have that of its own copy
        if not failed or any(reply.authority for _, reply in differing_works) or len(witnesses) >= WITNESSES:
            elsewhere = "venue" in differing  # then of another publication, such as an abstract
            several = field == "year" and len(witnesses) >= WITNESSES
            sure = several and best.title is Likeness.SAME and not elsewhere
            stands.append(shown._replace(certain=sure))
        else:
            doubtful.append(field)
    stands += dead_doi(query, asked, same, dead=dead and not failed)
    stands += other_arxiv(query, asked, same)
    records = [record_match.record for record_match in same]
    stands += [] if failed else [*other_edition(query, records), *not_yet_printed(query, records)]
    silent = ", ".join(dict.fromkeys(reply.provider for reply in failed))
    doubt = f"{', '.join(doubtful)} not confirmed, since {silent} could not be asked" if doubtful else ""
    return tuple(stands), doubt


def _stands_for_book(
    query: Query, field: str, works: list[tuple[RecordMatch, JudgedReply]], short: list[str]
) -> bool:
    """Whether a differing field is a mistake: in books, year and place may be those of another edition.

    :param short: the titles of records that agree as far as they go, which may lack a subtitle.
    """
    if field not in {"title", "authors"}:
        return query.kind not in _WHOLES and is_slip_of_part(
            query, field, [match.record for match, _ in works]
        )
    for judged, reply in works:
        longer = field == "authors" and _has_grown(query, judged)
        theirs = next(d.theirs for d in judged.differences if d.field == field)
        volume = field == "title" and any(begins_alike(query.title, title) for title in (theirs, *short))
        if longer or (volume and not has_other_years(query, judged.record, theirs)):
            return False
        if reply.reply.by in IDENTIFIERS or is_anchored(query, judged.record):
            return True
        if field == "title" and is_that_part(query, judged.record):
            return True
    return False


def _has_grown(query: Query, judged: RecordMatch) -> bool:
    """Whether all authors of one are among those of the other, as in another edition."""
    matched = compare_authors(query.authors, judged.record.authors, others=query.others).matched
    return matched == min(len(query.authors), len(judged.record.authors))


def _related(query: Query, records: list[Record]) -> tuple[Relation, ...]:
    """Return the related works of records; that it was published counts only for a preprint."""
    relations = (relation for record in records for relation in record.related)
    preprint = is_preprint(query)
    return tuple(dict.fromkeys(each for each in relations if preprint or each.kind != "published-as"))


def _led_to(query: Query, meant: RecordMatch) -> str:
    known = next((by for by in IDENTIFIERS if getattr(query, by)), "identifier")
    what = f"'{meant.record.title}'" if meant.record.title else "another work"
    return f"the {known} leads to {what}"
