"""Diagnostics for editors that ask for them: each answer has a name, and one that they have already is not sent again."""

from __future__ import annotations

from hashlib import blake2b
from typing import TYPE_CHECKING

from lsprotocol import types

from argcheck.lsp.diagnostics import diagnostics

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.lsp.editor import Editor
    from argcheck.lsp.open_project import Snapshot


def _result_id(published: list[types.Diagnostic]) -> str:
    return blake2b(repr(published).encode("utf-8", "replace"), digest_size=8).hexdigest()


def document_report(published: list[types.Diagnostic], known: str | None) -> types.DocumentDiagnosticReport:
    """Answer for one file; ``known`` is the name of the answer that the editor has."""
    name = _result_id(published)
    if name == known:
        return types.RelatedUnchangedDocumentDiagnosticReport(name)
    return types.RelatedFullDocumentDiagnosticReport(published, result_id=name)


def workspace_report(
    snapshot: Snapshot, editor: Editor, known: Mapping[str, str]
) -> Iterator[types.WorkspaceDocumentDiagnosticReport]:
    """Answer for all files that have findings, or had some in the answer that the editor has."""
    root = snapshot.workspace.project.root
    uris = {editor.uri(snapshot.file(path)): path for path in snapshot.by_file}
    gone = {uri: "" for uri in known if uri not in uris and uri.startswith(editor.uri(root))}
    for uri, path in sorted((uris | gone).items()):
        published = diagnostics(snapshot, path, editor) if path else []
        name = _result_id(published)
        if known.get(uri) == name:
            yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, name)
        else:
            yield types.WorkspaceFullDocumentDiagnosticReport(uri, published, result_id=name)
