"""What the form of a document says without annotations."""

from __future__ import annotations

import time

import pytest
from looked_at import pairs, stored

BIB = "@article{a, title={One work}, doi={10.1000/xyz}}\n@misc{b, title={One work}, doi={10.1000/XYZ}}\n@book{c, title={Another}}\n"
CITED = "\\bibliography{refs}\n"


def test_kinds_by_environment(graph):
    g = graph(r"""
\begin{definition}\label{d} D. \end{definition} \begin{assumption}\label{a} A. \end{assumption}
\begin{conjecture}\label{c} C. \end{conjecture} \begin{lemma}\label{l} L. \end{lemma}
\begin{theorem}\label{t} T. \end{theorem} \begin{proof} By \ref{a}, \ref{c}, \ref{l}. \end{proof}""")
    assert {name: node.kind for name, node in g.nodes.items()} == {
        "d": "given", "a": "assumption", "c": "inference", "l": "inference", "t": "conclusion",
    }  # fmt: skip
    assert g.nodes["c"].open
    assert {(e.source, e.relation) for e in g.edges} == {
        ("a", "assumes"),
        ("c", "supports"),
        ("l", "supports"),
    }


def test_entries_with_one_doi_are_one_work(graph):
    g = graph(
        r"\begin{lemma}\label{l} L. \end{lemma}\begin{proof} By \cite{a}, \cite{b,c}. \end{proof}" + CITED,
        bib=BIB,
    )
    assert pairs(g, "citation") == {("cite:a", "l"), ("cite:c", "l")}
    assert g.find("b").id == "cite:a"
    assert stored(g).support_width(g.root, "l")["disjoint_paths"] == 2


def test_references_in_statements_are_weak_and_close_no_circle(graph):
    g = graph(r"""
\begin{theorem}\label{t} T. \end{theorem}
\begin{lemma}\label{l} In the setting of \ref{t}, L. \end{lemma} \begin{proof} Clear. \end{proof}
\begin{proof}[Proof of \ref{t}] By \ref{l}. \end{proof}""")
    assert pairs(g) == {("l", "t")}


def test_what_a_statement_with_a_proof_refers_to_is_needed_along_with_the_proof(graph):
    body = r"""
\begin{lemma}\label{old} One. \end{lemma} \begin{proof} By \cite{a}. \end{proof}
\begin{lemma}\label{other} Two. \end{lemma} \begin{proof} By \cite{c}. \end{proof}
\begin{theorem}\label{new} Under the assumptions of Lemma~\ref{old}, it holds. \end{theorem}
\begin{proof} By Lemma~\ref{other}. \end{proof}
\begin{definition}\label{limit} Call the map that Lemma~\ref{old} gives a limit. \end{definition}"""
    g = graph(body + CITED, bib=BIB)
    assert pairs(g, "mention") == {("old", "new"), ("old", "limit")}
    assert stored(g).support_width(g.root, "new")["refutation_width"] == 1


def test_a_corollary_without_proof_follows_from_the_result_before(graph):
    g = graph(r"\begin{theorem}\label{t} T. \end{theorem}\begin{corollary}\label{c} C. \end{corollary}")
    assert pairs(g, "corollary") == {("t", "c")}


def test_a_float_is_evidence_for_the_sentence_that_refers_to_it(graph):
    g = graph(
        r"""Nothing here. As Figure~\ref{fig:x} shows, it is fast \cite{c}. End.
\begin{figure}\caption{Run \emph{times}}\label{fig:x}\end{figure}"""
        + CITED,
        bib=BIB,
    )
    [sentence] = [node for node in g.nodes.values() if node.sort == "sentence"]
    assert sentence.text == "As Figure [fig:x] shows, it is fast [c]."
    assert pairs(g) == {("fig:x", sentence.id), ("cite:c", sentence.id)}
    assert g.nodes["fig:x"].text == "Run times"


def test_a_float_is_called_by_its_own_label_and_not_by_that_of_a_line_in_it(graph):
    text = r"""
\usepackage{algorithm2e}
\begin{document}
\begin{algorithm} \nllabel{alg:step} Take a step. \caption{Walks.}\label{alg:walk} \end{algorithm}
By Algorithm~\ref{alg:walk}, the lamps are bright. The step in line~\ref{alg:step} is short.
\end{document}
"""
    [walk] = [node for node in graph(text).nodes.values() if node.sort == "float"]
    assert walk.id == "alg:walk"


