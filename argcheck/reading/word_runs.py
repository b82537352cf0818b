"""Runs of words by which two texts are recognised as versions of each other."""

from __future__ import annotations

from functools import cached_property, partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any
from zlib import crc32

from argcheck.files.cache import digest
from argcheck.files.grouping import grouped
from argcheck.files.patterns import WORDS
from argcheck.tex.formulas import FORMULA
from argcheck.tex.pieces import of_each_piece, packed_flats

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.pieces import Stretch

_RUN = 6  # words of a run
_EACH = 4  # one in so many runs is sampled: cheap, and enough for a share
_FEW = 100  # texts with fewer sampled runs are not compared: two letters share as many
_SHARED = 1 / 3  # share of the shorter text's runs that a revision keeps of an early version
_AS_LONG = 0.6  # least share of the longer text's length: a summary of a thesis is not a version
# share of a draft's runs that a text has that grew from it; one with nearly all of them is a compilation
_WENT_IN = (0.4, 0.95)


class WordRuns:
    """Hashes of a sample of the runs of words in a document, by file; files are read on demand."""

    def __init__(self, manuscript: ManuscriptRecords, identity: str) -> None:
        self._manuscript = manuscript
        self._identity = identity
        self._known: dict[str, frozenset[int]] = {}

    @cached_property
    def _keys(self) -> dict[str, str]:
        """The files that have words, each with a hash of everything that these depend on."""

        def hashed() -> dict[str, str]:
            keys = {path: " ".join(stretch.key for stretch, _ in read) for path, read in self._pieces.items()}
            return {path: digest(key.encode()) for path, key in keys.items()}

        keys: dict[str, str] = self._manuscript.remember("worded files", self._identity, hashed)
        return keys

    @cached_property
    def _pieces(self) -> dict[str, list[tuple[Stretch, list[tuple[Any, ...]]]]]:
        pieces = of_each_piece(self._manuscript, partial(packed_flats, self._manuscript))
        return grouped(pieces, lambda read: read[0].piece.path)

    def _of(self, path: str) -> frozenset[int]:
        if path not in self._known:
            read = partial(self._read, path)
            self._known[path] = self._manuscript.remember("word runs", self._keys[path], read)
        return self._known[path]

    def _read(self, path: str) -> frozenset[int]:
        text = " ".join(text for _, packed in self._pieces[path] for _, text, *_ in packed)
        return frozenset(_sampled(WORDS.findall(text.replace(FORMULA, "").lower())))

    def without(self, other: WordRuns) -> frozenset[int]:
        """Return the runs in the files that the other document does not read."""
        return frozenset().union(*map(self._of, self._keys.keys() - other._keys.keys()))

    def count(self) -> int:
        """Return the number of runs, file by file."""
        return sum(len(self._of(path)) for path in self._keys)

    def holds(self, draft: WordRuns) -> bool:
        """Whether this text grew from a draft: it is longer, and has about half of its runs."""
        long, short = self.without(draft), draft.without(self)
        least, most = (share * len(short) for share in _WENT_IN)
        return _FEW <= len(short) < _AS_LONG * len(long) and least <= len(long & short) <= most

    def is_version(self, other: WordRuns) -> bool:
        """Whether both are versions of one text: about as long, with a third of the runs of the shorter in common."""
        first, second = self.without(other), other.without(self)
        shorter, longer = sorted((len(first), len(second)))
        if shorter < _FEW or shorter < _AS_LONG * longer:
            return False
        return len(first & second) >= _SHARED * shorter


def _sampled(words: list[str]) -> Iterator[int]:
    written = " ".join(words).encode("utf-8", "surrogatepass")
    starts = list(accumulate((len(word) + 1 for word in written.split(b" ")), initial=0))
    for start, behind in zip(starts, starts[_RUN:]):  # noqa: B905 - the last words begin no run
        run = crc32(written[start : behind - 1])
        if run % _EACH == 0:
            yield run
