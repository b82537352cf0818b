"""The citation map: which sentence cites which entry, as the versioned contract of ``argcheck citations``."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.lint.registry import load_readers
from argcheck.reading.workspace import Workspace

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from argcheck.bib.entries import Entries
    from argcheck.files.cache import Store
    from argcheck.files.diagnostic import Span
    from argcheck.files.manifest import Manifest
    from argcheck.reading.manuscript import Manuscript
    from argcheck.reading.read_document import Document
    from argcheck.settings.config import Settings
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.replay import Verdicts

    #: Returns the data of a document, except its root.
    Rows = Callable[["Document", "Paths", Workspace], dict[str, Any]]

VERSION = 1


class Paths(NamedTuple):
    """Converts paths of the project into paths relative to ``base``, itself relative to the project."""

    base: str

    def of(self, path: str) -> str:
        """Return a path of the project relative to ``base``."""
        return posixpath.relpath(path, self.base) if self.base not in ("", ".") else path

    def place(self, m: Manuscript, span: Span) -> dict[str, Any]:
        """Return the file, line and column (from 1) of the start of a span."""
        line, column = m.files[span.path].position(span.start)
        return {"file": self.of(span.path), "line": line, "col": column}


def mapped(
    rows: Rows, paths: Sequence[str | Path], settings: Settings, *, cwd: Path, store: Store | None = None
) -> tuple[dict[str, Any], Manifest]:
    """Map the citations of every document that the paths name.

    Lines and columns count from 1, columns in code points, at the key itself.  Paths
    are relative to the folder of the paths given, with forward slashes.

    :param rows: returns the data of each document, such as `citations`.
    :returns: ``{"version": 1, "documents": [...]}``, and the manifest of what it depends on.
    :raises UsageError: a path that does not exist.
    """
    workspace = Workspace(paths, settings, cwd=cwd, store=store, readers=load_readers(store))
    workspace.read_or_fail()
    workspace.save()
    relative = Paths(workspace.project.relative(workspace.base))
    documents = [
        {"root": relative.of(document.manuscript.root), **rows(document, relative, workspace)}
        for document in workspace.documents
    ]
    return {"version": VERSION, "documents": documents}, workspace.manifest()


def citations(document: Document, paths: Paths, _: Workspace) -> dict[str, Any]:
    """Return the files, citations and entries of a document, its undefined and its unused keys."""
    m, b = document
    return {
        "files": [paths.of(path) for path in dict.fromkeys((*m.files, *b.files))],
        "complete": m.complete and b.complete,
        "citations": citation_rows(m, paths.base),
        "entries": entry_rows(b, paths.base),
        "undefined": undefined_keys(m, b),
        "unused": unused_keys(m, b),
    }


def evidence(key: str) -> Rows:
    """Return rows with what the verdict file holds on each citation of ``key``: passages to compare, and the verdict.

    Works offline, from the checkout alone.  ``evidence`` is None if nothing is recorded for the citing sentence;
    ``fresh`` is false then, and if the text around the citation or its entry has changed since.
    """

    def rows(document: Document, paths: Paths, workspace: Workspace) -> dict[str, Any]:
        from argcheck.verdicts.model import to_data

        m = document.manuscript
        verdicts = _verdicts(workspace, document)
        mentions = {mention.citation.span: mention for mention in verdicts.cited if mention.key == key}
        citations = citation_rows(m, paths.base, key)
        for row, citation in zip(citations, (c for c in m.citations if c.key and c.key == key), strict=True):
            mention = mentions.get(citation.span)
            best = next(iter(verdicts.mentions(mention)), None) if mention else None
            row["evidence"] = to_data(best) if best else None
            row["fresh"] = bool(best and mention and not verdicts.stale(best, mention))
            row["looked_up"] = _looked_up(verdicts, mention) if mention else []
        return {"citations": citations}

    return rows


def missing(document: Document, paths: Paths, workspace: Workspace) -> dict[str, Any]:
    """Return the citations for which nobody has recorded what the source says on the present sentence."""
    verdicts = _verdicts(workspace, document)
    return {
        "citations": [
            {
                **paths.place(document.manuscript, mention.citation.span),
                "key": mention.key,
                "command": mention.citation.command,
                "sentence": mention.sentence.text,
            }
            for mention in verdicts.cited
            if not verdicts.look_ups(mention)
        ]
    }


def quotations(document: Document, paths: Paths, workspace: Workspace) -> dict[str, Any]:
    """Return every quotation with the result of `argcheck verify` for it.

    ``outcome`` is ``verbatim``, ``differs``, ``not-found``, ``not-readable``, or ``not-at-hand`` if no text of
    the source was read for the present sentence.
    """
    from argcheck.verdicts.model import to_data

    rows: list[dict[str, Any]] = []
    for quotation, verdict in _verdicts(workspace, document).quotations:
        data = to_data(verdict) if verdict else {}
        rows.append(
            {
                **paths.place(document.manuscript, quotation.span),
                "key": verdict.cited_as if verdict else quotation.mention.key,
                "text": quotation.text,
                "outcome": verdict.outcome if verdict else "not-at-hand",
                "searched": data.get("searched", ""),
                "changes": data.get("changes", []),
                "spans": data.get("spans", []),
            }
        )
    return {"quotations": rows}


def claims(document: Document, paths: Paths, workspace: Workspace) -> dict[str, Any]:
    """Return the claims of every citing sentence that was compared with its source, and the coverage of each source.

    ``coverage`` maps a key to [relevant claims of the source that are included, relevant claims].
    """
    rows, coverage = [], dict[str, list[int]]()
    for mention, verdict in _verdicts(workspace, document).compared:
        compared = verdict.more["compared"]
        place = paths.place(document.manuscript, mention.citation.span)
        rows.append({**place, "key": mention.key, "sentence": mention.sentence.text, **compared})
        included_and_all = coverage.setdefault(mention.key, [0, 0])
        included_and_all[0] += compared["coverage"][0]
        included_and_all[1] += compared["coverage"][1]
    return {"claims": rows, "coverage": coverage}


def _verdicts(workspace: Workspace, document: Document) -> Verdicts:
    from argcheck.verdicts.replay import read_verdicts

    return read_verdicts(workspace.project, *document)


def _looked_up(verdicts: Verdicts, mention: Mention) -> list[dict[str, str]]:
    return [
        {"says": look_up.says, "by": str(look_up.judge.get("by", "")), "date": look_up.checked}
        for look_up in verdicts.look_ups(mention)
    ]


def citation_rows(m: Manuscript, base: str = "", key: str | None = None) -> list[dict[str, Any]]:
    """Return each citation with a key (only those of ``key`` if given): place, key, command, sentence.

    :param base: folder that paths are relative to, itself relative to the project.
    """
    from argcheck.tex.reading_text import sentences_with

    paths = Paths(base)
    asked = [citation for citation in m.citations if citation.key and key in (None, citation.key)]
    sentences = sentences_with(m, (citation.span for citation in asked))
    citations = []
    for citation in asked:
        sentence = sentences.at(citation.span)
        citations.append(
            {
                **paths.place(m, citation.span),
                "key": citation.key,
                "command": citation.command,
                "sentence": sentence.text if sentence else "",
            }
        )
    return citations


def entry_rows(b: Entries, base: str = "") -> list[dict[str, Any]]:
    """Return each entry: key, file, line, type.

    :param base: folder that paths are relative to, itself relative to the project.
    """
    paths = Paths(base)
    return [
        {
            "key": entry.key,
            "file": paths.of(entry.span.path),
            "line": b.files[entry.span.path].position(entry.span.start)[0],
            "type": entry.type,
        }
        for entry in b.entries
    ]


def undefined_keys(m: Manuscript, b: Entries) -> list[str]:
    """Return the cited keys that no entry has, in order of first citation."""
    keys = dict.fromkeys(citation.key for citation in m.citations if citation.key)
    return [key for key in keys if b.find(key) is None]


def unused_keys(m: Manuscript, b: Entries) -> list[str]:
    r"""Return the keys of entries that nothing in the text cites, in order; empty after ``\nocite{*}``.

    An entry is used if it is cited by its key or an alias, if a macro that is
    called cites it, or if a used entry inherits from it.  Citations in fields of entries do not count.
    """
    if m.nocite_all:
        return []
    return list(dict.fromkeys(entry.key for entry in b.unused(m.cited_keys | m.hidden_keys, fields=False)))
