"""The numbers of a document, each with its place: one index for all that compares them.

What a rule asks for is searched in the source first; only the paragraphs that hold it are read. The
whole text is read at most once, when somebody asks for `Numbers.body`.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.extract.parts import summaries
from argcheck.extract.texts import Texts, near
from argcheck.patterns import lazy
from argcheck.tex.sentences import FORMULA, split
from argcheck.tex.text import flats_in
from argcheck.tex.words import lists

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from argcheck.extract.claimed import Unfounded
    from argcheck.extract.counts import Conflict
    from argcheck.extract.statistics import Impossible
    from argcheck.extract.totals import Inconsistent
    from argcheck.quantities import Quantity
    from argcheck.tex.model import Manuscript
    from argcheck.tex.text import Flat

_MIXED = lazy(r"discussion|diskussion|results?|ergebnis|résultat|experiment|evaluation", 2)


class Gate(NamedTuple):
    """What is searched for in the source before anything is read, at little cost.

    Each match has one of the ``needles``, and with ``reach`` it neither begins nor ends farther from it than so
    many characters: nothing else is searched.  The pattern alone decides otherwise where the file has a needle;
    it is fast if it begins with a letter or a sign.
    """

    name: str  #: under which the offsets in a file are remembered
    pattern: re.Pattern[str]
    needles: tuple[str, ...]
    reach: int = 0

    def offsets(self, text: str) -> list[int]:
        """Return where the matches in a text begin."""
        if not any(needle in text for needle in self.needles):
            return []
        parts = near(text, self.needles, self.reach) if self.reach else [(0, len(text))]
        return [match.start() for low, high in parts for match in self.pattern.finditer(text, low, high)]


class Passage:
    """The reading text of one paragraph, caption, footnote or row of a table.

    Offsets count characters of `text`.
    """

    def __init__(self, path: str, flat: Flat, language: str) -> None:
        self.path = path
        self.language = language  #: ``en``, ``de``, ``fr``, or empty for a language without word lists
        self.kind = flat.kind  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
        self.text = flat.text.replace(FORMULA, "").replace("\xad", "")
        self._flat = flat

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Start and end of each sentence."""
        return split(self.text, lists(self.language))

    @cached_property
    def quantities(self) -> list[Quantity]:
        """The quantities of the passage, none where its language has no number words here."""
        from argcheck.quantities import read

        return read(self.text, self.language) if self.language else []

    def sentence(self, offset: int) -> tuple[int, int]:
        """Return start and end of the sentence around an offset."""
        which = bisect_right(self.sentences, offset, key=lambda one: one[0]) - 1
        return self.sentences[which] if which >= 0 else (0, len(self.text))

    def span(self, start: int, end: int) -> Span:
        """Return the place in the source of a part of the text."""
        flat = self._flat
        return Span(
            self.path, flat.source_start(self._kept[start]), flat.source_end(self._kept[max(start, end - 1)])
        )

    @cached_property
    def _kept(self) -> list[int]:
        return [place for place, one in enumerate(self._flat.text) if one not in (FORMULA, "\xad")]


class Numbers:
    """The numbers of one document, made for the first rule that asks and shared by the others."""

    def __init__(self, manuscript: Manuscript) -> None:
        self.manuscript = manuscript
        self._texts = Texts(manuscript)
        self._read: dict[Span, list[Passage]] = {}
        self._around: dict[tuple[str, int], Span] = {}  # paragraphs by their beginning

    @property
    def language(self) -> str:
        """The language of the document: ``en``, ``de``, ``fr``, or empty for one without word lists."""
        return self.manuscript.language

    def passages(self, span: Span) -> list[Passage]:
        """Read a range that begins and ends between paragraphs; once, whoever asks."""
        if span not in self._read:
            self._read[span] = list(self._passages([span]))
        return self._read[span]

    def _passages(self, spans: list[Span]) -> Iterator[Passage]:
        m = self.manuscript
        for path, flat in flats_in(m, spans):
            yield Passage(path, flat, m.language_of(Span(path, flat.starts[0], flat.ends[-1])))

    def search(self, gate: Gate) -> Iterator[tuple[str, int]]:
        """Yield file and offset of each match in live text; what a file holds is remembered."""
        m = self.manuscript
        for piece in m.pieces:
            file = m.files[piece.path]
            text = file.text
            offsets = m.remember(gate.name, file.digest, lambda text=text: gate.offsets(text))  # type: ignore[misc]
            for offset in offsets:
                if piece.start <= offset < piece.end and not any(
                    start <= offset < end for start, end in m.dead.get(piece.path, ())
                ):
                    line = text[text.rfind("\n", 0, offset) + 1 : offset]
                    if "%" not in line.replace("\\%", ""):
                        yield piece.path, offset

    def paragraphs(self, gate: Gate) -> Iterator[Passage]:
        """Yield the passages of each paragraph that a gate finds something in, once each."""
        done: set[tuple[str, int]] = set()
        for path, offset in self.search(gate):
            key = path, self._texts.paragraph(path, offset).start
            if key not in done:
                done.add(key)
                yield from self.around(path, offset)

    def around(self, path: str, offset: int) -> list[Passage]:
        """Read the paragraph around an offset, with its footnotes."""
        span = self._texts.paragraph(path, offset)
        return self.passages(self._around.setdefault((path, span.start), span))

    @cached_property
    def summaries(self) -> list[tuple[Span, str]]:
        """Abstract and concluding sections, each as ``abstract`` or ``conclusion``; none that has results too."""
        found = []
        for span, kind in summaries(self.manuscript):
            title = self._title(span)
            if kind == "abstract" or not _MIXED.search(title):
                found.append((span, "abstract" if kind == "abstract" else "conclusion"))
        return found

    def _title(self, span: Span) -> str:
        """Return the title of the section that begins where ``span`` does."""
        for section in self.manuscript.sections:
            if section.span.path == span.path and section.span.end == span.start:
                return self.manuscript.files[span.path].text[section.title.start : section.title.end]
        return ""

    @cached_property
    def rest(self) -> list[Span]:
        """The live text without abstract and conclusion."""
        pieces = self.manuscript.pieces
        for hole, _ in self.summaries:
            pieces = [part for piece in pieces for part in _without(piece, hole)]
        return pieces

    @cached_property
    def body(self) -> list[Passage]:
        """All passages but those of abstract and conclusion; reads the whole text."""
        return list(self._passages(self.rest))

    @cached_property
    def unfounded(self) -> list[Unfounded]:
        """Numbers of abstract and conclusion that the body lacks."""
        from argcheck.extract.claimed import unfounded

        return unfounded(self)

    @cached_property
    def conflicts(self) -> list[Conflict]:
        """Counts of one thing that differ."""
        from argcheck.extract.counts import conflicts

        return conflicts(self)

    @cached_property
    def inconsistent(self) -> list[Inconsistent]:
        """Totals and percentages that their parts contradict."""
        from argcheck.extract.totals import inconsistent

        return inconsistent(self)

    @cached_property
    def impossible(self) -> list[Impossible]:
        """Statistics that their own figures rule out."""
        from argcheck.extract.statistics import impossible

        return impossible(self)


def _without(piece: Span, hole: Span) -> list[Span]:
    if piece.path != hole.path or hole.end <= piece.start or piece.end <= hole.start:
        return [piece]
    parts = [Span(piece.path, piece.start, hole.start), Span(piece.path, hole.end, piece.end)]
    return [part for part in parts if part.start < part.end]
