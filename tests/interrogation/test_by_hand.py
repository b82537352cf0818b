"""Answers that a person puts into a folder: whatever stands there, only an answer to a question that is asked counts."""

import json
import os

import pytest

pytest.importorskip("diskcache", reason="the extra argcheck-lint[llm] is not installed")

from scripted import telling
from test_interrogate import PAPER, claim, edge, interrogate, is_check, lines, paper, reading, shown

from argcheck.errors import UsageError
from argcheck.llm.answer_cache import AnswerCache
from argcheck.llm.by_hand import given_answers

pytestmark = pytest.mark.slow
assert paper


@pytest.fixture
def questions(paper, tmp_path):
    folder = tmp_path / "questions"
    interrogate(paper, "", "--runs", "2", "--prompts-out", str(folder))
    return folder


def asked(folder):
    return [json.loads(line) for line in (folder / "batch.jsonl").read_text("utf-8").split("\n") if line]


def answer(request):
    return json.dumps(reading(request["body"]), ensure_ascii=False)


def take(paper, folder):
    return interrogate(paper, "", "--runs", "2", "--checks", "0", "--answers-in", str(folder)).out


def test_only_what_answers_a_question_that_is_asked_is_remembered(paper, questions, tmp_path):
    first, second = asked(questions)
    strange = "0" * 32  # what another command may ask one day
    (questions / f"{first['custom_id']}.answer.txt").write_text(answer(first), "utf-8")
    (questions / f"{strange}.answer.txt").write_text(answer(first), "utf-8")
    (questions / f"{second['custom_id']}.answer.txt.txt").write_text(answer(second), "utf-8")
    out = take(paper, questions)
    assert "1 answer was taken" in out
    assert "1 answers there belong to no question that is asked now" in out
    assert f"an answer is called {second['custom_id']}.answer.txt" in out
    assert {line["run"] for line in lines(paper) if line["record"] == "node"} == {"r1"}
    cache = AnswerCache(tmp_path / "cache" / "llm")
    assert cache.get(first["custom_id"])
    assert cache.get(strange) is None
    cache.close()


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "latin-1"])
def test_an_answer_is_read_as_editors_write_it(paper, questions, encoding):
    for request in asked(questions):
        text = answer(request).replace("\n", "\r\n")
        (questions / f"{request['custom_id']}.answer.txt").write_bytes(f"Voilà :\r\n{text}".encode(encoding))
    assert "2 runs, 6 claims, 6 of them tied" in take(paper, questions)


def test_a_batch_is_read_line_by_line_and_its_errors_are_said(paper, questions):
    first, second = asked(questions)
    content = answer(first).replace('"edges"', '"note": "\u2028\x85", "edges"')
    good = {
        "custom_id": first["custom_id"],
        "error": None,
        "response": {
            "status_code": 200,
            "body": {"model": "big", "choices": [{"message": {"content": content}}]},
        },
    }
    expired = {"custom_id": second["custom_id"], "response": None, "error": {"code": "batch_expired"}}
    odd = ["[]", "{", '{"custom_id": 1}', '{"response": {"body": {"choices": []}}}', "[" * 100_000]
    texts = ["\ufeff" + json.dumps(good, ensure_ascii=False), json.dumps(expired), *odd]
    (questions / "output.jsonl").write_bytes("\r\n".join(texts).encode())
    out = take(paper, questions)
    assert "1 answer was taken" in out
    assert 'output.jsonl:2: the service gave no answer: {"code": "batch_expired"}' in out
    assert [
        line.rpartition("output.jsonl:")[2] for line in out.splitlines() if line.endswith("was answered")
    ] == [f"{number}: this is no line of a batch that was answered" for number in range(3, 8)]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes here")
def test_what_is_no_file_or_too_long_is_said_and_the_rest_is_taken(tmp_path):
    os.mkfifo(tmp_path / "a.answer.txt")
    (tmp_path / "b.answer.json").mkdir()
    (tmp_path / "c.jsonl").mkdir()
    (tmp_path / "d.answer.txt").write_bytes(b"x" * 5_000_000)
    (tmp_path / "e.answer.txt").write_bytes(b"{}")
    given = given_answers(tmp_path, "by-hand")
    assert list(given.by_key) == ["e"]
    assert [problem.rpartition(": ")[2] for problem in given.problems] == [
        "this is no regular file",
        "this is no regular file",
        "this is no regular file",
        "this is too long to be an answer",
    ]
    with pytest.raises(UsageError, match="there is no such folder"):
        given_answers(tmp_path / "e.answer.txt", "by-hand")


