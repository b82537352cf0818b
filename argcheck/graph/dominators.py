"""Which node every route passes through: the dominator tree, and what falls with a node.

Lengauer and Tarjan, "A fast algorithm for finding dominators in a flowgraph" (1979), the simple
variant with path compression, all steps with explicit stacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argcheck.graph.compact import Adjacency


def immediate_dominators(out: Adjacency, into: Adjacency, sources: list[int]) -> list[int]:
    """Return the immediate dominator of each node, seen from all sources together.

    -1 stands for the common root of the sources (no single node dominates), -2 for a node that no
    source reaches.  O(edges log nodes).
    """
    order, parent = _depth_first(out, sources)
    number = {node: place for place, node in enumerate(order)}
    semi = list(range(len(order)))
    idom = [0] * len(order)
    forest = _Forest(len(order))
    buckets: list[list[int]] = [[] for _ in order]
    roots = set(sources)
    for place in range(len(order) - 1, 0, -1):
        node = order[place]
        for before in into[node]:
            if before in number:
                semi[place] = min(semi[place], semi[forest.best(number[before], semi)])
        if node in roots:
            semi[place] = 0
        buckets[semi[place]].append(place)
        above = parent[place]
        forest.ancestor[place] = above
        for held in buckets[above]:
            low = forest.best(held, semi)
            idom[held] = low if semi[low] < semi[held] else above
        buckets[above].clear()
    return _named(order, semi, idom, len(out))


def dominated(idom: list[int], node: int) -> list[int]:
    """Return the nodes all of whose routes pass through the node, itself left out.  Linear."""
    children: dict[int, list[int]] = {}
    for child, above in enumerate(idom):
        children.setdefault(above, []).append(child)
    found, todo = [], [node]
    while todo:
        below = children.get(todo.pop(), [])
        found += below
        todo += below
    return sorted(found)


class _Forest:
    """Link-eval forest with path compression."""

    def __init__(self, size: int) -> None:
        self.ancestor = [-1] * size
        self._label = list(range(size))

    def best(self, node: int, semi: list[int]) -> int:
        """Return the node of least semidominator on the way up to, not including, the root."""
        ancestor, label = self.ancestor, self._label
        if ancestor[node] < 0:
            return node
        path, above = [], node
        while ancestor[ancestor[above]] >= 0:
            path.append(above)
            above = ancestor[above]
        for low in reversed(path):
            above = ancestor[low]
            if semi[label[above]] < semi[label[low]]:
                label[low] = label[above]
            ancestor[low] = ancestor[above]
        return label[node]


def _depth_first(out: Adjacency, sources: list[int]) -> tuple[list[int], list[int]]:
    """Give reachable nodes preorder numbers below a virtual root, which is number 0 and node -1."""
    order, parent = [-1], [0]
    seen = bytearray(len(out))
    todo = [(source, 0) for source in reversed(sources)]
    while todo:
        node, above = todo.pop()
        if seen[node]:
            continue
        seen[node] = 1
        place = len(order)
        order.append(node)
        parent.append(above)
        todo += [(target, place) for target in reversed(out[node]) if not seen[target]]
    return order, parent


def _named(order: list[int], semi: list[int], idom: list[int], size: int) -> list[int]:
    named = [-2] * size
    for place in range(1, len(order)):
        if idom[place] != semi[place]:
            idom[place] = idom[idom[place]]
        named[order[place]] = order[idom[place]]
    return named
