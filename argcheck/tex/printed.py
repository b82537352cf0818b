r"""Where words stand in what is printed: not in comments, dead text, code, formulas, keys or file names.

The source is searched, and only the paragraphs around what is found are read.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from argcheck.diagnostic import Span
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex.commands import VERBATIM
from argcheck.tex.language import language_of
from argcheck.tex.live import commented, holding, holding_any
from argcheck.tex.reading import DISPLAYS, SKIPPED
from argcheck.tex.text import flats_in, sentence_ranges

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.tex.model import Manuscript
    from argcheck.tex.text import Flat

#: Where a paragraph ends; a sentence goes on behind a display, so only other environments end one.
_EDGE = lazy(
    r"\n[ \t]*\n"
    r"|\\(?:begin|end)\{(?!(?:sub)?(?:equation|align|gather|multline|eqnarray|math|displaymath|flalign|dmath"
    r"|array|cases|[a-z]?matrix|split|aligned|gathered|tabular|tikzcd))[^{}\n]*\}"
    r"|\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph)\*?\s*(?:\[[^\]]*\])?\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
    r"(?:\s*\\label\{[^{}]*\})?"
    r"|\\(?:item|part|chapter|(?:sub)*section|(?:sub)?paragraph)(?![A-Za-z])"
)
_WINDOW = 20_000  # characters: a longer paragraph is cut
_NO_PROSE = DISPLAYS | SKIPPED | VERBATIM


class Printed(NamedTuple):
    """Words that are printed."""

    span: Span
    match: re.Match[str]  #: in the source
    sentence: str  #: the reading text of the sentence around them
    offset: int  #: where in ``sentence`` they begin
    kind: str  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
    language: str  #: a code, empty for a language without word lists


def paragraph(text: str, offset: int, low: int, high: int) -> tuple[int, int]:
    """Return the range of the paragraph around ``offset``, not beyond ``low`` and ``high``."""
    start = max(low, offset - _WINDOW)
    for match in _EDGE.finditer(text, start, offset):
        start = match.end()
    following = _EDGE.search(text, offset, min(high, offset + _WINDOW))
    return start, max(start, following.start() if following else min(high, offset + _WINDOW))


def edges(text: str) -> list[tuple[int, int]]:
    """Return the ranges in which paragraphs end, in order: blank lines, titles, environments that begin or end."""
    return [match.span() for match in _EDGE.finditer(text)]


def paragraph_between(
    text: str, ends: Sequence[tuple[int, int]], offset: int, low: int, high: int
) -> tuple[int, int]:
    """Return what `paragraph` does, looked up in the `edges` of the text: for many offsets in one text.

    A long paragraph is not cut: whoever asks for all its sentences meets it once, and not once for each.
    """
    which = bisect_left(ends, offset, key=lambda one: one[0])
    if which and ends[which - 1][1] > offset:  # within a title
        return paragraph(text, offset, low, high)
    start = ends[which - 1][1] if which and ends[which - 1][0] >= low else low
    return start, max(offset, min(high, ends[which][0]) if which < len(ends) else high)


def printed(manuscript: Manuscript, pattern: re.Pattern[str], needles: Iterable[str]) -> Iterator[Printed]:
    """Yield what ``pattern`` finds in the source and the document prints as it is written there.

    ``needles`` are strings of which every match has one; files without any are not searched.  Linear.
    """
    with_needle = holding_any(manuscript, needles)
    for piece in manuscript.pieces:
        if piece.path in with_needle:
            yield from _in_piece(manuscript, piece, pattern)


def _in_piece(manuscript: Manuscript, piece: Span, pattern: re.Pattern[str]) -> Iterator[Printed]:
    text, dead = manuscript.files[piece.path].text, sorted(manuscript.dead.get(piece.path, ()))
    around: _Paragraph | None = None
    for match in pattern.finditer(text, piece.start, piece.end):
        offset = match.start()
        if around is None or offset >= around.end:
            start, end = paragraph(
                text, offset, around.end if around else piece.start, min(piece.end, len(text))
            )
            around = _Paragraph(manuscript, Span(piece.path, start, end))
        if (found := around.at(offset)) and not commented(text, offset) and not holding(dead, offset):
            span = Span(piece.path, offset, match.end())
            yield Printed(span, match, *found, language_of(manuscript, span))


class _Paragraph:
    """The reading text of one paragraph, asked by places in the source."""

    def __init__(self, manuscript: Manuscript, span: Span) -> None:
        self.manuscript = manuscript
        self.end = span.end
        self.flats: list[Flat] | None = None
        self.span = span
        self.chunks: list[tuple[int, int, int, int]] = []  # start, end, number of the flat, offset in it
        self.ranges: dict[int, list[tuple[int, int]]] = {}

    def at(self, offset: int) -> tuple[str, int, str] | None:
        """Return sentence, offset in it and kind of what is printed as it stands at ``offset``."""
        if self.flats is None:
            self._read()
        which = bisect_right(self.chunks, offset, key=lambda chunk: chunk[0]) - 1
        if which < 0 or self.chunks[which][1] <= offset:
            return None
        start, _, number, base = self.chunks[which]
        flat = self.flats[number]  # type: ignore[index]
        place = base + offset - start
        if number not in self.ranges:
            code = language_of(self.manuscript, Span(self.span.path, flat.starts[0], flat.ends[-1]))
            self.ranges[number] = sentence_ranges(flat, code)
        ranges = self.ranges[number]
        inside = bisect_right(ranges, place, key=lambda one: one[0]) - 1
        first, last = ranges[inside] if inside >= 0 else (0, len(flat.text))
        return flat.text[first:last], place - first, flat.kind

    def _read(self) -> None:
        self.flats = []
        if self._is_prose():
            self.flats = [flat for _, flat in flats_in(self.manuscript, [self.span])]
        for number, flat in enumerate(self.flats):
            for offset, start, end in zip(flat.offsets, flat.starts, flat.ends, strict=True):
                if end - start == _length(flat, offset):
                    self.chunks.append((start, end, number, offset))
        self.chunks.sort()

    def _is_prose(self) -> bool:
        """Whether no environment around holds code, a drawing or a formula; those within are read over."""
        return not holding(_no_prose(self.manuscript).get(self.span.path, ()), self.span.start)


def _length(flat: Flat, offset: int) -> int:
    which = bisect_right(flat.offsets, offset)
    return (flat.offsets[which] if which < len(flat.offsets) else len(flat.text)) - offset


def _no_prose(manuscript: Manuscript) -> dict[str, list[tuple[int, int]]]:
    """Return the outermost ranges without prose of each file, in order: those of known environments and what is dead."""
    found: dict[str, list[tuple[int, int]]] | None = vars(manuscript).get("_no_prose")
    if found is None:
        ranges = {path: list(dead) for path, dead in manuscript.dead.items()}
        for environment in manuscript.environments:
            if environment.name in _NO_PROSE:
                span = environment.span
                ranges.setdefault(span.path, []).append((environment.begin.end, span.end))
        found = vars(manuscript)["_no_prose"] = {}
        for path, here in ranges.items():
            kept = found[path] = []
            for start, end in sorted(here):
                if not kept or kept[-1][1] <= start:
                    kept.append((start, end))
    return found
