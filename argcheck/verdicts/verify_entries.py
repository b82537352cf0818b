"""The check of cited works by ``argcheck verify``: what is asked, and the verdicts on the answers."""

from __future__ import annotations

import asyncio
import posixpath
import time
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.errors import UsageError
from argcheck.files.committed import require_writable
from argcheck.files.grouping import grouped
from argcheck.files.writing import writing
from argcheck.sources.entry_query import query_of
from argcheck.sources.full_texts import FullTexts, is_address, ready_to_read
from argcheck.sources.http import ABSENCE_DAYS
from argcheck.sources.model import Outcome, Query
from argcheck.sources.text.reader import MEDIA
from argcheck.verdicts.fields import UNASKED, is_recent
from argcheck.verdicts.file import VerdictFile, change_file, read_file
from argcheck.verdicts.identity import entry_hash, verdict_key, work_of
from argcheck.verdicts.model import EntryVerdict, of_kind
from argcheck.verdicts.verdict_index import sources_of

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping, Sequence
    from datetime import date
    from pathlib import Path

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.reading.manuscript import Manuscript
    from argcheck.sources.citers import Cited
    from argcheck.sources.http import Http
    from argcheck.sources.model import Record, Resolution
    from argcheck.sources.protocols import Provider
    from argcheck.sources.resolve import Router

JUDGE = "sources"
LOGIC = "15"  #: part of every verdict: raise it when the same answers are judged differently
UNREADABLE = "the text at hand cannot be read"  #: how the detail of such a verdict begins
DETAIL = "detail"  #: field of a line: why this outcome
_OF_A_RECORD = ("provider", "url", "title", "year", "venue", "volume", "pages")  #: that a verdict keeps
_PAUSE = 10.0  #: seconds between writes of new verdicts
_WORKERS = 4  #: entries per concurrent request: most wait for their turn


class Task(NamedTuple):
    """One entry to ask about."""

    entry: Entry
    query: Query
    work: str
    hash: str

    @property
    def place(self) -> tuple[str, int]:
        """File and offset of the entry."""
        return self.entry.span.path, self.entry.span.start


class Run(NamedTuple):
    """The result of a verification."""

    tasks: tuple[Task, ...]  #: every cited work, once
    #: of each task, new or still valid; None for one that was not reached
    verdicts: tuple[EntryVerdict | None, ...]
    asked: int  #: works that were asked about in this run
    silent: Mapping[str, str]  #: providers that failed to answer at least once, and why
    interrupted: bool = False

    @property
    def unanswered(self) -> list[tuple[Task, str]]:
        """The tasks that were not decided, or not fully asked about, each with the reason."""
        unanswered = []
        for task, verdict in zip(self.tasks, self.verdicts, strict=True):
            if verdict is None:
                unanswered.append((task, "not reached"))
            elif verdict.outcome == Outcome.UNKNOWN or UNASKED in verdict.more:
                unanswered.append((task, str(verdict.more.get(UNASKED) or verdict.more.get(DETAIL, ""))))
        return unanswered


def tasks_of(documents: Iterable[tuple[Manuscript, Entries]], only: Sequence[str] = ()) -> list[Task]:
    """Return a task for each work that the documents cite, sorted by key.

    :param only: citation keys; empty for all.
    """
    tasks: dict[tuple[str, str], Task] = {}
    for manuscript, bibliography in documents:
        for entry in sorted(sources_of(manuscript, bibliography), key=lambda entry: entry.key):
            if not only or entry.key in only:
                task = task_of(entry)
                tasks.setdefault((task.work, task.hash), task)
    return sorted(tasks.values(), key=lambda task: (task.entry.key, task.place))


def task_of(entry: Entry) -> Task:
    """Return what is asked about an entry."""
    query = query_of(entry)
    folder = posixpath.dirname(entry.span.path)
    named = [file for file in query.files if not posixpath.isabs(file)]
    named += [f"sources/{entry.key}.{suffix}" for suffix in MEDIA]
    # the document may be in a folder of its repository
    beside = [posixpath.join(folder, item) for item in named if folder]
    return Task(entry, query._replace(files=(*query.files, *beside)), work_of(entry), entry_hash(entry))


