"""The benchmark of reasoning on an endpoint: its questions and grading, and that it works with a scripted model that also misbehaves."""

import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

if find_spec("openai") is None:  # to import it takes a second
    pytest.skip("the extra argcheck-lint[llm] is not installed", allow_module_level=True)
sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks" / "reasoning"))

import endpoint_arms
from arms import ARMS, LOOP
from questions import Fact, Item, facts, gsm8k, hops, named
from scripted import Say, model, telling

from argcheck.llm.endpoint import BASE_URL, KEY, MODEL

PROBLEM = {
    "question": "Ann has 3 bags of 20 nuts. She eats 1,000 fewer. How many are left?",
    "answer": "x\n#### 1,060",
}


# -- questions


def test_a_question_of_several_hops_follows_from_its_documents_alone():
    for item in hops(60):
        facts_of = "\n".join(item.documents)
        name = item.question.rpartition(" of ")[2].rstrip("?")
        steps = [
            rf"^{name} works at the (\w+) Laboratory",
            r"^The {} Laboratory stands in the town of (\w+)",
            r"^The town of {} lies in (\w+ County)",
            r"^{} is governed by (\w+ \w+)",
        ]
        for number, step in enumerate(steps[: 2 + int(item.id.partition("-")[2]) % 3]):
            [name] = re.findall(step.format(name) if number else step, facts_of, re.MULTILINE)
        assert item.is_right(name)
        assert len(item.wrong) == 4
        assert not any(item.is_right(f"{name} or {other}") for other in item.wrong)
    assert list(hops(3)) == list(hops(3)) != list(hops(3, seed=1))


@pytest.mark.parametrize(
    ("right", "answer", "good"),
    [
        ("18", "She earns $18.", True),
        ("18", "16 - 3 = 13, so 18.00", True),
        ("18", "18, not 17", False),
        ("1,060", "It is 1060", True),
        ("18", "", False),
        ("18", "eighteen", False),
        ("Pelford County", "The county is pelford  county.", True),
        ("Pelford County", "Pelfordcounty", False),
        ("Pelford County", "Pelford County or Norford County", False),
    ],
)
def test_answers_are_graded_by_pattern(right, answer, good):
    assert Item("x", "?", (), right, ("Norford County",)).is_right(answer) == good


def test_problems_of_gsm8k_are_cut_into_what_is_told_and_what_is_asked(tmp_path):
    file = tmp_path / "items.jsonl"
    file.write_text(f"{json.dumps(PROBLEM)}\n" * 3, "utf-8")
    items = list(gsm8k(file, 2))
    assert [item.question for item in items] == ["How many are left?"] * 2
    assert items[0].right == "1,060"
    assert items[0].documents[0].startswith("Ann has 3 bags")


def test_the_screen_has_fifty_facts_of_which_ten_are_left_out():
    assert len(facts()) == 50
    assert sum(not fact.said for fact in facts()) == 10
    for fact in facts():
        assert not named(fact.known, fact.document)
        assert not fact.said or named(fact.said, fact.document)
        assert fact.said != fact.known


@pytest.mark.parametrize(
    ("said", "answer", "grade"),
    [
        ("Lyon", "Lyon", "grounded"),
        ("Lyon", "It is Paris.", "memorised"),
        ("Lyon", "Not Paris but Lyon", "other"),
        ("Lyon", "not stated", "abstained"),
        ("Lyon", "Rouen", "other"),
        ("", "not stated", "grounded"),
        ("", "The document does not say.", "grounded"),
        ("", "Paris", "memorised"),
        ("", "Paris, though it is not stated", "memorised"),
        ("", "Rouen", "other"),
    ],
)
def test_an_answer_of_the_screen_is_grounded_memorised_or_none(said, answer, grade):
    assert endpoint_arms.graded(Fact("What?", "d", said, "Paris"), answer) == grade


# -- with a scripted model


