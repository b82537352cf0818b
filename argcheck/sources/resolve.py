"""Routing: from an entry to what is known of the work, asking one provider after the other.

An outage is never an absence.  Nothing is held against an entry on the word of one index
while another could not be asked, unless that index is the registry of the entry's own
identifier.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from argcheck.sources.compare import is_anchored, is_preprint, is_preprint_record, judge
from argcheck.sources.http import UnansweredError
from argcheck.sources.model import Answer, Difference, Outcome, Query, Reply, Resolution
from argcheck.sources.titles import Likeness, begins_alike, words

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

    from argcheck.sources.compare import Judgement
    from argcheck.sources.http import Http
    from argcheck.sources.model import Notice, Provider, Record, Relation

_IDENTIFIERS = ("doi", "arxiv", "pmid")
SEARCH, FILE, STATUS = "search", "file", "status"
_WITNESSES = 2  #: indexes that must have been asked before a work is called missing
_TELLING = 3  #: words of a title that can be searched for
#: Kinds of works that the indexes hold; of a web page, a manual or a thesis their silence says nothing.
_COVERED = frozenset({"article", "inproceedings", "conference", "incollection", "inbook"})
_ARXIV = "10.48550/arxiv."
_KNOWN_WORKS = 3  #: works that others found, by which an index is tried that has found nothing
_LOST = frozenset({Outcome.GHOST, Outcome.UNKNOWN})
#: Kinds that a title finds again; a book has editions, reprints, and reviews under its own title by others.
_PLAIN = frozenset({"article", "inproceedings", "conference"})


class _Asked(NamedTuple):
    """A reply with what was made of its records."""

    reply: Reply
    judged: tuple[Judgement, ...]
    authority: bool  #: the provider registers the identifier that it was asked by


class Router:
    """Asks providers about one entry after the other.

    :param providers: in the order in which to ask them.
    :param this_year: a later year is a mistake, whoever is asked.
    """

    def __init__(self, providers: Sequence[Provider], http: Http, *, this_year: int) -> None:
        self.providers = tuple(providers)
        self.http = http
        self.this_year = this_year
        self.silent: dict[str, str] = {}  #: why a provider gave no answer, the first time
        self._lively: set[str] = set()  # indexes that found something by its title
        self._known: dict[str, Query] = {}  # works that were found, by which an index can be tried
        self._accused: dict[int, tuple[list[_Asked], list[Reply]]] = {}  # by `id` of the query

    async def resolve(self, query: Query) -> Resolution:
        """Find the record of the work that an entry means, and say where the two differ."""
        asked: list[_Asked] = []
        for by in _IDENTIFIERS:
            if getattr(query, by):
                await self._by(query, by, asked)
        if not _settled(query, asked) and len(words(query.title)) >= 1:
            await self._search(query, asked)
        await self._status(query, asked)
        files = [(await self._ask(provider, query, FILE)).reply for provider in self._for(FILE)]
        resolution = self._decide(query, asked, files)
        if resolution.rests_on_absence:
            self._accused[id(query)] = asked, files
        elif resolution.record is not None and query.kind in _PLAIN and len(self._known) < _KNOWN_WORKS:
            self._known.setdefault(query.title, query)
        return resolution

    async def confirmed(self, resolution: Resolution) -> Resolution:
        """Decide once more on what rests on absences, without those of indexes that find nothing at all.

        To be called once every entry was asked about: an index that has found nothing is tried by works that others found.
        """
        asked, files = self._accused.pop(id(resolution.query), ([], []))
        dead = [
            reply.reply.provider
            for reply in asked
            if reply.reply.by == SEARCH
            and reply.reply.answer is Answer.ABSENT
            and await self._is_empty(reply)
        ]
        if not dead:
            return resolution
        why = "it finds nothing, not even works that others hold"
        for name in dead:
            self.silent.setdefault(name, why)
        asked = [
            reply._replace(reply=reply.reply._replace(answer=Answer.FAILED, detail=why))
            if reply.reply.provider in dead and reply.reply.answer is Answer.ABSENT
            else reply
            for reply in asked
        ]
        return self._decide(resolution.query, asked, files)

    async def _is_empty(self, absent: _Asked) -> bool:
        """Whether the index that has not found a work finds none of those that others have found."""
        name = absent.reply.provider
        provider = next(one for one in self.providers if one.name == name)
        if name in self._lively or not _covers(provider, "article") or not self._known:
            return False
        for query in list(self._known.values()):
            tried = await self._ask(provider, query, SEARCH)
            if tried.reply.answer is not Answer.ABSENT:
                self._lively.add(name)
                return False
        return True

    async def files(self, query: Query) -> tuple[str, ...]:
        """Give the local files that hold the text of an entry's work."""
        replies = [(await self._ask(one, query, FILE)).reply for one in self._for(FILE)]
        return tuple(text for reply in replies for record in reply.records for text in record.texts)

    async def notices(self, query: Query) -> tuple[Notice, ...]:
        """Give the notices about an entry's work that are kept on this machine."""
        replies = [
            (await self._ask(one, query, by)).reply
            for by in _IDENTIFIERS
            if getattr(query, by)
            for one in self._for(by)
            if not one.services
        ]
        return joined_notices(_bare(replies))

    # -- asking

    async def _by(self, query: Query, by: str, asked: list[_Asked]) -> None:
        """Ask by an identifier until one has it; a snapshot of notices on this machine is asked besides."""
        found = False
        for provider in self._for(by):
            if not found or not provider.services:
                one = await self._ask(provider, query, by)
                asked.append(one)
                found = found or (
                    one.reply.answer is Answer.FOUND and any(r.title for r in one.reply.records)
                )

    async def _search(self, query: Query, asked: list[_Asked]) -> None:
        """Ask by title until a record agrees with the entry in every field."""
        for provider in self._for(SEARCH):
            asked.append(await self._ask(provider, query, SEARCH))
            if _settled(query, asked):
                return

    async def _status(self, query: Query, asked: list[_Asked]) -> None:
        """Ask every index that knows notices, by the identifiers of the entry or of the record that was found."""
        best = _best(asked)
        if best is None:
            return
        known = best.record.identifiers
        doi = query.doi if _has_found(asked, "doi") else known.get("doi", "") or query.doi
        found = query._replace(
            doi="" if doi.startswith(_ARXIV) else doi,  # no index knows more of those than arXiv itself
            pmid=query.pmid or known.get("pmid", ""),
            arxiv=query.arxiv if is_preprint(query) else "",
        )
        heard = {one.reply.provider for one in asked if one.reply.by in _IDENTIFIERS or one.reply.records}
        waiting = [
            self._ask(provider, found, by)
            for provider in self.providers
            if getattr(provider, "notices", not provider.services) and provider.name not in heard
            for by in [by for by in _IDENTIFIERS if getattr(found, by) and by in provider.answers][:1]
        ]
        for reply in await asyncio.gather(*waiting):
            if reply.reply.answer is not Answer.NOT_ASKED:
                judged = tuple(one for one in reply.judged if one.same)
                asked.append(
                    reply._replace(reply=reply.reply._replace(by=STATUS), authority=False, judged=judged)
                )

    async def _ask(self, provider: Provider, query: Query, by: str) -> _Asked:
        try:
            reply = await provider.ask(query, self.http, by=by)
        except UnansweredError as error:
            reply = Reply(provider.name, Answer.FAILED, detail=str(error))
            self.silent.setdefault(provider.name, str(error))
        except Exception as error:  # noqa: BLE001 - a third party's code: named, and never an absence
            why = f"bug in the provider: {type(error).__name__}: {error}"
            reply = Reply(provider.name, Answer.FAILED, detail=why)
            self.silent[provider.name] = why
        reply = self._asked_for(query, by, reply)
        judged = tuple(
            judge(query, one, identified=by in _IDENTIFIERS and _leads_to(query, by, one) is True)
            for one in reply.records
            if one.title or one.authors
        )
        if by == SEARCH and reply.answer is Answer.FOUND and all(one.same is False for one in judged):
            reply, judged = reply._replace(answer=Answer.ABSENT, records=()), ()
        if by == SEARCH and reply.answer is Answer.FOUND:
            self._lively.add(provider.name)
        reply = reply._replace(by=by)
        return _Asked(reply, judged, provider.authority and by in _IDENTIFIERS)

    def _asked_for(self, query: Query, by: str, reply: Reply) -> Reply:
        """Leave out the records of other works than the one that was asked for by its identifier."""
        if by not in _IDENTIFIERS or reply.answer is not Answer.FOUND:
            return reply
        meant = tuple(one for one in reply.records if _leads_to(query, by, one) is not False)
        if meant:
            return reply._replace(records=meant)
        why = f"gives the record of another {by} than the one asked for"
        self.silent.setdefault(reply.provider, why)
        return reply._replace(answer=Answer.FAILED, records=(), detail=why)

    def _for(self, by: str) -> Iterable[Provider]:
        return [one for one in self.providers if by in one.answers]

    # -- deciding

    def _decide(self, query: Query, asked: list[_Asked], files: list[Reply]) -> Resolution:
        replies = tuple(one.reply for one in asked)
        local = tuple(text for reply in files for record in reply.records for text in record.texts)
        best = _best(asked)
        if best is not None:
            resolution = self._accepted(query, best, asked)
        else:
            resolution = self._not_accepted(query, asked)
        if resolution.outcome is not Outcome.MISMATCH and not any(
            d.field == "doi" for d in resolution.differences
        ):
            notices = joined_notices((*resolution.notices, *_bare(replies)))
            resolution = resolution._replace(notices=notices)
        texts = (*local, *resolution.texts)
        outcome = resolution.outcome
        if local and (outcome in _LOST or (outcome is Outcome.MISMATCH and not resolution.identified)):
            resolution = Resolution(query, Outcome.ACCESSIBLE, detail="its text is at hand; no index has it")
            outcome = Outcome.ACCESSIBLE
        if outcome is Outcome.INACCESSIBLE and texts:
            outcome = Outcome.ACCESSIBLE
        differences = (*resolution.differences, *self._still_to_come(query, resolution))
        return resolution._replace(
            outcome=outcome,
            differences=differences,
            replies=(*replies, *(one for one in files if one.records)),
            texts=texts,
        )

    def _still_to_come(self, query: Query, resolution: Resolution) -> Iterator[Difference]:
        """Give the year of an entry that no work can have yet, whatever the indexes answered."""
        if query.year > self.this_year + 1 and all(one.field != "year" for one in resolution.differences):
            year = resolution.record.year if resolution.record else 0
            yield Difference("year", str(query.year), str(year or ""))

    def _accepted(self, query: Query, best: Judgement, asked: list[_Asked]) -> Resolution:
        """Say what is known of a work that was found; the records of all providers speak."""
        same = [one for reply in asked for one in reply.judged if one.same]
        differences, doubt = _confirmed(query, best, asked, same, dead=self._is_dead(asked))
        records = [one.record for one in same]
        return Resolution(
            query,
            Outcome.INACCESSIBLE,
            best.record,
            differences=differences,
            notices=tuple(one for record in records for one in record.notices),
            unasked="; ".join(filter(None, (doubt, *_unasked(asked), _without_notices(asked)))),
            texts=tuple(dict.fromkeys(text for record in records for text in record.texts)),
            related=_related(query, records),
            review=any(record.review for record in records),
            rests_on_absence=any(one.field == "doi" for one in differences),
        )

    def _not_accepted(self, query: Query, asked: list[_Asked]) -> Resolution:
        failed = [one.reply for one in asked if one.reply.answer is Answer.FAILED]
        near = [
            (one, reply)
            for reply in asked
            for one in reply.judged
            if one.same is None
            and (reply.reply.by in _IDENTIFIERS or query.kind in _PLAIN or is_anchored(query, one.record))
        ]
        identified = [one for one, reply in near if reply.reply.by in _IDENTIFIERS]
        authoritative = [one for one, reply in near if reply.authority]
        known = {one.record.provider for one, _ in near}
        if near and (authoritative or not failed or len(known) >= _WITNESSES):
            meant = (authoritative or identified or [one for one, _ in near])[0]
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
        return self._missing(query, asked, failed)

    def _missing(self, query: Query, asked: list[_Asked], failed: list[Reply]) -> Resolution:
        """Decide on a work that nobody knows: missing, or not asked for well enough."""
        dead = self._is_dead(asked)
        alive = any(one.reply.by in _IDENTIFIERS and one.reply.answer is Answer.FOUND for one in asked)
        witnesses = self._witnesses(query, asked, dead=dead)
        if failed:
            silent = ", ".join(dict.fromkeys(one.provider for one in failed))
            return Resolution(query, Outcome.UNKNOWN, unasked=f"could not be asked: {silent}")
        if not query.title:
            why = "the entry has no title to ask for"
        elif len(words(query.title)) < _TELLING:
            why = "the title is too short to tell the work from others"
        elif not query.authors:
            why = "the entry names no author, and a title alone does not tell works apart"
        elif self.this_year <= query.year <= self.this_year + 1 and not dead:
            why = "the work is so new that the indexes may not have it yet"
        elif alive:
            why = "the identifier is registered, but no index has a record to compare"
        elif query.kind not in _COVERED and not dead:
            why = f"the indexes asked do not list every work of type '{query.kind}'"
        elif len(witnesses) < _WITNESSES:
            why = f"{len(witnesses)} of at least {_WITNESSES} indexes that hold such works could be asked"
        else:
            return Resolution(query, Outcome.GHOST, rests_on_absence=True)
        return Resolution(query, Outcome.UNKNOWN, detail=why)

    def _is_dead(self, asked: list[_Asked]) -> bool:
        """Whether an identifier of the entry is registered nowhere, by the word of who knows all of its kind."""
        complete: dict[str, frozenset[str]] = {
            one.name: getattr(one, "complete", frozenset()) for one in self.providers
        }
        for by in _IDENTIFIERS:
            replies = [
                one for one in asked if one.reply.by == by and one.reply.answer is not Answer.NOT_ASKED
            ]
            absent = all(one.reply.answer is Answer.ABSENT for one in replies)
            if absent and any(by in complete[one.reply.provider] for one in replies):
                return True
        return False

    def _witnesses(self, query: Query, asked: list[_Asked], *, dead: bool) -> set[str]:
        """Name the indexes whose silence says something: they hold works of this kind, or register the identifier."""
        absent = [one for one in asked if one.reply.answer is Answer.ABSENT]
        providers = {one.name: one for one in self.providers}
        return {
            one.reply.provider
            for one in absent
            if (one.reply.by == SEARCH and _covers(providers[one.reply.provider], query.kind))
            or (dead and one.authority)
        }


