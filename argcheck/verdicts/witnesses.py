"""The sentences of a text that cite a work, and the comparison of their restatements."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from argcheck.sources.evidence import terms
from argcheck.sources.folding import letters
from argcheck.tex import vocabulary
from argcheck.tex.sentences import lists, split
from argcheck.verdicts.judging import Setting

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from argcheck.sources.citers import Cited
    from argcheck.sources.text.model import Block, ListedWork, SourceText
    from argcheck.tex.model import Sentence

_LONG_TITLE = 25  #: letters of a title that identifies a reference without the year
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_NEGATING = ("claims.negations", "claims.further-negations", "claims.reversing")
_SIGNS = '.,;:!?()[]"“”„«»'
_ALIKE = 92  #: similarity in per cent from which two restatements count as the same
_KEPT = 0.5  #: least share of the words of a restatement that are in its original


def own_setting(sentences: Sequence[Sentence], place: int, key: str) -> Setting:
    """Return the setting of a sentence of the manuscript; a section ends at the next heading."""
    first = next((at for at in range(place, 0, -1) if sentences[at - 1].kind == "title"), 0)
    end = next(
        (at for at in range(place + 1, len(sentences)) if sentences[at].kind == "title"), len(sentences)
    )
    section = sentences[first:end]
    return Setting(
        tuple(sentence.text for sentence in section),
        tuple(sentence.paragraph for sentence in section),
        place - first,
        f"[{key}]",
    )


def settings_in(source: SourceText, work: Cited) -> list[Setting]:
    """Return the sentences of a text that cite ``work``, by anchors to a reference with its DOI or title."""
    wanted = {item.id for item in source.references if _is(item, work)}
    if not wanted:
        return []
    settings: dict[tuple[int, int], Setting] = {}
    for number, block in enumerate(source.blocks):
        for anchor in block.anchors:
            if block.kind == "reference" or wanted.isdisjoint(anchor.references):
                continue
            places = _sentences(block)
            at = next((i for i, (start, end) in enumerate(places) if start <= anchor.start < end), None)
            if at is not None and (number, at) not in settings:
                marker = block.text[anchor.start : anchor.end]
                settings[number, at] = _setting(source.blocks, number, at, marker)
    return list(settings.values())


def alike(item: str, other: str, near: Callable[[str, str], bool] | None = None) -> bool:
    """Whether two restatements have the same numbers and negations, and nearly the same words or meaning.

    :param near: compares the meaning, if there is a model for it.
    """
    from rapidfuzz.fuzz import token_sort_ratio

    if _hard(item) != _hard(other):
        return False
    first, second = (" ".join(terms(text)) for text in (item, other))
    return token_sort_ratio(first, second) >= _ALIKE or (near is not None and near(item, other))


def keeps_to(restated: str, text: str) -> bool:
    """Whether all numbers and at least half of the words of a restatement are in its original."""
    if not set(_NUMBER.findall(restated)) <= set(_NUMBER.findall(text)):
        return False
    said = set(terms(restated))
    return bool(said) and len(said.intersection(terms(text))) >= _KEPT * len(said)


def _hard(text: str) -> tuple[list[str], int]:
    said = text.lower().replace("’", "'").replace("n't", " n't").split()
    negating = sum(word.strip(_SIGNS) in _negating() for word in said)
    return sorted(_NUMBER.findall(text)), negating


@cache
def _negating() -> frozenset[str]:
    """Return the words of all languages that reverse a sentence."""
    return frozenset().union(*(vocabulary.words(vocabulary.codes(), key) for key in _NEGATING))


def _is(reference: ListedWork, work: Cited) -> bool:
    if work.doi and reference.doi.lower() == work.doi.lower():
        return True
    title = letters(work.title)
    if not title or title not in letters(reference.text):
        return False
    return len(title) >= _LONG_TITLE or str(work.year) in reference.text


def _sentences(block: Block) -> list[tuple[int, int]]:
    return split(block.text, lists("en")) or [(0, len(block.text))]


def _setting(blocks: Sequence[Block], number: int, at: int, marker: str) -> Setting:
    texts: list[str] = []
    paragraphs: list[int] = []
    place = 0
    for other in _section(blocks, number):
        if other == number:
            place = len(texts) + at
        block = blocks[other]
        for start, end in _sentences(block):
            texts.append(block.text[start:end])
            paragraphs.append(other)
    return Setting(tuple(texts), tuple(paragraphs), place, marker)


def _section(blocks: Sequence[Block], number: int) -> Iterator[int]:
    """Yield the numbers of the paragraphs in the section of a block; only its own if it is no paragraph."""
    if blocks[number].kind != "paragraph":
        yield number
        return
    headings = [-1, *(at for at, block in enumerate(blocks) if block.kind == "heading"), len(blocks)]
    low, high = next((low, high) for low, high in pairwise(headings) if low < number < high)
    yield from (at for at in range(low + 1, high) if blocks[at].kind == "paragraph")