@pytest.fixture
def measured(tmp_path, monkeypatch, capsys):
    """Run the benchmark on a script: exit code, what it printed, its rows by part, and what was asked."""

    def run(script, *options, several="given"):
        monkeypatch.setenv(KEY, "sk-canary")
        monkeypatch.setenv(MODEL, "tiny")
        with model(telling(script), several) as server:
            monkeypatch.setenv(BASE_URL, server.url)
            argv = [*options, "--cache", str(tmp_path / "cache"), "--out", str(tmp_path / "out")]
            code = endpoint_arms.main(argv)
        printed = capsys.readouterr()
        assert "sk-canary" not in printed.out + printed.err
        rows = {
            file.stem: [json.loads(line) for line in file.read_text("utf-8").splitlines()]
            for file in (tmp_path / "out").glob("*.jsonl")
        }
        return code, printed.out + printed.err, rows, server.requests

    return run


def text_of(request):
    return request["messages"][1]["content"]


def solved(request):
    """The right answer of a question of hops, by following its documents."""
    documents = text_of(request)
    (name,) = re.findall(r"laboratory of (\w+ \w+)\?", documents)
    (laboratory,) = re.findall(rf"(?<!, ){name} works at the (\w+) Laboratory", documents)
    (name,) = re.findall(rf"The {laboratory} Laboratory stands in the town of (\w+)", documents)
    for link, asked in (
        (r"The town of {} lies in (\w+ County)", "the county of"),
        (r"{} is governed by (\w+ \w+)", "the governor of"),
    ):
        if asked in documents:
            (name,) = re.findall(link.format(name), documents)
    return name


def able(request, number=0):
    """A model that is right, whatever it is asked."""
    properties = (
        request["response_format"]["json_schema"]["schema"]["properties"]
        if "response_format" in request
        else {}
    )
    if "verdict" in properties:
        return {"verdict": "supported", "reason": "[1]"}
    if "chain" in properties:
        return {"chain": "a -> b"}
    if "holds" in properties:
        return {"holds": True, "answer": solved(request)}
    if "nodes" not in properties:
        return {"reasoning": "a, b", "answer": solved(request)}
    (number, quote) = re.findall(r"^\[(\d+)\] (.* works at .*)$", text_of(request), re.MULTILINE)[0]
    nodes = [
        {"id": "g", "claim": quote, "kind": "given", "role": "evidence", "sentence": int(number), "confidence": 1},
        {"id": "a", "claim": f"It is {solved(request)}.", "kind": "conclusion", "role": "conclusion", "sentence": 0, "confidence": 1},
    ]  # fmt: skip
    return {"nodes": nodes, "edges": [{"from": "g", "to": "a", "relation": "supports", "confidence": 1}]}


@pytest.mark.long
def test_every_arm_answers_every_question_within_what_the_loop_used(measured):
    code, said, rows, requests = measured(able, "hops", "--items", "3", "--price", "1,2")
    assert code == 0
    assert [row["arm"] for row in rows["hops"]] == [*ARMS, LOOP] * 3
    assert all(row["right"] and row["dollars"] > 0 and row["seconds"] > 0 for row in rows["hops"])
    whole = {row["item"]: row["tokens"] for row in rows["hops"] if row["arm"] == LOOP}
    assert all(row["tokens"] <= whole[row["item"]] for row in rows["hops"] if row["calls"] > 3)
    assert {row["calls"] for row in rows["hops"] if row["arm"] in {"single pass", "arrow notation"}} == {1}
    assert min(row["calls"] for row in rows["hops"] if row["arm"] == "revisit") > 1
    assert "| argcheck | 3 | 100.0 | 43.9 to 100.0 |" in said
    assert "width 1: 3 of 3 right" in said
    assert said.startswith("model: tiny at 127.0.0.1")
    code, again, more, requests = measured(able, "hops", "--items", "3", "--price", "1,2")
    assert (code, requests) == (0, [])  # everything was remembered, and costs what it did
    assert [(row["tokens"], row["dollars"]) for row in more["hops"]] == [
        (row["tokens"], row["dollars"]) for row in rows["hops"]
    ]
    assert {row["seconds"] for row in more["hops"]} == {None}
    assert "| remembered | 0 |" in again