def _covers(provider: Provider, kind: str) -> bool:
    """Whether an index holds the works of a kind, so that what it does not find says something."""
    return kind in getattr(provider, "covers", ())


def _has_found(asked: list[_Asked], by: str) -> bool:
    return any(one.reply.by == by and any(judged.same for judged in one.judged) for one in asked)


def _leads_to(query: Query, by: str, record: Record) -> bool | None:
    """Whether a record has the identifier that was asked for; None where it does not say."""
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


def _settled(query: Query, asked: list[_Asked]) -> bool:
    """Whether nothing more needs to be asked: a record agrees in every field, and the identifiers lead to it."""
    if query.doi and not any(one.reply.by == "doi" and one.reply.answer is Answer.FOUND for one in asked):
        found = any(
            judged.same
            and not judged.differences
            and judged.record.identifiers.get("doi", "").lower() == query.doi
            for one in asked
            for judged in one.judged
        )
        if not found:
            return False
    agreed = [one for reply in asked for one in reply.judged if one.same]
    if query.venue and not is_preprint(query) and all(is_preprint_record(one.record) for one in agreed):
        return False  # a preprint does not say where the work was published
    return any(one.whole for one in agreed) and not _open_fields(agreed)


def _open_fields(agreed: list[Judgement]) -> set[str]:
    """Name the fields in which every record that could speak of them differs from the entry."""
    differing = {difference.field for one in agreed for difference in one.differences}
    return {field for field in differing if not any(_agrees(one, field) for one in agreed)}


