"""Sources with several lists of references, numbered from one or sorted by names: each is that of the text before it.

Chapters of collections and supplements of papers have lists of their own.  If the text before a list does not cite it,
like the works of the author, or cites numbers beyond its end, like an appendix after its list, then numbers in both
lists are left open.  Names and years that the list of a text lacks are those of another list.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from operator import le
from typing import TYPE_CHECKING

from argcheck.bib.names import fold_name
from argcheck.files.patterns import lazy
from argcheck.sources.text.cites import label_of, linked_to_a_list
from argcheck.sources.text.named_works import FAMILY
from argcheck.sources.text.raised import lowered
from argcheck.sources.text.verifier import cited_numbers

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.sources.text.model import Block, SourceText

_TEXT = 1000  # least characters between two lists; interruptions of a list are shorter
_FEW = 3  # least works of a list
_AUTHOR = lazy(r",|\(|\sand\s|(?<=\w\w)\.")  # the end of the first author
_SORTED = 0.8  # least share of neighbours in order in a sorted list


def linked(source: SourceText) -> SourceText:
    """Return the source with references, and its citations linked to them."""
    whole = linked_to_a_list(source)
    parts = [] if source.references else list(_parts(source.blocks))
    by_names = [] if source.references or len(parts) > 2 else _parts_by_names(source.blocks)
    if len(parts := by_names or parts) < 3:
        return whole
    texts = [
        linked_to_a_list(source._replace(blocks=source.blocks[start:end])) for start, end in pairwise(parts)
    ]
    names = [_unique_ids(text, place) for place, text in enumerate(texts, 1)]
    named = [known[work.id] for text, known in zip(texts, names, strict=True) for work in text.references]
    if by_names and len(named) != len(whole.references):
        return whole
    times = Counter(work.id for text in texts for work in text.references)
    of_one_list = {number: name for known in names for number, name in known.items() if times[number] == 1}
    if by_names:
        of_one_list = {work.id: name for work, name in zip(whole.references, named, strict=True)}
    blocks: list[Block] = []
    for text, known, (start, end) in zip(texts, names, pairwise(parts), strict=True):
        own, others = _renamed(text.blocks, known), _renamed(whole.blocks[start:end], of_one_list)
        if by_names:
            blocks += map(_filled, own, others)
        else:
            blocks += own if _cites_its_list(text) else others
    listed = (work for text in texts for work in text.references)
    works = (work._replace(id=name) for work, name in zip(listed, named, strict=True))
    return source._replace(blocks=tuple(blocks), references=tuple(works))


def _parts(blocks: tuple[Block, ...]) -> Iterator[int]:
    """Yield the starts of parts and the end of the last: a part ends with its list, the next one begins with 1."""
    end = last = 0
    yield 0
    for place, block in enumerate(blocks):
        if block.kind == "reference":
            number = _number(block.text)
            if number == 1 < last:
                yield end
            end, last = place + 1, number or last
    yield len(blocks)


def _parts_by_names(blocks: Sequence[Block]) -> list[int]:
    """Return the starts of parts with sorted lists, and the end of the last; empty if a list is not sorted.

    A list begins after a text with a name that sorts before the last one.
    """
    lists: list[list[int]] = []
    between = 0
    for place, block in enumerate(blocks):
        if block.kind != "reference":
            between += len(block.text)
            continue
        if not lists or between >= _TEXT:
            lists.append([])
        lists[-1].append(place)
        between = 0
    lists = [places for places in lists if len(places) >= _FEW]
    named = [[_sorted_by(blocks[place].text) for place in places] for places in lists]
    for names in named:
        if _SORTED * (len(names) - 1) > sum(map(le, names, names[1:])) or "" in names[:1]:
            return []
    if any(before[-1] <= behind[0] for before, behind in pairwise(named)):
        return []
    return [0, *(places[-1] + 1 for places in lists[:-1]), len(blocks)]


def _sorted_by(reference: str) -> str:
    """Return the family name by which a reference is sorted, or an empty text if it has a number or a label."""
    names = [] if label_of(reference) else FAMILY.findall(_AUTHOR.split(reference, 1)[0])
    return fold_name(names[-1]) if names else ""


def _filled(own: Block, other: Block) -> Block:
    """Return a block with the citations of its own list, and those of others that its list lacks."""
    anchors = {anchor.start: anchor for anchor in (*own.anchors, *other.anchors)}
    anchors |= {anchor.start: anchor for anchor in own.anchors if anchor.references}
    return own._replace(anchors=tuple(anchors[start] for start in sorted(anchors)))


def _cites_its_list(text: SourceText) -> bool:
    """Whether the numbers cited in a text are those of its list, and are at least half of them."""
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
    number = lowered(next(filter(None, match.groups()))) if match else ""
    return int(number) if number.isdecimal() else 0


def _unique_ids(text: SourceText, place: int) -> dict[str, str]:
    """Return for the works of a list ids that differ from those of the lists before."""
    return {work.id: f"{work.id} of list {place}" if place > 1 else work.id for work in text.references}


def _renamed(blocks: tuple[Block, ...], names: dict[str, str]) -> Iterator[Block]:
    for block in blocks:
        anchors = (
            anchor._replace(references=tuple(names[name] for name in anchor.references if name in names))
            for anchor in block.anchors
        )
        yield block._replace(anchors=tuple(anchors))