@pytest.mark.slow
def test_what_a_model_that_misbehaves_costs_is_counted_and_nothing_ends(measured):
    def script(request, number):
        if "compress" in request["messages"][0]["content"]:
            return Say("", refusal="no")
        if "arrows" in request["messages"][0]["content"]:
            return "I would rather not."
        return able(request)

    code, said, rows, _ = measured(script, "hops", "--items", "2", several="refused")
    assert code == 0
    errors = {row["arm"]: row["error"] for row in rows["hops"]}
    assert errors["arrow notation"] == "malformed"
    assert errors["compressed and verified"] == "refused"
    assert {errors[arm] for arm in ("single pass", "revisit", LOOP)} == {""}
    line = next(line for line in said.splitlines() if line.startswith("| arrow notation"))
    assert "| 0.0 |" in line
    assert "| none right | unknown | unknown |" in line
    assert line.endswith("| 2 |")


@pytest.mark.slow
def test_an_outage_is_no_wrong_answer_of_the_screen(measured):
    def script(request, number):
        fact = next(fact for fact in facts() if fact.question in text_of(request))
        if fact.known == "Paris":
            return Say("out of order", status=400)
        return {"answer": fact.known if fact.known == "Rome" else fact.said or "not stated"}

    code, said, rows, requests = measured(script, "screen")
    assert code == 0
    assert len(requests) == 50
    assert {request["temperature"] for request in requests} == {0}
    assert "| grounded | 48 | 96 |" in said
    assert "| memorised | 1 | 2 |" in said
    assert "| no answer: unanswered | 1 | 2 |" in said
    assert [row["answer"] for row in rows["screen"] if row["is"] == "memorised"] == ["Rome"]


@pytest.mark.slow
def test_the_budget_ends_a_run_and_what_was_measured_is_said(measured):
    code, said, rows, requests = measured(able, "hops", "--items", "5", "--max-calls", "60")
    assert code == 0
    assert len(requests) <= 60
    assert "stopped before hops-" in said
    assert len(rows["hops"]) % (len(ARMS) + 1) == 0
    assert 0 < len(rows["hops"]) < 5 * (len(ARMS) + 1)


@pytest.mark.slow
def test_another_model_answers_once_and_problems_come_from_a_file(measured, tmp_path):
    file = tmp_path / "items.jsonl"
    file.write_text(json.dumps(PROBLEM), "utf-8")
    seen = set()

    def script(request, number):
        seen.add(request["model"])
        properties = request["response_format"]["json_schema"]["schema"]["properties"]
        if "nodes" in properties:
            return "no graph"
        return {
            "reasoning": "3 * 20",
            "chain": "3 -> 60",
            "holds": True,
            "answer": "60" if request["model"] == "tiny" else "1060",
        }

    options = ("gsm8k", "--gsm8k", str(file), "--frontier-model", "big", "--frontier-price", "10,30")
    code, _, rows, _ = measured(script, *options)
    assert code == 0
    assert seen == {"tiny", "big"}
    right = {row["arm"]: row["right"] for row in rows["gsm8k"]}
    assert [arm for arm, good in right.items() if good] == ["single pass of another model"]
    assert {row["error"] for row in rows["gsm8k"] if row["arm"] == LOOP} == {"no candidate"}
    assert "gsm8k: left out" in measured(script, "gsm8k")[1]


@pytest.mark.slow
def test_what_a_model_of_unknown_price_costs_is_unknown_beside_one_of_known_price(measured, tmp_path):
    file = tmp_path / "items.jsonl"
    file.write_text(json.dumps(PROBLEM), "utf-8")

    def script(request, number):
        return {"reasoning": "3 * 20", "chain": "3 -> 60", "holds": True, "answer": "60"}

    options = ("gsm8k", "--gsm8k", str(file), "--price", "1,2", "--frontier-model", "big")
    _, out, rows, _ = measured(script, *options)
    (line,) = (line for line in out.splitlines() if line.startswith("| single pass of another model |"))
    assert "| unknown | unknown |" in line
    (other,) = (line for line in out.splitlines() if line.startswith("| single pass |"))
    assert "unknown" not in other
    unpriced = {row["arm"] for row in rows["gsm8k"] if row["dollars"] is None}
    assert unpriced == {"single pass of another model"}


def test_without_a_model_nothing_is_measured_and_that_is_said(monkeypatch, capsys):
    monkeypatch.delenv(BASE_URL, raising=False)
    monkeypatch.delenv(MODEL, raising=False)
    assert endpoint_arms.main([]) == 2
    assert "nothing was measured" in capsys.readouterr().out
