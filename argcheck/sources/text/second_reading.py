"""Read doubtful regions of a text again in other ways, and keep results with fewer doubts.

After the localized re-parsing of BibAgent (appendix C.3, level 2).
"""

from __future__ import annotations

from collections import Counter
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from argcheck.sources.text.model import Doubt, SourceText

_SECONDS = 30.0  # most seconds for all regions of a text
_MOST_PAGES = (
    12  # of a region: where more lie between two numbers, nothing tells on which of them something was lost
)
_MENDABLE = frozenset({"headings", "equations", "floats", "citations"})


class Reading(NamedTuple):
    """A way to order the lines of a page."""

    name: str
    gutter: float = inf  #: least points between two columns; words are nearer
    placed: bool = True  #: whether lines are ordered by position, not as in the file


AS_FILED = Reading("as filed", placed=False)
#: The other ways, most likely first.
_OTHERS = (Reading("by columns", 11.0), Reading("by narrow columns", 6.0), Reading("from top to bottom"))


def read_again(read: Callable[[Mapping[int, Reading]], SourceText]) -> tuple[SourceText, list[str]]:
    """Read a text, and the pages of each doubt in other ways until one has fewer doubts and loses nothing.

    :param read: returns the text, given the ways for pages that are not read as filed.
    :returns: the text, and sentences about what was changed.
    """
    chosen: dict[int, Reading] = {}
    source = read(chosen)
    changes: list[str] = []
    tried: set[frozenset[int]] = set()
    until = monotonic() + _SECONDS
    while (region := _next_region(source, tried)) and monotonic() < until:
        tried.add(region)
        for reading in _OTHERS:
            other = read({**chosen, **dict.fromkeys(region, reading)})
            if _is_better(other, source):
                chosen.update(dict.fromkeys(region, reading))
                changes += _changes(source, other, region, reading.name)
                source = other
                break
    return source, changes


def _next_region(source: SourceText, tried: set[frozenset[int]]) -> frozenset[int] | None:
    """Return the smallest region that was not tried yet, or None."""
    regions = {region for doubt in source.doubts if (region := region_of(source, doubt))} - tried
    return min(regions, key=lambda region: (len(region), sorted(region)), default=None)


def region_of(source: SourceText, doubt: Doubt) -> frozenset[int] | None:
    """Return the pages on which the text that a doubt is about may be lost or mixed up, or None."""
    if doubt.kind not in _MENDABLE:
        return None
    pages = {block.page for block in source.blocks[doubt.first : doubt.last + 1]}
    if doubt.kind == "citations":
        pages = {block.page for block in source.blocks if block.kind == "reference"}
    return frozenset(pages) if 0 < len(pages) <= _MOST_PAGES else None


def _is_better(other: SourceText, source: SourceText) -> bool:
    if source.references and not other.references:  # without a list, no citation is in doubt
        return False
    return len(other.doubts) < len(source.doubts) and _letters(other) == _letters(source)


def _letters(source: SourceText) -> Counter[str]:
    return Counter("".join(block.text for block in source.blocks).replace(" ", "").replace("-", ""))


def _changes(before: SourceText, after: SourceText, region: frozenset[int], name: str) -> Iterator[str]:
    gone = Counter(doubt.message for doubt in before.doubts)
    gone.subtract(doubt.message for doubt in after.doubts)
    first, last = min(region), max(region)
    place = f"p. {first}" if first == last else f"p. {first}-{last}"
    for message, times in gone.items():
        if times > 0:
            yield f"{place}: read again {name}, since {message}"
