r"""The prose of a document, sentence by sentence, each with its exact place in the source.

Citations and references read as their keys in brackets (``[knuth1984]``), formulas
as themselves where they are short and plain, else as U+FFFC; text macros are
expanded.  Titles, captions, footnotes, list items and table rows are sentences of
their own.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from argcheck.diagnostic import Span
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.tex.flat import Flat
from argcheck.tex.flatten import NO_MARKS, Marks, Reader
from argcheck.tex.language import language_of
from argcheck.tex.prints import commands
from argcheck.tex.sentences import FORMULA, split
from argcheck.tex.words import lists

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.tex.model import Manuscript
    from argcheck.tex.prints import Commands

__all__ = [
    "Flat",
    "Sentence",
    "SentenceIndex",
    "document_sentences",
    "flats_in",
    "sentence_at",
    "sentence_ranges",
    "sentences_in",
]

_LOOSE = lazy(r" (?=[,)]|[.;](?![\w.]))|(?<=[(]) ")
_WORD = lazy(r"\w")
_ONLY_CITED = lazy(r"(?:\[[^\[\]]*\]|[\s\xa0.,;:()])*+\Z")


class Sentence(NamedTuple):
    """One sentence; ``text`` is plain, with single blanks."""

    text: str  #: with citations and references as their keys in brackets, and U+FFFC for long formulas
    span: Span  #: from its first to behind its last character in the source
    kind: str  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
    paragraph: int  #: sentences of one paragraph have one number, in document order
    language: str  #: ``en``, ``de``, ``fr``, or empty for a language without word lists


def document_sentences(manuscript: Manuscript) -> tuple[Sentence, ...]:
    """Return every sentence of a document, in document order; a host comes before its footnotes."""
    return tuple(_sentences(manuscript))


def _sentences(manuscript: Manuscript) -> Iterator[Sentence]:
    return sentences_in(manuscript, manuscript.pieces)


def sentences_in(manuscript: Manuscript, spans: Iterable[Span]) -> Iterator[Sentence]:
    """Yield the sentences of some ranges of a document; a range begins and ends between paragraphs."""
    paragraph = 0
    for path, flat in flats_in(manuscript, spans):
        language = language_of(manuscript, Span(path, flat.starts[0], flat.ends[-1]))
        ranges = sentence_ranges(flat, language)
        paragraph += bool(ranges)
        for start, end in ranges:
            span = Span(path, flat.source_start(start), flat.source_end(end - 1))
            text = _plain(flat.text[start:end])
            yield Sentence(text, span, flat.kind, paragraph, language_of(manuscript, span))


def flats_in(manuscript: Manuscript, spans: Iterable[Span]) -> Iterator[tuple[str, Flat]]:
    """Yield the paragraphs of some ranges of a document as reading text, each with its path."""
    table, marks, german = _kit(manuscript)
    preamble = False
    for piece in spans:
        text = manuscript.files[piece.path].text
        reader = Reader(text, table, marks.get(piece.path, NO_MARKS), german=german)
        reader.preamble = preamble
        found = reader.read(piece.start, min(piece.end, len(text)))
        preamble = reader.preamble
        for flat in found:
            yield piece.path, flat


def _kit(manuscript: Manuscript) -> tuple[Commands, dict[str, Marks], bool]:
    """Gather what reading any range of a document takes; made once for each document."""
    kit: tuple[Commands, dict[str, Marks], bool] | None = vars(manuscript).get("_reading_kit")
    if kit is None:
        table = commands(manuscript.text_macros, {one.command.rstrip("*") for one in manuscript.labels})
        german = manuscript.language == "de"
        kit = vars(manuscript)["_reading_kit"] = (table, _marks(manuscript), german)
    return kit


def _marks(manuscript: Manuscript) -> dict[str, Marks]:
    """Gather what the scanner read by file, so that wrappers of the document's own read like what they wrap."""
    names: dict[tuple[str, int, int], list[str]] = {}
    for citation in manuscript.citations:
        place = citation.command_span
        found = names.setdefault((place.path, place.start, place.end), [])
        if not citation.nocite:
            found.append(citation.key)
    for reference in manuscript.references:
        place = reference.command_span
        if reference.command not in ("hyperref", "hyperlink"):
            names.setdefault((place.path, place.start, place.end), []).append(reference.name)
    by_file = {path: Marks({}, {}) for path in manuscript.files}
    for (path, start, end), found in names.items():
        by_file[path].objects[start] = (end, f"[{', '.join(found)}]" if found else "")
    for section in manuscript.sections:
        place, title = section.span, section.title
        by_file[place.path].titles[place.start] = (place.end, title.start, title.end)
    for path, ranges in manuscript.dead.items():
        by_file[path].objects.update((start, (end, "")) for start, end in ranges)
    return by_file


def sentence_ranges(flat: Flat, language: str) -> list[tuple[int, int]]:
    """Return the sentences of a paragraph; what has no words is none, what only cites joins the one before.

    ``language`` is a code.
    """
    found: list[tuple[int, int]] = []
    for start, end in split(flat.text, lists(language)):
        body = flat.text[start:end]
        if found and body[0] in "[(" and _ONLY_CITED.match(body):
            found[-1] = (found[-1][0], end)
        elif _WORD.search(body):
            found.append((start, end))
    return found


def _plain(text: str) -> str:
    return _LOOSE.sub("", " ".join(text.replace(FORMULA, "").split()))


class SentenceIndex:
    """Finds the sentence that a place stands in: in a footnote the footnote's, not its host's."""

    def __init__(self, sentences: Iterable[Sentence]) -> None:
        self._files: dict[str, tuple[list[int], list[Sentence], list[int]]] = {}
        for sentence in sentences:
            self._files.setdefault(sentence.span.path, ([], [], []))[1].append(sentence)
        for starts, here, hosts in self._files.values():
            here.sort(key=lambda sentence: (sentence.span.start, -sentence.span.end))
            starts.extend(sentence.span.start for sentence in here)
            hosts.extend(_hosts(here))

    def at(self, span: Span) -> Sentence | None:
        """Return the innermost sentence that holds the start of ``span``."""
        if span.path not in self._files:
            return None
        starts, here, hosts = self._files[span.path]
        which = bisect_right(starts, span.start) - 1
        while which >= 0 and here[which].span.end <= span.start:
            which = hosts[which]
        return here[which] if which >= 0 else None


def _hosts(sentences: list[Sentence]) -> Iterator[int]:
    """Yield for each sentence the index of the one around it, -1 for none."""
    open_ones: list[int] = []
    for index, sentence in enumerate(sentences):
        while open_ones and sentences[open_ones[-1]].span.end <= sentence.span.start:
            open_ones.pop()
        yield open_ones[-1] if open_ones else -1
        open_ones.append(index)


def sentence_at(manuscript: Manuscript, span: Span) -> Sentence | None:
    """Return the sentence that holds the start of ``span``, None outside any."""
    index = vars(manuscript).get("_sentence_index")
    if not isinstance(index, SentenceIndex):
        index = SentenceIndex(manuscript.sentences)
        vars(manuscript)["_sentence_index"] = index
    return index.at(span)
