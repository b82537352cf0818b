"""What the functions of `GraphStore` read off a view: one function per answer, no state."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.graph import semantics
from argcheck.graph.compact import adjacency, cyclic_components, reachable
from argcheck.graph.cycles import shortest_cycle, simple_cycles
from argcheck.graph.dominators import dominated, immediate_dominators
from argcheck.graph.support import Edge, Support, Width, betweenness, bridges, max_flow

if TYPE_CHECKING:
    from argcheck.graph.view import View

#: How many cycles `structure` lists; a graph may have exponentially many.
CYCLES = 10


def structure(view: View, goal: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.check_structure`.  Linear, except for the witness cycles."""
    out, into = view.feeds
    orphans = [
        node.id
        for place, node in enumerate(view.nodes)
        if not into[place] and node.kind not in ("given", "assumption")
    ]
    upstream = reachable(into, [goal])
    return {
        "orphans": orphans,
        "assumptions": view.names(view.of_kind("assumption")),
        "cycles": [view.names(cycle) for cycle in simple_cycles(out, CYCLES)],
        "unreachable_conclusion": not view.reached()[goal],
        "refuted_but_feeding": [
            node.id for place, node in enumerate(view.nodes) if node.refuted and upstream[place]
        ],
    }


def width(view: View, goal: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.support_width`."""
    support = view.support(goal)
    routes = Width(support)
    confidence = [node.confidence for node in view.nodes]
    return {
        "disjoint_paths": routes.value,
        "paths": [view.names(route) for route in routes.paths()],
        "max_flow": max_flow(support, view.feeding, confidence),
    }


def structural_width(view: View, goal: int) -> int:
    """Return the number of node-disjoint routes among live nodes."""
    return Width(view.support(goal)).value


def widths(view: View, goal: int) -> dict[str, int]:
    """Return the answer of `GraphStore.widths`."""
    standing = [label != semantics.OUT for label in view.labels]
    structural = structural_width(view, goal)
    return {
        "structural": structural,
        "surviving": Width(view.support(goal, standing)).value,
        "assumption_only": Width(view.support(goal, assumed=True)).value - structural,
    }


def critical(view: View, goal: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.critical_links`."""
    support = view.support(goal)
    routes = Width(support)
    spanning = bridges(support)
    return {
        "min_cut_nodes": view.names(sorted(routes.minimum_cut())),
        "bridge_edges": [view.names(list(edge)) for edge in spanning],
        "ranked": _ranked(view, view.support(goal, through=True), {*routes.cut_members()}, {*spanning}),
    }


def _ranked(view: View, support: Support, cut: set[int], spanning: set[Edge]) -> list[dict[str, Any]]:
    """Rank edges: bridges and members of minimum cuts, then betweenness, then least confidence, then ids.

    A dominator of the conclusion is the member of a minimum cut of one, so it needs no rank of its own.
    """
    load = betweenness(support)
    rows = []
    for edge in support.edges:
        a, b = (view.nodes[end] for end in edge)
        least = min(view.feeding[edge], a.confidence, b.confidence)
        loose = edge not in spanning and not cut.intersection(edge)
        # Shares of routes are sums of fractions; rounding keeps equal ones equal for the next criterion.
        rows.append(((loose, -round(load[edge], 9), least, a.id, b.id), load[edge]))
    return [
        {"edge": [key[3], key[4]], "betweenness": value, "min_confidence_on_edge": key[2]}
        for key, value in sorted(rows)
    ]


def surviving(view: View) -> dict[str, list[str]]:
    """Return the answer of `GraphStore.surviving_claims`.  Linear."""
    named: dict[int, list[str]] = {semantics.IN: [], semantics.OUT: [], semantics.UNDECIDED: []}
    for node, label in zip(view.nodes, view.labels, strict=True):
        named[label].append(node.id)
    standing = [label != semantics.OUT for label in view.labels]
    reached = view.reached(standing)
    alive = [
        node.id
        for place, node in enumerate(view.nodes)
        if reached[place] or (view.labels[place] == semantics.IN and view.attacks[place])
    ]
    return {
        "in": named[semantics.IN],
        "out": named[semantics.OUT],
        "undecided": named[semantics.UNDECIDED],
        "surviving": alive,
    }


def disputed(view: View, goal: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.disputed_nodes`.  Linear.

    A node counts as on a path when a walk from a given to the conclusion passes through it, which
    on graphs without cycles is the same; deciding it for simple paths is NP-complete.
    """
    attacked = [set(targets) for targets in view.attacks]
    pairs = [
        [node.id, view.nodes[target].id]
        for place, node in enumerate(view.nodes)
        for target in sorted(attacked[place])
        if place < target and place in attacked[target]
    ]
    on_path = _on_path(view, goal)
    bearing = [
        on_path[place] or any(on_path[target] for target in attacked[place])
        for place in range(len(view.nodes))
    ]
    return {
        "contradiction_pairs": pairs,
        "isolated_load_bearing": [
            {"id": node.id, "run_count": len(node.run_ids), "on_path": on_path[place]}
            for place, node in enumerate(view.nodes)
            if bearing[place] and not node.refuted and len(node.run_ids) <= 1
        ],
    }


def _on_path(view: View, goal: int) -> list[bool]:
    support = view.support(goal)
    out = [[target for target in targets if place != goal] for place, targets in enumerate(view.feeds[0])]
    forward = reachable(out, support.givens, view.live)
    backward = reachable(view.feeds[1], [goal], view.live)
    return [a and b for a, b in zip(forward, backward, strict=True)]


def support_cycles(view: View) -> list[dict[str, Any]]:
    """Return the answer of `GraphStore.support_cycles`."""
    out = view.feeds[0]
    reached = view.reached()
    parts = sorted((sorted(part) for part in cyclic_components(out)), key=lambda part: part[0])
    return [
        {
            "members": view.names(part),
            "cycle": view.names(shortest_cycle(out, part)),
            "reached": any(reached[node] for node in part),
        }
        for part in parts
    ]


def falls_with(view: View, node: int) -> list[str]:
    """Return the answer of `GraphStore.falls_with`.  O(edges log nodes)."""
    edges = (edge for edge in view.feeding if view.live[edge[0]] and view.live[edge[1]])
    out, into = adjacency(len(view.nodes), edges)
    roots = [given for given in view.givens if view.live[given]]
    return view.names(dominated(immediate_dominators(out, into, roots), node))


def labellings(view: View, kind: str, limit: int, max_steps: int) -> dict[str, Any]:
    """Return the answer of `GraphStore.labellings`."""
    found: list[dict[str, list[str]]] = []
    complete = True
    try:
        for label in semantics.preferred(view.attacks, view.refuted, max_steps):
            if kind == "stable" and semantics.UNDECIDED in label:
                continue
            if len(found) == limit:
                complete = False
                break
            found.append(_named(view, label))
    except semantics.StepLimitError:
        complete = False
    return {"semantics": kind, "labellings": found, "complete": complete}


def _named(view: View, labels: list[int]) -> dict[str, list[str]]:
    keys = {"in": semantics.IN, "out": semantics.OUT, "undecided": semantics.UNDECIDED}
    return {
        key: [node.id for node, label in zip(view.nodes, labels, strict=True) if label == value]
        for key, value in keys.items()
    }
