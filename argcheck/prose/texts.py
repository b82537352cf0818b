"""Plain text and sentences of parts of a document, read on demand."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex.numerals import natural
from argcheck.tex.reading_text import beginning_in, document_sentences
from argcheck.tex.sections import order

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from argcheck.tex.flatten import Flat
    from argcheck.tex.innermost import Innermost
    from argcheck.tex.model import ManuscriptRecords, Sentence

_EXPONENT = lazy(r"(?<![\w.])(\d+(?:\.\d+)?)(?:e|E|\s*[×·]\s*10\^)\+?\{?(\d{1,2})\}?(?![\w.])")
_OBJECT = "\ufffc"
_MARKS = dict.fromkeys((0x2063, 0x2028))
_MAX_DIGITS = 15


class Texts:
    """Reads one document in parts and remembers them."""

    def __init__(self, manuscript: ManuscriptRecords, *, whole: bool = False) -> None:
        """Read nothing yet; ``whole`` says that most sentences will be asked for."""
        self._whole = whole
        self._manuscript = manuscript
        self._paragraphs: dict[tuple[str, int], Innermost[Sentence]] = {}
        self._edges: dict[str, list[tuple[int, int]]] = {}
        self._ordinals: dict[str, int] = {}  # base of a name -> last ordinal

    def plain(self, span: Span) -> str:
        """Return a range as one line of plain text; formulas that cannot be read as words are LaTeX source."""
        from argcheck.tex.pieces import flats_in

        source = self._manuscript.files[span.path].text
        parts = [_words(flat, source) for _, flat in flats_in(self._manuscript, [span])]
        return one_line(" ".join(part for part in parts if part))

    def sentences(self, span: Span) -> list[Sentence]:
        """Return the sentences of a range that begins and ends between paragraphs."""
        if self._whole:
            sentences = document_sentences(self._manuscript)
            return [sentences[number] for number in beginning_in(self._manuscript, span)]
        from argcheck.tex.pieces import file_key
        from argcheck.tex.reading_text import sentences_in

        m = self._manuscript
        slot, inputs = ("sentences", m.root, *span), (file_key(m, span.path),)
        kept: list[Sentence] = m.analyses.keep(slot, inputs, lambda: list(sentences_in(m, [span])))
        return kept

    def sentence(self, path: str, offset: int) -> Sentence | None:
        """Return the sentence at an offset, in a footnote that of the footnote; None if there is none."""
        from argcheck.tex.innermost import Innermost
        from argcheck.tex.reading_text import sentence_of

        if self._whole:
            return sentence_of(self._manuscript, Span(path, offset, offset))
        span = self.paragraph(path, offset)
        key = (path, span.start)
        index = self._paragraphs.get(key)
        if index is None:
            index = self._paragraphs[key] = Innermost(self.sentences(span))
        return index.at(Span(path, offset, offset))

    def paragraph(self, path: str, offset: int) -> Span:
        """Return the paragraph around an offset, within its piece of live text."""
        from argcheck.tex.reading_text import edges, paragraph_between

        file = self._manuscript.files[path]
        if path not in self._edges:
            self._edges[path] = self._manuscript.remember("edges", file.digest, lambda: edges(file.text))
        _, low, high = order(self._manuscript).piece_at(path, offset) or (path, offset, offset)
        return Span(path, *paragraph_between(file.text, self._edges[path], offset, low, high))

    def name(self, kind: str, section: str, text: str) -> str:
        """Return an id for something without a label: kind and digest, an ordinal among equals, never a line."""
        key = f"{kind}\0{section}\0{text}".encode("utf-8", "surrogatepass")
        base = f"{kind}:{digest(key)[:8]}"
        ordinal = self._ordinals.get(base, 0) + 1
        labels = self._manuscript.labels_by_name
        while (which := f"{base}#{ordinal}" if ordinal > 1 else base) in labels:
            ordinal += 1
        self._ordinals[base] = ordinal
        return which


def near(
    text: str, needles: Iterable[str], reach: int, start: int = 0, end: int = sys.maxsize
) -> Iterator[tuple[int, int]]:
    """Yield the ranges of a text within ``reach`` characters of a needle, in order and without overlaps."""
    places = []
    for needle in needles:
        at = text.find(needle, start, end)
        while at >= 0:
            places.append(at)
            at = text.find(needle, at + 1, end)
    low = high = start
    for place in sorted(places):
        if place - reach > high:
            if low < high:
                yield low, high
            low = place - reach
        high = min(end, place + reach)
    if low < high:
        yield low, high


def one_line(text: str) -> str:
    """Return a text with single spaces and without exponents in numbers, so that equal numbers are equal tokens."""
    return _EXPONENT.sub(_expanded, " ".join(text.split()))


def _expanded(match: re.Match[str]) -> str:
    before, _, fraction = match[1].partition(".")
    exponent = natural(match[2])
    if exponent > _MAX_DIGITS or len(fraction) > exponent:
        return match[0]
    return before + fraction + "0" * (exponent - len(fraction))


def _words(flat: Flat, source: str) -> str:
    text = flat.text
    if _OBJECT in text:
        parts = []
        for offset, character in enumerate(text):
            if character == _OBJECT:
                start, end = flat.source_start(offset), flat.source_end(offset)
                parts.append(f" {source[start:end]} ")
            else:
                parts.append(character)
        text = "".join(parts)
    return text.translate(_MARKS)
