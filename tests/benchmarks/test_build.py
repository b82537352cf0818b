"""Building a benchmark of miscitations, from sources on this machine to its files, with a scripted model that also misbehaves."""

from __future__ import annotations

import json
import os
import random
import re
import signal
import subprocess
import sys
import threading
from collections import Counter
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest
from thinned import one_in

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

sys.path.insert(0, str(Path(__file__).parents[2] / "benchmarks" / "miscitation"))

import pairs as data
import run as measuring
from confirming import purpose
from made_sources import DEEP, SURFACE, Made, class_of, key_of
from scripted import Say, model, told

from argcheck.llm.endpoint import BASE_URL, KEY, MODEL
from argcheck.verdicts.fields import CLASSES

pytestmark = pytest.mark.slow
# by its path, since a package of the registry is called the same
FOLDER = Path(data.__file__).parent
SPEC = spec_from_file_location("miscitation_build", FOLDER / "build.py")
program = module_from_spec(SPEC)
SPEC.loader.exec_module(program)

SMALL = ("--surface", "1", "--deep", "0", "--probes", "3", "--least", "1", "--test-share", "1")


class Built:
    """What a build came to."""

    def __init__(self, code, printed, out, requests):
        self.code, self.out, self.requests = code, printed.out, requests
        self.error = printed.err
        self.files = {file.name: file.read_text("utf-8") for file in out.glob("*")} if out.is_dir() else {}
        self.manifest = json.loads(self.files.get("manifest.json", "{}"))

    def rows(self, name):
        return [json.loads(line) for line in self.files[name].splitlines()]

    def asked(self, what):
        return [request for request in self.requests if purpose(request) == what]

    @property
    def left_out(self):
        return self.manifest["pairs"]["left_out"]


@pytest.fixture
def built(tmp_path, monkeypatch, capsys):
    """Build from made sources with a script; nothing may be lost on the way, nor the key get out."""
    for name in (BASE_URL, MODEL, KEY, "OPENAI_API_KEY"):
        monkeypatch.delenv(name, raising=False)

    def run(made, script, *options, small=SMALL, cache="answers", out="out"):
        file = tmp_path / "made.jsonl"
        file.write_text(made.text, "utf-8")
        with model(script) as scripted:
            monkeypatch.setenv(BASE_URL, scripted.url)
            monkeypatch.setenv(MODEL, "scripted")
            monkeypatch.setenv(KEY, "sk-canary")
            code = program.main(
                [str(file), "--out", str(tmp_path / out), "--cache", str(tmp_path / cache), *small, *options]
            )
        result = Built(code, capsys.readouterr(), tmp_path / out, scripted.requests)
        if result.manifest:
            pairs = result.manifest["pairs"]
            assert pairs["asked_for"] == pairs["kept"] + sum(pairs["left_out"].values())
            sources = result.manifest["sources"]
            assert sources["read"] == sources["kept"] + sum(sources["left_out"].values())
            left = Counter(row["why"] for row in result.rows("left-out.jsonl"))
            assert left == Counter(pairs["left_out"]) + Counter(sources["left_out"])
        assert "sk-canary" not in result.out + result.error + "".join(result.files.values())
        return result

    return run


def answering(made, **said):
    """A script that answers questions of some purposes otherwise: by what is called with the request and the good answer."""

    def script(request, number):
        good = made.script(request, number)
        say = said.get(purpose(request))
        return say(request, good) if say else good

    return script


# -- from end to end


