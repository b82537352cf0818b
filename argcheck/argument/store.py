"""`GraphStore`: independent argument graphs and the eight functions on them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from argcheck.argument import checks
from argcheck.argument.merger import Merger
from argcheck.argument.model import CONCLUSION, GIVEN, Refutation
from argcheck.argument.similarity import JACCARD_THRESHOLD, RATIO_THRESHOLD
from argcheck.argument.store_errors import (
    ConclusionIsGivenError,
    InvalidArgumentError,
    UnknownGraphError,
    UnknownNodeError,
)
from argcheck.argument.validate import RejectedError, json_safe, read_edge, read_node, read_refutation
from argcheck.tex.vocabulary import codes

if TYPE_CHECKING:
    from argcheck.argument.graph import ArgumentGraph
    from argcheck.argument.model import Edge, Node
    from argcheck.argument.numbered import NumberedGraph

Result = dict[str, Any]

#: Most steps of a search: preferred labellings are exponentially many at worst.
_MAX_STEPS = 200_000
_MAX_LABELLINGS = 100
SEMANTICS = ("grounded", "preferred", "stable")


class GraphStore:
    """Argument graphs in memory, by ids that the caller chooses.

    Eight functions are also offered as tools: `assert_graph`, `merge_duplicates`, `check_structure`,
    `critical_links`, `support_width`, `surviving_claims`, `mark_refuted` and `disputed_nodes`.  All results are
    new JSON-serialisable objects; only `assert_graph`, `merge_duplicates` and `mark_refuted` change a graph.  A
    node may be named by the id of any claim that was merged into it.

    Not safe for threads that write.
    """

    def __init__(self, *, auto_merge: bool = True) -> None:
        """Make an empty store; with ``auto_merge=False`` duplicates are merged only by `merge_duplicates`."""
        self._auto_merge = auto_merge
        self._mergers: dict[str, Merger] = {}

    def load(self, graph_id: str, graph: ArgumentGraph) -> None:
        """Store an already merged graph under an id; its nodes are not compared again."""
        merger = self._mergers[graph_id] = Merger()
        for node in graph.nodes.values():
            merger.add_node(node)
        for edge in graph.edges:
            merger.add_edge(edge)
        for name, refutation in graph.refutations.items():
            merger.refute(name, refutation)

    def assert_graph(
        self,
        graph_id: str,
        nodes: Iterable[object] = (),
        edges: Iterable[object] = (),
        *,
        run_id: str | None = None,
        language: str | None = None,
    ) -> Result:
        """Add nodes and edges, each accepted or rejected by itself, then merge new nodes with their duplicates.

        ``run_id`` is the run of items that name none.  ``language`` is the code of the language of all claims of the
        graph, given with its first assertion (English by default); it selects the negations, number words and
        stopwords.  Asserting the same again changes nothing.

        :returns: ``accepted_nodes``, ``accepted_edges`` (numbers of items), ``rejected`` (``item``,
            ``reason``), ``auto_merged`` (pairs of kept and merged id) and ``contradictions_created``
            (pairs of ids that attack each other because of a negation or a number).
        :raises InvalidArgumentError: when the graph id is empty or no text, the items are no list, or the language is
            unknown or not that of the graph.
        """
        if not isinstance(graph_id, str) or not graph_id:
            raise InvalidArgumentError(f"graph_id must be text that is not empty, got {graph_id!r}")
        node_items, edge_items = _items("nodes", nodes), _items("edges", edges)
        merger = self._merger_in(graph_id, language)
        rejected: list[Result] = []
        accepted = _take_nodes(merger, node_items, run_id, rejected)
        edges_taken = _take_edges(merger, edge_items, run_id, rejected)
        merges, contradictions = _deduplicate(merger, accepted) if self._auto_merge else ([], [])
        return {
            "accepted_nodes": len(accepted),
            "accepted_edges": edges_taken,
            "rejected": rejected,
            "auto_merged": merges,
            "contradictions_created": contradictions,
        }

    def merge_duplicates(
        self,
        graph_id: str,
        jaccard_threshold: float = JACCARD_THRESHOLD,
        ratio_threshold: float = RATIO_THRESHOLD,
    ) -> Result:
        """Compare all nodes of the graph again and merge duplicates.

        Merges are never undone: a threshold above one used before merges nothing more.

        :returns: ``merges`` (pairs of kept and merged id) and ``contradictions_created``, both of this pass.
        :raises UnknownGraphError: when nothing was asserted under this id.
        :raises InvalidArgumentError: when a threshold is not a number within 0..1.
        """
        merger = self._merger(graph_id)
        limits = _thresholds(jaccard_threshold, ratio_threshold)
        before = merger.contradictions()
        merger.loosen(*limits)
        merges, _ = _deduplicate(merger, merger.nodes)
        return {"merges": merges, "contradictions_created": _listed(merger.contradictions() - before)}

    def check_structure(self, graph_id: str, conclusion_id: str) -> Result:
        """Find claims without support, circles, refuted nodes upstream, and a conclusion that is not derivable.

        :returns: ``orphans``, ``assumptions``, ``cycles`` (up to ten, a shortest one of each circle
            first), ``unreachable_conclusion`` and ``refuted_but_feeding``.
        :raises UnknownGraphError: when nothing was asserted under this id.
        :raises UnknownNodeError: when the graph has no such node.
        """
        return checks.structure(self._numbered(graph_id), self._number(graph_id, conclusion_id))

    def critical_links(self, graph_id: str, conclusion_id: str) -> Result:
        """Find the nodes and edges on which the conclusion depends most.

        :returns: ``min_cut_nodes`` (one smallest cut), ``bridge_edges`` and ``ranked`` (``edge``,
            ``betweenness``, ``min_confidence_on_edge``): edges that are bridges or touch a member of
            any smallest cut first, then by betweenness from the givens, then least confident.
        :raises UnknownGraphError: when nothing was asserted under this id.
        :raises UnknownNodeError: when the graph has no such node.
        :raises ConclusionIsGivenError: when the conclusion is of type given.
        """
        return checks.critical(self._numbered(graph_id), self._conclusion(graph_id, conclusion_id))

    def support_width(self, graph_id: str, conclusion_id: str) -> Result:
        """Count the node-disjoint routes from live givens to the conclusion, and the refutations that defeat it.

        :returns: ``disjoint_paths``, ``paths`` (one largest set of such routes), ``max_flow``
            (with confidence as capacity of edges and of nodes between givens and conclusion) and
            ``refutation_width``: the fewest nodes other than the conclusion whose refutation makes it underivable,
            where linked premises are all needed; a lower bound if ``refutation_exact`` is false.
        :raises UnknownGraphError: when nothing was asserted under this id.
        :raises UnknownNodeError: when the graph has no such node.
        :raises ConclusionIsGivenError: when the conclusion is of type given.
        """
        return checks.width(self._numbered(graph_id), self._conclusion(graph_id, conclusion_id))

    def surviving_claims(self, graph_id: str, semantics: str = "grounded") -> Result:
        """Label all claims by the attacks on them and return which survive.

        A claim survives if it is not OUT and can be derived from givens through claims that are not OUT, or if
        it is IN and attacks another.

        :param semantics: ``grounded``, or ``preferred`` or ``stable``, which may have several labellings or none.
        :returns: ``in``, ``out``, ``undecided`` and ``surviving``, lists of ids.  For the other two ``semantics``,
            ``labellings`` (each with these four keys), ``complete``, and in ``limit`` why it is not: there are more
            than 100, or the search, which is exponential at worst, was given up after 200,000 steps.
        :raises UnknownGraphError: when nothing was asserted under this id.
        :raises InvalidArgumentError: when the semantics is none of these.
        """
        if semantics not in SEMANTICS:
            raise InvalidArgumentError(f"unknown semantics {semantics!r}; use {', '.join(SEMANTICS)}")
        if semantics == "grounded":
            return checks.surviving(self._numbered(graph_id))
        return checks.labellings(self._numbered(graph_id), semantics, _MAX_LABELLINGS, _MAX_STEPS)

    def mark_refuted(self, graph_id: str, node_id: str, reason: str) -> Result:
        """Mark a node as refuted.

        :returns: ``ok``, and ``width_before`` and ``width_after``, the structural widths of the graph's
            conclusion (of several the first in the graph), null if there is none.
        :raises UnknownGraphError: when nothing was asserted under this id.
        :raises UnknownNodeError: when the graph has no such node.
        :raises InvalidArgumentError: when the reason is not a text.
        """
        self._number(graph_id, node_id)
        if not isinstance(reason, str):
            raise InvalidArgumentError(f"reason must be text, got {reason!r}")
        before = self._first_width(graph_id)
        self._merger(graph_id).refute(node_id, Refutation(reason, "call"))
        return {"ok": True, "width_before": before, "width_after": self._first_width(graph_id)}

    def disputed_nodes(self, graph_id: str, conclusion_id: str) -> Result:
        """Find the nodes that runs should be asked about again.

        :returns: ``contradiction_pairs`` (nodes that attack each other) and ``isolated_load_bearing``
            (``id``, ``run_count``, ``on_path``): nodes that a single run asserts and that are between the
            givens and the conclusion, or attack one that is.
        :raises UnknownGraphError: when nothing was asserted under this id.
        :raises UnknownNodeError: when the graph has no such node.
        """
        return checks.disputed(self._numbered(graph_id), self._number(graph_id, conclusion_id))

    def graph(self, graph_id: str) -> Result:
        """Return the merged graph as JSON: ``nodes`` in order of rank and the ``edges`` between them.

        :raises UnknownGraphError: when nothing was asserted under this id.
        """
        graph = self._merger(graph_id).graph()
        nodes = [_node_json(node, graph.refutations.get(node.id)) for node in graph.nodes.values()]
        return {"nodes": nodes, "edges": [_edge_json(edge) for edge in sorted(graph.edges)]}

    def widths(self, graph_id: str, conclusion_id: str) -> Result:
        """Return the widths of a conclusion by the nodes that may be on a route.

        :returns: ``structural`` (as `support_width`), ``surviving`` (without nodes that are OUT) and
            ``assumption_only`` (the further disjoint routes if assumptions were givens).
        :raises UnknownGraphError: when nothing was asserted under this id.
        :raises UnknownNodeError: when the graph has no such node.
        :raises ConclusionIsGivenError: when the conclusion is of type given.
        """
        return checks.widths(self._numbered(graph_id), self._conclusion(graph_id, conclusion_id))

    def falls_with(self, graph_id: str, node_id: str) -> list[str]:
        """Return the ids of the claims that cannot be derived without this node; nodes without support are established.

        :raises UnknownGraphError: when nothing was asserted under this id.
        :raises UnknownNodeError: when the graph has no such node.
        """
        return checks.falls_with(self._numbered(graph_id), self._number(graph_id, node_id))

    def _merger_in(self, graph_id: str, language: str | None) -> Merger:
        """Return the merger of a graph, a new one if nothing was asserted under its id."""
        if language is not None and language not in codes():
            raise InvalidArgumentError(f"language must be one of {', '.join(codes())}, got {language!r}")
        merger = self._mergers.get(graph_id)
        if merger is None:
            merger = self._mergers[graph_id] = Merger(language=language or "en")
        elif language not in {None, merger.language}:
            raise InvalidArgumentError(
                f"graph {graph_id!r} is in the language {merger.language!r}; use another graph_id for {language!r}"
            )
        return merger

    def _merger(self, graph_id: str) -> Merger:
        merger = self._mergers.get(graph_id) if isinstance(graph_id, str) else None
        if merger is None:
            raise UnknownGraphError(graph_id)
        return merger

    def _numbered(self, graph_id: str) -> NumberedGraph:
        return self._merger(graph_id).graph().numbered

    def _number(self, graph_id: str, node_id: str) -> int:
        merger = self._merger(graph_id)
        if not isinstance(node_id, str) or node_id not in merger.nodes:
            raise UnknownNodeError(graph_id, node_id)
        return merger.graph().numbered.number[merger.kept(node_id)]

    def _conclusion(self, graph_id: str, node_id: str) -> int:
        number = self._number(graph_id, node_id)
        if self._numbered(graph_id).nodes[number].kind == GIVEN:
            raise ConclusionIsGivenError(node_id)
        return number

    def _first_width(self, graph_id: str) -> int | None:
        graph = self._numbered(graph_id)
        conclusions = graph.of_kind(CONCLUSION)
        return checks.structural_width(graph, conclusions[0]) if conclusions else None


def _take_nodes(merger: Merger, items: list[object], run_id: str | None, rejected: list[Result]) -> list[str]:
    """Add the valid node items, append the others to ``rejected``, and return the ids of the nodes."""
    accepted = []
    for item in items:
        try:
            node, refutation = read_node(item, run_id, merger.nodes), read_refutation(item)
        except RejectedError as error:
            rejected.append({"item": json_safe(item), "reason": str(error)})
        else:
            merger.add_node(node)
            if refutation is not None:
                merger.refute(node.id, refutation)
            accepted.append(node.id)
    return accepted


def _take_edges(merger: Merger, items: list[object], run_id: str | None, rejected: list[Result]) -> int:
    """Add the valid edge items, append the others to ``rejected``, and return the number of the edges."""
    accepted = 0
    for item in items:
        try:
            edge = read_edge(item, run_id, merger.nodes)
        except RejectedError as error:
            rejected.append({"item": json_safe(item), "reason": str(error)})
        else:
            merger.add_edge(edge)
            accepted += 1
    return accepted


def _deduplicate(merger: Merger, node_ids: Iterable[str]) -> tuple[list[list[str]], list[list[str]]]:
    """Merge duplicates of nodes; return the pairs of kept and merged ids, and the new contradictions."""
    before = merger.contradictions()
    merges = [list(pair) for pair in merger.deduplicate(node_ids)]
    return merges, _listed(merger.contradictions() - before)


def _listed(pairs: set[tuple[str, str]]) -> list[list[str]]:
    return [list(pair) for pair in sorted(pairs)]


def _node_json(node: Node, refutation: Refutation | None) -> Result:
    return {
        "id": node.id,
        "kind": node.kind,
        "role": node.role or None,
        "text": node.text,
        "confidence": node.confidence,
        "run_ids": list(node.run_ids),
        "refuted": refutation is not None,
        "refute_reason": refutation.reason if refutation else None,
        "open": bool(node.open),
        "aliases": list(node.wordings),
        "locations": [json.loads(place) for place in node.locations],
    }


def _edge_json(edge: Edge) -> Result:
    return {
        "source": edge.source,
        "target": edge.target,
        "relation": edge.relation,
        "confidence": edge.confidence,
        "run_ids": list(edge.run_ids),
        "linked": list(edge.linked),
        "locations": [json.loads(place) for place in edge.locations],
    }


def _items(name: str, items: Iterable[object]) -> list[object]:
    if isinstance(items, str | bytes | Mapping) or not isinstance(items, Iterable):
        raise InvalidArgumentError(f"{name} must be a list of objects, got {type(items).__name__}")
    return list(items)


def _thresholds(jaccard: float, ratio: float) -> tuple[float, float]:
    for name, value in (("jaccard_threshold", jaccard), ("ratio_threshold", ratio)):
        number = isinstance(value, int | float) and not isinstance(value, bool)
        if not number or not 0 <= value <= 1:
            raise InvalidArgumentError(f"{name} must be a number within 0..1, got {value!r}")
    return float(jaccard), float(ratio)
