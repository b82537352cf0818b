"""What the store takes, refuses and answers, from the common to the odd."""

from __future__ import annotations

import copy
import itertools
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from argcheck.argument.store import GraphStore
from argcheck.argument.store_errors import (
    ConclusionIsGivenError,
    InvalidArgumentError,
    UnknownGraphError,
    UnknownNodeError,
)

ROOT = Path(__file__).parents[2]
READS = ("check_structure", "critical_links", "support_width", "disputed_nodes")


def node(name: str, kind: str = "inference", **more: object) -> dict[str, Any]:
    # Ids are spelled out letter by letter, so that no two claims of these tests resemble each other.
    return {"id": name, "claim": " ".join(f"{char * 5}{name}" for char in name), "type": kind, **more}


def edge(source: str, target: str, relation: str = "supports", **more: object) -> dict[str, Any]:
    return {"from": source, "to": target, "relation": relation, **more}


def store_of(nodes: list[dict[str, Any]], edges: list[dict[str, Any]]) -> GraphStore:
    store = GraphStore(auto_merge=False)
    answer = store.assert_graph("g", nodes, edges)
    assert answer["rejected"] == []
    return store


BAD_NODES = [
    (7, "not an object but int"),
    (None, "not an object but NoneType"),
    ({}, "id is missing"),
    ({"id": "", "claim": "c", "type": "given"}, "id must be text that is not empty, got ''"),
    ({"id": "x", "type": "given"}, "claim or text is missing"),
    ({"id": "x", "claim": " ", "type": "given"}, "claim must be text that is not empty, got ' '"),
    (node("x", "guess"), "unknown type 'guess'"),
    (node("x", ["given"]), "unknown type ['given']"),  # type: ignore[arg-type]
    (node("x", role="villain"), "unknown role 'villain'"),
    (node("x", open="yes"), "open must be true or false, got 'yes'"),
    (node("x", confidence="high"), "confidence 'high' is not a number"),
    (node("x", confidence=True), "confidence True is not a number"),
    (node("x", confidence=1.01), "confidence 1.01 is outside 0..1"),
    (node("x", confidence=-0.1), "confidence -0.1 is outside 0..1"),
    (node("x", confidence=float("nan")), "confidence nan is outside 0..1"),
    (node("x", run_ids="r1"), "run_ids must be a list of texts, got 'r1'"),
    (node("x", locations=[{1j}]), "locations must be plain JSON values"),
    ({"id": "a", "claim": "something else", "type": "given"}, "id 'a' already names another claim"),
]
BAD_EDGES = [
    ("a->b", "not an object but str"),
    ({"to": "a", "relation": "supports"}, "source or from or src is missing"),
    (edge("a", "nowhere"), "edge end 'nowhere' is not a node of the graph"),
    (edge("a", "b", "proves"), "unknown relation 'proves'"),
    (edge("a", "b", confidence=float("inf")), "confidence inf is outside 0..1"),
]


@pytest.mark.parametrize(("item", "reason"), BAD_NODES)
def test_bad_nodes_are_refused_one_by_one(item: object, reason: str) -> None:
    store = GraphStore()
    answer = store.assert_graph("g", [node("a", "given"), item, node("b")], [edge("a", "b")])
    assert (answer["accepted_nodes"], answer["accepted_edges"]) == (2, 1)
    assert [entry["reason"] for entry in answer["rejected"]] == [answer["rejected"][0]["reason"]]
    assert answer["rejected"][0]["reason"].startswith(reason)
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize(("item", "reason"), BAD_EDGES)
def test_bad_edges_are_refused_one_by_one(item: object, reason: str) -> None:
    store = GraphStore()
    answer = store.assert_graph("g", [node("a", "given"), node("b")], [item, edge("a", "b")])
    assert (answer["accepted_nodes"], answer["accepted_edges"]) == (2, 1)
    assert answer["rejected"][0]["reason"].startswith(reason)
    json.dumps(answer, allow_nan=False)


@pytest.mark.parametrize("nodes", ["text", {"id": "a"}, 3, None])
def test_items_must_be_a_list(nodes: Any) -> None:
    with pytest.raises(InvalidArgumentError, match="nodes must be a list of objects"):
        GraphStore().assert_graph("g", nodes)


