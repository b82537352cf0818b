"""Evidence pointers: the gold passages of real citations are among the first ones."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("bm25s", reason="the extra argcheck-lint[sources] is not installed")

from argcheck.sources.evidence import Bm25, passages, terms
from argcheck.sources.text.reader import read_source

ROOT = Path(__file__).resolve().parents[2]
SHARED = Path(os.environ.get("ARGCHECK_SHARED") or ROOT.parent / "shared")
DATA = SHARED / "data" / "citint-fulltext"

PAPER = """# On dunes

## Introduction

Dunes have been studied for a century [1].

## Results

Small dunes move faster than large ones: a dune of 2 m height moved 31 m a year.

Rain stops the motion of dunes for days.

Figure 1: The speed of 40 dunes against their height.
"""


def test_the_nearest_passage_first_with_its_place():
    source = read_source(PAPER.encode(), "dunes.md")
    found = passages("The smaller a dune, the faster it moves [jones2001, p. 3].", source, k=2)
    assert (found[0].rank, found[0].block.section) == (1, "Results")
    assert found[0].block.text.startswith("Small dunes move faster")
    assert source.place(found[0].block) == "line 9"
    assert found[0].score > found[1].score


def test_no_word_in_common_is_no_pointer():
    assert passages("Quarks are confined.", read_source(PAPER.encode(), "dunes.md")) == ()


def test_several_retrievers_are_joined_by_rank():
    class Longest:
        name = "longest"

        def scores(self, question, texts):
            return [float(len(text)) for text in texts]

    source = read_source(PAPER.encode(), "dunes.md")
    found = passages("Rain and dunes", source, k=4, retrievers=(Bm25(), Longest()))
    assert found[0].block.text.startswith("Small dunes")  # second by words, first by length
    assert len(found) == 4


def test_markers_are_no_words_and_compounds_count_whole_and_in_parts():
    assert terms("Long-term effects [12] were shown") == ("long-term", "long", "term", "effect", "shown")


@pytest.mark.skipif(not DATA.is_dir(), reason="the development data (ARGCHECK_SHARED) is not there")
def test_gold_passages_of_real_citations_are_found():
    """Citation-Integrity (Sarol et al. 2024): a gold sentence is in the first 10, 5, 3 paragraphs of the cited paper."""
    sources, hits, count = {}, dict.fromkeys((10, 5, 3), 0), 0
    for line in (DATA / "items.jsonl").read_text(encoding="utf-8").splitlines():
        item = json.loads(line)
        # spans of these levels are judgements about more than what is marked
        gold = [
            (one["start"], one["end"])
            for one in item["evidence"]
            if one["level"] not in {"Section", "Article"}
        ]
        if not gold:
            continue
        count += 1
        text = (DATA / f"{item['ref']}.md").read_text(encoding="utf-8")
        source = sources.setdefault(item["ref"], read_source(text.encode(), f"{item['ref']}.md"))
        lines = {text.count("\n", 0, place) + 1 for span in gold for place in span}
        found = [passage.block.line in lines for passage in passages(item["context"], source, 10)]
        for k in hits:
            hits[k] += any(found[:k])
    share = {k: hit / count for k, hit in hits.items()}
    print(f"gold among {count}:", ", ".join(f"@{k} {one:.2f}" for k, one in share.items()))
    assert count == 52
    assert share[10] >= 0.90
    assert share[5] >= 0.75
    assert share[3] >= 0.60
