"""``argcheck score``: the graph of a manuscript, the metrics that are known of it, and what is said of it."""

import json

import pytest

from argcheck.cli.score_command import command
from argcheck.errors import UsageError

PAPER = r"""\documentclass{article}
\begin{document}
\begin{abstract}
% argcheck: hypothesis id=h uses=c
We ask whether dunes move faster in strong wind.
\end{abstract}
\section{Measurements}
% argcheck: evidence id=e1
Forty dunes were measured in two winters.

% argcheck: evidence id=e2 uses=cite:lee2019
In strong wind they moved four metres a day \cite{lee2019}.

% argcheck: claim id=c uses=e1,e2
Dunes move faster in strong wind.
\section{Conclusion}
% argcheck: conclusion id=z uses=c
Wind decides how fast dunes move.
\bibliography{refs}
\end{document}
"""
BIB = "@article{lee2019, author={Lee, Ann}, title={Dunes}, journal={Sand}, year=2019, doi={10.5555/sand.1}}\n"
VERDICT = {
    "asked": [["crossref (doi)", "found"]],
    "checked": "2026-11-20",
    "cited_as": "lee2019",
    "judge": {"name": "sources", "version": "1"},
    "key": "v1:0123456789abcdef0123456789abcdef",
    "kind": "entry",
    "outcome": "accessible",
    "record": {"doi": "10.5555/sand.1", "title": "Dunes", "venue": "Sand", "year": 2019},
    "version": 1,
    "work": "doi:10.5555/sand.1",
}


@pytest.fixture
def paper(tmp_path):
    (tmp_path / "paper.tex").write_text(PAPER, encoding="utf-8")
    (tmp_path / "refs.bib").write_text(BIB, encoding="utf-8")
    (tmp_path / ".argcheck").mkdir()
    return tmp_path


def score(paper, *options):
    outcome = command.main([str(paper), "--no-cache", "--isolated", *options], standalone_mode=False)
    return outcome.code, outcome.out, outcome.err


def document(paper, *options):
    [only] = json.loads(score(paper, "--format", "json", *options)[1])["documents"]
    return only


def metrics(paper, name):
    [node] = [node for node in document(paper)["nodes"] if node["id"] == name]
    return {metric: known["value"] for metric, known in node["metrics"].items() if known}


def test_a_hypothesis_is_where_the_score_begins_and_leads_to_the_givens_of_its_answer(paper):
    scored = document(paper)
    pairs = {(edge["parent"], edge["child"]) for edge in scored["edges"]}
    assert pairs == {
        ("h", "c"),
        ("h", "e1"),
        ("h", "cite:lee2019"),
        ("cite:lee2019", "e2"),
        ("e1", "c"),
        ("e2", "c"),
        ("c", "z"),
    }
    assert scored["components"]["bridge_coverage"] == 1
    assert scored["best_path"][0] == "h"
    assert scored["widths"] == {"z": 1}
    assert scored["interval"][0] < scored["score"] < scored["interval"][1]


def test_what_nobody_knows_is_missing(paper):
    assert metrics(paper, "e1") == {}
    assert metrics(paper, "c") == {"evidence_strength": pytest.approx(2 / 3)}
    out = score(paper)[1]
    assert "of 6 claims 2 have metrics, 2 of them not all six" in out
    assert "nobody knows its credibility" in out


def test_a_verdict_gives_its_work_credibility_and_a_retraction_takes_it(paper):
    verdicts = paper / ".argcheck" / "verdicts.jsonl"
    verdicts.write_text(json.dumps(VERDICT) + "\n", encoding="utf-8")
    assert metrics(paper, "cite:lee2019") == {"credibility": 0.9}
    notice = {"date": "2021-01-01", "origin": "crossref", "status": "concern"}
    verdicts.write_text(json.dumps({**VERDICT, "notices": [notice]}) + "\n", encoding="utf-8")
    assert metrics(paper, "cite:lee2019") == {"credibility": 0.3}
    notice["status"] = "retracted"
    verdicts.write_text(json.dumps({**VERDICT, "notices": [notice]}) + "\n", encoding="utf-8")
    assert metrics(paper, "cite:lee2019") == {"credibility": 0.0}