def test_a_float_without_a_label_is_a_node_named_by_its_text(graph):
    table = r"\begin{table}\caption{Ripening dates}\end{table}"
    text = rf"""\begin{{figure}}\caption{{Sugar}}\begin{{tabular}}{{l}}\end{{tabular}}\end{{figure}}
% argcheck: evidence id=ev:dates
{table}
{table}"""
    [sugar, first, second] = [node for node in graph(text).nodes.values() if node.sort == "float"]
    assert (sugar.text, sugar.kind) == ("Sugar", "given")
    assert (first.text, second.text) == ("Ripening dates", "Ripening dates")
    assert sugar.id.startswith("float:")
    assert second.id == f"{first.id}#2"
    assert "ev:dates" in first.aliases
    moved = {node.id for node in graph("A line more.\n\n" + text).nodes.values()}
    assert {sugar.id, first.id, second.id} <= moved


def test_declared_hypotheses_and_questions_are_answered_where_results_name_them(graph):
    g = graph(r"""
\section{Questions}
\begin{itemize}
\item \textbf{RQ1:} How fast is the new method on this machine?
\item[H2] The method is faster than its rivals.
\end{itemize}
\paragraph{Hypothesis 3.} The users of the method are happier with it.
We hypothesise that nobody reads the manual.
\section{Results}
RQ1 is answered by the run times. We reject H2.
""")
    declared = [node.id for node in g.nodes.values() if "hypothesis" in node.flags]
    assert declared[:3] == ["RQ1", "H2", "H3"]
    assert len(declared) == 4
    answers = {(edge.target, edge.relation) for edge in g.edges if edge.cause == "answer"}
    assert answers == {("RQ1", "supports"), ("H2", "attacks")}


def test_contributions_abstract_and_conclusion_are_conclusions(graph):
    g = graph(r"""
\begin{abstract} Much is known about it. We show that the method is fast. \end{abstract}
\section{Introduction} The contributions of this paper are:
\begin{itemize}\item A proof that it is fast, in Section~\ref{sec:x}. \item An experiment about the users. \end{itemize}
\section{Results}\label{sec:x} It runs.
\section{Conclusion} We conclude that fast methods exist. It was fun.""")
    assert [node.text for node in g.conclusions] == [
        "We show that the method is fast.",
        "A proof that it is fast, in Section [sec:x].",
        "An experiment about the users.",
        "We conclude that fast methods exist.",
    ]
    assert not any(node.declared for node in g.conclusions)


def test_the_name_of_a_label_announces_no_contributions(graph):
    g = graph(r"""We use \cref{lem:chain-contribution} and \ref{sec:contributions} here.
\begin{itemize}\item The inner edges of each chain add a whole step. \item The outer ones add two steps more. \end{itemize}""")
    assert not any("contribution" in node.flags for node in g.nodes.values())


@pytest.mark.parametrize(
    ("who", "own"), [("We made", True), ("They made", False), ("The authors list the", False)]
)
def test_the_contributions_of_others_are_no_claims_of_this_text(graph, who, own):
    g = graph(rf"""Lamps were measured \cite{{x}}. {who} three contributions:
\begin{{itemize}}\item The double auction of lamps is new. \item Institutions matter a lot here. \end{{itemize}}""")
    assert any("contribution" in node.flags for node in g.nodes.values()) == own


def test_a_declared_root_is_the_only_conclusion(graph):
    g = graph(r"""
\begin{abstract} We show that the method is fast. \end{abstract}
\begin{theorem}\label{t} T. \end{theorem} \begin{theorem}\label{u} U. \end{theorem} % argcheck: root t
""")
    assert [node.id for node in g.conclusions] == ["t"]


def test_a_theorem_from_which_only_a_proposition_is_drawn_stays_the_conclusion(graph):
    g = graph(r"""
\begin{lemma}\label{a} A. \end{lemma}
\begin{theorem}\label{first} F. \end{theorem} \begin{proof} By Lemma~\ref{a}. \end{proof}
\begin{theorem}\label{main} M. \end{theorem} \begin{proof} By Theorem~\ref{first}. \end{proof}
\begin{proposition}\label{drawn} D. \end{proposition} \begin{proof} By Theorem~\ref{main}. \end{proof}
""")
    assert [node.id for node in g.conclusions] == ["main"]


def test_defined_terms_are_uses_the_longest_and_latest_first(graph):
    g = graph(r"""
\begin{definition}\label{d:loop} A \emph{loop} is a closed path. \end{definition}
\begin{definition}\label{d:family} A \emph{family of loops} is a map. \end{definition}
\begin{definition}\label{d:nice} A map is called nice if it is smooth. \end{definition}
\begin{lemma}\label{a} Every loop is short, and no loop is long. \end{lemma}
\begin{lemma}\label{b} Every family of loops is nice, and nice it is. \end{lemma}""")
    assert pairs(g, "term") == {("d:loop", "a"), ("d:family", "b"), ("d:nice", "b")}


