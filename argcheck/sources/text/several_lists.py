"""Sources with several lists of references that are numbered from one: a list is that of the text before it.

As the chapters of a collection have them, and a paper with its supplement. Where the text before a list does not cite
it, as that of the works of the author, or cites numbers beyond its end, as an appendix behind the list that it cites,
numbers of both lists are left open.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from argcheck.sources.text.cites import label_of, linked_to_a_list
from argcheck.sources.text.raised import lowered
from argcheck.sources.text.verifier import cited_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.sources.text.model import Block, SourceText


def linked(source: SourceText) -> SourceText:
    """Return the source with its references read and its citations linked to them."""
    whole = linked_to_a_list(source)
    parts = [] if source.references else list(_parts(source.blocks))
    if len(parts) < 3:
        return whole
    texts = [
        linked_to_a_list(source._replace(blocks=source.blocks[start:end])) for start, end in pairwise(parts)
    ]
    names = [_names(text, place) for place, text in enumerate(texts, 1)]
    times = Counter(work.id for text in texts for work in text.references)
    of_one_list = {number: name for known in names for number, name in known.items() if times[number] == 1}
    blocks: list[Block] = []
    for text, known, (start, end) in zip(texts, names, pairwise(parts), strict=True):
        blocks += (
            _renamed(text.blocks, known)
            if _cites_its_list(text)
            else _renamed(whole.blocks[start:end], of_one_list)
        )
    works = (
        work._replace(id=known[work.id])
        for text, known in zip(texts, names, strict=True)
        for work in text.references
    )
    return source._replace(blocks=tuple(blocks), references=tuple(works))


def _parts(blocks: tuple[Block, ...]) -> Iterator[int]:
    """Yield where parts begin and the last one ends; a part ends with a list, and a list where another one begins with 1."""
    end = last = 0
    yield 0
    for place, block in enumerate(blocks):
        if block.kind == "reference":
            number = _number(block.text)
            if number == 1 < last:
                yield end
            end, last = place + 1, number or last
    yield len(blocks)


def _cites_its_list(text: SourceText) -> bool:
    """Whether the numbers of a text are those of its list, and reach half of it."""
    cited = {
        number
        for block in text.blocks
        if block.kind not in ("reference", "heading")
        for number in cited_numbers(block.text)
    }
    listed = {int(work.id) for work in text.references if work.id.isdecimal()}
    return len(listed) == len(text.references) and cited <= listed and 2 * len(cited) >= len(listed)


def _number(reference: str) -> int:
    match = label_of(reference)
    said = lowered(next(filter(None, match.groups()))) if match else ""
    return int(said) if said.isdecimal() else 0


def _names(text: SourceText, place: int) -> dict[str, str]:
    """Name the works of a list, so that they are told from those of the lists before it."""
    return {work.id: f"{work.id} of list {place}" if place > 1 else work.id for work in text.references}


def _renamed(blocks: tuple[Block, ...], names: dict[str, str]) -> Iterator[Block]:
    for block in blocks:
        anchors = (
            anchor._replace(references=tuple(names[name] for name in anchor.references if name in names))
            for anchor in block.anchors
        )
        yield block._replace(anchors=tuple(anchors))
