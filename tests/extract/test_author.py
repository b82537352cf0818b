"""What authors may write: comments, argcheck.sty, blueprint and proofgraph macros."""

from __future__ import annotations

import pytest
from looked_at import line_of, pairs

from argcheck.argument.extract.export import as_json

BIB = "@article{smith20, title={A fast method}, doi={10.1000/xyz}}\n@misc{smith20b, title={A fast method}, doi={10.1000/XYZ}}\n"
CITED = "\\bibliography{refs}\n"


def test_a_comment_on_its_own_line_is_about_the_next_sentence(graph):
    g = graph(
        """
Before it. It was slow.
% argcheck: claim id=cl:fast role=result kind=inference conf=0.7
The method is fast. Nothing else.""",
        ("author",),
    )
    node = g.nodes["cl:fast"]
    assert (node.text, node.kind, node.role, node.confidence) == (
        "The method is fast.",
        "inference",
        "result",
        0.7,
    )
    assert g.line(node.places[0]) == (15, 1)


def test_a_comment_at_the_end_of_a_line_is_about_the_sentence_there(graph):
    g = graph("First one. The method\nis fast. % argcheck: claim id=cl:fast\nNothing else.", ("author",))
    assert g.nodes["cl:fast"].text == "The method is fast."


def test_several_comments_speak_of_one_sentence(graph):
    g = graph(
        """
% argcheck: claim id=cl:a
A holds.

% argcheck: claim id=cl:b
% argcheck: uses cl:a
% argcheck: open
B holds.""",
        ("author",),
    )
    assert pairs(g) == {("cl:a", "cl:b")}
    assert g.nodes["cl:b"].open


def test_a_comment_before_an_environment_names_its_statement(graph):
    g = graph(
        r"""
\begin{lemma}\label{lem:a} A. \end{lemma}
% argcheck: uses lem:a
\begin{theorem}\label{thm:main} T. \end{theorem}
% argcheck: root
\begin{theorem} U. \end{theorem}""",
        ("author",),
    )
    assert pairs(g) == {("lem:a", "thm:main")}
    assert [node.declared for node in g.nodes.values()] == [False, False, True]


def test_uses_attribute_names_floats_and_works(graph):
    g = graph(
        r"""
\begin{table}\caption{Run times}\label{tab:speed}\end{table}
% argcheck: evidence id=ev:rt uses=tab:speed,cite:smith20
The run times fell.
% argcheck: claim id=cl:fast uses=ev:rt, cite:smith20b
The method is fast."""
        + CITED,
        ("author",),
        bib=BIB,
    )
    assert pairs(g) == {
        ("tab:speed", "ev:rt"),
        ("cite:smith20", "ev:rt"),
        ("ev:rt", "cl:fast"),
        ("cite:smith20", "cl:fast"),
    }
    assert g.nodes["ev:rt"].kind == "inference"  # it rests on what it names, from which width is counted
    assert g.nodes["cite:smith20"].text == "A fast method"
    assert g.find("smith20b").id == "cite:smith20"


@pytest.mark.parametrize(
    ("verb", "edge"),
    [
        ("uses lem:a", ("lem:a", "cl:x", "supports")),
        ("assumes lem:a", ("lem:a", "cl:x", "assumes")),
        ("supports lem:a", ("cl:x", "lem:a", "supports")),
        ("attacks lem:a", ("cl:x", "lem:a", "attacks")),
        ("proves lem:a", ("cl:x", "lem:a", "supports")),
    ],
)
def test_the_direction_of_each_verb(graph, verb, edge):
    g = graph(
        rf"""
\begin{{lemma}}\label{{lem:a}} A. \end{{lemma}}

% argcheck: claim id=cl:x
X holds. % argcheck: {verb}
""",
        ("author",),
    )
    assert [(one.source, one.target, one.relation) for one in g.edges] == [edge]


def test_refuted_takes_a_reason_behind_colon_and_blank(graph):
    g = graph(
        r"""
% argcheck: refuted cl:old: the sample was too small
% argcheck: refuted cite:smith20: retracted
\argclaim{cl:old}{The old claim.}"""
        + CITED,
        ("author",),
        bib=BIB,
    )
    assert g.refutations["cl:old"] == ("the sample was too small", "author", "")
    assert g.refutations["cite:smith20"].reason == "retracted"


def test_a_work_is_refuted_by_its_own_title(graph):
    g = graph(
        r"\begin{lemma}\label{a} A. \end{lemma}\begin{proof} See \cite{w}. \end{proof}" + CITED,
        bib="@article{w, title={{RETRACTED:} Ileal hyperplasia}}",
    )
    assert g.refutations["cite:w"].source == "title"


