"""The paragraphs of a file in runs that are looked through together, each known by the hash of its words."""

from __future__ import annotations

import marshal
from itertools import chain
from typing import TYPE_CHECKING, Any
from zlib import crc32

from argcheck.files.cache import digest
from argcheck.tex.flatten import Flat

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

_RUN = 16  # paragraphs


def unpacked(packed: Iterable[Iterable[tuple[Any, ...]]]) -> list[Flat]:
    """Return the paragraphs that were kept as plain tuples, without those that say nothing."""
    return [Flat(*flat) for flat in chain.from_iterable(packed) if not flat[1].isspace()]


def hashed_runs(source: str, flats: Callable[[], list[Flat]], language: str) -> list[tuple[slice, str]]:
    """Divide what was read of one file into runs, each with the hash of its words and their source."""
    hashed, read = [], [(flat.kind, flat.text, source[flat.starts[0] : flat.ends[-1]]) for flat in flats()]
    for run in _divided([text for _, text, _ in read]):
        words, written = [said[:2] for said in read[run]], [said[2] for said in read[run]]
        hashed.append((run, digest(marshal.dumps((language, words, written), 2))))
    return hashed


def _divided(texts: Sequence[str]) -> Iterator[slice]:
    """Divide paragraphs into runs of sixteen or so, where their own words say it: a new one leaves the other runs as they were."""
    begin = 0
    for behind, text in enumerate(texts, 1):
        if crc32(text.encode("utf-8", "surrogatepass")) % _RUN == 0 or behind == len(texts):
            yield slice(begin, behind)
            begin = behind
