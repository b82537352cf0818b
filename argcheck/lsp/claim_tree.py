"""Which claims of a file stand below the claims that they support, in the tree of its symbols.

Editors look for the symbol at the cursor by descending through ranges, so the range of a claim is widened until it
covers its children.  A claim stays beside the one that it supports where a wider range would leave their heading or
cover anything that is not below it, and where it would be deeper than `_DEEPEST`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.files.diagnostic import Span

_DEEPEST = 12  #: most claims above one another: editors read an outline by recursion


class ClaimTree:
    """The symbols below one heading, or in one environment, with claims below those that they support."""

    def __init__(self, spans: Sequence[Span], supported: Mapping[int, Sequence[int]]) -> None:
        """Find what stands below what: of several supported claims the nearest for which there is room.

        :param spans: of the symbols of one file, sorted; they do not overlap.
        :param supported: the numbers of the symbols that a symbol supports.
        """
        self.above: dict[int, int] = {}  #: the number of the claim above a claim; each has at most one
        self.wholes = list(spans)  #: the extent of each symbol with all below it
        self._below = [1] * len(spans)  # number of symbols below each, itself included
        self._height = [0] * len(spans)  # how deep what is below each is nested
        self._starts, self._ends = [span.start for span in spans], [span.end for span in spans]
        pairs = sorted(
            (abs(low - high), low, high)
            for low, all_of_them in supported.items()
            for high in all_of_them
            if low != high
        )
        while left := [pair[1:] for pair in pairs if pair[1] not in self.above]:
            if not [pair for pair in left if self._put(*pair)]:
                break

    def _put(self, low: int, high: int) -> bool:
        """Put a symbol below another one if there is room; return whether there was."""
        chain = [high, *self._chain(high)]
        if low in self.above or low in chain or len(chain) + self._height[low] > _DEEPEST:
            return False
        new = self.wholes[low]
        wider = [
            whole._replace(start=min(whole.start, new.start), end=max(whole.end, new.end))
            for whole in map(self.wholes.__getitem__, chain)
        ]
        below = self._below[low]
        if any(
            self._covered(whole) != self._below[number] + below
            for number, whole in zip(chain, wider, strict=True)
        ):
            return False
        self.above[low] = high
        for number, whole in zip(chain, wider, strict=True):
            self.wholes[number] = whole
            self._below[number] += below
        for distance, number in enumerate(chain, 1):
            self._height[number] = max(self._height[number], self._height[low] + distance)
        return True

    def _chain(self, number: int) -> Iterator[int]:
        """Yield the claims above a claim, the nearest first."""
        while number in self.above:
            number = self.above[number]
            yield number

    def _covered(self, whole: Span) -> int:
        """Return how many symbols overlap a range."""
        return bisect_left(self._starts, whole.end) - bisect_right(self._ends, whole.start)
