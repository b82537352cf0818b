"""Support of a conclusion: routes from givens, disjoint routes, flow, cuts, bridges, betweenness.

Everything works on a `Support`, the part of the graph between the givens and one conclusion along edges that carry
support.  Routes that enter a given are left out by default: a route may as well begin there, and neither widths nor
minimum cuts nor bridges change.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from argcheck.argument.adjacency import Adjacency, closure, components
from argcheck.argument.flow import INFINITE, SCALE, Network
from argcheck.argument.model import ASSUMPTION

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping

    from argcheck.argument.numbered import NumberedGraph, NumberPair

_ROOT = -1  # the super-source before all givens


class Support:
    """The edges on walks from the givens to the conclusion, in the numbering of the whole graph."""

    __slots__ = ("edges", "givens", "goal", "into", "nodes", "out")

    def __init__(
        self,
        into: Adjacency,
        givens: Container[int],
        goal: int,
        *,
        lost: Container[int] = (),
        through: bool = False,
    ) -> None:
        """Collect the edges between the givens and the goal.  Linear in what is upstream of the goal.

        :param into: the predecessors of each node.
        :param lost: nodes that no route passes.
        :param through: keep routes that pass further givens, as `betweenness` counts them.
        """
        self.goal = goal
        upstream = _upstream(into, () if through else givens, goal, lost)
        self.givens = sorted({a for a, _ in upstream if a in givens})
        out, _ = _neighbours(upstream)
        forward = closure(self.givens, lambda node: out.get(node, ()))
        self.edges = sorted(edge for edge in upstream if edge[0] in forward)
        self.out, self.into = _neighbours(self.edges)
        self.nodes = sorted(self.out.keys() | self.into.keys())

    @property
    def reached(self) -> bool:
        """Whether any route leads from a given to the conclusion."""
        return bool(self.givens)


def _upstream(into: Adjacency, roots: Container[int], goal: int, lost: Container[int]) -> list[NumberPair]:
    """Return the edges on walks to the goal that enter no root and pass nothing lost."""
    edges: list[NumberPair] = []
    seen, pending = {goal}, [] if goal in lost else [goal]
    while pending:
        node = pending.pop()
        for before in into[node] if node not in roots else ():
            if before not in lost and before not in (node, goal):
                edges.append((before, node))
                if before not in seen:
                    seen.add(before)
                    pending.append(before)
    return edges


def _neighbours(edges: Iterable[NumberPair]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Return the successors and the predecessors of the nodes that have any."""
    out: dict[int, list[int]] = {}
    into: dict[int, list[int]] = {}
    for source, target in edges:
        out.setdefault(source, []).append(target)
        into.setdefault(target, []).append(source)
    return out, into


def support_of(
    graph: NumberedGraph,
    goal: int,
    lost: Container[int] | None = None,
    *,
    sources: Container[int] | None = None,
    assumed: bool = False,
    through: bool = False,
) -> Support:
    """Return the support of the goal from the sources (by default the givens), without lost nodes (the refuted ones).

    With ``assumed``, routes may also begin at assumptions; ``through`` is passed to `Support`.  Surviving givens come
    first, so that of equally good routes the reported one begins at a claim that survives.
    """
    starts = graph.given if sources is None else sources
    if assumed:
        starts = graph.given.union(graph.of_kind(ASSUMPTION))
    support = Support(
        graph.feeds[1], starts, goal, lost=graph.lost if lost is None else lost, through=through
    )
    if sources is None:
        support.givens.sort(key=lambda node: -graph.labels[node])
    return support


