"""Several papers as one graph: what they share is one node, and nothing else is."""

from __future__ import annotations

import itertools
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from argcheck_process import argcheck
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from argcheck.argument.extract.build import build
from argcheck.argument.extract.joined import JoinedPaper, joined_graph
from argcheck.argument.extract.joined_report import as_json
from argcheck.argument.store import GraphStore
from argcheck.reading.workspace import Workspace
from argcheck.settings import config

if TYPE_CHECKING:
    from subprocess import CompletedProcess

pytestmark = pytest.mark.slow

PAPERS = Path(__file__).parents[1] / "papers"
CLAIMS = (
    "Sleep improves the memory of students for foreign words.",
    "Sleep does not improve the memory of students for foreign words.",
    "Naps of twenty minutes reduce the errors of pilots at night.",
    "Naps of thirty minutes reduce the errors of pilots at night.",
    "The method is fast.",
    "Coffee after noon delays the onset of sleep in adults.",
)
WORKS = ("Sleep and the learning of foreign words", "Errors of pilots at night", "Coffee in the afternoon")


def run(*argv: str, cwd: Path = PAPERS) -> CompletedProcess[str]:
    return argcheck("graph", "--join", "--no-cache", *argv, cwd=cwd, env=os.environ, encoding="utf-8")


def joined(*paths: str, **options: Any) -> dict[str, Any]:
    more = [word for name, value in options.items() for word in (f"--{name}", value)]
    ended = run(*paths, "--format", "json", *more)
    assert ended.returncode == 0, ended.stderr
    answer: dict[str, Any] = json.loads(ended.stdout)
    return answer


@pytest.fixture(scope="module")
def three() -> dict[str, Any]:
    return joined("sleep", "naps", "review")


def places(rows: list[dict[str, Any]]) -> list[tuple[str, int]]:
    return [(row["file"], row["line"]) for row in rows]


def test_a_claim_of_two_papers_is_one_node_with_both_places(three: dict[str, Any]) -> None:
    (name,) = three["same_claims"]
    (node,) = (node for node in three["nodes"] if node["id"] == name)
    assert node["papers"] == ["naps/main.tex", "sleep/main.tex"]
    assert places(node["locations"]) == [("naps/main.tex", 5), ("sleep/main.tex", 5)]


def test_a_phrase_about_its_own_paper_is_no_claim_of_another(three: dict[str, Any]) -> None:
    fast = [node for node in three["nodes"] if node["text"] == "The method is fast."]
    assert [node["papers"] for node in fast] == [["naps/main.tex"], ["sleep/main.tex"]]


def test_works_are_joined_by_identifier_or_by_title_and_never_by_key(three: dict[str, Any]) -> None:
    works = {work["id"]: work["conclusions"] for work in three["shared_works"]}
    assert works == {
        "naps/main.tex#cite:S1": [
            {"id": "naps/main.tex#nap", "falls": False},
            {"id": "sleep/main.tex#cl:school", "falls": True},
        ],
        "naps/main.tex#cite:L": [{"id": "naps/main.tex#dark", "falls": True}],
    }


def test_works_that_no_claim_rests_on_are_shared_too(tmp_path: Path) -> None:
    entry = "@book{KEY, author = {Ada Lovelace}, title = {Notes on the engine}, year = 1843}\n"
    other = "@book{own, author = {Ada Byron}, title = {Letters to a friend}, year = 1840}\n"
    for name, key in (("east", "ada"), ("west", "lovelace43"), ("north", "notes")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "refs.bib").write_text(entry.replace("KEY", key) + other)
        cited = rf"Engines weave \cite{{{key}}}." if name != "north" else r"It has \cite{own}."
        (tmp_path / name / "main.tex").write_text(
            r"\documentclass{article}\begin{document}" + cited + r"\bibliography{refs}\end{document}"
        )
    (work,) = json.loads(run("east", "west", "north", "--format", "json", cwd=tmp_path).stdout)["cited_works"]
    assert work == {
        "title": "Notes on the engine",
        "cited": [{"paper": "east/main.tex", "key": "ada"}, {"paper": "west/main.tex", "key": "lovelace43"}],
    }
    told = run("east", "west", "north", cwd=tmp_path).stdout
    assert "Notes on the engine: east/main.tex (ada); west/main.tex (lovelace43)" in told


