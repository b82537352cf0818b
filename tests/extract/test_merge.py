"""Runs over one manuscript are joined by place first."""

from __future__ import annotations

import pytest

from argcheck.argument.model import AUTHOR, CUES, STRUCTURE, ArgumentRun, Edge, Node, Refutation
from argcheck.argument.store import GraphStore
from argcheck.files.diagnostic import Span

BODY = "The method is fast on all inputs. It does not leak memory."
OFFSET = 0


def model(*nodes, edges=()):
    return ArgumentRun("r1", {node.id: node for node in nodes}, list(edges), [])


def place(graph, words):
    text = graph.files["main.tex"].text
    return Span("main.tex", text.index(words), text.index(words) + len(words))


def test_a_model_and_the_author_meet_at_the_sentence(graph):
    body = "% argcheck: claim id=cl:fast\n" + BODY
    first = graph(body)
    node = Node(
        "r1:n1",
        "the procedure needs little time",
        (place(first, "The method is fast on all inputs."),),
        ("r1",),
        kind="given",
    )
    g = graph(body, further=[model(node)])
    assert g.nodes["cl:fast"].run_ids == ("author", "r1")
    assert g.nodes["cl:fast"].kind == "inference"
    assert g.find("r1:n1").id == "cl:fast"


def reading(run, graph, words, kind, role):
    node = Node(f"{run}:n1", words, (place(graph, words),), (run,), kind=kind, role=role)
    return ArgumentRun(run, {node.id: node}, [], [])


def test_the_role_that_most_readings_give_counts(graph):
    first = graph(BODY)
    roles = {"r1": "evidence", "r2": "claim", "r3": "evidence"}
    further = [reading(run, first, BODY.partition(".")[0], "given", role) for run, role in roles.items()]
    [node] = graph(BODY, further=further).nodes.values()
    assert (node.run_ids, node.role) == (("r1", "r2", "r3"), "evidence")


@pytest.mark.parametrize(
    ("sentence", "guessed"),
    [
        ("However, the mirror fails to show what is behind it.", ("inference", "counterevidence")),
        ("We assume that the mirror shows all that there is.", ("assumption", "assumption")),
    ],
)
def test_readings_of_the_whole_text_count_for_more_than_the_words_of_a_sentence(graph, sentence, guessed):
    cues = (AUTHOR, STRUCTURE, CUES)
    first = graph(sentence, cues)
    assert [(node.kind, node.role) for node in first.nodes.values()] == [guessed]
    [node] = graph(
        sentence, cues, further=[reading("r1", first, sentence, "conclusion", "conclusion")]
    ).nodes.values()
    assert (node.run_ids, node.kind, node.role) == (("cues", "r1"), "conclusion", "conclusion")


def test_half_an_overlap_is_enough_and_less_is_not(graph):
    body = "% argcheck: claim id=cl:fast\n" + BODY
    first = graph(body)
    near = Node("r1:n1", "fast on all inputs", (place(first, "is fast on all inputs. It"),), ("r1",))
    far = Node("r1:n2", "no leak", (place(first, "inputs. It does not leak memory."),), ("r1",))
    g = graph(body, further=[model(near, far)])
    assert set(g.nodes) == {"cl:fast", "r1:n2"}


def test_a_guard_keeps_a_negation_apart(graph):
    body = "% argcheck: claim id=cl:fast\n" + BODY
    first = graph(body)
    node = Node(
        "r1:n1", "The method is not fast.", (place(first, "The method is fast on all inputs."),), ("r1",)
    )
    g = graph(body, further=[model(node)])
    assert set(g.nodes) == {"cl:fast", "r1:n1"}


