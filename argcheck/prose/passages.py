"""The passages of a document in which something was found that a rule compares, each with its place.

What a rule asks for is searched in the source first, and what each file holds is remembered; only the paragraphs
that hold it are read. The whole text is read at most once, when somebody asks for `Passages.body`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Any

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.prose.parts import summaries
from argcheck.prose.spots import samples, spots
from argcheck.prose.texts import Texts
from argcheck.tex.live_source import behind_percent, holding, joined
from argcheck.tex.vocabulary import code_of, codes, flag, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.quantities import Quantity
    from argcheck.reading.manuscript import Manuscript
    from argcheck.tex.flatten import Flat

_MIXED = ("discussion", "diskussion", "result", "ergebnis", "résultat", "experiment", "evaluation")
_SIUNITX = ("\\num", "\\SI", "\\qty", "\\ang")
_LONG_SENTENCE = 400  # characters on either side of what is looked at
_GROUPED = lazy(r"(?<=\d) (?=\d)")
_EXPONENT = lazy(r"(?<=\d)[dD](?=[-+]?\d)")
_POWER_FIRST = lazy(r"([²³])([^\W\d_]+)")  # \square\metre


class Passage:
    """The reading text of one paragraph, caption, footnote or row of a table.

    Offsets count characters of `text`.
    """

    def __init__(self, path: str, flat: Flat, language: str, manuscript: Manuscript) -> None:
        from argcheck.tex.formulas import FORMULA

        self.path = path
        self.language = language  #: ``en``, ``de``, ``fr``, or empty for a language without word lists
        self.kind = flat.kind  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
        self.text = (
            _as_printed(flat, language, manuscript.files[path].text).replace(FORMULA, "").replace("\xad", "")
        )
        self._flat = flat
        self._foreign = manuscript.foreign

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Start and end of each sentence."""
        from argcheck.tex.sentences import lists, split

        return split(self.text, lists(self.language))

    @cached_property
    def quantities(self) -> list[Quantity]:
        """The quantities of the passage, none where its language has no number words here."""
        from argcheck.prose.quantities import read

        if not self._foreign:
            return read(self.text, self.language) if self.language else []
        quantities = []
        for start, end, language in self._parts():
            part = self.text[start:end]
            quantities += [
                quantity._replace(start=quantity.start + start, end=quantity.end + start)
                for quantity in (read(part, language) if language else ())
            ]
        return quantities

    def quantities_at(self, place: int) -> list[Quantity]:
        """Return the quantities of the passage that stand at a place of the source: one, if any."""
        spans = self._spans
        which = bisect_right(spans, place, key=lambda span: span.start) - 1
        return [self.quantities[which]] if which >= 0 and place < spans[which].end else []

    @cached_property
    def _spans(self) -> list[Span]:
        return [self.span(quantity.start, quantity.end) for quantity in self.quantities]

    def _parts(self) -> Iterator[tuple[int, int, str]]:
        """Divide the text where words in another language stand in it."""
        done = 0
        if self._foreign and self.text:
            whole = self.span(0, len(self.text))
            for place, name in self._foreign:
                if place.path == whole.path and whole.start < place.end and place.start < whole.end:
                    start, end = self._offset(place.start), self._offset(place.end)
                    if done <= start < end:
                        yield done, start, self.language
                        yield start, end, code_of(name)
                        done = end
        yield done, len(self.text), self.language

    def _offset(self, place: int) -> int:
        """Return the offset of the first character that stands at a place of the source or behind it."""
        return bisect_left(
            range(len(self.text)), place, key=lambda at: self._flat.source_start(self._kept[at])
        )

    def sentence(self, offset: int) -> tuple[int, int]:
        """Return start and end of the sentence around an offset; of an endless one a part that is long enough."""
        which = bisect_right(self.sentences, offset, key=lambda sentence: sentence[0]) - 1
        start, end = self.sentences[which] if which >= 0 else (0, len(self.text))
        return max(start, offset - _LONG_SENTENCE), min(end, offset + _LONG_SENTENCE)

    def span(self, start: int, end: int) -> Span:
        """Return the place in the source of a part of the text."""
        flat = self._flat
        return Span(
            self.path, flat.source_start(self._kept[start]), flat.source_end(self._kept[max(start, end - 1)])
        )

    @cached_property
    def _kept(self) -> list[int]:
        from argcheck.tex.formulas import FORMULA

        return [place for place, item in enumerate(self._flat.text) if item not in (FORMULA, "\xad")]


def _as_printed(flat: Flat, language: str, source: str) -> str:
    """Write the numbers of siunitx as it prints them, each character in its place.

    It takes comma and full stop alike for the decimal sign, blanks for nothing, and d for e: see "Numbers" and
    "Parsing numbers" in its manual.
    """
    live = source[flat.starts[0] : flat.ends[-1]] if flat.starts else ""
    if not any(command in live for command in _SIUNITX):
        return flat.text
    pieces = []
    ends = [*flat.offsets[1:], len(flat.text)]
    for start, end, place in zip(flat.offsets, ends, flat.starts, strict=True):
        piece = flat.text[start:end]
        if source.startswith(_SIUNITX, place):
            number, space, unit = piece.partition("\xa0")
            number = _GROUPED.sub("\u202f", _EXPONENT.sub("e", number.replace(",", ".")))
            number = number.replace(".", ",") if flag(language, "numbers.comma") else number
            piece = number + space + _POWER_FIRST.sub(r"\2\1", unit)
        pieces.append(piece)
    return "".join(pieces)


