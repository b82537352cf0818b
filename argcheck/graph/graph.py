"""One argument graph: what was asserted, and the merged graph derived from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.graph import model
from argcheck.graph.dedup import Deduplicator
from argcheck.graph.model import Claim, Key, Link, Node

if TYPE_CHECKING:
    from collections.abc import Iterable

Pair = tuple[str, str]


class Merged:
    """The graph that the checks see: merged nodes in order of rank, edges between them."""

    __slots__ = ("edges", "nodes")

    def __init__(self, nodes: dict[str, Node], edges: dict[Key, Link]) -> None:
        """Store the derived graph."""
        self.nodes = nodes
        self.edges = edges


class Graph:
    """The claims and links asserted under one graph id.

    Groups of duplicates are kept up to date for the claims that an ingest touches; the merged graph
    is built once after each change, linear in nodes and edges.
    """

    def __init__(self, jaccard_threshold: float, ratio_threshold: float) -> None:
        """Start empty."""
        self.claims: dict[str, Claim] = {}
        self.links: dict[Key, Link] = {}
        self._home: dict[str, str] = {}
        self._dedup = Deduplicator(jaccard_threshold, ratio_threshold)
        self._numbers: dict[str, int] = {}
        self._holders: dict[int, list[str]] = {}
        self._merged: Merged | None = None

    def add_claim(self, claim: Claim) -> None:
        """Add a claim, or join it to the one of the same id, which must have the same text."""
        self._merged = None
        known = self.claims.setdefault(claim.id, claim)
        if known is not claim:
            known.join(claim)

    def add_link(self, key: Key, link: Link) -> None:
        """Add an edge between known ids, or join it to its parallel of the same relation."""
        self._merged = None
        known = self.links.setdefault(key, link)
        if known is not link:
            known.join(link)

    def refute(self, node_id: str, reason: str) -> None:
        """Mark the claim of this id as refuted."""
        self._merged = None
        self.claims[node_id].refuted = True
        self.claims[node_id].refute_reason = reason

    def kept(self, node_id: str) -> str:
        """Return the id under which a claim appears in the merged graph."""
        return self._home.get(node_id, node_id)

    def deduplicate(self, node_ids: Iterable[str]) -> list[Pair]:
        """Merge these claims with whatever they equal and return the new (kept, merged) pairs."""
        changed = list(dict.fromkeys(node_ids))
        new = [node_id for node_id in changed if node_id not in self._numbers]
        numbers = self._dedup.add(self.claims[node_id].text for node_id in new)
        for node_id, number in zip(new, numbers, strict=True):
            self._numbers[node_id] = number
            self._holders.setdefault(number, []).append(node_id)
        before, self._merged = dict(self._home), None
        seen: set[int] = set()
        for node_id in changed:
            if self._numbers[node_id] not in seen:
                seen.update(self._dedup.component(self._numbers[node_id]))
                self._settle(self._numbers[node_id])
        pairs = ((kept, merged) for merged, kept in self._home.items() if before.get(merged) != kept)
        return sorted(pairs)

    def loosen(self, jaccard_threshold: float, ratio_threshold: float) -> None:
        """Compare all claims again where a threshold is lower than before; merging is never taken back."""
        old = self._dedup
        jaccard = min(old.jaccard_threshold, jaccard_threshold)
        ratio = min(old.ratio_threshold, ratio_threshold)
        if (jaccard, ratio) != (old.jaccard_threshold, old.ratio_threshold):
            self._dedup, self._numbers, self._holders = Deduplicator(jaccard, ratio), {}, {}

    def contradictions(self) -> set[Pair]:
        """Return the pairs of merged nodes that the guards found to contradict each other."""
        return {
            (a, b) if a < b else (b, a)
            for left, right in self._dedup.contradictions()
            for a, b in [(self.kept(self._holders[left][0]), self.kept(self._holders[right][0]))]
        }

    def merged(self) -> Merged:
        """Return the merged graph.  Linear in nodes and edges, once after each change."""
        if self._merged is None:
            self._merged = Merged(self._nodes(), self._edges())
        return self._merged

    def _settle(self, number: int) -> None:
        for group in self._dedup.groups(number):
            ids = [node_id for text in group for node_id in self._holders[text]]
            kept = min(ids, key=lambda node_id: self.claims[node_id].rank)
            self._home.update((node_id, kept) for node_id in ids)
            del self._home[kept]

    def _nodes(self) -> dict[str, Node]:
        members: dict[str, list[Claim]] = {}
        for claim in self.claims.values():
            members.setdefault(self.kept(claim.id), []).append(claim)
        kept = sorted(members, key=lambda node_id: self.claims[node_id].rank)
        return {node_id: Node(members[node_id]) for node_id in kept}

    def _edges(self) -> dict[Key, Link]:
        edges: dict[Key, Link] = {}
        for key in sorted(self.links):
            source, target = self.kept(key[0]), self.kept(key[1])
            if source == target and key[0] != key[1]:
                continue  # a claim and its paraphrase: saying it again is neither support nor attack
            self._join(edges, (source, target, key[2]), self.links[key])
        for a, b in sorted(self.contradictions()):
            for source, target in ((a, b), (b, a)):
                guard = Link(model.DEFAULT_CONFIDENCE, frozenset({model.GUARD_RUN}), ())
                self._join(edges, (source, target, "attacks"), guard)
        return edges

    def _join(self, edges: dict[Key, Link], key: Key, link: Link) -> None:
        known = edges.get(key)
        if known is None:
            edges[key] = link if not self._home else link.copy()
        else:
            joined = known.copy()
            joined.join(link)
            edges[key] = joined
