"""Routing: ask one provider after the other about an entry until a record agrees with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from typing import Any

from argcheck.files.code_place import fault
from argcheck.sources.compare import RecordMatch, judge
from argcheck.sources.coverage import says_no_journal
from argcheck.sources.decide import Decider
from argcheck.sources.folding import script, words
from argcheck.sources.http import Http, UnansweredError
from argcheck.sources.judged import (
    FILE,
    IDENTIFIERS,
    JOURNAL,
    PEOPLE,
    PUBLISHER,
    SEARCH,
    STATUS,
    VENUE,
    JudgedReply,
    best_match,
    has_found_by_doi,
    is_settled,
    leads_to,
)
from argcheck.sources.model import Answer, Notice, Outcome, Query, Record, Reply, Resolution
from argcheck.sources.notices import joined_notices, of_no_record
from argcheck.sources.printed import asked_for, printed_as_query
from argcheck.sources.printings import PLAIN, is_preprint
from argcheck.sources.protocols import Provider, holds_kind
from argcheck.sources.relatives import in_its_script, is_in_unseen_journal
from argcheck.sources.replies import MOST_RECORDS, bounded

_ARXIV = "10.48550/arxiv."
_SOME_DOI = "10.5555/12345678"  #: of Crossref's test account, in plans
_KNOWN_WORKS = 3  #: works found by others, with which an index that finds nothing is tried
_MANY = 10  #: least works asked about before total silence counts as a fault
_FIRST_ANSWER = 1.0  #: seconds that a run waits for its first answer


class Router:
    """Asks providers about one entry after the other.

    :param providers: in the order in which to ask them.
    :param this_year: the current year; later years are mistakes.
    :param dry: whether nothing is sent, and requests are only planned.
    """

    def __init__(
        self, providers: Sequence[Provider], http: Http, *, this_year: int, dry: bool = False
    ) -> None:
        self.providers = tuple(providers)
        self.http = http
        self._dry = dry
        self._decider = Decider(self.providers, this_year=this_year)
        self.silent: dict[str, str] = {}  #: the first reason why each provider gave no answer
        self._all_tried = False  # whether every index was asked at once because nobody had answered
        self._until = 0.0  # the time at which this is done
        self._works = 0  # number of works asked about
        self._anything = False  # whether any index has shown a record, even of another work
        self._lively: set[str] = set()  # indexes that found something by its title
        self._known: dict[str, Query] = {}  # works that were found, with which an index can be tried
        self._resting_on_absence: dict[
            int, tuple[list[JudgedReply], list[Reply]]
        ] = {}  # by `id` of the query

    async def resolve(self, query: Query) -> Resolution:
        """Return the resolution of an entry: the record of its work, and the differences of the two."""
        if (text := asked_for(query)) and (known := await self._as_printed(query, text)) is not None:
            return known
        asked: list[JudgedReply] = []
        self._works += 1
        for by in IDENTIFIERS:
            if getattr(query, by):
                await self._ask_by_identifier(query, by, asked)
        if not is_settled(query, asked) and len(words(query.title)) >= 1:
            await self._search(query, asked)
        await self._ask_for_notices(query, asked)
        files = [(await self._ask(provider, query, FILE)).reply for provider in self._providers_for(FILE)]
        resolution = self._decider.decide(query, asked, files)
        if says_no_journal(query) and (resolution.record is None or self._dry):
            resolution = await self._as_book(query, files) or resolution
        if resolution.found_nowhere or self._dry:  # a plan includes what an absence would lead to
            await self._by_other_titles(query, asked)
            resolution = self._decider.decide(query, asked, files)
        if resolution.rests_on_absence:
            self._resting_on_absence[id(query)] = asked, files
        elif (
            resolution.record is not None
            and resolution.outcome is not Outcome.MISMATCH  # its title may be that of no work
            and not resolution.detail  # another form than that of the record may not be found by all
            and query.kind in PLAIN
            and len(self._known) < _KNOWN_WORKS
        ):
            self._known.setdefault(query.title, query)
        return resolution

    async def _as_book(self, query: Query, files: list[Reply]) -> Resolution | None:
        """Return the resolution of an article as a book that a catalogue has, or None."""
        book = query._replace(kind="book")
        asked: list[JudgedReply] = []
        for provider in self._providers_for(SEARCH):
            if not holds_kind(provider, "article"):
                await self._ask_about(provider, book, SEARCH, asked)
        known = best_match(book, asked)
        return self._decider.decide(book, asked, files)._replace(query=query) if known else None

    async def _as_printed(self, query: Query, text: Query) -> Resolution | None:
        """Return the resolution of a printed reference by a record that agrees with it; None without one.

        Without one nothing is known of the work, also if an index could not be asked.
        """
        failed: list[JudgedReply] = []

        async def replies() -> AsyncIterator[Reply]:
            for provider in self._providers_for(SEARCH):
                if getattr(provider, "takes_references", False):
                    reply = await self._reply(provider, text, SEARCH)
                    reply = reply._replace(records=tuple(map(bounded, reply.records[:MOST_RECORDS])))
                    if reply.answer is Answer.FAILED:
                        failed.append(JudgedReply(reply._replace(by=SEARCH), (), authority=False))
                    yield reply

        wanted, shown = await printed_as_query(query, replies())
        if self._dry:  # a plan includes what a record would lead to
            wanted = query._replace(doi=_SOME_DOI, printed="")
        if wanted is None:
            return self._decider.decide(query, failed, []) if failed else None
        numbered = any(getattr(wanted, by) for by in IDENTIFIERS)
        known = await (self._by_record(wanted, shown) if shown and not numbered else self.resolve(wanted))
        if known.record is not None and known.outcome is not Outcome.MISMATCH:
            return known._replace(query=query, differences=())
        if known.unasked:  # to be asked again
            return Resolution(query, Outcome.UNKNOWN, replies=known.replies, unasked=known.unasked)
        return None

    async def _by_record(self, query: Query, reply: Reply) -> Resolution:
        """Return the resolution of an entry by the one record that is its work, and which no index knows by a number."""
        judged = tuple(judge(query, record, identified=True) for record in reply.records)
        files = [(await self._ask(provider, query, FILE)).reply for provider in self._providers_for(FILE)]
        asked = [JudgedReply(reply._replace(by=SEARCH), judged, authority=False)]
        return self._decider.decide(query, asked, files)

    async def works_of_title(self, query: Query) -> list[JudgedReply]:
        """Ask every index by title, whatever the first ones reply: several works may have the title."""
        return await asyncio.gather(
            *(self._ask(provider, query, SEARCH) for provider in self._providers_for(SEARCH))
        )

    async def confirmed(self, resolution: Resolution) -> Resolution:
        """Decide again on a resolution that rests on absences, without those of indexes that find nothing at all.

        To be called after all entries: an index that has found nothing is tried with works that others found.  If none
        has shown anything for many works, something in between answers for all of them.
        """
        asked, files = self._resting_on_absence.pop(id(resolution.query), ([], []))
        mute = self._works >= _MANY and not self._anything
        dead = [
            reply.reply.provider
            for reply in asked
            if reply.reply.by == SEARCH
            and reply.reply.answer is Answer.ABSENT
            and (mute or await self._is_empty(reply))
        ]
        if not dead:
            return resolution
        why = (
            f"it finds nothing, {'and neither does any other' if mute else 'not even works that others hold'}"
        )
        for name in dead:
            self.silent.setdefault(name, why)
        asked = [
            reply._replace(reply=reply.reply._replace(answer=Answer.FAILED, detail=why))
            if reply.reply.provider in dead and reply.reply.answer is Answer.ABSENT
            else reply
            for reply in asked
        ]
        return self._decider.decide(resolution.query, asked, files)

    async def _is_empty(self, absent: JudgedReply) -> bool:
        """Whether the index with an absence finds none of the works that others have found."""
        name = absent.reply.provider
        provider = next(provider for provider in self.providers if provider.name == name)
        if name in self._lively or not holds_kind(provider, "article") or not self._known:
            return False
        for query in list(self._known.values()):
            tried = await self._ask(provider, query, SEARCH)
            if tried.reply.answer is not Answer.ABSENT:
                self._lively.add(name)
                return False
        return True

    async def files(self, query: Query) -> tuple[str, ...]:
        """Return the local files with the text of an entry's work."""
        replies = [(await self._ask(provider, query, FILE)).reply for provider in self._providers_for(FILE)]
        return tuple(text for reply in replies for record in reply.records for text in record.texts)

    async def notices(self, query: Query) -> tuple[Notice, ...]:
        """Return the notices about an entry's work that are stored on this machine."""
        replies = [
            (await self._ask(provider, query, by)).reply
            for by in IDENTIFIERS
            if getattr(query, by)
            for provider in self._providers_for(by)
            if not provider.services
        ]
        return joined_notices(of_no_record(replies))

    # -- asking

    async def _ask_by_identifier(self, query: Query, by: str, asked: list[JudgedReply]) -> None:
        """Ask by an identifier until a provider has it, and also a snapshot of notices on this machine.

        That it leads to another work is for its registry to say.
        """
        known = False
        for provider in self._providers_for(by):
            if not known or not provider.services:
                judged_reply = await self._ask(provider, query, by)
                asked.append(judged_reply)
                known = known or (
                    judged_reply.reply.answer is Answer.FOUND
                    and any(r.title for r in judged_reply.reply.records)
                    and (judged_reply.authority or any(match.same for match in judged_reply.judged))
                )

    async def _search(self, query: Query, asked: list[JudgedReply]) -> None:
        """Ask by title until a record agrees with the entry in every field."""
        for provider in self._providers_for(SEARCH):
            await self._ask_about(provider, query, SEARCH, asked)
            if is_settled(query, asked):
                return

    async def _ask_about(self, provider: Provider, query: Query, by: str, asked: list[JudgedReply]) -> None:
        """Ask a provider for works; one that does not take works of this kind does not count as asked."""
        reply = await self._ask(provider, query, by)
        if reply.reply.answer is not Answer.NOT_ASKED:
            asked.append(reply)

    async def _by_other_titles(self, query: Query, asked: list[JudgedReply]) -> None:
        """Ask for works of the authors, books of the publisher, and the script in which indexes have the venue."""
        for by, known_by in ((PEOPLE, query.authors), (PUBLISHER, query.publisher)):
            for provider in self._providers_for(by) if known_by else ():
                await self._ask_about(provider, query, by, asked)
        if not query.venue:
            return
        for provider in self._providers_for(VENUE):
            judged_reply = await self._ask(provider, query, VENUE)
            if script(query.title) == "LATIN":
                asked.append(judged_reply)
                continue
            known = in_its_script(query, judged_reply.reply)[:_KNOWN_WORKS]
            asked += [
                JudgedReply(Reply(other.name, Answer.FOUND, by=VENUE), (), authority=False)
                for other in (self._providers_for(SEARCH) if known else ())
                if all([await self._finds(other, record) for record in known])
            ]
        for provider in self._providers_for(JOURNAL) if is_in_unseen_journal(query, asked) else ():
            judged_reply = await self._ask(provider, query, JOURNAL)
            if judged_reply.reply.answer is not Answer.FAILED:  # it can only excuse
                asked.append(judged_reply)

    async def _finds(self, provider: Provider, record: Record) -> bool:
        """Whether an index finds by its title a work that another one has."""
        wanted = Query("", "article", title=record.title, authors=record.authors, year=record.year)
        tried = await self._ask(provider, wanted, SEARCH)
        return any(record_match.same for record_match in tried.judged)

    async def _ask_for_notices(self, query: Query, asked: list[JudgedReply]) -> None:
        """Ask every index with notices, by the identifiers of the entry or of the record that was found."""
        best = best_match(query, asked)
        if best is None:
            return
        known = best.record.identifiers
        doi = query.doi if has_found_by_doi(asked) else known.get("doi", "") or query.doi
        identified = query._replace(
            doi="" if doi.startswith(_ARXIV) else doi,  # arXiv itself knows most of these
            pmid=query.pmid or known.get("pmid", ""),
            arxiv=query.arxiv if is_preprint(query) else "",
        )
        with_records = {judged_reply.reply.provider for judged_reply in asked if judged_reply.reply.records}
        tried = {(judged_reply.reply.provider, judged_reply.reply.by) for judged_reply in asked}
        waiting = [
            self._ask(provider, identified, by)
            for provider in self.providers
            if getattr(provider, "notices", not provider.services) and provider.name not in with_records
            for by in [by for by in IDENTIFIERS if getattr(identified, by) and by in provider.answers][:1]
            if (provider.name, by) not in tried
        ]
        by_identifier = {reply.reply.provider for reply in asked if reply.reply.by in IDENTIFIERS}
        waiting += [
            self._ask(provider, identified, STATUS)
            for provider in self._providers_for(STATUS)
            if identified.doi and provider.name in with_records - by_identifier
        ]
        for reply in await asyncio.gather(*waiting):
            if reply.reply.answer is not Answer.NOT_ASKED:
                judged = tuple(record_match for record_match in reply.judged if record_match.same)
                asked.append(
                    reply._replace(reply=reply.reply._replace(by=STATUS), authority=False, judged=judged)
                )

    async def _reply(self, provider: Provider, query: Query, by: str) -> Reply:
        """Return the reply of a provider; a failure of any kind is a failed reply."""
        try:
            return await self._awaited(provider.ask(query, self.http, by=by), query)
        except UnansweredError as error:
            self.silent.setdefault(provider.name, str(error))
            return Reply(provider.name, Answer.FAILED, detail=str(error))
        except Exception as error:  # noqa: BLE001 - a third party's code: named, and never an absence
            why = f"bug in the provider: {fault(error)}"
            self.silent[provider.name] = why
            return Reply(provider.name, Answer.FAILED, detail=why)

    async def _ask(self, provider: Provider, query: Query, by: str) -> JudgedReply:
        """Return the reply of a provider with judged records; a failure of any kind is a failed reply."""
        reply = self._only_asked_for(query, by, await self._reply(provider, query, by))
        self._anything = self._anything or (bool(reply.records) and bool(provider.services))
        shown = tuple(map(bounded, reply.records[:MOST_RECORDS]))
        reply = reply._replace(records=shown, full=reply.full or len(reply.records) > MOST_RECORDS)
        judged = tuple(
            judge(query, record, identified=by in IDENTIFIERS and leads_to(query, by, record) is True)
            for record in reply.records
            if record.title or record.authors
        )
        if by == SEARCH and reply.answer is Answer.FOUND:
            reply, judged = self._reply_to_search(provider, reply, judged)
        return JudgedReply(reply._replace(by=by), judged, provider.authority and by in IDENTIFIERS)

    def _reply_to_search(
        self, provider: Provider, reply: Reply, judged: tuple[RecordMatch, ...]
    ) -> tuple[Reply, tuple[RecordMatch, ...]]:
        """Return the reply that records by title amount to: an absence if all are of other works, or a failure."""
        same = any(record_match.same for record_match in judged)
        if not same and not all(record.title for record in reply.records):
            why = "an answer that cannot be read (records without a title)"
            self.silent.setdefault(reply.provider, why)
            return reply._replace(answer=Answer.FAILED, records=(), detail=why), judged
        if not reply.full and all(record_match.same is False for record_match in judged):
            return reply._replace(answer=Answer.ABSENT, records=()), ()
        self._lively.add(provider.name)
        if reply.full and not same:
            why = "it has more works of this title than it shows"
            return reply._replace(answer=Answer.FAILED, records=(), detail=why), ()
        return reply, judged

    async def _awaited(self, asking: Coroutine[Any, Any, Reply], query: Query) -> Reply:
        """Wait for a reply; if nobody has answered for some time, ask all indexes at once instead of in turn."""
        whole = bool(query.title and query.printed)  # a reference, which is not for every index
        if whole or self._all_tried or self.http.is_heard:
            return await asking
        task = asyncio.ensure_future(asking)
        self._until = self._until or time.monotonic() + _FIRST_ANSWER
        try:
            done, _ = await asyncio.wait({task}, timeout=max(0.0, self._until - time.monotonic()))
            if not (done or self._all_tried or self.http.is_heard):
                self._all_tried = True
                await self.works_of_title(query)
            return await task
        finally:
            task.cancel()

    def _only_asked_for(self, query: Query, by: str, reply: Reply) -> Reply:
        """Return a reply without the records that lack the identifier that was asked for."""
        if by not in IDENTIFIERS or reply.answer is not Answer.FOUND:
            return reply
        meant = tuple(record for record in reply.records if leads_to(query, by, record) is not False)
        if meant:
            return reply._replace(records=meant)
        why = f"gives the record of another {by} than the one asked for"
        self.silent.setdefault(reply.provider, why)
        return reply._replace(answer=Answer.FAILED, records=(), detail=why)

    def _providers_for(self, by: str) -> Iterable[Provider]:
        return [provider for provider in self.providers if by in provider.answers]


async def resolve_all(router: Router, queries: Iterable[Query], *, workers: int) -> AsyncIterator[Resolution]:
    """Yield the resolutions of many entries as they are done, ``workers`` at a time."""
    pending: set[asyncio.Task[Resolution]] = set()
    try:
        for query in queries:
            pending.add(asyncio.create_task(router.resolve(query)))
            if len(pending) >= workers:
                done, pending = await asyncio.wait(pending, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    yield task.result()
        for future in asyncio.as_completed(pending):
            yield await future
    finally:
        for task in pending:
            task.cancel()
        await asyncio.gather(*pending, return_exceptions=True)
