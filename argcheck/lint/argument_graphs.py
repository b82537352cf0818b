"""The argument graphs of the documents of a workspace, under what lists and verdicts say against them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.reading.workspace import Document, Workspace


def graphs_of(workspace: Workspace, runs: Collection[str]) -> list[ManuscriptGraph]:
    """Return the graph of each document, of some of `argcheck.argument.model.RUNS`."""
    from argcheck.argument.extract.build import build

    return [_overlaid(workspace, document, build(document, runs))[0] for document in workspace.documents]


def default_and_all(workspace: Workspace) -> list[tuple[ManuscriptGraph, ...]]:
    """Return for each document the graph of the default runs and the one of all runs, from one reading."""
    from argcheck.argument.extract.build import build_both

    return [_overlaid(workspace, document, *build_both(document)) for document in workspace.documents]


def _overlaid(
    workspace: Workspace, document: Document, *graphs: ManuscriptGraph
) -> tuple[ManuscriptGraph, ...]:
    from argcheck.verdicts.overlay import overlay_of, read_retractions
    from argcheck.verdicts.replay import read_verdicts

    listed = read_retractions(workspace.project, document.manuscript.root)
    verdicts = read_verdicts(workspace.project, *document)
    return tuple(graph.under(overlay_of(graph, document.bibliography, listed, verdicts)) for graph in graphs)
