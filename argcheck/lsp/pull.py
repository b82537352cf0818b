"""Diagnostics for editors that ask for them: each answer has a name, and one that they have already is not sent again."""

from __future__ import annotations

from hashlib import blake2b
from operator import itemgetter
from typing import TYPE_CHECKING

from lsprotocol import types

from argcheck.lsp.diagnostics import diagnostics

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

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
    snapshots: Iterable[Snapshot], editor: Editor, known: Mapping[str, str], *, complete: bool
) -> Iterator[types.WorkspaceDocumentDiagnosticReport]:
    """Answer for all files that have findings, or had some in the answer that the editor has.

    :param complete: whether these are all projects; else what they do not name may have its findings still.
    """
    items: dict[str, list[types.Diagnostic]] = {uri: [] for uri in known} if complete else {}
    for snapshot in snapshots:
        for path in snapshot.by_file:
            items[editor.uri(snapshot.file(path))] = diagnostics(snapshot, path, editor)
    for uri, published in sorted(items.items(), key=itemgetter(0)):
        name = _result_id(published)
        if known.get(uri) == name:
            yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, name)
        else:
            yield types.WorkspaceFullDocumentDiagnosticReport(uri, published, result_id=name)