class Passages:
    """The passages of one document and what was found in them, shared by all that compare its numbers."""

    def __init__(self, manuscript: Manuscript) -> None:
        self.manuscript = manuscript
        self._texts = Texts(manuscript)
        self._read: dict[Span, list[Passage]] = {}
        self._dead: dict[str, list[tuple[int, int]]] = {}
        self._around: dict[tuple[str, int], Span] = {}  # paragraphs by their beginning

    @property
    def language(self) -> str:
        """The language of the document: ``en``, ``de``, ``fr``, or empty for one without word lists."""
        return self.manuscript.language

    @cached_property
    def codes(self) -> list[str]:
        """The languages with number words that the document or a passage of it is in."""
        m = self.manuscript
        names = {name for _, _, name in m.switches} | {name for _, name in m.foreign}
        return sorted(code for code in {m.language, *map(code_of, names)} if samples(code))

    @property
    def spoken(self) -> tuple[str, ...]:
        """The language of the document and English, by their codes."""
        return with_english(self.language)

    def passages(self, span: Span) -> list[Passage]:
        """Read a range that begins and ends between paragraphs; once, whoever asks."""
        if span not in self._read:
            self._read[span] = list(self._passages([span]))
        return self._read[span]

    def _passages(self, spans: list[Span]) -> Iterator[Passage]:
        from argcheck.tex.reading_text import flats_in

        m = self.manuscript
        for path, flat in flats_in(m, spans):
            first, last = len(flat.text) - len(flat.text.lstrip()), len(flat.text.rstrip())
            span = Span(path, flat.source_start(first), flat.source_end(last - 1)) if first < last else None
            yield Passage(path, flat, m.language_of(span) if span else m.language, m)

    @cached_property
    def _spots(self) -> dict[str, dict[str, Any]]:
        """What `spots` finds in each file."""
        m = self.manuscript
        kind = "-".join(["numbers", *self.codes])
        return {
            path: m.remember(kind, file.digest, lambda text=file.text: spots(text, self.codes))  # type: ignore[misc]
            for path, file in m.files.items()
        }

    def spots(self, name: str) -> Iterator[tuple[str, int, Any]]:
        """Yield file and offset of what `spots` found by a name, as far as it is live text, and what it says of it."""
        for piece in self.manuscript.pieces:
            for spot in self._spots[piece.path].get(name, ()):
                offset = spot[-1] if name in ("counts", "sizes") else spot
                if piece.start <= offset < piece.end and self.live(piece.path, offset):
                    yield piece.path, offset, spot

    def any(self, name: str) -> bool:
        """Whether something was found by a name."""
        return next(self.spots(name), None) is not None

    def live(self, path: str, offset: int) -> bool:
        """Whether an offset of a piece stands in no dead text and behind no comment sign."""
        if path not in self._dead:
            self._dead[path] = joined(self.manuscript.dead.get(path, ()))
        if holding(self._dead[path], offset):
            return False
        return not behind_percent(self.manuscript.files[path].text, offset)

    def paragraphs(self, name: str) -> Iterator[Passage]:
        """Yield the passages of each paragraph in which something was found by a name, once each."""
        done: set[tuple[str, int]] = set()
        for path, offset, _ in self.spots(name):
            key = path, self._texts.paragraph(path, offset).start
            if key not in done:
                done.add(key)
                yield from self.around(path, offset)

    def around(self, path: str, offset: int) -> list[Passage]:
        """Read the paragraph around an offset, with its footnotes."""
        span = self._texts.paragraph(path, offset)
        return self.passages(self._around.setdefault((path, span.start), span))

    @cached_property
    def corrects(self) -> bool:
        """Whether the document says anywhere that its p-values are larger than the statistic alone makes them."""
        files, pattern = self.manuscript.files, wording(codes(), "{statistics.corrected}")
        pieces = self.manuscript.pieces
        return any(pattern.search(files[piece.path].text, piece.start, piece.end) for piece in pieces)

    @cached_property
    def summaries(self) -> list[tuple[Span, str]]:
        """Abstract and concluding sections, each as ``abstract`` or ``conclusion``; none that has results too."""
        m = self.manuscript
        titles = {(section.span.path, section.span.end): section.title for section in m.sections}
        result = []
        for span, kind in summaries(m):
            title = titles.get((span.path, span.start))
            words = m.files[title.path].text[title.start : title.end].lower() if title else ""
            if kind == "abstract" or not any(word in words for word in _MIXED):
                result.append((span, "abstract" if kind == "abstract" else "conclusion"))
        return result

    @cached_property
    def rest(self) -> list[Span]:
        """The live text without abstract and conclusion."""
        pieces = list(self.manuscript.pieces)
        for hole, _ in self.summaries:
            pieces = [part for piece in pieces for part in _without(piece, hole)]
        return pieces

    @cached_property
    def body(self) -> list[Passage]:
        """All passages but those of abstract and conclusion; reads the whole text."""
        return list(self._passages(self.rest))


def _without(piece: Span, hole: Span) -> list[Span]:
    if piece.path != hole.path or hole.end <= piece.start or piece.end <= hole.start:
        return [piece]
    parts = [Span(piece.path, piece.start, hole.start), Span(piece.path, hole.end, piece.end)]
    return [part for part in parts if part.start < part.end]