def _agrees(judged: Judgement, field: str) -> bool:
    """Whether a record has the field and says what the entry says."""
    record = judged.record
    if any(difference.field == field for difference in judged.differences):
        return False
    if field == "title":
        return judged.title is Likeness.SAME and judged.whole
    if field == "authors":
        return judged.authors is Likeness.SAME
    if field == "venue":
        return bool(record.venue) and not is_preprint_record(record)
    if field == "year":
        return bool(record.year) and not is_preprint_record(record)
    return bool(getattr(record, field, ""))


def _best(asked: list[_Asked]) -> Judgement | None:
    """Choose the record to show: the registry's own, else the one that differs least, published before preprint."""
    ranked = [
        (not reply.authority, len(one.differences), is_preprint_record(one.record), place)
        for place, (one, reply) in enumerate(_same(asked))
    ]
    pairs = list(_same(asked))
    return pairs[min(ranked)[3]][0] if ranked else None


def _same(asked: list[_Asked]) -> list[tuple[Judgement, _Asked]]:
    return [(one, reply) for reply in asked for one in reply.judged if one.same]


def _confirmed(
    query: Query,
    best: Judgement,
    asked: list[_Asked],
    same: list[Judgement],
    *,
    dead: bool,
) -> tuple[tuple[Difference, ...], str]:
    """Give the differences that stand, and why others do not.

    A difference stands if no record agrees with the entry, and either the registry of the
    identifier says so, or two providers do, or all that were asked have answered.
    """
    failed = [one.reply for one in asked if one.reply.answer is Answer.FAILED]
    open_fields = _open_fields(same)
    stands, doubtful = [], []
    for field in ("authors", "title", "year", "venue", "volume", "pages"):
        if field not in open_fields:
            continue
        said = [(one, reply) for one, reply in _same(asked) if any(d.field == field for d in one.differences)]
        difference = next(d for d in said[0][0].differences if d.field == field)
        shown = next((d for d in best.differences if d.field == field), difference)
        witnesses = {one.record.provider for one, _ in said}
        if query.kind not in _PLAIN and not _stands_for_book(query, field, said):
            continue  # another edition, or a reprint
        if not failed or any(reply.authority for _, reply in said) or len(witnesses) >= _WITNESSES:
            sure = field == "year" and len(witnesses) >= _WITNESSES and best.title is Likeness.SAME
            stands.append(shown._replace(certain=sure))
        else:
            doubtful.append(field)
    stands += _dead_doi(query, asked, same, dead=dead and not failed)
    silent = ", ".join(dict.fromkeys(one.provider for one in failed))
    doubt = f"{', '.join(doubtful)} not confirmed, since {silent} could not be asked" if doubtful else ""
    return tuple(stands), doubt


