"""One project in memory: its open texts, and what the last check of it found.

A change makes the last check old; the next question starts another one, in a thread of its own, and a check that
nobody waits for any more is given up between two rules.  What scans of unchanged files gave is kept.
"""

from __future__ import annotations

import asyncio
import gc
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property, partial
from typing import TYPE_CHECKING

from argcheck.errors import ArgcheckError, Stopped
from argcheck.files.diagnostic import Span
from argcheck.files.source import decode
from argcheck.lint.context import DocumentAnalyses
from argcheck.lint.document_argument import argument_of
from argcheck.lint.document_trust import KnownMetrics
from argcheck.lint.engine import run_rules
from argcheck.lint.grouped_findings import in_files, places
from argcheck.lint.registry import load_rules
from argcheck.lint.without_adopted import without_adopted
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from pathlib import Path

    from argcheck.argument.extract.argument import Argument
    from argcheck.argument.trust.dag import Measures
    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.source import SourceFile
    from argcheck.lint.registry import Registry
    from argcheck.lint.report import Report
    from argcheck.reading.memory import ScanMemory
    from argcheck.reading.read_document import Document
    from argcheck.verdicts.replay import Verdicts


#: Objects that were made and are not freed, of which some stand in circles: so many may stay in a pause of typing, and
#: at all.  A check makes hundreds of thousands, and hardly any stand in circles; looking for those while it runs takes
#: half of its time. A keystroke waits a millisecond for a thousand of them.
_AT_REST, _AT_MOST = 20_000, 60_000
_REST = 0.5  #: seconds without a check that are a pause
_LONG = 1  #: seconds after which a check is shown to be under way


class Snapshot:
    """What one check found, and the documents that it read; it never changes."""

    def __init__(self, report: Report, workspace: Workspace) -> None:
        self.report = report
        self.workspace = workspace
        self._analyses: dict[str, DocumentAnalyses] = {}

    @property
    def documents(self) -> list[Document]:
        """The documents of the project."""
        return self.workspace.documents

    @cached_property
    def by_file(self) -> Mapping[str, list[Diagnostic]]:
        """The findings of each file that has some; of one that stands for many, each file has its own part."""
        by_file: dict[str, list[Diagnostic]] = {}
        for diagnostic in self.report.diagnostics:
            for path in dict.fromkeys(span.path for span in places(diagnostic)):
                by_file.setdefault(path, []).extend(in_files(diagnostic, {path}))
        return by_file

    def path(self, file: Path) -> str:
        """Give the path of a file as spans have it."""
        return self.workspace.project.relative(file)

    def file(self, path: str) -> Path:
        """Give the file that spans call ``path``."""
        return self.workspace.project.root / path

    def source(self, path: str) -> SourceFile | None:
        """Give the text of a file, if it was read."""
        return self.report.sources.get(path)

    def reading(self, path: str) -> list[Document]:
        """Give the documents that read a file."""
        return [d for d in self.documents if path in d.manuscript.files or path in d.bibliography.files]

    def written(self, span: Span) -> Span:
        """Give where in the file of its author a span of what was read stands: another place if it was translated."""
        source = self._translated.get(span.path)
        return Span(span.path, *source.range(span.start, span.end)) if source else span

    @cached_property
    def _translated(self) -> Mapping[str, SourceFile]:
        """The files that are read as something else than what stands in them."""
        files = (item for m, b in self.documents for item in (*b.files.items(), *m.files.items()))
        return {path: source for path, source in files if source.original is not source}

    def argument(self, document: Document) -> Argument | None:
        """Give the argument of a document that says how it argues."""
        return self._analyses_of(document).graph if document.manuscript.argues else None

    def metrics(self, document: Document) -> Measures:
        """Give what is known of the metrics of the claims of a document that says how it argues."""
        argument = self.argument(document)
        return KnownMetrics.of(self.workspace.project, document).of_claims(argument.graph) if argument else {}

    def verdicts(self, document: Document) -> Verdicts:
        """Give what was verified of the sources of a document."""
        return self._analyses_of(document).verdicts

    def _analyses_of(self, document: Document) -> DocumentAnalyses:
        root = document.manuscript.root
        if root not in self._analyses:
            project = self.workspace.project
            self._analyses[root] = DocumentAnalyses(
                project, document, partial(argument_of, project, document)
            )
        return self._analyses[root]


def _is_saved(file: Path, text: str) -> bool:
    try:
        saved = decode(file.read_bytes())[0]
    except (OSError, ValueError):
        return False
    return saved == text.replace("\r\n", "\n").replace("\r", "\n")


