"""The merged graph of an argument: nodes, edges and refutations, and overlays that add or withdraw some."""

from __future__ import annotations

from copy import copy
from functools import cached_property
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument import checks
from argcheck.argument.adjacency import closure
from argcheck.argument.model import ATTACKS, CONCLUSION
from argcheck.argument.numbered import NumberedGraph
from argcheck.files.grouping import grouped

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from typing import Self

    from argcheck.argument.model import Edge, EdgeKey, Node, Refutation
    from argcheck.files.diagnostic import Span

_NOTHING: Mapping[str, Refutation] = MappingProxyType({})


class Overlay(NamedTuple):
    """Refutations and withdrawn supports from lists and verdicts, to be applied to a graph."""

    refutations: Mapping[str, Refutation] = _NOTHING  #: by id of the node
    #: Places of edges at which the source does not support the target, with ``miscited`` or ``acknowledged``.
    withdrawn: Mapping[tuple[EdgeKey, Span], str] = MappingProxyType({})


class ArgumentGraph:
    """Claims, each as one node, and the supports and attacks between them.

    Refutations are kept beside the nodes and do not change them.
    """

    def __init__(
        self,
        nodes: dict[str, Node],
        edges: Sequence[Edge],
        refutations: Mapping[str, Refutation] = _NOTHING,
        names: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        """Make a graph; edges are between ids of ``nodes``, and ``names`` maps every merged id to one of these."""
        self.nodes = nodes
        self.edges = edges
        self.refutations = refutations
        self._names = names
        #: Claims that lost a support because it was withdrawn at all its places, with ``miscited`` or ``acknowledged``.
        self.unsupported: Mapping[str, str] = MappingProxyType({})

    def under(self, overlay: Overlay) -> Self:
        """Return a copy of this graph with an overlay; existing refutations stay, with their reasons."""
        made = copy(self)
        for name, value in vars(ArgumentGraph).items():
            if isinstance(value, cached_property):
                vars(made).pop(name, None)
        made.refutations = {**overlay.refutations, **self.refutations}
        if overlay.withdrawn:
            made.edges, made.unsupported = _without_withdrawn(self.edges, overlay.withdrawn)
        return made

    def find(self, name: str) -> Node | None:
        """Return the node with an id, merged id or citation key (``cite:smith20``, ``smith20``), or None."""
        for known in (name, f"cite:{name}"):
            node = self.nodes.get(self._names.get(known, known))
            if node is not None:
                return node
        return None

    @cached_property
    def numbered(self) -> NumberedGraph:
        """The graph with numbered nodes, for the analyses."""
        return NumberedGraph(list(self.nodes.values()), self.edges, self.refutations)

    @cached_property
    def conclusions(self) -> list[Node]:
        """The nodes of kind conclusion or declared as one by the author, in order."""
        return [node for node in self.nodes.values() if node.kind == CONCLUSION or node.declared]

    def support_of(self, node: Node) -> list[Edge]:
        """Return the edges that carry support to a node."""
        return self._support.get(node.id, [])

    def supported_by(self, node: Node) -> list[Edge]:
        """Return the edges that carry support from a node to others."""
        return self._supported.get(node.id, [])

    def attacks_on(self, node: Node) -> list[Edge]:
        """Return the attacks on a node."""
        return self._attacks.get(node.id, [])

    @cached_property
    def _support(self) -> dict[str, list[Edge]]:
        return grouped((edge for edge in self.edges if edge.relation != ATTACKS), lambda edge: edge.target)

    @cached_property
    def _supported(self) -> dict[str, list[Edge]]:
        return grouped((edge for edge in self.edges if edge.relation != ATTACKS), lambda edge: edge.source)

    @cached_property
    def _attacks(self) -> dict[str, list[Edge]]:
        return grouped((edge for edge in self.edges if edge.relation == ATTACKS), lambda edge: edge.target)

    def upstream(self, node: Node) -> set[str]:
        """Return the ids of all nodes that a node rests on, itself included."""
        return closure([node.id], lambda name: (edge.source for edge in self._support.get(name, ())))

    def downstream(self, node: Node) -> set[str]:
        """Return the ids of all nodes that rest on a node, itself included."""
        return closure([node.id], lambda name: (edge.target for edge in self._supported.get(name, ())))

    def falls_with(self, node: Node) -> list[str]:
        """Return the ids of the claims that cannot be derived without a node, in order.

        Nodes without support count as established.
        """
        return checks.falls_with(self.numbered, self.numbered.number[node.id])

    def part(self, shown: Collection[str] | None) -> tuple[list[Node], list[Edge]]:
        """Return the nodes with some ids, or all for None, and the edges between them."""
        if shown is None:
            return list(self.nodes.values()), list(self.edges)
        nodes = [node for node in self.nodes.values() if node.id in shown]
        return nodes, [edge for edge in self.edges if edge.source in shown and edge.target in shown]

    def near(self, node: Node, steps: int) -> set[str]:
        """Return the ids of nodes at most ``steps`` edges away from a node, in either direction."""
        around: dict[str, set[str]] = {}
        for edge in self.edges:
            around.setdefault(edge.source, set()).add(edge.target)
            around.setdefault(edge.target, set()).add(edge.source)
        reached = {node.id}
        for _ in range(steps):
            reached |= {name for known in reached for name in around.get(known, ())}
        return reached


def _without_withdrawn(
    edges: Collection[Edge], withdrawn: Mapping[tuple[EdgeKey, Span], str]
) -> tuple[list[Edge], dict[str, str]]:
    """Return the edges that remain, and for the targets of the others ``miscited`` or ``acknowledged``."""
    left: list[Edge] = []
    unsupported: dict[str, str] = {}
    for edge in edges:
        places = tuple(place for place in edge.places if (edge.key, place) not in withdrawn)
        if places or not edge.places:
            left.append(edge._replace(places=places))
        else:
            reasons = {withdrawn[edge.key, place] for place in edge.places}
            reasons |= {unsupported.get(edge.target, "")}
            unsupported[edge.target] = "miscited" if "miscited" in reasons else "acknowledged"
    return left, unsupported