class Verification:
    """Asks about works and stores the verdicts.

    :param file: the verdict file on the disk.
    :param max_age: days for which a verdict is valid.
    :param again: ask about all works, even those with a valid verdict.
    :param fetch: whether open copies of texts may be fetched.
    :raises UsageError: the file cannot be read or, in `run`, written; the answers remain in the cache.
    """

    def __init__(
        self,
        file: Path,
        providers: Sequence[Provider],
        http: Http,
        *,
        today: date,
        max_age: int,
        again: bool = False,
        fetch: bool = False,
    ) -> None:
        self.file = file
        self.fetch = fetch
        self.texts = FullTexts(http, fetch=fetch)
        self.providers = providers
        self.http = http
        self.today = today
        self.max_age = max_age
        self.again = again
        try:
            known = read_file(file).verdicts
        except OSError as error:
            raise UsageError(f"{file}: cannot be read: {error.strerror}") from None
        self._held = grouped(of_kind(known, EntryVerdict), lambda verdict: (verdict.work, verdict.entry))
        self._fresh: list[EntryVerdict] = []
        self._texts: dict[str, tuple[str, ...]] = {}
        self._router: Router | None = None
        self._written = time.monotonic()

    def still_good(self, task: Task) -> EntryVerdict | None:
        """Return the verdict in the file on an entry, if it is still valid; else None."""
        for verdict in self._held.get((task.work, task.hash), ()):
            mine = (verdict.judge.get("name"), verdict.judge.get("version")) == (JUDGE, LOGIC)
            days = min(self.max_age, ABSENCE_DAYS) if _rests_on_absence(verdict) else self.max_age
            if mine and UNASKED not in verdict.more and is_recent(verdict.checked, self.today, days):
                return verdict
        return None

    async def _fell(self, verdict: EntryVerdict, query: Query, router: Router) -> bool:
        """Whether there is a new local notice on the work; False for a mismatch, whose work is uncertain."""
        if verdict.outcome == Outcome.MISMATCH or any(
            difference.field == "doi" for difference in verdict.differences
        ):
            return False
        doi = query.doi or str(verdict.record.get("doi", ""))
        statuses = {str(notice.status) for notice in await router.notices(query._replace(doi=doi))}
        return not statuses <= {str(notice.status) for notice in verdict.notices}

    async def _came(self, verdict: EntryVerdict, query: Query, router: Router) -> bool:
        """Whether there is a new local text of the work, readable if the earlier one was not."""
        if verdict.outcome in (Outcome.ACCESSIBLE, Outcome.MISMATCH):
            return False
        files = await router.files(query)
        if files and str(verdict.more.get(DETAIL, "")).startswith(UNREADABLE):
            ready_to_read()
            return (await self.texts.of(files)).text is not None
        return bool(files)

    async def run(self, tasks: Sequence[Task], progress: Callable[[int, int, str], None]) -> Run:
        """Ask about the tasks without a valid verdict, several at a time, and write verdicts as they arrive."""
        from argcheck.sources.resolve import Router, resolve_all

        router = self._router = Router(
            self.providers, self.http, this_year=self.today.year, dry=self.http.dry
        )
        if not self.http.dry:
            require_writable(self.file)
        for provider in self.providers:
            prepare = getattr(provider, "prepare", None)
            if prepare is not None:
                prepare([task.query for task in tasks])
        verdicts = [await self._known(task, router) for task in tasks]
        todo = {id(task.query): place for place, task in enumerate(tasks) if verdicts[place] is None}
        queries = [tasks[place].query for place in todo.values()]
        asked, interrupted = 0, False
        accused: list[Resolution] = []
        workers = _WORKERS * self.http.options.concurrency
        try:
            async for resolution in resolve_all(router, queries, workers=workers):
                place = todo[id(resolution.query)]
                if resolution.rests_on_absence:
                    accused.append(resolution)
                else:
                    verdicts[place] = await self._decided(tasks[place], resolution)
                asked += 1
                progress(asked, len(queries), tasks[place].entry.key)
            for resolution in accused:
                place = todo[id(resolution.query)]
                verdicts[place] = await self._decided(tasks[place], await router.confirmed(resolution))
        except asyncio.CancelledError:
            interrupted = True
        finally:
            self._write()
        return Run(tuple(tasks), tuple(verdicts), asked, router.silent, interrupted)

    async def _known(self, task: Task, router: Router) -> EntryVerdict | None:
        """Return the valid verdict in the file, unless there is a new local notice or text; else None."""
        known = None if self.again else self.still_good(task)
        if known is None or await self._fell(known, task.query, router):
            return None
        return None if await self._came(known, task.query, router) else known

    async def _decided(self, task: Task, resolution: Resolution) -> EntryVerdict:
        """Make and store the verdict; a local text counts only if it can be read."""
        local = [place for place in resolution.texts if not is_address(place)]
        if local and resolution.outcome == Outcome.ACCESSIBLE:
            ready_to_read()
            read = await self.texts.of(local)
            if read.text is None:
                elsewhere = len(local) < len(resolution.texts)
                why = "; ".join(read.problems)
                outcome = Outcome.ACCESSIBLE if elsewhere else Outcome.INACCESSIBLE
                resolution = resolution._replace(outcome=outcome, detail=f"{UNREADABLE}: {why}")
        verdict = verdict_of(task, resolution, self.today)
        self._texts[task.work] = resolution.texts
        self._keep(verdict)
        return verdict

    async def texts_of(self, run: Run) -> dict[str, tuple[str, ...]]:
        """Return the places of the texts, by work: local files and addresses of open copies.

        Those of works with an older verdict are looked for if copies may be fetched; the cache answers where it can.
        """
        texts: dict[str, tuple[str, ...]] = {}
        for task, verdict in zip(run.tasks, run.verdicts, strict=True):
            if verdict is None or verdict.outcome in (Outcome.GHOST, Outcome.MISMATCH):
                continue
            if task.work not in self._texts and self.fetch and self._router is not None:
                self._texts[task.work] = (await self._router.resolve(task.query)).texts
            places = self._texts.get(task.work, ())
            if not places and self._router is not None:
                places = await self._router.files(task.query)
            if places:
                texts[task.work] = places
        return texts

    async def published(self, task: Task, doi: str) -> Record | None:
        """Return the record of a preprint's publication, if it differs from the entry only in where it appeared.

        :param doi: of the publication.
        """
        if self._router is None:
            return None
        query = task.query._replace(doi=doi, arxiv="", venue="", year=0, volume="", pages="", files=())
        resolution = await self._router.resolve(query)
        return resolution.record if not (resolution.differences or resolution.unasked) else None

    def without_text(self, run: Run, read: Container[str]) -> dict[str, Cited]:
        """Return the works that exist but have no readable text, by work.

        Works with an open copy are left out unless copies were fetched.

        :param read: the works whose text was read.
        """
        from argcheck.sources.citers import Cited

        cited: dict[str, Cited] = {}
        for task, verdict in zip(run.tasks, run.verdicts, strict=True):
            if verdict is None or task.work in read:
                continue
            if verdict.outcome == Outcome.INACCESSIBLE or (
                self.fetch and verdict.outcome == Outcome.ACCESSIBLE
            ):
                record = verdict.record
                year = record.get("year")
                cited[task.work] = Cited(
                    task.query.doi or str(record.get("doi", "")),
                    str(record.get("title", "")) or task.query.title,
                    task.query.year or (year if isinstance(year, int) else 0),
                )
        return cited

    def _keep(self, verdict: EntryVerdict) -> None:
        """Queue a verdict for writing, unless it is incomplete and the file has a complete one."""
        held = self._held.get((verdict.work, verdict.entry), ())
        if UNASKED not in verdict.more or all(UNASKED in other.more for other in held):
            self._fresh.append(verdict)
        if time.monotonic() - self._written > _PAUSE:
            self._write()

    def unquote(self) -> None:
        """Replace the quotes of earlier runs in the file by hashes."""
        if self.file.is_file() and not self.http.dry:
            self._change(VerdictFile.unquoted)

    def _write(self) -> None:
        """Write the queued verdicts to the file."""
        if self._fresh and not self.http.dry:
            fresh, self._fresh = self._fresh, []
            self._change(lambda file: file.with_(fresh))
        self._written = time.monotonic()

    def _change(self, change: Callable[[VerdictFile], VerdictFile]) -> None:
        """Change the file atomically.

        :raises UsageError: it cannot be written.
        """
        with writing(self.file):
            change_file(self.file, change)


