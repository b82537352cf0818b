"""Findings from what models have read come only where rules on the argument are asked for, and then from all of these."""

import json
import shutil
from pathlib import Path

import pytest

from argcheck.cli.check_command import command as check

EXAMPLE = Path(__file__).parents[2] / "examples" / "interrogated"


@pytest.fixture
def paper(tmp_path):
    folder = tmp_path / "paper"
    shutil.copytree(EXAMPLE, folder)
    (folder / ".git").mkdir()
    return folder


def checked(folder, *options):
    return check.main([str(folder), "--no-cache", "--exit-zero", *options], standalone_mode=False)


def codes(folder, *options):
    shown = json.loads(checked(folder, "--format", "json", *options).out)
    return {each["code"] for each in shown["diagnostics"]}


ALL = {"ARG001", "ARG005", "ARG006", "ARG009"}


@pytest.mark.parametrize("selected", ["", "--select=CIT,REF", "--select=R", "--extend-select=REF007"])
def test_readings_raise_nothing_unless_rules_on_the_argument_are_named(paper, selected):
    options = [selected] if selected else []
    assert codes(paper, "--runs", "all", *options) == set()
    outcome = checked(paper, "--runs", "all", *options)
    told = "what models have read in paper.tex raises findings only if rules on the argument are named"
    assert told in outcome.err
    assert "models have read" not in checked(paper, *options).err


def test_with_the_prefix_all_rules_on_the_argument_speak_of_readings(paper):
    outcome = checked(paper, "--select", "ARG", "--runs", "all")
    assert "models have read" not in outcome.err
    assert codes(paper, "--select", "ARG", "--runs", "all") == ALL
    assert codes(paper, "--select", "ARG00", "--runs", "all") == ALL
    assert codes(paper, "--select", "ARG", "--ignore", "ARG006", "--runs", "all") == ALL - {"ARG006"}
    assert codes(paper, "--select", "critical-link", "--runs", "all") == {"ARG006"}
    assert codes(paper, "--select", "ARG") == set()
    (paper / "argcheck.toml").write_text('runs = "all"\nselect = ["ARG"]\n')
    assert codes(paper) == ALL
    assert codes(paper, "--select", "CIT") == set()
    assert "rules on the argument are named" in checked(paper, "--select", "CIT").err


@pytest.mark.parametrize("wider", ["ALL", "A", "AR"])
def test_what_selects_more_than_the_prefix_selects_it_as_well(paper, wider):
    assert codes(paper, "--select", wider, "--runs", "all") == ALL
    assert codes(paper, "--extend-select", wider, "--runs", "all") == ALL
    assert codes(paper, "--select", wider, "--ignore", "ARG006", "--runs", "all") == ALL - {"ARG006"}
    assert codes(paper, "--select", wider, "--ignore", "ARG", "--runs", "all") == set()
    assert codes(paper, "--select", wider) == set()
    assert "models have read" not in checked(paper, "--select", wider, "--runs", "all").err


def test_of_annotations_a_preview_rule_speaks_only_when_it_is_named(paper):
    text = (paper / "paper.tex").read_text()
    head, line = "We conclude that", "% argcheck: conclusion id=con:wind uses=ev:tape\n"
    end = "Fences were set up", "% argcheck: evidence id=ev:tape kind=given\n"
    for words, comment in ((head, line), end):
        text = text.replace(words, comment + words)
    (paper / "paper.tex").write_text(text)
    (paper / ".argcheck" / "runs.jsonl").rename(paper / "kept.jsonl")
    assert codes(paper, "--select", "ARG", "--runs", "all") == set()
    named = codes(paper, "--select", "ARG005,ARG006", "--runs", "all")
    assert named == {"ARG005", "ARG006"}
    assert codes(paper, "--select", "ARG005,ARG006") == named
    (paper / "kept.jsonl").rename(paper / ".argcheck" / "runs.jsonl")

    def lines(*options):
        shown = json.loads(checked(paper, "--format", "json", *options).out)
        return {(each["code"], each["line"]) for each in shown["diagnostics"]}

    own = lines("--select", "ARG005,ARG006")
    read = lines("--select", "ARG", "--runs", "all")
    assert own
    assert {(code, line) for code, line in read if code in ("ARG005", "ARG006")}.isdisjoint(own)


def kept_in(paper, start, *runs):
    """Leave the claim whose sentence begins so to these readings alone, with what they relate it to."""
    file = paper / ".argcheck" / "runs.jsonl"
    records = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    lost = {
        each["id"]
        for each in records
        if each["record"] == "node" and each["claim"].startswith(start) and each["run"] not in runs
    }
    left = [
        each for each in records if lost.isdisjoint((each.get("id"), each.get("source"), each.get("target")))
    ]
    assert len(left) < len(records)
    file.write_text("".join(json.dumps(each) + "\n" for each in left), "utf-8")


@pytest.mark.parametrize(("runs", "heard"), [(("r1", "r2"), {"ARG005", "ARG006"}), (("r1",), set())])
def test_a_conclusion_that_few_readings_have_is_none_of_which_rules_speak(paper, runs, heard):
    kept_in(paper, "Fences are no remedy", *runs)
    assert codes(paper, "--select", "ARG", "--ignore", "ARG009,ARG001", "--runs", "all") == heard


def test_annotations_are_heard_as_before_where_readings_are_not(paper):
    text = (paper / "paper.tex").read_text()
    claim = "Villages near"
    (paper / "paper.tex").write_text(text.replace(claim, f"% argcheck: claim id=cl:move\n{claim}"))
    assert codes(paper) == {"ARG001"}
    assert codes(paper, "--runs", "all") == {"ARG001"}
