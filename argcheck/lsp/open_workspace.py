"""All that an editor has open: its texts, the projects that they belong to, and what it was sent of each.

An editor that asks for diagnostics (pull) is never sent any; all others are sent them after each check.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.lsp.server import LanguageServer

from argcheck import __version__
from argcheck.files.repository import project_root
from argcheck.lsp.editor import Editor, file_of
from argcheck.lsp.keys_and_labels import name_at
from argcheck.lsp.open_project import OpenProject
from argcheck.lsp.work_progress import WorkProgress

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.source import SourceFile
    from argcheck.lsp.keys_and_labels import NamedPlace
    from argcheck.lsp.open_project import Snapshot

_PAUSE = 0.05  #: seconds without a change before a check that nobody asked for


class Server(LanguageServer):
    """The server with its projects."""

    def __init__(self, found_in: Callable[[Snapshot, str, Editor], list[types.Diagnostic]]) -> None:
        """Make it; ``found_in`` gives the findings of a file of a check as the editor shows them."""
        # Whole texts: the library splits lines at signs that are no line ends for an editor.
        super().__init__("argcheck", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.editor = Editor("utf-16")
        self._found_in = found_in
        self.projects: dict[Path, OpenProject] = {}
        self.texts: dict[Path, str] = {}  #: what is open, which all projects share
        self.pulls = False  #: whether the editor asks for diagnostics, and can be told to ask again
        self.watches = False  #: whether it tells what changes on the disk
        self._pushed: dict[Path, dict[Path, list[types.Diagnostic] | None]] = {}  # by project and file
        # to its questions, by file
        self._answered: dict[Path, tuple[SourceFile | None, list[Diagnostic]]] = {}
        self._waiting: dict[Path, asyncio.Task[None]] = {}
        self._shown: asyncio.Task[None] | None = None  # the progress of the last check that took long

    # -- projects

    def folders(self) -> list[Path]:
        """Give the folders of the workspace, those in others first."""
        folders = [folder for folder in map(file_of, self.workspace.folders) if folder is not None]
        return sorted(folders, key=lambda folder: -len(folder.parts))

    def project_of(self, file: Path) -> OpenProject:
        """Give the project of a file: the folder of the workspace that it lies in, else its repository."""
        around = next(filter(file.is_relative_to, self.folders()), None)
        folder = around or project_root(file, None)
        if folder not in self.projects:
            # A loose file says nothing of the folder that it lies in, which may be that of all downloads.
            whole = around is not None or (folder / ".git").exists()
            self.projects[folder] = OpenProject(
                folder, self.tell, whole=whole, texts=self.texts, takes_long=self._show
            )
        return self.projects[folder]

    def take(self, file: Path, text: str | None) -> None:
        """Take the text of a file from the editor, or, None, from the disk again."""
        project = self.project_of(file)
        if text is None:
            project.close(file)
            self._answered.pop(file, None)
        else:
            project.open(file, text)
        self.announce(project)
        for other in self.projects.values():
            if other is not project and other.concerns(file):
                other.changed()
                self.announce(other)

    def leave(self, folders: Iterable[Path | None]) -> None:
        """End the projects of folders, and those that neither an open text nor a folder of the workspace is of any more."""
        for folder in folders:
            self._end(folder)
        current = {self.project_of(file).folder for file in (*self.folders(), *self.texts)}
        for folder in self.projects.keys() - current:
            self._end(folder)
        for project in self.projects.values():
            self.refresh(project)

    def _end(self, folder: Path | None) -> None:
        if folder is None or folder not in self.projects:
            return
        self.projects.pop(folder).end()
        if waiting := self._waiting.pop(folder, None):
            waiting.cancel()
        for file, sent in self._pushed.pop(folder, {}).items():
            if sent:
                self._publish(file, [])

    def files_with_findings(self, project: OpenProject, snapshot: Snapshot) -> list[Path]:
        """Give the files of a project that have findings, without those of another folder of the workspace within it."""
        folders = self.folders()

        def is_own(file: Path) -> bool:
            return next(filter(file.is_relative_to, folders), project.folder) == project.folder

        return [file for file in map(snapshot.file, snapshot.by_file) if is_own(file)]

    def _show(self, project: OpenProject, check: asyncio.Future[None]) -> None:
        """Show that a check goes on, until it ends or a newer text makes it needless."""

        async def show() -> None:
            async with WorkProgress(self, f"Checking {project.folder.name}") as project.progress:
                await asyncio.wait([check])
            project.progress = lambda *_: None

        self._shown = asyncio.create_task(show())

    def tell(self, message: str) -> None:
        """Show a warning."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"argcheck: {message}"))

    async def snapshot_at(self, uri: str) -> tuple[Snapshot, str] | None:
        """Give the newest check of the project of a file, and the path of the file in it."""
        file = file_of(uri)
        snapshot = await self.project_of(file).snapshot() if file else None
        return (snapshot, snapshot.path(file)) if file and snapshot else None

    async def at(self, params: Any) -> tuple[Snapshot, str, int] | None:
        """Give the same with the offset of the position that an editor asks about."""
        here = await self.snapshot_at(params.text_document.uri)
        source = here[0].source(here[1]) if here else None
        if here is None or source is None:
            return None
        return (*here, self.editor.positions.offset(source, params.position))

    async def name_at(self, params: Any) -> tuple[Snapshot, NamedPlace] | None:
        """Give the check with the key, label or claim at the position that an editor asks about."""
        here = await self.at(params)
        name = name_at(*here) if here else None
        return (here[0], name) if here and name else None

    # -- diagnostics

    async def answer(self, uri: str) -> list[types.Diagnostic]:
        """Give the findings of a file to an editor that asks for them."""
        here, file = await self.snapshot_at(uri), file_of(uri)
        if here is None or file is None:
            return []
        self._answered[file] = _findings(*here)
        return self._found_in(*here, self.editor)

    def announce(self, project: OpenProject) -> None:
        """Send diagnostics after a pause; if the editor asks for them itself, let it ask again where it has to."""
        waiting = self._waiting.pop(project.folder, None)
        if waiting is not None:
            waiting.cancel()
        self._waiting[project.folder] = asyncio.create_task(self._announce(project))

    async def _announce(self, project: OpenProject) -> None:
        await asyncio.sleep(_PAUSE)
        if snapshot := await project.snapshot():
            (self._ask_to_pull if self.pulls else self._push)(project, snapshot)

    def _ask_to_pull(self, project: OpenProject, snapshot: Snapshot) -> None:
        """Let an editor ask again where the findings of a text are others; where the text is another, it asks by itself."""
        before = {file: answer for file, answer in self._answered.items() if self.project_of(file) is project}
        now = {file: _findings(snapshot, snapshot.path(file)) for file in before}
        if any(now[file] != answer and now[file][0] == answer[0] for file, answer in before.items()):
            self.workspace_diagnostic_refresh(None)
        self._answered |= now

    def _push(self, project: OpenProject, snapshot: Snapshot) -> None:
        sent = self._pushed.setdefault(project.folder, {})
        for file in sorted({*sent, *self.files_with_findings(project, snapshot)}):
            published = self._found_in(snapshot, snapshot.path(file), self.editor)
            if sent.get(file) != published:
                self._publish(file, published)
            sent[file] = published

    def _publish(self, file: Path, published: list[types.Diagnostic]) -> None:
        uri = self.editor.uri(file)
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, published))

    def opened(self, file: Path) -> None:
        """Send the diagnostics of a file anew, for an editor may have dropped them when it closed it, or call it otherwise."""
        self._pushed.setdefault(self.project_of(file).folder, {})[file] = None

    def refresh(self, project: OpenProject) -> None:
        """Let the editor ask again, where a file has changed that it may not know of."""
        self.announce(project)
        if self.pulls:
            self.workspace_diagnostic_refresh(None)


def _findings(snapshot: Snapshot, path: str) -> tuple[SourceFile | None, list[Diagnostic]]:
    return snapshot.source(path), snapshot.by_file.get(path, [])
