"""Where things stand in the document that is printed: the order of places across files, and what is in which section."""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import LETTERS, lazy
from argcheck.tex.live_source import commented
from argcheck.tex.model import ManuscriptRecords, Section, once
from argcheck.tex.vocabulary import codes, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

#: How appendices begin; abntex2 and memoir have environments of their own, and supplements number their floats S1, S2.
_APPENDIX = lazy(
    r"\\(?:(?:appendix|appendices|apendices?|anexos?|beginsupplement)(?![A-Za-z])|begin\{(?:(?:sub)?appendi(?:x|ces)|(?:apendices|anexos)env)\}"
    r"|(?:renewcommand\*?\{?|def)\\the(?:figure|table)\}?\s*\{[A-Z]{1,2}[.-]?\\)"
)


@once
def order(manuscript: ManuscriptRecords) -> Order:
    """Return where things stand in a document."""
    return Order(manuscript)


class Order:
    """The live text of a document laid out in one line, as TeX meets it."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self.manuscript = manuscript
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
        return self._behind(section, (), self.length)

    def own_extent(self, section: Section, ending: Iterable[Section] = ()) -> tuple[Span, ...]:
        """The same, but not beyond the file of the heading and what it reads: there, other things begin in their own ways.

        :param ending: headings of lower levels that end it, too.
        """
        pieces = self._pieces.get(section.span.path, [])
        return self._behind(
            section, ending, max((place + end - start for start, end, place in pieces), default=0)
        )

    def _behind(self, section: Section, ending: Iterable[Section], last: int) -> tuple[Span, ...]:
        # Behind its last character and not at its end: a file may be read there.
        first = self.position(section.span._replace(start=section.span.end - 1)) + 1
        higher = (other for other in self.manuscript.sections if other.level <= section.level)
        behind = (start for other in (*higher, *ending) if (start := self.position(other.span)) >= first)
        last = min([last, *behind])
        ranges = []
        position = 0
        for path, start, end in self.manuscript.pieces:
            low, high = max(first, position), min(last, position + end - start)
            if low < high:
                ranges.append(Span(path, start + low - position, start + high - position))
            position += end - start
        return tuple(ranges)

    def section_of(self, span: Span, level: int | None = None) -> Section | None:
        """The innermost section, of ``level`` or above, whose heading comes before ``span`` or has it."""
        around = reversed(self.around(span))
        return next((section for section in around if level is None or section.level <= level), None)

    def around(self, span: Span) -> tuple[Section, ...]:
        """The sections that ``span`` stands in, the outermost first, in whatever files their headings are."""
        return self._chains[bisect_right(self._starts, self.position(span))]

    @cached_property
    def _chains(self) -> list[tuple[Section, ...]]:
        """The sections around what stands before the first heading, and behind each."""
        chains: list[tuple[Section, ...]] = [()]
        for section in self.manuscript.sections:
            chains.append((*(outer for outer in chains[-1] if outer.level < section.level), section))
        return chains

    @cached_property
    def _starts(self) -> list[int]:
        """The positions of the headings."""
        return [self.position(section.span) for section in self.manuscript.sections]


@once
def appendix(manuscript: ManuscriptRecords) -> tuple[Span, ...]:
    r"""Return the pieces of the live text behind ``\appendix`` and its kin, and the sections that are called one."""
    named = tuple(_called_appendix(manuscript))
    for number, piece in enumerate(manuscript.pieces):
        text = manuscript.files[piece.path].text
        for begin in _APPENDIX.finditer(text, piece.start, piece.end):
            if not commented(text, begin.start()):
                return (Span(piece.path, begin.end(), piece.end), *manuscript.pieces[number + 1 :], *named)
    return named


def _called_appendix(manuscript: ManuscriptRecords) -> Iterator[Span]:
    """Yield what the sections consist of whose titles begin with "Appendix"."""
    called = words(codes(), "documents.appendix")
    for section in manuscript.sections:
        path, start, end = section.title
        first = LETTERS.match(manuscript.files[path].text[start:end].lstrip())
        if first is not None and first[0] in called:
            yield from order(manuscript).own_extent(section)