def test_from_sources_to_a_benchmark_that_the_other_program_measures(built, tmp_path, monkeypatch, capsys):
    made = Made(4, (SURFACE, DEEP))
    options = (
        "--surface",
        "1",
        "--deep",
        "1",
        "--test-share",
        "0.5",
        "--writer",
        "w",
        "--reader",
        "a",
        "--reader",
        "b",
    )
    result = built(made, made.script, *options)
    assert result.code == 0, result.out + result.error
    assert result.manifest["leaks"] == result.manifest["unbalanced"] == []
    assert result.manifest["models"]["independent"]
    assert result.manifest["labelling"]["kappa"] == result.manifest["labelling"]["kappa_with_none"] == 1.0
    parts = {name: result.rows(f"{name}.jsonl") for name in ("tuning", "test")}
    assert sum(row["kind"] == "pair" for rows in parts.values() for row in rows) == 40
    sources = [{row["id"] for row in rows if row["kind"] == "source"} for rows in parts.values()]
    assert all(sources)
    assert not sources[0] & sources[1]
    for rows in parts.values():
        classes = Counter(data.SUBTYPES[row["subtype"]] for row in rows if row["kind"] == "pair")
        assert set(classes) == set(CLASSES)
        assert len(set(classes.values())) == 1
    for name in (BASE_URL, MODEL, KEY):
        monkeypatch.delenv(name)
    capsys.readouterr()
    assert measuring.main(["pairs", "--from", str(tmp_path / "out" / "test.jsonl")]) == 0
    printed = capsys.readouterr().out
    count = sum(row["kind"] == "pair" for row in parts["test"])
    assert f"\npairs: {count} (attribution {count // 5}," in printed
    assert re.search(r"flag everything +1\.00 +1\.00 +0\.00", printed)


def mishaps(made):
    """A script in which somebody knows a source, a pair needs mending, two are refused, and a reader differs on one."""
    answer, odd = made.probes["made2"][0], made.drafts["made3", "scope"][0]["miscitation"]

    def recall(request, good):
        knows = request["model"] == "panel-2" and told(request, "question") == answer["question"]
        return {"answer": answer["answer"]} if knows else good

    def miscitations(request, good):
        match key_of(request), class_of(request):
            case "made1", "content":
                first, *rest = good["items"]
                return {"items": [spoilt(first, "correct", lambda text: f"Wrongly, {text}"), *rest]}
            case "made0", "validity":
                return Say("", refusal="no")
        return good

    def label(request, good):
        differs = request["model"] == "reader-2" and told(request, "sentence") == odd
        return {"label": "characterisation", "reason": "so many"} if differs else good

    return answering(made, recall=recall, miscitations=miscitations, label=label)


@pytest.mark.long
def test_the_page_shows_what_is_printed(built):
    page = (FOLDER.parent / "README.md").read_text("utf-8")
    made = Made(4, (SURFACE, DEEP))
    roles = (
        "--writer",
        "writer",
        "--panel",
        "panel-1",
        "--panel",
        "panel-2",
        "--reader",
        "reader-1",
        "--reader",
        "reader-2",
    )
    options = ("--surface", "1", "--deep", "1", "--probes", "3", "--least", "1")
    result = built(made, mishaps(made), *roles, small=options)
    *lines, answers = result.out.splitlines()
    assert "\n".join(lines) in page
    assert re.match(rf"answers of 127\.0\.0\.1:\d+: {len(result.requests)} new, ", answers)
    assert result.code == 0


def test_who_labels_sees_neither_the_twin_nor_the_intention_nor_the_other_reader(built):
    made = Made(1)
    result = built(made, made.script)
    labels = result.asked("label")
    assert len(labels) == 2 * 2 * len(made.all_drafts())  # two readers, two sentences
    for request in labels:
        text = json.dumps(request["messages"])
        sentence = told(request, "sentence")
        draft = next(draft for draft in made.all_drafts() if sentence in draft.values())
        twin = draft["correct" if sentence == draft["miscitation"] else "miscitation"]
        assert twin not in text
        for name in ("explanation", "subtype"):
            assert draft[name] not in text
        assert "it stands there" not in text
    # each is asked about each sentence in the same words, and the second is not the first one's answer again
    seeds = Counter((told(request, "sentence"), request["seed"]) for request in labels)
    assert set(seeds.values()) == {1}
    assert {seed for _, seed in seeds} == {0, 1}
    assert {request["temperature"] for request in labels} == {0.7}


@pytest.mark.long
def test_a_few_sources_are_built_at_a_time_and_it_is_said_how_far_it_is(built):
    """Each question holds the text of its source: not all of them wait in memory."""
    made = Made(6)
    result = built(made, made.script)
    order = [purpose(request) for request in result.requests]
    assert order.index("label") < len(order) - 1 - order[::-1].index("probes")
    lines = sorted(line for line in result.error.splitlines())
    assert [line.partition(":")[0] for line in lines] == [f"{number} of 6 sources" for number in range(1, 7)]
    assert sorted(line.partition(": ")[2] for line in lines) == [
        f"made{number}: 5 of 5 pairs" for number in range(6)
    ]


