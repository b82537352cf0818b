r"""The odd inputs that other tools lose, crash on or misread (two ``\uses``, circles, proofs after remarks, ...)."""

from __future__ import annotations

import pytest
from looked_at import line_of, pairs, stored


def kinds(graph):
    return [problem.kind for problem in graph.problems]


TWO = r"""
\begin{lemma}\label{lem:a} A. \end{lemma}
\begin{lemma}\label{lem:b} B. \end{lemma}
"""


def test_two_uses_in_one_environment_are_joined(graph):
    g = graph(TWO + r"\begin{theorem}\label{t}\uses{lem:a}\uses{lem:b} T. \end{theorem}")
    assert pairs(g, "uses") == {("lem:a", "t"), ("lem:b", "t")}
    assert kinds(g) == ["several-uses"]


def test_a_circle_of_uses_is_a_circle_with_the_place_of_each_edge(graph):
    g = graph(
        r"\begin{lemma}\label{a}\uses{b} A. \end{lemma}"
        "\n"
        r"\begin{lemma}\label{b}\uses{a} B. \end{lemma}"
    )
    assert pairs(g) == {("a", "b"), ("b", "a")}
    assert sorted(g.line(edge.places[0])[0] for edge in g.edges) == [12, 13]
    assert stored(g).check_structure(g.root, "a")["cycles"] == [["a", "b"]]


def test_uses_of_itself_is_kept_for_the_rule_that_reports_it(graph):
    g = graph(r"\begin{lemma}\label{a}\uses{a} A. \end{lemma}")
    assert pairs(g) == {("a", "a")}


def test_an_unknown_label_has_a_place_and_a_suggestion(graph):
    g = graph(TWO + r"\begin{theorem}\label{t}\uses{lem:aa} T. \end{theorem}")
    [problem] = g.problems
    assert problem.kind == "unknown-id"
    assert "lem:aa" in line_of(g, problem.span)
    assert problem.help == "did you mean 'lem:a'?"


def test_the_label_of_an_equation_means_its_statement(graph):
    g = graph(r"""
\begin{lemma}\label{l} A \begin{equation}\label{eq:1} x = y \end{equation} \end{lemma}
\begin{theorem}\label{t}\uses{eq:1} T. \end{theorem}
\begin{proof} By \eqref{eq:1}. \end{proof}""")
    assert pairs(g) == {("l", "t")}
    assert g.edges[0].run_ids == ("author", "structure")
    assert not g.problems


def test_the_label_of_a_section_claims_nothing(graph):
    g = graph(r"\section{S}\label{sec:s} \begin{theorem}\label{t}\uses{sec:s} T. \end{theorem}")
    assert kinds(g) == ["section-label"]


def test_environments_are_learned_from_newtheorem(graph):
    g = graph(
        r"\begin{satz}\label{s} S. \end{satz}\begin{theorem}\label{t}\uses{s} T. \end{theorem}",
        preamble="\\newtheorem{satz}{Satz}\n",
    )
    assert pairs(g) == {("s", "t")}


def test_uses_inside_a_list_belongs_to_the_statement_or_proof_around(graph):
    g = graph(
        TWO
        + r"""
\begin{theorem}\label{t} \begin{itemize}\item \uses{lem:a} x \end{itemize} \end{theorem}
\begin{proof} \begin{enumerate}\item \uses{lem:b} y \end{enumerate} \end{proof}"""
    )
    assert pairs(g, "uses") == {("lem:a", "t"), ("lem:b", "t")}


def test_uses_outside_of_any_environment_is_a_problem(graph):
    g = graph(TWO + "\nSome text \\uses{lem:a} in the open.")
    assert not g.edges
    assert kinds(g) == ["outside"]


def test_a_proof_with_text_between_belongs_to_the_nearest_result(graph):
    g = graph(
        TWO
        + r"""
Some words. \begin{proof} By \ref{lem:a}. \end{proof}"""
    )
    assert pairs(g) == {("lem:a", "lem:b")}


def test_a_proof_never_belongs_to_a_definition_or_a_remark(graph):
    g = graph(
        TWO
        + r"""
\begin{remark}\label{r} R. \end{remark} \begin{definition}\label{d} A thing is nice if it is. \end{definition}
\begin{proof} By \ref{lem:a}. \end{proof}"""
    )
    assert pairs(g) == {("lem:a", "lem:b")}


