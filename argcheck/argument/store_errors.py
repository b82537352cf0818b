"""The errors that callers of `GraphStore` can cause, one class each."""

from __future__ import annotations


class GraphError(Exception):
    """Base of every error that the caller of `GraphStore` caused."""


class UnknownGraphError(GraphError):
    """No graph with this id has been asserted."""

    def __init__(self, graph_id: object) -> None:
        """Make the error for a missing graph."""
        super().__init__(f"unknown graph {graph_id!r}")


class UnknownNodeError(GraphError):
    """The graph has no node with this id, not even one merged into another."""

    def __init__(self, graph_id: object, node_id: object) -> None:
        """Make the error for a node that is missing from a graph."""
        super().__init__(f"unknown node {node_id!r} in graph {graph_id!r}")


class ConclusionIsGivenError(GraphError):
    """A width or a cut was asked for a node that needs no support."""

    def __init__(self, node_id: str) -> None:
        """Make the error for a conclusion of type given."""
        super().__init__(
            f"conclusion {node_id!r} is typed given: it rests on itself, so it has neither width nor cut"
        )


class InvalidArgumentError(GraphError):
    """A parameter is of the wrong type or out of range."""
