"""Adjacency lists of a graph whose nodes are the integers from 0, for all algorithms of the engine.

Nodes are numbered in the order of the merged graph; their ids are needed only for reports.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import TypeVar

Adjacency = list[list[int]]


def adjacency(size: int, edges: Iterable[tuple[int, int]]) -> tuple[Adjacency, Adjacency]:
    """Return the successors and the predecessors of each of ``size`` nodes.  Linear."""
    out: Adjacency = [[] for _ in range(size)]
    into: Adjacency = [[] for _ in range(size)]
    for source, target in edges:
        out[source].append(target)
        into[target].append(source)
    return out, into


def reachable(out: Adjacency, sources: Iterable[int], allowed: list[bool] | None = None) -> list[bool]:
    """Return a flag for each node: whether it is a source or can be reached from one.  Linear.

    Nodes whose flag in ``allowed`` is false are never entered, not even as sources.
    """
    seen = [False] * len(out)
    todo = []
    for source in sources:
        if not seen[source] and (allowed is None or allowed[source]):
            seen[source] = True
            todo.append(source)
    while todo:
        for target in out[todo.pop()]:
            if not seen[target] and (allowed is None or allowed[target]):
                seen[target] = True
                todo.append(target)
    return seen


_Name = TypeVar("_Name", bound=Hashable)


def closure(starts: Iterable[_Name], after: Callable[[_Name], Iterable[_Name]]) -> set[_Name]:
    """Return the starts and every name reachable from them; ``after`` returns the successors of a name.  Linear."""
    seen = set(starts)
    pending = list(seen)
    while pending:
        fresh = [name for name in after(pending.pop()) if name not in seen]
        seen.update(fresh)
        pending += fresh
    return seen


def leading_to(out: Adjacency, targets: Sequence[int]) -> list[int]:
    """Return for each node a bit set of the targets that can be reached from it, itself included.

    Bit ``k`` stands for ``targets[k]``.  Takes edges times targets / 64 steps.
    """
    bits = [0] * len(out)
    for place, target in enumerate(targets):
        bits[target] |= 1 << place
    for part in components(out):
        union = 0
        for node in part:
            union |= bits[node]
            for target in out[node]:
                union |= bits[target]
        for node in part:
            bits[node] = union
    return bits


def components(out: Adjacency) -> list[list[int]]:
    """Return the strongly connected components, each after those that it leads to.

    Tarjan's algorithm (1972) with an explicit stack.  Linear.
    """
    order, low = [0] * len(out), [0] * len(out)
    position = [0] * len(out)
    on_stack = bytearray(len(out))
    stack: list[int] = []
    components: list[list[int]] = []
    counter = 0
    for start in range(len(out)):
        if order[start]:
            continue
        path = [start]
        while path:
            node = path[-1]
            if not order[node]:
                counter += 1
                order[node] = low[node] = counter
                stack.append(node)
                on_stack[node] = 1
            successors, place = out[node], position[node]
            while place < len(successors):
                target = successors[place]
                if not order[target]:
                    break
                if on_stack[target] and order[target] < low[node]:
                    low[node] = order[target]
                place += 1
            position[node] = place
            if place < len(successors):
                path.append(successors[place])
                continue
            path.pop()
            if path and low[node] < low[path[-1]]:
                low[path[-1]] = low[node]
            if low[node] == order[node]:
                components.append(_pop_component(stack, on_stack, node))
    return components


def cyclic_components(out: Adjacency) -> list[list[int]]:
    """Return the components with a cycle: those of several nodes, and single nodes with an edge to themselves."""
    return [part for part in components(out) if len(part) > 1 or part[0] in out[part[0]]]


def _pop_component(stack: list[int], on_stack: bytearray, root: int) -> list[int]:
    component = []
    while True:
        node = stack.pop()
        on_stack[node] = 0
        component.append(node)
        if node == root:
            return component
