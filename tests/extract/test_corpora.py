r"""A real blueprint against its peers' graphs, and the structure of it against its authors' ``\uses``."""

from __future__ import annotations

import json
import os
from collections import Counter
from functools import cache
from pathlib import Path

import pytest
from loaded_scripts import load

from argcheck.argument.extract.build import build
from argcheck.reading.workspace import Workspace
from argcheck.settings import config

HERE = Path(__file__).parents[2]
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or HERE.parent / "shared")
ROOT = "blueprint/src/web.tex"

pytestmark = pytest.mark.skipif(
    not (SHARED / "data").is_dir(), reason=f"the data of real blueprints is not at {SHARED}"
)


@cache
def truth():
    return json.loads((SHARED / "data/blueprint-sphere-eversion.json").read_text(encoding="utf-8"))


@cache
def document():
    folder = SHARED / "corpora/sphere-eversion"
    settings = config.settings_for((folder,), cwd=folder, isolated=True)
    return next(
        one for one in Workspace([folder], settings, cwd=folder).read() if one.manuscript.root == ROOT
    )


def declared():
    lost = {(used, user) for used, user, *_ in truth()["dropped_by_peer"]["declared_but_not_in_graph"]}
    return {(used, user) for used, user in truth()["edges"]} | lost


def test_a_blueprint_gives_the_graph_of_its_own_tool_and_what_that_tool_loses():
    graph = build(document(), ("author",))
    assert {node["id"] for node in truth()["nodes"]} == set(graph.nodes)
    assert {(edge.source, edge.target) for edge in graph.edges} == declared()


def test_nodes_stand_where_the_environments_begin():
    graph = build(document(), ("author",))
    for node in truth()["nodes"]:
        place = graph.nodes[node["id"]].places[0]
        assert (place.path, graph.line(place)[0]) == (node["file"], node["line"])


def test_what_the_blueprint_says_of_proofs_is_read():
    graph = build(document(), ("author",))
    for node in truth()["nodes"]:
        flags = graph.nodes[node["id"]].flags
        assert ("leanok" in flags, "notready" in flags) == (node["leanok"], node["notready"])
        assert ("proof-leanok" in flags) == node["proof_leanok"]
        assert bool(graph.layout.proofs_of.get(node["id"])) == node["has_proof"]


def test_an_unresolved_label_is_a_problem_at_its_line():
    graph = build(document(), ("author",))
    [problem] = [one for one in graph.problems if one.kind == "unknown-id"]
    label, _, file, line = truth()["dropped_by_peer"]["unresolved_labels"][0]
    assert label in problem.message
    statement = graph.layout.statements[graph.layout.at(problem.span)]
    assert (problem.span.path, graph.line(statement.span)[0]) == (file, line)
    assert graph.line(problem.span)[0] > line


def test_structure_finds_what_authors_declare(capsys):
    graph = build(document(), ("structure",))
    known = {node["id"] for node in truth()["nodes"]}
    found = {(e.source, e.target): e.cause for e in graph.edges if e.source in known and e.target in known}
    right, wanted = set(found) & declared(), declared()
    precision, recall = len(right) / len(found), len(right) / len(wanted)
    with capsys.disabled():
        print(f"\nstructure against \\uses: precision {precision:.3f}, recall {recall:.3f}")
        print("  right by cause:", dict(Counter(found[edge] for edge in right)))
        print("  extra by cause:", dict(Counter(found[edge] for edge in set(found) - right)))
        print(
            "  missed by kind of source:", dict(Counter(edge[0].partition(":")[0] for edge in wanted - right))
        )
    structure = load(HERE / "benchmarks/structure.py")
    source = structure.statements((SHARED / "corpora/sphere-eversion/blueprint/src").rglob("*.tex"))
    referred = {
        (used, user)
        for used, user in wanted
        if used in source and user in source and structure.refers(source[user], used, source[used])
    }
    assert len(referred) > 30
    assert precision >= 0.85
    assert recall >= 0.45
    assert len(right & referred) / len(referred) >= 0.9


def test_references_alone_do_better_than_references_in_the_nearest_proof():
    graph = build(document(), ("structure",))
    edges = {(e.source, e.target) for e in graph.edges if e.cause == "reference"}
    known = {node["id"] for node in truth()["nodes"]}
    edges = {edge for edge in edges if known.issuperset(edge)}
    assert len(edges & declared()) / len(edges) >= 0.92
