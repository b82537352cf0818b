"""Code actions that insert annotations: those that argcheck proposes for a sentence, or that models agree on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from argcheck.argument.extract.agreed import agreed_comments
from argcheck.argument.extract.suggest import place_for_comment, proposed_comments
from argcheck.argument.model import DEFAULT_RUNS, RUNS, is_reading
from argcheck.files.diagnostic import Edit
from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.lint.argument_graphs import MODELS, graph_of, readings_of
from argcheck.lint.reporters.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Node
    from argcheck.files.diagnostic import Span
    from argcheck.lsp.editor import Editor
    from argcheck.lsp.open_project import Snapshot
    from argcheck.reading.read_document import Document

_COMMENT = "% argcheck: "


def offered_annotations(snapshot: Snapshot, here: Span, editor: Editor) -> Iterator[types.CodeAction]:
    """Yield code actions that annotate the sentence at the beginning of a span.

    This analyses the whole argument, so it is only for explicit requests.
    """
    if not here.path.endswith(TEX_SUFFIXES):
        return
    for document in snapshot.reading(here.path)[:1]:
        for graph, node, words in _proposed(snapshot, document):
            place = place_for_comment(graph, node) if _contains(node, here) else None
            if place is None:
                continue
            at, on_line = place
            edit = editor.edit(
                snapshot, [Edit(at, f"{_COMMENT}{words}\n" if on_line else f" {_COMMENT}{words}")]
            )
            title = one_line(f"annotate this sentence: {words}")
            yield types.CodeAction(title, types.CodeActionKind.RefactorRewrite, edit=edit)


def _contains(node: Node, here: Span) -> bool:
    place = node.places[0]
    return place.path == here.path and place.start <= here.start <= place.end


def _proposed(snapshot: Snapshot, document: Document) -> Iterator[tuple[ManuscriptGraph, Node, str]]:
    """Yield graph, claim and comment: those that most readings of models agree on, then those that words suggest."""
    read: set[str] = set()
    if any(is_reading(run.name) for run in readings_of(snapshot.workspace.project, document)):
        graph = graph_of(snapshot.workspace, document, (*DEFAULT_RUNS, MODELS))
        for node, words in agreed_comments(graph):
            read.add(node.id)
            yield graph, node, words
    graph = graph_of(snapshot.workspace, document, RUNS)
    for node, comment in proposed_comments(graph):
        if node.id not in read:
            yield graph, node, comment