@pytest.mark.parametrize("spelling", [("from", "to"), ("src", "dst"), ("source", "target")])
def test_all_spellings(spelling: tuple[str, str]) -> None:
    store = GraphStore()
    nodes = [
        {"id": "a", "text": "some data", "kind": "given"},
        {"id": "b", "claim": "result", "role": "Claim"},
    ]
    link = {spelling[0]: "a", spelling[1]: "b", "relation": "supports"}
    assert store.assert_graph("g", nodes, [link])["rejected"] == []
    assert store.graph("g")["edges"][0]["source"] == "a"
    assert store.graph("g")["nodes"][1]["kind"] == "inference"


def test_unknown_names() -> None:
    store = store_of([node("a", "given"), node("b")], [])
    for name in READS:
        with pytest.raises(UnknownGraphError, match="unknown graph 'other'"):
            getattr(store, name)("other", "a")
        with pytest.raises(UnknownNodeError, match="unknown node 'nobody' in graph 'g'"):
            getattr(store, name)("g", "nobody")
    with pytest.raises(UnknownNodeError):
        store.mark_refuted("g", "nobody", "why")
    with pytest.raises(UnknownGraphError):
        store.surviving_claims("other")
    with pytest.raises(InvalidArgumentError):
        store.merge_duplicates("g", jaccard_threshold=2)


def test_a_given_has_no_width() -> None:
    store = store_of([node("a", "given"), node("b", "given")], [edge("a", "b")])
    for function in (store.support_width, store.critical_links, store.widths):
        with pytest.raises(ConclusionIsGivenError, match="conclusion 'b' is typed given"):
            function("g", "b")
    assert store.check_structure("g", "b")["unreachable_conclusion"] is False


def test_reads_do_not_write_and_answer_anew() -> None:
    store = store_of([node("a", "given"), node("z", "conclusion")], [edge("a", "z")])
    before = copy.deepcopy(store.graph("g"))
    first = [getattr(store, name)("g", "z") for name in READS]
    spoiled = [getattr(store, name)("g", "z") for name in READS]
    for answer in [*spoiled, store.graph("g"), store.surviving_claims("g")]:
        for value in answer.values():
            if isinstance(value, list):
                value.clear()
    assert [getattr(store, name)("g", "z") for name in READS] == first
    assert store.graph("g") == before
    json.dumps(first, allow_nan=False)


def test_no_given_at_all() -> None:
    store = store_of([node("a"), node("z", "conclusion")], [edge("a", "z")])
    assert store.check_structure("g", "z") == {
        "orphans": ["a"],
        "assumptions": [],
        "cycles": [],
        "unreachable_conclusion": True,
        "refuted_but_feeding": [],
    }
    assert store.support_width("g", "z") == {
        "disjoint_paths": 0,
        "paths": [],
        "max_flow": 0.0,
        "refutation_width": 0,
        "refutation_exact": True,
    }
    assert store.critical_links("g", "z") == {"min_cut_nodes": [], "bridge_edges": [], "ranked": []}
    assert store.surviving_claims("g")["surviving"] == []


def test_the_shortest_route_is_the_first() -> None:
    store = store_of(
        [node("a", "given"), node("b"), node("c", "given"), node("z", "conclusion")],
        [edge("a", "b"), edge("b", "z"), edge("c", "z")],
    )
    assert store.support_width("g", "z")["paths"] == [["c", "z"], ["a", "b", "z"]]


def test_what_attacks_a_route_bears_on_it_until_it_is_refuted() -> None:
    store = store_of(
        [
            node("a", "given", run_id="r1"),
            *(node(name, run_id="r1") for name in "rst"),
            node("z", "conclusion", run_id="r1"),
        ],
        [edge("a", "z"), edge("r", "a", "attacks"), edge("s", "a", "attacks")],
    )
    store.mark_refuted("g", "r", "it was wrong")
    isolated = store.disputed_nodes("g", "z")["isolated_load_bearing"]
    assert [(one["id"], one["on_path"]) for one in isolated] == [("a", True), ("s", False), ("z", True)]


def test_a_node_without_runs_is_not_isolated() -> None:
    store = store_of([node("a", "given"), node("z", "conclusion", run_id="r1")], [edge("a", "z")])
    isolated = store.disputed_nodes("g", "z")["isolated_load_bearing"]
    assert [(one["id"], one["run_count"]) for one in isolated] == [("z", 1)]


def test_shares_of_routes_that_add_up_to_one_are_one() -> None:
    tenths = [f"m{number}" for number in range(10)]  # added up, ten of 0.1 are less than 1
    store = store_of(
        [
            *(node(name, "given") for name in "gh"),
            *(node(name) for name in ("n", "x", "y", *tenths)),
            node("z", "conclusion"),
        ],
        [
            *(edge("g", name) for name in tenths),
            *(edge(name, "n") for name in tenths),
            *(edge("n", "x"), edge("x", "z", confidence=0.2), edge("h", "y"), edge("y", "z")),
        ],
    )
    assert store.critical_links("g", "z")["ranked"][0]["edge"] == ["x", "z"]


