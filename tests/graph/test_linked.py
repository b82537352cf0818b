"""Linked premises against brute force: what is derived, what falls, and how few refutations fell a conclusion."""

from __future__ import annotations

import itertools
import random
from typing import TYPE_CHECKING, Any

import pytest

from argcheck.argument.store import GraphStore

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

Inferences = dict[int, list[set[int]]]
GOAL = 0


def random_arguments(count: int, seed: int, largest: int = 8) -> Iterator[tuple[int, Inferences, set[int]]]:
    rng = random.Random(seed)
    for _ in range(count):
        size = rng.randint(2, largest)
        inferences: Inferences = {node: [] for node in range(size)}
        for node in range(size):
            others = [other for other in range(size) if other != node]
            for _ in range(rng.randint(0, 3)):
                inferences[node].append(set(rng.sample(others, min(len(others), rng.choice((1, 1, 2, 3))))))
        givens = {node for node in range(1, size) if rng.random() < 0.4}
        yield size, inferences, givens


def derived(inferences: Inferences, givens: Collection[int], removed: Collection[int] = ()) -> set[int]:
    """Apply every inference until nothing is new."""
    known = set(givens) - set(removed)
    while True:
        new = {
            node
            for node, each in inferences.items()
            if node not in known and node not in removed and any(premises <= known for premises in each)
        }
        if not new:
            return known
        known |= new


def stored(size: int, inferences: Inferences, givens: set[int]) -> GraphStore:
    """Put an argument into a store: an edge may be a premise of several inferences."""
    links: dict[tuple[int, int], list[str]] = {}
    for node, each in inferences.items():
        for number, premises in enumerate(each):
            for premise in premises:
                links.setdefault((premise, node), []).append(f"i{number}")
    kinds = {GOAL: "conclusion", **dict.fromkeys(givens, "given")}
    nodes = [
        {"id": f"n{node}", "claim": f"claim {node}", "type": kinds.get(node, "inference")}
        for node in range(size)
    ]
    edges = [
        {"from": f"n{a}", "to": f"n{b}", "relation": "supports", "linked": names}
        for (a, b), names in links.items()
    ]
    store = GraphStore(auto_merge=False)
    assert store.assert_graph("g", nodes, edges)["rejected"] == []
    return store


def least_refutation(size: int, inferences: Inferences, givens: set[int]) -> int:
    for width in range(size):
        for removed in itertools.combinations(range(1, size), width):
            if GOAL not in derived(inferences, givens, removed):
                return width
    raise AssertionError


#: Of random arguments.
SEEDS = pytest.mark.parametrize(
    "seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 8))]
)


@SEEDS
@pytest.mark.slow
def test_refutation_width_is_that_of_brute_force(seed: int) -> None:
    widths = set()
    for size, inferences, givens in random_arguments(250, seed):
        store = stored(size, inferences, givens)
        expected = least_refutation(size, inferences, givens)
        answer = store.support_width("g", "n0")
        assert answer["refutation_width"] == (expected if answer["refutation_exact"] else 4)
        assert answer["refutation_exact"] or expected >= 4
        cut = {int(name[1:]) for name in store.critical_links("g", "n0")["min_cut_nodes"]}
        if answer["refutation_exact"]:
            assert len(cut) == expected
            assert GOAL not in derived(inferences, givens, cut)
        widths.add(expected)
    assert {0, 1, 2} <= widths


@SEEDS
@pytest.mark.slow
def test_what_is_derived_and_what_falls_is_that_of_brute_force(seed: int) -> None:
    for size, inferences, givens in random_arguments(250, 100 + seed):
        store = stored(size, inferences, givens)
        known = derived(inferences, givens)
        assert {int(name[1:]) for name in store.surviving_claims("g")["surviving"]} == known
        assert store.check_structure("g", "n0")["unreachable_conclusion"] == (GOAL not in known)
        heads = givens | {node for node, each in inferences.items() if not each}
        for node in range(size):
            lost = derived(inferences, heads) - derived(inferences, heads, {node}) - {node}
            assert {int(name[1:]) for name in store.falls_with("g", f"n{node}")} == lost


