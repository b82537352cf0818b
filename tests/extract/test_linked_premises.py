"""Which supports are needed together: premises of one proof, and what an author joins by a plus sign."""

from __future__ import annotations

import json

import pytest

from argcheck.argument.store import GraphStore
from argcheck.cli.graph_command import command

AXIOMS = r"""\documentclass{article}\usepackage{amsthm}\newtheorem{axiom}{Axiom}\newtheorem{theorem}{Theorem}
\begin{document}
\begin{axiom}\label{ax:a}Every bird has wings.\end{axiom}
\begin{axiom}\label{ax:b}Whatever has wings can fly.\end{axiom}
\begin{theorem}\label{thm:fly}Every bird can fly.\end{theorem}
PROOF
\end{document}
"""
ONE = r"\begin{proof}By Axiom~\ref{ax:a} and Axiom~\ref{ax:b} together.\end{proof}"
TWO = r"\begin{proof}By Axiom~\ref{ax:a}.\end{proof}\begin{proof}Again, by Axiom~\ref{ax:b}.\end{proof}"
USES = r"\begin{proof}\uses{ax:a, ax:b}Clear.\end{proof}"


def asked(folder, proof, *options):
    (folder / "main.tex").write_text(AXIOMS.replace("PROOF", proof), encoding="utf-8")
    return json.loads(
        command.main([str(folder), "--no-cache", "--isolated", *options], standalone_mode=False).out
    )


def width(folder, proof):
    answer = asked(folder, proof, "--call", "support_width")["documents"][0]["results"][0]
    return answer["disjoint_paths"], answer["refutation_width"]


def falls(folder, proof, name):
    answer = asked(folder, proof, "--without", name, "--format", "json")["documents"][0]
    return [node["id"] for node in answer["falls"]]


@pytest.mark.parametrize("proof", [ONE, USES])
def test_the_premises_of_one_proof_are_needed_together(tmp_path, proof):
    assert width(tmp_path, proof) == (2, 1)
    assert falls(tmp_path, proof, "ax:a") == ["thm:fly"] == falls(tmp_path, proof, "ax:b")


def test_two_proofs_are_two_supports(tmp_path):
    assert width(tmp_path, TWO) == (2, 2)
    assert falls(tmp_path, TWO, "ax:a") == []


def test_what_the_statement_uses_is_needed_by_each_of_its_proofs(graph):
    g = graph(r"""
\begin{definition}\label{d} D. \end{definition} \begin{lemma}\label{a} A. \end{lemma} \begin{lemma}\label{b} B. \end{lemma}
\begin{theorem}\label{t}\uses{d} T. \end{theorem}
\begin{proof} By \ref{a}. \end{proof} \begin{proof} By \ref{b}. \end{proof}""")
    named = {edge.source: edge.linked for edge in g.edges if edge.target == "t"}
    assert named == {"d": ("t: proof 1", "t: proof 2"), "a": ("t: proof 1",), "b": ("t: proof 2",)}


CLAIMS = r"""
\argclaim[kind=given]{a}{The sample was random.} \argclaim[kind=given]{b}{The effect was large.}
\argclaim{end}{The treatment works.}\uses{USES} \argroot{end}"""


@pytest.mark.parametrize(("uses", "widths"), [("a,b", 2), ("a+b", 1)])
def test_a_plus_sign_links_what_a_claim_uses(graph, uses, widths):
    store = GraphStore(auto_merge=False)
    store.load("g", g := graph(CLAIMS.replace("USES", uses)))
    assert not g.problems
    assert store.support_width("g", "end")["refutation_width"] == widths
    assert store.falls_with("g", "a") == ([] if widths == 2 else ["end"])


def test_a_comment_may_link_as_well_and_each_part_has_its_place(graph):
    g = graph(
        "% argcheck: claim id=end uses=a+nobody\nThe treatment works.\n\n\\argclaim[kind=given]{a}{It is so.}"
    )
    [edge] = g.edges
    assert (edge.source, edge.linked) == ("a", ("end: a+nobody",))
    [problem] = g.problems
    assert (problem.kind, g.files["main.tex"].text[problem.span.start : problem.span.end]) == (
        "unknown-id",
        "nobody",
    )


def test_an_id_that_holds_a_plus_sign_is_one_id(graph):
    g = graph(r"\argclaim[kind=given]{a+b}{It is so.} \argclaim{end}{It works.}\uses{a+b}")
    assert [(edge.source, edge.linked) for edge in g.edges] == [("a+b", ())]
