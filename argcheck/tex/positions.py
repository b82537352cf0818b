"""Where sentences and chapters stand in the document that is printed."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property

from argcheck.files.diagnostic import Span
from argcheck.tex.chapters import numbered_chapters
from argcheck.tex.items import Item
from argcheck.tex.live_source import within
from argcheck.tex.model import ManuscriptRecords, Section, Sentence, once
from argcheck.tex.reading_text import beginning_in, document_sentences
from argcheck.tex.sections import order


@once
def positions(manuscript: ManuscriptRecords) -> SentencePositions:
    """Return where the sentences and chapters of a document stand."""
    return SentencePositions(manuscript)


class SentencePositions:
    """The sentences and chapters of a document in the order of the print."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self._manuscript = manuscript
        self._order = order(manuscript)

    def chapter_number(self, span: Span) -> str | None:
        """The number of the chapter in which ``span`` stands, empty before the first one; None where it is not known."""
        if self._chapters is None:
            return None
        starts, numbers = self._chapters
        place = bisect_right(starts, self._order.position(span))
        return numbers[place - 1] if place else ""

    @cached_property
    def _chapters(self) -> tuple[list[int], list[str]] | None:
        return numbered_chapters(self._manuscript, self._order.position)

    def paragraph_of(self, span: Span) -> tuple[Sentence, ...]:
        """The prose of the paragraph that ``span`` stands in, or stands behind, as a footnote does."""
        starts, prose = self._prose
        place = bisect_right(starts, self._order.position(span)) - 1
        number = prose[place].paragraph if place >= 0 else -1
        return tuple(sentence for sentence in prose if sentence.paragraph == number)

    @cached_property
    def _prose(self) -> tuple[list[int], list[Sentence]]:
        """The sentences of the running text with their positions, in order."""
        sentences = document_sentences(self._manuscript)
        prose = [sentence for sentence in sentences if sentence.kind in ("prose", "item")]
        prose.sort(key=lambda sentence: self._order.position(sentence.span))
        return [self._order.position(sentence.span) for sentence in prose], prose

    def sentences_in(self, part: Section | Item | Span) -> tuple[Sentence, ...]:
        """The sentences of a section, an item or a range, headings of subsections and what lists in it hold included."""
        if isinstance(part, Span):
            extent = within(self._manuscript.pieces, part)
        else:
            extent = part.parts if isinstance(part, Item) else self._order.extent(part)
        sentences = document_sentences(self._manuscript)
        inside = {
            number
            for place in extent
            for number in beginning_in(self._manuscript, place)
            if sentences[number].span.end <= place.end
        }
        return tuple(sentences[number] for number in sorted(inside))