def test_a_single_word_says_what_is_used_where_it_stands_twice_or_right_behind_its_definition(graph):
    body = r"""\begin{definition}\label{d:ample} A relation is \emph{ample} if it is large. \end{definition}
\begin{definition}\label{d:closed} A relation is \emph{self-dual} if it is its own dual. \end{definition}
\begin{lemma}\label{near} An ample relation is here. \end{lemma}
\begin{lemma}\label{a} An ample relation is open. \end{lemma}
\begin{lemma}\label{b} An ample relation is open, and its opposite is ample. \end{lemma}
\begin{lemma}\label{c} A self-dual relation is open. \end{lemma}"""
    assert terms_of(graph, body) == {("d:ample", "near"), ("d:ample", "b"), ("d:closed", "c")}


def between(statements):
    """Return so many lemmas in which no term stands."""
    return "".join(
        f"\\begin{{lemma}}\\label{{l{place}}} Number {place}.\\end{{lemma}}\n" for place in range(statements)
    )


@pytest.mark.parametrize(
    ("words", "far"),
    [
        ("A surrounding loop is short", 4),
        ("A surrounding loop is short, and each surrounding loop is", 20),
        ("[Short surrounding loops] It is short", 20),
    ],
    ids=["once", "twice", "in the title"],
)
def test_a_term_is_a_use_near_its_definition_and_farther_away_where_it_is_said_twice_or_in_the_title(
    graph, words, far
):
    """Of uses in the text beyond four statements authors declare half, of those in a title four in five."""
    loop = "\\begin{definition}\\label{d} A \\emph{surrounding loop} is a map. \\end{definition}\n"
    for statements, used in ((far - 1, {("d", "a")}), (far, set())):
        body = f"{loop}{between(statements)}\\begin{{lemma}}{words}.\\label{{a}}\\end{{lemma}}"
        assert terms_of(graph, body) == used


def test_a_single_word_that_few_statements_have_says_what_is_used_in_its_chapter(graph):
    once = "\\begin{lemma}[Ample relations]\\label{%s} It is open. \\end{lemma}\n"
    ample = "\\begin{definition}\\label{d} A relation is \\emph{ample} if it is large. \\end{definition}\n"
    here, there = "\\section{One}\n", "\\section{Two}\n"
    rare = f"{here}{ample}{between(30)}{once % 'a'}{there}{once % 'b'}"
    assert terms_of(graph, rare) == {("d", "a")}
    often = f"{here}{ample}{between(30)}{''.join(once % name for name in 'abcdef')}{there}"
    assert terms_of(graph, often) == set()


def test_what_a_definition_defines_is_no_use_of_a_shorter_term(graph):
    body = r"""\begin{definition}\label{d:basis} A set is a \emph{basis} if it is small. \end{definition}
\begin{definition}\label{d:dual} A \emph{dual basis} is a set, and a dual basis it stays. \end{definition}"""
    assert terms_of(graph, body) == set()


@pytest.mark.parametrize("sections", [("One", "Two"), ("One",)])
def test_a_chapter_remembers_definitions_that_a_title_names(graph, sections):
    loop = "\\begin{lemma}[Surrounding loops]\\label{%s} They are short.\\end{lemma}\n"
    body = f"\\begin{{definition}}\\label{{d}}A \\emph{{surrounding loop}} is a map.\\end{{definition}}\n{between(30)}"
    texts = {"One": body + loop % "here", "Two": loop % "there"}
    g = graph("".join(f"\\section{{{title}}}\n{texts[title]}" for title in sections))
    assert {edge.target for edge in g.edges if edge.source == "d"} == (
        {"here"} if len(sections) > 1 else set()
    )


def test_everyday_words_are_a_term_where_a_definition_names_them(graph):
    body = r"""\begin{definition}[Open set]\label{d:open} A set is an \emph{open set} if each point has a ball. \end{definition}
\begin{definition}\label{d:map} The \emph{smooth map} $f$ is given here. \end{definition}
\begin{lemma}\label{a} Each ball is an open set. \end{lemma}
\begin{lemma}\label{b} The same map has a section. \end{lemma}"""
    assert terms_of(graph, body) == {("d:open", "a")}


def test_a_title_is_a_term_without_its_source(graph):
    body = r"""\begin{definition}[Rigid path \cite[4.1]{smith}]\label{d:path} Let it hold that $x = y$. \end{definition}
\begin{definition}[Rigid loop \Book{Sec.~IV.1}]\label{d:loop} Let it hold that $x = z$. \end{definition}
\begin{lemma}\label{a} Each rigid path is short. \end{lemma}
\begin{lemma}\label{b} Each rigid loop is long. \end{lemma}"""
    assert terms_of(graph, body) == {("d:path", "a"), ("d:loop", "b")}


def test_a_comment_defines_nothing_and_a_per_cent_sign_hides_nothing(graph):
    body = r"""\begin{definition}\label{d} A \emph{red dwarf} is small.
% \emph{blue giant} was another name
\end{definition}
\begin{lemma}\label{a} A blue giant shines. \end{lemma}
\begin{lemma}\label{b} In 50\% of cases a red dwarf shines. \end{lemma}"""
    assert terms_of(graph, body) == {("d", "b")}


