"""``argcheck score --runs all``: readings that a scripted model gave are scored one by one, and their differences are told."""

import json

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from test_interrogate import ask, claim, edge, paper, shown  # noqa: F401

from argcheck.cli.score_command import command

pytestmark = pytest.mark.slow


def reading(request, number):
    """A hypothesis and its conclusion; each reading has other evidence between them, the fourth none."""
    sentences = shown(request)
    nodes = [
        claim("asked", sentences, "Strong wind makes", "inference", "hypothesis"),
        claim("end", sentences, "We conclude", "conclusion", "conclusion"),
    ]
    starts = ["In strong wind", "A second team", "In weak wind"][: number % 4]
    nodes += [claim(f"e{place}", sentences, start, "given", "evidence") for place, start in enumerate(starts)]
    edges = [edge(f"e{place}", name) for place in range(len(starts)) for name in ("asked", "end")]
    return {"nodes": nodes, "edges": edges}


def scored(folder, *options):
    argv = [str(folder), "--isolated", "--no-cache", *options]
    return command.main(argv, standalone_mode=False).out


def document(folder, *options):
    [only] = json.loads(scored(folder, "--format", "json", *options))["documents"]
    return only


def test_eight_readings_under_eight_weights_split_the_variance(paper):  # noqa: F811
    ask(paper, lambda request, _: reading(request, request.get("seed", 0)), "--runs", "8", "--checks", "0")
    metrics = paper / ".argcheck" / "metrics.csv"
    metrics.write_text("id,metric,value,reason\nr1:1:end,credibility,0.9,read\n", "utf-8")
    whole = document(paper, "--runs", "all")
    assert (whole["readings"], whole["readings_reaching"], whole["readings_circular"]) == (8, 6, 0)
    variance = whole["variance"]
    assert sum(variance.values()) == pytest.approx(whole["deviation"] ** 2)
    assert variance["extraction"] > variance["weights"] > variance["verification"] == 0
    low, high = whole["interval"]
    assert low <= whole["mean"] <= high
    said = scored(paper, "--runs", "all")
    assert "of each reading by itself; of" in said
    assert "    8 readings, in 6 a hypothesis reaches a conclusion: mean 0." in said
    assert "verification 0%" in said
    assert scored(paper, "--runs", "all") == said
    assert "no hypothesis reaches a conclusion" in scored(paper)  # without the readings there is none
    fewer = document(paper, "--runs", "all", "--trials", "1")
    assert fewer["variance"]["weights"] == 0


def test_readings_that_reach_a_conclusion_only_together_are_said_to(paper):  # noqa: F811
    def half(request, _):
        whole, end = reading(request, 1), ("asked", "end")[request.get("seed", 0) % 2]
        return whole | {"edges": [edge("e0", end)]}

    ask(paper, half, "--runs", "2", "--checks", "0")
    said = scored(paper, "--runs", "all")
    assert "and no reading reaches the conclusion by itself; of" in said


def test_readings_that_disagree_which_way_support_goes_are_still_scored_one_by_one(paper):  # noqa: F811
    def script(request, _):
        value = reading(request, 2)
        ways = (("e0", "e1"), ("e1", "e0"))
        value["edges"].append(edge(*ways[request.get("seed", 0) % 2]))
        return value

    ask(paper, script, "--runs", "3", "--checks", "0")
    said = scored(paper, "--runs", "all")
    assert "paper.tex: not scored by its readings together: support goes in a circle: " in said
    assert "    3 readings, in 3 a hypothesis reaches a conclusion: mean 0." in said
    data = document(paper, "--runs", "all")
    assert (data["score"], data["readings"], data["readings_reaching"]) == (None, 3, 3)
    assert data["interval"][0] <= data["mean"] <= data["interval"][1]


def test_a_reading_that_goes_in_a_circle_with_what_the_author_says_is_counted(paper):  # noqa: F811
    ask(
        paper, lambda request, _: reading(request, 1 + request.get("seed", 0)), "--runs", "2", "--checks", "0"
    )
    text = (paper / "paper.tex").read_text("utf-8")
    marked = text.replace("A second team", "% argcheck: evidence id=lasers uses=end\nA second team")
    marked = marked.replace("We conclude", "% argcheck: conclusion id=end\nWe conclude")
    (paper / "paper.tex").write_text(marked, "utf-8")
    said = scored(paper, "--runs", "all")
    assert "not scored by its readings together: support goes in a circle" in said
    assert "    1 reading, in 1 a hypothesis reaches a conclusion" in said
    assert "    1 reading more not scored: support goes in a circle" in said
