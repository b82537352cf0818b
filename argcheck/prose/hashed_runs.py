"""The paragraphs of a file in runs that are searched together, each with the hash of its content."""

from __future__ import annotations

import marshal
from bisect import bisect_left, bisect_right
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple
from zlib import crc32

from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.tex.document_language import is_mixed, language_of
from argcheck.tex.flatten import Flat
from argcheck.tex.model import once

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.tex.model import ManuscriptRecords

_RUN = 16  # mean number of paragraphs in a run


class Paragraph(NamedTuple):
    """A paragraph of a file, with its languages."""

    place: Span
    flat: Flat
    language: str  #: a code
    foreign: Sequence[tuple[Span, str]]  #: the words in another language, each with the name of that language
    written: str  #: its source

    @property
    def said(self) -> tuple[Any, ...]:
        """All that a search in it depends on, in plain values: kind, text, source and languages."""
        flat, start = self.flat, self.place.start
        foreign = tuple((span.start - start, span.end - start, name) for span, name in self.foreign)
        return flat.kind, flat.text, self.written, self.language, foreign


def paragraph_of(manuscript: ManuscriptRecords, path: str, flat: Flat) -> Paragraph:
    """Return a paragraph of a file with its languages."""
    place = Span(path, flat.starts[0], flat.ends[-1])
    written = manuscript.files[path].text[place.start : place.end]
    if not is_mixed(manuscript):
        return Paragraph(place, flat, language_of(manuscript, place), (), written)
    first, last = len(flat.text) - len(flat.text.lstrip()), len(flat.text.rstrip())
    place = Span(path, flat.source_start(first), flat.source_end(last - 1))
    here = _foreign(manuscript).get(path, [])
    low = bisect_right(here, place.start, key=lambda words: words[0].end)
    foreign = here[low : bisect_left(here, place.end, key=lambda words: words[0].start)]
    return Paragraph(place, flat, language_of(manuscript, place), foreign, written)


@once
def _foreign(manuscript: ManuscriptRecords) -> dict[str, list[tuple[Span, str]]]:
    """Return the words in another language by file, in order and without overlaps."""
    by_file: dict[str, list[tuple[Span, str]]] = {}
    for span, name in sorted(manuscript.foreign):
        here = by_file.setdefault(span.path, [])
        if not here or here[-1][0].end <= span.start:
            here.append((span, name))
    return by_file


def unpacked(packed: Iterable[Iterable[tuple[Any, ...]]]) -> Iterator[Flat]:
    """Yield the paragraphs that were stored as plain tuples, without blank ones."""
    return (Flat(*flat) for flat in chain.from_iterable(packed) if not flat[1].isspace())


def hashed_runs(paragraphs: Iterable[Paragraph], language: str) -> list[tuple[slice, str]]:
    """Divide the paragraphs of one file into runs, each with the hash of its content.

    :param language: the language of the document.
    """
    read = [paragraph.said for paragraph in paragraphs]
    runs = _divided([text for _, text, *_ in read])
    return [(run, digest(marshal.dumps((language, read[run]), 2))) for run in runs]


def _divided(texts: Sequence[str]) -> Iterator[slice]:
    """Divide paragraphs into runs of about `_RUN`, by their hashes, so that a new one changes no other run."""
    begin = 0
    for behind, text in enumerate(texts, 1):
        if crc32(text.encode("utf-8", "surrogatepass")) % _RUN == 0 or behind == len(texts):
            yield slice(begin, behind)
            begin = behind
