"""Doubts about extracted text: where headings jump, numbers are missing or citations point nowhere, text was lost.

Deterministic checks on what a paper numbers by itself: headings (levels go down by one), equations, figures and
tables (numbers go up, mostly without gaps) and numeric citations (indexes are dense and lie in the bibliography).
After the extraction verifier of BibAgent (appendix C.3, level 1).
"""

from __future__ import annotations

import re
from itertools import pairwise
from typing import TYPE_CHECKING

from argcheck.sources.text.model import Block, Doubt

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.sources.text.model import SourceText

_EQUATION = re.compile(r"\((\d{1,3})\)\s*$")
_FLOAT = re.compile(r"(Fig|Tab|Abb)\w*\.?\s*(\d{1,3})\b", re.IGNORECASE)
_NUMERIC = re.compile(r"\[(\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,60})\]")
_DAMAGED = re.compile("[\ufffd\u0000-\u0008]")
_GAP = 2  # numbers that may be missing in a row before something was lost
_DAMAGE = 0.02  # share of characters without meaning that makes a block unreadable


def verified(source: SourceText) -> SourceText:
    """Return the source with its doubts, and with the blocks in their regions marked uncertain."""
    doubts = tuple(sorted(_doubts(source), key=lambda doubt: (doubt.first, doubt.last, doubt.kind)))
    shaky = {index for doubt in doubts for index in range(doubt.first, doubt.last + 1)}
    blocks = tuple(
        block._replace(uncertain=True) if index in shaky else block
        for index, block in enumerate(source.blocks)
    )
    return source._replace(blocks=blocks, doubts=doubts)


def _doubts(source: SourceText) -> Iterator[Doubt]:
    blocks = source.blocks
    yield from _headings(blocks)
    yield from _sequence("equations", "equation", _numbered(blocks, "equation", _EQUATION, 1))
    for word in ("fig", "tab", "abb"):
        numbered = [
            (index, int(match[2]))
            for index, block in enumerate(blocks)
            if block.kind == "caption" and (match := _FLOAT.match(block.text)) and match[1].lower() == word
        ]
        yield from _sequence("floats", {"fig": "figure", "tab": "table"}.get(word, "figure"), numbered)
    yield from _citations(source)
    for index, block in enumerate(blocks):
        if block.text and len(_DAMAGED.findall(block.text)) > max(1, _DAMAGE * len(block.text)):
            yield Doubt("damaged", "characters without meaning: the font has no text", index, index)


def _headings(blocks: Sequence[Block]) -> Iterator[Doubt]:
    headings = [(index, block) for index, block in enumerate(blocks) if block.kind == "heading"]
    for (before, above), (index, block) in pairwise(headings):
        if block.level > above.level + 1:
            message = f"the heading '{block.text[:60]}' is {block.level - above.level} levels below '{above.text[:60]}'"
            yield Doubt("headings", message, before, index)


def _numbered(
    blocks: Sequence[Block], kind: str, pattern: re.Pattern[str], group: int
) -> list[tuple[int, int]]:
    return [
        (index, int(match[group]))
        for index, block in enumerate(blocks)
        if block.kind == kind and (match := pattern.search(block.text))
    ]


def _sequence(kind: str, noun: str, numbered: Sequence[tuple[int, int]]) -> Iterator[Doubt]:
    """Doubt where numbers repeat, fall, or leave a gap; floats may swap places with a neighbour."""
    for (before, last), (index, number) in pairwise(numbered):
        if number - last > _GAP + 1:
            yield Doubt(kind, f"no {noun} between {last} and {number}", before, index)
        elif number == last:
            yield Doubt(kind, f"{noun} {number} twice", before, index)
        elif last - number > _GAP:
            yield Doubt(kind, f"{noun} {number} after {last}", before, index)


def _citations(source: SourceText) -> Iterator[Doubt]:
    """Doubt numeric citations behind the end of the bibliography, and long runs that nothing cites."""
    ids = {reference.id for reference in source.references}
    if not ids or not all(identity.isdigit() for identity in ids):
        return
    last = max(map(int, ids))
    first: dict[int, int] = {}
    for index, block in enumerate(source.blocks):
        if block.kind in ("reference", "heading"):
            continue
        cited = [number for match in _NUMERIC.finditer(block.text) for number in expanded(match[1])]
        if cited and max(cited) > last:
            message = f"[{max(cited)}] is cited, but the bibliography ends at {last}"
            yield Doubt("citations", message, index, index)
        for number in cited:
            first.setdefault(number, index)
    missing = sorted(set(range(1, last + 1)) - first.keys())
    if first and len(missing) > max(3, last // 2):
        yield Doubt("citations", f"{len(missing)} of {last} references are cited nowhere", 0, 0)


def expanded(numbers: str) -> list[int]:
    """Expand "3, 5-7" to its numbers; a range that falls or is longer than 50 is its two ends."""
    found: list[int] = []
    for part in re.split(r"\s*[,;]\s*", numbers):
        ends = [int(one) for one in re.split(r"\s*[–-]\s*", part)]
        if len(ends) == 2 and 0 < ends[1] - ends[0] <= 50:
            found += range(ends[0], ends[1] + 1)
        else:
            found += ends
    return found
