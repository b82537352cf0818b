"""A graph in numbers: one `NumberedGraph` per state of a graph, shared by all analyses."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from functools import cached_property
from typing import Any

from argcheck.argument import semantics
from argcheck.argument.adjacency import Adjacency, adjacency, reachable
from argcheck.argument.model import FEEDING, GIVEN, Edge, Node

NumberPair = tuple[int, int]


class NumberedGraph:
    """Nodes numbered in the order of the graph, with the support and attack edges between them.

    Each part is computed when it is first asked for, in linear time, and kept.
    """

    def __init__(self, nodes: list[Node], edges: Sequence[Edge], refuted: Collection[str]) -> None:
        """Give each node its number; ``refuted`` holds ids."""
        self.nodes = nodes
        self.number = {node.id: place for place, node in enumerate(nodes)}
        #: Flags of the refuted nodes, and of those that are not.
        self.refuted = [node.id in refuted for node in nodes]
        self.live = [not gone for gone in self.refuted]
        #: The refuted nodes.
        self.lost = frozenset(place for place, gone in enumerate(self.refuted) if gone)
        self._edges = edges
        #: Answers about a node that several analyses share and that are dear.
        self.remembered: dict[int, Any] = {}

    @cached_property
    def feeding(self) -> dict[NumberPair, float]:
        """Edges that carry support, supports and assumes collapsed, with the greatest confidence, in order."""
        edges: dict[NumberPair, float] = {}
        number = self.number
        for edge in self._edges:
            if edge.relation in FEEDING:
                pair = (number[edge.source], number[edge.target])
                edges[pair] = max(edge.confidence, edges.get(pair, 0.0))
        return {pair: edges[pair] for pair in sorted(edges)}

    @cached_property
    def feeds(self) -> tuple[Adjacency, Adjacency]:
        """Successors and predecessors by support, refuted nodes included."""
        return adjacency(len(self.nodes), self.feeding)

    @cached_property
    def inferences(self) -> list[list[tuple[int, ...]]]:
        """The inferences to each node, each with its premises: those that are linked, and each other support alone."""
        number = self.number
        linked: dict[tuple[int, str], set[int]] = {}
        for edge in self._edges:
            if edge.relation in FEEDING:
                source, target = number[edge.source], number[edge.target]
                for name in edge.linked or (f"\0{source}",):
                    linked.setdefault((target, name), set()).add(source)
        inferences: list[list[tuple[int, ...]]] = [[] for _ in self.nodes]
        for (target, _), premises in linked.items():
            inferences[target].append(tuple(sorted(premises)))
        return [sorted(set(each)) for each in inferences]

    @cached_property
    def any_linked(self) -> bool:
        """Whether any inference needs several premises."""
        return any(len(premises) > 1 for each in self.inferences for premises in each)

    @cached_property
    def attacks(self) -> Adjacency:
        """Targets of each node's attacks."""
        number = self.number
        pairs = {(number[e.source], number[e.target]) for e in self._edges if e.relation not in FEEDING}
        return adjacency(len(self.nodes), sorted(pairs))[0]

    @cached_property
    def labels(self) -> list[int]:
        """Grounded labels."""
        return semantics.grounded(self.attacks, self.refuted)

    @cached_property
    def givens(self) -> list[int]:
        """All givens, refuted ones included."""
        return self.of_kind(GIVEN)

    @cached_property
    def given(self) -> frozenset[int]:
        """The same as a set."""
        return frozenset(self.givens)

    def of_kind(self, kind: str) -> list[int]:
        """Return the nodes of one kind in order."""
        return [place for place, node in enumerate(self.nodes) if node.kind == kind]

    def reached(self, allowed: list[bool] | None = None) -> list[bool]:
        """Mark the nodes to which some route leads from a given, through allowed nodes only if these are named."""
        return reachable(self.feeds[0], self.givens, allowed)

    def names(self, numbers: Iterable[int]) -> list[str]:
        """Return the ids of these nodes."""
        return [self.nodes[number].id for number in numbers]
