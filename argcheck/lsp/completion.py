"""Keys and labels while they are typed, with title and caption; from the last check, so that nobody waits."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lsprotocol import types

from argcheck.lsp.described import describe_label, title_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.lsp.editor import Editor
    from argcheck.lsp.open_project import Snapshot
    from argcheck.reading.read_document import Document

_ARGUMENT = re.compile(r"\\([A-Za-z]*)\*?\s*(?:\[[^\[\]]*\]\s*){0,3}\{(?:[^{}\\%]*,)?\s*([^{},\\%\s]*)\Z")
_REACH = 2000  #: characters of a line that are looked at


def completions(
    snapshot: Snapshot, path: str, line: str, position: types.Position, editor: Editor
) -> list[types.CompletionItem]:
    """Give what may be meant at the end of ``line``, the text before the cursor at ``position``."""
    kind = context(line)
    if not kind:
        return []
    documents = snapshot.reading(path) or snapshot.documents
    replaced = types.Range(
        types.Position(position.line, position.character - editor.positions.columns(_begun(line))), position
    )
    items: dict[str, types.CompletionItem] = {}
    for document in documents:
        for name, detail in _keys(document) if kind == "key" else _labels(document):
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


def context(line: str) -> str:
    """Say what is being typed at the end of ``line``: ``key``, ``label``, or empty."""
    match = _ARGUMENT.search(line[-_REACH:])
    if match is None:
        return ""
    command = match[1].lower()
    if "cite" in command:
        return "key"
    return "label" if command.endswith("ref") or command in ("uses", "proves") else ""


def _begun(line: str) -> str:
    """Give the word that was begun at the end of ``line``."""
    match = _ARGUMENT.search(line[-_REACH:])
    return match[2] if match else ""


def _keys(document: Document) -> Iterator[tuple[str, str]]:
    return ((entry.key, title_of(entry)) for entry in document.bibliography.entries)


def _labels(document: Document) -> Iterator[tuple[str, str]]:
    return ((name, describe_label(document, name)) for name in document.manuscript.labels_by_name)
