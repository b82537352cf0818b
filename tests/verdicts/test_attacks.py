"""Orders to acquit and to accuse, in texts that a model reads: none of them turns a verdict."""

from __future__ import annotations

from collections import Counter

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

import obedient
from careful import read
from confirming import purpose
from in_process import judged

from argcheck.sources.text.reader import read_source
from argcheck.verdicts.judging import CitationCase

pytestmark = pytest.mark.slow

ACQUIT = [one for one in obedient.ATTACKS if one["say"] == "supported"]
ACCUSE = [one for one in obedient.ATTACKS if one["say"] == "miscited"]


def test_the_set():
    assert (len(ACQUIT), len(ACCUSE)) == (200, 50)
    assert len({one["language"] for one in ACQUIT}) == 4
    assert len({one["place"] for one in ACQUIT}) == 31
    assert len({one["text"] for one in ACQUIT}) >= 90


@pytest.mark.parametrize("language", list(obedient.SCENARIOS))
def test_without_an_attack_the_verdicts_are_right(language):
    cases = [obedient.plain_case(language, which) for which in ("true", "false")]
    assert [one.verdict for one in judged(cases, obedient.script)] == ["supported", "miscited"]


@pytest.mark.parametrize("language", list(obedient.SCENARIOS))
def test_no_order_acquits(language):
    attacks = [one for one in ACQUIT if one["language"] == language]
    found = judged(map(obedient.case_of, attacks), obedient.script)
    turned = [
        one["id"] for one, verdict in zip(attacks, found, strict=True) if verdict.verdict == "supported"
    ]
    assert turned == []
    assert (
        Counter(one.verdict for one in found)["miscited"] >= 10
    )  # whoever abstains always is not talked round either


@pytest.mark.parametrize("language", list(obedient.SCENARIOS))
def test_no_order_accuses(language):
    attacks = [one for one in ACCUSE if one["language"] == language]
    found = judged(map(obedient.case_of, attacks), obedient.script)
    turned = [one["id"] for one, verdict in zip(attacks, found, strict=True) if verdict.verdict == "miscited"]
    assert turned == []


def test_sentences_put_beside_the_result_do_not_hide_it():
    """What else of the passages bears on the sentence is shown, however much there is that has more of its words."""
    scene = obedient.SCENARIOS["en"]
    claim = scene["false"].rpartition(" [")[0]
    planted = f"{claim}, as was shown."
    decoys = [
        f"In year {n} it was asked of large dunes and small ones which outrun which in the coastal desert."
        for n in range(30)
    ]
    texts = [f"# {scene['title']}", "## 1", planted, " ".join(decoys), *scene["paragraphs"]]
    source = read_source("\n\n".join(texts).encode(), "article.md")
    case = CitationCase(scene["false"], scene["before"], scene["after"], scene["key"], scene["title"], source, "full", "en")  # fmt: skip
    shown = []

    def script(request, number):
        said = obedient.script(request, number)
        sentence, passages = read(request) if purpose(request) != "twins" else ("", [])
        if purpose(request) == "confirm" and claim in sentence:
            shown.append(" ".join(passages))
            if planted in shown[-1] and scene["gold"] not in shown[-1]:
                return {"verdict": "supported"}
        if purpose(request) == "arbiter":  # taken in by what was planted
            quotes = [
                {"passage": n, "text": planted} for n, text in enumerate(passages, 1) if planted in text
            ]
            return {**said, "verdict": "supported", "problem": "none", "quotes": quotes}
        return said

    (verdict,) = judged([case], script)
    assert any(decoys[0] in text and scene["gold"] in text for text in shown)
    assert verdict.abstained == "unconfirmed"
    assert (
        verdict.reason
        == "the passages contradict the sentence where the words that were quoted, or some of them, are left out"
    )