def test_a_proof_before_any_result_belongs_to_nothing(graph):
    g = graph(r"\begin{definition}\label{d} D. \end{definition}\begin{proof} By \ref{d}. \end{proof}" + TWO)
    assert not pairs(g)
    [proof] = g.layout.proofs.values()
    assert (proof.of, proof.how) == ((), "")


@pytest.mark.parametrize(
    ("declared", "name"),
    [
        (r"\spnewtheorem*{proof}{Proof}{\itshape}{\rmfamily}", "proof"),
        (r"\newtheorem*{why}{Sketch of proof}", "why"),
    ],
)
def test_an_environment_that_a_class_declares_with_the_title_of_a_proof_is_one(graph, declared, name):
    g = graph(TWO + rf"\begin{{{name}}} By \ref{{lem:a}}. \end{{{name}}}", preamble=declared)
    assert pairs(g) == {("lem:a", "lem:b")}
    assert set(g.nodes) == {"lem:a", "lem:b"}


def test_a_rule_of_proof_is_a_statement(graph):
    body = r"\begin{rule} One may cut. \label{r:cut} \end{rule} \begin{lemma}\label{lem:a} By \ref{r:cut}. \end{lemma}"
    assert "r:cut" in graph(body, preamble=r"\newtheorem{rule}{Proof Rule}").nodes


def test_two_proofs_of_one_statement_are_two_supports(graph):
    g = graph(r"""
\begin{lemma}\label{a} A. \end{lemma} \begin{lemma}\label{b} B. \end{lemma}
\begin{theorem}\label{t} T. \end{theorem}
\begin{proof} By \ref{a}. \end{proof}
\begin{proof}[Another proof of \ref{t}] By \ref{b}. \end{proof}""")
    assert pairs(g) == {("a", "t"), ("b", "t")}
    assert len(g.layout.proofs_of["t"]) == 2


def test_a_title_of_a_proof_may_be_typed_behind_its_begin(graph):
    g = graph(r"""
\begin{theorem}\label{t} T. \end{theorem} \begin{lemma}\label{a} A. \end{lemma}
\begin{proof}(Theorem \ref{t}) By \ref{a}. \end{proof}""")
    assert pairs(g) == {("a", "t")}
    g = graph(r"""
\begin{theorem}\label{t} T. \end{theorem} \begin{lemma}\label{a} A. \end{lemma}
\begin{proof}
(of Theorem \ref{t}) By \ref{a}. \end{proof}""")
    assert pairs(g) == {("a", "t")}
    g = graph(r"""
\begin{theorem}\label{t} T. \end{theorem} \begin{lemma}\label{a} A. \end{lemma}
\begin{proof}
(See \ref{t}.) So it is. \end{proof}""")
    assert pairs(g) == {("t", "a")}
    g = graph(r"""
\begin{lemma}\label{a} A. \end{lemma} \begin{lemma}\label{b} B. \end{lemma}
\begin{proof}(Part 1) By \ref{a}. \end{proof}""")
    assert pairs(g) == {("a", "b")}


def test_proves_of_an_unknown_label_is_an_error_and_the_proof_stays_with_the_statement_before_it(graph):
    g = graph(TWO + r"\begin{proof}\proves{nothing}\uses{lem:a} X. \end{proof}")
    assert pairs(g) == {("lem:a", "lem:b")}
    assert "unknown-id" in kinds(g)


def test_a_result_that_another_one_replaces_in_a_proof_supports_nothing(graph):
    g = graph(r"""
\begin{lemma}\label{x} X. \end{lemma} \begin{lemma}\label{y} Y. \end{lemma} \begin{lemma}\label{one} One. \end{lemma}
\begin{theorem}\label{t} T. \end{theorem}
\begin{proof} Repeat the proof of Lemma~\ref{one} with \ref{y} in place of Lemma~\ref{x}. \end{proof}""")
    assert pairs(g) == {("y", "t")}


@pytest.mark.parametrize(
    "words",
    [
        "This bound is used later in Lemma~\\ref{x}",
        "The constants (needed by Lemma~\\ref{x}) are small",
        "Taking $n=1$ recovers Lemma~\\ref{x}",
        "It is the analogue of Lemma~\\ref{x}",
        "It follows by the argument of Lemma~\\ref{x}",
        "We proceed in a similar way as Lemma~\\ref{x}",
    ],
)
def test_a_result_of_which_a_proof_says_how_it_is_related_supports_nothing(graph, words):
    lemmas = "\\begin{lemma}\\label{x} X. \\end{lemma} \\begin{lemma}\\label{y} Y. \\end{lemma}"
    theorem = "\\begin{theorem}\\label{t} T. \\end{theorem}"
    g = graph(f"{lemmas}{theorem}\\begin{{proof}} By Lemma~\\ref{{y}}. {words}. \\end{{proof}}")
    assert pairs(g) == {("y", "t")}


