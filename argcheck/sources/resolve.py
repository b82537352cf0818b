"""Routing: asking one provider after the other about an entry, until a record agrees with it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Coroutine, Iterable, Sequence
from typing import Any

from argcheck.files.code_place import fault
from argcheck.sources.compare import RecordMatch, judge
from argcheck.sources.decide import Decider
from argcheck.sources.folding import readable, script, words
from argcheck.sources.http import Http, UnansweredError
from argcheck.sources.judged import (
    FILE,
    IDENTIFIERS,
    PEOPLE,
    PUBLISHER,
    SEARCH,
    STATUS,
    VENUE,
    JudgedReply,
    best_match,
    has_found,
    is_settled,
    leads_to,
)
from argcheck.sources.model import Answer, Notice, Outcome, Person, Query, Record, Reply, Resolution
from argcheck.sources.notices import joined_notices, of_no_record
from argcheck.sources.printings import PLAIN, is_preprint
from argcheck.sources.protocols import Provider, holds_kind
from argcheck.sources.relatives import in_its_script

_ARXIV = "10.48550/arxiv."
_KNOWN_WORKS = 3  #: works that others found, by which an index is tried that has found nothing
_MANY = 10  #: works of which one index or other has one that is a little like it
_MOST = 200  #: records of an answer: nobody is asked for as many
_FIRST_ANSWER = 1.0  #: seconds that a run waits for its first answer
_LONGEST = 2_000  #: letters of a title or a name
_AUTHORS = 10_000  #: twice as many as any work has


class Router:
    """Asks providers about one entry after the other.

    :param providers: in the order in which to ask them.
    :param this_year: a later year is a mistake, whoever is asked.
    :param dry: whether nothing is answered, and what would be asked is to be planned.
    """

    def __init__(
        self, providers: Sequence[Provider], http: Http, *, this_year: int, dry: bool = False
    ) -> None:
        self.providers = tuple(providers)
        self.http = http
        self._dry = dry
        self._decider = Decider(self.providers, this_year=this_year)
        self.silent: dict[str, str] = {}  #: why a provider gave no answer, the first time
        self._all_tried = False  # whether every index was asked at once, as nobody had answered
        self._until = 0.0  # when they are, if nobody has
        self._works = 0  # that were asked about
        self._anything = False  # whether any index has shown a record, be it of another work
        self._lively: set[str] = set()  # indexes that found something by its title
        self._known: dict[str, Query] = {}  # works that were found, by which an index can be tried
        self._accused: dict[int, tuple[list[JudgedReply], list[Reply]]] = {}  # by `id` of the query

    async def resolve(self, query: Query) -> Resolution:
        """Find the record of the work that an entry means, and say where the two differ."""
        asked: list[JudgedReply] = []
        self._works += 1
        for by in IDENTIFIERS:
            if getattr(query, by):
                await self._by(query, by, asked)
        if not is_settled(query, asked) and len(words(query.title)) >= 1:
            await self._search(query, asked)
        await self._status(query, asked)
        files = [(await self._ask(provider, query, FILE)).reply for provider in self._for(FILE)]
        resolution = self._decider.decide(query, asked, files)
        if resolution.found_nowhere or self._dry:  # a plan says what an absence would lead to
            await self._by_other_titles(query, asked)
            resolution = self._decider.decide(query, asked, files)
        if resolution.rests_on_absence:
            self._accused[id(query)] = asked, files
        elif (
            resolution.record is not None
            and resolution.outcome is not Outcome.MISMATCH  # its title is that of no work
            and not resolution.detail  # and another form than that of the record may not be found by everybody
            and query.kind in PLAIN
            and len(self._known) < _KNOWN_WORKS
        ):
            self._known.setdefault(query.title, query)
        return resolution

    async def works_of_title(self, query: Query) -> list[JudgedReply]:
        """Ask every index by title, whatever the first ones say: a title may be that of several works."""
        return await asyncio.gather(*(self._ask(provider, query, SEARCH) for provider in self._for(SEARCH)))

    async def confirmed(self, resolution: Resolution) -> Resolution:
        """Decide once more on what rests on absences, without those of indexes that find nothing at all.

        To be called once every entry was asked about: an index that has found nothing is tried by works that others
        found; where none has shown anything for so many works, something between stands in for all of them.
        """
        asked, files = self._accused.pop(id(resolution.query), ([], []))
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
        """Whether the index that has not found a work finds none of those that others have found."""
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
        """Give the local files that hold the text of an entry's work."""
        replies = [(await self._ask(provider, query, FILE)).reply for provider in self._for(FILE)]
        return tuple(text for reply in replies for record in reply.records for text in record.texts)

    async def notices(self, query: Query) -> tuple[Notice, ...]:
        """Give the notices about an entry's work that are kept on this machine."""
        replies = [
            (await self._ask(provider, query, by)).reply
            for by in IDENTIFIERS
            if getattr(query, by)
            for provider in self._for(by)
            if not provider.services
        ]
        return joined_notices(of_no_record(replies))

    # -- asking

    async def _by(self, query: Query, by: str, asked: list[JudgedReply]) -> None:
        """Ask by an identifier until one has it; a snapshot of notices on this machine is asked besides."""
        known = False
        for provider in self._for(by):
            if not known or not provider.services:
                judged_reply = await self._ask(provider, query, by)
                asked.append(judged_reply)
                known = known or (
                    judged_reply.reply.answer is Answer.FOUND
                    and any(r.title for r in judged_reply.reply.records)
                )

    async def _search(self, query: Query, asked: list[JudgedReply]) -> None:
        """Ask by title until a record agrees with the entry in every field."""
        for provider in self._for(SEARCH):
            await self._ask_about(provider, query, SEARCH, asked)
            if is_settled(query, asked):
                return

    async def _ask_about(self, provider: Provider, query: Query, by: str, asked: list[JudgedReply]) -> None:
        """Ask a provider for works of some kinds; one that is not for this kind is none that was asked."""
        reply = await self._ask(provider, query, by)
        if reply.reply.answer is not Answer.NOT_ASKED:
            asked.append(reply)

    async def _by_other_titles(self, query: Query, asked: list[JudgedReply]) -> None:
        """Ask for what the authors of a work published, whether its publisher is known, and in which script indexes have its venue."""
        for by, known_by in ((PEOPLE, query.authors), (PUBLISHER, query.publisher)):
            for provider in self._for(by) if known_by else ():
                await self._ask_about(provider, query, by, asked)
        if not query.venue:
            return
        for provider in self._for(VENUE):
            judged_reply = await self._ask(provider, query, VENUE)
            if script(query.title) == "LATIN":
                asked.append(judged_reply)
                continue
            known = in_its_script(query, judged_reply.reply)[:_KNOWN_WORKS]
            asked += [
                JudgedReply(Reply(other.name, Answer.FOUND, by=VENUE), (), authority=False)
                for other in (self._for(SEARCH) if known else ())
                if all([await self._finds(other, record) for record in known])
            ]

    async def _finds(self, provider: Provider, record: Record) -> bool:
        """Whether an index finds a work by its title, which another one has."""
        wanted = Query("", "article", title=record.title, authors=record.authors, year=record.year)
        tried = await self._ask(provider, wanted, SEARCH)
        return any(record_match.same for record_match in tried.judged)

    async def _status(self, query: Query, asked: list[JudgedReply]) -> None:
        """Ask every index that knows notices, by the identifiers of the entry or of the record that was found."""
        best = best_match(query, asked)
        if best is None:
            return
        known = best.record.identifiers
        doi = query.doi if has_found(asked, "doi") else known.get("doi", "") or query.doi
        identified = query._replace(
            doi="" if doi.startswith(_ARXIV) else doi,  # no index knows more of those than arXiv itself
            pmid=query.pmid or known.get("pmid", ""),
            arxiv=query.arxiv if is_preprint(query) else "",
        )
        heard = {judged_reply.reply.provider for judged_reply in asked if judged_reply.reply.records}
        tried = {(judged_reply.reply.provider, judged_reply.reply.by) for judged_reply in asked}
        waiting = [
            self._ask(provider, identified, by)
            for provider in self.providers
            if getattr(provider, "notices", not provider.services) and provider.name not in heard
            for by in [by for by in IDENTIFIERS if getattr(identified, by) and by in provider.answers][:1]
            if (provider.name, by) not in tried
        ]
        by_identifier = {reply.reply.provider for reply in asked if reply.reply.by in IDENTIFIERS}
        waiting += [
            self._ask(provider, identified, STATUS)
            for provider in self._for(STATUS)
            if identified.doi and provider.name in heard - by_identifier
        ]
        for reply in await asyncio.gather(*waiting):
            if reply.reply.answer is not Answer.NOT_ASKED:
                judged = tuple(record_match for record_match in reply.judged if record_match.same)
                asked.append(
                    reply._replace(reply=reply.reply._replace(by=STATUS), authority=False, judged=judged)
                )

    async def _ask(self, provider: Provider, query: Query, by: str) -> JudgedReply:
        try:
            reply = await self._awaited(provider.ask(query, self.http, by=by), query)
        except UnansweredError as error:
            reply = Reply(provider.name, Answer.FAILED, detail=str(error))
            self.silent.setdefault(provider.name, str(error))
        except Exception as error:  # noqa: BLE001 - a third party's code: named, and never an absence
            why = f"bug in the provider: {fault(error)}"
            reply = Reply(provider.name, Answer.FAILED, detail=why)
            self.silent[provider.name] = why
        reply = self._asked_for(query, by, reply)
        self._anything = self._anything or (bool(reply.records) and bool(provider.services))
        shown = tuple(map(_bounded, reply.records[:_MOST]))
        reply = reply._replace(records=shown, full=reply.full or len(reply.records) > _MOST)
        judged = tuple(
            judge(query, record, identified=by in IDENTIFIERS and leads_to(query, by, record) is True)
            for record in reply.records
            if record.title or record.authors
        )
        if by == SEARCH and reply.answer is Answer.FOUND:
            reply, judged = self._searched(provider, reply, judged)
        return JudgedReply(reply._replace(by=by), judged, provider.authority and by in IDENTIFIERS)

    def _searched(
        self, provider: Provider, reply: Reply, judged: tuple[RecordMatch, ...]
    ) -> tuple[Reply, tuple[RecordMatch, ...]]:
        """Say what it means that an index has found records by a title: absence, where all are of other works."""
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
        """Wait for a reply; where nobody has answered after some time, all indexes are asked at once, so that they are not waited for in turn."""
        if self._all_tried or self.http.is_heard:
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

    def _asked_for(self, query: Query, by: str, reply: Reply) -> Reply:
        """Leave out the records of other works than the one that was asked for by its identifier."""
        if by not in IDENTIFIERS or reply.answer is not Answer.FOUND:
            return reply
        meant = tuple(record for record in reply.records if leads_to(query, by, record) is not False)
        if meant:
            return reply._replace(records=meant)
        why = f"gives the record of another {by} than the one asked for"
        self.silent.setdefault(reply.provider, why)
        return reply._replace(answer=Answer.FAILED, records=(), detail=why)

    def _for(self, by: str) -> Iterable[Provider]:
        return [provider for provider in self.providers if by in provider.answers]


def _bounded(record: Record) -> Record:
    """Give a record with its title as one reads it, and no more of anything than a record of a work has.

    More of it would take long to compare, whoever sends it.
    """
    return record._replace(
        title=readable(record.title[:_LONGEST]),
        subtitle=record.subtitle[:_LONGEST],
        venue=record.venue[:_LONGEST],
        titles=tuple(title[:_LONGEST] for title in record.titles[:_MOST]),
        venues=tuple(venue[:_LONGEST] for venue in record.venues[:_MOST]),
        authors=tuple(
            Person(person.family[:_LONGEST], person.given[:_LONGEST]) for person in record.authors[:_AUTHORS]
        ),
    )


async def resolve_all(router: Router, queries: Iterable[Query], *, workers: int) -> AsyncIterator[Resolution]:
    """Resolve many entries, ``workers`` at a time, and give each as soon as it is done."""
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
