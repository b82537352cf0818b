"""The one way in which what runs assert becomes a graph: nodes join by id, by place, and by text.

What was asserted is kept as it was asserted, and the graph is derived from it, so that neither the order of
ingest nor asserting again changes anything.
"""

from __future__ import annotations

from collections.abc import Iterable

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
    """The nodes and edges that runs have asserted, and which of them are one.

    Nodes that have a place in a manuscript are told apart by place, never by text: a claim that stands at two
    places is two nodes, one of which may support the other.  All other nodes join what says the same.
    """

    def __init__(
        self,
        jaccard_threshold: float = JACCARD_THRESHOLD,
        ratio_threshold: float = RATIO_THRESHOLD,
        *,
        language: str = "en",
    ) -> None:
        """Start empty; both thresholds lie in 0..1."""
        self.nodes: dict[str, list[Node]] = {}
        self.edges: dict[Edge, None] = {}  # in the order in which they came
        self.refutations: dict[str, Refutation] = {}
        self._kept: dict[str, str] = {}  # every id that is another's now -> that one
        self._dedup = Deduplicator(jaccard_threshold, ratio_threshold, language)
        self.language = language
        self._numbers: dict[str, int] = {}  # id -> number of its text
        self._holders: dict[int, list[str]] = {}
        self._graph: ArgumentGraph | None = None

    def add_node(self, node: Node) -> None:
        """Take what a run says of a claim; saying it again adds nothing."""
        self._graph = None
        said = self.nodes.setdefault(node.id, [])
        if not any(node.equals(other) for other in said):
            said.append(node)

    def add_edge(self, edge: Edge) -> None:
        """Take an edge; it will be joined to its parallels of the same relation."""
        self._graph = None
        self.edges.setdefault(edge)

    def refute(self, node_id: str, refutation: Refutation) -> None:
        """Note what speaks against a node; the last reason counts."""
        self._graph = None
        self.refutations[node_id] = refutation

    def kept(self, node_id: str) -> str:
        """Return the id under which a node appears in the graph."""
        return self._kept.get(node_id, node_id)

    def unite(self, node_id: str, other: str) -> None:
        """Let ``other`` be the node of ``node_id``, since both stand at one place."""
        self._graph = None
        if other != node_id:
            self._kept[other] = node_id

    def deduplicate(self, node_ids: Iterable[str]) -> list[IdPair]:
        """Merge these nodes with whatever says the same and return the new (kept, merged) pairs."""
        changed = [name for name in dict.fromkeys(node_ids) if self.nodes[name][0].speaks]
        new = [name for name in changed if name not in self._numbers]
        numbers = self._dedup.add(self.nodes[name][0].text for name in new)
        for name, number in zip(new, numbers, strict=True):
            self._numbers[name] = number
            self._holders.setdefault(number, []).append(name)
        before, self._graph = dict(self._kept), None
        seen: set[int] = set()
        for name in changed:
            if self._numbers[name] not in seen:
                seen.update(self._dedup.component(self._numbers[name]))
                self._settle(self._numbers[name])
        return sorted((kept, merged) for merged, kept in self._kept.items() if before.get(merged) != kept)

    def loosen(self, jaccard_threshold: float, ratio_threshold: float) -> None:
        """Compare all nodes again where a threshold is lower than before; merging is never taken back."""
        old = self._dedup
        jaccard = min(old.jaccard_threshold, jaccard_threshold)
        ratio = min(old.ratio_threshold, ratio_threshold)
        if (jaccard, ratio) != (old.jaccard_threshold, old.ratio_threshold):
            self._dedup, self._numbers, self._holders = Deduplicator(jaccard, ratio, self.language), {}, {}

    def contradictions(self) -> set[IdPair]:
        """Return the pairs of merged nodes that the guards found to contradict each other, by text alone."""
        pairs = set()
        for left, right in self._dedup.contradictions():
            a, b = sorted(self.kept(self._holders[number][0]) for number in (left, right))
            if not (self._is_placed(a) and self._is_placed(b)):
                pairs.add((a, b))
        return pairs

    def graph(self) -> ArgumentGraph:
        """Return the merged graph, nodes by rank.  Linear in nodes and edges, once after each change."""
        if self._graph is None:
            members: dict[str, list[Node]] = {}
            for name, said in self.nodes.items():
                members.setdefault(self.kept(name), []).extend(said)
            joined = [joined_nodes(said, name) for name, said in members.items()]
            joined.sort(key=lambda node: node.rank)
            refutations = {self.kept(name): self.refutations[name] for name in sorted(self.refutations)}
            self._graph = ArgumentGraph(
                {node.id: node for node in joined}, self._merged_edges(), refutations, self._kept
            )
        return self._graph

    def _rank(self, node_id: str) -> tuple[bool, int, str, str]:
        return min(node.rank for node in self.nodes[node_id])

    def _is_placed(self, node_id: str) -> bool:
        return any(node.placed for node in self.nodes[node_id])

    def _settle(self, number: int) -> None:
        for group in self._dedup.groups(number):
            ids = [node_id for text in group for node_id in self._holders[text]]
            placed = {node_id for node_id in ids if self._is_placed(node_id)}
            kept = min(placed or ids, key=self._rank)
            self._kept.update((node_id, kept) for node_id in ids if node_id not in placed and node_id != kept)
            self._kept.pop(kept, None)

    def _merged_edges(self) -> list[Edge]:
        """Return the edges between merged nodes; a claim and its paraphrase neither support nor attack each other."""
        edges = []
        for edge in self.edges:
            source, target = self.kept(edge.source), self.kept(edge.target)
            if (source, target) == (edge.source, edge.target):
                edges.append(edge)
            elif source != target or edge.source == edge.target:
                edges.append(edge._replace(source=source, target=target))
        return parallels_joined(edges, self.contradictions(), joined_edges)
