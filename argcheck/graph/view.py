"""The merged graph in numbers: one `View` per state of a graph, shared by all reads."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.graph import semantics
from argcheck.graph.compact import Adjacency, adjacency, reachable
from argcheck.graph.model import FEEDING, Node
from argcheck.graph.support import Edge, Support

if TYPE_CHECKING:
    from argcheck.graph.graph import Merged


class View:
    """Nodes numbered in order of rank, with the support and attack edges between them.

    Each part is computed when it is first asked for, in linear time, and kept.
    """

    def __init__(self, merged: Merged) -> None:
        """Give each node its number."""
        self.nodes: list[Node] = list(merged.nodes.values())
        self.number = {node.id: place for place, node in enumerate(self.nodes)}
        self._merged = merged

    @cached_property
    def feeding(self) -> dict[Edge, float]:
        """Edges that carry support, supports and assumes collapsed, with the greatest confidence."""
        edges: dict[Edge, float] = {}
        number = self.number
        for (source, target, relation), link in self._merged.edges.items():
            if relation in FEEDING:
                edge = (number[source], number[target])
                edges[edge] = max(link.confidence, edges.get(edge, 0.0))
        return edges

    @cached_property
    def feeds(self) -> tuple[Adjacency, Adjacency]:
        """Successors and predecessors by support, refuted nodes included."""
        return adjacency(len(self.nodes), self.feeding)

    @cached_property
    def attacks(self) -> Adjacency:
        """Targets of each node's attacks."""
        number = self.number
        pairs = ((number[a], number[b]) for a, b, relation in self._merged.edges if relation == "attacks")
        return adjacency(len(self.nodes), pairs)[0]

    @cached_property
    def refuted(self) -> list[bool]:
        """Flags of the refuted nodes."""
        return [node.refuted for node in self.nodes]

    @cached_property
    def live(self) -> list[bool]:
        """Flags of the nodes that are not refuted."""
        return [not gone for gone in self.refuted]

    @cached_property
    def labels(self) -> list[int]:
        """Grounded labels."""
        return semantics.grounded(self.attacks, self.refuted)

    @cached_property
    def givens(self) -> list[int]:
        """All givens, refuted ones included."""
        return self.of_kind("given")

    def of_kind(self, kind: str) -> list[int]:
        """Return the nodes of one kind in order of rank."""
        return [place for place, node in enumerate(self.nodes) if node.kind == kind]

    def support(
        self,
        goal: int,
        allowed: list[bool] | None = None,
        *,
        assumed: bool = False,
        through: bool = False,
    ) -> Support:
        """Return what lies between the givens and the goal among the allowed (else the live) nodes.

        ``assumed`` lets routes begin at assumptions too; ``through`` is that of `Support`.  Givens that stand come first, so that where
        several routes are equally good the reported one begins at a claim that survives.
        """
        flags = self.live if allowed is None else allowed
        sources = self.givens + self.of_kind("assumption") if assumed else self.givens
        roots = sorted((node for node in sources if flags[node]), key=lambda node: -self.labels[node])
        if not flags[goal]:
            roots = []
        edges = (edge for edge in self.feeding if flags[edge[0]] and flags[edge[1]])
        return Support(len(self.nodes), edges, roots, goal, through=through)

    def reached(self, allowed: list[bool] | None = None) -> list[bool]:
        """Mark the nodes that some given reaches, through allowed nodes only if these are named."""
        return reachable(self.feeds[0], self.givens, allowed)

    def names(self, numbers: list[int]) -> list[str]:
        """Return the ids of these nodes."""
        return [self.nodes[number].id for number in numbers]
