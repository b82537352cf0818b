"""The graph with numbered nodes: one `NumberedGraph` for each state of a graph, shared by all analyses."""

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

    Each property is computed on first use, in linear time, and kept.
    """

    def __init__(self, nodes: list[Node], edges: Sequence[Edge], refuted: Collection[str]) -> None:
        """Number the nodes; ``refuted`` has the ids of the refuted ones."""
        self.nodes = nodes
        self.number = {node.id: place for place, node in enumerate(nodes)}
        #: For each node, whether it is refuted, and whether it is not.
        self.refuted = [node.id in refuted for node in nodes]
        self.live = [not gone for gone in self.refuted]
        #: The refuted nodes.
        self.lost = frozenset(place for place, gone in enumerate(self.refuted) if gone)
        self._edges = edges
        #: Costly results for a node, shared by several analyses.
        self.remembered: dict[int, Any] = {}

    @cached_property
    def feeding(self) -> dict[NumberPair, float]:
        """The greatest confidence of the edges that carry support, by source and target, in ascending order."""
        edges: dict[NumberPair, float] = {}
        number = self.number
        for edge in self._edges:
            if edge.relation in FEEDING:
                pair = (number[edge.source], number[edge.target])
                edges[pair] = max(edge.confidence, edges.get(pair, 0.0))
        return {pair: edges[pair] for pair in sorted(edges)}

    @cached_property
    def feeds(self) -> tuple[Adjacency, Adjacency]:
        """The successors and predecessors of each node by edges that carry support, refuted nodes included."""
        return adjacency(len(self.nodes), self.feeding)

    @cached_property
    def inferences(self) -> list[list[tuple[int, ...]]]:
        """For each node its inferences, as tuples of premises: linked premises together, other supports alone."""
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
        """Whether any inference has several premises."""
        return any(len(premises) > 1 for each in self.inferences for premises in each)

    @cached_property
    def attacks(self) -> Adjacency:
        """The nodes that each node attacks."""
        number = self.number
        pairs = {(number[e.source], number[e.target]) for e in self._edges if e.relation not in FEEDING}
        return adjacency(len(self.nodes), sorted(pairs))[0]

    @cached_property
    def labels(self) -> list[int]:
        """The grounded label of each node: IN, OUT or UNDECIDED of `semantics`."""
        return semantics.grounded(self.attacks, self.refuted)

    @cached_property
    def givens(self) -> list[int]:
        """The numbers of all givens, refuted ones included, in ascending order."""
        return self.of_kind(GIVEN)

    @cached_property
    def given(self) -> frozenset[int]:
        """The givens as a set."""
        return frozenset(self.givens)

    def of_kind(self, kind: str) -> list[int]:
        """Return the numbers of the nodes of one kind in ascending order."""
        return [place for place, node in enumerate(self.nodes) if node.kind == kind]

    def reached(self, allowed: list[bool] | None = None) -> list[bool]:
        """Return a flag for each node: whether a given leads to it, through allowed nodes (by default all)."""
        return reachable(self.feeds[0], self.givens, allowed)

    def names(self, numbers: Iterable[int]) -> list[str]:
        """Return the ids of nodes."""
        return [self.nodes[number].id for number in numbers]
