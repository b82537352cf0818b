"""Nested ranges: find the innermost around an offset."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable


class Nesting:
    """Ranges of one text, each with a number, properly nested."""

    def __init__(self, ranges: Iterable[tuple[int, int, int]]) -> None:
        """Take start, end and number of each range."""
        self._ranges = sorted(ranges)
        self._starts = [start for start, _, _ in self._ranges]
        self._outer: list[int] = []
        around: list[int] = []
        for place, (start, _, _) in enumerate(self._ranges):
            while around and self._ranges[around[-1]][1] <= start:
                around.pop()
            self._outer.append(around[-1] if around else -1)
            around.append(place)

    def innermost(self, offset: int) -> int:
        """Return the number of the innermost range around an offset, -1 if none; logarithmic, and linear in depth."""
        here = bisect_right(self._starts, offset) - 1
        while here >= 0 and self._ranges[here][1] <= offset:
            here = self._outer[here]
        return self._ranges[here][2] if here >= 0 else -1