def test_proves_detaches_a_proof_from_what_stands_before_it(graph):
    g = graph(r"""
\begin{theorem}\label{t} T. \end{theorem}
\begin{lemma}\label{l} L. \end{lemma}
\begin{proof}\proves{t} By \ref{l}. \end{proof}""")
    assert pairs(g) == {("l", "t")}


def test_two_labels_are_aliases(graph):
    g = graph(r"""
\begin{lemma}\label{one}\label{two} A. \end{lemma}
\begin{theorem}\label{t}\uses{two} T. \end{theorem}""")
    assert pairs(g) == {("one", "t")}
    assert g.find("two").id == "one"


def test_a_starred_theorem_is_a_node(graph):
    g = graph(r"\begin{theorem*}\label{t} T. \end{theorem*}")
    assert "t" in g.nodes


def test_the_id_of_an_unlabelled_statement_does_not_depend_on_its_line(graph):
    body = r"\section{S}\label{sec:s} \begin{lemma} A. \end{lemma} \begin{lemma} A. \end{lemma}"
    first, second = graph(body), graph("\n\n\n" + body)
    assert list(first.nodes) == list(second.nodes)
    assert [name.partition("#")[2] for name in first.nodes] == ["", "2"]


def test_after_a_nested_lemma_and_its_proof_the_outer_proof_goes_on(graph):
    g = graph(r"""
\begin{lemma}\label{a} A. \end{lemma}
\begin{theorem}\label{t} T. \end{theorem}
\begin{proof} First: \begin{claim}\label{c} C. \end{claim} \begin{proof} Clear. \end{proof}
  Now by \ref{a}. \end{proof}
\begin{proof}[Second proof] Again. \end{proof}""")
    assert ("a", "t") in pairs(g, "reference")
    assert ("c", "t") in pairs(g, "nested")
    assert len(g.layout.proofs_of["t"]) == 2


def test_cyclic_proves_and_mutual_attacks_are_data(graph):
    lines = [
        rf"\begin{{lemma}}\label{{l{n}}}\proves{{l{(n + 1) % 50}}}\attacks{{l{(n + 7) % 50}}} X. \end{{lemma}}"
        for n in range(50)
    ]
    g = graph("\n".join(lines))
    assert len(g.edges) == 100
    assert not g.problems


def test_a_macro_that_the_document_defines_is_its_own(graph):
    g = graph(r"We have $\Gamma \proves{A}$.", preamble="\\newcommand{\\proves}{\\vdash}\n")
    assert not g.problems


def test_a_label_given_twice_names_two_claims(graph):
    g = graph(
        r"""
\begin{lemma}\label{a} A. \end{lemma} \begin{lemma}\label{a} B. \end{lemma}
\begin{theorem}\label{t}\uses{a} T. \end{theorem}"""
    )
    assert [node.text for node in g.nodes.values()] == ["A.", "B.", "T."]
    assert pairs(g) == {("a", "t")}


def test_numbers_are_written_in_one_way(graph):
    g = graph(r"\argclaim{a}{It takes \num{1e3} steps} \argclaim{b}{It takes \SI{5}{\percent}}", ("author",))
    assert [node.text for node in g.nodes.values()] == ["It takes 1000 steps", "It takes 5 %"]


@pytest.mark.slow
def test_a_chain_of_thousands_of_uses_carries_its_end(graph):
    steps = [rf"\argclaim{{c{n}}}{{Claim c{n} holds.}}\uses{{c{n - 1}}}" for n in range(1, 3000)]
    g = graph("\n\n".join([r"\argclaim[kind=given]{c0}{Claim c0 holds.}", *steps, r"\argroot{c2999}"]))
    store = stored(g)
    assert store.support_width(g.root, "c2999")["disjoint_paths"] == 1
    assert len(store.falls_with(g.root, "c0")) == 2999
    assert not store.check_structure(g.root, "c2999")["cycles"]