def _stands_for_book(query: Query, field: str, said: list[tuple[Judgement, _Asked]]) -> bool:
    """Whether a field of a book or chapter that differs is a mistake; year and place are those of an edition."""
    for judged, reply in said:
        longer = field == "authors" and judged.authors is not Likeness.OTHER  # of a later edition
        volume = field == "title" and begins_alike(query.title, judged.record.title)
        if field not in {"title", "authors"} or longer or volume:
            return False
        if reply.reply.by in _IDENTIFIERS or is_anchored(query, judged.record):
            return True
    return False


def _dead_doi(query: Query, asked: list[_Asked], same: list[Judgement], *, dead: bool) -> list[Difference]:
    """Say that the DOI is registered nowhere, or leads to another work than the one that the title names."""
    by_doi = [one for one in asked if one.reply.by == "doi" and one.reply.answer is not Answer.NOT_ASKED]
    if not query.doi or not by_doi:
        return []
    if any(one.same for reply in by_doi for one in reply.judged):
        return []
    dois = dict.fromkeys(one.record.identifiers.get("doi", "").lower() for one in same)
    if query.doi in dois:
        return []
    elsewhere = [one for reply in by_doi if reply.authority for one in reply.judged]
    registered = any(one.reply.answer is Answer.FOUND for one in by_doi)
    if not elsewhere and (registered or not dead):
        return []
    theirs = next((doi for doi in dois if doi), "")
    sure = bool(theirs) and len([doi for doi in dois if doi]) == 1 and not _open_fields(same)
    return [Difference("doi", query.doi, theirs, sure)]


