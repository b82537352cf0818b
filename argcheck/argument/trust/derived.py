"""The graph to score, derived from an argument graph: hypotheses become roots, and only support counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.model import ASSUMPTION, ATTACKS, CONCLUSION, GIVEN, ROLES
from argcheck.argument.trust.dag import UNKNOWN, TrustDag, TrustNode

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.argument.model import Edge, Node
    from argcheck.argument.trust.dag import Metrics

_ROLE_OF_KIND = {CONCLUSION: "conclusion", GIVEN: "evidence", ASSUMPTION: "assumption"}


def dag_of(graph: ArgumentGraph, metrics: Mapping[str, Metrics] | None = None) -> TrustDag:
    """Return the graph to score: all claims, and their support from parent to child.

    Edges that support a hypothesis are reversed, since the score begins at hypotheses.  Evidence that supports only an
    answer would then not be between hypothesis and conclusion, so a hypothesis also leads to the givens of its answers.
    Attacks are left out.

    :param metrics: by id of the node; unknown for other nodes.
    :raises InvalidDagError: support goes in a circle.
    """
    known = metrics or {}
    nodes = {
        node.id: TrustNode(node.id, role_of(node), node.text, known.get(node.id, UNKNOWN))
        for node in graph.nodes.values()
    }
    hypotheses = {name for name, node in nodes.items() if node.role == "hypothesis"}
    support = [edge for edge in graph.edges if edge.relation != ATTACKS]
    edges = {(edge.source, edge.target) for edge in support if edge.target not in hypotheses}
    edges |= set(_reversed(graph, support, hypotheses, nodes))
    return TrustDag(nodes.values(), edges)


def role_of(node: Node) -> str:
    """Return the role of a node: conclusion, its own, else that of its kind."""
    if node.kind == CONCLUSION or node.declared:
        return "conclusion"
    return node.role if node.role in ROLES else _ROLE_OF_KIND.get(node.kind or "", "claim")


def _reversed(
    graph: ArgumentGraph, support: Iterable[Edge], hypotheses: set[str], nodes: Mapping[str, TrustNode]
) -> Iterable[tuple[str, str]]:
    fed = {edge.target for edge in support}
    for edge in support:
        if edge.target in hypotheses:
            yield edge.target, edge.source
            if edge.source not in hypotheses:
                givens = graph.upstream(graph.nodes[edge.source]) - fed
                yield from (
                    (edge.target, name)
                    for name in givens - hypotheses
                    if nodes[name].role != "assumption" and name != edge.source
                )
