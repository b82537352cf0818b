"""The interrogation of the documents of a workspace by ``argcheck interrogate``."""

from __future__ import annotations

import asyncio
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from argcheck.errors import UsageError
from argcheck.files.committed import places, require_writable
from argcheck.interrogation import PATH
from argcheck.interrogation.loop import Interrogation, interrogated
from argcheck.interrogation.readings import name_in, read_runs
from argcheck.interrogation.runs_file import change_runs
from argcheck.service.current_documents import current_documents

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from argcheck.interrogation.runs_file import AuthorWord, Interrogated, RunsFile
    from argcheck.interrogation.subjects import InterrogationOptions
    from argcheck.llm.client import Client
    from argcheck.llm.model import Consent, Question
    from argcheck.reading.manuscript import Manuscript
    from argcheck.reading.read_document import Document
    from argcheck.reading.workspace import Workspace


_DRAWING = "standalone"  #: class of a document with a single picture
_FEWEST_SENTENCES = 3  #: of a text that may argue; a drawing has labels
_STOPS = (".", "!", "?", "。")


class InterrogationReport(NamedTuple):
    """The results of interrogating the documents of a workspace."""

    documents: tuple[Interrogation, ...] = ()
    files: tuple[Path, ...] = ()  #: files with the results; empty without any
    unused: int = 0  #: number of unreadable lines in these files, which are kept
    agreed: bool = True  #: whether the user agreed to send text


def interrogate(
    workspace: Workspace, client: Client, options: InterrogationOptions, consent: Consent | None = None
) -> InterrogationReport:
    """Interrogate the documents of a workspace, and write the results unless the client is dry.

    Documents that another one replaces are left out, as `Workspace.versions` says.

    :param consent: receives the first questions, and returns whether they may be sent.
    :raises UsageError: a file of runs cannot be written, which is checked before anything is asked.
    """
    files = [file_of(workspace, document.manuscript.root) for document in _texts(workspace)]
    if not client.dry:
        for file in dict.fromkeys(files):
            require_writable(file)
        if consent is not None and not consent(_planned(workspace, client, options)):
            return InterrogationReport(agreed=False)
    return asyncio.run(_interrogated(workspace, client, options, files))


def _texts(workspace: Workspace) -> list[Document]:
    """Return the documents to interrogate: none that another one replaces, drawings only if there is nothing else."""
    current = current_documents(workspace)
    return [document for document in current if not _is_drawing(document.manuscript)] or current


def _is_drawing(manuscript: Manuscript) -> bool:
    """Whether a document is a single picture, by its class or for want of sentences."""
    ended = (sentence for sentence in manuscript.sentences if sentence.text.rstrip().endswith(_STOPS))
    return (
        manuscript.document_class == _DRAWING or len([*islice(ended, _FEWEST_SENTENCES)]) < _FEWEST_SENTENCES
    )


def file_of(workspace: Workspace, root: str) -> Path:
    """Return the file for the runs of a document: the nearest existing one, which is also read, or a new one."""
    project = workspace.project
    return project.root / next((path for path in places(root, PATH) if project.is_file(path)), PATH)


async def _interrogated(
    workspace: Workspace, client: Client, options: InterrogationOptions, files: Sequence[Path]
) -> InterrogationReport:
    """Interrogate the documents one after the other, and write each result at once."""
    documents: list[Interrogation] = []
    written: dict[Path, int] = {}
    try:
        for document, file in zip(_texts(workspace), files, strict=True):
            done = await interrogated(document, client, options, _words(workspace, document))
            documents.append(done)
            before = read_runs(workspace.project, document.manuscript.root).interrogated.answered
            short = done.interrogated.answered < min(before, options.runs)
            if (
                done.interrogated.nodes and not short and not client.dry
            ):  # an outage must not replace a better result
                kept = keep_runs(workspace, done.root, file, done.interrogated.after)
                written[file] = len(kept.unreadable)
    finally:
        await client.close()
    return InterrogationReport(tuple(documents), tuple(written), sum(written.values()))


def _planned(
    workspace: Workspace, client: Client, options: InterrogationOptions
) -> list[tuple[Question, int]]:
    """Return the first questions, each with the number of answers; those that follow are not known yet."""
    planner = client.planner()
    for document in _texts(workspace):
        asyncio.run(interrogated(document, planner, options, _words(workspace, document)))
    return list(planner.planned.values())


def _words(workspace: Workspace, document: Document) -> tuple[AuthorWord, ...]:
    """Return the author's words on claims of a document."""
    return read_runs(workspace.project, document.manuscript.root).interrogated.words


def keep_runs(
    workspace: Workspace, root: str, file: Path, change: Callable[[Interrogated], Interrogated]
) -> RunsFile:
    """Change the records of a document in a file of runs, and return the new content of the file.

    :raises UsageError: the file cannot be written; the answers are stored in the cache.
    """
    try:
        return change_runs(file, name_in(workspace.project.relative(file), root), change)
    except OSError as error:
        raise UsageError(f"{file} cannot be written: {error.strerror}; all answers are remembered") from None
