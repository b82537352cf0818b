"""How few refutations fell each node, of all nodes at once: equal to asking of one node at a time."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import cpu_seconds

from argcheck.argument.checks import refuting
from argcheck.argument.model import Edge, Node
from argcheck.argument.numbered import NumberedGraph
from argcheck.argument.refutations import refuting_each

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def numbered(
    size: int, links: Mapping[tuple[int, int], Iterable[str]], givens: Iterable[int], refuted: Iterable[int]
) -> NumberedGraph:
    kinds = dict.fromkeys(givens, "given")
    nodes = [
        Node(f"n{place}", f"claim {place}", (), ("r1",), kind=kinds.get(place, "inference"))
        for place in range(size)
    ]
    edges = [
        Edge(f"n{a}", f"n{b}", "supports", ("r1",), 0.5, linked=tuple(names))
        for (a, b), names in links.items()
    ]
    return NumberedGraph(nodes, edges, {f"n{place}" for place in refuted})


@st.composite
def graphs(draw: st.DrawFn, *, linked: bool) -> NumberedGraph:
    """Draw a graph: mostly forward edges, some back, so that there are circles; some nodes are refuted."""
    size = draw(st.integers(2, 14))
    rng = random.Random(draw(st.integers(0, 1 << 32)))
    backward = rng.choice((0, 0, 0.1, 0.5))
    links: dict[tuple[int, int], list[str]] = {}
    for _ in range(rng.randint(size, 4 * size)):
        a, b = sorted((rng.randrange(size), rng.randrange(size)))
        if rng.random() < backward:
            a, b = b, a
        if a != b:
            links[a, b] = (
                [rng.choice("xyz") for _ in range(rng.randint(1, 2))] if linked and rng.random() < 0.4 else []
            )
    givens = [place for place in range(size) if rng.random() < (0.6 if place < size / 3 else 0.1)]
    return numbered(size, links, givens, [place for place in range(size) if rng.random() < 0.1])


@given(graphs(linked=False))
def test_of_all_nodes_at_once_is_as_of_one_at_a_time(graph: NumberedGraph) -> None:
    everything = range(len(graph.nodes))
    assert refuting_each(graph, everything) == {goal: refuting(graph, goal) for goal in everything}


@given(graphs(linked=True))
def test_the_same_where_premises_are_linked(graph: NumberedGraph) -> None:
    everything = range(len(graph.nodes))
    assert refuting_each(graph, everything) == {goal: refuting(graph, goal) for goal in everything}


@given(graphs(linked=True), st.sets(st.integers(0, 13)), st.sets(st.integers(0, 13)))
def test_the_same_with_sources_and_losses_of_ones_own(
    graph: NumberedGraph, sources: set[int], lost: set[int]
) -> None:
    everything = range(len(graph.nodes))
    starts, gone = sources & {*everything}, lost & {*everything}
    expected = {goal: refuting(graph, goal, starts, gone) for goal in everything}
    assert refuting_each(graph, everything, starts, gone) == expected


def ladder(size: int, *, linked: bool = False, reach: int = 40) -> NumberedGraph:
    """Return claims that each rest on three of those before them."""
    rng = random.Random(size)
    links: dict[tuple[int, int], list[str]] = {}
    for place in range(20, size):
        for _ in range(3):
            links[rng.randrange(max(0, place - reach), place), place] = ["proof"] if linked else []
    return numbered(size, links, range(20), ())


def seconds(graph: NumberedGraph) -> float:
    return cpu_seconds(lambda: refuting_each(graph, range(len(graph.nodes))))


@pytest.mark.slow
@pytest.mark.parametrize("linked", [False, True])
@pytest.mark.parametrize("reach", [2, 10_000])
def test_it_takes_little_more_than_linear_time(reach: int, *, linked: bool) -> None:
    small, large = (
        min(seconds(ladder(size, linked=linked, reach=reach)) for _ in range(3)) for size in (500, 2000)
    )
    assert large < 9 * small + 0.1, "sixteen times would be quadratic"


@pytest.mark.slow
def test_long_routes_without_a_narrow_place_take_milliseconds_at_most() -> None:
    graph = ladder(2000)
    alone = cpu_seconds(lambda: [refuting(graph, goal) for goal in range(1900, 1920)]) / 20
    assert seconds(graph) < 2000 * alone / 20