def _rests_on_absence(verdict: EntryVerdict) -> bool:
    """Whether a verdict rests on a record missing from the indexes, which may have it tomorrow."""
    accused = verdict.outcome in (Outcome.GHOST, Outcome.MISMATCH)
    return accused or any(difference.field == "doi" for difference in verdict.differences)


def verdict_of(task: Task, resolution: Resolution, today: date) -> EntryVerdict:
    """Return the verdict on an entry from what was learnt of its work."""
    record = resolution.record
    related = {relation.kind: relation.identifier for relation in reversed(resolution.related)}
    asked = tuple((f"{reply.provider} ({reply.by})", str(reply.answer)) for reply in resolution.replies)
    short: dict[str, Any] = {}
    if record is not None:
        short = {**{name: getattr(record, name) for name in _OF_A_RECORD}, **record.identifiers}
    seen = {
        "judge": LOGIC,
        "work": task.work,
        "entry": task.hash,
        "asked": asked,
        "outcome": resolution.outcome,
        "record": short,
        "differences": resolution.differences,
        "notices": resolution.notices,
        "related": related,
        "detail": resolution.detail,
        "unasked": resolution.unasked,
    }
    more = {DETAIL: resolution.detail, UNASKED: resolution.unasked}
    return EntryVerdict(
        verdict_key("entry", seen),
        task.work,
        task.entry.key,
        today.isoformat(),
        {"name": JUDGE, "version": LOGIC},
        task.hash,
        str(resolution.outcome),
        resolution.notices,
        resolution.differences,
        {name: value for name, value in short.items() if value},
        asked,
        related.get("new-version", "") or related.get("replaced-by", ""),
        related.get("published-as", ""),
        resolution.review,
        {name: value for name, value in more.items() if value},
    )