def test_the_word_of_the_author_comes_first_and_a_line_that_cannot_be_used_is_named(paper):
    (paper / ".argcheck" / "metrics.csv").write_text(
        "id,metric,value,reason\nc,relevance,0.8,read by two\nc,evidence_strength,0.1,few dunes\nc,rigour,0.8,why\n"
        "c,relevance,1.5,why\nc,credibility,0.5,\nlee2019,credibility,0.2,a blog\n",
        encoding="utf-8",
    )
    assert metrics(paper, "c") == {"relevance": 0.8, "evidence_strength": 0.1}
    assert metrics(paper, "cite:lee2019") == {"credibility": 0.2}
    err = score(paper)[2]
    assert [line.split(": ", 1)[0] for line in err.splitlines()] == [
        ".argcheck/metrics.csv:4",
        ".argcheck/metrics.csv:5",
        ".argcheck/metrics.csv:6",
    ]
    assert "no metric is called 'rigour'" in err
    assert "'1.5' is not a number between 0 and 1" in err
    assert "this metric has no reason" in err


def test_between_semicolons_a_comma_stands_before_the_fraction(paper):
    write_metrics(paper, "id,metric,value,reason\nc,relevance,0.8,why\n")
    plain = score(paper)
    write_metrics(paper, "id;metric;value;reason\nc;relevance;0,8;why\n")
    assert score(paper) == plain


def write_metrics(folder, text, encoding="utf-8"):
    (folder / ".argcheck").mkdir(exist_ok=True)
    (folder / ".argcheck" / "metrics.csv").write_bytes(text.encode(encoding))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("c,relevance,0.8,why\n", "1: the first line of the metrics is not `id,metric,value,reason`"),
        (
            "id,metric,value,value,reason\nc,relevance,0.8,0.8,why\n",
            "1: the first line of the metrics is not",
        ),
        ("", "1: the first line of the metrics is not"),
        ("id,metric,value,reason\nc,relevance,0,8,why\n", "2: this line has 5 fields, not 4"),
        ("id,metric,value,reason\nc,relevance,nan,why\n", "2: 'nan' is not a number between 0 and 1"),
        ("id,metric,value,reason\nc,relevance,-inf,why\n", "2: '-inf' is not a number between 0 and 1"),
        ("id,metric,value,reason\nc,relevance,0.8\n", "2: this metric has no reason"),
        (
            "id,metric,value,reason\nx,relevance,0.8,why\n",
            "2: no claim or work of what was read is called 'x'",
        ),
        (
            "id,metric,value,reason\nc,relevance,0.8,why\nc,relevance,0.2,why\n",
            "3: the relevance of 'c' stands in a line above, which counts",
        ),
        ('id,metric,value,reason\nc,relevance,0.8,"why\nc,rigour,1,why\n', "3: no metric is called 'rigour'"),
        ("id,metric,value,reason\nc,relevance,0.8,why\n,,,\n", "3: this metric has no id"),
    ],
)
def test_a_line_that_would_be_passed_over_is_said(paper, text, said):
    write_metrics(paper, text)
    err = score(paper)[2]
    assert err.startswith(f".argcheck/metrics.csv:{said}")
    assert err.count("\n") == 1


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_metrics_are_read_as_spreadsheets_write_them(paper, encoding):
    text = 'ID;Metric;Value;Reason\r\n"c";relevance;0.8;"two lines,\r\none ""quote"""\r\nlee2019;credibility;.2;a\u2028b\x0bc\r\n'
    write_metrics(paper, text, encoding)
    assert score(paper)[2] == ""
    assert metrics(paper, "c")["relevance"] == 0.8
    assert metrics(paper, "cite:lee2019") == {"credibility": 0.2}