@pytest.mark.parametrize(
    ("sentence", "claim", "apart"),
    [
        ("Findings are not raw truths; they are signals, seen through a frame.", "Findings are signals seen through a frame", False),
        ("We do not stand outside the world we examine; we are always already part of it.", "We are always already part of the world we examine", False),
        ("Findings are not raw truths; they are signals, seen through frames, habits and fear.", "Findings are signals, seen through frames", False),
        ("Normality is not a backdrop: it is made by context, consensus and power.", "Normality is made by context, consensus and power", False),
        ("The pump does not leak at all in winter.", "However, the pump does not leak.", False),
        ("The pump does not leak at all in winter.", "(The pump does not leak.)", False),
        ("The pump leaks at all times.", "The pump leaks, not so", True),
        ("The drug lowered the pressure, but not the pulse.", "The drug did not lower the pressure", True),
        ("The pump does not leak, and it is quiet.", "The pump leaks", True),
        ("The pump is quiet, and it lost 3 litres.", "The pump lost 4 litres", True),
    ],
)  # fmt: skip
def test_a_guard_looks_at_the_part_of_the_sentence_that_says_most_of_the_claim(graph, sentence, claim, apart):
    body = f"% argcheck: claim id=cl:said\n{sentence}"
    node = Node("r1:n1", claim, (place(graph(body), sentence),), ("r1",))
    assert set(graph(body, further=[model(node)]).nodes) == {"cl:said", *(["r1:n1"] if apart else [])}


def test_text_counts_only_where_there_is_no_place(graph):
    body = "% argcheck: claim id=cl:fast\n" + BODY
    node = Node("r1:n1", "the method is fast on all of the inputs", (), ("r1",))
    g = graph(body, further=[model(node)])
    assert set(g.nodes) == {"cl:fast"}


def test_a_model_takes_no_kind_from_structure(graph):
    body = r"\begin{lemma}\label{lem:a} A. \end{lemma}"
    other = Node("lem:a", "A.", (), ("r1",), kind="given")
    edge = Edge("lem:a", "lem:a", "supports", ("r1",), 0.9, (), "model")
    g = graph(body, further=[model(other, edges=[edge])])
    assert g.nodes["lem:a"].kind == "inference"
    assert not g.edges


def test_of_two_runs_the_surer_counts_and_the_first_reason_stands(graph):
    first = graph(BODY)
    at = (place(first, "The method is fast on all inputs."),)
    runs = []
    for run, confidence, reason in (("r1", 0.5, "it was slow once"), ("r2", 0.9, "it is slow")):
        node = Node(f"{run}:n1", "fast", at, (run,), confidence=confidence)
        why = {node.id: Refutation(reason, "verdict")}
        runs.append(ArgumentRun(run, {node.id: node}, [], [], why))
    (joined,) = (g := graph(BODY, further=runs)).nodes.values()
    assert (joined.run_ids, joined.confidence) == (("r1", "r2"), 0.9)
    assert g.refutations[joined.id].reason == "it was slow once"


def test_a_theorem_that_attacks_another_is_a_conclusion_still(graph):
    body = r"\begin{theorem}\label{a} A. \end{theorem} \begin{theorem}\label{b} B. \end{theorem}"
    edges = [Edge("a", "b", "attacks", ("r1",), 0.9, (), "model")]
    g = graph(body, further=[model(edges=edges)])
    assert {name: node.kind for name, node in g.nodes.items()} == {"a": "conclusion", "b": "conclusion"}
    g = graph(body, further=[model(edges=[edges[0]._replace(relation="supports")])])
    assert {name: node.kind for name, node in g.nodes.items()} == {"a": "inference", "b": "conclusion"}


def test_the_graph_enters_the_engine_whole(graph):
    g = graph(r"""
\begin{lemma}\label{a} A. \end{lemma} \begin{theorem}\label{t}\uses{a} T. \end{theorem}
% argcheck: refuted a: wrong
""")
    store = GraphStore(auto_merge=False)
    store.load("paper", g)
    merged = store.graph("paper")
    assert [node["id"] for node in merged["nodes"]] == list(g.nodes)
    assert len(merged["edges"]) == len(g.edges)
    assert store.check_structure("paper", "t")["refuted_but_feeding"] == ["a"]