def _bare(replies: Iterable[Reply]) -> Iterator[Notice]:
    """The notices of records that describe no work: of a snapshot on this machine."""
    for reply in replies:
        for record in reply.records:
            if not (record.title or record.authors):
                yield from record.notices


def joined_notices(notices: Iterable[Notice]) -> tuple[Notice, ...]:
    """Join what several providers say of one notice."""
    found: dict[tuple[str, str], Notice] = {}
    for notice in notices:
        keys = [
            key for key in found if key[0] == notice.status and (not notice.doi or key[1] in {"", notice.doi})
        ]
        key = keys[0] if keys else (notice.status, notice.doi)
        known = found.get(key)
        if known is None:
            found[key] = notice
        else:
            origins = dict.fromkeys((*known.origin.split(", "), notice.origin))
            found[key] = known._replace(
                doi=known.doi or notice.doi,
                date=max(known.date, notice.date, key=len),
                reason=known.reason or notice.reason,
                origin=", ".join(filter(None, origins)),
            )
    return tuple(sorted(found.values(), key=lambda one: (one.status, one.date, one.doi)))


def _related(query: Query, records: list[Record]) -> tuple[Relation, ...]:
    if not is_preprint(query):
        return tuple(
            dict.fromkeys(one for record in records for one in record.related if one.kind != "published-as")
        )
    return tuple(dict.fromkeys(one for record in records for one in record.related))


def _unasked(asked: list[_Asked]) -> list[str]:
    return list(
        dict.fromkeys(
            one.reply.detail for one in asked if one.reply.answer is Answer.FOUND and one.reply.detail
        )
    )


def _without_notices(asked: list[_Asked]) -> str:
    """Name the indexes that could not be asked for notices."""
    failed = [
        f"{one.reply.provider} ({one.reply.detail})"
        for one in asked
        if one.reply.by == STATUS and one.reply.answer is Answer.FAILED
    ]
    return f"notices could not be asked for: {', '.join(failed)}" if failed else ""


def _led_to(query: Query, meant: Judgement) -> str:
    known = next((by for by in _IDENTIFIERS if getattr(query, by)), "identifier")
    what = f"'{meant.record.title}'" if meant.record.title else "another work"
    return f"the {known} leads to {what}"


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