@pytest.mark.slow
def test_thousands_of_mutual_attacks_leave_all_undecided(graph):
    pairs_ = (
        rf"\argclaim{{a{n}}}{{Claim a{n} holds.}}\attacks{{b{n}}} \argclaim{{b{n}}}{{Claim b{n} holds.}}\attacks{{a{n}}}"
        for n in range(2000)
    )
    g = graph("\n\n".join(pairs_))
    labels = stored(g).surviving_claims(g.root)
    assert (len(labels["undecided"]), labels["in"], labels["out"]) == (4000, [], [])


def test_without_givens_or_with_all_refuted_the_width_is_nought(graph):
    goal = r"\argclaim{end}{The end holds.}\uses{one, two} \argroot{end} "
    bare = graph(goal + r"\argclaim{one}{One holds.} \argclaim{two}{Two holds.}")
    given = r"\argclaim[kind=given]{one}{One holds.} \argclaim[kind=given]{two}{Two holds.}"
    refuted = graph(goal + given + r" \refuted{one}{no} \refuted{two}{no}")
    for g in (bare, refuted):
        assert stored(g).support_width(g.root, "end")["disjoint_paths"] == 0
    assert stored(bare).check_structure(bare.root, "end")["unreachable_conclusion"]
    assert stored(refuted).check_structure(refuted.root, "end")["refuted_but_feeding"] == ["one", "two"]


def test_ids_may_be_written_in_any_script(graph):
    g = graph(
        "% argcheck: claim id=größe:α\nDie Größe stimmt.\n\n\\argclaim{日本}{Es folgt.}\\uses{größe:α, größe:β}"
    )
    assert pairs(g) == {("größe:α", "日本")}
    [problem] = g.problems
    assert (problem.kind, problem.help) == ("unknown-id", "did you mean 'größe:α'?")


def test_a_label_that_is_given_twice_makes_no_figure_of_two(graph):
    figure = (
        "\\begin{{figure}}\\subfigure[]{{\\label{{fig:part}}x}}\\caption{{What the {0} does}}\\label{{fig:{0}}}\\end{{figure}}\n"
        "As Figure~\\ref{{fig:{0}}} shows, the {0} is fast.\n\n"
    )
    unnamed = "\\begin{figure}\\caption{No label of its own}\\label{fig:part}\\end{figure}\n"
    g = graph(figure.format("pump") + figure.format("valve") + unnamed + unnamed.replace("No", "Again no"))
    floats = {node.id: node.text for node in g.nodes.values() if node.sort == "float"}
    assert (floats.pop("fig:pump"), floats.pop("fig:valve")) == ("What the pump does", "What the valve does")
    assert sorted(floats.values()) == ["Again no label of its own", "No label of its own"]
    assert {edge.source for edge in g.edges} == {"fig:pump", "fig:valve"}


def test_a_figure_is_called_by_its_own_caption_and_label_and_not_by_those_of_a_part(graph):
    g = graph(
        "\\begin{figure}\\subfloat[Left]{\\label{fig:a}x}\\subfloat[]{\\label{fig:b}y}\n"
        "\\caption{Pumps in summer}\\label{fig:pumps}\\end{figure}\n"
        "\\begin{figure}\\caption{Valves in winter}\\label{fig:valves}\\subfigure[Right]{\\label{fig:c}z}\\end{figure}\n"
        "As Figures~\\ref{fig:a} and~\\ref{fig:valves} show, it is fast."
    )
    floats = {node.id: node.text for node in g.nodes.values() if node.sort == "float"}
    assert floats == {"fig:pumps": "Pumps in summer", "fig:valves": "Valves in winter"}
    assert {edge.source for edge in g.edges} == {"fig:pumps", "fig:valves"}


def test_parts_of_a_figure_and_the_whole_are_nodes_of_their_own(graph):
    g = graph(
        "\\begin{figure}\n\\begin{subfigure}{1cm}\\caption{Old}\\label{fig:old}\\end{subfigure}\n"
        "\\begin{subfigure}{1cm}\\caption{New}\\label{fig:new}\\end{subfigure}\n"
        "\\begin{subfigure}{1cm}\\caption{Unnamed}\\end{subfigure}\n"
        "\\caption{Both}\\label{fig:whole}\\end{figure}\n"
        "As Figure~\\ref{fig:whole} shows, the new one is faster than Figure~\\ref{fig:old} says."
    )
    floats = {node.id: node.text for node in g.nodes.values() if node.sort == "float"}
    assert floats == {"fig:whole": "Both", "fig:old": "Old", "fig:new": "New"}
    assert {edge.source for edge in g.edges} == {"fig:whole", "fig:old"}