def test_questions_that_are_not_asked_any_more_are_counted_and_a_file_is_no_folder(paper, questions):
    (first, _) = asked(questions)
    (questions / f"{first['custom_id']}.answer.txt").write_text(answer(first), "utf-8")
    (paper / "paper.tex").write_text(PAPER.replace("Forty", "Fifty"), "utf-8")
    again = interrogate(paper, "", "--runs", "2", "--prompts-out", str(questions)).out
    assert "1 older questions there have no answer and are not asked any more" in again
    with pytest.raises(UsageError, match="questions cannot be written there"):
        interrogate(paper, "", "--runs", "2", "--prompts-out", str(paper / "paper.tex"))


def test_an_answer_that_was_half_copied_is_named(paper, questions):
    first, second = asked(questions)
    (questions / f"{first['custom_id']}.answer.txt").write_text(answer(first), "utf-8")
    (questions / f"{second['custom_id']}.answer.txt").write_text("Sure, here it is:", "utf-8")
    out = take(paper, questions)
    assert f"{second['custom_id']}.answer.txt: no answer can be read there" in out
    assert f"{first['custom_id']}.answer.txt" not in out
    assert "paper.tex: 1 of 2 runs, 3 claims" in out


def marked(folder, key, value):
    """Return an answer as one writes it who reads the question: with what its schema wants to be repeated."""
    shape = (folder / f"{key}.prompt.txt").read_text("utf-8").rpartition("of this schema:\n")[2]
    [mark] = json.loads(shape)["properties"]["question"]["enum"]
    return json.dumps({"question": mark, **value}, ensure_ascii=False)


def test_answers_that_were_swapped_say_so_themselves(paper, questions):
    first, second = (request["custom_id"] for request in asked(questions))
    texts = [
        marked(questions, request["custom_id"], reading(request["body"])) for request in asked(questions)
    ]
    for key, text in zip((first, second), reversed(texts), strict=True):
        (questions / f"{key}.answer.txt").write_text(text, "utf-8")
    out = take(paper, questions)
    assert f"{first}.answer.txt: this says that it answers question {second[:8]}, and is left out" in out
    assert "0 answers were taken" in out
    (questions / f"{second}.answer.txt").write_text(f"```json\n{texts[1]}\n```", "utf-8")
    out = take(paper, questions)
    assert "paper.tex: 1 of 2 runs, 3 claims" in out
    assert f"{second}.answer.txt" not in out


@pytest.mark.parametrize("said", ["Do dunes move?", "cafe", 7, None])
def test_what_is_no_mark_is_none(paper, questions, said):
    for request in asked(questions):
        value = {**reading(request["body"]), "question": said}
        (questions / f"{request['custom_id']}.answer.txt").write_text(json.dumps(value), "utf-8")
    assert "paper.tex: 2 runs, 6 claims" in take(paper, questions)


def test_two_answers_to_one_question_are_named_and_the_last_counts(paper, questions):
    first, second = asked(questions)
    key = first["custom_id"]
    other = answer(first).replace("supports", "attacks")
    (questions / f"{key}.answer.json").write_text(other, "utf-8")
    (questions / f"{key}.answer.txt").write_text(answer(first), "utf-8")
    lines = [
        {
            "custom_id": second["custom_id"],
            "response": {"body": {"choices": [{"message": {"content": text}}]}},
        }
        for text in (answer(second), answer(second), other)
    ]
    (questions / "out.jsonl").write_text("\n".join(map(json.dumps, lines)), "utf-8")
    given = given_answers(questions, "by-hand")
    assert given.by_key[key]["text"] == answer(first)
    assert given.by_key[second["custom_id"]]["text"] == other
    assert [problem.removeprefix(str(questions)) for problem in given.problems] == [
        f"/{key}.answer.txt: {key} has another answer, too; this is the one that counts",
        f"/out.jsonl:3: {second['custom_id']} has another answer, too; this is the one that counts",
    ]


def test_an_answer_without_its_last_edges_is_asked_for_again(paper, questions):
    """An edge may be an attack, without which a claim is left alone."""
    first, second = asked(questions)
    (questions / f"{first['custom_id']}.answer.txt").write_text(answer(first), "utf-8")
    cut = answer(second).rpartition(", {")[0]
    (questions / f"{second['custom_id']}.answer.txt").write_text(cut, "utf-8")
    out = take(paper, questions)
    assert "1 question has no answer yet" in out
    assert "paper.tex: 1 of 2 runs, 3 claims" in out


