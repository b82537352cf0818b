"""The order of places in the printed document, across files, and the sections that contain them."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import LETTERS, lazy
from argcheck.tex.live_source import commented
from argcheck.tex.model import ManuscriptRecords, Section, once
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: How appendices begin; abntex2 and memoir have environments for them, and supplements number their floats S1, S2.
_APPENDIX = lazy(
    r"\\(?:(?:appendix|appendices|apendices?|anexos?|beginsupplement)(?![A-Za-z])|begin\{(?:(?:sub)?appendi(?:x|ces)|(?:apendices|anexos)env)\}"
    r"|(?:renewcommand\*?\{?|def)\\the(?:figure|table)\}?\s*\{[A-Z]{1,2}[.-]?\\)"
)


@once
def order(manuscript: ManuscriptRecords) -> Order:
    """Return the order of places in a document."""
    return Order(manuscript)


def chapter_sections(manuscript: ManuscriptRecords) -> list[tuple[int, Section]]:
    """Return the sections that begin chapters, in document order, each with its position in the document.

    They have the highest level that occurs more than once.
    """
    levels = [section.level for section in manuscript.sections]
    level = next((each for each in sorted(set(levels)) if levels.count(each) > 1), min(levels, default=0))
    return sorted(
        (order(manuscript).position(section.span), section)
        for section in manuscript.sections
        if section.level <= level
    )


class Order:
    """The live text of a document as one sequence, in the order in which TeX meets it.

    It has no reference to the document, which refers to it: without a cycle, an editor frees both at once.
    """

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self.pieces, self.sections = manuscript.pieces, manuscript.sections
        self._begins: list[int] = []  # the position of each piece
        # path -> the ends and the numbers of its pieces
        self._pieces: dict[str, tuple[list[int], list[int]]] = {}
        length = 0
        for number, (path, start, end) in enumerate(manuscript.pieces):
            ends, numbers = self._pieces.setdefault(path, ([], []))
            ends.append(max(end, ends[-1]) if ends else end)  # a file that is read twice starts over
            numbers.append(number)
            self._begins.append(length)
            length += end - start
        self.length = length

    def position(self, span: Span) -> int:
        """Return the position of the start of ``span``, or of the next text if it is in a preamble or the like."""
        if span.path not in self._pieces:
            return 0
        ends, numbers = self._pieces[span.path]
        place = bisect_right(ends, span.start)
        number = numbers[min(place, len(numbers) - 1)]
        _, start, end = self.pieces[number]
        return self._begins[number] + min(max(0, span.start - start), end - start)

    def piece_at(self, path: str, offset: int) -> Span | None:
        """Return the first piece of a file that contains an offset or ends at it, None without one."""
        ends, numbers = self._pieces.get(path, ([], []))
        place = bisect_left(ends, offset)
        piece = self.pieces[numbers[place]] if place < len(numbers) else None
        return piece if piece is not None and piece.start <= offset else None

    def extent(self, section: Section) -> tuple[Span, ...]:
        """Return the ranges after a heading, up to the next of its level or higher, one for each stretch of a file."""
        return self._behind(section, (), self.length)

    def own_extent(self, section: Section, ending: Sequence[int] = ()) -> tuple[Span, ...]:
        """Return the same, but not beyond the file of the heading and what it reads: more may follow without a heading.

        :param ending: more positions that end it, sorted.
        """
        _, numbers = self._pieces.get(section.span.path, ([], []))
        return self._behind(section, ending, self._end(numbers[-1]) if numbers else 0)

    def _end(self, number: int) -> int:
        """Return the position of the end of a piece."""
        _, start, end = self.pieces[number]
        return self._begins[number] + end - start

    def _behind(self, section: Section, ending: Sequence[int], last: int) -> tuple[Span, ...]:
        # After its last character, not at its end: a file may be read there.
        first = self.position(section.span._replace(start=section.span.end - 1)) + 1
        for starts in (self._starts_by_level[section.level], ending):
            place = bisect_left(starts, first)
            last = min([last, *starts[place : place + 1]])
        return self.between(first, last)

    def between(self, first: int, last: int) -> tuple[Span, ...]:
        """Return the ranges from one position to another, one for each stretch of a file."""
        ranges = []
        for number in range(max(0, bisect_right(self._begins, first) - 1), bisect_left(self._begins, last)):
            path, start, _ = self.pieces[number]
            begin = self._begins[number]
            low, high = max(first, begin), min(last, self._end(number))
            if low < high:
                ranges.append(Span(path, start + low - begin, start + high - begin))
        return tuple(ranges)

    def section_of(self, span: Span, level: int | None = None) -> Section | None:
        """Return the innermost section around ``span``, of ``level`` or above if given; None without one."""
        around = reversed(self.around(span))
        return next((section for section in around if level is None or section.level <= level), None)

    def around(self, span: Span) -> tuple[Section, ...]:
        """Return the sections around ``span``, outermost first, even if their headings are in other files."""
        return self._chains[bisect_right(self._starts, self.position(span))]

    @cached_property
    def _chains(self) -> list[tuple[Section, ...]]:
        """The sections around the text before the first heading, and after each heading."""
        chains: list[tuple[Section, ...]] = [()]
        for section in self.sections:
            chains.append((*(outer for outer in chains[-1] if outer.level < section.level), section))
        return chains

    @cached_property
    def _starts(self) -> list[int]:
        """The positions of the headings."""
        return [self.position(section.span) for section in self.sections]

    @cached_property
    def _starts_by_level(self) -> dict[int, list[int]]:
        """Level -> the positions of the headings of this level and of higher ones, sorted."""
        placed = list(zip(self._starts, self.sections, strict=True))
        levels = {section.level for _, section in placed}
        return {
            level: sorted(start for start, section in placed if section.level <= level) for level in levels
        }


@once
def appendix(manuscript: ManuscriptRecords) -> tuple[Span, ...]:
    r"""Return the live text after the first ``\appendix`` or similar command, and the sections titled "Appendix"."""
    named = tuple(_called_appendix(manuscript))
    for number, piece in enumerate(manuscript.pieces):
        text = manuscript.files[piece.path].text
        for begin in _APPENDIX.finditer(text, piece.start, piece.end):
            if not commented(text, begin.start()):
                return (Span(piece.path, begin.end(), piece.end), *manuscript.pieces[number + 1 :], *named)
    return named


def _called_appendix(manuscript: ManuscriptRecords) -> Iterator[Span]:
    """Yield the ranges of the sections whose titles begin with "Appendix", in any language."""
    called = words(codes(), "documents.appendix")
    for section in manuscript.sections:
        path, start, end = section.title
        first = LETTERS.match(manuscript.files[path].text[start:end].lstrip())
        if first is not None and first[0] in called:
            yield from order(manuscript).own_extent(section)
