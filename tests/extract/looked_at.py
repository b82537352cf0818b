"""What several tests ask of a graph that was read."""

from __future__ import annotations

from argcheck.argument.store import GraphStore


def pairs(graph, cause=None):
    """The edges of a graph, or those that were read for one cause."""
    return {(edge.source, edge.target) for edge in graph.edges if cause in (None, edge.cause)}


def stored(graph):
    """A store that holds the graph under the name of its document."""
    store = GraphStore(auto_merge=False)
    store.load(graph.root, graph)
    return store


def line_of(graph, span):
    """The line of its file in which something begins."""
    source = graph.files[span.path]
    return source.text.splitlines()[source.position(span.start)[0] - 1]
