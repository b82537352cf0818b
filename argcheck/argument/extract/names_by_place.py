"""Names that stand at places, such as the labels that are referred to: which stand in a range."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING

from argcheck.files.grouping import grouped

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span

    Places = dict[str, tuple[list[int], list[tuple[Span, str]]]]


def by_place(items: list[tuple[Span, str]]) -> Places:
    """Sort what stands at places, so that `within` finds what lies in a range."""
    by_path = grouped(items, lambda item: item[0].path)
    for here in by_path.values():
        here.sort()
    return {path: ([span.start for span, _ in here], here) for path, here in by_path.items()}


def within(places: Places, span: Span) -> Iterator[tuple[Span, str]]:
    """Yield what begins within a range, in order."""
    starts, items = places.get(span.path, ([], []))
    low, high = (bisect_left(starts, offset) for offset in (span.start, span.end))
    yield from items[low:high]
