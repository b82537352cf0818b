"""Exports for other programs, each read by a reader of its own where it is installed, and by a small one here."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path

import networkx as nx
import pytest

from argcheck.cli.graph_command import command

ARGDOWN = Path(os.environ.get("ARGCHECK_ARGDOWN", "missing")) / "node_modules"
TEXT = r"""\documentclass{article}
\newtheorem{lemma}{Lemma}
\newtheorem{assumption}{Assumption}
\begin{document}
\begin{lemma}\label{lem:a_1} A [x] * \{b\} \#tag @ // \_em\_ /* c */ $<d> = 5$.\end{lemma}
\begin{assumption}\label{ass:b} It is dry.\end{assumption}
\begin{lemma}\label{lem:c} C.\end{lemma}
\begin{proof}By \ref{lem:a_1} and \ref{ass:b}.\end{proof}
% argcheck: claim id=cl:x
So it rains.
% argcheck: attacks cl:x
It is sunny today.
% argcheck: claim id=cl:y uses=lem:c,lem:a_1
So it pours.
% argcheck: attacks cl:y
% argcheck: claim id=cl:z
Not at all wet here.
% argcheck: refuted cl:z: somebody looked
\end{document}
"""
CLAIMS = ["lem:a_1", "ass:b", "lem:c", "cl:x", "cl:y", "cl:z"]


@pytest.fixture
def said(tmp_path):
    (tmp_path / "main.tex").write_text(TEXT, encoding="utf-8")

    def run(form):
        argv = [str(tmp_path), "--no-cache", "--isolated", "--format", form]
        return command.main(argv, standalone_mode=False).out

    return run


@pytest.mark.slow
@pytest.mark.skipif(
    not ARGDOWN.is_dir(), reason="ARGCHECK_ARGDOWN names no folder with @argdown/core from npm"
)
def test_argdown_reads_argdown(said):
    script = Path(__file__).with_name("argdown.mjs")
    done = subprocess.run(
        ["node", str(script)],
        cwd=ARGDOWN.parent,
        input=said("argdown").encode(),
        capture_output=True,
        check=True,
    )
    read = json.loads(done.stdout)
    assert read["errors"] == []
    assert set(CLAIMS) < set(read["statements"])
    assert len(read["statements"]) == len(CLAIMS) + 1
    assert read["arguments"] == {"lem:c: proof 1": ["ass:b", "lem:a_1", "lem:c"]}
    relations = {tuple(each) for each in read["relations"] if "sentence" not in each[1]}
    assert relations == {
        ("attack", "cl:z", "cl:y"),
        ("support", "lem:a_1", "cl:y"),
        ("support", "lem:c", "cl:y"),
    }


def test_linked_premises_are_one_argument_in_argdown(said):
    blocks = said("argdown").split("\n\n")
    start = blocks.index("<lem:c: proof 1>")
    assert blocks[start + 1] == "(1) [ass:b]\n(2) [lem:a_1]\n-----\n(3) [lem:c]"
    assert "[cl:y]: So it pours.\n  - [cl:z]\n  + [lem:a_1]\n  + [lem:c]" in blocks
    assert not re.search(r"[\[\]{}<>#@*/]", blocks[0].partition(": ")[2])


def test_aif_is_a_graph_of_claims_and_inferences(said):
    data = json.loads(said("aif"))
    graph = nx.DiGraph((edge["fromID"], edge["toID"]) for edge in data["edges"])
    sorts = {node["nodeID"]: node["type"] for node in data["nodes"]}
    texts = {node["nodeID"]: node["text"] for node in data["nodes"]}
    assert len(sorts) == len(data["nodes"])
    assert sorted(sorts.values()).count("I") == 7
    for source, target in graph.edges:
        assert (sorts[source] == "I") != (sorts[target] == "I")
    steps = [name for name, sort in sorts.items() if sort != "I"]
    assert all(graph.out_degree(name) == 1 and graph.in_degree(name) >= 1 for name in steps)
    inference = next(name for name in steps if graph.in_degree(name) == 2)
    assert sorts[inference] == "RA"
    assert [texts[name] for name in graph.successors(inference)] == ["C."]
    assert sorted(sorts[name] for name in steps) == ["CA", "CA", "RA", "RA", "RA"]


def test_arguebuf_reads_aif(said):
    arguebuf = pytest.importorskip("arguebuf", reason="arguebuf is not installed")
    read = arguebuf.load.aif(json.loads(said("aif")))
    assert (len(read.atom_nodes), len(read.scheme_nodes)) == (7, 5)


def framework(text):
    """Read facts of ASPARTIX."""
    names = re.findall(r"^arg\(([a-z][a-z0-9_]*)\)\.$", text, re.MULTILINE)
    attacks = re.findall(r"^att\(([a-z][a-z0-9_]*),([a-z][a-z0-9_]*)\)\.$", text, re.MULTILINE)
    assert len(names) + len(attacks) == len(text.splitlines())
    return names, attacks


def test_aspartix_has_the_attacks_and_what_is_refuted(said):
    names, attacks = framework(said("apx"))
    assert len(set(names)) == len(names) == 8
    assert {("cl_z", "cl_y"), ("against_cl_z", "cl_z")} < set(attacks)
    assert {name for pair in attacks for name in pair} <= set(names)
    first, second = said("tgf").split("#\n")
    assert first.split() == names
    assert [tuple(line.split()) for line in second.splitlines()] == attacks


def test_pygarg_reads_aspartix(said, tmp_path):
    parser = pytest.importorskip("pygarg.dung.apx_parser", reason="pygarg is not installed")
    (tmp_path / "x.apx").write_text(said("apx"), encoding="utf-8")
    names, attacks = parser.parse(str(tmp_path / "x.apx"))
    assert (names, [tuple(pair) for pair in attacks]) == framework(said("apx"))
