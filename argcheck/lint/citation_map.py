"""The citation map: which sentence cites which entry, as the versioned contract of ``argcheck citations``."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from argcheck.reading.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.bib.bibliography import Bibliography
    from argcheck.files.cache import Store
    from argcheck.files.manifest import Manifest
    from argcheck.reading.manuscript import Manuscript
    from argcheck.reading.workspace import Document
    from argcheck.settings.config import Settings
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.replay import Verdicts

VERSION = 1


def citation_map(
    paths: Sequence[str | Path], settings: Settings, *, cwd: Path, store: Store | None = None
) -> tuple[dict[str, Any], Manifest]:
    """Map the citations of every document that the paths name.

    Lines and columns count from 1, columns in code points, at the key itself.  Paths
    are relative to the folder of the paths given, with forward slashes.

    :returns: ``{"version": 1, "documents": [...]}``, and what it depended on.
    :raises UsageError: a path that does not exist.
    """
    workspace = Workspace(paths, settings, cwd=cwd, store=store)
    workspace.read()
    workspace.save()
    base = workspace.project.relative(workspace.base)
    return {
        "version": VERSION,
        "documents": [_document(document, base) for document in workspace.documents],
    }, workspace.manifest()


def evidence_map(
    paths: Sequence[str | Path], settings: Settings, key: str, *, cwd: Path, store: Store | None = None
) -> tuple[dict[str, Any], Manifest]:
    """Give what the verdict file holds on every citation of ``key``: the passages to compare, and the verdict.

    Offline, from the checkout alone; ``evidence`` of a citation is None where nothing was noted, or where it was
    noted for another sentence.  ``fresh`` is false where what stands around the citation, or its entry, was changed since.

    :returns: ``{"version": 1, "documents": [...]}``, and what it depended on.
    :raises UsageError: a path that does not exist, or a key that no document cites.
    """
    from argcheck.errors import UsageError
    from argcheck.verdicts.replay import read_verdicts

    workspace = Workspace(paths, settings, cwd=cwd, store=store)
    workspace.read()
    workspace.save()
    base = workspace.project.relative(workspace.base)
    documents = []
    for m, b in workspace.documents:
        verdicts = read_verdicts(workspace.project, m, b)
        cited = [mention for mention in verdicts.cited if mention.key == key]
        places = {mention.citation.span: mention for mention in cited}
        rows = _citations(m, base, key)
        for row, citation in zip(rows, (c for c in m.citations if c.key and c.key == key), strict=True):
            mention = places.get(citation.span)
            best = next(iter(verdicts.mentions(mention)), None) if mention else None
            row["evidence"] = best.to_data() if best else None
            row["fresh"] = bool(best and mention and not verdicts.stale(best, mention))
            row["looked_up"] = _looked_up(verdicts, mention) if mention else []
        documents.append({"root": posixpath.relpath(m.root, base or "."), "citations": rows})
    if not any(document["citations"] for document in documents):
        raise UsageError(f"no document cites '{key}'")
    return {"version": VERSION, "documents": documents}, workspace.manifest()


def missing_map(
    paths: Sequence[str | Path], settings: Settings, *, cwd: Path, store: Store | None = None
) -> tuple[dict[str, Any], Manifest]:
    """Give the citations of which nobody noted what the source says to the sentence as it is now.

    :returns: as `citation_map`, with these citations alone.
    :raises UsageError: a path that does not exist.
    """
    from argcheck.verdicts.replay import read_verdicts

    workspace = Workspace(paths, settings, cwd=cwd, store=store)
    workspace.read()
    workspace.save()
    base = workspace.project.relative(workspace.base)
    documents = []
    for m, b in workspace.documents:
        verdicts = read_verdicts(workspace.project, m, b)
        rows = []
        for mention in verdicts.cited:
            if not verdicts.look_ups(mention):
                span = mention.citation.span
                line, column = m.files[span.path].position(span.start)
                place = {"file": posixpath.relpath(span.path, base or "."), "line": line, "col": column}
                command, text = mention.citation.command, mention.sentence.text
                rows.append({**place, "key": mention.key, "command": command, "sentence": text})
        documents.append({"root": posixpath.relpath(m.root, base or "."), "citations": rows})
    return {"version": VERSION, "documents": documents}, workspace.manifest()


def _looked_up(verdicts: Verdicts, mention: Mention) -> list[dict[str, str]]:
    return [
        {"says": look_up.says, "by": str(look_up.judge.get("by", "")), "date": look_up.checked}
        for look_up in verdicts.look_ups(mention)
    ]


def quotations_map(
    paths: Sequence[str | Path], settings: Settings, *, cwd: Path, store: Store | None = None
) -> tuple[dict[str, Any], Manifest]:
    """Give every quotation of the documents with what `argcheck verify` found of it in the source.

    ``outcome`` is ``verbatim``, ``differs``, ``not-found``, ``not-readable``, or ``not-at-hand`` where no text of
    the source was read for this sentence as it is now.

    :returns: ``{"version": 1, "documents": [...]}``, and what it depended on.
    :raises UsageError: a path that does not exist.
    """
    from argcheck.verdicts.replay import read_verdicts

    workspace = Workspace(paths, settings, cwd=cwd, store=store)
    workspace.read()
    workspace.save()
    base = workspace.project.relative(workspace.base)
    documents = []
    for m, b in workspace.documents:
        rows: list[dict[str, Any]] = []
        for quotation, verdict in read_verdicts(workspace.project, m, b).quotations:
            span = quotation.span
            line, column = m.files[span.path].position(span.start)
            data = verdict.to_data() if verdict else {}
            rows.append(
                {
                    "file": posixpath.relpath(span.path, base or "."),
                    "line": line,
                    "col": column,
                    "key": verdict.cited_as if verdict else quotation.mention.key,
                    "text": quotation.text,
                    "outcome": verdict.outcome if verdict else "not-at-hand",
                    "searched": data.get("searched", ""),
                    "changes": data.get("changes", []),
                    "spans": data.get("spans", []),
                }
            )
        documents.append({"root": posixpath.relpath(m.root, base or "."), "quotations": rows})
    return {"version": VERSION, "documents": documents}, workspace.manifest()


def claims_map(
    paths: Sequence[str | Path], settings: Settings, *, cwd: Path, store: Store | None = None
) -> tuple[dict[str, Any], Manifest]:
    """Give the claims of every citing sentence that was compared with its source, and the coverage of each source.

    ``coverage`` maps a key to [claims of the source that matter and are included, claims that matter].

    :returns: ``{"version": 1, "documents": [...]}``, and what it depended on.
    :raises UsageError: a path that does not exist.
    """
    from argcheck.verdicts.replay import read_verdicts

    workspace = Workspace(paths, settings, cwd=cwd, store=store)
    workspace.read()
    workspace.save()
    base = workspace.project.relative(workspace.base)
    documents = []
    for m, b in workspace.documents:
        rows, coverage = [], dict[str, list[int]]()
        for mention, verdict in read_verdicts(workspace.project, m, b).compared:
            compared = verdict.more["compared"]
            span = mention.citation.span
            line, column = m.files[span.path].position(span.start)
            place = {"file": posixpath.relpath(span.path, base or "."), "line": line, "col": column}
            rows.append({**place, "key": mention.key, "sentence": mention.sentence.text, **compared})
            row = coverage.setdefault(mention.key, [0, 0])
            row[0] += compared["coverage"][0]
            row[1] += compared["coverage"][1]
        documents.append(
            {"root": posixpath.relpath(m.root, base or "."), "claims": rows, "coverage": coverage}
        )
    return {"version": VERSION, "documents": documents}, workspace.manifest()


def _document(document: Document, base: str) -> dict[str, Any]:
    m, b = document
    files = dict.fromkeys((*m.files, *b.files))
    return {
        "root": posixpath.relpath(m.root, base or "."),
        "files": [posixpath.relpath(path, base or ".") for path in files],
        "complete": m.complete and b.complete,
        "citations": _citations(m, base),
        "entries": _entries(b, base),
        "undefined": undefined_keys(m, b),
        "unused": unused_keys(m, b),
    }


def _citations(m: Manuscript, base: str, key: str | None = None) -> list[dict[str, Any]]:
    from argcheck.tex.positions import sentence_at

    citations = []
    for citation in m.citations:
        if not citation.key or key not in (None, citation.key):
            continue
        line, column = m.files[citation.span.path].position(citation.span.start)
        sentence = sentence_at(m, citation.span)
        citations.append(
            {
                "file": posixpath.relpath(citation.span.path, base or "."),
                "line": line,
                "col": column,
                "key": citation.key,
                "command": citation.command,
                "sentence": sentence.text if sentence else "",
            }
        )
    return citations


def _entries(b: Bibliography, base: str) -> list[dict[str, Any]]:
    return [
        {
            "key": entry.key,
            "file": posixpath.relpath(entry.span.path, base or "."),
            "line": b.files[entry.span.path].position(entry.span.start)[0],
            "type": entry.type,
        }
        for entry in b.entries
    ]


def undefined_keys(m: Manuscript, b: Bibliography) -> list[str]:
    """Keys that are cited and that no entry has, in order of first citation."""
    keys = dict.fromkeys(citation.key for citation in m.citations if citation.key)
    return [key for key in keys if b.find(key) is None]


def unused_keys(m: Manuscript, b: Bibliography) -> list[str]:
    r"""Keys of entries that nothing cites, in order; none after ``\nocite{*}``.

    An entry is used when it is cited by its key or an alias, when a macro that is
    called cites it, or when a used entry inherits from it.
    """
    if m.nocite_all:
        return []
    return list(dict.fromkeys(entry.key for entry in b.unused(m.cited_keys | m.hidden_keys)))