def test_one_model_in_all_roles_is_said_to_be_no_second_opinion(built):
    made = Made(1)
    result = built(made, made.script)
    assert not result.manifest["models"]["independent"]
    assert "kappa is of a model with itself" in result.out


# -- knowledge


def test_a_source_that_one_of_the_panel_knows_is_left_out(built):
    made = Made(2)
    answer = made.probes["made0"][1]

    def recall(request, good):
        knows = request["model"] == "expert" and told(request, "question") == answer["question"]
        return {"answer": f"about {answer['answer']}.0"} if knows else good

    result = built(made, answering(made, recall=recall), "--panel", "scripted", "--panel", "expert")
    assert result.manifest["sources"]["left_out"] == {"known": 1}
    assert {row["id"] for row in result.rows("test.jsonl") if row["kind"] == "source"} == {"made1"}
    [row] = result.rows("left-out.jsonl")
    assert "expert answers" in row["detail"]
    for request in result.asked("recall") + result.asked("unaided"):
        assert (
            "sacks by"
            not in request["messages"][1]["content"]
            .replace(told(request, "record"), "")
            .partition("DATA sentence")[0]
        )
        assert "<<<DATA source" not in request["messages"][1]["content"]


def test_an_answer_that_holds_the_word_unknown_is_an_answer(built):
    made = Made(1)
    probe = made.probes["made0"][0]
    sentence = "Sacks of unknown origin were counted twice over."
    made.sources[0]["paragraphs"][0] += f" {sentence}"
    probe.update(
        question="Which ones were counted twice?", answer="sacks of unknown origin", passage=sentence
    )

    def recall(request, good):
        return (
            {"answer": "Those of unknown origin"} if told(request, "question") == probe["question"] else good
        )

    def same(request, good):
        return {"same": True} if "Those of unknown" in told(request, "second") else good

    result = built(made, answering(made, recall=recall, same=same))
    assert result.manifest["sources"]["left_out"] == {"known": 1}


def test_a_pair_that_is_told_apart_without_the_source_is_left_out(built):
    made = Made(1)
    first = made.all_drafts()[0]

    def unaided(request, good):
        verdicts = {first["miscitation"]: "wrong", first["correct"]: "right"}
        return {"verdict": verdicts.get(told(request, "sentence"), good["verdict"])}

    result = built(made, answering(made, unaided=unaided))
    assert result.left_out["answered without the source"] == 1
    shown = {"pairs": 5, "ventured": 1, "told_apart": 1, "reversed": 0}
    assert result.manifest["without_the_source"] == {"scripted": shown}
    assert not any(told(request, "sentence") == first["correct"] for request in result.asked("label"))


def test_who_calls_everything_wrong_without_the_source_tells_no_twins_apart(built):
    made = Made(1)
    result = built(made, answering(made, unaided=lambda *_: {"verdict": "wrong"}))
    assert result.manifest["pairs"]["kept"] == 5
    shown = {"pairs": 5, "ventured": 5, "told_apart": 0, "reversed": 0}
    assert result.manifest["without_the_source"] == {"scripted": shown}


def test_questions_that_show_nothing_are_asked_for_again_and_then_given_up(built):
    made = Made(2)

    def probes(request, good):
        if made.source_of(request) == "made0":
            return {"probes": [{**probe, "passage": f"{probe['passage']} or so"} for probe in good["probes"]]}
        return good

    result = built(made, answering(made, probes=probes))
    assert result.manifest["sources"]["left_out"] == {"too few questions": 1}
    mine = [request for request in result.asked("probes") if made.source_of(request) == "made0"]
    assert len(mine) == 3  # one, and two repairs
    assert "cannot be used: its passage does not stand" in told(mine[1], "refused")


def test_a_panel_that_gives_no_answers_shows_no_blank(built):
    made = Made(1)
    result = built(made, answering(made, recall=lambda *_: Say("", refusal="no")))
    assert result.manifest["sources"]["left_out"] == {"panel silent": 1}
    assert result.manifest["pairs"]["asked_for"] == 0
    assert result.code == 1


@pytest.mark.parametrize("always", [True, False])
def test_a_grader_that_always_says_the_same_cannot_grade(built, always):
    made = Made(1)
    result = built(made, answering(made, same=lambda *_: {"same": always}))
    assert result.code == 2
    assert "cannot grade" in result.error
    assert not result.files


