"""A project in memory: its open texts, and the findings of its last check.

After a change, the next question starts another check in a thread of its own.  An outdated check stops between two
rules.  The scans of unchanged files are reused.
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


#: New objects after which the garbage collector runs: in a pause of typing, and before a check.  A check makes hundreds
#: of thousands, hardly any in cycles, and would take twice as long with the collector on.  A collection takes a
#: millisecond for a thousand objects.
_AT_REST, _AT_MOST = 20_000, 60_000
_REST = 0.5  #: seconds after a check until a pause begins
_LONG = 1  #: seconds after which the progress of a check is shown


class Snapshot:
    """The findings and documents of one check; it never changes."""

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
        """The findings by file; a grouped finding is split by file."""
        by_file: dict[str, list[Diagnostic]] = {}
        for diagnostic in self.report.diagnostics:
            for path in dict.fromkeys(span.path for span in places(diagnostic)):
                by_file.setdefault(path, []).extend(in_files(diagnostic, {path}))
        return by_file

    def path(self, file: Path) -> str:
        """Return the path of a file in the project, as in spans."""
        return self.workspace.project.relative(file)

    def file(self, path: str) -> Path:
        """Return the file of a path in spans."""
        return self.workspace.project.root / path

    def source(self, path: str) -> SourceFile | None:
        """Return the text of a file; None if it was not read."""
        return self.report.sources.get(path)

    def reading(self, path: str) -> list[Document]:
        """Return the documents that read a file."""
        return [d for d in self.documents if path in d.manuscript.files or path in d.bibliography.files]

    def written(self, span: Span) -> Span:
        """Return the place of a span in the original file; it differs if the file was translated before reading."""
        source = self._translated.get(span.path)
        return Span(span.path, *source.range(span.start, span.end)) if source else span

    @cached_property
    def _translated(self) -> Mapping[str, SourceFile]:
        """The files that are translated before reading, by path."""
        files = (item for m, b in self.documents for item in (*b.files.items(), *m.files.items()))
        return {path: source for path, source in files if source.original is not source}

    def argument(self, document: Document) -> Argument | None:
        """Return the argument of a document; None if it has no annotations."""
        return self._analyses_of(document).graph if document.manuscript.argues else None

    def metrics(self, document: Document) -> Measures:
        """Return the metrics of the claims of a document; empty if it has no annotations."""
        argument = self.argument(document)
        return KnownMetrics.of(self.workspace.project, document).of_claims(argument.graph) if argument else {}

    def verdicts(self, document: Document) -> Verdicts:
        """Return the verdicts on the sources of a document."""
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
    """A folder to check, with open texts in place of the files on disk."""

    def __init__(
        self,
        folder: Path,
        tell: Callable[[str], None],
        *,
        whole: bool = True,
        texts: dict[Path, str] | None = None,
        takes_long: Callable[[OpenProject, asyncio.Future[None]], None] = lambda *_: None,
    ) -> None:
        """Read nothing yet.

        :param tell: receives the message if the project cannot be checked, once.
        :param whole: whether the whole folder is checked, rather than only open files.
        :param texts: the open texts, which projects may share; call `changed` on all projects that a change `concerns`.
        :param takes_long: receives each check that has not ended after a second.
        """
        self.folder = folder
        self.texts = {} if texts is None else texts  #: unsaved or not, by real path
        self.latest: Snapshot | None = None  #: the last check, perhaps of earlier texts
        #: called with each step, in the thread of the check
        self.progress: Callable[..., object] = lambda *_: None
        self._tell = tell
        self._takes_long = takes_long
        self._whole = whole
        self._error = ""  # message of the last check, if it failed
        self._version, self._done, self._ended = 1, 0, False
        self._running: asyncio.Task[None] | None = None
        self._stop = threading.Event()
        self._registry: Registry | None = None
        self._memory: ScanMemory | None = None
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="argcheck")
        self._rest: asyncio.TimerHandle | None = None

    def changed(self) -> None:
        """Make the last check outdated, and stop a running one."""
        self._version += 1
        self._stop.set()

    def open(self, file: Path, text: str) -> None:
        """Use the text of the editor for a file."""
        if self.texts.get(file) != text:
            self.texts[file] = text
            self.changed()

    def close(self, file: Path) -> None:
        """Use the text on disk for a file again."""
        if self.texts.pop(file, None) is not None:
            self.changed()

    def concerns(self, file: Path) -> bool:
        """Whether a file may affect a check: it is in the folder, or was read by the last check."""
        read = self.latest is not None and self.latest.source(self.latest.path(file)) is not None
        return read or file.is_relative_to(self.folder)

    def paths(self, texts: Iterable[Path]) -> list[Path]:
        """Return the paths to check if these files are open: the folder, or only these files in it."""
        if self._whole:
            return [self.folder]
        return [file for file in sorted(texts) if file.is_relative_to(self.folder) and file.is_file()]

    def unsaved_bibliographies(self) -> list[Path]:
        """Return the open bibliographies whose text differs from that on disk."""
        return [
            file
            for file, text in sorted(self.texts.items())
            if file.suffix == ".bib" and self.concerns(file) and not _is_saved(file, text)
        ]

    def end(self) -> None:
        """Stop a running check; `snapshot` returns the last one from now on."""
        self._ended = True
        self._stop.set()
        if self._rest is not None:
            self._rest.cancel()
        self._thread.shutdown(wait=False, cancel_futures=True)

    async def snapshot(self) -> Snapshot | None:
        """Return a check of the newest texts, or the last one if that fails; None without any."""
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
        except ArgcheckError as error:  # as while a configuration is being edited: the last check is kept
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
        """Run the garbage collector if there are at least ``most`` new objects."""
        if self._rest is not None:
            self._rest.cancel()
        if gc.get_count()[0] >= most:
            gc.collect()

    def _report_step(self, *step: object) -> None:
        self.progress(*step)  # looked up at each step, as it changes during a check

    def _check(self, texts: Mapping[Path, str], stop: threading.Event) -> Snapshot:
        if self._registry is None:
            self._registry = load_rules()
        settings = settings_for([self.folder], cwd=self.folder)
        # Reading takes a byte order mark away; an editor that has it in its text counts it, so one is left.
        marked = {file: "\ufeff" * text.startswith("\ufeff") + text for file, text in texts.items()}
        overlay = {file: text.encode("utf-8", "replace").decode() for file, text in marked.items()}
        memory = self._memory.following() if self._memory else None
        paths = self.paths(texts)
        if not paths:  # the whole folder would be checked
            settings = settings._replace(exclude=("*",))
        workspace = Workspace(
            paths, settings, cwd=self.folder, overlay=overlay, memory=memory, readers=self._registry.readers
        )
        workspace.memory.lasts = True  # into the next check
        report = run_rules(workspace, self._registry, stop=stop.is_set, progress=self._report_step)
        if self._memory is None:  # most objects of the first check stay, so later collections skip them
            gc.collect()
            gc.freeze()
        self._memory = workspace.memory
        return Snapshot(without_adopted(report, workspace.manifest(), settings), workspace)