def test_who_took_answers_by_hand_is_told_what_comes_next(paper, questions):
    for request in asked(questions):
        (questions / f"{request['custom_id']}.answer.txt").write_text(answer(request), "utf-8")
    out = take(paper, questions)
    assert "--select ARG --runs all` checks what was read" in out


def test_readings_with_one_text_are_said_to_want_independent_answers(paper, tmp_path):
    several = interrogate(paper, "", "--runs", "2", "--prompts-out", str(tmp_path / "two")).out
    single = interrogate(paper, "", "--runs", "1", "--prompts-out", str(tmp_path / "one")).out
    assert ["want independent answers" in out for out in (several, single)] == [True, False]


def test_a_dispute_can_be_settled_by_hand_and_each_round_says_what_is_asked_now(paper, tmp_path):
    tape = "Forty dunes were measured in two winters with a tape of steel."
    folder = tmp_path / "questions"

    def answered(request, _):
        if is_check(request):
            return {"verdict": "refuted", "reason": "[5] says that the tape may have stretched"}
        value = reading(request)
        if not readings:
            value["nodes"].append(claim("tape", shown(request), "Forty dunes", "given", "method"))
            value["edges"].append(edge("tape", "end"))
        readings.append(value)
        return value

    readings: list[object] = []
    script = telling(answered)
    rounds = []
    while len(rounds) < 9:
        wrote = interrogate(paper, "", "--runs", "2", "--min-width", "2", "--prompts-out", str(folder)).out
        if wrote.startswith("0 questions"):
            break
        for request in asked(folder):
            text = json.dumps(script(request["body"]))
            (folder / f"{request['custom_id']}.answer.txt").write_text(text, "utf-8")
        took = interrogate(paper, "", "--runs", "2", "--min-width", "2", "--answers-in", str(folder)).out
        rounds.append((wrote, took))
    first, disputed, *_, last = rounds
    assert "questions about disputed claims have no answer yet" in first[1]
    assert f"next: the same with `--prompts-out {folder}` writes what these answers lead to" in first[1]
    assert any(f"two sentences to write: {tape}" in wrote for wrote, _ in rounds)
    assert f"check of a claim: {tape}\n" in disputed[0]
    names = [line.strip() for line in disputed[0].split("\n") if line.startswith("    ")]
    assert len(names) == len(asked_in(disputed[0])) * 3
    assert all((folder / name).is_file() for name in names)
    assert f"refuted: {tape}" in last[1]
    assert "--select ARG --runs all` checks what was read" in last[1]


def asked_in(wrote):
    """What is asked, as the lines say behind which the names of the files stand."""
    return [line for line in wrote.split("\n") if line.startswith("check of a claim: ")]


def test_a_long_list_of_questions_is_cut(paper, tmp_path):
    for number in range(20):
        part = PAPER.replace("Strong wind", f"Wind number {number}")
        (paper / f"paper{number}.tex").write_text(part, "utf-8")
    out = interrogate(paper, "", "--runs", "1", "--prompts-out", str(tmp_path / "questions")).out
    assert out.count(".prompt.txt") == 12
    assert "... and 18 lines more" in out


def test_text_that_is_not_there_is_named_before_anybody_is_asked(paper, tmp_path):
    gone = PAPER.replace("\\section{Conclusion}", "\\input{results}\n\\section{Conclusion}")
    (paper / "paper.tex").write_text(
        gone.replace("\\begin{document}", "\\input{macros}\\begin{document}"), "utf-8"
    )
    out = interrogate(paper, "", "--runs", "1", "--prompts-out", str(tmp_path / "questions")).out
    assert out.startswith(
        "paper.tex: some of its text is not there, and is not asked about: results\n1 question was"
    )


def test_a_drawing_that_is_set_by_itself_is_asked_about_only_where_it_is_named(paper, tmp_path):
    drawing = "\\documentclass[tikz]{standalone}\\begin{document}The wind blows from the left to the right.\\end{document}"
    (paper / "drawing.tex").write_text(drawing, "utf-8")
    whole = interrogate(paper, "", "--runs", "1", "--prompts-out", str(tmp_path / "whole")).out
    alone = interrogate(
        paper / "drawing.tex", "", "--runs", "1", "--prompts-out", str(tmp_path / "alone")
    ).out
    assert [out.split(" into")[0] for out in (whole, alone)] == ["1 question was written"] * 2


def test_without_a_model_the_way_by_hand_is_named(paper, monkeypatch):
    for name in ("ARGCHECK_LLM_BASE_URL", "ARGCHECK_LLM_MODEL"):
        monkeypatch.delenv(name, raising=False)
    with pytest.raises(UsageError, match="--prompts-out DIR writes the questions as files"):
        interrogate(paper, "")
