"""The answers of `GraphStore`, computed from a graph without state: one function for each."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.argument import semantics
from argcheck.argument.adjacency import reachable
from argcheck.argument.cycles import simple_cycles
from argcheck.argument.derivation import RefutationSearch, Refuting, derived
from argcheck.argument.support import Support, Width, betweenness, bridges, max_flow, support_of

if TYPE_CHECKING:
    from collections.abc import Container

    from argcheck.argument.numbered import NumberedGraph, NumberPair

#: The most cycles that `structure` lists; a graph may have exponentially many.
CYCLES = 10


def structure(graph: NumberedGraph, goal: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.check_structure`.  Linear, except for the cycles."""
    out, into = graph.feeds
    orphans = [
        node.id
        for place, node in enumerate(graph.nodes)
        if not into[place] and node.kind not in ("given", "assumption")
    ]
    upstream = reachable(into, [goal])
    return {
        "orphans": orphans,
        "assumptions": graph.names(graph.of_kind("assumption")),
        "cycles": [graph.names(cycle) for cycle in simple_cycles(out, CYCLES)],
        "unreachable_conclusion": not _derivable(graph)[goal],
        "refuted_but_feeding": [
            node.id for place, node in enumerate(graph.nodes) if graph.refuted[place] and upstream[place]
        ],
    }