def test_the_abbreviation_of_a_term_is_the_term(graph):
    body = r"""\begin{definition}\label{d:cdf} A map is a \emph{cumulative distribution function} (c.d.f.) if it rises. \end{definition}
\begin{definition}[Total variation (TV)]\label{d:tv} Let it hold that $x = y$. \end{definition}
\begin{definition}\label{d:net} A map is an \emph{infinite net} (or grid) if it falls. \end{definition}
\begin{lemma}\label{a} Two c.d.f.s are near. \end{lemma}
\begin{lemma}\label{b} The TV of it is small, and each TV is. \end{lemma}
\begin{lemma}\label{c} Each total variation is small. \end{lemma}
\begin{lemma}\label{d} A grid on a grid is large. \end{lemma}"""
    assert terms_of(graph, body) == {("d:cdf", "a"), ("d:tv", "b"), ("d:tv", "c")}


def test_a_hyphen_between_the_words_of_a_term_changes_nothing(graph):
    body = r"""\begin{definition}\label{d:law} A map is an \emph{extreme value law} if it is a limit. \end{definition}
\begin{lemma}\label{a} Each extreme-value law is stable. \end{lemma}
\begin{lemma}\label{b} Each extreme value law is stable. \end{lemma}
\begin{lemma}\label{c} Each value-law is stable. \end{lemma}"""
    assert terms_of(graph, body) == {("d:law", "a"), ("d:law", "b")}


def test_a_definition_from_long_ago_is_the_language_of_the_text(graph):
    """Authors who declare what they use name it where it is new: of uses after more than twenty statements they name a third."""
    between = "".join(
        f"\\begin{{lemma}}\\label{{l{place}}} Number {place}.\\end{{lemma}}\n" for place in range(30)
    )
    loop = "\\begin{lemma}\\label{%s} A surrounding loop is short.\\end{lemma}\n"
    g = graph(
        "\\begin{definition}\\label{d}A \\emph{surrounding loop} is a map.\\end{definition}\n"
        + loop % "near"
        + between
        + loop % "far"
    )
    assert {edge.target for edge in g.edges if edge.source == "d"} == {"near"}


def test_words_that_are_used_before_they_are_defined_are_the_language_of_the_field(graph):
    body = r"""\begin{lemma}\label{a} A stopping time is a time. \end{lemma}
\begin{definition}\label{d:stop} A \emph{stopping time} is a map. \end{definition}
\begin{definition}\label{d:hit} A \emph{hitting time} is a map. \end{definition}
\begin{lemma}\label{b} A stopping time is no hitting time. \end{lemma}"""
    assert terms_of(graph, body) == {("d:hit", "b")}


def test_what_the_title_of_its_definition_names_is_a_term_wherever_else_it_stands(graph):
    body = r"""\begin{definition}\label{d:range} The \emph{search square} holds each working set. \end{definition}
\begin{definition}[Working set]\label{d:set} A \emph{working set} is a list. \end{definition}
\begin{lemma}\label{a} A working set is finite. \end{lemma}"""
    assert terms_of(graph, body) == {("d:set", "a")}


def test_an_annotated_sentence_and_the_structure_of_it_are_one_node(graph):
    g = graph(r"""
% argcheck: result id=res:fast
As Figure~\ref{fig:x} shows, it is fast.

\begin{figure}\caption{Times}\label{fig:x}\end{figure}""")
    assert g.nodes["res:fast"].run_ids == ("author", "structure")
    assert [edge.run_ids for edge in g.edges] == [("structure",)]
    assert len(g.nodes) == 2


def test_two_claims_in_one_sentence_stay_two(graph):
    g = graph(
        r"\argclaim{a}{The first half holds} and \argclaim{b}{the second half holds}, as Figure~\ref{f} shows.\begin{figure}\caption{F}\label{f}\end{figure}"
    )
    assert {"a", "b"} <= set(g.nodes)


def test_cues_are_weak_and_come_only_when_asked_for(graph):
    body = "We found that it is fast. Therefore it should be used. However, it is new."
    assert not graph(body).nodes
    g = graph(body, ("cues",))
    assert {node.role for node in g.nodes.values()} >= {"result"}
    assert {(edge.relation, edge.confidence) for edge in g.edges} == {("supports", 0.3), ("attacks", 0.3)}


def test_nothing_comes_of_nothing(graph):
    g = graph("")
    assert (g.nodes, g.edges, g.problems, g.conclusions) == ({}, [], [], [])