def test_all_givens_refuted() -> None:
    names = ["a", "b", "c"]
    store = store_of(
        [*(node(name, "given") for name in names), node("z", "conclusion")],
        [edge(name, "z") for name in names],
    )
    answers = [store.mark_refuted("g", name, "wrong") for name in names]
    assert [(answer["width_before"], answer["width_after"]) for answer in answers] == [(3, 2), (2, 1), (1, 0)]
    assert store.mark_refuted("g", "a", "still wrong")["width_after"] == 0
    assert store.critical_links("g", "z")["ranked"] == []
    assert store.check_structure("g", "z")["refuted_but_feeding"] == names


def test_refuting_without_a_conclusion() -> None:
    store = store_of([node("a", "given")], [])
    answer = store.mark_refuted("g", "a", "wrong")
    assert answer == {"ok": True, "width_before": None, "width_after": None}
    assert store.surviving_claims("g")["out"] == ["a"]


def test_a_circle_that_nothing_feeds() -> None:
    links = [edge("a", "b"), edge("b", "c"), edge("c", "a"), edge("c", "z"), edge("b", "a")]
    store = store_of([*(node(name) for name in "abc"), node("z", "conclusion"), node("g", "given")], links)
    answer = store.check_structure("g", "z")
    assert answer["unreachable_conclusion"] is True
    assert answer["orphans"] == []
    assert answer["cycles"] == [["a", "b"], ["a", "b", "c"]]


def test_widths() -> None:
    nodes = [
        node("a", "given"),
        node("b", "given"),
        node("h", "assumption"),
        node("x"),
        node("z", "conclusion"),
    ]
    links = [edge("a", "z"), edge("b", "z"), edge("h", "z", "assumes"), edge("x", "b", "attacks")]
    store = store_of(nodes, links)
    assert store.widths("g", "z") == {"structural": 2, "surviving": 1, "assumption_only": 1}
    assert store.check_structure("g", "z")["assumptions"] == ["h"]


def test_what_falls_with_a_claim() -> None:
    links = [edge("a", "b"), edge("b", "c"), edge("c", "z"), edge("d", "z"), edge("a", "e"), edge("d", "e")]
    kinds = {"a": "given", "d": "given", "z": "conclusion"}
    store = store_of([node(name, kinds.get(name, "inference")) for name in "abcdez"], links)
    assert store.falls_with("g", "a") == ["b", "c"]
    assert store.falls_with("g", "d") == []
    assert store.falls_with("g", "z") == []


@pytest.mark.slow
def test_thousands_of_mutual_attacks() -> None:
    count = 4000
    names = [f"n{number}" for number in range(count)]
    nodes = [{"id": name, "claim": f"claim {name}", "type": "given"} for name in names]
    links = [edge(names[i], names[i ^ 1], "attacks") for i in range(count)]
    store = store_of([*nodes, node("z", "conclusion")], [*links, edge("n0", "z")])
    assert len(store.surviving_claims("g")["undecided"]) == count
    assert len(store.disputed_nodes("g", "z")["contradiction_pairs"]) == count // 2
    assert store.support_width("g", "z")["disjoint_paths"] == 1
    assert store.widths("g", "z")["surviving"] == 1


@pytest.mark.slow
def test_thousands_of_claims_that_differ_in_a_number() -> None:
    store = GraphStore()
    nodes = [
        {"id": f"n{number:04}", "claim": f"sample {number} melts early", "type": "given"}
        for number in range(2000)
    ]
    answer = store.assert_graph("g", nodes)
    assert answer["auto_merged"] == []
    # Beyond a hundred the pairs form a chain, so that each claim is still disputed.
    assert len(answer["contradictions_created"]) == 1999
    assert len(store.surviving_claims("g")["undecided"]) == 2000


