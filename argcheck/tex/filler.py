"""Finds paragraphs of filler text, in which a template and not the author cites."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from argcheck.files.data import table
from argcheck.files.patterns import LETTERS
from argcheck.tex.live_source import files_with, holding

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_OPENING = ("orem ipsum dolor",)  # begins the filler text of a document, if not each of its paragraphs
_SHORT = 3  # letters of a word that counts
_FEW = 8  # such words in a paragraph of filler, at least
_MOST = 0.6  # share of these words that are in the vocabulary, at least


def is_filler(manuscript: ManuscriptRecords, span: Span) -> bool:
    """Whether a place is in a paragraph of filler text, in a document with the opening of such a text."""
    if not files_with(manuscript, _OPENING):
        return False
    paragraphs = manuscript.of_each_file("filler", _filler)
    return bool(holding(paragraphs.get(span.path, ()), span.start))


@cache
def _vocabulary() -> frozenset[str]:
    return frozenset(table("filler", "words")["generated"].split())


def _filler(text: str) -> list[tuple[int, int]]:
    """Return the ranges of the paragraphs with mostly words of filler text, sorted and disjoint."""
    known = _vocabulary()
    ranges: list[tuple[int, int]] = []
    start = 0
    for paragraph in text.split("\n\n"):
        words = [word.lower() for word in LETTERS.findall(paragraph) if len(word) >= _SHORT]
        if len(words) >= _FEW and sum(word in known for word in words) >= _MOST * len(words):
            ranges.append((start, start + len(paragraph)))
        start += len(paragraph) + len("\n\n")
    return ranges
