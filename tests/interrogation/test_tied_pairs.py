"""How many of 325 claims are tied to the sentences that they quote: of those that misread them, and of those that do not.

Most sentences are of theses and articles.  The rules were made on one half of ``tied_pairs.jsonl`` without reading the other.
"""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from argcheck.files.diagnostic import Span
from argcheck.interrogation.shown_parts import NumberedSentence
from argcheck.interrogation.tying import tied

PAIRS = [
    json.loads(line) for line in Path(__file__).with_name("tied_pairs.jsonl").read_text("utf-8").splitlines()
]


def is_tied(pair):
    sentences = {
        number: NumberedSentence(number, text, Span("a", 0, 0), str(number))
        for number, text in enumerate(pair["sentences"], 1)
    }
    node = {
        "sentence": pair["quoted"],
        "quote": sentences[pair["quoted"]].text,
        "claim": pair["claim"],
    }
    return tied(node, sentences, pair["language"]) is not None


@pytest.mark.parametrize(
    ("half", "wrong", "most_tied", "right", "fewest_tied"),
    [("develop", 116, 15, 158, 141), ("held", 30, 2, 21, 15)],
)
def test_few_claims_that_misread_a_sentence_are_tied_and_most_that_do_not(
    half, wrong, most_tied, right, fewest_tied
):
    pairs = [pair for pair in PAIRS if pair["half"] == half]
    assert Counter(pair["right"] for pair in pairs) == {False: wrong, True: right}
    counts = Counter(pair["right"] for pair in pairs if is_tied(pair))
    assert counts[False] <= most_tied
    assert counts[True] >= fewest_tied
