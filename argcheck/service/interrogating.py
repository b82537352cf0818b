"""Interrogating the documents of a workspace, and keeping what comes of it: what ``argcheck interrogate`` does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import UsageError
from argcheck.interrogation import PATH
from argcheck.interrogation.loop import Interrogation, InterrogationOptions, interrogated
from argcheck.interrogation.readings import name_in
from argcheck.interrogation.runs_file import RunsFile, write_runs
from argcheck.service.verify import nearest_file
from argcheck.verdicts.file import require_writable

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from argcheck.llm.client import Client
    from argcheck.llm.model import Question
    from argcheck.reading.workspace import Workspace


class InterrogationReport(NamedTuple):
    """What came of interrogating the documents of a workspace."""

    documents: tuple[Interrogation, ...]
    file: Path  #: where it is kept
    agreed: bool = True  #: false where the user did not agree to send anything


def interrogate(
    workspace: Workspace,
    client: Client,
    options: InterrogationOptions,
    consent: Callable[[Sequence[tuple[Question, int]]], bool] | None = None,
) -> InterrogationReport:
    """Interrogate every document of a workspace that was read, and write what came of it; a dry client writes nothing.

    :param consent: is shown what will be asked to begin with, and says whether it may be.
    :raises UsageError: the file of runs cannot be written, which is tried before anything is asked.
    """
    file = nearest_file(workspace, PATH)
    if not client.dry:
        try:
            require_writable(file)
        except OSError as error:
            raise UsageError(f"{file} cannot be written: {error.strerror}") from None
        if consent is not None and not consent(_planned(workspace, client, options)):
            return InterrogationReport((), file, agreed=False)
    return InterrogationReport(asyncio.run(_interrogated(workspace, client, options, file)), file)


async def _interrogated(
    workspace: Workspace, client: Client, options: InterrogationOptions, file: Path
) -> tuple[Interrogation, ...]:
    """Interrogate the documents one after the other, and keep each when it is done."""
    documents: list[Interrogation] = []
    try:
        for document in workspace.documents:
            documents.append(await interrogated(document, client, options))
            if not client.dry:
                _keep(file, workspace.project.relative(file), documents[-1])
    finally:
        await client.close()
    return tuple(documents)


def _planned(
    workspace: Workspace, client: Client, options: InterrogationOptions
) -> list[tuple[Question, int]]:
    """Return the questions to begin with, each with the number of answers; what they lead to is not known yet."""
    from argcheck.llm.client import Client as Planner

    planner = Planner(None, client.cache, model=client.model, dry=True)
    for document in workspace.documents:
        asyncio.run(interrogated(document, planner, options))
    return list(planner.planned.values())


def _keep(file: Path, path: str, done: Interrogation) -> None:
    """Put what came of a document into the file, unless no run gave an answer: an outage takes nothing away."""
    if not done.interrogated.nodes:
        return
    try:
        runs = RunsFile.load(file.read_text("utf-8"))
    except FileNotFoundError:
        runs = RunsFile()
    write_runs(file, runs.with_(name_in(path, done.root), done.interrogated))
