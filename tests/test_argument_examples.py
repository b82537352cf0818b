"""The worked example gives every value of the fixture through the command line; the joint is shown."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

from argcheck.api import check
from argcheck.cli import graph_command

ROOT = Path(__file__).parent.parent
EXAMPLE, JOINT = ROOT / "examples" / "worked-example", ROOT / "examples" / "joint"
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or ROOT.parent / "shared")
FIXTURE = SHARED / "data" / "logic-graph-fixture.json"


def graph(folder: Path, *options: str) -> dict[str, Any]:
    argv = [str(folder), "--no-cache", "--isolated", *options]
    done = graph_command.command.main(argv, standalone_mode=False)
    assert done.code == 0, done.err
    return json.loads(done.out)["documents"][0]


def call(folder: Path, function: str, *more: str) -> dict[str, Any]:
    document = graph(folder, "--call", function, *more)
    return document["results"][0] if "results" in document else document["result"]


@pytest.fixture
def refuted(tmp_path: Path) -> Path:
    """The example in which D is refuted."""
    folder = tmp_path / "example"
    shutil.copytree(EXAMPLE, folder)
    main_file = folder / "main.tex"
    text = main_file.read_text("utf-8")
    note = "% argcheck: refuted D: the column was misread\n"
    main_file.write_text(text.replace("% argcheck: claim id=F", note + "% argcheck: claim id=F"), "utf-8")
    return folder


def test_ingest() -> None:
    answer = call(EXAMPLE, "assert_graph")
    expected = {"accepted_nodes": 8, "accepted_edges": 7, "rejected": [], "auto_merged": []}
    assert answer == {**expected, "contradictions_created": []}


def test_structure() -> None:
    answer = call(EXAMPLE, "check_structure")
    assert answer["orphans"] == ["F", "G"]
    assert answer["assumptions"] == answer["cycles"] == answer["refuted_but_feeding"] == []
    assert answer["unreachable_conclusion"] is False


def test_width() -> None:
    answer = call(EXAMPLE, "support_width")
    assert answer["disjoint_paths"] == 2
    assert ["D", "Z"] in answer["paths"]
    assert answer["max_flow"] == pytest.approx(1.5)


def test_critical_links() -> None:
    answer = call(EXAMPLE, "critical_links")
    assert set(answer["min_cut_nodes"]) in ({"C", "D"}, {"D", "E"})
    assert answer["bridge_edges"] == []
    values = {"->".join(row["edge"]): row["betweenness"] for row in answer["ranked"]}
    assert values == {"C->E": 2, "E->Z": 2, "A->C": 1, "B->C": 1, "D->Z": 1, "D->E": 0}
    least = {"->".join(row["edge"]): row["min_confidence_on_edge"] for row in answer["ranked"]}
    assert least == {"D->Z": 0.7, "C->E": 0.8, "D->E": 0.8, "E->Z": 0.8, "A->C": 0.85, "B->C": 0.85}


def test_surviving() -> None:
    answer = call(EXAMPLE, "surviving_claims")
    assert sorted(answer["in"]) == list("BCDEFGZ")
    assert (answer["out"], answer["undecided"]) == (["A"], [])
    assert sorted(answer["surviving"]) == list("BCDEGZ")


def test_disputed() -> None:
    answer = call(EXAMPLE, "disputed_nodes")
    assert answer["contradiction_pairs"] == []
    assert sorted(one["id"] for one in answer["isolated_load_bearing"]) == list("ABCDEGZ")


def test_refuting_narrows() -> None:
    answer = call(EXAMPLE, "mark_refuted", "--node", "D", "--reason", "the column was misread")
    assert answer == {"ok": True, "width_before": 2, "width_after": 1}


@pytest.mark.slow
def test_refuted_in_the_text(refuted: Path) -> None:
    assert call(refuted, "check_structure")["refuted_but_feeding"] == ["D"]
    width = call(refuted, "support_width")
    assert width["disjoint_paths"] == 1
    assert width["max_flow"] == pytest.approx(0.8)
    links = call(refuted, "critical_links")
    assert links["min_cut_nodes"] in (["C"], ["E"])
    assert links["bridge_edges"] == [["C", "E"], ["E", "Z"]]
    labels = call(refuted, "surviving_claims")
    assert (sorted(labels["in"]), sorted(labels["out"])) == (list("BCEFGZ"), ["A", "D"])
    assert sorted(labels["surviving"]) == list("BCEGZ")


@pytest.mark.skipif(not FIXTURE.is_file(), reason="the fixture is not at hand")
def test_the_example_is_the_fixture() -> None:
    """Ids, kinds, confidences and edges are those of the fixture; the wording is ours."""
    document = graph(EXAMPLE, "--format", "json")
    ingests = json.loads(FIXTURE.read_text("utf-8"))["input"]["ingest"]
    nodes = {(n["id"], n["type"], n["confidence"]) for one in ingests for n in one["nodes"]}
    edges = {(e["from"], e["to"], e["relation"], e["confidence"]) for one in ingests for e in one["edges"]}
    assert {(n["id"], n["kind"], n["confidence"]) for n in document["nodes"]} == nodes
    assert {(e["source"], e["target"], e["relation"], e["confidence"]) for e in document["edges"]} == edges
    assert all(node["file"] == "main.tex" and node["line"] for node in document["nodes"])


def findings(folder: Path) -> list[str]:
    report = check(folder, isolated=True)
    sources = report.sources
    return [
        f"{one.span.path.removeprefix('examples/').split('/', 1)[-1]}:{sources[one.span.path].position(one.span.start)[0]} {one.name}"
        for one in report.diagnostics
    ]


def test_what_the_example_is_told() -> None:
    assert findings(EXAMPLE) == [
        "main.tex:11 defeated-but-feeding",
        "main.tex:31 orphan-claim",
        "main.tex:37 orphan-claim",
    ]


def test_refuted_but_feeding_in_the_example(refuted: Path) -> None:
    report = check(refuted, isolated=True)
    (found,) = [one for one in report.diagnostics if one.name == "refuted-but-feeding"]
    assert (
        found.message
        == "refuted claim 'D' still carries the main claim 'Z' (width 2 -> 1): the column was misread"
    )


def test_the_joint() -> None:
    report = check(JOINT, isolated=True)
    (found,) = report.diagnostics
    assert found.name == "refuted-but-feeding"
    assert found.message.startswith(
        "retracted source 'harlow1998' still carries the main claim 'cl:main' (width 2 -> 1), via "
    )
    steps = [one.message for one in found.related]
    assert steps == [
        "'harlow1998' supports 'ev:replay'",
        "'ev:replay' supports 'cl:way'",
        "'cl:way' supports 'cl:main'",
    ]