@pytest.mark.slow
def test_without_linked_premises_it_is_the_number_of_disjoint_routes() -> None:
    for size, inferences, givens in random_arguments(500, 7):
        convergent = {
            node: [{one} for premises in each for one in premises] for node, each in inferences.items()
        }
        answer = stored(size, convergent, givens).support_width("g", "n0")
        assert answer["refutation_width"] == answer["disjoint_paths"]
        assert answer["refutation_exact"] is True


def argument(*premises: dict[str, Any]) -> dict[str, Any]:
    nodes = [{"id": name, "claim": f"axiom {name}", "type": "given"} for name in "abcdefgh"]
    nodes.append({"id": "z", "claim": "the theorem", "type": "conclusion"})
    store = GraphStore(auto_merge=False)
    store.assert_graph("g", nodes, [{"to": "z", "relation": "supports", **premise} for premise in premises])
    return store.support_width("g", "z")


def test_two_premises_of_one_inference_are_no_two_supports() -> None:
    answer = argument({"from": "a", "linked": "proof"}, {"from": "b", "linked": "proof"})
    assert (answer["disjoint_paths"], answer["refutation_width"], answer["refutation_exact"]) == (2, 1, True)


def test_beyond_three_the_width_is_at_least_four() -> None:
    pairs = [{"from": name, "linked": f"proof {number // 2}"} for number, name in enumerate("abcdefgh")]
    answer = argument(*pairs)
    assert (answer["refutation_width"], answer["refutation_exact"]) == (4, False)


@pytest.mark.slow
def test_four_routes_without_links_are_enough_to_know_it_in_a_large_argument() -> None:
    layers, width = 60, 40
    givens = [{"id": f"n0-{place}", "claim": f"axiom {place}", "type": "given"} for place in range(width)]
    claims = [
        {"id": f"n{layer}-{place}", "claim": f"lemma {place} of {layer}", "type": "inference"}
        for layer in range(1, layers)
        for place in range(width)
    ]
    goal = {"id": "goal", "claim": "the theorem", "type": "conclusion"}
    edges = [
        {"from": f"n{layer - 1}-{(place * 7 + step) % width}", "to": f"n{layer}-{place}", "linked": names}
        for layer in range(1, layers)
        for place in range(width)
        for step, names in enumerate([[], [], [], [], "proof", "proof"])
    ]
    edges += [{"from": f"n{layers - 1}-{place}", "to": "goal"} for place in range(width)]
    store = GraphStore(auto_merge=False)
    store.assert_graph("g", [*givens, *claims, goal], [{"relation": "supports", **edge} for edge in edges])
    answer = store.support_width("g", "goal")
    assert (answer["refutation_width"], answer["refutation_exact"]) == (4, False)


def test_an_edge_that_names_its_inference_badly_is_refused() -> None:
    store = GraphStore()
    nodes = [{"id": name, "claim": f"claim {name}", "type": "given"} for name in "ab"]
    item = {"from": "a", "to": "b", "relation": "supports", "linked": 3}
    [refused] = store.assert_graph("g", nodes, [item])["rejected"]
    assert refused["reason"] == "linked must name an inference or several, got 3"


def test_linked_premises_survive_the_way_through_json() -> None:
    store = stored(4, {0: [{1, 2}, {3}], 1: [], 2: [], 3: []}, {1, 2, 3})
    told = GraphStore()
    graph = store.graph("g")
    told.assert_graph("g", graph["nodes"], graph["edges"])
    assert told.support_width("g", "n0")["refutation_width"] == 2
    assert told.falls_with("g", "n1") == []


@pytest.mark.slow
@pytest.mark.parametrize("count", [3_000, pytest.param(10_000, marks=pytest.mark.long)])
def test_thousands_of_nodes_with_linked_premises(count: int) -> None:
    rng = random.Random(3)
    inferences: Inferences = {node: [] for node in range(count)}
    for node in range(count - 100):
        for _ in range(2):
            later = range(node + 1, min(count, node + 200))
            inferences[node].append(set(rng.sample(later, min(len(later), rng.choice((1, 2, 3))))))
    answer = stored(count, inferences, set(range(count - 100, count))).support_width("g", "n0")
    assert 1 <= answer["refutation_width"] <= answer["disjoint_paths"]
