"""Completion of keys and labels, with titles and captions; from the last check, so that typing never waits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from argcheck.lsp.descriptions import describe_label, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.lsp.editor import Editor
    from argcheck.lsp.open_project import Snapshot
    from argcheck.reading.read_document import Document

_ARGUMENT = re.compile(r"\\([A-Za-z]*)\*?\s*(?:\[[^\[\]]*\]\s*){0,3}\{(?:[^{}\\%]*,)?\s*([^{},\\%\s]*)\Z")
# in Markdown and Typst, where sources and labels look alike
_NAMED = re.compile(r"(?<![\w.])()@([\w:.#$%&+?<>~/-]*)\Z")
_WITH_SIGN = (".md", ".qmd", ".rmd", ".markdown", ".typ")
_REACH = 2000  #: characters before the cursor that are read


def completions(
    snapshot: Snapshot, path: str, line: str, position: types.Position, editor: Editor
) -> list[types.CompletionItem]:
    """Return the keys and labels for the end of ``line``, the text before the cursor at ``position``."""
    kind = context(line, path)
    if not kind:
        return []
    documents = snapshot.reading(path) or snapshot.documents
    replaced = types.Range(
        types.Position(position.line, position.character - editor.positions.columns(_typed(line, path))),
        position,
    )
    items: dict[str, types.CompletionItem] = {}
    for document in documents:
        for name, detail in (*_keys(document, kind), *_labels(document, kind)):
            items.setdefault(
                name,
                types.CompletionItem(
                    name,
                    kind=types.CompletionItemKind.Reference,
                    detail=detail or None,
                    filter_text=f"{name} {detail}" if detail else name,
                    text_edit=types.TextEdit(replaced, name),
                ),
            )
    return list(items.values())


def context(line: str, path: str) -> str:
    """Return what is being typed at the end of ``line``: ``key``, ``label``, ``either``, or empty."""
    match = _argument(line, path)
    if match is None:
        return ""
    if match.re is _NAMED:
        return "either"
    command = match[1].lower()
    if "cite" in command:
        return "key"
    return "label" if command.endswith("ref") or command in ("uses", "proves") else ""


def _typed(line: str, path: str) -> str:
    """Return the beginning of a name at the end of ``line``."""
    match = _argument(line, path)
    return match[2] if match else ""


def _argument(line: str, path: str) -> re.Match[str] | None:
    named = _NAMED.search(line[-_REACH:]) if path.lower().endswith(_WITH_SIGN) else None
    return named or _ARGUMENT.search(line[-_REACH:])


def _keys(document: Document, kind: str) -> Iterator[tuple[str, str]]:
    if kind != "label":
        yield from ((entry.key, title_of(entry)) for entry in document.bibliography.entries)


def _labels(document: Document, kind: str) -> Iterator[tuple[str, str]]:
    if kind != "key":
        yield from ((name, describe_label(document, name)) for name in document.manuscript.labels_by_name)