# -- mending


def spoilt(draft, name, text):
    return {**draft, name: text(draft[name])}


def test_what_is_wrong_is_told_to_the_writer_who_mends_it(built):
    made = Made(1)

    def miscitations(request, good):
        [first] = good["items"]
        return {"items": [spoilt(first, "miscitation", lambda text: f"Wrongly, {text}")]}

    result = built(made, answering(made, miscitations=miscitations))
    assert result.manifest["pairs"]["mended"] == {"1": 5}
    assert result.manifest["pairs"]["faults_told"] == {"label words": 5}
    mending = result.asked("mending")
    assert len(mending) == 5
    for request in mending:
        assert "says what it is: 'Wrongly'" in told(request, "faults")
        assert json.loads(told(request, "pair"))["miscitation"].startswith("Wrongly")
    assert not any("Wrongly" in json.dumps(request) for request in result.asked("label"))


@pytest.mark.parametrize("repairs", [0, 1, 3])
def test_a_pair_is_mended_so_often_and_no_more(built, repairs):
    made = Made(1)

    def shorten(_request, good):
        if "items" in good:
            return {
                "items": [spoilt(item, "passage", lambda text: f"{text} truly") for item in good["items"]]
            }
        return spoilt(good, "passage", lambda text: f"{text} truly")

    result = built(made, answering(made, miscitations=shorten, mending=shorten), "--repairs", str(repairs))
    assert result.left_out == {"passage": 5}
    assert len(result.asked("mending")) == 5 * repairs
    assert "word for word" in result.rows("left-out.jsonl")[0]["detail"]
    assert result.code == 1
    assert "class attribution has 0 pairs" in result.out


def test_readers_that_see_another_class_are_told_to_the_writer(built):
    made = Made(1)
    first = made.drafts["made0", "scope"][0]
    other = {
        **first,
        "miscitation": first["miscitation"].replace("growers", "farmers").replace("sacks", "bags"),
    }

    def label(request, good):
        return {"label": "content", "reason": "bags"} if "bags" in told(request, "sentence") else good

    def miscitations(request, good):
        return {"items": [other]} if class_of(request) == "scope" else good

    result = built(made, answering(made, label=label, miscitations=miscitations))
    assert result.manifest["pairs"]["mended"] == {"0": 4, "1": 1}
    [request] = result.asked("mending")
    assert "miscitation is to be read as scope, and readers say content: bags; content: bags" in told(
        request, "faults"
    )
    # agreement is of what was labelled first, and not of what was mended until they agreed
    assert result.manifest["labelling"]["sentences"] == 10
    assert result.manifest["labelling"]["table"]["content / content"] == 2


def test_readers_that_differ_lose_a_pair_unless_a_third_one_decides(built):
    made = Made(1)
    first = made.drafts["made0", "validity"][0]

    def label(request, good):
        differs = request["seed"] and told(request, "sentence") == first["miscitation"]
        return {"label": "content", "reason": "perhaps"} if differs else good

    without = built(made, answering(made, label=label), "--repairs", "0")
    assert without.left_out == {"labels differ": 1}
    assert without.manifest["labelling"]["agreed"] == 9
    with_senior = built(made, answering(made, label=label), "--repairs", "0", "--senior", "old")
    assert with_senior.left_out == {}
    assert with_senior.manifest["labelling"]["adjudicated"] == 1
    [request] = with_senior.asked("adjudication")
    assert request["model"] == "old"
    assert "content: perhaps" in told(request, "readers")
    row = next(row for row in with_senior.rows("labels.jsonl") if "senior_label" in row)
    assert (row["first_label"], row["second_label"], row["senior_label"]) == (
        "validity",
        "content",
        "validity",
    )


def test_a_reason_that_is_not_the_explanation_is_no_agreement(built):
    made = Made(1)
    first = made.drafts["made0", "content"][0]

    def label(request, good):
        own = told(request, "sentence") == first["miscitation"]
        return {**good, "reason": "the year is another"} if own else good

    result = built(made, answering(made, label=label), "--repairs", "0")
    assert result.left_out == {"explanation": 1}

    def differing(request, good):
        own = told(request, "sentence") == first["miscitation"]
        return {"label": f"{'scope' if request['seed'] else 'validity'}", "reason": "so"} if own else good

    script = answering(
        made, label=differing, adjudication=lambda _, good: {**good, "reason": "the year is another"}
    )
    result = built(made, script, "--repairs", "0", "--senior", "old", cache="other")
    assert result.left_out == {"explanation": 1}


