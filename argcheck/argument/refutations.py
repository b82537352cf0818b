"""Refutation widths of many nodes of one graph, with the work that they share done once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.adjacency import components, reachable
from argcheck.argument.checks import refuting
from argcheck.argument.derivation import Refuting, derived

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from argcheck.argument.numbered import NumberedGraph

#: Each node from which a way leads to a target, with the next node of the way and the node reached by its link.
_Ways = dict[int, tuple[int, int] | None]


def refuting_each(
    graph: NumberedGraph,
    goals: Iterable[int],
    sources: Collection[int] | None = None,
    lost: Collection[int] | None = None,
) -> dict[int, Refuting]:
    """Return for each goal the same as `refuting`.

    A goal with linked premises that needs two refutations or more is still searched by itself.

    :param sources: the nodes that need no support, by default the givens.
    :param lost: the nodes that count as refuted, by default the refuted nodes of the graph.
    """
    starts = frozenset(graph.given if sources is None else sources)
    gone = frozenset(graph.lost if lost is None else lost)
    parts = components(graph.feeds[1])  # premises first
    order = [node for part in parts for node in part]
    circular = {node for part in parts if len(part) > 1 for node in part}
    linked = _resting_on_linked(graph, starts)
    wanted = [*goals]
    needed = _needed(graph, order, starts, gone) if any(linked[goal] for goal in wanted) else []
    cuts = _ClosestCuts(graph, [node for node in order if not linked[node]], starts, gone)
    answers = {}
    for goal in wanted:
        if goal in gone:
            answers[goal] = Refuting(0, exact=True, nodes=())
        elif goal in starts or (linked[goal] and (goal in circular or needed[goal] == 0)):
            answers[goal] = refuting(graph, goal, starts, gone)
        elif linked[goal]:
            answers[goal] = _felled_by_one(needed[goal])
        else:
            nodes = cuts.of(goal)
            answers[goal] = Refuting(len(nodes), exact=True, nodes=tuple(nodes))
    return answers


def _resting_on_linked(graph: NumberedGraph, starts: Collection[int]) -> list[bool]:
    """Return a flag for each node: whether it rests, at any depth, on an inference of several premises.

    Sources rest on nothing.
    """
    several = [
        node
        for node, inferences in enumerate(graph.inferences)
        if any(len(premises) > 1 for premises in inferences)
    ]
    out = [[] if node in starts else targets for node, targets in enumerate(graph.feeds[0])]
    return reachable(out, several)


def _needed(
    graph: NumberedGraph, order: list[int], starts: Collection[int], gone: Collection[int]
) -> list[int | None]:
    """Return for each node a bit set of the other nodes that all its derivations need, or None if it is not derivable.

    A node needs what all its inferences need; rounds are repeated until nothing changes, since there may be circles.
    """
    known = derived(graph, starts, [node not in gone for node in range(len(order))])
    every = (1 << len(order)) - 1
    shared = [1 << node if node in starts else every for node in range(len(order))]
    standing = [
        (node, [each for each in graph.inferences[node] if all(known[premise] for premise in each)])
        for node in order
        if known[node] and node not in starts
    ]
    changed = True
    while changed:
        changed = False
        for node, inferences in standing:
            value = every
            for premises in inferences:
                union = 0
                for premise in premises:
                    union |= shared[premise]
                value &= union
            value |= 1 << node
            if value != shared[node]:
                shared[node], changed = value, True
    return [bits & ~(1 << node) if known[node] else None for node, bits in enumerate(shared)]


def _felled_by_one(needed: int | None) -> Refuting:
    if needed is None:
        return Refuting(0, exact=True, nodes=())
    return Refuting(1, exact=True, nodes=((needed & -needed).bit_length() - 1,))


class _ClosestCuts:
    """For each node a smallest set of nodes that cuts it off from the sources, of several the nearest to the sources.

    Once the cut of a node is known, its members replace the predecessors of the node.  This changes neither the sizes
    nor the nearest ones of the smallest cuts of other nodes (as smallest cuts uncross), and shortens their routes.
    """

    def __init__(
        self, graph: NumberedGraph, order: Iterable[int], starts: frozenset[int], gone: Collection[int]
    ) -> None:
        """Compute the cuts of the nodes in ``order``, which has premises before what rests on them.

        :param starts: the sources.
        :param gone: nodes that no route passes.

        Takes time in proportion to the nodes times the lengths of their routes, at worst.
        """
        out, into = graph.feeds
        steps = _steps(out, starts, gone)
        self._into = [
            sorted((p for p in set(into[node]) - {node} if p in steps), key=steps.__getitem__)
            if node in steps and node not in starts
            else []
            for node in range(len(graph.nodes))
        ]
        for node in order:
            if self._into[node]:
                routes = _DisjointRoutes(self._into, starts, node)
                self._into[node] = sorted(routes.closest_cut(), key=steps.__getitem__)

    def of(self, node: int) -> list[int]:
        """Return the cut of a node that is not a source, in ascending order; empty if no route leads to it."""
        return sorted(self._into[node])


class _DisjointRoutes:
    """A largest set of node-disjoint routes to a goal, by augmenting paths (Ford and Fulkerson)."""

    def __init__(self, into: list[list[int]], starts: frozenset[int], goal: int) -> None:
        """Find the routes from ``starts``, where ``into`` has the predecessors of each node."""
        self._into, self._starts, self._goal = into, starts, goal
        self._after: dict[int, int] = {}  # the next node on its route, by node
        self._before: dict[int, int] = {}
        self._ends: list[int] = []
        self._closed: set[int] = set()  # nodes that no augmenting path from a source reaches
        self._opened: set[int] = set()  # nodes that one reaches
        while len(self._ends) < len(into[goal]):
            ways = self._look(goal)
            if self._begin is None:
                break
            self._add(ways, self._begin)
        self._closed.add(goal)

    def closest_cut(self) -> list[int]:
        """Return for each route its last node that a further augmenting path from a source reaches."""
        cut = []
        for end in self._ends:
            node = end
            while node not in self._opened:
                ways = self._look(node)
                if self._begin is None:
                    node = self._before[node]
                else:
                    self._open(ways, self._begin)
            cut.append(node)
        return cut

    def _look(self, target: int) -> _Ways:
        """Search backwards for an augmenting path from a source to a node; sets ``_begin`` to its first node, or None.

        Returns the nodes seen, each with the next node of the path and the node reached by its link.
        """
        into, starts, after, goal = self._into, self._starts, self._after, self._goal
        closed, opened = self._closed, self._opened
        seen: _Ways = {target: None}
        stack = [target]
        while stack:
            node = stack.pop()
            if node in starts or node in opened:
                self._begin: int | None = node
                return seen
            if node in after:
                at = after[node]
                if at not in seen and at not in closed:
                    seen[at] = (node, node)
                    stack.append(at)
            # Depth first; the premise nearest to a source is pushed last, so that it is tried first.
            for premise in reversed(into[node]):
                # A node on a route can be left only if the route gives up its link to the next node.
                at = after.get(premise, premise)
                if at not in seen and premise != goal and at not in closed:
                    seen[at] = (node, premise)
                    stack.append(at)
        closed |= seen.keys()
        self._begin = None
        return seen

    def _add(self, ways: _Ways, begin: int) -> None:
        """Add a route along an augmenting path, and remove the links that it gives up."""
        given_up, added = [], []
        node, step = begin, ways[begin]
        while step is not None:
            following, left = step
            if left != node:
                given_up.append((left, node))
            if left != following:
                added.append((left, following))
            node, step = following, ways[following]
        for first, second in given_up:
            del self._after[first], self._before[second]
        for first, second in added:
            self._after[first] = second
            if second == self._goal:
                self._ends.append(first)
            else:
                self._before[second] = first

    def _open(self, ways: _Ways, begin: int) -> None:
        """Note that an augmenting path reaches each node of this one."""
        self._opened.add(begin)
        step = ways[begin]
        while step is not None:
            self._opened.add(step[0])
            step = ways[step[0]]


def _steps(out: list[list[int]], starts: Collection[int], gone: Collection[int]) -> dict[int, int]:
    """Return the least number of links from a source to each node that a route reaches."""
    steps = {node: 0 for node in starts if node not in gone}
    layer = [*steps]
    while layer:
        following = []
        for node in layer:
            for target in out[node]:
                if target not in steps and target not in gone:
                    steps[target] = steps[node] + 1
                    following.append(target)
        layer = following
    return steps
