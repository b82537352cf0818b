"""Every algorithm agrees with a slow reference, networkx or brute force, on thousands of random graphs."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING

import networkx as nx
import pytest

from argcheck.argument import semantics
from argcheck.argument.adjacency import adjacency, components, cyclic_components, reachable
from argcheck.argument.cycles import rotate, shortest_cycle, simple_cycles
from argcheck.argument.flow import SCALE
from argcheck.argument.support import Support, Width, betweenness, bridges, max_flow

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = pytest.mark.slow

Edges = set[tuple[int, int]]


def random_graphs(count: int, seed: int, largest: int = 10) -> Iterator[tuple[int, Edges, random.Random]]:
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.randint(1, largest)
        density = rng.choice([0.05, 0.15, 0.3, 0.6])
        acyclic = rng.random() < 0.4
        pairs = itertools.product(range(size), repeat=2)
        yield size, {(a, b) for a, b in pairs if rng.random() < density and (a < b or not acyclic)}, rng


def digraph(size: int, edges: Edges) -> nx.DiGraph:
    graph = nx.DiGraph()
    graph.add_nodes_from(range(size))
    graph.add_edges_from(edges)
    return graph


def rooted(size: int, edges: Edges, givens: list[int]) -> nx.DiGraph:
    graph = digraph(size, edges)
    graph.add_node("S")
    graph.add_edges_from(("S", given) for given in givens)
    return graph


def cases(count: int, seed: int) -> Iterator[tuple[int, Edges, list[int], int, random.Random]]:
    for size, edges, rng in random_graphs(count, seed):
        if size > 1:
            goal = rng.randrange(size)
            others = [node for node in range(size) if node != goal]
            yield size, edges, sorted(rng.sample(others, rng.randint(0, len(others) // 2))), goal, rng


def test_components_and_reachability() -> None:
    for size, edges, rng in random_graphs(3000, 1):
        graph, out = digraph(size, edges), adjacency(size, edges)[0]
        parts = components(out)
        assert {frozenset(p) for p in parts} == {
            frozenset(p) for p in nx.strongly_connected_components(graph)
        }
        place = {node: number for number, part in enumerate(parts) for node in part}
        assert all(place[a] >= place[b] for a, b in edges)
        source = rng.randrange(size)
        marked = {node for node, flag in enumerate(reachable(out, [source])) if flag}
        assert marked == nx.descendants(graph, source) | {source}


def test_cycles() -> None:
    for size, edges, _ in random_graphs(3000, 2, largest=6):
        out = adjacency(size, edges)[0]
        every = {tuple(rotate(cycle)) for cycle in nx.simple_cycles(digraph(size, edges))}
        found = [tuple(cycle) for cycle in simple_cycles(out, len(every) + 5)]
        assert len(found) == len(set(found))
        assert set(found) == every
        ten = simple_cycles(out, 10)
        assert len(ten) == min(10, len(every))
        for part in cyclic_components(out):
            witness = shortest_cycle(out, part)
            assert tuple(witness) in every
            assert len(witness) == min(len(cycle) for cycle in every if set(cycle) <= set(part))


def test_support_is_what_lies_between_the_givens_and_the_goal() -> None:
    for size, edges, givens, goal, rng in cases(1000, 8):
        lost = {node for node in range(size) if rng.random() < 0.2}
        through = rng.random() < 0.3
        graph = digraph(size, edges)
        graph.remove_nodes_from(lost)
        graph.remove_edges_from([edge for edge in graph.edges if edge[0] in (edge[1], goal)])
        graph.remove_edges_from([edge for edge in graph.edges if edge[1] in givens and not through])
        upstream = {goal, *nx.ancestors(graph, goal)} if goal in graph else set()
        starts = sorted(node for node in givens if node in upstream and node != goal)
        reached = {*starts}.union(*(nx.descendants(graph, node) for node in starts))
        support = Support(adjacency(size, edges)[1], givens, goal, lost=lost, through=through)
        assert support.givens == starts
        assert support.edges == sorted((a, b) for a, b in graph.edges if a in reached and b in upstream)
        assert set(support.nodes) == {*starts, *itertools.chain(*support.edges)}


def test_width_and_cuts() -> None:
    for size, edges, givens, goal, _ in cases(1000, 4):
        graph = rooted(size, edges, givens)
        width = Width(Support(adjacency(size, edges)[1], givens, goal))
        routes = width.paths()
        reached = nx.has_path(graph, "S", goal)
        assert width.value == (nx.node_connectivity(graph, "S", goal) if reached else 0)
        assert len(routes) == width.value
        inner = [node for route in routes for node in route[:-1]]
        assert len(inner) == len(set(inner))
        for route in routes:
            assert route[0] in givens
            assert route[-1] == goal
            assert all(step in edges for step in itertools.pairwise(route))
        check_cut(graph, width, goal, size)


def check_cut(graph: nx.DiGraph, width: Width, goal: int, size: int) -> None:
    inner = [node for node in range(size) if node != goal]
    smallest = [
        set(cut)
        for cut in itertools.combinations(inner, width.value)
        if width.value <= 3 and not nx.has_path(graph.subgraph(set(graph) - set(cut)), "S", goal)
    ]
    cut = set(width.minimum_cut())
    assert len(cut) == width.value
    assert not nx.has_path(graph.subgraph(set(graph) - cut), "S", goal)
    if 0 < width.value <= 3:
        assert cut in smallest
        assert set(width.cut_members()) == set().union(*smallest)


def test_flow() -> None:
    for size, edges, givens, goal, rng in cases(1000, 5):
        confidence = [rng.randint(0, 20) / 20 for _ in range(size)]
        weights = {edge: rng.randint(0, 20) / 20 for edge in edges}
        split = nx.DiGraph()
        split.add_nodes_from(["S", (goal, "in")])
        split.add_edges_from(("S", (given, "in")) for given in givens)
        for node in range(size):
            cap = {} if node in givens else {"capacity": round(confidence[node] * SCALE)}
            split.add_edge((node, "in"), (node, "out"), **cap)
        for (a, b), weight in weights.items():
            split.add_edge((a, "out"), (b, "in"), capacity=round(weight * SCALE))
        expected = nx.maximum_flow_value(split, "S", (goal, "in")) / SCALE
        assert max_flow(Support(adjacency(size, edges)[1], givens, goal), weights, confidence) == expected


def test_bridges() -> None:
    for size, edges, givens, goal, _ in cases(1000, 6):
        graph = rooted(size, edges, givens)
        expected = set()
        if nx.has_path(graph, "S", goal):
            for edge in edges:
                graph.remove_edge(*edge)
                if not nx.has_path(graph, "S", goal):
                    expected.add(edge)
                graph.add_edge(*edge)
        assert set(bridges(Support(adjacency(size, edges)[1], givens, goal))) == expected


def test_betweenness() -> None:
    for size, edges, givens, goal, _ in cases(1000, 7):
        reference = nx.edge_betweenness_centrality_subset(
            digraph(size, edges), givens, [goal], normalized=False
        )
        found = betweenness(Support(adjacency(size, edges)[1], givens, goal, through=True))
        for edge in edges:
            assert found.get(edge, 0.0) == pytest.approx(reference[edge], abs=1e-12)


def test_betweenness_of_exponentially_many_routes() -> None:
    # Two ways through each of 3000 diamonds: 2 ** 3000 shortest routes overflow every float.
    edges = set()
    for place in range(3000):
        start, after = 3 * place, 3 * place + 3
        edges |= {(start, start + 1), (start, start + 2), (start + 1, after), (start + 2, after)}
    found = betweenness(Support(adjacency(9001, edges)[1], [0], 9000))
    assert set(found.values()) == {0.5}


def brute_grounded(size: int, attacks: Edges, refuted: list[bool]) -> list[int]:
    label = [semantics.OUT if gone else semantics.UNDECIDED for gone in refuted]
    changed = True
    while changed:
        changed = False
        for node in range(size):
            if label[node] == semantics.UNDECIDED:
                threats = {label[a] for a, b in attacks if b == node}
                if threats <= {semantics.OUT}:
                    label[node], changed = semantics.IN, True
                elif semantics.IN in threats:
                    label[node], changed = semantics.OUT, True
    return label


def brute_preferred(size: int, attacks: Edges, refuted: list[bool]) -> set[frozenset[int]]:
    alive = [node for node in range(size) if not refuted[node]]
    live = {(a, b) for a, b in attacks if not refuted[a] and not refuted[b]}
    admissible = []
    for count in range(len(alive) + 1):
        for chosen in map(frozenset, itertools.combinations(alive, count)):
            struck = {b for a, b in live if a in chosen}
            if not struck & chosen and all(a in struck for a, b in live if b in chosen):
                admissible.append(chosen)
    return {one for one in admissible if not any(one < other for other in admissible)}


def test_semantics() -> None:
    for size, attacks, rng in random_graphs(3000, 8, largest=7):
        refuted = [rng.random() < 0.15 for _ in range(size)]
        out = adjacency(size, attacks)[0]
        assert semantics.grounded(out, refuted) == brute_grounded(size, attacks, refuted)
        found = list(semantics.preferred(out, refuted, 10**6))
        chosen = [frozenset(n for n, label in enumerate(one) if label == semantics.IN) for one in found]
        assert len(chosen) == len(set(chosen))
        assert set(chosen) == brute_preferred(size, attacks, refuted)
        for labels, inside in zip(found, chosen, strict=True):
            outside = {n for n, label in enumerate(labels) if label == semantics.OUT}
            struck = {b for a, b in attacks if a in inside}
            assert outside == struck | {n for n in range(size) if refuted[n]}