def test_readers_that_always_agree_let_nothing_through(built):
    made = Made(1)
    for always in ("none", "content"):
        result = built(
            made,
            answering(made, label=lambda *_, said=always: {"label": said, "reason": "so"}),
            "--repairs",
            "0",
            cache=always,
        )
        assert result.manifest["pairs"]["kept"] == 0
        assert result.manifest["labelling"]["kappa"] is None
        assert result.code == 1
        assert "kappa is not defined" in result.out


# -- models that misbehave


def test_answers_that_are_no_json_are_mended_asked_again_or_given_up(built):
    made = Made(1)

    def miscitations(request, good):
        match class_of(request):
            case "content":
                return "I had rather not write JSON."
            case "scope":
                return f"Here you are:\n```json\n{json.dumps(good)[:-1]},\n```"  # a brace short
            case "validity":
                return Say("", refusal="I do not help with faults.")
            case "attribution":
                return Say(json.dumps(good)[:40], finish="length")
        return good

    result = built(made, answering(made, miscitations=miscitations))
    assert result.left_out == {"cut": 1, "malformed": 1, "refused": 1}
    assert {data.SUBTYPES[row["subtype"]] for row in result.rows("test.jsonl") if row["kind"] == "pair"} == {
        "scope",
        "characterisation",
    }
    assert len([request for request in result.asked("miscitations") if class_of(request) == "content"]) == 2
    assert "1 with their JSON mended" in result.out
    assert result.code == 1


def test_too_few_and_too_many_pairs_are_counted(built):
    made = Made(1, (SURFACE, SURFACE))

    def miscitations(request, good):
        return {"items": good["items"][: 1 if class_of(request) == "scope" else None]}

    result = built(made, answering(made, miscitations=miscitations), "--surface", "2", "--least", "3")
    assert result.left_out == {"not written": 1}
    assert "class scope has 1 pairs, and at least 3 are needed" in result.out


def test_an_outage_is_no_reason_to_leave_anything_out(built):
    made = Made(1)

    def label(request, good):
        down = told(request, "sentence") == made.all_drafts()[0]["correct"]
        return Say("overloaded", status=400) if down else good

    result = built(made, answering(made, label=label))
    assert result.code == 2
    assert "1 sources and pairs wait for an answer" in result.error
    assert not result.files
    partial = built(made, answering(made, label=label), "--partial")
    assert partial.left_out == {"unanswered": 1}
    whole = built(made, made.script)
    assert whole.left_out == {}
    assert len(whole.requests) <= 4  # what was answered is not asked again


def test_a_server_that_fails_altogether_writes_nothing(built):
    made = Made(1)
    result = built(made, lambda *_: Say("gone", status=401))
    assert result.code == 2
    assert not result.files


# -- what leaks


def test_repeated_sentences_are_left_out(built):
    """A writer that puts nearly the same sentence into pairs of two sources: the second one goes."""
    made = Made(2)
    sentence = "Late salt made the pots of old cellars crack in the winter of {} [{}]."
    for name in ("made0", "made1"):
        draft = made.drafts[name, "content"][0]
        for key, year in (("miscitation", 1901), ("correct", 1902)):
            label = made.labels[draft[key]]
            draft[key] = sentence.format(year, name)
            made.labels[draft[key]] = label
    result = built(made, made.script)
    assert result.left_out == {"balance": 4, "repeated": 1}
    assert "nearly a sentence of 'Late salt" in result.files["left-out.jsonl"]


def test_more_pairs_of_one_class_are_left_out_for_balance(built):
    made = Made(2)

    def miscitations(request, good):
        return {"items": []} if (key_of(request), class_of(request)) == ("made1", "scope") else good

    result = built(made, answering(made, miscitations=miscitations))
    assert result.left_out == {"balance": 4, "not written": 1}
    assert set(result.manifest["parts"]["test"]["classes"].values()) == {1}
    assert result.code == 0


