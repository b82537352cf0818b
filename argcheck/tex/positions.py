"""The positions of sentences and chapters in the printed document."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING
from weakref import proxy

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import ALPHANUMERIC
from argcheck.tex.chapters import floats_numbered_otherwise, numbered_chapters
from argcheck.tex.formulas import FORMULA
from argcheck.tex.items import Item
from argcheck.tex.live_source import within
from argcheck.tex.model import ManuscriptRecords, Section, Sentence, once
from argcheck.tex.pieces import flats_in
from argcheck.tex.reading_text import beginning_in, document_sentences
from argcheck.tex.sections import order
from argcheck.tex.units import typed_numbers

if TYPE_CHECKING:
    from argcheck.tex.flatten import Flat

_JOINING = (
    "-",
    "'",
    "’",
    ".",
    "_",
    ",",
)  # these join letters and digits into one word, a comma only digits


@once
def positions(manuscript: ManuscriptRecords) -> SentencePositions:
    """Return the positions of the sentences and chapters of a document."""
    return SentencePositions(manuscript)


class SentencePositions:
    """The sentences and chapters of a document in printed order."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self._manuscript = proxy(manuscript)  # which keeps this: a strong reference would be a cycle
        self._order = order(manuscript)

    def chapter_number(self, span: Span) -> str | None:
        """Return the number of the chapter around ``span``, empty before the first one, None if unknown."""
        if self._chapters is None:
            return None
        starts, numbers = self._chapters
        place = bisect_right(starts, self._order.position(span))
        return numbers[place - 1] if place else ""

    @property
    def has_chapters_alike(self) -> bool:
        """Whether two chapters have one number, as where each part begins anew."""
        known = [number for number in (self._chapters or ([], []))[1] if number]
        return len(known) > len(set(known))

    @cached_property
    def _chapters(self) -> tuple[list[int], list[str | None]] | None:
        return numbered_chapters(self._manuscript, self._order.position)

    def paragraph_of(self, span: Span) -> tuple[Sentence, ...]:
        """Return the prose of the paragraph around ``span``, or of the one before it, as for a footnote."""
        starts, prose = self._prose
        place = bisect_right(starts, self._order.position(span)) - 1
        number = prose[place].paragraph if place >= 0 else -1
        return tuple(sentence for sentence in prose if sentence.paragraph == number)

    @cached_property
    def _prose(self) -> tuple[list[int], list[Sentence]]:
        """The sentences of the running text and their positions, in order."""
        sentences = document_sentences(self._manuscript)
        prose = [sentence for sentence in sentences if sentence.kind in ("prose", "item")]
        prose.sort(key=lambda sentence: self._order.position(sentence.span))
        return [self._order.position(sentence.span) for sentence in prose], prose

    def sentences_in(self, part: Section | Item | Span) -> tuple[Sentence, ...]:
        """Return the sentences of a section, an item or a range, headings of subsections and nested lists included."""
        sentences = document_sentences(self._manuscript)
        inside = {
            number
            for place in self._extent(part)
            for number in beginning_in(self._manuscript, place)
            if sentences[number].span.end <= place.end
        }
        return tuple(sentences[number] for number in sorted(inside))

    def words_in(self, part: Section | Item | Span | Sentence) -> tuple[str, ...]:
        """Return the words of a sentence, a section, an item or a range."""
        kinds = {"prose", part.kind} if isinstance(part, Sentence) else None
        extent = (part.span,) if isinstance(part, Sentence) else self._extent(part)
        flats = (flat for _, flat in flats_in(self._manuscript, extent) if not kinds or flat.kind in kinds)
        return tuple(word for flat in flats for word in _words(flat))

    def _extent(self, part: Section | Item | Span) -> tuple[Span, ...]:
        if isinstance(part, Span):
            return tuple(within(self._manuscript.pieces, part))
        return part.parts if isinstance(part, Item) else self._order.extent(part)


def _words(flat: Flat) -> list[str]:
    """Return the words of a reading text, without formulas and without the keys of citations and references."""
    chunks = zip(flat.offsets, [*flat.offsets[1:], len(flat.text)], flat.starts, flat.ends, strict=True)
    parts = (
        " " if flat.text.startswith("[", first) and last - first != end - start else flat.text[first:last]
        for first, last, start, end in chunks  # keys in brackets are not as written
    )
    printed = " ".join("".join(parts).split(FORMULA)[::2])
    words, end = [""], 0
    for match in ALPHANUMERIC.finditer(printed):
        between = printed[end : match.start()]
        numbers = words[-1][-1:].isdigit() and match[0][0].isdigit()
        if between in _JOINING and words[-1] and (numbers or between != ","):
            words[-1] += between + match[0]
        else:
            words.append(match[0])
        end = match.end()
    return words[1:]


def typed_floats(manuscript: ManuscriptRecords) -> frozenset[tuple[str, str]]:
    """Return the floats that the source names by a typed number; empty if their numbers may mean others."""
    otherwise = floats_numbered_otherwise(manuscript) or positions(manuscript).has_chapters_alike
    return frozenset() if otherwise else typed_numbers(manuscript)
