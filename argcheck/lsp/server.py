"""The language server: the handlers of notifications and requests, which pass them on to the project of the file.

A check does the same as `argcheck check`, without network.  Requests to indexes are in `index_questions`.
"""

from __future__ import annotations

import gc
import sys
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from argcheck.files.diagnostic import Span
from argcheck.files.manifest import PICTURES, TEX_SUFFIXES
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
from argcheck.lsp.open_workspace import Server

_READ = (*TEX_SUFFIXES, ".bib", ".bbl", ".sty", ".cls", ".toml", ".jsonl", ".csv", ".tsv", ".json", *PICTURES)
_WATCHED = f"**/*.{{{','.join(suffix[1:] for suffix in _READ)}}}"


def make_server() -> Server:
    """Return a server with all handlers."""
    server = Server(diagnostics)
    questions = index_questions.IndexQuestions(server, server.refresh)
    _documents(server, questions)
    _folders(server)
    _diagnostics(server)
    _names(server)
    _completions(server)
    _outlines(server)
    _commands(server, questions)
    return server


def _documents(server: Server, questions: index_questions.IndexQuestions) -> None:
    @server.feature(types.INITIALIZED)
    def initialized(_params: types.InitializedParams) -> None:
        client = server.client_capabilities
        server.editor = Editor(_value(server.workspace.position_encoding))
        watched = client.workspace and client.workspace.did_change_watched_files
        server.watches = bool(watched and watched.dynamic_registration)
        if server.watches:
            options = types.DidChangeWatchedFilesRegistrationOptions([types.FileSystemWatcher(_WATCHED)])
            method = types.WORKSPACE_DID_CHANGE_WATCHED_FILES
            registration = types.Registration("argcheck-files", method, options)
            server.client_register_capability(types.RegistrationParams([registration]))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    async def did_open(params: types.DidOpenTextDocumentParams) -> None:
        if file := file_of(params.text_document.uri):
            server.tell_again(file)
        _take(params.text_document.uri, params.text_document.text)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    async def did_change(params: types.DidChangeTextDocumentParams) -> None:
        document = server.workspace.get_text_document(params.text_document.uri)
        _take(params.text_document.uri, document.source)

    def _take(uri: str, text: str) -> None:
        file = file_of(uri)
        if file is not None:
            server.editor.use(file, uri)
            server.editor.line_ends[file] = line_end(text)
            server.take(file, text)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    async def did_close(params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        file = file_of(uri)
        if file is None:
            return
        server.editor.forget(file, uri)
        server.tell_again(file)
        if file in server.editor.names:  # still open by another name, such as a link
            other = server.editor.uri(file)
            _take(other, server.workspace.get_text_document(other).source)
            return
        server.take(file, None)
        server.editor.line_ends.pop(file, None)

    @server.feature(types.SHUTDOWN)
    def shutdown(_params: None) -> None:
        server.ended = True
        questions.end()
        for project in server.projects.values():
            project.end()


def _folders(server: Server) -> None:
    def _look_again() -> None:
        for project in server.projects.values():
            project.changed()
            server.refresh(project)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    async def did_save(_params: types.DidSaveTextDocumentParams) -> None:
        if not server.watches:  # other files may have changed as well
            _look_again()

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    async def did_change_watched(_params: types.DidChangeWatchedFilesParams) -> None:
        _look_again()

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def did_change_folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        server.leave(file_of(folder.uri) for folder in (*params.event.added, *params.event.removed))


def _diagnostics(server: Server) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        """Offer pull diagnostics only if the editor supports a refresh: a change may affect other files."""
        text, workspace = params.capabilities.text_document, params.capabilities.workspace
        again = workspace and workspace.diagnostics and workspace.diagnostics.refresh_support
        server.pulls = bool(text and text.diagnostic and again)
        if server.pulls:
            _pulled_diagnostics(server)

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


def _pulled_diagnostics(server: Server) -> None:
    pull = types.DiagnosticOptions(
        inter_file_dependencies=True, workspace_diagnostics=True, identifier="argcheck"
    )

    @server.feature(types.TEXT_DOCUMENT_DIAGNOSTIC, pull)
    async def pull_document(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        published = await server.answer(params.text_document.uri)
        return document_report(published, params.previous_result_id)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    async def pull_workspace(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        known = {previous.uri: previous.value for previous in params.previous_result_ids}
        projects = {server.project_of(folder) for folder in server.folders()} | set(server.projects.values())
        newest = [(project, await project.snapshot()) for project in projects]
        checks = [(check, server.files_with_findings(project, check)) for project, check in newest if check]
        complete = len(checks) == len(newest)
        items = list(workspace_report(checks, server.editor, known, complete=complete))
        return types.WorkspaceDiagnosticReport(items)


def _names(server: Server) -> None:
    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def show(params: types.HoverParams) -> types.Hover | None:
        here = await server.at(params)
        shown = hover(*here) if here else None
        if here is None or shown is None:
            return None
        text, span = shown
        content = types.MarkupContent(types.MarkupKind.Markdown, text)
        return types.Hover(content, server.editor.range(here[0], span))

    @server.feature(types.TEXT_DOCUMENT_DEFINITION)
    async def definition(params: types.DefinitionParams) -> list[types.Location]:
        if (named := await server.name_at(params)) is None:
            return []
        return [server.editor.location(named[0], span) for span in keys_and_labels.definitions(*named)]

    @server.feature(types.TEXT_DOCUMENT_REFERENCES)
    async def references(params: types.ReferenceParams) -> list[types.Location]:
        if (named := await server.name_at(params)) is None:
            return []
        defined = keys_and_labels.definitions(*named)
        used = [span for span in keys_and_labels.uses(*named) if span not in defined]
        spans = [*defined, *used] if params.context.include_declaration else used
        return [server.editor.location(named[0], span) for span in spans]

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        named = await server.name_at(params)
        if named is None or not keys_and_labels.definitions(*named):
            return None
        snapshot, name = named
        return types.PrepareRenamePlaceholder(server.editor.range(snapshot, name.span), name.name)

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        if (named := await server.name_at(params)) is None:
            return None
        try:
            return server.editor.edit(named[0], keys_and_labels.renamed(*named, params.new_name))
        except keys_and_labels.CannotRename as reason:
            raise JsonRpcInvalidParams(str(reason)) from None


def _completions(server: Server) -> None:
    triggers = types.CompletionOptions(trigger_characters=["{", ",", "@"])

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, triggers)
    async def complete(params: types.CompletionParams) -> list[types.CompletionItem]:
        file = file_of(params.text_document.uri)
        if file is None:
            return []
        project, position = server.project_of(file), params.position
        lines = project.texts.get(file, "").replace("\r\n", "\n")  # completion is only for open files
        line = next(iter(lines.replace("\r", "\n").split("\n")[position.line : position.line + 1]), "")
        cursor = server.editor.positions.characters(line, position.character)
        around = line[:cursor], line[cursor:]
        if not completion.context(around[0], file.name):
            return []
        snapshot = project.latest or await project.snapshot()
        if snapshot is None:
            return []
        return completion.completions(snapshot, snapshot.path(file), around, position, server.editor)


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


def _commands(server: Server, questions: index_questions.IndexQuestions) -> None:
    @server.command(index_questions.COMMAND)
    async def verify_entry(*arguments: Any) -> None:
        """Verify an entry in the background, given by a URI with a key or with a position."""
        uri, at = arguments
        key = at if isinstance(at, str) else await key_at(uri, at)
        file = file_of(uri)
        if key and file is not None:
            questions.begin(server.project_of(file), key)
        else:
            server.tell("there is no entry here, and no citation of one")

    async def key_at(uri: str, at: Any) -> str:
        position = types.Position(int(at["line"]), int(at["character"]))
        document = types.TextDocumentIdentifier(uri)
        here = await server.at(types.TextDocumentPositionParams(document, position))
        return index_questions.key_at(*here) if here else ""


def _value(name: Any) -> str:
    """Return a name of the protocol, which the library may have as an enumeration."""
    return str(getattr(name, "value", name))


def main() -> int:
    """Serve on standard input and output until the editor closes them; return 0, or 1 if it did not shut down first."""
    gc.disable()  # projects run the collector between checks
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # output of a rule must not mix with messages
    server = make_server()
    server.start_io(stdin, stdout)
    return 0 if server.ended else 1