def test_a_shared_work_that_bears_claims_is_told_once(three: dict[str, Any]) -> None:
    assert three["cited_works"] == []


def test_contradictions_between_papers_have_both_places(three: dict[str, Any]) -> None:
    assert [places(pair) for pair in three["contradictions"]] == [
        [("naps/main.tex", 9), ("sleep/main.tex", 9)],
        [("naps/main.tex", 5), ("review/main.tex", 5)],
    ]
    attacks = {(e["source"], e["target"]) for e in three["edges"] if e["relation"] == "attacks"}
    assert ("review/main.tex#none", "naps/main.tex#words") in attacks
    assert all((target, source) in attacks for source, target in attacks)


@pytest.mark.parametrize(
    "name",
    ["10.1234/LEARNING.20", "https://doi.org/10.1234/learning.20", "S1", "sleep/main.tex#cite:smith20"],
)
def test_what_falls_with_a_work_falls_in_all_papers(name: str) -> None:
    fallen = {node["id"] for node in joined("sleep", "naps", "review", without=name)["falls"]}
    assert fallen == {"naps/main.tex#words", "sleep/main.tex#cl:school"}


def test_a_key_that_means_several_works_is_asked_back() -> None:
    ended = run("sleep", "naps", "review", "--without", "smith20")
    assert ended.returncode == 2
    assert "naps/main.tex#cite:S1 or review/main.tex#cite:smith20" in ended.stderr
    assert run("sleep", "naps", "--without", "nothing").returncode == 2


def test_a_work_that_is_retracted_for_one_paper_is_so_for_all(tmp_path: Path) -> None:
    for name in ("sleep", "naps"):
        (tmp_path / name).mkdir()
        for file in (PAPERS / name).iterdir():
            (tmp_path / name / file.name).write_bytes(file.read_bytes())
    (tmp_path / "sleep" / ".argcheck").mkdir()
    (tmp_path / "sleep" / ".argcheck" / "retractions.csv").write_text("key,reason\nsmith20,invented\n")
    ended = run("sleep", "naps", cwd=tmp_path)
    assert (
        "naps/main.tex#cite:S1: Sleep and the Learning of Foreign Words (refuted: invented)" in ended.stdout
    )


def test_papers_of_different_projects_are_joined(tmp_path: Path) -> None:
    for name in ("sleep", "naps"):
        (tmp_path / name / ".git").mkdir(parents=True)
        for file in (PAPERS / name).iterdir():
            (tmp_path / name / file.name).write_bytes(file.read_bytes())
    assert run("sleep", "naps", cwd=tmp_path).stdout == run("sleep", "naps").stdout


def test_a_file_that_two_papers_include_is_read_as_one(tmp_path: Path) -> None:
    head = "\\documentclass{article}\\begin{document}\n"
    (tmp_path / "part.tex").write_text("% argcheck: claim id=cl:own\nThe method is fast.\n")
    for name in ("long", "short"):
        (tmp_path / f"{name}.tex").write_text(f"{head}\\input{{part}} {name}\n\\end{{document}}\n")
    answer = json.loads(run("--format", "json", cwd=tmp_path).stdout)
    assert [node["papers"] for node in answer["nodes"]] == [["long.tex", "short.tex"]]
    assert answer["same_claims"] == []  # it is stated once


def write(folder: Path, *papers: str) -> None:
    folder.mkdir(exist_ok=True)
    for number, body in enumerate(papers):
        text = f"\\documentclass{{article}}\n\\newtheorem{{lemma}}{{Lemma}}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
        (folder / f"p{number}.tex").write_text(text)


