"""The verification of documents: asks about cited works, stores verdicts, and judges citations of available texts."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from functools import partial
from typing import TYPE_CHECKING

from argcheck.errors import UsageError
from argcheck.service.citation_judging import NOBODY, judge_citations
from argcheck.service.current_documents import left_out
from argcheck.service.verify_report import VerifiedSource, VerifyReport

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence
    from pathlib import Path

    from argcheck.reading.workspace import Workspace
    from argcheck.service.citation_judging import Judging
    from argcheck.service.inquiry import Asked, Inquiry
    from argcheck.service.verify_report import Cancellation, Correction, Progress
    from argcheck.sources.http import Http
    from argcheck.verdicts.verify_entries import Run, Task, Verification

_LOOKS = 0.1  #: seconds between two checks whether to stop


def verify(
    paths: Sequence[Path],
    inquiry: Inquiry,
    *,
    cwd: Path,
    judging: Judging = NOBODY,
    progress: Progress | None = None,
    cancel: Cancellation | None = None,
) -> VerifyReport:
    """Verify the works that ``paths`` cite.

    :param judging: judges of the citations of sources with a text.
    :raises UsageError: a wrong path, key or setting, a package that is not installed, a file that cannot be written.
    """
    from argcheck.lint.registry import load_readers
    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.verify_entries import tasks_of

    request, store = inquiry.request, inquiry.store
    workspace = Workspace(paths, inquiry.settings, cwd=cwd, store=store, readers=load_readers(store))
    workspace.read_or_fail()
    workspace.save()
    if not workspace.documents:
        return VerifyReport()
    tasks = tasks_of(workspace.documents, request.only)
    if uncited := sorted(set(request.only) - {task.entry.key for task in tasks}):
        raise UsageError(f"--only: no document cites '{uncited[0]}'")
    asked = inquiry.whom()
    if request.fetch or judging.committee:
        asked = asked.with_text_hosts()
    if request.offline and judging.client is not None:
        judging.client.send_nothing()
    tell = progress or (lambda *_: None)
    return asyncio.run(_verify(workspace, tasks, asked, judging, progress=tell, cancel=cancel))


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
        missing=(*_missing(workspace), *(left_out(workspace) if judging.client else ())),
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
