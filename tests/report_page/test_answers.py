"""Answers of `argcheck ask` on the page: claims beside the words of the documents, turn by turn."""

from __future__ import annotations

import json
import os
import re
from typing import TYPE_CHECKING, Any

import pytest
from argcheck_process import argcheck
from read_page import page_of
from test_inert import ATTRIBUTES, ELEMENTS, EVIL, QUOTES

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


def claim(
    words: str, *quotes: str, state: str = "supported", why: str = "the documents say it"
) -> dict[str, Any]:
    evidence = [{"document": "survey.md", "place": "line 5", "quote": quote} for quote in quotes]
    return {"id": "n1", "claim": words, "readings": 3, "state": state, "why": why, "evidence": evidence}


def answer(
    question: str, *claims: dict[str, Any], omitted: tuple[dict[str, Any], ...] = ()
) -> dict[str, Any]:
    candidate = {
        "id": "a",
        "answer": "Server x9 can run it.",
        "readings": 3,
        "width": 2,
        "survives": True,
        "paths": [],
    }
    return {
        "version": 1,
        "question": question,
        "documents": ["survey.md"],
        "candidates": [{**candidate, "claims": list(claims), "omitted": list(omitted)}],
        "killed": [{"claim": "x9 is on Mars.", "reason": "sentence 3 says otherwise"}],
        "disputed": [],
        "readings": 3,
    }


def write(folder: Path, *answers: Any) -> list[str]:
    words: list[str] = []
    for number, each in enumerate(answers):
        (folder / f"{number}.json").write_text(json.dumps(each), "utf-8")
        words += ["--answer", f"{number}.json"]
    return words


def test_each_claim_stands_beside_the_words_it_was_read_from(tmp_path: Path) -> None:
    turn = answer(
        "Can x9 run the job?",
        claim("x9 runs linux.", "The survey marks server x9 as running linux."),
        claim("x9 is idle.", state="unsupported", why="nothing in the documents leads to it"),
        claim("So it can.", why="it follows from what they say"),
        omitted=(claim("x9 is in rack 7.", "Server x9 is listed in the rack 7 survey."),),
    )
    page = page_of(tmp_path, *write(tmp_path, answer("First?"), turn))
    assert "2 answers" in page.said
    words = page.words("//article[@id='answer-2-1']")
    for part in (
        "Server x9 can run it. ✓ stands; in 3 of 3 readings, by 2 independent routes of support",
        "Claims of the documents that it includes: 1 of 2",
        "Its claims that the documents bear out: 2 of 3",
        "△ Unsupported: 1 △ x9 is idle. nothing in the documents leads to it no words of a document",
        "✓ Included in the answer: 1 ✓ x9 runs linux. the documents say it The survey marks server x9 as running linux. survey.md, line 5",
        "→ Follows from what is included: 1",
        "○ Left out of the answer: 1 ○ x9 is in rack 7. Server x9 is listed in the rack 7 survey.",
    ):
        assert part in words
    assert [turn.get("open") for turn in page.all("//details[@class='turn']")] == [None, ""]
    assert "Killed: 1 x9 is on Mars. (sentence 3 says otherwise)" in page.words("//details[@class='turn'][2]")
    links = page.all("//section[@id='answers']//a/@href")
    assert {link[1:] for link in links} <= set(page.all("//@id"))


@pytest.mark.parametrize(
    ("quote", "denies", "no_denial"),
    [
        ("The fence slows the dune in the wind.", "neither", "kein"),
        ("Der Zaun bremst die Düne, und der Wind ist still.", "kein", "not"),
        ("La dune est dans le vent et les clôtures la ralentissent.", "pas", "not"),
        ("X9 9.", "not", "kein"),
    ],
)
def test_the_page_knows_what_denies_in_the_language_of_the_passages(
    tmp_path: Path, quote: str, denies: str, no_denial: str
) -> None:
    page_of(tmp_path, *write(tmp_path, answer("Does it?", claim("A claim.", quote))))
    page = (tmp_path / "report.html").read_text("utf-8")
    (denials,) = re.findall(r'data-denials="([^"]*)"', page)
    assert denies in denials.split()
    assert no_denial not in denials.split()


def test_without_answers_there_is_no_such_part(tmp_path: Path) -> None:
    (tmp_path / "a.tex").write_text("\\documentclass{article}\\begin{document}Text.\\end{document}", "utf-8")
    page = page_of(tmp_path)
    assert page.all("//*[@id='answers']") == page.all("//nav/a[@data-view='answers']") == []


def test_a_hostile_answer_is_text(tmp_path: Path) -> None:
    evil = EVIL + QUOTES + "\ud800"
    turn = answer(
        evil,
        claim(evil, evil, why=evil),
        claim(evil, evil, state="unsupported"),
        omitted=(claim(evil, evil),),
    )
    turn["documents"], turn["killed"], turn["disputed"] = [evil], [{"claim": evil, "reason": evil}], [evil]
    page = page_of(tmp_path, *write(tmp_path, turn))
    assert {element.tag for element in page.root.iter()} <= ELEMENTS
    names = {
        name
        for element in page.root.iter()
        for name in element.attrib
        if not name.startswith(("data-", "aria-"))
    }
    assert names <= ATTRIBUTES
    assert "<script>evil()</script>" in page.words("//section[@id='answers']")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("{", "--answer a.json: is no JSON"),
        ("[" * 100_000, "--answer a.json: is no JSON"),
        ("[]", "--answer a.json: is no answer of `argcheck ask --format json`"),
        (
            json.dumps({**answer("?"), "documents": [1]}),
            "--answer a.json: is no answer of `argcheck ask --format json`: see documents.0",
        ),
        (None, "--answer a.json: cannot be read: No such file or directory"),
    ],
    ids=("cut", "deep", "other", "wrong", "absent"),
)
def test_what_is_no_answer_is_refused(tmp_path: Path, content: str | None, message: str) -> None:
    if content is not None:
        (tmp_path / "a.json").write_text(content, "utf-8")
    ended = argcheck(
        "report", "--answer", "a.json", "--no-cache", cwd=tmp_path, env=dict(os.environ), encoding="utf-8"
    )
    assert (ended.returncode, ended.stderr) == (2, f"argcheck: error: {message}\n")