def width(graph: NumberedGraph, goal: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.support_width`."""
    support = support_of(graph, goal)
    routes = Width(support)
    confidence = [node.confidence for node in graph.nodes]
    least = _refuting_givens(graph, goal)
    return {
        "disjoint_paths": routes.value,
        "paths": [graph.names(route) for route in routes.paths()],
        "max_flow": max_flow(support, graph.feeding, confidence),
        "refutation_width": least.width,
        "refutation_exact": least.exact,
    }


def structural_width(graph: NumberedGraph, goal: int) -> int:
    """Return the number of node-disjoint routes from givens to the goal, without refuted nodes."""
    return Width(support_of(graph, goal)).value


def widths(graph: NumberedGraph, goal: int) -> dict[str, int]:
    """Return the answer of `GraphStore.widths`."""
    defeated = {place for place, label in enumerate(graph.labels) if label == semantics.OUT}
    structural = structural_width(graph, goal)
    return {
        "structural": structural,
        "surviving": Width(support_of(graph, goal, defeated)).value,
        "assumption_only": Width(support_of(graph, goal, assumed=True)).value - structural,
    }


def critical(graph: NumberedGraph, goal: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.critical_links`."""
    support = support_of(graph, goal)
    routes = Width(support)
    spanning = bridges(support)
    least = _refuting_givens(graph, goal)
    cut = least.nodes if least.exact else routes.minimum_cut()
    return {
        "min_cut_nodes": graph.names(sorted(cut)),
        "bridge_edges": [graph.names(list(edge)) for edge in spanning],
        "ranked": _ranked(
            graph, support_of(graph, goal, through=True), {*cut, *routes.cut_members()}, {*spanning}
        ),
    }


def _ranked(
    graph: NumberedGraph, support: Support, cut: set[int], spanning: set[NumberPair]
) -> list[dict[str, Any]]:
    """Return the edges, those that are bridges or touch a minimum cut first, then by betweenness, confidence and ids.

    A dominator of the conclusion is a minimum cut by itself, so it needs no rank of its own.
    """
    load = betweenness(support)
    rows = []
    for edge in support.edges:
        a, b = (graph.nodes[end] for end in edge)
        least = min(graph.feeding[edge], a.confidence, b.confidence)
        loose = edge not in spanning and not cut.intersection(edge)
        # Betweenness is a sum of fractions; rounding keeps equal values equal for the next criterion.
        rows.append(((loose, -round(load[edge], 9), least, a.id, b.id), load[edge]))
    return [
        {"edge": [key[3], key[4]], "betweenness": value, "min_confidence_on_edge": key[2]}
        for key, value in sorted(rows)
    ]


def surviving(graph: NumberedGraph, labels: list[int] | None = None) -> dict[str, list[str]]:
    """Return the answer of `GraphStore.surviving_claims`, by grounded labels if none are given.  Linear."""
    labels = graph.labels if labels is None else labels
    named: dict[int, list[str]] = {semantics.IN: [], semantics.OUT: [], semantics.UNDECIDED: []}
    for node, label in zip(graph.nodes, labels, strict=True):
        named[label].append(node.id)
    reached = _derivable(graph, [label != semantics.OUT for label in labels])
    alive = [
        node.id
        for place, node in enumerate(graph.nodes)
        if reached[place] or (labels[place] == semantics.IN and graph.attacks[place])
    ]
    return {
        "in": named[semantics.IN],
        "out": named[semantics.OUT],
        "undecided": named[semantics.UNDECIDED],
        "surviving": alive,
    }


def labellings(graph: NumberedGraph, kind: str, most: int, max_steps: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.surviving_claims` for preferred or stable semantics."""
    made: list[dict[str, list[str]]] = []
    limit = None
    try:
        for labels in semantics.preferred(graph.attacks, graph.refuted, max_steps):
            if kind == "stable" and semantics.UNDECIDED in labels:
                continue
            if len(made) == most:
                limit = f"there are more than {most} {kind} labellings"
                break
            made.append(surviving(graph, labels))
    except semantics.StepLimitError:
        limit = f"the search was given up after {max_steps} steps"
    return {"semantics": kind, "labellings": made, "complete": limit is None, "limit": limit}


def disputed(graph: NumberedGraph, goal: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.disputed_nodes`.  Linear.

    A node counts as on a path if a walk from a given to the conclusion passes through it.  Without cycles
    every walk is a simple path; with cycles, the question for simple paths is NP-complete.
    """
    attacked = [set(targets) for targets in graph.attacks]
    pairs = [
        [node.id, graph.nodes[target].id]
        for place, node in enumerate(graph.nodes)
        for target in sorted(attacked[place])
        if place < target and place in attacked[target]
    ]
    on_path = _on_path(graph, goal)
    bearing = [
        on_path[place] or any(on_path[target] for target in attacked[place])
        for place in range(len(graph.nodes))
    ]
    return {
        "contradiction_pairs": pairs,
        "isolated_load_bearing": [
            {"id": node.id, "run_count": len(node.run_ids), "on_path": on_path[place]}
            for place, node in enumerate(graph.nodes)
            if bearing[place] and graph.live[place] and len(node.run_ids) == 1
        ],
    }


def _on_path(graph: NumberedGraph, goal: int) -> list[bool]:
    """Return a flag for each node: whether a walk of live nodes from a given to the goal passes through it."""
    support = support_of(graph, goal)
    out = [[target for target in targets if place != goal] for place, targets in enumerate(graph.feeds[0])]
    forward = reachable(out, support.givens, graph.live)
    backward = reachable(graph.feeds[1], [goal], graph.live)
    return [a and b for a, b in zip(forward, backward, strict=True)]


def falls_with(graph: NumberedGraph, node: int) -> list[str]:
    """Return the answer of `GraphStore.falls_with`.  Linear.

    Nodes without support count as established, so that only losses due to the node are returned.
    """
    heads = [place for place, inferences in enumerate(graph.inferences) if not inferences]
    sources = sorted({*heads, *graph.givens})
    before = derived(graph, sources, graph.live)
    after = derived(graph, sources, [flag and place != node for place, flag in enumerate(graph.live)])
    lost = (place for place, flag in enumerate(before) if flag and not after[place] and place != node)
    return graph.names(lost)


def refuting(
    graph: NumberedGraph, goal: int, sources: Container[int] | None = None, lost: Container[int] | None = None
) -> Refuting:
    """Return the fewest nodes other than the goal whose refutation makes the goal underivable.

    Computed by flow if each support is sufficient alone, else by `RefutationSearch`.

    :param sources: the nodes that need no support, by default the givens.
    :param lost: the nodes that count as refuted, by default the refuted nodes of the graph.
    """
    gone = graph.lost if lost is None else lost
    heads = graph.given if sources is None else sources
    search = RefutationSearch(graph, goal, heads, gone)
    if search.linked and goal not in gone:
        # Without the inferences of several premises the goal is not easier to derive: the flow is a lower bound.
        alone = [[each[0] for each in inferences if len(each) == 1] for inferences in graph.inferences]
        return search.refuting(at_least=Width(Support(alone, heads, goal, lost=gone)).value)
    routes = Width(support_of(graph, goal, gone, sources=sources))
    return Refuting(routes.value, exact=True, nodes=tuple(routes.minimum_cut()))


def _refuting_givens(graph: NumberedGraph, goal: int) -> Refuting:
    if goal not in graph.remembered:
        graph.remembered[goal] = refuting(graph, goal)
    least: Refuting = graph.remembered[goal]
    return least


def _derivable(graph: NumberedGraph, allowed: list[bool] | None = None) -> list[bool]:
    """Return a flag for each node: whether it can be derived from the givens through allowed nodes (all by default)."""
    if not graph.any_linked:
        return graph.reached(allowed)
    return derived(graph, graph.givens, allowed or [True] * len(graph.nodes))
