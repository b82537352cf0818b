"""The worked example of the design reproduces, with the judgement calls where its text conflicts."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from argcheck.argument.store import GraphStore

SHARED = Path(os.environ.get("ARGCHECK_SHARED", Path(__file__).parents[2].parent / "shared"))
DATA = SHARED / "data" / "logic-graph-fixture.json"
G = "fixture"


@pytest.fixture(scope="module")
def example() -> dict[str, Any]:
    if not DATA.exists():
        pytest.skip("the worked example is not here: set ARGCHECK_SHARED to the folder that holds data/")
    return json.loads(DATA.read_text("utf-8"))


def ingest(example: dict[str, Any]) -> tuple[GraphStore, dict[str, Any]]:
    store = GraphStore()
    total = {"accepted_nodes": 0, "accepted_edges": 0}
    lists: dict[str, list[Any]] = {"rejected": [], "auto_merged": [], "contradictions_created": []}
    for run in example["input"]["ingest"]:
        answer = store.assert_graph(G, run["nodes"], run["edges"], run_id=run["run_id"])
        for key in total:
            total[key] += answer[key]
        for key, entries in lists.items():
            entries.extend(answer[key])
    return store, total | lists


@pytest.fixture
def store(example: dict[str, Any]) -> GraphStore:
    return ingest(example)[0]


def test_ingest(example: dict[str, Any]) -> None:
    expected = example["expected"]["ingest"]
    assert ingest(example)[1] == {key: expected[key] for key in ingest(example)[1]}


def test_structure(example: dict[str, Any], store: GraphStore) -> None:
    expected = {key: value["literal"] for key, value in example["expected"]["check_structure"].items()}
    assert store.check_structure(G, "Z") == expected


def test_width(example: dict[str, Any], store: GraphStore) -> None:
    answer = store.support_width(G, "Z")
    assert answer["disjoint_paths"] == example["expected"]["support_width"]["disjoint_paths"]["literal"]
    readings = example["expected"]["support_width"]["max_flow"]["readings"]
    assert answer["max_flow"] == readings["conclusion_uncapped (sink = Z_in)"]
    # Of A and B, equally near, the one that stands is reported.
    assert answer["paths"] == [["D", "Z"], ["B", "C", "E", "Z"]]


def test_critical_links(example: dict[str, Any], store: GraphStore) -> None:
    expected = example["expected"]["critical_links"]
    answer = store.critical_links(G, "Z")
    assert answer["min_cut_nodes"] in expected["all_min_cuts"]
    assert answer["bridge_edges"] == expected["bridge_edges"]["literal"]
    values = {"->".join(row["edge"]): row["betweenness"] for row in answer["ranked"]}
    assert values == expected["edge_betweenness_subset"]["values"]
    least = {"->".join(row["edge"]): row["min_confidence_on_edge"] for row in answer["ranked"]}
    assert least == dict(expected["ranked_least_confident_first"]["min_of_edge_and_endpoints"])
    order = ["->".join(row["edge"]) for row in answer["ranked"]]
    assert order == ["C->E", "E->Z", "D->Z", "A->C", "B->C", "D->E"]


def test_surviving(example: dict[str, Any], store: GraphStore) -> None:
    expected = example["expected"]["surviving_claims"]
    answer = store.surviving_claims(G)
    for key in ("in", "out", "undecided"):
        assert sorted(answer[key]) == expected[key]["literal"]
    assert sorted(answer["surviving"]) == expected["surviving"]["stated"]


def test_refuting_d(example: dict[str, Any], store: GraphStore) -> None:
    expected = example["expected"]["mark_refuted_D"]
    answer = store.mark_refuted(G, "D", "survey column misread")
    assert answer == expected["returns"]["literal"]
    width = store.support_width(G, "Z")
    assert width["disjoint_paths"] == expected["disjoint_paths"]["literal"]
    assert width["max_flow"] == expected["max_flow"]["uncapped"]
    assert store.check_structure(G, "Z")["refuted_but_feeding"] == ["D"]
    links = store.critical_links(G, "Z")
    assert links["min_cut_nodes"] in expected["all_min_cuts"]
    assert links["bridge_edges"] == expected["bridge_edges"]
    labels = store.surviving_claims(G)
    assert {key: sorted(labels[key]) for key in expected["labels"]} == expected["labels"]
    assert sorted(labels["surviving"]) == expected["surviving_with_attacker_clause"]


def test_disputed(example: dict[str, Any], store: GraphStore) -> None:
    expected = example["expected"]["disputed_nodes"]
    answer = store.disputed_nodes(G, "Z")
    assert answer["contradiction_pairs"] == expected["contradiction_pairs"]["literal"]
    assert sorted(row["id"] for row in answer["isolated_load_bearing"]) == expected["with_note"]
    assert [row["id"] for row in answer["isolated_load_bearing"] if not row["on_path"]] == ["G"]
    assert {row["run_count"] for row in answer["isolated_load_bearing"]} == {1}


@pytest.mark.parametrize(("refuted", "width"), [("C", 1), ("AB", 1), ("ABD", 0)])
def test_refuted_nodes_leave_entirely(store: GraphStore, refuted: str, width: int) -> None:
    for node in refuted:
        answer = store.mark_refuted(G, node, "probe")
    assert answer["width_after"] == width
    assert store.support_width(G, "Z")["disjoint_paths"] == width
    assert store.critical_links(G, "Z")["min_cut_nodes"] == ([] if not width else ["D"])


def test_ingest_again_changes_nothing(example: dict[str, Any], store: GraphStore) -> None:
    before = json.dumps(store.graph(G))
    for run in example["input"]["ingest"]:
        store.assert_graph(G, run["nodes"], run["edges"], run_id=run["run_id"])
    assert json.dumps(store.graph(G)) == before


@pytest.mark.parametrize(
    ("a", "b", "outcome"),
    [
        ("Server X runs Linux", "server x runs linux.", "merge"),
        ("Server X runs Linux", "Server X does not run Linux", "attack"),
        ("Server X runs Linux", "Server X doesn\u2019t run Linux", "attack"),
        ("Server X runs Linux", "Server X never runs Linux", "attack"),
        ("Server X can run Linux", "Server X cannot run Linux", "attack"),
        ("trellium melts at 412 C", "trellium melts at 350 C", "attack"),
        ("trellium melts at 84,200 C", "trellium melts at 84200 C", "merge"),
        ("the gain is 5 %", "the gain is 5%", "merge"),
        ("the gain is -5 units", "the gain is 5 units", "attack"),
        ("A implies B", "B implies A", "nothing"),
        ("X increases Y", "X decreases Y", "nothing"),
        (
            "The method is fast on all large inputs we tried",
            "The new method is not fast on all large inputs we tried",
            "nothing",
        ),
        ("f(n) < g(n)", "f(n) > g(n)", "nothing"),
        ("!!!", "???", "nothing"),
    ],
)
def test_pairs(a: str, b: str, outcome: str) -> None:
    store = GraphStore()
    nodes = [{"id": name, "claim": text, "type": "given"} for name, text in (("r1:n", a), ("r2:n", b))]
    answer = store.assert_graph(G, nodes)
    pair = [["r1:n", "r2:n"]]
    assert answer["auto_merged"] == (pair if outcome == "merge" else [])
    assert answer["contradictions_created"] == (pair if outcome == "attack" else [])
    attacks = [(edge["source"], edge["target"]) for edge in store.graph(G)["edges"]]
    assert attacks == ([("r1:n", "r2:n"), ("r2:n", "r1:n")] if outcome == "attack" else [])
