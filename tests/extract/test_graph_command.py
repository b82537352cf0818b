"""``argcheck graph``: a contract in JSON, drawings that their programs load, questions to the graph."""

from __future__ import annotations

import inspect
import json
import os
import shutil
import subprocess
from pathlib import Path

import networkx as nx
import pytest

from argcheck.api import argument_graph
from argcheck.cli.graph_command import command
from argcheck.errors import UsageError

MERMAID = Path(os.environ.get("ARGCHECK_MERMAID", "missing")) / "node_modules"
TEXT = r"""\documentclass{article}
\newtheorem{lemma}{Lemma}
\newtheorem{theorem}{Theorem}
\begin{document}
\begin{lemma}\label{lem:a} "A" holds for <all> \{x\} \& 5\% of |y|. \end{lemma}
\begin{proof} By \cite{smith20}. \end{proof}
\begin{lemma}\label{lem:b} B. \end{lemma}
\begin{proof} By \cite{jones21} and \ref{lem:a}. \end{proof}
\begin{theorem}\label{thm:m} T. \end{theorem}
\begin{proof} By \ref{lem:b}. \end{proof}
% argcheck: claim id="cl:odd
An odd one.
\bibliography{refs}
\end{document}
"""
BIB = "@misc{smith20, title={One}}\n@misc{jones21, title={Two}}\n"


