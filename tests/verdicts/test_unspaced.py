"""Citations in scripts that set no blanks between words are judged as others are."""

from __future__ import annotations

import re
import unicodedata

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from careful import read, repeats, said
from confirming import confirming
from scripted import model
from test_verify_llm import verdicts
from theses import verify, written

pytestmark = pytest.mark.slow
#: Sentence that the source says, one that it denies, their twins (the other one is the opposite), words of the source, and other paragraphs.
TEXTS = {
    "zh": (
        "小型沙丘在沿海沙漠中移动得比大型沙丘快",
        "大型沙丘在沿海沙漠中移动得比小型沙丘快",
        "小型沙丘在沿海沙漠中储存的水比大型沙丘多",
        "在整个调查期间，小型沙丘的移动速度都高于大型沙丘。",
        ("我们在一个沿海沙漠中对四十座沙丘进行了三年观测。", "植被只在多雨的年份固定了沙子。", "风大多从南方吹来。"),
    ),
    "ja": (
        "短い睡眠は見習いの記憶を悪くする",
        "短い睡眠は見習いの記憶を良くする",
        "短い睡眠は見習いの機嫌を悪くする",
        "短い睡眠の後、見習いが思い出した単語は長い睡眠の後より少なかった。",
        ("三つの会社で八十人の見習いを二週間調べた。", "朝の機嫌は夜の長さに左右されなかった。", "半数はコーヒーを飲んだ。"),
    ),
    "th": (
        "แนวพุ่มไม้เก่ามีผึ้งป่ามากชนิดกว่าแนวพุ่มไม้ใหม่",
        "แนวพุ่มไม้ใหม่มีผึ้งป่ามากชนิดกว่าแนวพุ่มไม้เก่า",
        "แนวพุ่มไม้เก่ามีนกป่ามากชนิดกว่าแนวพุ่มไม้ใหม่",
        "ในแนวพุ่มไม้เก่าเรานับผึ้งป่าได้สิบเจ็ดชนิด แต่ในแนวพุ่มไม้ใหม่นับได้เก้าชนิด",
        ("เราสำรวจแนวพุ่มไม้หกสิบแห่งในสองตำบล", "ดอกไม้ดึงดูดผึ้งครึ่งหนึ่ง", "ลมพัดแรงในเดือนเมษายน"),
    ),
}  # fmt: skip


def plain(text):
    """With one kind of commas and full stops."""
    return unicodedata.normalize("NFKC", text).rstrip("。.")


def bare(text):
    return re.sub(r"\s*\[[^\]]*\]|[\s.。]+$", "", text)


def reader(true, false, other, result):
    """A model that has understood the source, and judges other sentences by whether they stand in what it is shown."""

    def answer(request, _number):
        sentence, shown = read(request)
        known = any(plain(result) in plain(text) for text in shown)
        if repeats(sentence, shown) or any(bare(sentence) in text for text in shown):
            return said("supported", bare(sentence))
        if known and bare(sentence) == true:
            return said("supported", result.rstrip("。"))
        if known and bare(sentence) == false:
            return {**said("miscited", result.rstrip("。")), "problem": "contradicted"}
        return said("undecidable")

    def twins(sentence):
        pairs = {true: (false, other), false: (true, other)}
        opposite, another = pairs[bare(sentence)]
        return {
            "opposite": sentence.replace(bare(sentence), opposite),
            "other": sentence.replace(bare(sentence), another),
        }

    return confirming(answer, twins)


@pytest.mark.parametrize("language", list(TEXTS))
def test_a_right_and_a_wrong_citation_are_told_apart(language, tmp_path):
    true, false, other, result, others = TEXTS[language]
    stop = "" if language == "th" else "。"
    body = "\n\n".join(f"{claim}\\cite{{smith}}{stop}" for claim in (true, false))
    text = f"\\documentclass{{article}}\n\\begin{{document}}\n{body}\n\n\\bibliographystyle{{plain}}\n\\bibliography{{refs}}\n\\end{{document}}\n"
    paper = "\n\n".join(["# A", others[0], result, *others[1:]])
    folder = written(tmp_path / "thesis", text, paper)
    with model(reader(true, false, other, result)) as scripted:
        done = verify(folder, scripted)
    assert done.returncode == 0, done.stderr
    assert [(one["verdict"], one.get("spans") != []) for one in verdicts(folder)] != []
    assert sorted(one["verdict"] for one in verdicts(folder)) == ["miscited", "supported"], [
        (one["verdict"], one["reason"]) for one in verdicts(folder)
    ]