class OpenProject:
    """A folder that is checked as a whole, with the open texts in place of what is on the disk."""

    def __init__(
        self,
        folder: Path,
        tell: Callable[[str], None],
        *,
        whole: bool = True,
        texts: dict[Path, str] | None = None,
        takes_long: Callable[[OpenProject, asyncio.Future[None]], None] = lambda *_: None,
    ) -> None:
        """Make it; nothing is read yet.

        :param whole: whether all of the folder is checked, and not only what is open.
        :param texts: those that are open, which projects may share: who changes one tells all that it `concerns`.
        :param tell: is told, once, why the project cannot be checked.
        :param takes_long: is given a check that has not ended after a second.
        """
        self.folder = folder
        self.texts = {} if texts is None else texts  #: unsaved or not, by real path
        self.latest: Snapshot | None = None  #: of the newest text or an earlier one
        #: is called with each step, by the thread of the check
        self.progress: Callable[..., object] = lambda *_: None
        self._tell = tell
        self._takes_long = takes_long
        self._whole = whole
        self._error = ""  # of the last check, if it could not be made
        self._version, self._done, self._ended = 1, 0, False
        self._running: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._registry: Registry | None = None
        self._memory: ScanMemory | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="argcheck")
        self._rest: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Take note that texts, files or settings are others now."""
        self._version += 1
        self._stop.set()

    def open(self, file: Path, text: str) -> None:
        """Take the text of a file from the editor."""
        if self.texts.get(file) != text:
            self.texts[file] = text
            self.changed()

    def close(self, file: Path) -> None:
        """Take the text of a file from the disk again."""
        if self.texts.pop(file, None) is not None:
            self.changed()

    def concerns(self, file: Path) -> bool:
        """Whether the text of a file may matter to a check: it lies in the folder, or was read from elsewhere."""
        read = self.latest is not None and self.latest.source(self.latest.path(file)) is not None
        return read or file.is_relative_to(self.folder)

    def paths(self, texts: Iterable[Path]) -> list[Path]:
        """Give what is checked where these files are open: the folder, or, of one that is not checked as a whole, those in it."""
        if self._whole:
            return [self.folder]
        return [file for file in sorted(texts) if file.is_relative_to(self.folder) and file.is_file()]

    def unsaved_bibliographies(self) -> list[Path]:
        """Name the open bibliographies whose text is another one on the disk."""
        return [
            file
            for file, text in sorted(self.texts.items())
            if file.suffix == ".bib" and self.concerns(file) and not _is_saved(file, text)
        ]

    def end(self) -> None:
        """Give up what is under way; who waits for it is given the last check."""
        self._ended = True
        self._stop.set()
        if self._rest is not None:
            self._rest.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def snapshot(self) -> Snapshot | None:
        """Give what a check of the newest texts finds; None where the project cannot be checked."""
        while self._done != self._version and not self._ended:
            if self._running is None:
                self._running = asyncio.create_task(self._run())
            await asyncio.shield(self._running)
        return self.latest

    async def _run(self) -> None:
        version, texts = self._version, dict(self.texts)
        self._stop = threading.Event()
        self._tidy()
        loop, check = asyncio.get_running_loop(), partial(self._check, texts, self._stop)
        long = loop.call_later(_LONG, self._show)
        try:
            snapshot = await loop.run_in_executor(self._thread, check)
        except Stopped:
            return
        except ArgcheckError as error:  # a configuration that is being written: the last check stands
            if str(error) != self._error:
                self._error = str(error)
                self._tell(self._error)
        else:
            self.latest, self._error = snapshot, ""
        finally:
            long.cancel()
            self._running = None
            self._rest = loop.call_later(_REST, self._tidy, _AT_REST)
        self._done = version

    def _show(self) -> None:
        if self._running is not None:
            self._takes_long(self, self._running)

    def _tidy(self, most: int = _AT_MOST) -> None:
        """Free what only circles of objects hold, where so many objects have been made that are not freed."""
        if self._rest is not None:
            self._rest.cancel()
        if gc.get_count()[0] >= most:
            gc.collect()

    def _report_step(self, *step: object) -> None:
        self.progress(*step)  # which may change while a check goes on

    def _check(self, texts: Mapping[Path, str], stop: threading.Event) -> Snapshot:
        if self._registry is None:
            self._registry = load_rules()
        settings = settings_for([self.folder], cwd=self.folder)
        overlay = {file: text.encode("utf-8", "replace").decode() for file, text in texts.items()}
        memory = self._memory.following() if self._memory else None
        paths = self.paths(texts)
        if not paths:  # nothing of the folder
            settings = settings._replace(exclude=("*",))
        workspace = Workspace(
            paths, settings, cwd=self.folder, overlay=overlay, memory=memory, readers=self._registry.readers
        )
        workspace.memory.lasts = True  # into the next check
        report = run_rules(workspace, self._registry, stop=stop.is_set, progress=self._report_step)
        if self._memory is None:  # what it has read stays, mostly, and is not looked through again
            gc.collect()
            gc.freeze()
        self._memory = workspace.memory
        return Snapshot(without_adopted(report, workspace.manifest(), settings), workspace)
