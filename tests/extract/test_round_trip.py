"""The graph JSON of a manuscript, given to `assert_graph`, is the same graph."""

from __future__ import annotations

from pathlib import Path

import pytest

from argcheck.argument.extract.build import build
from argcheck.argument.extract.export import as_json
from argcheck.argument.store import GraphStore
from argcheck.reading.workspace import Workspace
from argcheck.settings import config

ROOT = Path(__file__).parents[2]
DOCUMENTS = sorted(
    path
    for folder in ("examples", "tests/manuscripts")
    for path in (ROOT / folder).iterdir()
    if path.is_dir()
)
#: Three sentences that each report one source: what they say rests on it and is not given beside it.
ONE_SOURCE = r"""
\argclaim[role=evidence]{ev:a}{Times fell}\uses{cite:a}. \argclaim[role=evidence]{ev:b}{Costs fell}\uses{cite:a}.
\argclaim[role=evidence]{ev:c}{Errors fell}\uses{cite:a}.
\argclaim{end}{The method is better}\uses{ev:a, ev:b, ev:c}. \argroot{end} \bibliography{refs}"""


def answers(store, conclusions):
    return {
        name: (
            store.support_width("g", name)["disjoint_paths"],
            store.widths("g", name),
            store.falls_with("g", name),
        )
        for name in conclusions
    }


def both(graph):
    """Return a store that holds the graph, and one that was told what the graph's JSON says."""
    held, told = GraphStore(), GraphStore()
    held.load("g", graph)
    exported = as_json(graph, "")
    answer = told.assert_graph("g", exported["nodes"], exported["edges"])
    assert (answer["rejected"], answer["auto_merged"], answer["contradictions_created"]) == ([], [], [])
    return held, told


@pytest.mark.parametrize("folder", DOCUMENTS, ids=lambda path: path.name)
def test_json_out_is_json_in(folder):
    settings = config.settings_for((folder,), cwd=folder, isolated=True)
    for document in Workspace([folder], settings, cwd=folder).read():
        graph = build(document)
        held, told = both(graph)
        conclusions = [node.id for node in graph.conclusions if node.kind != "given"]
        assert answers(told, conclusions) == answers(held, conclusions)


def test_what_rests_on_one_source_has_one_route_inside_and_outside(graph):
    g = graph(ONE_SOURCE, bib="@misc{a, title={A source}}")
    held, told = both(g)
    assert answers(told, ["end"]) == answers(held, ["end"])
    assert told.widths("g", "end")["structural"] == 1


def test_what_is_refuted_stays_refuted(graph):
    g = graph(ONE_SOURCE + "\n% argcheck: refuted ev:a: misread", bib="@misc{a, title={A source}}")
    _, told = both(g)
    assert told.check_structure("g", "end")["refuted_but_feeding"] == ["ev:a"]


def test_two_places_that_say_the_same_are_two_claims_outside_too(graph):
    g = graph(
        r"\argclaim{a}{The method is fast.} \argclaim{b}{The method is fast.} \argclaim{c}{The method is not fast.}"
    )
    _, told = both(g)
    assert len(told.graph("g")["nodes"]) == 3
    assert told.merge_duplicates("g") == {"merges": [], "contradictions_created": []}
    without_place = {"id": "r1:n", "claim": "the method is fast", "type": "inference"}
    assert told.assert_graph("g", [without_place])["auto_merged"] == [["a", "r1:n"]]