def test_the_macros_of_argcheck_sty(graph):
    g = graph(
        r"""
\argclaim[role=evidence,kind=given,conf=0.6]{ev:a}{We measured A}.
\argclaim[open]{cl:b}{B holds}\uses{ev:a}. C does not \attacks{cl:b}.
\argroot{cl:b}""",
        ("author",),
    )
    assert g.nodes["ev:a"].kind == "given"
    assert g.nodes["ev:a"].confidence == 0.6
    assert g.nodes["cl:b"].open
    assert g.nodes["cl:b"].kind == "conclusion"
    assert ("ev:a", "cl:b") in pairs(g, "uses")
    [attack] = [edge for edge in g.edges if edge.relation == "attacks"]
    assert g.nodes[attack.source].text == "C does not."


def test_the_macros_of_blueprints(graph):
    g = graph(
        r"""
\begin{lemma}\label{a}\lean{Foo.bar, Foo.baz}\leanok A. \end{lemma}
\begin{proof}\leanok\uses{b} x \end{proof}
\begin{lemma}\label{b}\mathlibok B. \end{lemma}
\begin{theorem}\label{c}\notready\alsoIn{sec:x} C. \end{theorem}""",
        ("author",),
    )
    assert g.nodes["a"].flags == {"lean", "leanok", "proof-leanok"}
    assert g.nodes["b"].kind == "given"
    assert g.nodes["c"].open
    assert pairs(g) == {("b", "a")}
    assert not g.problems


def test_the_macros_of_proofgraph(graph):
    g = graph(r"""
\begin{lemma}\label{a} A. \end{lemma} \begin{lemma}\label{b} B. \end{lemma}
\begin{lemma}\label{x}\proofgraphexclude{x} X. \end{lemma}
\begin{theorem}\label{t} T. \end{theorem}
\begin{corollary}\label{c} C. \end{corollary}
\begin{proof}\proofof{t} By \ref{a} and \ref{b} and \ref{x}. \end{proof}
\proofgraphignore{b}{t} \proofgraphedge{c}{t,a}""")
    assert pairs(g) == {("a", "t"), ("t", "c"), ("a", "c")}


def test_what_proofgraph_tracks_and_does_not(graph):
    g = graph(
        r"""
\proofgraphtrack{exercise, puzzle} \proofgraphuntrack{remark, corollary}
\begin{remark}\label{r} R. \end{remark}
\begin{exercise}\label{e} E. \end{exercise}
\begin{puzzle} P, by \ref{e}. \end{puzzle}
\begin{theorem}\label{t} T. \end{theorem}
\begin{proof} By \ref{e} and \ref{r}. \end{proof}""",
        preamble=r"\newenvironment{exercise}{}{}\newenvironment{puzzle}{}{}",
    )
    assert {name.partition(":")[0] for name in g.nodes} == {"e", "puzzle", "t"}
    assert {(a, b.partition(":")[0]) for a, b in pairs(g)} == {("e", "t"), ("e", "puzzle")}
    assert not g.problems


@pytest.mark.parametrize(
    ("comment", "said"),
    [
        ("claim id=", "empty"),
        ("claim id=a role=king", "no role"),
        ("claim id=a kind=fact", "no kind"),
        ("claim id=a conf=2", "no confidence"),
        ("claim id=a conf=nan", "no confidence"),
        ("claim id=a colour=red", "no attribute"),
        ("claim fast", "no attribute"),
        ("uses", "names nothing"),
        ("refuted", "does not say what"),
        ("uses nothing:here", "nothing is called"),
        ("uses cite:nobody", "nothing is called"),
        ("claim id=lem:a", "already names"),
    ],
)
def test_a_malformed_comment_is_a_problem_at_its_place(graph, comment, said):
    g = graph(r"\begin{lemma}\label{lem:a} A. \end{lemma}" + f"\n\n% argcheck: {comment}\nA sentence here.\n")
    [problem] = g.problems
    assert said in problem.message
    assert "argcheck" in line_of(g, problem.span)


def test_a_comment_with_many_words_that_fit_nowhere_is_one_problem(graph):
    g = graph("% argcheck: claim [cl:rain, conclusion] Rain makes grass grow.\nRain makes grass grow.\n")
    [problem] = g.problems
    assert problem.message == "'[cl:rain' and 5 more words are no attributes of 'claim'"
    assert "comes after the comment" in problem.help
    assert line_of(g, problem.span).startswith("% argcheck")


def test_a_verb_that_is_written_as_an_attribute_is_told_how_to_stand(graph):
    g = graph("% argcheck: claim id=a open=b\nA sentence here.\n")
    [problem] = g.problems
    assert problem.help == "write it on a line of its own: % argcheck: open b"