class Width:
    """A largest set of node-disjoint routes, and the minimum cuts of the same size."""

    def __init__(self, support: Support) -> None:
        """Compute the flow: O(edges sqrt(nodes)) on the nodes between givens and conclusion."""
        self._support = support
        self._place = {node: place for place, node in enumerate(support.nodes)}
        self._root = 2 * len(support.nodes)
        self._network = Network(self._root + 1)
        self._inner: dict[int, int] = {}
        self.value = 0
        if support.reached:
            self._build()
            self.value = self._network.maximise(self._root, 2 * self._place[support.goal])

    def paths(self) -> list[list[int]]:
        """Return the routes, shortest first, each as the nodes from a given to the conclusion.  Linear."""
        network, nodes = self._network, self._support.nodes
        used = [[arc for arc in arcs if arc % 2 == 0 and network.capacity[arc ^ 1]] for arcs in network.arcs]
        routes = []
        for first in used[self._root]:
            vertex, route = network.target[first], [nodes[network.target[first] // 2]]
            while route[-1] != self._support.goal:
                vertex = network.target[used[network.target[used[vertex][0]]][0]]
                route.append(nodes[vertex // 2])
            routes.append(route)
        return sorted(routes, key=lambda route: (len(route), route))

    def minimum_cut(self) -> list[int]:
        """Return a smallest set of nodes without which the conclusion has no route, the nearest one to the givens."""
        side = self._network.source_side(self._root)
        return [node for node, arc in self._inner.items() if self._leaves(side, arc)]

    def cut_members(self) -> list[int]:
        """Return the nodes that are in some minimum cut; they do not depend on which flow was found.

        Picard and Queyranne (1980): the node's own arc is saturated and joins two components of the
        residual network.  Linear after the flow.
        """
        part: dict[int, int] = {}
        for number, members in enumerate(components(self._network.residual())):
            part.update((vertex, number) for vertex in members)
        network = self._network
        return [
            node
            for node, arc in self._inner.items()
            if not network.capacity[arc] and part[network.target[arc]] != part[network.target[arc ^ 1]]
        ]

    def _leaves(self, side: list[bool], arc: int) -> bool:
        return side[self._network.target[arc ^ 1]] and not side[self._network.target[arc]]

    def _build(self) -> None:
        place, network, goal = self._place, self._network, self._support.goal
        for given in self._support.givens:
            network.add(self._root, 2 * place[given], INFINITE)
        for node in self._support.nodes:
            if node != goal:
                self._inner[node] = network.add(2 * place[node], 2 * place[node] + 1, 1)
        for a, b in self._support.edges:
            # Unbounded, so that only nodes can be cut; parallel routes still need different nodes.
            network.add(2 * place[a] + 1, 2 * place[b], INFINITE)


def max_flow(support: Support, edge_confidence: Mapping[NumberPair, float], confidence: list[float]) -> float:
    """Return the largest flow of confidence from the givens into the conclusion.

    Capacities are the confidences of edges and of nodes between; givens and the conclusion are not limited, as a
    limit on the conclusion would hide every change upstream.
    """
    if not support.reached:
        return 0.0
    place = {node: number for number, node in enumerate(support.nodes)}
    root, roots = 2 * len(place), set(support.givens)
    network = Network(root + 1)
    for given in support.givens:
        network.add(root, 2 * place[given], INFINITE)
    for node in support.nodes:
        cap = INFINITE if node in roots else round(confidence[node] * SCALE)
        network.add(2 * place[node], 2 * place[node] + 1, cap)
    for a, b in support.edges:
        network.add(2 * place[a] + 1, 2 * place[b], round(edge_confidence[a, b] * SCALE))
    return network.maximise(root, 2 * place[support.goal]) / SCALE


def bridges(support: Support) -> list[NumberPair]:
    """Return the edges that all routes use, first to last.

    One route from the super-source is walked, with the furthest node of it that is reached without its remaining
    edges: if that is the present node, the next edge is a bridge.  Linear.
    """
    if not support.reached:
        return []
    # The edges of the super-source itself are never returned.
    out = {**support.out, _ROOT: support.givens}
    route = _any_route(out, _ROOT, support.goal)
    position = {node: place for place, node in enumerate(route)}
    seen: set[int] = set()
    spanning: list[NumberPair] = []
    furthest = 0
    for place, node in enumerate(route[:-1]):
        furthest = max(furthest, _explore(out, node, route[place + 1], position, seen))
        if furthest == place:
            spanning.append((node, route[place + 1]))
            furthest = place + 1
    return [edge for edge in spanning if edge[0] != _ROOT]


def betweenness(support: Support) -> dict[NumberPair, float]:
    """Return for each edge the share of shortest routes through it, summed over the givens.

    Equals `networkx.edge_betweenness_centrality_subset` with the givens as sources and the conclusion as the
    only target (not normalised).  With one target it is exact in linear time: if p(v) is the number of shortest
    routes from v, all sources share the split p(w) / p(v) at v, so one sweep towards the target suffices.
    """
    layers, distance = _layers(support.into, support.goal)
    nearer = {
        node: [after for after in support.out[node] if distance[after] == distance[node] - 1]
        for layer in layers[1:]
        for node in layer
    }
    share = _splits(layers, nearer, support.goal)
    sources = set(support.givens)
    load = {node: float(node in sources) for node in nearer}
    through = dict.fromkeys(support.edges, 0.0)
    for layer in reversed(layers[1:]):
        for node in layer:
            for after, part in zip(nearer[node], share[node], strict=True):
                through[node, after] = load[node] * part
                if after != support.goal:
                    load[after] += load[node] * part
    return through


def _splits(layers: list[list[int]], nearer: Mapping[int, list[int]], goal: int) -> dict[int, list[float]]:
    """Return for each node how its shortest routes divide among its next nodes, as shares that sum to 1.

    Numbers of routes overflow floats on long chains of diamonds, so each is kept as mantissa and exponent.
    """
    count = {goal: (0.5, 1)}
    share: dict[int, list[float]] = {}
    for layer in layers[1:]:
        for node in layer:
            top = max(count[after][1] for after in nearer[node])
            parts = [math.ldexp(count[after][0], count[after][1] - top) for after in nearer[node]]
            total = math.fsum(parts)
            share[node] = [part / total for part in parts]
            mantissa, exponent = math.frexp(total)
            count[node] = (mantissa, exponent + top)
    return share


def _layers(into: Mapping[int, list[int]], goal: int) -> tuple[list[list[int]], dict[int, int]]:
    """Return the nodes by their distance to the goal, nearest first, and the distance of each."""
    distance = {goal: 0}
    layers = [[goal]]
    while layers[-1]:
        following = []
        for node in layers[-1]:
            for before in into.get(node, ()):
                if before not in distance:
                    distance[before] = len(layers)
                    following.append(before)
        layers.append(following)
    return layers[:-1], distance


def _any_route(out: Mapping[int, list[int]], start: int, goal: int) -> list[int]:
    parent, todo = {start: start}, [start]
    while todo and goal not in parent:
        node = todo.pop()
        for target in out[node]:
            if target not in parent:
                parent[target] = node
                todo.append(target)
    route = [goal]
    while route[-1] != start:
        route.append(parent[route[-1]])
    return route[::-1]


def _explore(
    out: Mapping[int, list[int]], start: int, skip: int, position: Mapping[int, int], seen: set[int]
) -> int:
    """Return the furthest route position reached from ``start`` without its own route edge.

    Nodes on the route are not entered, as they are explored by themselves.
    """
    furthest, todo = position[start], [start]
    seen.add(start)
    while todo:
        node = todo.pop()
        for target in out[node]:
            if node == start and target == skip:
                continue
            if target in position:
                furthest = max(furthest, position[target])
            elif target not in seen:
                seen.add(target)
                todo.append(target)
    return furthest