def test_what_points_at_a_figure_is_one_claim_in_one_project_alone(tmp_path: Path) -> None:
    body = "% argcheck: claim id=c\nFigure \\ref{fig:a} shows how sleep improves the memory of students.\n"
    body += "\\begin{figure}\\caption{A}\\label{fig:a}\\end{figure}"
    write(tmp_path / "one", body, body.replace("Figure", "Fig."))
    write(tmp_path / "two", body)
    for name in ("one", "two"):
        (tmp_path / name / ".git").mkdir()
    answer = json.loads(run("one", "two", "--format", "json", cwd=tmp_path).stdout)
    claims = [node["papers"] for node in answer["nodes"] if node["text"].startswith("Fig")]
    assert claims == [["one/p0.tex", "one/p1.tex"], ["two/p0.tex"]]


def test_cases_of_a_lemma_do_not_contradict_each_other(tmp_path: Path) -> None:
    lemma = "\\begin{lemma}\\label{l%s}Every graph with %s vertices and no loops is planar.\\end{lemma}"
    write(tmp_path, lemma % (3, 3), lemma % (4, 4))
    assert json.loads(run("--format", "json", cwd=tmp_path).stdout)["contradictions"] == []
    write(tmp_path, lemma % (3, 3), (lemma % (3, 3)).replace("is planar", "is not planar"))
    assert len(json.loads(run("--format", "json", cwd=tmp_path).stdout)["contradictions"]) == 1


def test_what_one_paper_says_of_two_cases_does_not_exclude_itself(tmp_path: Path) -> None:
    claim = "% argcheck: claim id=c{0}\nThe drug lowered the pressure of patients in trial {0} by some points.\n\n"
    first, second = claim.format(1), claim.format(2)
    write(tmp_path, first, second)
    assert len(json.loads(run("--format", "json", cwd=tmp_path).stdout)["contradictions"]) == 1
    write(tmp_path, first + second, second)
    assert json.loads(run("--format", "json", cwd=tmp_path).stdout)["contradictions"] == []


