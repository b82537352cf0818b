"""The graph that is scored: nodes with role, text and metrics, edges from parent to child, without cycles."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from argcheck.argument.model import ROLES
from argcheck.argument.trust.weights import METRICS

#: The metrics in the order of `METRICS`, each 0 to 1, or None if unknown.
Metrics = tuple[float | None, ...]
UNKNOWN: Metrics = (None,) * len(METRICS)


class Measure(NamedTuple):
    """A metric of a claim, 0 to 1, and where it is from."""

    value: float
    origin: str


#: By id of the node, then by name of the metric.
Measures = dict[str, dict[str, Measure]]


class InvalidDagError(ValueError):
    """Nodes and edges are not a valid graph; ``errors`` has a sentence for each mistake."""

    def __init__(self, errors: Sequence[str]) -> None:
        """Keep every error, since a model repairs them all at once."""
        super().__init__("; ".join(errors))
        self.errors = tuple(errors)


class TrustNode(NamedTuple):
    """A claim with what its score needs."""

    id: str
    role: str  #: one of `argcheck.argument.model.ROLES`
    text: str = ""
    metrics: Metrics = UNKNOWN


class TrustDag:
    """Nodes by id and the edges between them, from parents to children.

    :raises InvalidDagError: for unknown roles, repeated ids, edges to missing nodes, metrics out of range, and cycles.
    """

    def __init__(
        self, nodes: Iterable[TrustNode], edges: Iterable[tuple[str, str]], *, roles: Iterable[str] = ROLES
    ) -> None:
        """Validate and sort nodes and edges; repeated edges count once."""
        given = list(nodes)
        self.nodes: Mapping[str, TrustNode] = {node.id: node for node in given}
        self.edges = sorted(set(edges))
        errors = [*_node_errors(given, frozenset(roles)), *_edge_errors(self.edges, self.nodes)]
        if errors:
            raise InvalidDagError(errors)
        self.parents: dict[str, list[str]] = {name: [] for name in self.nodes}
        self.children: dict[str, list[str]] = {name: [] for name in self.nodes}
        for parent, child in self.edges:
            self.parents[child].append(parent)
            self.children[parent].append(child)
        try:
            #: Ids, each after its parents.
            self.order = list(TopologicalSorter(self.parents).static_order())
        except CycleError as error:
            cycle = " -> ".join(error.args[1])
            raise InvalidDagError([f"support goes in a circle: {cycle}"]) from None

    def with_role(self, role: str) -> list[str]:
        """Return the ids of the nodes of a role, sorted."""
        return sorted(name for name, node in self.nodes.items() if node.role == role)

    def with_metrics(self, metrics: Mapping[str, Metrics]) -> TrustDag:
        """Return this graph with other metrics for some nodes.

        :raises InvalidDagError: no node has such an id, or a number is out of range.
        """
        if unknown := sorted(metrics.keys() - self.nodes.keys()):
            raise InvalidDagError([f"no node has the id {name!r}" for name in unknown])
        nodes = [node._replace(metrics=metrics.get(node.id, node.metrics)) for node in self.nodes.values()]
        return TrustDag(nodes, self.edges, roles={node.role for node in nodes})


def _node_errors(nodes: Sequence[TrustNode], roles: frozenset[str]) -> Iterable[str]:
    seen: set[str] = set()
    for node in nodes:
        if node.id in seen:
            yield f"two nodes have the id {node.id!r}"
        seen.add(node.id)
        if node.role not in roles:
            yield f"the node {node.id!r} has the unknown role {node.role!r}; roles are {', '.join(sorted(roles))}"
        if len(node.metrics) != len(METRICS):
            yield f"the node {node.id!r} has {len(node.metrics)} metrics, not {len(METRICS)}"
        for name, value in zip(METRICS, node.metrics, strict=False):
            if value is not None and not 0 <= value <= 1:
                yield f"{name} of the node {node.id!r} is {value}, not between 0 and 1"


def _edge_errors(edges: Iterable[tuple[str, str]], nodes: Mapping[str, TrustNode]) -> Iterable[str]:
    for parent, child in edges:
        for end in (parent, child):
            if end not in nodes:
                yield f"the edge {parent!r} -> {child!r} names the node {end!r}, which is not there"
