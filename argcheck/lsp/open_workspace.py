"""The open texts of an editor, their projects, and the diagnostics that were sent.

Editors that pull diagnostics are never sent any; others are sent them after each check.
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

_PAUSE = 0.05  #: seconds without a change before a check that no request started


class Server(LanguageServer):
    """The server with its projects."""

    def __init__(self, found_in: Callable[[Snapshot, str, Editor], list[types.Diagnostic]]) -> None:
        """Serve no project yet.

        :param found_in: returns the findings of a file in the form of the protocol.
        """
        # Full synchronisation: the library splits lines at characters that editors do not.
        super().__init__("argcheck", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.editor = Editor("utf-16")
        self._found_in = found_in
        self.projects: dict[Path, OpenProject] = {}
        self.texts: dict[Path, str] = {}  #: open texts, which all projects share
        self.pulls = False  #: whether the editor pulls diagnostics, and supports a refresh
        self.watches = False  #: whether the editor reports changes on disk
        self.ended = False  #: whether the editor asked to shut down
        self._pushed: dict[Path, dict[Path, list[types.Diagnostic] | None]] = {}  # by project and file
        self._told: dict[Path, list[str]] = {}  # the URIs by which the editor knows of findings in a file
        # the findings in the last answers to pulls, by file
        self._answered: dict[Path, tuple[SourceFile | None, list[Diagnostic]]] = {}
        self._waiting: dict[Path, asyncio.Task[None]] = {}
        self._shown: asyncio.Task[None] | None = None  # the progress of the last check that took long

    # -- projects

    def folders(self) -> list[Path]:
        """Return the folders of the workspace, nested ones first."""
        folders = [folder for folder in map(file_of, self.workspace.folders) if folder is not None]
        return sorted(folders, key=lambda folder: -len(folder.parts))

    def project_of(self, file: Path) -> OpenProject:
        """Return the project of a file: its folder of the workspace, or else its repository."""
        around = next(filter(file.is_relative_to, self.folders()), None)
        folder = around or project_root(file, None)
        if folder not in self.projects:
            # The folder of a single file may have anything in it, like a folder of downloads.
            whole = around is not None or (folder / ".git").exists()
            self.projects[folder] = OpenProject(
                folder, self.tell, whole=whole, texts=self.texts, takes_long=self._show
            )
        return self.projects[folder]

    def take(self, file: Path, text: str | None) -> None:
        """Use the text of the editor for a file; with None, the text on disk again."""
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
        """End the projects of these folders, and those without an open text or a folder of the workspace."""
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
        for file in self._pushed.pop(folder, {}):
            if file in self._told:
                self._publish(file, [])

    def files_with_findings(self, project: OpenProject, snapshot: Snapshot) -> list[Path]:
        """Return the files of a project with findings, without those in a nested folder of the workspace."""
        folders = self.folders()

        def is_own(file: Path) -> bool:
            return next(filter(file.is_relative_to, folders), project.folder) == project.folder

        return [file for file in map(snapshot.file, snapshot.by_file) if is_own(file)]

    def _show(self, project: OpenProject, check: asyncio.Future[None]) -> None:
        """Show the progress of a check until it ends."""

        async def show() -> None:
            async with WorkProgress(self, f"Checking {project.folder.name}") as project.progress:
                await asyncio.wait([check])
            project.progress = lambda *_: None

        self._shown = asyncio.create_task(show())

    def tell(self, message: str) -> None:
        """Show a warning."""
        self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"argcheck: {message}"))

    async def snapshot_at(self, uri: str) -> tuple[Snapshot, str] | None:
        """Return a check of the newest texts of the project of a file, and the path of the file in it."""
        file = file_of(uri)
        snapshot = await self.project_of(file).snapshot() if file else None
        return (snapshot, snapshot.path(file)) if file and snapshot else None

    async def at(self, params: Any) -> tuple[Snapshot, str, int] | None:
        """Return the same with the offset of the position of a request; None if the file was not read."""
        here = await self.snapshot_at(params.text_document.uri)
        source = here[0].source(here[1]) if here else None
        if here is None or source is None:
            return None
        return (*here, self.editor.positions.offset(source, params.position))

    async def name_at(self, params: Any) -> tuple[Snapshot, NamedPlace] | None:
        """Return the check with the key, label or claim at the position of a request; None if there is none."""
        here = await self.at(params)
        name = name_at(*here) if here else None
        return (here[0], name) if here and name else None

    # -- diagnostics

    async def answer(self, uri: str) -> list[types.Diagnostic]:
        """Return the findings of a file for an editor that pulls."""
        here, file = await self.snapshot_at(uri), file_of(uri)
        if here is None or file is None:
            return []
        self._answered[file] = _findings(*here)
        return self._found_in(*here, self.editor)

    def announce(self, project: OpenProject) -> None:
        """After a pause, send diagnostics, or a request to pull again if any have changed."""
        waiting = self._waiting.pop(project.folder, None)
        if waiting is not None:
            waiting.cancel()
        self._waiting[project.folder] = asyncio.create_task(self._announce(project))

    async def _announce(self, project: OpenProject) -> None:
        await asyncio.sleep(_PAUSE)
        if snapshot := await project.snapshot():
            (self._ask_to_pull if self.pulls else self._push)(project, snapshot)

    def _ask_to_pull(self, project: OpenProject, snapshot: Snapshot) -> None:
        """Request a pull if findings of an unchanged text have changed; a changed text is pulled anyway."""
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
        names = self.editor.uris(file)
        for uri in sorted({*names, *self._told.pop(file, ())}):
            now = published if uri in names else []
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, now))
        if published:
            self._told[file] = [*names]

    def tell_again(self, file: Path) -> None:
        """Send the diagnostics of a file again: the editor may have dropped them, or have it open by other URIs."""
        self._pushed.setdefault(self.project_of(file).folder, {})[file] = None

    def refresh(self, project: OpenProject) -> None:
        """Send diagnostics or request a pull after a change that the editor may not know of."""
        self.announce(project)
        if self.pulls:
            self.workspace_diagnostic_refresh(None)


def _findings(snapshot: Snapshot, path: str) -> tuple[SourceFile | None, list[Diagnostic]]:
    return snapshot.source(path), snapshot.by_file.get(path, [])