@pytest.mark.slow
def test_a_list_of_a_long_reason_and_of_many_lines_is_read(paper):
    lines = "".join(f"x{number},relevance,0.5,why\n" for number in range(3_000))
    write_metrics(paper, f"id,metric,value,reason\nc,relevance,0.8,{'why ' * 40_000}\n{lines}")
    assert metrics(paper, "c")["relevance"] == 0.8
    assert score(paper)[2].count("is called") == 3_000


def test_the_nearest_list_wins_whatever_name_it_gives_a_work_and_each_problem_is_told_once(paper):
    (paper / ".git").mkdir()
    for name in ("near", "other"):
        (paper / name).mkdir()
        for file in ("paper.tex", "refs.bib"):
            (paper / name / file).write_bytes((paper / file).read_bytes())
    (paper / "paper.tex").unlink()
    write_metrics(
        paper, "id,metric,value,reason\ncite:lee2019,credibility,0.9,why\nx,relevance,1,why\nc,rigour,1,why\n"
    )
    write_metrics(paper / "near", "id,metric,value,reason\nlee2019,credibility,0.1,why\n")
    _, out, err = score(paper, "--format", "json")
    values = {
        document["root"]: node["metrics"]["credibility"]["value"]
        for document in json.loads(out)["documents"]
        for node in document["nodes"]
        if node["id"] == "cite:lee2019"
    }
    assert values == {"near/paper.tex": 0.1, "other/paper.tex": 0.9}
    assert [line.split(": ", 1)[0] for line in err.splitlines()] == [
        ".argcheck/metrics.csv:3",
        ".argcheck/metrics.csv:4",
    ]


def test_a_threshold_fails_a_run_and_nothing_else_does(paper):
    assert score(paper)[0] == 0
    assert score(paper, "--fail-under", "0.1")[0] == 0
    assert score(paper, "--fail-under", "0.99")[0] == 1


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        (
            " uses=c\nWe ask",
            "\nWe ask",
            "no hypothesis reaches a conclusion: 1 hypothesis, 1 conclusion, and no chain of supports between;",
        ),
        (
            "hypothesis id=h uses=c",
            "claim id=h uses=c",
            "no hypothesis reaches a conclusion: none is declared; a line `% argcheck: hypothesis id=NAME`",
        ),
        (
            "conclusion id=z",
            "claim id=z",
            "no hypothesis reaches a conclusion: no conclusion is known; a line",
        ),
        ("id=e1", "id=e1 uses=c", "support goes in a circle: "),
    ],
)
def test_what_has_no_score_says_why(paper, old, new, why):
    (paper / "paper.tex").write_text(PAPER.replace(old, new, 1), encoding="utf-8")
    code, out, _ = score(paper, "--fail-under", "0.01")
    assert code == 1
    assert f"paper.tex: not scored: {why}" in out
    assert document(paper)["score"] is None


def test_a_text_without_claims_is_told_where_claims_come_from(paper):
    (paper / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}Dunes move.\\end{document}", encoding="utf-8"
    )
    _, out, _ = score(paper)
    assert "paper.tex: not scored: it has no claims: `argcheck graph --suggest` proposes" in out
    assert "`--runs all` counts what models have read" in out


def test_a_text_without_annotations_is_told_which_commands_make_a_score(tmp_path):
    (tmp_path / "paper.tex").write_text(
        "\\documentclass{article}\\begin{document}\\begin{abstract}We show that dunes move.\\end{abstract}"
        "\\section{Conclusion}We find that dunes move in the wind.\\end{document}",
        encoding="utf-8",
    )
    _, out, _ = score(tmp_path)
    assert "--suggest" in out
    assert "--prompts-out questions" in out
    assert "--runs all" in out


def test_an_annotated_text_without_a_score_is_told_what_it_lacks_alone(paper):
    (paper / "paper.tex").write_text(PAPER.replace("hypothesis id=h", "claim id=h", 1), encoding="utf-8")
    _, out, _ = score(paper)
    assert "--prompts-out" not in out


