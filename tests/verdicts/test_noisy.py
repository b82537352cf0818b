"""A judge that errs: right citations are not accused, and most miscitations are found nevertheless, of the right class."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path

import pytest

pytest.importorskip("openai", reason="the extra argcheck-lint[llm] is not installed")
pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from careful import read, repeats
from confirming import confirming
from in_process import judged

from argcheck.sources.text.reader import read_source
from argcheck.verdicts.judging import CitationCase
from argcheck.verdicts.taxonomy import SUBTYPES

pytestmark = pytest.mark.slow

_PAIRS = Path(__file__).parents[2] / "benchmarks" / "miscitation" / "pairs.jsonl"
RIGHT, WRONG = 39, 15
#: Of how many judges the mean is taken.
SEEDS = pytest.mark.parametrize("seeds", [6, pytest.param(20, marks=pytest.mark.long)])


def cases():
    """39 right citations and 15 miscitations, three of each class, of invented studies."""
    rows = [json.loads(line) for line in _PAIRS.read_text("utf-8").splitlines()]
    texts = {one["id"]: one for one in rows if one["kind"] == "source"}
    sources = {
        name: read_source(
            "\n\n".join((f"# {one['title']}", "## Text", *one["paragraphs"])).encode(), f"{name}.md"
        )
        for name, one in texts.items()
    }
    pairs = [one for one in rows if one["kind"] == "pair"]
    by_class = {}
    for one in pairs:
        by_class.setdefault(SUBTYPES[one["subtype"]], []).append(one)
    planted = [one for some in by_class.values() for one in some[:3]]
    rest = [one for one in pairs if one not in planted]

    def case(row, which):
        return CitationCase(row[which], "", "", row["source"], texts[row["source"]]["title"], sources[row["source"]], "full", "en")  # fmt: skip

    right = [(case(one, "correct"), one) for one in rest[:RIGHT]]
    return right, [(case(one, "miscitation"), one) for one in planted]


class Noisy:
    """A model that knows the pairs, and says something else with a certain probability."""

    def __init__(self, pairs, error, seed):
        self.pairs, self.error, self.random = pairs, error, random.Random(seed)

    def __call__(self, request, _number):
        return self._verdict(*read(request))

    def _verdict(self, sentence, passages):
        verdict, problem, quote = self._truth(sentence, passages)
        if self.random.random() < self.error:
            verdict = "supported" if verdict == "miscited" else "miscited"
            problem = self.random.choice([*SUBTYPES]) if verdict == "miscited" else "none"
        quote = quote or re.split(r"(?<=[.])\s", passages[0])[0]
        return {
            "verdict": verdict, "problem": problem, "quotes": [{"passage": 1, "text": quote}],
            "reason": "so", "would_support": "",
        }  # fmt: skip

    def _truth(self, sentence, passages):
        if repeats(sentence, passages):
            return "supported", "none", passages[0]
        for row in self.pairs:
            shown = next((row["passage"] for one in passages if row["passage"] in one), "")
            if sentence == row["miscitation"]:
                return "miscited", row["subtype"], shown
            if sentence == row["correct"]:
                return "supported", "none", shown
        bare = re.sub(r"\s*\[[^\]]*\]\.?$", "", sentence)
        holds = any(bare in one for one in passages)
        return ("supported", "none", bare) if holds else ("undecidable", "none", "")


def verdicts_of(some, error, seed):
    noisy = Noisy([row for _, row in some], error, seed)
    return judged([case for case, _ in some], confirming(noisy))


@SEEDS
@pytest.mark.parametrize("error", [0.3, 0.5])
def test_a_noisy_judge_accuses_hardly_anybody(error, seeds):
    right, _ = cases()
    accused = [
        sum(one.verdict == "miscited" for one in verdicts_of(right, error, seed)) for seed in range(seeds)
    ]
    assert sum(accused) / seeds <= 2


@SEEDS
@pytest.mark.parametrize(("error", "least"), [(0.0, 15), (0.1, 12)])
def test_the_true_ones_are_kept(error, least, seeds):
    _, wrong = cases()
    assert len(wrong) == WRONG
    seeds = seeds if error else 1
    found = [
        sum(
            one.verdict == "miscited" and one.class_ == SUBTYPES[row["subtype"]]
            for one, (_, row) in zip(verdicts_of(wrong, error, seed), wrong, strict=True)
        )
        for seed in range(seeds)
    ]
    assert sum(found) / seeds >= least


def test_a_judge_without_error_supports_what_is_right():
    right, _ = cases()
    found = [one.verdict for one in verdicts_of(right, 0.0, 0)]
    assert (
        found.count("supported") >= RIGHT - 1
    )  # one quotes words that have none in common with the sentence
    assert "miscited" not in found
