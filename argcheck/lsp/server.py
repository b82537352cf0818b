"""The server: what an editor says and asks, passed on to the project that the file belongs to.

An editor that asks for diagnostics (pull) is never sent any; all others are sent them after each check. A check is what
`argcheck check` does, and asks no network; what asks the indexes, on a command, is in `index_questions`.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from typing import TYPE_CHECKING, Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams
from pygls.lsp.server import LanguageServer

from argcheck import __version__
from argcheck.files.diagnostic import Span
from argcheck.files.manifest import PICTURES, TEX_SUFFIXES
from argcheck.files.repository import project_root
from argcheck.lsp import completion, index_questions, keys_and_labels, outline
from argcheck.lsp.annotations import offered_annotations
from argcheck.lsp.diagnostics import (
    FIX_ALL,
    actions,
    diagnostics,
    document_report,
    of_kinds,
    workspace_report,
)
from argcheck.lsp.editor import Editor, file_of, line_end
from argcheck.lsp.hover import hover
from argcheck.lsp.lenses import lenses
from argcheck.lsp.open_project import OpenProject
from argcheck.lsp.under_way import UnderWay

if TYPE_CHECKING:
    from pathlib import Path

    from argcheck.lsp.open_project import Snapshot

_PAUSE = 0.05  #: seconds without a change before a check that nobody asked for
_READ = (*TEX_SUFFIXES, ".bib", ".bbl", ".sty", ".cls", ".toml", ".jsonl", ".csv", ".tsv", ".json", *PICTURES)
_WATCHED = f"**/*.{{{','.join(suffix[1:] for suffix in _READ)}}}"


class Server(LanguageServer):
    """The server with its projects."""

    def __init__(self) -> None:
        # Whole texts: the library splits lines at signs that are no line ends for an editor.
        super().__init__("argcheck", __version__, text_document_sync_kind=types.TextDocumentSyncKind.Full)
        self.editor = Editor("utf-16")
        self.projects: dict[Path, OpenProject] = {}
        self.pulls = False  #: whether the editor asks for diagnostics
        self.questions = index_questions.IndexQuestions(self, self.refresh)
        self._pushed: dict[
            Path, dict[Path, list[types.Diagnostic] | None]
        ] = {}  # by project: what files have
        self._waiting: dict[Path, asyncio.Task[None]] = {}
        self._shown: asyncio.Task[None] | None = None  # the progress of the last check that took long

    # -- projects

    def project_of(self, file: Path) -> OpenProject:
        """Give the project of a file: the folder of the workspace that it lies in, else its repository."""
        folders = [folder for folder in map(file_of, self.workspace.folders) if folder is not None]
        around = [folder for folder in folders if file.is_relative_to(folder)]
        folder = max(around, key=lambda folder: len(folder.parts)) if around else project_root(file, None)
        if folder not in self.projects:
            # A loose file says nothing of the folder that it lies in, which may be that of all downloads.
            whole = bool(around) or (folder / ".git").exists()
            self.projects[folder] = OpenProject(folder, self.tell, whole=whole, takes_long=self._show)
        return self.projects[folder]

    def _show(self, project: OpenProject, check: asyncio.Future[None]) -> None:
        """Show that a check goes on, until it ends or a newer text makes it needless."""

        async def show() -> None:
            async with UnderWay(self, f"Checking {project.folder.name}") as project.told:
                await asyncio.wait([check])
            project.told = lambda *_: None

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

    # -- diagnostics

    def announce(self, project: OpenProject) -> None:
        """Send diagnostics after a pause, if the editor does not ask for them itself."""
        waiting = self._waiting.pop(project.folder, None)
        if waiting is not None:
            waiting.cancel()
        if not self.pulls:
            self._waiting[project.folder] = asyncio.create_task(self._push(project))

    async def _push(self, project: OpenProject) -> None:
        await asyncio.sleep(_PAUSE)
        snapshot = await project.snapshot()
        if snapshot is None:
            return
        sent = self._pushed.setdefault(project.folder, {})
        for file in sorted({*sent, *map(snapshot.file, snapshot.by_file)}):
            published = diagnostics(snapshot, snapshot.path(file), self.editor)
            if sent.get(file) != published:
                uri = self.editor.uri(file)
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, published))
            sent[file] = published

    def opened(self, file: Path) -> None:
        """Send the diagnostics of a file anew, for an editor may have dropped them when it closed it, or call it otherwise."""
        self._pushed.setdefault(self.project_of(file).folder, {})[file] = None

    def refresh(self, project: OpenProject) -> None:
        """Let the editor ask again, where a file has changed that it may not know of."""
        self.announce(project)
        workspace = self.client_capabilities.workspace
        if self.pulls and workspace and workspace.diagnostics and workspace.diagnostics.refresh_support:
            self.workspace_diagnostic_refresh(None)


def make_server() -> Server:
    """Make a server that answers all that argcheck can answer."""
    server = Server()
    _documents(server)
    _diagnostics(server)
    _names(server)
    _outlines(server)
    _commands(server)
    return server


def _documents(server: Server) -> None:
    @server.feature(types.INITIALIZED)
    def initialized(_params: types.InitializedParams) -> None:
        client = server.client_capabilities
        server.editor = Editor(_value(server.workspace.position_encoding))
        server.pulls = client.text_document is not None and client.text_document.diagnostic is not None
        watched = client.workspace and client.workspace.did_change_watched_files
        if watched and watched.dynamic_registration:
            options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(_WATCHED)])
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("argcheck-files", method, options)
            server.client_register_capability(types.RegistrationParams([registration]))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        if file := file_of(params.text_document.uri):
            server.opened(file)
        _take(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        _take(params.text_document.uri, document.source)

    def _take(uri: str, text: str) -> None:
        file = file_of(uri)
        if file is not None:
            server.editor.names[file] = uri
            server.editor.line_ends[file] = line_end(text)
            project = server.project_of(file)
            project.open(file, text)
            server.announce(project)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        file = file_of(params.text_document.uri)
        if file is not None:
            project = server.project_of(file)
            project.close(file)
            server.announce(project)
            server.editor.names.pop(file, None)
            server.editor.line_ends.pop(file, None)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_watched(_params: types.DidChangeWatchedFilesParams) -> None:
        for project in server.projects.values():
            project.changed()
            server.refresh(project)

    @server.feature(types.SHUTDOWN)
    def shutdown(_params: None) -> None:
        server.questions.end()
        for project in server.projects.values():
            project.end()


def _diagnostics(server: Server) -> None:
    pull = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=True, identifier="argcheck"
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, pull)
    async def pull_document(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        here = await server.snapshot_at(params.text_document.uri)
        published = diagnostics(*here, server.editor) if here else []
        return document_report(published, params.previous_result_id)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def pull_workspace(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        known = {previous.uri: previous.value for previous in params.previous_result_ids}
        folders = [file for file in map(file_of, server.workspace.folders) if file is not None]
        projects = {server.project_of(folder) for folder in folders} | set(server.projects.values())
        newest = [await project.snapshot() for project in projects]
        snapshots = [snapshot for snapshot in newest if snapshot is not None]
        complete = len(snapshots) == len(newest)
        items = list(workspace_report(snapshots, server.editor, known, complete=complete))
        return types.WorkspaceDiagnosticReport(items)

    kinds = types.CodeActionOptions(
        [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite, FIX_ALL, index_questions.KIND]
    )

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION, kinds)
    async def code_actions(params: types.CodeActionParams) -> list[types.CodeAction]:
        here = await server.snapshot_at(params.text_document.uri)
        source = here[0].source(here[1]) if here else None
        if here is None or source is None:
            return []
        ends = (params.range.start, params.range.end)
        span = Span(here[1], *(server.editor.positions.offset(source, position) for position in ends))
        only = [_value(kind) for kind in params.context.only or ()]
        offers = [
            *actions(here[0], span, server.editor),
            *index_questions.question(here[0], span, server.editor),
        ]
        if params.context.trigger_kind != types.CodeActionTriggerKind.Automatic:
            offers += offered_annotations(here[0], span, server.editor)
        return of_kinds(offers, only)


def _names(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def show(params: types.HoverParams) -> types.Hover | None:
        here = await server.at(params)
        said = hover(*here) if here else None
        if here is None or said is None:
            return None
        text, span = said
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, server.editor.range(here[0], span))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        here = await server.at(params)
        name = keys_and_labels.name_at(*here) if here else None
        if here is None or name is None:
            return []
        return [server.editor.location(here[0], span) for span in keys_and_labels.definitions(here[0], name)]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        here = await server.at(params)
        name = keys_and_labels.name_at(*here) if here else None
        if here is None or name is None:
            return []
        defined = keys_and_labels.definitions(here[0], name)
        used = [span for span in keys_and_labels.uses(here[0], name) if span not in defined]
        spans = [*defined, *used] if params.context.include_declaration else used
        return [server.editor.location(here[0], span) for span in spans]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        here = await server.at(params)
        name = keys_and_labels.name_at(*here) if here else None
        if here is None or name is None or not keys_and_labels.definitions(here[0], name):
            return None
        return types.PrepareRenamePlaceholder(server.editor.range(here[0], name.span), name.name)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        here = await server.at(params)
        name = keys_and_labels.name_at(*here) if here else None
        if here is None or name is None:
            return None
        try:
            return server.editor.edit(here[0], keys_and_labels.renamed(here[0], name, params.new_name))
        except keys_and_labels.CannotRename as reason:
            raise JsonRpcInvalidParams(str(reason)) from None

    @server.feature(
        types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=["{", ",", "@"])
    )
    async def complete(params: types.CompletionParams) -> list[types.CompletionItem]:
        file = file_of(params.text_document.uri)
        if file is None:
            return []
        project, position = server.project_of(file), params.position
        lines = project.texts.get(file, "").replace("\r\n", "\n")  # nobody types in a file that is not open
        line = next(iter(lines.replace("\r", "\n").split("\n")[position.line : position.line + 1]), "")
        line = line[: server.editor.positions.characters(line, position.character)]
        if not completion.context(line, file.name):
            return []
        snapshot = project.latest or await project.snapshot()
        return (
            completion.completions(snapshot, snapshot.path(file), line, position, server.editor)
            if snapshot
            else []
        )


def _outlines(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL)
    async def symbols(params: types.DocumentSymbolParams) -> list[types.DocumentSymbol]:
        here = await server.snapshot_at(params.text_document.uri)
        return outline.document_symbols(*here, server.editor) if here else []

    @server.feature(types.TEXT_DOCUMENT_CODE_LENS)
    async def code_lenses(params: types.CodeLensParams) -> list[types.CodeLens]:
        here = await server.snapshot_at(params.text_document.uri)
        return lenses(*here, server.editor) if here else []

    @server.feature(types.WORKSPACE_SYMBOL)
    async def search(params: types.WorkspaceSymbolParams) -> list[types.WorkspaceSymbol]:
        symbols: list[types.WorkspaceSymbol] = []
        for project in list(server.projects.values()):
            snapshot = await project.snapshot()
            if snapshot is not None:
                symbols += outline.workspace_symbols(snapshot, params.query, server.editor)
        return symbols

    @server.feature(types.TEXT_DOCUMENT_FOLDING_RANGE)
    async def folding(params: types.FoldingRangeParams) -> list[types.FoldingRange]:
        here = await server.snapshot_at(params.text_document.uri)
        return outline.folding_ranges(*here) if here else []


def _commands(server: Server) -> None:
    @server.command(index_questions.COMMAND)
    async def verify_entry(*arguments: Any) -> None:
        """Take the name of a file with a key, or with a position in that file; what follows goes on in the background."""
        uri, at = arguments
        key = at if isinstance(at, str) else await key_at(uri, at)
        file = file_of(uri)
        if key and file is not None:
            server.questions.begin(server.project_of(file), key)
        else:
            server.tell("there is no entry here, and no citation of one")

    async def key_at(uri: str, at: Any) -> str:
        position = types.Position(int(at["line"]), int(at["character"]))
        document = types.TextDocumentIdentifier(uri)
        here = await server.at(types.TextDocumentPositionParams(document, position))
        return index_questions.key_at(*here) if here else ""


def _value(name: Any) -> str:
    """Give a name of the protocol, which the library holds as an enumeration where it knows it."""
    return str(getattr(name, "value", name))


def main() -> int:
    """Serve on standard input and output until the editor ends it."""
    gc.disable()  # a project looks for circles itself, between checks
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # what a rule prints is no message of the protocol
    make_server().start_io(stdin, stdout)
    return 0
