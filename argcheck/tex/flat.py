"""One paragraph as reading text, with a map back to the source."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from argcheck.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Sequence

    Chunk = tuple[str, int, int]  # what is read, and the range of the source that it stands for


class Flat(NamedTuple):
    r"""The reading text of one paragraph, and where each part of it comes from.

    Chunk ``i`` of the text begins at ``offsets[i]`` and stands for the source from
    ``starts[i]`` to ``ends[i]``, character for character where the lengths agree.
    ``\xa0`` is a blank that the author marked as no end of a sentence, U+2063 stands
    around a formula that reads as words.
    """

    kind: str  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
    text: str
    offsets: list[int]
    starts: list[int]
    ends: list[int]

    @classmethod
    def of(cls, kind: str, chunks: Sequence[Chunk]) -> Flat:
        """Join chunks, of which there is at least one."""
        words, starts, ends = zip(*chunks, strict=True)
        offsets, total = [], 0
        for word in words:
            offsets.append(total)
            total += len(word)
        return cls(kind, "".join(words), offsets, list(starts), list(ends))

    def source_start(self, offset: int) -> int:
        """Return where in the source the character at ``offset`` begins."""
        chunk, inside = self._chunk(offset)
        return self.starts[chunk] + inside

    def source_end(self, offset: int) -> int:
        """Return where in the source the character at ``offset`` ends."""
        chunk, inside = self._chunk(offset)
        if self._exact(chunk):
            return self.starts[chunk] + inside + 1
        return self.ends[chunk]

    def _chunk(self, offset: int) -> tuple[int, int]:
        chunk = bisect_right(self.offsets, offset) - 1
        return chunk, offset - self.offsets[chunk] if self._exact(chunk) else 0

    def _exact(self, chunk: int) -> bool:
        following = self.offsets[chunk + 1] if chunk + 1 < len(self.offsets) else len(self.text)
        return following - self.offsets[chunk] == self.ends[chunk] - self.starts[chunk]
