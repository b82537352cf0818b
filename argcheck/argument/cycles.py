"""Circular support: a shortest cycle of a component, and enumeration of simple cycles."""

from __future__ import annotations

from collections.abc import Iterator

from argcheck.argument.adjacency import Adjacency, cyclic_components

#: Edges looked at, after which the search for a shortest cycle, which takes nodes times edges of the component at
#: worst, returns the best so far.
_BUDGET = 10_000_000


def shortest_cycle(out: Adjacency, component: list[int]) -> list[int]:
    """Return a shortest cycle of a component that has one, starting at its smallest node.

    Breadth-first search from every node, limited to the length of the best cycle so far.  After some 10^7
    edges, the shortest cycle through the nodes tried is returned.
    """
    inside = set(component)
    if sum(len(inside.intersection(out[node])) for node in component) == len(component):
        return _ring(out, inside, min(component))
    best: list[int] = []
    steps = 0
    for start in sorted(component):
        cycle, cost = _cycle_through(out, inside, start, len(best) or len(component) + 1)
        steps += cost
        best = cycle or best
        if steps > _BUDGET or len(best) == 1:
            break
    return rotate(best)


def simple_cycles(out: Adjacency, limit: int) -> list[list[int]]:
    """Return up to ``limit`` different simple cycles, a shortest one of each component first.

    Each cycle starts at its smallest node.
    """
    parts = cyclic_components(out)
    parts.sort(key=min)
    cycles = {tuple(shortest_cycle(out, part)): None for part in parts[:limit]}
    for part in parts:
        for cycle in _all_cycles(out, part):
            if len(cycles) >= limit:
                return [list(known) for known in cycles]
            cycles.setdefault(tuple(rotate(cycle)))
    return [list(known) for known in cycles]


def rotate(cycle: list[int]) -> list[int]:
    """Return the cycle, starting at its smallest node."""
    start = cycle.index(min(cycle)) if cycle else 0
    return cycle[start:] + cycle[:start]


def _ring(out: Adjacency, inside: set[int], start: int) -> list[int]:
    """Return the only cycle of a component that has as many edges as nodes, starting at ``start``."""
    cycle = [start]
    while (after := next(node for node in out[cycle[-1]] if node in inside)) != start:
        cycle.append(after)
    return cycle


def _cycle_through(out: Adjacency, inside: set[int], start: int, limit: int) -> tuple[list[int], int]:
    """Return a shortest cycle through ``start`` of fewer than ``limit`` nodes, or [], and the edges looked at."""
    parent, layer, steps = {start: -1}, [start], 0
    for _ in range(limit - 1):
        following = []
        for node in layer:
            for target in out[node]:
                steps += 1
                if target == start:
                    return _path_back(parent, node), steps
                if target in inside and target not in parent:
                    parent[target] = node
                    following.append(target)
        layer = following
    return [], steps


def _path_back(parent: dict[int, int], node: int) -> list[int]:
    path = []
    while node >= 0:
        path.append(node)
        node = parent[node]
    return path[::-1]


def _all_cycles(out: Adjacency, component: list[int]) -> Iterator[list[int]]:
    """Yield the simple cycles of a component; the time between two is linear in the component."""
    import networkx as nx

    graph = nx.DiGraph((node, target) for node in sorted(component) for target in out[node])
    yield from nx.simple_cycles(graph.subgraph(component))
