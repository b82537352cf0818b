"""Doubts about extracted text: jumps of headings, missing numbers, citations without target, lost text.

Deterministic checks of what a paper numbers: headings (2.1 follows 2 or 1.3), equations, figures and tables (numbers
increase, mostly without gaps, in each chapter) and numeric citations (they are dense and in the bibliography).  After
the extraction verifier of BibAgent (appendix C.3, level 1).
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise, takewhile, zip_longest
from typing import NamedTuple

from argcheck.files.patterns import split_at
from argcheck.sources.text.model import UNNUMBERED, Block, Doubt, SourceText
from argcheck.tex.vocabulary import in_any_language

_NUMBER = r"(\d{1,3}(?:[.-]\d{1,3}){0,4})"  # "3", by chapter "1.2"
_EQUATION = re.compile(rf"\({_NUMBER}([a-z]?)\)\s*$")
_FLOAT = rf"(?:(?P<figure>{{*references.figure}})|{{*references.table}})\w*\.?\s*{_NUMBER}([a-z]?)\b"
_HEADING = re.compile(rf"{_NUMBER}()\.?\s+[^\W\d_]{{2}}")
_IN_BRACKETS = re.compile(rf"\({_NUMBER}[a-z]?\)")
#: ``[3, 5–7]``, with a place in the work: ``[12, Chapter 6]``, and with words before it: ``[see 3]``, ``[sand; 4]``.
NUMERIC = (
    r"\[(?:[^\d\[\]]{1,60};\s?|(?:{citations.see}|{functions.see})(?:\s[^\W\d_]{2,7}|\s[a-z]\.\s?[a-z]\.)?,?\s)?"
    r"(\d{1,3}(?:\s?[,;–-]\s?\d{1,3}){0,60})(?:,\s(?:[^\W\d_]{1,12}(?:\.\s?|\s)|§§?\s?)[\dIVX][^\[\]]{0,60})?\]"
)
_DAMAGED = ("\ufffd", *map(chr, range(9)))  # characters without meaning
_GAP = 2  # most missing numbers in a row
_FAR = 10  # most missing chapters
_DAMAGE = 0.02  # share of characters without meaning in an unreadable block


class _Numbered(NamedTuple):
    """A block with a number."""

    place: int  #: index of the block
    number: tuple[int, ...]  #: (1, 2) of "Figure 1.2b"
    letter: str
    text: str

    @property
    def shown(self) -> str:
        """The number as printed."""
        return ".".join(map(str, self.number)) + self.letter


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
    yield from _headings(source)
    yield from _sequence("equations", "equation", _numbered(blocks, "equation", _EQUATION.search), blocks)
    called = in_any_language(_FLOAT, re.IGNORECASE).match
    figures, tables = list[_Numbered](), list[_Numbered]()
    for numbered in _numbered(blocks, "caption", called):
        match = called(numbered.text)
        (figures if match and match["figure"] else tables).append(numbered)
    yield from _sequence("floats", "figure", figures)
    yield from _sequence("floats", "table", tables)
    yield from _citations(source)
    for index, block in enumerate(blocks):
        if block.text and sum(map(block.text.count, _DAMAGED)) > max(1, _DAMAGE * len(block.text)):
            yield Doubt("damaged", "characters without meaning: the font has no text", index, index)


def _headings(source: SourceText) -> Iterator[Doubt]:
    """Yield doubts about headings whose numbers jump, or without numbers whose level in the markup falls by two."""
    headings = [(index, block) for index, block in enumerate(source.blocks) if block.kind == "heading"]
    numbered = _numbered(source.blocks, "heading", _HEADING.match)
    yield from _jumps(numbered)
    with_number = {heading.place for heading in numbered}
    for (before, above), (index, block) in pairwise(headings):
        leveled = source.media != "pdf" and not with_number & {before, index}
        if leveled and block.level > above.level + 1:
            message = f"the heading '{block.text[:60]}' is {block.level - above.level} levels below '{above.text[:60]}'"
            yield Doubt("headings", message, before, index)


def _jumps(headings: Sequence[_Numbered]) -> Iterator[Doubt]:
    times = Counter(heading.number for heading in headings)
    last = headings[0] if headings else None
    for heading, after in zip_longest(headings[1:], headings[2:]):
        if last and not _follows(last, heading):
            # items of a list in bold look like headings, as do numbers of pages or lines with the text after them
            if times[heading.number] > 1 or _is_too_far(last, heading) or (after and _follows(last, after)):
                continue
            message = f"the heading '{heading.text[:60]}' stands behind '{last.text[:60]}'"
            yield Doubt("headings", message, last.place, heading.place)
        last = heading


def _follows(last: _Numbered, heading: _Numbered) -> bool:
    """Whether a number may be next: 1.3, 2, 2.1, 1.2.1 after 1.2; or the first of a supplement."""
    same = sum(
        1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(last.number, heading.number, strict=False))
    )
    step = [
        number - before
        for number, before in zip(heading.number[same:], (*last.number[same:], 0), strict=False)
    ]
    rest = (*step[:1], *heading.number[same + 1 :])
    return heading.number == (1,) or (bool(rest) and all(0 < number <= _GAP + 1 for number in rest))


def _is_too_far(last: _Numbered, heading: _Numbered) -> bool:
    return len(heading.number) == 1 and heading.number[0] - last.number[0] > _FAR


def _numbered(
    blocks: Sequence[Block], kind: str, read: Callable[[str], re.Match[str] | None]
) -> list[_Numbered]:
    """Return the blocks of a kind that have a number."""
    matches = (
        (place, block.text, read(block.text)) for place, block in enumerate(blocks) if block.kind == kind
    )
    return [
        _Numbered(
            place, tuple(map(int, split_at(match[match.re.groups - 1], ".-"))), match[match.re.groups], text
        )
        for place, text, match in matches
        if match
    ]


def _sequence(
    kind: str, noun: str, numbered: Sequence[_Numbered], blocks: Sequence[Block] = ()
) -> Iterator[Doubt]:
    """Yield doubts about numbers that repeat, fall, or have gaps; neighbouring floats may be swapped, numbers restart.

    :param blocks: text in which numbers in brackets are not missing.
    """
    for last, this in pairwise(numbered):
        if this.number[:-1] != last.number[:-1] or this.number[-1] == 1 < last.number[-1]:
            continue  # of another chapter or a supplement
        step = this.number[-1] - last.number[-1]
        if step > _GAP + 1 and _missing(last, this, blocks):
            yield Doubt(kind, f"no {noun} between {last.shown} and {this.shown}", last.place, this.place)
        elif step == 0 and this.letter == last.letter:
            yield Doubt(kind, f"{noun} {this.shown} twice", last.place, this.place)
        elif step < -_GAP:
            yield Doubt(kind, f"{noun} {this.shown} after {last.shown}", last.place, this.place)


def _missing(last: _Numbered, this: _Numbered, blocks: Sequence[Block]) -> bool:
    """Whether too many numbers are missing between two, apart from those in brackets between them."""
    between = {
        match[1] for block in blocks[last.place : this.place] for match in _IN_BRACKETS.finditer(block.text)
    }
    chapter = last.number[:-1]
    skipped = range(last.number[-1] + 1, this.number[-1])
    return sum(".".join(map(str, (*chapter, number))) not in between for number in skipped) > _GAP


def _citations(source: SourceText) -> Iterator[Doubt]:
    """Yield doubts about citations beyond the end of the bibliography, and about many references without citation."""
    ids = {reference.id for reference in source.references if not reference.id.startswith(UNNUMBERED)}
    if not ids or not all(identity.isdigit() for identity in ids):
        return
    last = max(map(int, ids))
    cited: set[int] = set()
    for index, block in enumerate(source.blocks):
        if block.kind in ("reference", "heading"):
            continue
        numbers = cited_numbers(block.text)
        if numbers and max(numbers) > last:
            message = f"[{max(numbers)}] is cited, but the bibliography ends at {last}"
            yield Doubt("citations", message, index, index)
        cited.update(numbers)
    anchored = {
        identity for block in source.blocks for anchor in block.anchors for identity in anchor.references
    }
    nowhere = {str(number) for number in range(1, last + 1) if number not in cited} - anchored
    if cited and len(nowhere) > max(3, last // 2):
        yield Doubt("citations", f"{len(nowhere)} of {last} references are cited nowhere", 0, 0)


def cited_numbers(text: str) -> list[int]:
    """Return the numbers cited in brackets; groups with a 0 are intervals."""
    groups = [expanded(match[1]) for match in in_any_language(NUMERIC).finditer(text)]
    return [number for group in groups if 0 not in group for number in group]


def expanded(numbers: str) -> list[int]:
    """Return the numbers of "3, 5-7"; of a range that falls or is longer than 50 only the ends."""
    result: list[int] = []
    for part in numbers.replace(";", ",").split(","):
        ends = [int(item) for item in part.replace("–", "-").split("-")]
        if len(ends) == 2 and 0 < ends[1] - ends[0] <= 50:
            result += range(ends[0], ends[1] + 1)
        else:
            result += ends
    return result
