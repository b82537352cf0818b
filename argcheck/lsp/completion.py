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

_NAME = r"[^{},\\%\s]*"
_ARGUMENT = re.compile(rf"\\([A-Za-z]*)\*?\s*(?:\[[^\[\]]*\]\s*){{0,3}}\{{(?:[^{{}}\\%]*,)?\s*({_NAME})\Z")
# in Markdown and Typst, where sources and labels look alike
_BARE_NAME = r"[\w:.#$%&+?<>~/-]*"
_NAMED = re.compile(rf"(?<![\w.])()@({_BARE_NAME})\Z")
_WITH_SIGN = (".md", ".qmd", ".rmd", ".markdown", ".typ")
_PUNCTUATION = ".,:;?!&%+$#<>~/-"  #: of a sentence, behind a name
_REACH = 2000  #: characters before the cursor that are read


def completions(
    snapshot: Snapshot, path: str, line: tuple[str, str], position: types.Position, editor: Editor
) -> list[types.CompletionItem]:
    """Return the keys and labels for the cursor at ``position``; ``line`` is what is before and behind it.

    In the middle of a name each takes the place of all of it.
    """
    kind = context(line[0], path)
    if not kind:
        return []
    documents = snapshot.reading(path) or snapshot.documents
    before, behind = (editor.positions.columns(part) for part in _name_around(*line, path))
    replaced = types.Range(
        types.Position(position.line, position.character - before),
        types.Position(position.line, position.character + behind),
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


def _name_around(line: str, rest: str, path: str) -> tuple[str, str]:
    """Return the parts before and behind the cursor of the name that it is in; no second part without a first."""
    match = _argument(line, path)
    if match is None or not match[2]:
        return "", ""
    bare = match.re is _NAMED
    behind = re.match(_BARE_NAME if bare else _NAME, rest)
    end = behind[0] if behind else ""
    return match[2], end.rstrip(_PUNCTUATION) if bare else end


def _argument(line: str, path: str) -> re.Match[str] | None:
    named = _NAMED.search(line[-_REACH:]) if path.lower().endswith(_WITH_SIGN) else None
    return named or _ARGUMENT.search(line[-_REACH:])


def _keys(document: Document, kind: str) -> Iterator[tuple[str, str]]:
    if kind != "label":
        yield from ((entry.key, title_of(entry)) for entry in document.bibliography.entries)


def _labels(document: Document, kind: str) -> Iterator[tuple[str, str]]:
    if kind != "key":
        yield from ((name, describe_label(document, name)) for name in document.manuscript.labels_by_name)
