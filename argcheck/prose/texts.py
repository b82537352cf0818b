"""Plain text and sentences of parts of a document."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex.numerals import natural
from argcheck.tex.reading_text import sentence_at, sentences_in

if TYPE_CHECKING:
    import re

    from argcheck.tex.flatten import Flat
    from argcheck.tex.model import ManuscriptRecords, Sentence

_EXPONENT = lazy(r"(?<![\w.])(\d+(?:\.\d+)?)(?:e|E|\s*[×·]\s*10\^)\+?\{?(\d{1,2})\}?(?![\w.])")
_OBJECT = "\ufffc"
_MARKS = dict.fromkeys((0x2063, 0x2028))
_MAX_DIGITS = 15


class Texts:
    """The sentences of one document, its plain text, and names for what has none."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        """Read nothing yet."""
        self._manuscript = manuscript
        self._ordinals: dict[str, int] = {}  # the last one of each base of a name

    def plain(self, span: Span) -> str:
        """Return a range as one line of plain text, formulas that do not read as words as written."""
        from argcheck.tex.pieces import flats_in

        source = self._manuscript.files[span.path].text
        parts = [_words(flat, source) for _, flat in flats_in(self._manuscript, [span])]
        return one_line(" ".join(part for part in parts if part))

    def sentences(self, span: Span) -> list[Sentence]:
        """Return the sentences of a range that begins and ends between paragraphs; an abstract may stand in the preamble."""
        return list(sentences_in(self._manuscript, [span]))

    def sentence(self, path: str, offset: int) -> Sentence | None:
        """Return the sentence at an offset; in a footnote the footnote's, not its host's."""
        return sentence_at(self._manuscript, Span(path, offset, offset))

    def name(self, kind: str, section: str, text: str) -> str:
        """Make the id of what has no label: kind and digest, an ordinal among equals, never a line."""
        key = f"{kind}\0{section}\0{text}".encode("utf-8", "surrogatepass")
        base = f"{kind}:{digest(key)[:8]}"
        ordinal = self._ordinals.get(base, 0) + 1
        labels = self._manuscript.labels_by_name
        while (which := f"{base}#{ordinal}" if ordinal > 1 else base) in labels:
            ordinal += 1
        self._ordinals[base] = ordinal
        return which


def one_line(text: str) -> str:
    """Fold blanks and write numbers in one way, so that the engine meets equal tokens."""
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
