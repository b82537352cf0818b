"""The verification of documents: asks about cited works, stores verdicts, and judges citations of available texts."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import UsageError, require
from argcheck.service.citation_judging import NOBODY, judge_citations
from argcheck.service.verify_report import Request, VerifiedSource, VerifyReport

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence
    from pathlib import Path

    from argcheck.errors import Failure
    from argcheck.files.cache import Store
    from argcheck.reading.workspace import Workspace
    from argcheck.service.citation_judging import Judging
    from argcheck.service.verify_report import Cancellation, Correction, Progress
    from argcheck.settings.config import Settings
    from argcheck.sources.http import Http
    from argcheck.sources.options import Options
    from argcheck.sources.protocols import Provider
    from argcheck.verdicts.verify_entries import Run, Task, Verification

_ANSWERS = 1_000_000_000  #: bytes of stored answers
_LOOKS = 0.1  #: seconds between two checks whether to stop


def verify(
    paths: Sequence[Path],
    settings: Settings,
    request: Request = Request(),  # noqa: B008 - a tuple
    *,
    cwd: Path,
    store: Store | None = None,
    plugins: Sequence[Path] = (),
    installed: bool = True,
    judging: Judging = NOBODY,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> VerifyReport:
    """Verify the works that ``paths`` cite.

    :param store: the cache between runs; None for none.
    :param plugins: files with further providers.
    :param installed: whether to ask providers of installed plugins.
    :param judging: judges of the citations of sources with a text.
    :raises UsageError: a wrong path, key or setting, a package that is not installed, a file that cannot be written.
    """
    from argcheck.lint.registry import load_readers
    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.verify_entries import tasks_of

    workspace = Workspace(paths, settings, cwd=cwd, store=store, readers=load_readers(store))
    workspace.read_or_fail()
    workspace.save()
    if not workspace.documents:
        return VerifyReport()
    tasks = tasks_of(workspace.documents, request.only)
    if uncited := sorted(set(request.only) - {task.entry.key for task in tasks}):
        raise UsageError(f"--only: no document cites '{uncited[0]}'")
    asked = whom_to_ask(settings, request, store, plugins=plugins, installed=installed)
    if request.fetch or judging.committee:
        asked = asked.with_text_hosts()
    if request.offline and judging.client is not None:
        judging.client.send_nothing()
    tell = progress or (lambda *_: None)
    return asyncio.run(_verify(workspace, tasks, asked, judging, progress=tell, cancel=cancel))


class Asked(NamedTuple):
    """The providers to ask, with their options."""

    providers: list[Provider]
    options: Options
    failures: tuple[Failure, ...]  #: plugins that raised
    request: Request
    store: Store | None  #: answers are kept in its folder

    def with_text_hosts(self) -> Asked:
        """Return a copy that may also ask the hosts of full texts."""
        from argcheck.sources.full_texts import HOSTS

        return self._replace(options=self.options._replace(hosts=self.options.hosts | HOSTS))

    def connect(self) -> Http:
        """Return a client for the requests."""
        from argcheck.files.cache import Store
        from argcheck.sources.http import MARK, Http

        request = self.request
        answers = Store(self.store.folder, _ANSWERS, MARK) if self.store else None
        # a day, so that a run that was killed can go on
        options = self.options._replace(max_age=1) if request.again else self.options
        return Http(options, answers, offline=request.offline, dry=request.dry_run, again=request.again)


def whom_to_ask(
    settings: Settings,
    request: Request,
    store: Store | None,
    *,
    plugins: Sequence[Path] = (),
    installed: bool = True,
) -> Asked:
    """Return the providers to ask about works.

    :raises UsageError: a named provider does not exist, or a package is not installed.
    """
    from argcheck.lint.registry import chosen_providers, load_providers
    from argcheck.sources.options import options_of

    loaded, failures = load_providers(settings, plugins, plugins=installed)
    options = options_of(settings)
    providers = chosen_providers(settings, loaded)
    hosts = frozenset(_host(service.base) for provider in providers for service in provider.services)
    if hosts and not (request.offline or request.dry_run):
        _ready_to_ask()
    options = options._replace(hosts=hosts, timeout=request.timeout or options.timeout)
    return Asked(providers, options, tuple(failures), request, store)


async def _verify(
    workspace: Workspace,
    tasks: Sequence[Task],
    asked: Asked,
    judging: Judging,
    *,
    progress: Progress,
    cancel: Cancellation | None,
) -> VerifyReport:
    request = asked.request
    async with asked.connect() as http, _watched(cancel):
        verification = _verification(workspace, asked, http)
        run = await verification.run(tasks, partial(progress, "asked about"))
        judged: list[str] = []
        if not run.interrupted:
            judged, interrupted = await judge_citations(
                workspace, verification, run, judging, progress=progress
            )
            run = run._replace(interrupted=interrupted)
        corrections = await _corrections(workspace, verification, run) if request.correct else []
    diff, corrected = _corrected(workspace, corrections, write=request.correct == "fix")
    return VerifyReport(
        sources=tuple(_sources(workspace, run)),
        documents=len(workspace.documents),
        asked=run.asked,
        silent=run.silent,
        requests=http.requests,
        planned=tuple(http.planned),
        judged=tuple(judged),
        failures=asked.failures,
        interrupted=run.interrupted,
        corrections=tuple(corrections),
        diff=diff,
        corrected=corrected,
        missing=_missing(workspace),
    )


def _verification(workspace: Workspace, asked: Asked, http: Http) -> Verification:
    from datetime import UTC, datetime

    from argcheck.verdicts import PATH
    from argcheck.verdicts.verify_entries import Verification

    verification = Verification(
        workspace.nearest_file(PATH),
        asked.providers,
        http,
        today=datetime.now(UTC).date(),
        max_age=asked.options.max_age,
        again=asked.request.again,
        fetch=asked.request.fetch,
    )
    if not workspace.settings.quotes:
        verification.unquote()
    return verification


def _missing(workspace: Workspace) -> tuple[str, ...]:
    """Return a line for each bibliography that does not exist, with the place of its command."""
    lost = (
        (manuscript.files[at.span.path], at)
        for manuscript, bibliography in workspace.documents
        for at in bibliography.missing
        if at.reason == "missing"
    )
    return tuple(
        dict.fromkeys(
            f"{workspace.shown(file.path)}:{file.position(at.span.start)[0]}: the bibliography"
            f" '{at.target}' does not exist: no work in it is asked about"
            for file, at in lost
        )
    )


async def _corrections(workspace: Workspace, verification: Verification, run: Run) -> list[Correction]:
    """Return the corrections of entries from their records, by place; asks for the publications of preprints."""
    from argcheck.service.corrections import is_published_form, may_be_published, settled

    corrections = []
    for task, verdict in zip(run.tasks, run.verdicts, strict=True):
        if verdict is None:
            continue
        doi = may_be_published(task, verdict)
        published = await verification.published(task, doi) if doi else None
        if published is not None and not is_published_form(task, published):
            published = None
        correction = settled(workspace, task, verdict, published)
        if correction is not None:
            corrections.append(correction)
    return sorted(corrections, key=lambda correction: correction.fix.edits[0].span)


def _corrected(
    workspace: Workspace, corrections: Sequence[Correction], *, write: bool
) -> tuple[bytes, tuple[str, ...]]:
    """Write the corrections, or make a diff of them; return the diff and the files that were written."""
    from argcheck.lint.fixes import apply_fixes, patch
    from argcheck.service.corrections import as_report

    if not corrections:
        return b"", ()
    report = as_report(workspace, corrections)
    root = workspace.project.root
    if write:
        return b"", tuple(apply_fixes(report, root))
    return patch(report, root).data, ()


@asynccontextmanager
async def _watched(cancel: Cancellation | None) -> AsyncIterator[None]:
    """Cancel the running task once ``cancel`` is set."""
    if cancel is None:
        yield
        return
    task = asyncio.current_task()
    assert task is not None

    async def look() -> None:
        while not cancel.is_set():  # noqa: ASYNC110 - it is set in another thread
            await asyncio.sleep(_LOOKS)
        task.cancel()

    watcher = asyncio.create_task(look())
    try:
        yield
    finally:
        watcher.cancel()


def _sources(workspace: Workspace, run: Run) -> Iterator[VerifiedSource]:
    unanswered = {id(task): why for task, why in run.unanswered}
    for task, verdict in zip(run.tasks, run.verdicts, strict=True):
        path, start = task.place
        line = workspace.project.files[path].position(start)[0]
        place = workspace.project.root / path
        yield VerifiedSource(task.entry.key, place, line, verdict, unanswered.get(id(task), ""))


def _ready_to_ask() -> None:
    """Load the packages for connections; UsageError if one is not installed."""
    require("argcheck verify", "sources", "httpx2", "lxml", "stamina")
    import stamina

    stamina.instrumentation.set_on_retry_hooks(())  # else each retry is logged to the terminal


def _host(base: str) -> str:
    from urllib.parse import urlsplit

    return urlsplit(base).hostname or ""