def test_a_hypothesis_that_no_proof_needs_is_declared(graph):
    g = graph(
        r"""
\begin{hyp}\label{h} Users are happy. \end{hyp} \begin{hyp}\label{a} It is smooth. \end{hyp}
\begin{lemma}\label{l} L. \end{lemma} \begin{proof} By \ref{a}. \end{proof}""",
        preamble="\\newtheorem{hyp}{Hypothesis}\n",
    )
    assert (g.nodes["h"].kind, g.nodes["h"].role) == ("inference", "hypothesis")
    assert g.nodes["a"].kind == "assumption"


def test_a_section_may_be_a_proof(graph):
    g = graph(
        r"""
\begin{lemma}\label{a} A. \end{lemma} \begin{lemma}\label{b} B. \end{lemma}
\begin{theorem}\label{t} T. \end{theorem}
\begin{lemma}\label{c} C. \end{lemma}
\section{Proof of Theorem~\ref{t}}
First, \ref{a} helps. \begin{proof} Then \ref{b}. \end{proof}
\begin{lemma}\label{d} D. \end{lemma} \begin{proof} By \ref{a}. \end{proof}
\section{Outlook} See \ref{c}."""
    )
    assert pairs(g) == {("a", "t"), ("b", "t"), ("a", "d")}


def test_a_section_that_is_a_proof_may_stand_in_a_file_of_its_own(graph, tmp_path):
    (tmp_path / "proof.tex").write_text("First, \\ref{a} helps.\n", encoding="utf-8")
    g = graph(
        r"""
\begin{lemma}\label{a} A. \end{lemma} \begin{theorem}\label{t} T. \end{theorem}
\section{Proof of Theorem~\ref{t}}\input{proof}"""
    )
    assert pairs(g) == {("a", "t")}


_SUMMED_UP = "It was found that the accuracy of pointing is sufficient for all listeners."


@pytest.mark.parametrize("summary", [_SUMMED_UP, r"\input{summary}"])
def test_a_summary_of_a_chapter_is_traced_to_the_float_that_it_sums_up(graph, tmp_path, summary):
    (tmp_path / "summary.tex").write_text(_SUMMED_UP, encoding="utf-8")
    body = r"""
\section{Experiment}
\subsection{Loudness} Figure~\ref{f:a} shows the loudness of each loudspeaker in the room.
\begin{figure}\caption{Loudness of loudspeakers}\label{f:a}\end{figure}
\subsection{Pointing} Figure~\ref{f:b} shows how accurate listeners were when pointing with the laser.
\begin{figure}\caption{Accuracy of pointing by listeners}\label{f:b}\end{figure}
\subsection{Summary} """
    body += summary
    assert not pairs(graph(body), "echo")
    g = graph(body, ("author", "structure", "cues"))
    [(source, target)] = pairs(g, "echo")
    assert "concluding" in g.nodes[target].flags
    assert ("f:b", source) in pairs(g, "float")


ALL = ("author", "structure", "cues")
BODY = r"""
\begin{abstract}
With 20 listeners a room, the loudness of speech drops by 15\,\% behind curtains.
\end{abstract}
\section{Introduction}
Our research questions are these. How much does a curtain change the loudness of speech?
\section{Measured curtains}\label{s:m}
\subsection{Results}
Figure~\ref{f:a} shows the loudness of speech behind curtains.  It drops by 15\,\% with 20 listeners in a room.
\begin{figure}\caption{Loudness of speech}\label{f:a}\end{figure}
\section{Cooking}
Soups and stews need salt, as Figure~\ref{f:b} shows for potatoes, carrots and beans.
\begin{figure}\caption{Salt in soups}\label{f:b}\end{figure}
\section{Conclusion}
The measurements in Section~\ref{s:m} say that curtains change the loudness of speech.
Smith~\cite{smith} asked many listeners about sound in rooms.  Their findings agree in many respects with that.
\bibliography{refs}
We expect that curtains will be popular in every concert hall of the world.
Nobody knows why birds sing in the morning light.
"""


def rests_on(g, words):
    """What the sentence with these words rests on, to the given it begins with."""
    into = {}
    for edge in g.edges:
        if edge.relation == "supports":
            into.setdefault(edge.target, []).append(edge.source)
    pending = [node.id for node in g.nodes.values() if words in node.text]
    reached = set()
    while pending:
        reached.update(new := into.get(pending.pop(), []))
        pending += new
    return {name for name in reached if g.nodes[name].sort in ("float", "work")}


@pytest.mark.parametrize(
    ("words", "ground"),
    [
        ("With 20 listeners a room", {"f:a"}),
        ("The measurements in", {"f:a"}),
        ("How much does", {"f:a"}),
        ("Smith", {"cite:smith"}),
        ("Their findings", {"cite:smith"}),
        ("birds sing", set()),
    ],
)
def test_a_summary_is_traced_by_its_words(graph, words, ground):
    g = graph(BODY, ALL, bib="@misc{smith, title={Sound}}")
    assert rests_on(g, words) == ground