@pytest.mark.parametrize("mark", ["given", "root", "open"])
def test_a_mark_with_attributes_relates_what_it_marks(graph, mark):
    g = graph(
        f"% argcheck: claim id=b\nIt is so.\n\n% argcheck: {mark} id=a attacks=b,nothing\nA sentence here.\n"
    )
    assert [(edge.source, edge.target, edge.relation) for edge in g.edges] == [("a", "b", "attacks")]
    [problem] = g.problems
    assert problem.message == "nothing is called 'nothing'"


@pytest.mark.parametrize("verb", ["uses", "assumes", "supports", "attacks", "proves"])
def test_a_relation_says_the_same_as_an_attribute_and_on_a_line_of_its_own(graph, verb):
    others = "% argcheck: claim id=b\nIt is so.\n\n% argcheck: claim id=c\nIt holds.\n\n"
    joined = graph(f"{others}% argcheck: claim id=a {verb}=b,c\nA sentence here.\n")
    apart = graph(f"{others}% argcheck: claim id=a\n% argcheck: {verb} b, c\nA sentence here.\n")
    said = [(edge.source, edge.target, edge.relation, edge.cause, edge.confidence) for edge in joined.edges]
    assert len(said) == 2
    assert said == [
        (edge.source, edge.target, edge.relation, edge.cause, edge.confidence) for edge in apart.edges
    ]
    assert not joined.problems


@pytest.mark.parametrize(
    "body",
    [
        "% argcheck: claim id=a",
        "\\argclaim{a}",
        "\\argclaim{}{x}",
        "\\argclaim[role=",
        "\\uses{",
        "\\uses{,,}",
        "\\refuted{a}",
        "% argcheck: claim id=a uses=,,,\nX y.",
        "% argcheck: refuted : \nX y.",
        "\\begin{proof}\\uses{a}\\end{proof}",
        "\\proofgraphedge{a}",
        "\\proofgraphignore{}{}",
        "\\begin{lemma}\\label{a}",
        "\\begin{proof}[",
    ],
)
def test_nothing_that_an_author_writes_raises(graph, body):
    as_json(graph(body, ("author", "structure", "cues")), "")


def test_a_comment_says_what_a_proof_proves(graph):
    g = graph(
        r"""
\begin{theorem}\label{t} T. \end{theorem}
\begin{lemma}\label{l} L. \end{lemma}
% argcheck: proves t
\begin{proof} By \ref{l}. \end{proof}"""
    )
    assert pairs(g) == {("l", "t")}


def test_uses_in_a_proof_is_about_what_is_proved(graph):
    g = graph(
        r"""
\begin{lemma}\label{l} L. \end{lemma}
\begin{theorem}\label{t} T. \end{theorem}
\begin{proof}
% argcheck: uses l
It is clear.
\end{proof}""",
        ("author",),
    )
    assert pairs(g) == {("l", "t")}


def test_what_the_sentence_of_a_claim_cites_is_its_ground(graph):
    g = graph(
        "% argcheck: claim id=cl:a\nIt is fast \\cite{smith20}.\n\n\\argclaim{cl:b}{It is slow} \\cite{smith20b}."
        + CITED,
        bib=BIB,
    )
    assert pairs(g) == {("cite:smith20", "cl:a"), ("cite:smith20", "cl:b")}


def test_evidence_that_uses_a_float_rests_on_it_however_it_says_so(graph):
    g = graph(
        r"""
\argclaim[role=evidence]{ev:a}{Times fell}\uses{tab}. \argclaim[role=result]{re:b}{It is fast}.
\begin{table}\caption{T}\label{tab}\end{table}""",
        ("author",),
    )
    assert (g.nodes["ev:a"].kind, g.nodes["tab"].kind) == ("inference", "given")
    assert "given" in g.nodes["ev:a"].flags
    assert "given" not in g.nodes["re:b"].flags


def test_support_by_an_assumption_is_one_assumes_edge(graph):
    g = graph(
        r"""
\begin{assumption}\label{a} A. \end{assumption}
\begin{lemma}\label{l} L. \end{lemma} \begin{proof}\uses{a} By \ref{a}. \end{proof}"""
    )
    assert [(edge.relation, edge.run_ids) for edge in g.edges] == [("assumes", ("author", "structure"))]


def test_macros_of_blueprints_are_no_words_of_a_statement(graph):
    marks = r"\lean{dunes_move}\leanok\notready\mathlibok\discussion{12}\uses{thm:b}\alsoIn{thm:b}"
    found = graph(
        rf"\begin{{theorem}}\label{{thm:a}}{marks} Dunes move.\end{{theorem}}\begin{{theorem}}\label{{thm:b}} So.\end{{theorem}}"
    )
    assert found.nodes["thm:a"].text == "Dunes move."