def test_a_path_without_a_paper_is_named_and_the_others_are_joined(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = run("sleep", str(tmp_path / "empty"), "naps", "--format", "json")
    assert (done.returncode, len(json.loads(done.stdout)["papers"])) == (0, 2)
    assert "empty: no document found" in done.stderr
    assert "naps" not in done.stderr


def test_options_that_have_no_answer_are_refused() -> None:
    for more in (["--tree"], ["--format", "svg"], ["--call", "check_structure"]):
        ended = run("sleep", "naps", *more)
        assert (ended.returncode, ended.stdout) == (2, "")
        assert "--join" in ended.stderr


# -- properties


def paper(folder: Path, name: str, claims: list[tuple[int, int, int]]) -> JoinedPaper:
    """Write and read a paper: of each claim its sentence, the work that it cites, and which claim before it uses it."""
    lines = ["\\documentclass{article}", "\\begin{document}"]
    for number, (claim, work, before) in enumerate(claims):
        uses = f"cite:w{work}" + (f",c{before % number}" if number and before else "")
        kind = "conclusion" if number == len(claims) - 1 else "claim"
        lines += [f"% argcheck: {kind} id=c{number} uses={uses}", CLAIMS[claim]]
    lines += ["\\bibliography{refs}", "\\end{document}"]
    entries = [
        f"@article{{w{number}, author={{Smith, Anna}}, year={{2020}}, title={{{title}}}}}"
        for number, title in enumerate(WORKS)
    ]
    own = folder / name
    own.mkdir(exist_ok=True)
    (own / "main.tex").write_text("\n".join(lines), "utf-8")
    (own / "refs.bib").write_text("\n".join(entries), "utf-8")
    return read(own)


def read(folder: Path) -> JoinedPaper:
    chosen = config.settings_for((folder,), cwd=folder, isolated=True)
    document = Workspace([folder], chosen, cwd=folder).read()[0]
    return JoinedPaper(
        build(document), document.bibliography, lambda path: f"{folder.name}/{Path(path).name}"
    )


def widths(store: GraphStore, names: list[str]) -> list[Any]:
    return [(store.support_width("g", name), store.falls_with("g", name)) for name in names]


BODIES = st.lists(
    st.lists(st.tuples(st.integers(0, 5), st.integers(0, 2), st.integers(0, 5)), min_size=1, max_size=5),
    min_size=1,
    max_size=3,
)


@pytest.mark.slow
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(BODIES)
def test_any_papers(tmp_path: Path, bodies: list[list[tuple[int, int, int]]]) -> None:
    papers = [paper(tmp_path, f"p{number}", body) for number, body in enumerate(bodies)]
    for single in papers:
        held_apart(single)
    answers = {json.dumps(as_json(joined_graph(order))) for order in itertools.permutations(papers)}
    assert len(answers) == 1
    graph = joined_graph(papers)
    assert sorted(s.node.id for group in graph.statements.values() for s in group) == sorted(
        f"{each.name}#{name}" for each in papers for name in each.graph.nodes
    )
    assert all(len({s.paper for s in group}) == len(group) for group in graph.statements.values())
    reads_back(json.loads(answers.pop()), papers)


@pytest.mark.parametrize(
    "folder", sorted(p for p in PAPERS.iterdir() if p.is_dir()), ids=lambda folder: folder.name
)
def test_the_join_of_one_paper_is_its_graph(folder: Path) -> None:
    held_apart(read(folder))


def held_apart(single: JoinedPaper) -> None:
    """The join of a paper alone has the nodes, edges, refutations and widths of its own graph."""
    own, graph = single.graph, joined_graph([single])
    start = f"{single.name}#"
    assert list(graph.nodes) == [start + name for name in own.nodes]
    for name, node in own.nodes.items():
        other = graph.nodes[start + name]
        assert (node.text, node.kind, node.role, node.open, node.confidence, node.run_ids, node.flags) == (
            other.text, other.kind, other.role, other.open, other.confidence, other.run_ids, other.flags,
        )  # fmt: skip
    assert [(start + e.source, start + e.target, e.relation, e.confidence) for e in own.edges] == [
        (e.source, e.target, e.relation, e.confidence) for e in graph.edges
    ]
    alone, among = GraphStore(), GraphStore()
    alone.load("g", own)
    among.load("g", graph)
    named = [node.id for node in own.conclusions]
    assert json.dumps(widths(among, [start + name for name in named])).replace(start, "") == json.dumps(
        widths(alone, named)
    )


def reads_back(answer: dict[str, Any], papers: list[JoinedPaper]) -> None:
    """What was exported, asserted again, has the widths of the graph."""
    held, told = GraphStore(), GraphStore()
    graph = joined_graph(papers)
    held.load("g", graph)
    taken = told.assert_graph("g", answer["nodes"], answer["edges"])
    assert (taken["rejected"], taken["auto_merged"], taken["contradictions_created"]) == ([], [], [])
    names = [node.id for node in graph.conclusions]
    assert widths(told, names) == widths(held, names)


def test_what_was_exported_reads_back_to_the_same_widths(three: dict[str, Any]) -> None:
    reads_back(three, [read(PAPERS / name) for name in ("naps", "review", "sleep")])


def test_what_was_compared_is_said(tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        text = "\\documentclass{article}\\begin{document}\nDunes move by 12 metres.\n\\end{document}\n"
        (tmp_path / name / "main.tex").write_text(text)
    plain = run("a", "b", cwd=tmp_path).stderr.splitlines()[-1]
    assert plain == (
        "compared with each other: 0 claims (annotated, of theorems, or read by a model); 2 papers have none; "
        "other sentences are not compared"
    )
    (tmp_path / "a" / "main.tex").write_text(text.replace("Dunes", "% argcheck: claim id=c\nDunes"))
    assert (
        "1 claim (annotated, of theorems, or read by a model); 1 paper has none"
        in run("a", "b", cwd=tmp_path).stderr
    )