def test_what_is_traced_is_of_low_confidence_and_no_part_of_the_default_graph(graph):
    default = graph(BODY)
    assert not any(node.flags & {"summary", "question", "reported"} for node in default.nodes.values())
    g = graph(BODY, ALL)
    expected = [node for node in g.nodes.values() if "expect" in node.text and "summary" in node.flags]
    assert all("held back" in node.flags for node in expected)
    added = [edge for edge in g.edges if edge.run_ids == ("cues",)]
    assert added
    assert max(edge.confidence for edge in added) <= 0.3


def test_a_denial_is_not_traced_to_what_it_denies(graph):
    body = r"""
\section{Room} Figure~\ref{f:a} shows that thick curtains dampen the loudest speech.
\begin{figure}\caption{Curtains}\label{f:a}\end{figure}
\section{Conclusion} Thick curtains do not dampen the loudest speech."""
    assert rests_on(graph(body, ALL), "do not dampen") == set()
    assert rests_on(graph(body.replace("do not dampen", "dampen"), ALL), "Thick curtains dampen") == {"f:a"}


def test_a_float_is_nearer_than_a_source(graph):
    body = r"""
\section{Room} Thick curtains dampen the loudest speech in rooms, as Smith~\cite{smith} found.

As Figure~\ref{f:a} has it, thick curtains dampen the loudest speech in halls and rooms.
\begin{figure}\caption{Drapery}\label{f:a}\end{figure}
\section{Conclusion} Thick curtains dampen the loudest speech in rooms.
\bibliography{refs}"""
    assert rests_on(graph(body, ALL, bib="@misc{smith, title={Sound}}"), "Thick curtains dampen") == {"f:a"}


def test_a_summary_rests_on_the_results_of_the_section_that_it_names(graph):
    body = r"""
\section{Room}\label{s:r}
\subsection{Method} Figure~\ref{f:m} shows how thick curtains dampen the loudest speech.
\begin{figure}\caption{Apparatus}\label{f:m}\end{figure}
\subsection{Results} Figure~\ref{f:r} shows that thick curtains dampen some of the loudest speech.
\begin{figure}\caption{Decibels}\label{f:r}\end{figure}
\section{Conclusion} As Section~\ref{s:r} says, thick curtains dampen the loudest speech."""
    assert rests_on(graph(body, ALL), "As Section") == {"f:r"}


def test_words_of_the_title_of_a_section_lead_to_nothing_in_it(graph):
    filler = "".join(f"Soup number {count} needs salt.\n\n" for count in range(40))
    body = r"""
\section{Curtain fabric} Figure~\ref{f:a} has velvet and wool of many mills.
\begin{figure}\caption{Velvet}\label{f:a}\end{figure}
\section{Cooking} FILLER
\section{Conclusion} The curtain fabric of most mills is velvet, which costs a fortune in spring."""
    assert rests_on(graph(body.replace("FILLER", filler), ALL), "costs a fortune") == set()


def test_what_stands_beside_a_reference_bears_only_a_quantity(graph):
    body = r"""
\section{Room} Figure~\ref{f:a} has the setup. Thick curtains dampen the loudest speech MORE.
\begin{figure}\caption{Drapery}\label{f:a}\end{figure}
\section{Conclusion} Thick curtains dampen the loudest speech MORE."""
    assert rests_on(graph(body.replace("MORE", "in rooms"), ALL), "dampen the loudest") == set()
    assert rests_on(graph(body.replace("MORE", "by 37 dB"), ALL), "dampen the loudest") == {"f:a"}


def test_a_question_is_not_answered_in_its_own_paragraph(graph):
    body = r"""
\section{Room} Figure~\ref{f:a} shows that thick curtains dampen the loudest speech.
\begin{figure}\caption{Curtains}\label{f:a}\end{figure}
\section{Conclusion} Our research question was this. How do thick curtains dampen the loudest speech?BREAK
By Figure~\ref{f:a}, thick curtains dampen the loudest speech in rooms."""
    assert rests_on(graph(body.replace("BREAK", ""), ALL), "How do") == set()
    assert rests_on(graph(body.replace("BREAK", "\n\n"), ALL), "How do") == {"f:a"}


def terms_of(graph, body):
    return {(edge.source, edge.target) for edge in graph(body).edges if edge.cause == "term"}


def test_an_emphasised_everyday_word_defines_nothing(graph):
    users = "".join(
        f"\\begin{{lemma}}\\label{{lem:{n}}} For large $n$ the same bound on all values is only about {n}. \\end{{lemma}}\n"
        for n in range(23)
    )
    stressed = r"""\begin{lemma}\label{lem:before} A large value is rare. \end{lemma}
\begin{definition}\label{def:a} A value is called \emph{odd} for \emph{large} $n$ if it is the \emph{same} for \emph{all} of them,
\emph{only} once. \end{definition}
"""
    assert terms_of(graph, stressed + users) == set()


