"""Circular support: the components that hold a cycle, a short witness for each, simple cycles on demand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.graph.compact import Adjacency, adjacency, cyclic_components

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Exact search for the shortest cycle costs nodes times edges of the component; above this many
#: steps the best cycle found so far is the witness.
_BUDGET = 10_000_000


def shortest_cycle(out: Adjacency, component: list[int]) -> list[int]:
    """Return a shortest cycle of a component that holds one, starting at its smallest node.

    Breadth first from every node, cut off at the length of the best: nodes times edges at worst, and
    no more than some 10^7 steps, after which the best of the nodes tried is returned.
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
    """Return up to ``limit`` simple cycles: a shortest one of each component first.

    :returns: cycles without repetition, each starting at its smallest node.
    """
    parts = cyclic_components(out)
    parts.sort(key=min)
    found = {tuple(shortest_cycle(out, part)): None for part in parts[:limit]}
    for part in parts:
        for cycle in _all_cycles(out, part):
            if len(found) >= limit:
                return [list(known) for known in found]
            found.setdefault(tuple(rotate(cycle)))
    return [list(known) for known in found]


def rotate(cycle: list[int]) -> list[int]:
    """Return the cycle as it reads from its smallest node."""
    start = cycle.index(min(cycle)) if cycle else 0
    return cycle[start:] + cycle[:start]


def _ring(out: Adjacency, inside: set[int], start: int) -> list[int]:
    """Follow the only cycle of a component that has as many edges as nodes."""
    cycle = [start]
    while (after := next(node for node in out[cycle[-1]] if node in inside)) != start:
        cycle.append(after)
    return cycle


def _cycle_through(out: Adjacency, inside: set[int], start: int, limit: int) -> tuple[list[int], int]:
    """Return a shortest cycle through ``start`` of fewer than ``limit`` nodes, if any, and the steps taken."""
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
    """Enumerate the simple cycles of a component lazily, by Johnson's algorithm.

    Time between two cycles is linear in the component, so a caller may stop early.
    """
    todo = [component]
    while todo:
        nodes = sorted(todo.pop())
        inside = set(nodes)
        local = {node: [target for target in out[node] if target in inside] for node in nodes}
        yield from _cycles_from(local, nodes[0])
        todo += _without(local, nodes)


def _without(local: dict[int, list[int]], nodes: list[int]) -> list[list[int]]:
    """Return the cyclic components that remain when the first node is taken out."""
    rest = nodes[1:]
    place = {node: position for position, node in enumerate(rest)}
    edges = ((place[a], place[b]) for a in rest for b in local[a] if b in place)
    parts = cyclic_components(adjacency(len(rest), edges)[0])
    return [[rest[position] for position in part] for part in parts]


def _cycles_from(local: dict[int, list[int]], start: int) -> Iterator[list[int]]:
    path, blocked, closed = [start], {start}, set[int]()
    waiting: dict[int, set[int]] = {}
    stack = [iter(local[start])]
    while stack:
        target = next(stack[-1], None)
        if target is None:
            stack.pop()
            node = path.pop()
            if node in closed:
                _unblock(node, blocked, waiting)
                closed.update(path[-1:])
            else:
                for successor in local[node]:
                    waiting.setdefault(successor, set()).add(node)
        elif target == start:
            yield list(path)
            closed.add(path[-1])
        elif target not in blocked:
            path.append(target)
            blocked.add(target)
            closed.discard(target)
            stack.append(iter(local[target]))


def _unblock(node: int, blocked: set[int], waiting: dict[int, set[int]]) -> None:
    todo = [node]
    while todo:
        free = todo.pop()
        if free in blocked:
            blocked.discard(free)
            todo += waiting.pop(free, ())
