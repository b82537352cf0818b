"""Findings in the form of the protocol, and code actions for them.

Answers to editors that pull have a result id, and an answer that the editor already has is not sent again.
"""

from __future__ import annotations

from hashlib import blake2b
from operator import itemgetter
from typing import TYPE_CHECKING

from lsprotocol import types

from argcheck.files.diagnostic import Edit, Severity
from argcheck.lint.added_comments import with_comments
from argcheck.lint.fixes import chosen_fixes
from argcheck.lint.manual import rule_url
from argcheck.lint.reporters.lines import one_line
from argcheck.prose.spelling import closest
from argcheck.service.corrections import settled
from argcheck.verdicts.verify_entries import task_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from argcheck.files.diagnostic import Diagnostic, Span
    from argcheck.lsp.editor import Editor
    from argcheck.lsp.open_project import Snapshot

FIX_ALL = f"{types.CodeActionKind.SourceFixAll.value}.argcheck"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.NOTE: types.DiagnosticSeverity.Information,
}
_REASON = "say why"  #: placeholder for the reason of a suppression


def diagnostics(snapshot: Snapshot, path: str, editor: Editor) -> list[types.Diagnostic]:
    """Return the findings of a file in the form of the protocol."""
    return [_diagnostic(diagnostic, snapshot, editor) for diagnostic in snapshot.by_file.get(path, ())]


def _diagnostic(diagnostic: Diagnostic, snapshot: Snapshot, editor: Editor) -> types.Diagnostic:
    url = rule_url(snapshot.report.rules.get(diagnostic.name))
    advice = f"\nhelp: {one_line(diagnostic.help)}" if diagnostic.help else ""
    related = [
        types.DiagnosticRelatedInformation(editor.location(snapshot, other.span), one_line(other.message))
        for other in diagnostic.related
    ]
    unused = diagnostic.name.startswith("unused-")
    return types.Diagnostic(
        editor.range(snapshot, diagnostic.span),
        one_line(diagnostic.message) + advice,
        _SEVERITIES[diagnostic.severity],
        f"{diagnostic.code} {diagnostic.name}",
        types.CodeDescription(url) if url else None,
        "argcheck",
        [types.DiagnosticTag.Unnecessary] if unused else None,
        related or None,
    )


def _result_id(published: list[types.Diagnostic]) -> str:
    return blake2b(repr(published).encode("utf-8", "replace"), digest_size=8).hexdigest()


def document_report(published: list[types.Diagnostic], known: str | None) -> types.DocumentDiagnosticReport:
    """Return the report of a file; ``known`` is the result id of the answer that the editor has."""
    name = _result_id(published)
    if name == known:
        return types.RelatedUnchangedDocumentDiagnosticReport(name)
    return types.RelatedFullDocumentDiagnosticReport(published, result_id=name)


def workspace_report(
    checks: Iterable[tuple[Snapshot, Iterable[Path]]],
    editor: Editor,
    known: Mapping[str, str],
    *,
    complete: bool,
) -> Iterator[types.WorkspaceDocumentDiagnosticReport]:
    """Yield the reports of all files that have findings, or had some in the answer that the editor has.

    :param checks: each with its files with findings.
    :param known: result ids by URI, as the editor has them.
    :param complete: whether these are all projects; else other files may still have their findings.
    """
    items: dict[str, list[types.Diagnostic]] = {uri: [] for uri in known} if complete else {}
    for snapshot, files in checks:
        for file in files:
            items[editor.uri(file)] = diagnostics(snapshot, snapshot.path(file), editor)
    for uri, published in sorted(items.items(), key=itemgetter(0)):
        name = _result_id(published)
        if known.get(uri) == name:
            yield types.WorkspaceUnchangedDocumentDiagnosticReport(uri, name)
        else:
            yield types.WorkspaceFullDocumentDiagnosticReport(uri, published, result_id=name)


def actions(snapshot: Snapshot, here: Span, editor: Editor) -> list[types.CodeAction]:
    """Return code actions for the findings that a span touches, and one for all safe fixes of the file.

    They use the findings of the server, since those that the editor sends may have outdated columns.
    """
    touched = [
        diagnostic
        for diagnostic in snapshot.by_file.get(here.path, ())
        if diagnostic.span.start <= here.end and here.start <= max(diagnostic.span.end, diagnostic.span.start)
    ]
    offers: list[types.CodeAction] = []
    for diagnostic in touched:
        offers += [*_fixes(diagnostic, snapshot, editor), *_names(diagnostic, snapshot, editor)]
    offers += _suppressions(touched, snapshot, editor)
    offers += _corrections(snapshot, here, editor)
    offers += _all_fixes(snapshot, here.path, editor)
    return offers