def test_a_word_that_is_used_before_is_defined_where_a_definition_says_so(graph):
    body = r"""\begin{definition}\label{def:m} Let $E$ be a set. If it holds, a matroid $M$ on it is a pair. \end{definition}
\begin{lemma}\label{lem:a} Every matroid is regular here. \end{lemma}
\begin{definition}\label{def:r} A thing is called \emph{regular} if it is so. \end{definition}
\begin{definition}\label{def:s} The matroid of $M$ is a sum. \end{definition}
\begin{lemma}\label{lem:b} A regular matroid has a sum, a regular one. \end{lemma}"""
    assert ("def:r", "lem:b") in terms_of(graph, body)
    assert not {("def:s", "lem:b"), ("def:r", "lem:a")} & terms_of(graph, body)


def test_a_remark_that_looks_ahead_takes_no_term_away(graph):
    body = r"""\begin{remark} We shall meet the presheaf topos again. \end{remark}
\begin{definition}\label{def:topos} The \emph{presheaf topos} is a category of functors. \end{definition}
\begin{lemma}\label{lem:a} Each presheaf topos has a point. \end{lemma}"""
    assert terms_of(graph, body) == {("def:topos", "lem:a")}


def test_the_name_of_a_sign_is_no_term(graph):
    body = r"""\begin{definition}\label{def:p} Let $i$ be given. The path $w_i$ is the closed walk given by it. \end{definition}
\begin{lemma}\label{lem:a} Each path is long. \end{lemma}"""
    assert terms_of(graph, body) == set()


def test_numbers_belong_to_a_term(graph):
    body = r"""\begin{definition}\label{def:one} We say that $M$ is a \emph{1-sum} of both. \end{definition}
\begin{definition}\label{def:two} We say that $M$ is a \emph{2-sum} of both. \end{definition}
\begin{lemma}\label{lem:a} The $1$-sum is regular. \end{lemma}
\begin{lemma}\label{lem:b} The 2-sum is regular. \end{lemma}"""
    assert terms_of(graph, body) == {("def:one", "lem:a"), ("def:two", "lem:b")}


def test_a_digit_in_a_word_tells_two_terms_apart(graph):
    body = r"""\begin{definition}\label{def:one} The group \textbf{p1} is small. \end{definition}
\begin{definition}\label{def:six} The group \textbf{p6} is large. \end{definition}
\begin{lemma}\label{lem:a} Each subgroup of p1 is p1. \end{lemma}
\begin{lemma}\label{lem:b} Each subgroup of p6 is p6, for p of the term p. \end{lemma}"""
    assert terms_of(graph, body) == {("def:one", "lem:a"), ("def:six", "lem:b")}


def test_what_stands_in_brackets_before_a_term_may_be_left_out(graph):
    body = r"""\begin{definition}\label{def:grid} A \emph{(flat) grid} is a subgroup. \end{definition}
\begin{definition}[Basis]\label{def:basis} A \emph{basis} of a grid spans it. \end{definition}
\begin{lemma}\label{lem:a} Each flat thing is in a flat thing. \end{lemma}"""
    assert terms_of(graph, body) == {("def:grid", "def:basis")}


def test_a_power_that_is_joined_to_a_term_is_no_number_of_it(graph):
    body = r"""\begin{definition}[Sub-Gaussian]\label{def:sub} It is $s^2$-sub-Gaussian if it decays. \end{definition}
\begin{lemma}\label{lem:a} Let $X$ be $s^2$-sub-Gaussian for a large $n$. \end{lemma}"""
    assert terms_of(graph, body) == {("def:sub", "lem:a")}


def test_the_title_of_a_statement_uses_what_it_names(graph):
    body = r"""\begin{definition}[Dual cone]\label{def:dual} The dual cone of $C$ is a cone. \end{definition}
\begin{lemma}[Dual cone of a sum]\label{lem:sum} $C + D$ goes to $C \cap D$. \end{lemma}
\begin{definition}[Dual cone]\label{def:again} A \emph{dual cone} is a cone again. \end{definition}"""
    assert terms_of(graph, body) == {("def:dual", "lem:sum")}


def test_a_title_with_a_number_of_its_own_is_no_term(graph):
    body = r"""\begin{definition}[Long equation 953]\label{def:e} Let it hold that $x = y$. \end{definition}
\begin{definition}[Long equation 14]\label{def:f} Let it hold that $x = z$. \end{definition}
\begin{lemma}\label{lem:a} The long equation 7 is false. \end{lemma}
\begin{definition}[Flat $2$-net]\label{def:net} Let it hold that $x = w$. \end{definition}
\begin{lemma}\label{lem:b} A flat $2$-net exists. \end{lemma}"""
    assert terms_of(graph, body) == {("def:net", "lem:b")}


