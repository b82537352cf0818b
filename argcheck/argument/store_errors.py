"""The errors that callers of `GraphStore` can cause, one class each."""

from __future__ import annotations


class GraphError(Exception):
    """Base of every error that the caller of `GraphStore` caused."""


class UnknownGraphError(GraphError):
    """No graph of this id has been asserted."""

    def __init__(self, graph_id: object) -> None:
        """Name the graph that is missing."""
        super().__init__(f"unknown graph {graph_id!r}")


class UnknownNodeError(GraphError):
    """The graph holds no node of this id, neither live nor merged into another."""

    def __init__(self, graph_id: object, node_id: object) -> None:
        """Name the graph and the node that is missing from it."""
        super().__init__(f"unknown node {node_id!r} in graph {graph_id!r}")


class ConclusionIsGivenError(GraphError):
    """A width or a cut was asked for a node that needs no support."""

    def __init__(self, node_id: str) -> None:
        """Name the conclusion that is typed given."""
        super().__init__(
            f"conclusion {node_id!r} is typed given: it rests on itself, so it has neither width nor cut"
        )


class InvalidArgumentError(GraphError):
    """A parameter is of the wrong type or out of range."""
