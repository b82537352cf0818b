"""Merge what runs assert into one graph: nodes are joined by id, by place and by text.

Assertions are kept unchanged and the graph is derived from them, so that neither their order nor asserting
something again changes the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from argcheck.argument.agreed_links import with_agreed_links
from argcheck.argument.dedup import Deduplicator
from argcheck.argument.graph import ArgumentGraph
from argcheck.argument.model import (
    Edge,
    Node,
    Refutation,
    joined_edges,
    joined_nodes,
    parallels_joined,
)
from argcheck.argument.similarity import JACCARD_THRESHOLD, RATIO_THRESHOLD

IdPair = tuple[str, str]


class Merger:
    """The nodes and edges that runs have asserted, and which nodes are merged into which.

    Nodes with a place in a manuscript are distinguished by place, not by text: a claim at two places is two nodes,
    one of which may support the other.  All other nodes are merged with nodes of similar text.
    """

    def __init__(
        self,
        jaccard_threshold: float = JACCARD_THRESHOLD,
        ratio_threshold: float = RATIO_THRESHOLD,
        *,
        language: str = "en",
    ) -> None:
        """Start empty; both thresholds are in 0..1."""
        self.nodes: dict[str, list[Node]] = {}  #: the different assertions about each id
        self.edges: dict[Edge, None] = {}  # in order of assertion
        self.refutations: dict[str, Refutation] = {}
        self._kept: dict[str, str] = {}  # each merged id -> the id that it was merged into
        self._dedup = Deduplicator(jaccard_threshold, ratio_threshold, language)
        self.language = language
        self._numbers: dict[str, int] = {}  # id -> number of its text
        self._ids: dict[int, list[str]] = {}  # number of a text -> ids
        self._graph: ArgumentGraph | None = None
        self._joined: dict[str, Node] | None = None  # the nodes of the graph, in order of rank

    def add_node(self, node: Node) -> None:
        """Add an assertion about a claim, unless an equal one is there."""
        self._graph = self._joined = None
        asserted = self.nodes.setdefault(node.id, [])
        if not any(node.equals(other) for other in asserted):
            asserted.append(node)

    def add_edge(self, edge: Edge) -> None:
        """Add an edge; in the graph it is joined with those between the same nodes of the same relation."""
        self._graph = None
        self.edges.setdefault(edge)

    def refute(self, node_id: str, refutation: Refutation) -> None:
        """Refute a node; a later refutation replaces an earlier one."""
        self._graph = None
        self.refutations[node_id] = refutation

    def kept(self, node_id: str) -> str:
        """Return the id under which a node appears in the graph."""
        return self._kept.get(node_id, node_id)

    def unite(self, node_id: str, other: str) -> None:
        """Merge the node ``other`` into ``node_id``, because both are at the same place."""
        self._graph = self._joined = None
        if other != node_id:
            self._kept[other] = node_id

    def deduplicate(self, node_ids: Iterable[str]) -> list[IdPair]:
        """Merge these nodes with all nodes of similar text; return the new (kept, merged) pairs of ids in order."""
        changed = [name for name in dict.fromkeys(node_ids) if self.nodes[name][0].speaks]
        new = [name for name in changed if name not in self._numbers]
        numbers = self._dedup.add(self.nodes[name][0].text for name in new)
        for name, number in zip(new, numbers, strict=True):
            self._numbers[name] = number
            self._ids.setdefault(number, []).append(name)
        before, self._graph, self._joined = dict(self._kept), None, None
        seen: set[int] = set()
        for name in changed:
            if self._numbers[name] not in seen:
                seen.update(self._dedup.component(self._numbers[name]))
                self._merge_similar(self._numbers[name])
        return sorted((kept, merged) for merged, kept in self._kept.items() if before.get(merged) != kept)

    def loosen(self, jaccard_threshold: float, ratio_threshold: float) -> None:
        """Lower the thresholds, so that the next `deduplicate` compares all nodes; merges are never undone."""
        old = self._dedup
        jaccard = min(old.jaccard_threshold, jaccard_threshold)
        ratio = min(old.ratio_threshold, ratio_threshold)
        if (jaccard, ratio) != (old.jaccard_threshold, old.ratio_threshold):
            self._dedup, self._numbers, self._ids = Deduplicator(jaccard, ratio, self.language), {}, {}

    def contradictions(self) -> set[IdPair]:
        """Return the pairs of merged nodes whose texts contradict each other; two nodes with places are no pair."""
        pairs = set()
        for left, right in self._dedup.contradictions():
            a, b = sorted(self.kept(self._ids[number][0]) for number in (left, right))
            if not (self._is_placed(a) and self._is_placed(b)):
                pairs.add((a, b))
        return pairs

    def graph(self) -> ArgumentGraph:
        """Return the merged graph, with nodes in order of rank.  Computed once after each change, in linear time."""
        if self._graph is None:
            self._joined = self._joined or self._joined_nodes()
            refutations = {self.kept(name): self.refutations[name] for name in sorted(self.refutations)}
            edges = self._merged_edges(self._joined)
            self._graph = ArgumentGraph(self._joined, edges, refutations, self._kept)
        return self._graph

    def _joined_nodes(self) -> dict[str, Node]:
        members: dict[str, list[Node]] = {}
        for name, asserted in self.nodes.items():
            members.setdefault(self.kept(name), []).extend(asserted)
        joined = [joined_nodes(asserted, name) for name, asserted in members.items()]
        return {node.id: node for node in sorted(joined, key=lambda node: node.rank)}

    def _rank(self, node_id: str) -> tuple[bool, int, str, str]:
        return min(node.rank for node in self.nodes[node_id])

    def _is_placed(self, node_id: str) -> bool:
        return any(node.placed for node in self.nodes[node_id])

    def _merge_similar(self, number: int) -> None:
        """Merge each group of texts similar to this one: into its placed node of best rank, else that of best rank."""
        for group in self._dedup.groups(number):
            ids = [node_id for text in group for node_id in self._ids[text]]
            placed = {node_id for node_id in ids if self._is_placed(node_id)}
            kept = min(placed or ids, key=self._rank)
            self._kept.update((node_id, kept) for node_id in ids if node_id not in placed and node_id != kept)
            self._kept.pop(kept, None)

    def _merged_edges(self, nodes: Mapping[str, Node]) -> list[Edge]:
        """Return the edges between merged nodes, without those between a claim and its paraphrase."""
        edges = []
        for edge in self.edges:
            source, target = self.kept(edge.source), self.kept(edge.target)
            if (source, target) == (edge.source, edge.target):
                edges.append(edge)
            elif source != target or edge.source == edge.target:
                edges.append(edge._replace(source=source, target=target))
        return parallels_joined(with_agreed_links(edges, nodes), self.contradictions(), joined_edges)