def test_a_built_benchmark_that_leaks_says_so(built):
    made = Made(3, (SURFACE, SURFACE))
    for draft in made.all_drafts():
        text = draft["miscitation"].replace(" growers", "")
        made.labels[text] = made.labels[draft["miscitation"]]
        draft["miscitation"] = text
    result = built(made, made.script, "--surface", "2")
    assert result.code == 1
    assert any(
        leak.startswith("length: the miscitation has more in 0 % of 30 pairs")
        for leak in result.manifest["leaks"]
    )
    assert "leak: length" in result.out


# -- interrupted, with a budget, without a connection


def test_a_budget_ends_it_and_the_next_run_goes_on(built):
    made = Made(2)
    whole = built(made, made.script, cache="other", out="whole")
    stopped = built(made, made.script, "--max-calls", "40")
    assert stopped.code == 2
    assert "budget of 40 calls" in stopped.error
    assert not stopped.files
    assert len(stopped.requests) == 40
    rest = built(made, made.script)
    assert len(rest.requests) == len(whole.requests) - 40
    assert rest.files == whole.files
    again = built(made, made.script)
    assert again.requests == []
    assert again.files == whole.files


@pytest.mark.parametrize("how", one_in(2, [signal.SIGKILL, signal.SIGINT]))
def test_a_build_that_is_ended_at_any_moment_goes_on(built, tmp_path, how):
    made = Made(1)
    whole = built(made, made.script, cache="other", out="whole")
    file = tmp_path / "ended.jsonl"
    file.write_text(made.text, "utf-8")
    reached, sent = threading.Event(), threading.Event()

    def script(request, number):
        good = made.script(request, number)
        if number < 25:
            return good
        reached.set()
        return Say(good, wait=sent)  # the rest comes once the signal is on its way

    with model(script) as scripted:
        environ = {**os.environ, BASE_URL: scripted.url, MODEL: "scripted"}
        command = [
            sys.executable,
            FOLDER / "build.py",
            file,
            "--out",
            tmp_path / "ended",
            "--cache",
            tmp_path / "cut",
            *SMALL,
        ]
        with subprocess.Popen(
            command, env=environ, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as process:
            assert reached.wait(60)
            process.send_signal(how)
            sent.set()
            _, error = process.communicate(timeout=60)
        if how == signal.SIGINT:
            assert process.returncode == 130
            assert error == "interrupted: nothing is written; the same command goes on where it was\n"
        assert not (tmp_path / "ended").exists()
    rest = built(made, made.script, cache="cut", out="ended")
    assert 0 < len(rest.requests) <= len(whole.requests) - 20
    assert rest.files == whole.files


def test_offline_asks_nothing_and_refuses_what_is_not_remembered(built):
    made = Made(1)
    refused = built(made, made.script, "--offline")
    assert refused.code == 2
    assert "is not remembered, and nothing is asked" in refused.error
    assert refused.requests == []
    assert not refused.files
    online = built(made, made.script)
    offline = built(made, made.script, "--offline", out="again")
    assert offline.code == 0
    assert offline.requests == []
    assert offline.files == online.files


def test_a_dry_run_asks_nothing(built):
    made = Made(2)
    result = built(made, made.script, "--dry-run")
    assert result.code == 0
    assert result.requests == []
    assert not result.files
    assert "for 2 answers in 2 calls" in result.out
    most = int(re.search(r"at most (\d+) questions on each", result.out)[1])
    assert most >= len(built(made, made.script).requests) / 2


def test_a_dry_run_is_of_what_would_be_asked_and_so_not_offline(built, capsys):
    with pytest.raises(SystemExit):
        built(Made(1), Made(1).script, "--dry-run", "--offline")
    assert "not allowed with" in capsys.readouterr().err


def test_a_place_that_cannot_be_written_is_said_before_anything_is_asked(built, tmp_path):
    (tmp_path / "out").write_text("a file", "utf-8")
    made = Made(1)
    result = built(made, made.script)
    assert result.code == 2
    assert "out is no folder" in result.error
    assert result.requests == []


def test_a_folder_that_takes_not_all_files_holds_no_manifest(built, tmp_path):
    made = Made(1)
    assert built(made, made.script).code == 0
    (tmp_path / "out" / "labels.jsonl").unlink()
    (tmp_path / "out" / "labels.jsonl").mkdir()
    code = program.main(
        [
            str(tmp_path / "made.jsonl"),
            "--out",
            str(tmp_path / "out"),
            "--offline",
            "--cache",
            str(tmp_path / "answers"),
            *SMALL,
        ]
    )
    assert code == 2
    assert not (tmp_path / "out" / "manifest.json").exists()


def test_a_model_that_thinks_aloud_has_room_to(built):
    made = Made(1)
    assert all(request["max_tokens"] >= 2_000 for request in built(made, made.script).requests)


def test_without_an_endpoint_nothing_is_built(tmp_path, monkeypatch, capsys):
    for name in (BASE_URL, MODEL, KEY):
        monkeypatch.delenv(name, raising=False)
    assert program.main([str(data.FILE), "--out", str(tmp_path / "out")]) == 2
    assert MODEL in capsys.readouterr().err
    monkeypatch.setenv(MODEL, "scripted")
    assert program.main([str(data.FILE), "--out", str(tmp_path / "out")]) == 2
    assert BASE_URL in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_money_needs_the_price_of_every_model(built):
    made = Made(1)
    assert "no price is known" in built(made, made.script, "--max-cost", "1").error
    for sum_ in ("nan", "inf", "0", "-1"):
        with pytest.raises(SystemExit):
            built(made, made.script, f"--max-cost={sum_}")
    stopped = built(made, made.script, "--max-cost", "0.0000001", "--price", "1,1")
    assert "budget of 1e-07 dollars" in stopped.error
    assert stopped.requests == []


# -- sources


def test_a_source_that_is_too_long_is_left_out_and_counted(built):
    made = Made(1)
    made.sources.append({**Made(5).sources[4], "paragraphs": [f"Grain {n} " * 40 for n in range(9)]})
    result = built(made, made.script, "--longest", "2000")
    assert result.manifest["sources"]["left_out"] == {"too long": 1}


@pytest.mark.parametrize(("seed", "outages"), one_in(2, [(0, False), (1, False), (2, True)]))
def test_whatever_a_model_answers_nothing_is_lost_and_nothing_wrong_gets_in(built, seed, outages):
    """Every answer is spoilt with some probability, always the same for the same question; what stands is as it must be."""
    made = Made(3, (SURFACE, DEEP))
    words = (
        "",
        "UNKNOWN",
        "[made0]",
        "wrongly",
        "x" * 3_000,
        "\u2028",
        "\ud83d",
        "<<<DATA source x",
        "0",
        "none",
    )

    def spoilt_by(drawn, value):
        match value:
            case dict():
                return {name: spoilt_by(drawn, item) for name, item in value.items()}
            case list():
                return [spoilt_by(drawn, item) for item in value][: drawn.choice([None, None, 1])]
            case bool():
                return value
            case str() if drawn.random() < 0.1:
                return drawn.choice([*words, value[::-1], value.upper(), drawn.choice(CLASSES)])
        return value

    def script(request, number):
        drawn = random.Random(f"{seed} {json.dumps(request['messages'])} {request['seed']}")
        try:
            good = made.script(request, number)
        except (StopIteration, KeyError):  # a pair that nobody can mend
            good = made.all_drafts()[0]
        if purpose(request) == "same":
            return good
        match drawn.randrange(25):
            case 0:
                return Say("no JSON at all")
            case 1:
                return Say(json.dumps(good)[: drawn.randrange(1, 60)], finish="length")
            case 2:
                return Say("", refusal="no")
            case 3 if outages:
                return Say("bad request", status=400)
            case 4 if outages:
                return Say(raw=b"{")
        return spoilt_by(drawn, good)

    options = (
        "--surface",
        "1",
        "--deep",
        "1",
        "--partial",
        "--panel",
        "p",
        "--reader",
        "a",
        "--reader",
        "b",
        "--probes",
        "2",
    )
    result = built(made, script, *options)
    assert result.code in (0, 1), result.error
    if not outages:  # the next run asks again what was not answered
        assert built(made, script, *options).files == result.files
    for row in result.rows("test.jsonl"):
        if row["kind"] == "pair":
            assert row["miscitation"] in made.labels
            assert made.labels[row["correct"]][0] == "none"
            assert made.labels[row["miscitation"]][0] == data.SUBTYPES[row["subtype"]]
            assert any(row["passage"] in text for source in made.sources for text in source["paragraphs"])
