"""Citations by raised numbers and footnotes: a mark leads to a reference, or to a note that names one.

A raised number may also be an exponent, an isotope, an affiliation or a note without citation, and a wrong link is
worse than none: ambiguous marks are ignored.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import long_words
from argcheck.sources.text.model import Anchor
from argcheck.sources.text.raised import RAISED, lowered
from argcheck.sources.text.verifier import expanded
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from argcheck.sources.text.model import Block

    _Notes = Mapping[tuple[int, str], tuple[str, ...]]

_SIGN = re.compile(r"\[\^([^\[\]]{1,60})\]")
_ABOVE = re.compile(
    rf"(?<![{RAISED}])[{RAISED}]{{1,3}}(?:\s?[,;–-]\s?[{RAISED}]{{1,3}}){{0,60}}(?![\w⁺⁻])(?!\s?[,;–-]\s?[{RAISED}⁺⁻])"
)
_LAST_WORD = re.compile(r"[^\s(\[“\"]+\Z")
_FORMULA = re.compile(r"(?:\d\s?[^\W\d_]{1,3}|[=+×·*/<>≈~^−]\s?[^\W\d_]+)\Z")  # 5 cm², = mc²
_CLOSED = re.compile(r"[^\W\d_]{3}['\"”’»]?[)\]]\Z")  # (see above)²
#: Units and functions, which have exponents; words of two letters that are not products of variables.
_POWERS = frozenset(words("min sec mol sin cos tan log exp"))
_SHORT = frozenset(words("it is so us do up on to by of at be as an or al"))
_SKIPPED = frozenset({"reference", "heading", "equation"})
_INITIALS = re.compile(r"\W*(?:[A-Z]\.[\s-]?){1,3}(?:[a-z]{1,3}\s){0,2}[A-Z][\w'’-]")
_DATED = re.compile(r"\((?:[^()]{0,80}\s)?(?:1[89]|20)\d\d[a-z]?\)")
_STRAY = 0.1  #: share of marks that may not be references if raised numbers are citations


class _Mark(NamedTuple):
    """A mark in the text of a block."""

    place: int  #: index of the block
    start: int
    end: int
    said: str  #: without raised digits
    numbers: tuple[int, ...]  #: empty for a sign that is not a number


def by_mark(blocks: Sequence[Block], known: Collection[str], numbers: Mapping[int, str]) -> list[Block]:
    """Return the blocks with links from raised numbers, and from marks of footnotes that cite something.

    :param known: the ids of the references.
    :param numbers: the number of each reference -> its id; empty if raised numbers are known not to cite.
    """
    notes = _notes(blocks)
    marks = [mark for place, block in enumerate(blocks) for mark in _marks(place, block)]
    times = Counter((blocks[mark.place].page, mark.said) for mark in marks)
    noted = [_note(blocks[mark.place], mark.said, notes) for mark in marks]
    free = [mark for mark, note in zip(marks, noted, strict=True) if note is None and mark.numbers]
    cites = _numbers_cite(free, blocks, numbers)
    added: dict[int, list[Anchor]] = {}
    for mark, note in zip(marks, noted, strict=True):
        if note is None and mark.numbers:
            is_reference = cites and all(number in numbers for number in mark.numbers)
            ids = tuple(numbers[number] for number in mark.numbers) if is_reference else ()
        elif note is None:
            ids = (mark.said,) if mark.said in known else ()
        else:  # ambiguous: the note or the reference of that number, a mark or an exponent
            twice = times[blocks[mark.place].page, mark.said] > 1
            ids = () if mark.numbers and (cites or twice) else note
        if ids:
            added.setdefault(mark.place, []).append(Anchor(mark.start, mark.end, ids))
    return [
        block._replace(anchors=tuple(sorted([*_links_of(block, notes, known), *added.get(place, ())])))
        for place, block in enumerate(blocks)
    ]


def listed(blocks: Sequence[Block]) -> list[Block]:
    """Return the blocks with references in place of notes at the end that are a list of references.

    These are numbered from one, and most have initials and a year in parentheses.
    """
    last = max((place for place, block in enumerate(blocks) if block.kind == "paragraph"), default=-1)
    notes = [place for place in range(last + 1, len(blocks)) if blocks[place].kind == "footnote"]
    start = next((at for at, place in enumerate(notes) if blocks[place].mark == "1"), len(notes))
    places = notes[start:]
    right = [blocks[place].mark == str(number) for number, place in enumerate(places, 1)]
    texts = [blocks[place].text for place in places]
    are_works = [
        bool(_INITIALS.match(lowered(text).lstrip("0123456789")) and _DATED.search(text)) for text in texts
    ]
    if len(places) < 3 or not all(right) or 3 * sum(are_works) < 2 * len(are_works):
        return list(blocks)
    return [
        block._replace(kind="reference", mark="") if place in places else block
        for place, block in enumerate(blocks)
    ]


def _notes(blocks: Sequence[Block]) -> dict[tuple[int, str], tuple[str, ...]]:
    """Return the references that each footnote cites, by page and mark, without ambiguous marks."""
    found_blocks: dict[tuple[int, str], list[Block]] = {}
    for block in blocks:
        if block.kind == "footnote" and block.mark:
            found_blocks.setdefault((block.page, block.mark), []).append(block)
    return {
        place: tuple(
            dict.fromkeys(reference for anchor in same[0].anchors for reference in anchor.references)
        )
        for place, same in found_blocks.items()
        if len(same) == 1
    }


def _note(block: Block, mark: str, notes: _Notes) -> tuple[str, ...] | None:
    """Return what the footnote of a mark cites, on the page of the mark or the next one, or None."""
    for page in (block.page, block.page + 1):
        if (page, mark) in notes:
            return notes[page, mark]
    return None


def _links_of(block: Block, notes: _Notes, known: Collection[str]) -> Iterator[Anchor]:
    """Yield the links of a block; those to footnotes lead to what these cite."""
    for anchor in block.anchors:
        ids: list[str] = []
        for reference in anchor.references:
            ids += (reference,) if reference in known else notes.get((0, reference), ())
        if ids or not anchor.references:
            yield anchor._replace(references=tuple(dict.fromkeys(ids)))


def _numbers_cite(free: Sequence[_Mark], blocks: Sequence[Block], numbers: Mapping[int, str]) -> bool:
    """Whether raised numbers are citations: they reach half of the references, more than other citations do."""
    good = [mark for mark in free if all(number in numbers for number in mark.numbers)]
    reached = {number for mark in good for number in mark.numbers}
    others = sum(
        bool(anchor.references) for block in blocks if block.kind != "footnote" for anchor in block.anchors
    )
    return (
        bool(numbers)
        and 2 * len(reached) >= len(numbers)
        and len(free) - len(good) <= _STRAY * len(free)
        and others < len(good)
    )


def _marks(place: int, block: Block) -> Iterator[_Mark]:
    if block.kind in _SKIPPED:
        return
    for match in _SIGN.finditer(block.text):
        yield _Mark(place, match.start(), match.end(), match[1], ())
    if any(digit in block.text for digit in RAISED) and _is_prose(block.text):
        for match in _ABOVE.finditer(block.text):
            if _may_cite(block.text[max(0, match.start() - 200) : match.start()].rstrip()):
                digits = lowered(match[0])
                yield _Mark(place, match.start(), match.end(), digits, tuple(expanded(digits)))


def _is_prose(text: str) -> bool:
    """Whether most words are in lower case, unlike names and addresses of authors."""
    matches = long_words(text, 2)
    return len(matches) > 3 and 2 * sum(word[0].islower() for word in matches) >= len(matches)


def _may_cite(before: str) -> bool:
    """Whether a raised number follows a word of a sentence: no name, number, unit, element or letter of a formula."""
    last = _LAST_WORD.search(before)
    if last is None or sum(word[0].islower() for word in long_words(before, 2)[-5:]) < 2:
        return False
    word = last[0]
    if word[-1] in ")]":
        return bool(_CLOSED.search(before))
    if word[-1] in ".,;:!?'\"”’»":
        return True
    known = word in _SHORT if len(word) < 3 else word.lower() not in _POWERS
    return word.isalpha() and known and not _FORMULA.search(before)