def of_kinds(offers: Iterable[types.CodeAction], only: Iterable[str]) -> list[types.CodeAction]:
    """Return the offers of the requested kinds and their subkinds; all of them if none is requested."""
    wanted = tuple(only)
    return [
        offer
        for offer in offers
        if not wanted or any(_is_kind(str(getattr(offer.kind, "value", offer.kind)), kind) for kind in wanted)
    ]


def _is_kind(kind: str, wanted: str) -> bool:
    return kind == wanted or kind.startswith(f"{wanted}.")


def _quick_fix(
    title: str,
    diagnostic: Diagnostic,
    edits: Iterable[Edit],
    snapshot: Snapshot,
    editor: Editor,
    *,
    best: bool,
) -> types.CodeAction:
    return types.CodeAction(
        title,
        types.CodeActionKind.QuickFix,
        [_diagnostic(diagnostic, snapshot, editor)],
        is_preferred=best or None,
        edit=editor.edit(snapshot, edits),
    )


def _fixes(diagnostic: Diagnostic, snapshot: Snapshot, editor: Editor) -> Iterator[types.CodeAction]:
    if diagnostic.fix:
        doubt = "" if diagnostic.fix.safe else " (may change the print)"
        title = f"{one_line(diagnostic.fix.message)}{doubt}"
        yield _quick_fix(title, diagnostic, diagnostic.fix.edits, snapshot, editor, best=diagnostic.fix.safe)


def _names(diagnostic: Diagnostic, snapshot: Snapshot, editor: Editor) -> Iterator[types.CodeAction]:
    """Yield similar names for an undefined key or label, unless the finding has a fix."""
    source = snapshot.source(diagnostic.span.path)
    if (
        diagnostic.fix
        or source is None
        or diagnostic.name not in ("undefined-citation", "undefined-reference")
    ):
        return
    written = source.text[diagnostic.span.start : diagnostic.span.end]
    for document in snapshot.reading(diagnostic.span.path)[:1]:
        if diagnostic.name == "undefined-citation":
            known = [entry.key for entry in document.bibliography.entries]
        else:
            known = list(document.manuscript.labels_by_name)
        for name in closest(written, sorted(known)):
            edits = (Edit(diagnostic.span, name),)
            yield _quick_fix(f"change to '{name}'", diagnostic, edits, snapshot, editor, best=False)


def _suppressions(
    touched: list[Diagnostic], snapshot: Snapshot, editor: Editor
) -> Iterator[types.CodeAction]:
    for diagnostic in touched:
        marked = with_comments(snapshot.report._replace(diagnostics=(diagnostic,)), _REASON).diagnostics
        edits = [edit for each in marked if each.fix is not None for edit in each.fix.edits]
        if edits:
            where = "here" if len(edits) == 1 else f"at its {len(edits)} places"
            title = f"suppress {diagnostic.name} {where}, with a reason"
            yield _quick_fix(title, diagnostic, edits, snapshot, editor, best=False)


def _corrections(snapshot: Snapshot, here: Span, editor: Editor) -> Iterator[types.CodeAction]:
    """Yield the certain corrections of the entry at a span, from its verdict, without any request."""
    for document in snapshot.reading(here.path)[:1]:
        for entry in document.bibliography.entries:
            inside = entry.span.path == here.path and entry.span.start <= here.start <= entry.span.end
            verdicts = snapshot.verdicts(document) if inside else None
            verdict = verdicts.entry(entry) if verdicts else None
            if verdicts is None or verdict is None or verdicts.stale(verdict, entry):
                continue
            correction = settled(snapshot.workspace, task_of(entry), verdict, None)
            if correction is not None:
                title = one_line(f"{correction.fix.message}, as its record has them")
                edit = editor.edit(snapshot, correction.fix.edits)
                yield types.CodeAction(title, types.CodeActionKind.RefactorRewrite, edit=edit)


def _all_fixes(snapshot: Snapshot, path: str, editor: Editor) -> Iterator[types.CodeAction]:
    own = snapshot.report._replace(diagnostics=tuple(snapshot.by_file.get(path, ())))
    fixes = [diagnostic.fix for diagnostic in chosen_fixes(own, unsafe=False) if diagnostic.fix]
    if fixes:
        edits = [edit for fix in fixes for edit in fix.edits]
        title = f"argcheck: apply {len(fixes)} safe fix{'es' * (len(fixes) > 1)} of this file"
        yield types.CodeAction(title, FIX_ALL, edit=editor.edit(snapshot, edits))