@pytest.fixture
def paper(tmp_path):
    (tmp_path / "main.tex").write_text(TEXT, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    return tmp_path


def said(paper, *options):
    argv = [str(paper), "--no-cache", "--isolated", *options]
    return command.main(argv, standalone_mode=False).out


def test_json_is_the_contract(paper):
    data = json.loads(said(paper, "--format", "json"))
    assert data["version"] == 1
    [document] = data["documents"]
    assert list(document) == ["root", "nodes", "edges"]
    assert document["root"] == "main.tex"
    lemma = next(node for node in document["nodes"] if node["id"] == "lem:b")
    assert lemma == {
        "id": "lem:b",
        "kind": "inference",
        "role": "result",
        "text": "B.",
        "file": "main.tex",
        "line": 7,
        "col": 1,
        "run_ids": ["author", "structure"],
        "confidence": 0.9,
        "refuted": False,
        "open": False,
    }
    work = next(node for node in document["nodes"] if node["id"] == "cite:jones21")
    assert (work["file"], work["line"], work["kind"]) == ("refs.bib", 2, "given")
    edge = next(one for one in document["edges"] if one["target"] == "thm:m")
    assert edge == {
        "source": "lem:b",
        "target": "thm:m",
        "relation": "supports",
        "run_ids": ["structure"],
        "confidence": 0.9,
        "linked": ["thm:m: proof 1"],
        "file": "main.tex",
        "line": 10,
    }


def test_json_is_the_same_every_time(paper):
    assert said(paper, "--format", "json") == said(paper, "--format", "json")


@pytest.mark.skipif(shutil.which("dot") is None, reason="graphviz is not installed")
def test_graphviz_loads_dot(paper):
    drawn = subprocess.run(
        ["dot", "-Tjson"], input=said(paper, "--format", "dot").encode(), capture_output=True, check=True
    )
    assert not drawn.stderr
    loaded = json.loads(drawn.stdout)
    names = {one["name"] for one in loaded["objects"] if not one["name"].startswith("cluster")}
    data = json.loads(said(paper, "--format", "json"))["documents"][0]
    assert names == {f"0/{node['id']}" for node in data["nodes"]}
    assert len(loaded["edges"]) == len(data["edges"])


def test_mermaid_names_every_node_and_edge(paper):
    lines = said(paper, "--format", "mermaid").splitlines()
    data = json.loads(said(paper, "--format", "json"))["documents"][0]
    assert lines[0] == "flowchart LR"
    assert sum("-->" in line for line in lines) == len(data["edges"])
    assert sum("<br/>" in line for line in lines) == len(data["nodes"])
    labels = [line.partition('"')[2].rpartition('"')[0] for line in lines if "<br/>" in line]
    assert not any(set(label.replace("<br/>", "")) & set('"<>[](){}|') for label in labels)


@pytest.mark.skipif(
    not MERMAID.is_dir(), reason="ARGCHECK_MERMAID names no folder with mermaid and jsdom from npm"
)
def test_mermaid_loads_mermaid(paper):
    drawn = subprocess.run(
        ["node", str(Path(__file__).with_name("mermaid.mjs"))],
        cwd=MERMAID.parent,
        input=said(paper, "--format", "mermaid").encode(),
        capture_output=True,
        check=True,
    )
    data = json.loads(said(paper, "--format", "json"))["documents"][0]
    assert json.loads(drawn.stdout) == {"nodes": len(data["nodes"]), "edges": len(data["edges"])}


def test_text_counts_what_cues_trace_and_does_not_print_it(paper):
    abstract = r"\begin{abstract} We show that the cache halves the latency. \end{abstract}"
    results = r"Therefore the cache halves the latency, see Table~\ref{tab:one}."
    table = r"\begin{table}\caption{Latency}\label{tab:one}\end{table}"
    body = f"\\begin{{document}}{abstract}\n\n\\section{{Results}}\n{results}\n{table}"
    (paper / "main.tex").write_text(TEXT.replace("\\begin{document}", body), encoding="utf-8")
    argv = [str(paper), "--no-cache", "--isolated"]
    counted = command.main(argv, standalone_mode=False)
    explicit = command.main([*argv, "--runs", "author,structure"], standalone_mode=False)
    assert counted.out == explicit.out
    assert "1 of 1 sentence of abstract" in counted.err
    assert "0 of 1 sentence of abstract" in explicit.err


@pytest.mark.parametrize(
    "name", ["abstractpage", "Abstractpage", "englishabstract", "umiabstract", "Abstract"]
)
def test_an_abstract_is_one_in_the_environment_of_a_university(paper, name):
    written = (
        f"\\begin{{document}}\\begin{{{name}}} We show that the cache halves the latency. \\end{{{name}}}\n\n"
    )
    (paper / "main.tex").write_text(TEXT.replace("\\begin{document}", written), encoding="utf-8")
    outcome = command.main([str(paper), "--no-cache", "--isolated"], standalone_mode=False)
    assert "of 1 sentence of abstract" in outcome.err


@pytest.mark.parametrize("name", ["chapterabstract", "graphicalabstract", "abstractstyle"])
def test_the_abstract_of_a_part_is_not_that_of_the_document(paper, name):
    written = (
        f"\\begin{{document}}\\begin{{{name}}} We show that the cache halves the latency. \\end{{{name}}}\n\n"
    )
    (paper / "main.tex").write_text(TEXT.replace("\\begin{document}", written), encoding="utf-8")
    outcome = command.main([str(paper), "--no-cache", "--isolated"], standalone_mode=False)
    assert "of abstract" not in outcome.err


@pytest.mark.parametrize(
    ("claim", "ground"),
    [
        ("We find that the cache halves the latency of the largest server", "Therefore the cache halves the latency of the largest server, see"),
        ("We evaluate the latency of the largest server with the new cache", None),
        ("A cache is proposed and its latency on the largest server is discussed", None),
        ("We compare the latency of the largest server and save 37\\,\\% by the cache", "The cache saves 37\\,\\% of the latency of the largest server, see"),
    ],
)  # fmt: skip
def test_what_was_done_rests_on_no_passage_but_for_a_number(paper, claim, ground):
    abstract = f"\\begin{{abstract}} {claim}. \\end{{abstract}}"
    results = ground or "Therefore the cache halves the latency of the largest server, see"
    table = r"\begin{table}\caption{Latency}\label{tab:one}\end{table}"
    body = (
        f"\\begin{{document}}{abstract}\n\n\\section{{Results}}\n{results} Table~\\ref{{tab:one}}.\n{table}"
    )
    (paper / "main.tex").write_text(TEXT.replace("\\begin{document}", body), encoding="utf-8")
    assert ("tab:one" in said(paper, "--traces")) == (ground is not None)


@pytest.mark.parametrize(
    ("passage", "bears"),
    [
        (
            "As illustrated in Figure~\\ref{fig:one}, the cache halves the latency of the largest server.",
            True,
        ),
        ("We illustrate the cache and the latency of the largest server in Figure~\\ref{fig:one}.", False),
        ("Figure~\\ref{fig:one} has examples of the cache and the latency of the largest server.", False),
    ],
)
def test_an_illustration_bears_no_claim(paper, passage, bears):
    abstract = (
        r"\begin{abstract} We find that the cache halves the latency of the largest server. \end{abstract}"
    )
    figure = r"\begin{figure}\caption{Latency}\label{fig:one}\end{figure}"
    body = f"\\begin{{document}}{abstract}\n\n\\section{{Results}}\n{passage}\n{figure}"
    (paper / "main.tex").write_text(TEXT.replace("\\begin{document}", body), encoding="utf-8")
    assert ("fig:one" in said(paper, "--traces")) == bears


def test_thanks_in_a_conclusion_are_no_claims(paper):
    body = (
        "\\begin{document}\\section{Conclusion}\nWe show that the cache halves the latency of all servers.\n"
        "\\subsection{Acknowledgements}\nI have followed the advice of my brother so many times \\cite{jones21}.\n\\section{Rest}\n"
    )
    (paper / "main.tex").write_text(TEXT.replace("\\begin{document}", body), encoding="utf-8")
    assert "brother" not in said(paper, "--traces")


def test_what_announces_a_list_is_no_claim_and_its_items_are(paper):
    body = (
        "\\begin{document}\\section{Conclusion}\nMore specifically we conclude the following:\n\\begin{itemize}\n"
        "\\item We show that the cache halves the latency of all servers.\n\\end{itemize}\n\\section{Rest}\n"
    )
    (paper / "main.tex").write_text(TEXT.replace("\\begin{document}", body), encoding="utf-8")
    for option in ("--traces", "--suggest"):
        assert "latency of all servers" in said(paper, option)
        assert "specifically" not in said(paper, option)


def test_text_shows_place_claim_and_support(paper):
    out = said(paper)
    assert "main.tex:7:1: lem:b (inference, result): B.\n    <- supports + cite:jones21 (main.tex:8)\n" in out


def test_focus_shows_a_neighbourhood(paper):
    data = json.loads(said(paper, "--format", "json", "--focus", "thm:m"))["documents"][0]
    assert [node["id"] for node in data["nodes"]] == ["lem:a", "lem:b", "thm:m", "cite:jones21"]


@pytest.mark.parametrize(("word", "meant"), [("thm:n", "thm:m"), ("lem-a", "lem:a"), ("jones12", "jones21")])
def test_a_mistyped_claim_or_source_is_asked_for(paper, word, meant):
    for option in ("--focus", "--without"):
        with pytest.raises(
            UsageError, match=f"no claim or source is called '{word}'; did you mean '{meant}'"
        ):
            said(paper, option, word)


def test_without_names_what_falls(paper):
    fallen = json.loads(said(paper, "--format", "json", "--without", "jones21"))["documents"][0]["falls"]
    assert [node["id"] for node in fallen] == ["lem:b", "thm:m"]  # one proof needs both the source and lem:a
    assert said(paper, "--without", "smith20").splitlines() == [
        "3 of 4 claims fall with smith20, 1 conclusion among them",
        '    lem:a: "A" holds for <all> {x} & 5% of |y|.  main.tex:5',
        "    lem:b: B.  main.tex:7",
        "    thm:m: T. (conclusion)  main.tex:9",
    ]
    both = json.loads(said(paper, "--format", "json", "--without", "lem:b"))
    assert [node["id"] for node in both["documents"][0]["falls"]] == ["thm:m"]


def test_runs_select_where_knowledge_comes_from(paper):
    data = json.loads(said(paper, "--format", "json", "--runs", "author"))["documents"][0]
    assert not data["edges"]
    with pytest.raises(UsageError, match="no run is called 'guesses'"):
        said(paper, "--runs", "guesses")


@pytest.mark.parametrize("function", ["check_structure", "critical_links", "support_width", "disputed_nodes"])
def test_a_function_is_called_for_each_conclusion(paper, function):
    data = json.loads(said(paper, "--call", function))
    assert [one["conclusion"] for one in data["documents"][0]["results"]] == ["thm:m"]


def test_the_other_functions(paper):
    assert json.loads(said(paper, "--call", "surviving_claims"))["documents"][0]["result"]["out"] == []
    assert json.loads(said(paper, "--call", "merge_duplicates"))["documents"][0]["result"]["merges"] == []
    assert json.loads(said(paper, "--call", "assert_graph"))["documents"][0]["result"]["rejected"] == []
    refuted = json.loads(said(paper, "--call", "mark_refuted", "--node", "jones21"))
    assert refuted["documents"][0]["result"] == {"ok": True, "width_before": 1, "width_after": 1}
    given = json.loads(said(paper, "--call", "support_width", "--node", "smith20"))
    assert "given" in given["documents"][0]["results"][0]["error"]


def test_a_document_without_claims_is_told_how_it_would_have_some(tmp_path):
    (tmp_path / "main.tex").write_text(
        "\\documentclass{article}\\begin{document}Words.\\end{document}", "utf-8"
    )
    outcome = command.main([str(tmp_path), "--no-cache", "--isolated", "--tree"], standalone_mode=False)
    assert outcome.err == (
        "main.tex: 0 nodes, 0 edges, 0 conclusions;"
        " a line `% argcheck: claim id=NAME uses=OTHER` before a sentence makes a claim of it\n"
    )


def test_the_hint_is_in_the_comments_of_the_notation(tmp_path):
    (tmp_path / "main.typ").write_text('#bibliography("refs.bib")\nWords @known.\n', "utf-8")
    (tmp_path / "refs.bib").write_text("@misc{known, title={T}}", "utf-8")
    outcome = command.main([str(tmp_path / "main.typ"), "--no-cache", "--isolated"], standalone_mode=False)
    assert "a line `// argcheck: claim id=NAME uses=OTHER` before" in outcome.err


def test_unknown_names_are_usage_errors(paper):
    for option in ("--focus", "--without"):
        with pytest.raises(UsageError, match="'nobody'"):
            said(paper, option, "nobody")


def test_suggestions_can_be_pasted(tmp_path):
    text = (
        "\\documentclass{article}\n\\begin{document}\n\\begin{abstract}\nMuch is known.\nWe show that it is fast.\n"
        "\\end{abstract}\n\\end{document}\n"
    )
    (tmp_path / "main.tex").write_text(text, encoding="utf-8")
    place, _, comment = said(tmp_path, "--suggest").splitlines()[0].partition(": on a line before: % ")
    line = int(place.split(":")[1])
    lines = text.splitlines()
    lines.insert(line - 1, f"% {comment}")
    (tmp_path / "main.tex").write_text("\n".join(lines) + "\n", encoding="utf-8")
    nodes = json.loads(said(tmp_path, "--format", "json"))["documents"][0]["nodes"]
    assert [(node["text"], node["run_ids"]) for node in nodes] == [
        ("We show that it is fast.", ["author", "structure"])
    ]


@pytest.mark.parametrize(
    ("name", "image", "closing"),
    [
        ("p.md", "![Dunes](x.png){#fig:a}", " -->"),
        ("p.typ", '#figure(image("x.png"), caption: [Dunes]) <a>', ""),
    ],
)
def test_suggestions_in_another_notation_are_its_comments_at_the_lines_of_the_file(
    tmp_path, name, image, closing
):
    known = "@fig:a" if closing else "@a"
    long = f"Much is known of it. We find that dunes in {known} moved. And more.\n\n"
    text = f"{long}{image}\n\nWe conclude that dunes in {known} moved.\n"
    (tmp_path / name).write_text(text, encoding="utf-8")
    *within, last = [line for line in said(tmp_path / name, "--suggest").splitlines() if "argcheck: " in line]
    assert [": behind the sentence: " in line for line in within] == [True] * bool(closing)
    place, _, comment = last.partition(": on a line before: ")
    assert place.endswith(f"{name}:5:1")
    assert comment.endswith(closing)
    lines = text.splitlines()
    lines.insert(4, comment)
    (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    nodes = json.loads(said(tmp_path / name, "--format", "json"))["documents"][0]["nodes"]
    own = [node["text"] for node in nodes if "author" in node["run_ids"] and node["text"].startswith("We")]
    assert [text.split(" in ")[0] for text in own] == ["We conclude that dunes"]


def test_the_summary_counts_what_is_traced(tmp_path):
    text = (
        "\\documentclass{article}\n\\begin{document}\n\\begin{abstract}\nWe show that it is fast \\cite{a}. "
        "We prove that it is small.\n\\end{abstract}\n\\bibliography{refs}\n\\end{document}\n"
    )
    (tmp_path / "main.tex").write_text(text, encoding="utf-8")
    (tmp_path / "refs.bib").write_text("@misc{a, title={A}}\n", encoding="utf-8")
    outcome = command.main([str(tmp_path), "--no-cache", "--isolated"], standalone_mode=False)
    assert outcome.err == (
        "main.tex: 3 nodes, 1 edge, 2 conclusions; 1 of 2 sentences of abstract, questions and conclusion"
        " traced to a result, float, proof or source\n"
    )


def test_networkx_loads_graphml(paper):
    data = json.loads(said(paper, "--format", "json"))["documents"][0]
    loaded = nx.parse_graphml(said(paper, "--format", "graphml"), force_multigraph=True)
    assert set(loaded) == {node["id"] for node in data["nodes"]}
    assert sorted((a, b, fields["relation"]) for a, b, fields in loaded.edges(data=True)) == sorted(
        (edge["source"], edge["target"], edge["relation"]) for edge in data["edges"]
    )
    lemma = loaded.nodes["lem:b"]
    assert (lemma["kind"], lemma["line"], lemma["confidence"], lemma["refuted"]) == (
        "inference",
        7,
        0.9,
        False,
    )
    assert loaded.nodes["lem:a"]["text"] == '"A" holds for <all> {x} & 5% of |y|.'


def test_networkx_loads_node_link_json(paper):
    linked = json.loads(said(paper, "--format", "node-link"))
    known = inspect.signature(nx.node_link_graph).parameters
    loaded = nx.node_link_graph(linked, **{"edges" if "edges" in known else "link": "links"})
    assert nx.utils.graphs_equal(loaded, argument_graph(paper, isolated=True))
    assert nx.ancestors(loaded, "thm:m") == {"lem:a", "lem:b", "cite:smith20", "cite:jones21"}


def test_an_export_shows_what_focus_names(paper):
    loaded = nx.parse_graphml(said(paper, "--format", "graphml", "--focus", "thm:m"))
    assert set(loaded) == {"lem:a", "lem:b", "thm:m", "cite:jones21"}


def test_nodes_of_several_documents_have_the_name_of_theirs(paper):
    (paper / "second.tex").write_text(TEXT, encoding="utf-8")
    graph = argument_graph(paper, isolated=True)
    assert {"main.tex#thm:m", "second.tex#thm:m"} <= set(graph)
    assert not any(a.partition("#")[0] != b.partition("#")[0] for a, b in graph.edges())
    with pytest.raises(UsageError, match="no run is called 'models'"):
        argument_graph(paper, runs=("models",))


def test_what_xml_cannot_hold_is_left_out_of_graphml(paper):
    (paper / "main.tex").write_text(TEXT.replace("B.", "B\x02 \x0bC."), encoding="utf-8")
    loaded = nx.parse_graphml(said(paper, "--format", "graphml"))
    assert loaded.nodes["lem:b"]["text"].replace(" ", "") == "BC."


def test_it_says_why_nothing_is_traced_and_names_documents_without_claims_once(tmp_path):
    bare = "\\documentclass{article}\\begin{document}\\end{document}\n"
    for name in "abcde":
        (tmp_path / f"{name}.tex").write_text(bare, "utf-8")
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\n\\begin{abstract}We show that sand is wet.\\end{abstract}\n\\end{document}\n",
        "utf-8",
    )
    said = command.main([str(tmp_path), "--no-cache", "--isolated"], standalone_mode=False).err
    first, second = said.splitlines()
    assert first.endswith(
        "0 of 1 sentence of abstract, questions and conclusion traced to a result, float, proof or source: no passage that has one"
        " says the same; `argcheck graph --traces` lists them, `--suggest` proposes annotations"
    )
    assert second == "5 documents without claims, floats, proofs and sources: a.tex, b.tex, c.tex and 2 more"


@pytest.mark.parametrize(("columns", "broken"), [("72", True), ("", False)])
@pytest.mark.parametrize("option", [(), ("--traces",), ("--suggest",)])
def test_lines_fit_the_terminal_and_are_whole_in_a_pipe(paper, monkeypatch, option, columns, broken):
    monkeypatch.setenv("COLUMNS", columns)
    claim = "We show that the cache of the server halves the latency, whatever anybody asks of it at noon or at night."
    abstract = f"\n\\begin{{abstract}}\n{claim}\n\\end{{abstract}}\n"
    (paper / "main.tex").write_text(
        TEXT.replace("\\begin{document}", f"\\begin{{document}}{abstract}"), "utf-8"
    )
    outcome = command.main([str(paper), "--no-cache", "--isolated", *option], standalone_mode=False)
    lines = [*outcome.out.splitlines(), *outcome.err.splitlines()]
    assert "We show that the cache" in outcome.out
    long = [line for line in lines if len(line) > 80 - 8 * broken and "% argcheck:" not in line]
    assert bool(long) is not broken
    assert ("halves the latency" in outcome.out) is (not broken or bool(option))


def test_the_place_in_a_long_file_leaves_room_for_the_claim(paper, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    name = f"{'the_theory_of_everything_that_is_' * 2}synthesised.tex"
    (paper / "main.tex").rename(paper / name)
    claims = [line for line in said(paper, "--tree").splitlines() if "An odd" in line]
    assert claims == ["    cl:odd: An odd one.  …erything_that_is_synthesised.tex:12"]
