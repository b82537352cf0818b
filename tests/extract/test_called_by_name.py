"""Names of results and words of definitions: who says one uses what has it."""

from __future__ import annotations

import pytest

LEMMA = r"\begin{lemma}[Snail's lemma]\label{snail} Snails are slow. \end{lemma}"


def uses(graph, body):
    return {(edge.source, edge.target) for edge in graph(body).edges if edge.cause in {"term", "name"}}


def test_a_result_is_used_by_what_says_its_name_in_the_statement_or_in_the_proof(graph):
    body = rf"""{LEMMA}
\begin{{theorem}}\label{{a}} By Snail's lemma, gardens grow. \end{{theorem}}
\begin{{theorem}}\label{{b}} Leaves vanish. \end{{theorem}} \begin{{proof}} We apply Snail's lemma. \end{{proof}}
\begin{{theorem}}\label{{c}} A snail is no lemma. \end{{theorem}}"""
    assert uses(graph, body) == {("snail", "a"), ("snail", "b")}


@pytest.mark.parametrize(
    "body",
    [
        r"\begin{lemma}[Upper bound]\label{l} Few. \end{lemma}\begin{lemma}\label{a} It has an upper bound. \end{lemma}",
        r"\begin{lemma}\label{a} The wet leaf grows. \end{lemma}\begin{lemma}[Wet leaf]\label{l} Few. \end{lemma}",
        r"\begin{lemma}[Wet leaf]\label{k} One. \end{lemma}\begin{lemma}[Wet leaf]\label{l} Two. \end{lemma}\begin{lemma}\label{a} By the wet leaf. \end{lemma}",
        r"\begin{lemma}[Leaves]\label{l} Few. \end{lemma}\begin{lemma}\label{a} The leaves and the leaves grow. \end{lemma}",
        r"\begin{lemma}[Wet leaf]\label{l} Few. \end{lemma}"
        + "".join(
            rf"\begin{{lemma}}\label{{a{place}}} The wet leaf grows. \end{{lemma}}" for place in range(6)
        ),
    ],
    ids=["one of many", "before it", "of two", "one word", "language of the text"],
)
def test_a_title_that_others_have_is_no_name(graph, body):
    assert uses(graph, body) == set()


def test_a_name_is_a_use_up_to_four_statements_behind_its_result(graph):
    between = "".join(rf"\begin{{lemma}}\label{{l{place}}} Few. \end{{lemma}}" for place in range(3))
    theorem = r"\begin{theorem}\label{a} By Snail's lemma, gardens grow. \end{theorem}"
    assert uses(graph, f"{LEMMA} {between} {theorem}") == {("snail", "a")}
    assert uses(graph, rf"{LEMMA} {between} \begin{{lemma}} Odd. \end{{lemma}} {theorem}") == set()


def test_a_result_does_not_rest_on_what_is_proved_from_it(graph):
    body = rf"""{LEMMA} \begin{{proof}} By \ref{{leaf}}. \end{{proof}}
\begin{{lemma}}\label{{leaf}} This is half of Snail's lemma. \end{{lemma}}"""
    assert uses(graph, body) == set()


def test_what_is_not_printed_neither_defines_nor_uses(graph):
    body = r"""\documentclass{article}\usepackage{amsthm,todonotes}
\newtheorem{definition}{Definition}\newtheorem{lemma}{Lemma}
\begin{document}
\begin{definition}\label{d} A \emph{red dwarf} is small.
\iffalse An \emph{old star} is big. \fi \todo{or an \emph{odd moon}?} It shines \emph{if and only if} it is hot. \end{definition}
\begin{lemma}\label{a} An old star is an odd moon. \end{lemma}
\begin{lemma}\label{b} It shines if and only if it does. \end{lemma}
\begin{lemma}\label{c} Nothing. \todo{A red dwarf?} \end{lemma}
\begin{lemma}\label{e} Each red dwarf shines. \end{lemma}
\end{document}"""
    assert uses(graph, body) == {("d", "e")}


def test_the_article_before_a_term_and_the_sign_behind_it_are_no_part_of_it(graph):
    body = r"""\begin{definition}[The wet modulus $w$]\label{d} Let $w = 1$. \end{definition}
\begin{lemma}\label{a} Its wet modulus is small. \end{lemma}"""
    assert uses(graph, body) == {("d", "a")}


def test_a_plural_that_changes_the_word_is_the_same_term(graph):
    body = r"""\begin{definition}\label{d} A \emph{wet sheaf} is a map. A \emph{dry simplex} is a set. \end{definition}
\begin{lemma}\label{a} All wet sheaves are small. \end{lemma}
\begin{lemma}\label{b} All dry simplices are small. \end{lemma}"""
    assert uses(graph, body) == {("d", "a"), ("d", "b")}
