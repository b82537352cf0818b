"""Where things stand in the document that is printed: the order of places across files, and how far a section reaches."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property

from argcheck.files.diagnostic import Span
from argcheck.tex.chapters import numbered_chapters
from argcheck.tex.items import Item
from argcheck.tex.live_source import within
from argcheck.tex.model import ManuscriptRecords, Section, Sentence, once
from argcheck.tex.reading_text import document_sentences


@once
def order(manuscript: ManuscriptRecords) -> Order:
    """Return where things stand in a document."""
    return Order(manuscript)


class Order:
    """The live text of a document laid out in one line, as TeX meets it."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self._manuscript = manuscript
        self._pieces: dict[str, list[tuple[int, int, int]]] = {}  # path -> start, end, position of the start
        length = 0
        for path, start, end in manuscript.pieces:
            self._pieces.setdefault(path, []).append((start, end, length))
            length += end - start
        self.length = length

    def position(self, span: Span) -> int:
        """The place of the start of ``span`` in that line; what no text is, such as a preamble, is where text follows it."""
        pieces = self._pieces.get(span.path, [])
        for start, end, position in pieces:
            if span.start < end:
                return position + max(0, span.start - start)
        start, end, position = pieces[-1] if pieces else (0, 0, 0)
        return position + end - start

    def extent(self, section: Section) -> tuple[Span, ...]:
        """The ranges behind the heading, up to the next heading of the same or a higher level; one for each stretch of a file."""
        first = self.position(Span(section.span.path, section.span.end, section.span.end))
        behind = (
            self.position(other.span)
            for other in self._manuscript.sections
            if other.level <= section.level and self.position(other.span) >= first
        )
        last = min(behind, default=self.length)
        ranges = []
        position = 0
        for path, start, end in self._manuscript.pieces:
            low, high = max(first, position), min(last, position + end - start)
            if low < high:
                ranges.append(Span(path, start + low - position, start + high - position))
            position += end - start
        return tuple(ranges)

    def section_of(self, span: Span, level: int | None = None) -> Section | None:
        """The innermost section, of ``level`` or above, whose heading comes before ``span`` or has it."""
        place = bisect_right(self._starts, self.position(span))
        above = reversed(self._manuscript.sections[:place])
        return next((section for section in above if level is None or section.level <= level), None)

    @cached_property
    def _starts(self) -> list[int]:
        """The positions of the headings."""
        return [self.position(section.span) for section in self._manuscript.sections]

    def chapter_number(self, span: Span) -> str | None:
        """The number of the chapter in which ``span`` stands, empty before the first one; None where it is not known."""
        if self._chapters is None:
            return None
        starts, numbers = self._chapters
        place = bisect_right(starts, self.position(span))
        return numbers[place - 1] if place else ""

    @cached_property
    def _chapters(self) -> tuple[list[int], list[str]] | None:
        return numbered_chapters(self._manuscript, self.position)

    def paragraph_of(self, span: Span) -> tuple[Sentence, ...]:
        """The prose of the paragraph that ``span`` stands in, or stands behind, as a footnote does."""
        starts, prose = self._prose
        place = bisect_right(starts, self.position(span)) - 1
        number = prose[place].paragraph if place >= 0 else -1
        return tuple(sentence for sentence in prose if sentence.paragraph == number)

    @cached_property
    def _prose(self) -> tuple[list[int], list[Sentence]]:
        """The sentences of the running text with their positions, in order."""
        sentences = document_sentences(self._manuscript)
        prose = [sentence for sentence in sentences if sentence.kind in ("prose", "item")]
        prose.sort(key=lambda sentence: self.position(sentence.span))
        return [self.position(sentence.span) for sentence in prose], prose

    def sentences_in(self, part: Section | Item | Span) -> tuple[Sentence, ...]:
        """The sentences of a section, an item or a range, headings of subsections and what lists in it hold included."""
        if isinstance(part, Span):
            extent = within(self._manuscript, part)
        else:
            extent = part.parts if isinstance(part, Item) else self.extent(part)
        sentences = document_sentences(self._manuscript)
        inside: set[int] = set()
        for place in extent:
            starts = self._starts_by_file.get(place.path, [])
            low, high = (bisect_left(starts, (offset, 0)) for offset in (place.start, place.end))
            inside.update(number for _, number in starts[low:high] if sentences[number].span.end <= place.end)
        return tuple(sentences[number] for number in sorted(inside))

    @cached_property
    def _starts_by_file(self) -> dict[str, list[tuple[int, int]]]:
        """Where the sentences of each file begin, in order, each with its number in the document."""
        starts: dict[str, list[tuple[int, int]]] = {}
        for number, sentence in enumerate(document_sentences(self._manuscript)):
            starts.setdefault(sentence.span.path, []).append((sentence.span.start, number))
        return {path: sorted(here) for path, here in starts.items()}