def test_a_single_word_that_is_not_in_the_title_of_its_definition_is_a_part_of_what_is_defined(graph):
    body = r"""\begin{definition}[Regularity]\label{def:r} A walk is \emph{regular} if its \emph{hops} are. \end{definition}
\begin{lemma}\label{lem:a} A regular walk is near a regular one. \end{lemma}
\begin{lemma}\label{lem:b} Of two hops, the hops that are longer win. \end{lemma}"""
    assert terms_of(graph, body) == {("def:r", "lem:a")}


def test_a_formula_in_a_term_tells_two_terms_apart(graph):
    body = r"""\begin{definition}\label{def:n} A \emph{sorted $n$-category} is a frame of $n$ levels. \end{definition}
\begin{definition}\label{def:omega} A \emph{sorted $\omega$-category} is a frame of all levels. \end{definition}
\begin{definition}\label{def:pair} An \emph{$\epsilon$-spread net} is near. \end{definition}
\begin{definition}\label{def:both} An \emph{$\epsilon$-$\kappa$-spread net} is an $\epsilon$-$\kappa$-spread net of nets. \end{definition}
\begin{lemma}\label{lem:a} A sorted $m$-category has cells. \end{lemma}
\begin{lemma}\label{lem:b} A sorted $\omega$-category has limits. \end{lemma}
\begin{lemma}\label{lem:c} An $\epsilon$-$\kappa$-spread net is finite. \end{lemma}
"""
    assert terms_of(graph, body) == {("def:n", "lem:a"), ("def:omega", "lem:b"), ("def:both", "lem:c")}


def test_many_formulas_that_are_joined_do_not_hang(graph):
    body = rf"""\begin{{definition}}\label{{def:n}} A \emph{{sorted net}} is {"$a$-" * 20_000}. \end{{definition}}
\begin{{lemma}}\label{{lem:a}} A sorted net has cells. \end{{lemma}}"""
    before = time.process_time()
    assert terms_of(graph, body) == {("def:n", "lem:a")}
    assert time.process_time() - before < 5  # a moment; what is quadratic takes half a minute


@pytest.mark.parametrize(
    "words",
    [
        "The map is scalar, rather than going the long way of Theorem~\\ref{thm:old}",
        "The map is linear; it does not yet respect the two actions of \\cref{thm:older} and Theorem~\\ref{thm:old}",
        "The map is linear. Equality would need Theorem~\\ref{thm:old} and is left open",
        "A map is fair. These are the plain counterparts of Theorems~\\ref{thm:older}, \\ref{thm:old}",
        "A map is fair by the same construction as in Theorem~\\ref{thm:old}",
        "The bound is independent of Theorem~\\ref{thm:old}",
        "The bound is sharp, which strengthens Theorem~\\ref{thm:old}",
        "It follows in a similar way to Theorem~\\ref{thm:old}",
    ],
)
def test_a_statement_that_sets_another_one_aside_does_not_use_it(graph, words):
    older = "\\begin{definition}\\label{thm:older}One.\\end{definition}\\begin{definition}\\label{thm:old}Two.\\end{definition}"
    assert pairs(graph(f"{older}\\begin{{theorem}}\\label{{thm:new}}{words}.\\end{{theorem}}")) == set()


@pytest.mark.parametrize(
    "words",
    [
        "Let $G$ be as in Definition~\\ref{def:old}",
        "It would not be so. A map as in Definition~\\ref{def:old} has a root",
        "This is the particular case of Definition~\\ref{def:old} where $n$ is one",
    ],
)
def test_a_statement_that_rests_on_another_one_uses_it(graph, words):
    old = "\\begin{definition}\\label{def:old}Two.\\end{definition}"
    said = graph(f"{old}\\begin{{theorem}}\\label{{thm:new}}{words}.\\end{{theorem}}")
    assert pairs(said) == {("def:old", "thm:new")}


def test_a_term_with_an_accent_is_one_term(graph):
    body = r"""\begin{definition}\label{def:part} A set is called a \textbf{basis} if it is small. \end{definition}
\begin{definition}\label{def:whole} A set is called a \textbf{Gr\"obner basis} if it is stable. \end{definition}
\begin{theorem}\label{thm:use} Every Gr\"{o}bner basis is a finite Gröbner basis. \end{theorem}"""
    assert terms_of(graph, body) == {("def:whole", "thm:use")}


def test_a_float_with_neither_caption_nor_label_is_no_evidence(graph):
    body = r"""\begin{figure}\includegraphics{logo}\end{figure}
\begin{figure}\includegraphics{a}\caption{Lamps}\end{figure}
\begin{figure}\includegraphics{b}\label{fig:b}\end{figure}"""
    assert [node.text for node in graph(body).nodes.values()] == ["Lamps", "fig:b"]
