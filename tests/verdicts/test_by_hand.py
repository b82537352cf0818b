"""Citations judged through files that a person carries to some model: the same questions, checks and records as with an endpoint."""

from __future__ import annotations

import json
import re
import shutil

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from scripted import model
from test_verify_llm import thesis, verdicts
from theses import argcheck, script, verify

pytestmark = pytest.mark.slow
assert thesis


def by_hand(folder, *options):
    return argcheck(folder, "verify", "thesis.tex", "--llm", *options)


def written(folder):
    lines = (folder / "questions" / "batch.jsonl").read_text("utf-8").splitlines()
    return {line["custom_id"]: line["body"] for line in map(json.loads, lines)}


def answer(folder, keys=None):
    """Let the model that the other tests ask answer the questions that were written."""
    for number, (key, body) in enumerate(written(folder).items()):
        if keys is None or key in keys:
            text = json.dumps(script(body, number), ensure_ascii=False)
            (folder / "questions" / f"{key}.answer.txt").write_text(
                f"Here it is:\n```json\n{text}\n```\n", "utf-8"
            )


def rounds(folder, *options):
    """Write questions and take their answers until there are none; gives the last output and how many rounds that took."""
    done = None
    for number in range(9):
        out = by_hand(folder, *options, "--prompts-out", "questions")
        assert out.returncode == 0, out.stderr
        if not written(folder):
            return done, number
        answer(folder)
        done = by_hand(folder, *options, "--answers-in", "questions")
        assert done.returncode == 0, done.stderr
    raise AssertionError("there is always another question")


def without_who(verdict):
    """What was decided, and on what: all but who answered, when and at what cost."""
    return {
        name: value
        for name, value in verdict.items()
        if name not in ("key", "judge", "answered_by", "checked", "bundle")
    }


def sorted_by_sentence(folder):
    return sorted(map(without_who, verdicts(folder)), key=lambda verdict: verdict["sentence"])


def test_the_verdicts_are_those_of_an_endpoint(thesis, tmp_path):
    (done, number) = rounds(thesis)
    assert number <= 5
    assert "miscited, content (contradicted): 1" in done.stdout
    assert "requests sent: 0" in done.stdout
    assert "have no answer yet" not in done.stdout
    assert {one["judge"]["model"] for one in verdicts(thesis)} == {"by-hand"}
    ours = sorted_by_sentence(thesis)
    (thesis / ".argcheck" / "verdicts.jsonl").unlink()
    with model(script) as scripted:
        assert verify(thesis, scripted).returncode == 0
    assert sorted_by_sentence(thesis) == ours
    again = by_hand(thesis, "--prompts-out", "questions")
    assert "0 questions were written" in again.stdout  # the cache remembers them


def test_writing_questions_changes_nothing_and_half_of_the_answers_decide_nothing(thesis):
    before = sorted(path.name for path in thesis.iterdir())
    out = by_hand(thesis, "--prompts-out", "questions")
    assert "10 questions were written into questions; nothing is sent" in out.stdout
    assert sorted(path.name for path in thesis.iterdir()) == sorted([*before, "questions"])
    assert "10 questions" in by_hand(thesis, "--dry-run", "--prompts-out", "questions").stdout
    answer(thesis, list(written(thesis))[:7])
    done = by_hand(thesis, "--answers-in", "questions", "--require")
    assert done.returncode == 4
    assert "7 answers were taken from questions" in done.stdout
    waiting = re.search(
        r"(\d+) questions have no answer yet: --prompts-out questions writes them", done.stdout
    )
    assert waiting
    assert {one["verdict"] for one in verdicts(thesis)} == {"not-checkable"}
    more = by_hand(thesis, "--prompts-out", "questions")
    assert f"{waiting[1]} questions were written" in more.stdout


def test_an_answer_of_a_batch_that_is_cut_or_refused_is_asked_for_again(thesis):
    by_hand(thesis, "--prompts-out", "questions")
    keys = list(written(thesis))
    choices = [
        {"finish_reason": "length", "message": {"content": '{"verdict": "supp'}},
        {"finish_reason": "stop", "message": {"content": None, "refusal": "I will not judge that"}},
    ]
    lines = [
        json.dumps({"custom_id": key, "response": {"body": {"choices": [choices[number % 2]]}}})
        for number, key in enumerate(keys)
    ]
    (thesis / "questions" / "output.jsonl").write_text("\n".join(lines))
    done = by_hand(thesis, "--answers-in", "questions", "--require")
    assert done.returncode == 4
    assert "2 without an answer\n" in done.stdout
    assert f"{len(keys)} questions have no answer yet: --prompts-out questions writes them" in done.stdout
    assert {one["verdict"] for one in verdicts(thesis)} == {"not-checkable"}
    shutil.rmtree(thesis / "questions")
    by_hand(thesis, "--prompts-out", "questions")
    assert list(written(thesis)) == keys
    done, _ = rounds(thesis)
    assert "miscited, content (contradicted): 1" in done.stdout


def test_without_answers_nothing_is_said_to_be_judged(thesis):
    (thesis / "empty").mkdir()
    done = by_hand(thesis, "--answers-in", "empty")
    assert "3 citations of sources at hand, 1 of them judged in this run\n" in done.stdout
    assert "2 without an answer\n" in done.stdout
    assert "decided by: function 1\n" in done.stdout


def test_an_answer_by_hand_meets_the_same_checks(thesis):
    """A made-up quotation is none, whoever gives it."""
    by_hand(thesis, "--prompts-out", "questions")
    lie = {"verdict": "miscited", "problem": "contradicted", "quotes": [{"passage": 1, "text": "Dunes never move at all."}], "reason": "so", "would_support": ""}  # fmt: skip
    for key in written(thesis):
        (thesis / "questions" / f"{key}.answer.txt").write_text(json.dumps(lie), "utf-8")
    done = by_hand(thesis, "--answers-in", "questions")
    assert "miscited" not in done.stdout.replace("miscited, ", "")
    assert not [one for one in verdicts(thesis) if one["verdict"] == "miscited"]


@pytest.mark.parametrize(
    "options", [("--prompts-out", "questions"), ("--offline", "--answers-in", "questions")]
)
def test_without_a_text_at_hand_it_says_why_nothing_is_asked(thesis, options):
    shutil.rmtree(thesis / "sources")
    (thesis / "questions").mkdir()
    done = by_hand(thesis, *options)
    assert done.returncode == 0, done.stderr
    assert "no text of a cited work is at hand, so no citation is judged: " in done.stdout
    assert "sources/KEY.pdf" in done.stdout
    assert "--fetch" in done.stdout


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--llm", "--prompts-out", "a", "--answers-in", "b"], "one after the other"),
        (["--prompts-out", "a"], "need --llm"),
        (["--llm", "--answers-in", "nowhere"], "there is no such folder"),
        (["--llm", "--prompts-out", "a", "--reranker", "http://127.0.0.1:9/v1#x"], "would send texts to 127.0.0.1"),
    ],
)  # fmt: skip
def test_what_makes_no_sense_is_said_before_anything_is_done(thesis, options, words):
    done = argcheck(thesis, "verify", "thesis.tex", *options)
    assert done.returncode == 2
    assert words in done.stderr
    assert not (thesis / "a").exists()