def test_preferred_and_stable() -> None:
    store = store_of([node(name) for name in "abc"], [edge("a", "b", "attacks"), edge("b", "a", "attacks")])
    answer = store.surviving_claims("g", "preferred")
    assert answer["complete"] is True
    assert answer["limit"] is None
    assert [each["in"] for each in answer["labellings"]] == [["a", "c"], ["b", "c"]]
    odd = store_of([node(name) for name in "abc"], [edge(a, b, "attacks") for a, b in ("ab", "bc", "ca")])
    assert [each["in"] for each in odd.surviving_claims("g", "preferred")["labellings"]] == [[]]
    none = {"semantics": "stable", "labellings": [], "complete": True, "limit": None}
    assert odd.surviving_claims("g", "stable") == none
    with pytest.raises(InvalidArgumentError, match="unknown semantics 'ideal'"):
        odd.surviving_claims("g", "ideal")


@pytest.mark.slow
def test_limits_of_the_search_are_said() -> None:
    pairs = [(f"{side}{n}", f"{other}{n}") for n in range(8) for side, other in ("ab", "ba")]
    store = store_of(
        [node(f"{side}{n}") for side in "ab" for n in range(8)], [edge(*p, "attacks") for p in pairs]
    )
    answer = store.surviving_claims("g", "stable")
    assert len(answer["labellings"]) == 100
    assert (answer["complete"], answer["limit"]) == (False, "there are more than 100 stable labellings")
    names = [f"n{number}" for number in range(60)]
    circles = [edge(names[n], names[n - 2 if n % 3 == 2 else n + 1], "attacks") for n in range(60)]
    hard = store_of(list(map(node, names)), circles)
    answer = hard.surviving_claims("g", "stable")
    assert (answer["complete"], answer["limit"]) == (False, "the search was given up after 200000 steps")


@pytest.mark.slow
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_preferred_and_stable_are_those_of_brute_force(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 6))
    names = [f"n{number}" for number in range(count)]
    attacks = data.draw(st.sets(st.tuples(st.sampled_from(names), st.sampled_from(names))))
    refuted = data.draw(st.sets(st.sampled_from(names)))
    store = store_of(list(map(node, names)), [edge(a, b, "attacks") for a, b in sorted(attacks)])
    for name in sorted(refuted):
        store.mark_refuted("g", name, "no")
    live = [name for name in names if name not in refuted]
    fought = {(a, b) for a, b in attacks if a not in refuted and b not in refuted}
    sets = [set(some) for size in range(len(live) + 1) for some in itertools.combinations(live, size)]
    free = [some for some in sets if not any((a, b) in fought for a in some for b in some)]
    struck = {frozenset(some): {b for a, b in fought if a in some} for some in free}
    admissible = [some for some in free if all(a in struck[frozenset(some)] for a, b in fought if b in some)]
    preferred = [some for some in admissible if not any(some < other for other in admissible)]
    stable = [some for some in free if some | struck[frozenset(some)] == set(live)]
    for kind, expected in (("preferred", preferred), ("stable", stable)):
        answer = store.surviving_claims("g", kind)
        assert answer["complete"]
        assert sorted(sorted(each["in"]) for each in answer["labellings"]) == sorted(map(sorted, expected))


@pytest.mark.slow
def test_deep_graphs_need_no_recursion() -> None:
    count = 20_000
    nodes = [{"id": str(n), "claim": f"c{n}", "type": "inference"} for n in range(count)]
    nodes[0]["type"], nodes[-1]["type"] = "given", "conclusion"
    links = [edge(str(n), str(n + 1)) for n in range(count - 1)]
    store = store_of(nodes, [*links, edge(str(count - 2), "1")])
    goal = str(count - 1)
    assert store.support_width("g", goal)["disjoint_paths"] == 1
    assert len(store.critical_links("g", goal)["bridge_edges"]) == count - 1
    assert len(store.check_structure("g", goal)["cycles"][0]) == count - 2
    assert len(store.falls_with("g", "0")) == count - 1


def test_import_is_cheap() -> None:
    probe = (
        "import sys, argcheck.argument.store as graph\n"
        "store = graph.GraphStore()\n"
        "store.assert_graph('g', [{'id': 'a', 'claim': 'some data', 'type': 'given'},"
        " {'id': 'z', 'claim': 'main result', 'type': 'conclusion'}],"
        " [{'from': 'a', 'to': 'z', 'relation': 'supports'}])\n"
        "store.critical_links('g', 'z'); store.support_width('g', 'z'); store.disputed_nodes('g', 'z')\n"
        "print(sorted({'networkx', 'numpy', 'dataclasses', 'pydantic'} & set(sys.modules)))"
    )
    environment = {"PYTHONPATH": str(ROOT), "PATH": ""}
    done = subprocess.run(
        [sys.executable, "-c", probe], capture_output=True, text=True, env=environment, check=True
    )
    assert done.stdout == "[]\n"