@pytest.mark.long
def test_a_graph_that_is_too_large_to_look_for_remedies_says_so(paper):
    steps = "".join(
        f"% argcheck: claim id=s{number} uses=e1{f',s{number - 1}' if number else ''}\nStep {number} is made.\n\n"
        for number in range(1_500)
    )
    long = PAPER.replace("\\section{Conclusion}", f"{steps}\\section{{Conclusion}}")
    (paper / "paper.tex").write_text(long.replace("id=z uses=c", "id=z uses=c,s20"), encoding="utf-8")
    scored = document(paper)
    assert scored["remedies"]
    (paper / "paper.tex").write_text(long.replace("id=z uses=c", "id=z uses=c,s1499"), encoding="utf-8")
    assert document(paper)["remedies"] is None
    out = score(paper)[1]
    assert "paper.tex: trust 0." in out
    assert "too large to look for what would raise it" in out


def test_the_confidence_of_an_edge_comes_with_its_parts_and_an_author_can_change_them(paper):
    def last_edge(text):
        write_metrics(paper, f"id,metric,value,reason\nz,credibility,0.6,mine\n{text}")
        return next(edge for edge in document(paper)["edges"] if edge["child"] == "z")

    before = last_edge("")
    assert before["parts"]["prior"] == 0.5  # claim to conclusion
    assert before["parts"]["child_quality"] == pytest.approx(0.6)
    assert before["parts"]["parent_quality"] == pytest.approx(metrics(paper, "c")["evidence_strength"])
    after = last_edge("c,credibility,0.9,read by two\n")
    assert after["parts"]["parent_quality"] > before["parts"]["parent_quality"]
    assert after["raw"] > before["raw"]
    said = score(paper)[1]
    assert "h -> c 0.50: 0.50 (a default, as one end has no metric), then by the trust of h" in said
    assert f"c -> z {after['confidence']:.2f}: {after['raw']:.2f} (prior 0.50, parent quality 0.8" in said


def test_the_same_document_gives_the_same_bytes(paper):
    assert score(paper, "--format", "json") == score(paper, "--format", "json")
    assert document(paper, "--seed", "1")["interval"] != document(paper)["interval"]


def test_what_a_score_is_made_of_is_written_as_tables(paper, tmp_path):
    folder = tmp_path / "tables"
    assert score(paper, "--features", str(folder))[0] == 0
    tables = {file.stem: json.loads(file.read_text("utf-8"))["rows"] for file in folder.iterdir()}
    assert set(tables) == {"nodes", "edges", "walks", "fingerprint"}
    scored = document(paper)
    trust = {row["id"]: row["trust"] for row in tables["nodes"]}
    assert trust == {node["id"]: node["trust"] for node in scored["nodes"]}
    pairs = {(row["parent"], row["child"]): row["confidence"] for row in tables["edges"]}
    assert pairs == {(edge["parent"], edge["child"]): edge["confidence"] for edge in scored["edges"]}
    steps = {step for row in tables["walks"] for step in zip(row["walk"], row["walk"][1:], strict=False)}
    assert steps <= pairs.keys()
    [vector] = tables["fingerprint"]
    assert vector["score"] == scored["score"]
    assert {row["document"] for rows in tables.values() for row in rows} == {"paper.tex"}


def test_parquet_holds_what_json_holds(paper, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet", reason="the extra argcheck-lint[audit] is not installed")
    score(paper, "--features", str(tmp_path / "json"))
    score(paper, "--features", str(tmp_path / "parquet"), "--parquet")
    for file in (tmp_path / "json").iterdir():
        rows = json.loads(file.read_text("utf-8"))["rows"]
        table = parquet.read_table(tmp_path / "parquet" / f"{file.stem}.parquet")
        assert table.to_pylist() == rows
        assert table.schema.metadata[b"argcheck.score"] == b"1"
    with pytest.raises(UsageError, match="--parquet needs --features"):
        score(paper, "--parquet")
