"""How claims stand: all together as one by one, and what those lack whose supports have all fallen."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from patience import cpu_seconds

from argcheck.argument.adjacency import closure
from argcheck.argument.extract.standing import Standings
from argcheck.argument.graph import ArgumentGraph
from argcheck.argument.model import Edge, Node

KINDS = ("given", "assumption", "inference", "inference", "inference", "conclusion")


def claims(
    kinds: list[str], links: dict[tuple[int, int], tuple[str, ...]], starts: set[int], fallen: set[int]
) -> Standings:
    nodes = {
        f"n{place}": Node(f"n{place}", "A claim.", (), ("r1",), kind=kind) for place, kind in enumerate(kinds)
    }
    edges = [
        Edge(f"n{a}", f"n{b}", "supports", ("r1",), 0.5, linked=names) for (a, b), names in links.items()
    ]
    return Standings(
        ArgumentGraph(nodes, edges), frozenset(starts), frozenset(f"n{place}" for place in fallen), {"n1"}
    )


def drawn(seed: int) -> Standings:
    rng = random.Random(seed)
    size = rng.randint(2, 12)
    links: dict[tuple[int, int], tuple[str, ...]] = {}
    for _ in range(rng.randint(size, 3 * size)):
        a, b = rng.sample(range(size), 2)
        if a < b or rng.random() < 0.2:
            links[a, b] = (rng.choice("xy"),) if rng.random() < 0.4 else ()
    kinds = [rng.choice(KINDS) for _ in range(size)]
    starts = {place for place, kind in enumerate(kinds) if kind == "given"} - {rng.randrange(size)}
    return claims(kinds, links, starts, {place for place in range(size) if rng.random() < 0.1})


@given(st.integers(0, 1 << 32).map(drawn))
def test_all_claims_stand_as_they_do_one_by_one(standings: Standings) -> None:
    graph = standings._graph
    assert standings.all == {node.id: standings.of(node) for node in graph.nodes.values()}
    for name, standing in standings.all.items():
        assert (standing.state == "supported") <= (standing.width > 1)
        assert (standing.state in ("fallen", "assuming", "unsupported")) <= (standing.width == 0)
        supported = bool(graph.support_of(graph.nodes[name]))
        assert supported or not standing.lacking
        if standing.width:
            assert standings.could_stand(graph.nodes[name])
            assert not standing.lacking


@given(st.integers(0, 1 << 32).map(drawn))
def test_what_a_claim_lacks_is_what_a_walk_down_from_it_ends_at(standings: Standings) -> None:
    graph, derived = standings._graph, standings._derived

    def missing(name: str) -> list[str]:
        if name in standings._fallen:
            return []
        sources = [edge.source for edge in graph.support_of(graph.nodes[name])]
        return [source for source in sources if not derived[standings._number[source]]]

    for name, node in graph.nodes.items():
        ends = [end for end in closure([name], missing) if end != name and not missing(end)]
        lacking = [lacked.id for lacked in standings.lacking(node)]
        assert lacking == sorted(ends, key=standings._number.__getitem__)[: len(lacking)]
        assert bool(lacking) == bool(ends)


def test_what_a_claim_lacks_is_named_however_far_down_it_is() -> None:
    chain = dict.fromkeys(((place, place + 1) for place in range(9)), ())
    standings = claims(["inference"] * 10, chain, set(), set())
    assert "".join(standings.all["n9"].words(lambda node: node.id)) == (
        "width 0: nothing that stands supports it; without support: n0"
    )
    assert (
        "".join(standings.all["n9"].words(lambda node: node.id, brief=True)) == "width 0; without support: n0"
    )
    fan = dict.fromkeys(((place, 9) for place in range(9)), ())
    standings = claims(["inference"] * 10, fan, set(), set())
    assert "".join(standings.all["n9"].words(lambda node: node.id)).endswith("support: n0, n1, n2 and more")


def test_what_lies_beyond_something_refuted_is_not_what_is_lacking() -> None:
    standings = claims(["inference"] * 3, {(0, 1): (), (1, 2): ()}, {0}, {1})
    assert [node.id for node in standings.all["n2"].lacking] == ["n1"]


@pytest.mark.slow
def test_a_long_chain_takes_linear_time() -> None:
    def seconds(size: int) -> float:
        chain = dict.fromkeys(((place, place + 1) for place in range(size - 1)), ())
        return cpu_seconds(lambda: claims(["inference"] * size, chain, set(), set()).all)

    small, large = (min(seconds(size) for _ in range(3)) for size in (500, 2000))
    assert large < 9 * small + 0.1, "sixteen times would be quadratic"
