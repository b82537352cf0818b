r"""The prose of a document, sentence by sentence, each with its exact place in the source.

Citations and references read as their keys in brackets (``[knuth1984]``), short and plain formulas as themselves and
others as U+FFFC; text macros are expanded.  Titles, captions, footnotes, list items and table rows are separate
sentences.
"""

from __future__ import annotations

import re
import sys
from bisect import bisect_left, bisect_right
from functools import partial
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.grouping import lists_by_key
from argcheck.files.patterns import WORDS, lazy
from argcheck.tex.commands import FLOATS, VERBATIM
from argcheck.tex.document_language import is_mixed, language_of
from argcheck.tex.flatten import Flat
from argcheck.tex.formulas import FORMULA
from argcheck.tex.innermost import Innermost
from argcheck.tex.live_source import commented, holding, outermost, parts_around
from argcheck.tex.model import Sentence, once
from argcheck.tex.pieces import flats_in, of_each_piece, packed_flats
from argcheck.tex.sentences import lists, split
from argcheck.tex.typography import ARGUMENTS, DISPLAYS, LISTS, SKIPPED, TABLES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.pieces import Stretch


_LOOSE = lazy(r" (?=[,)]|[.;](?![\w.]))|(?<=[(]) ")
_BESIDE_BLANKS = (" ,", " )", " .", " ;", "( ")  # without any of them no blank is to be removed
_ONLY_CITED = lazy(r"(?:\[[^\[\]]*\]|[\s\xa0.,;:()])*+\Z")


#: Where a paragraph ends; a sentence continues after a displayed formula, so only other environments end it.
_EDGE = lazy(
    r"\n[ \t]*\n"
    r"|\\(?:begin|end)\{(?!(?:sub)?(?:equation|align|gather|multline|eqnarray|math|displaymath|flalign|dmath"
    r"|array|cases|[a-z]?matrix|split|aligned|gathered|tabular|tikzcd))[^{}\n]*\}"
    r"|\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph)\*?\s*(?:\[[^\]]*\])?\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}"
    r"(?:\s*\\label\{[^{}]*\})?"
    r"|\\(?:item|part|chapter|(?:sub)*section|(?:sub)?paragraph)(?![A-Za-z])"
)
#: Environments whose options are settings, not titles.
_WITH_SETTINGS = FLOATS | LISTS | TABLES.keys() | ARGUMENTS.keys()
_WHOLE = ((0, sys.maxsize),)
_WINDOW = 20_000  # characters: a longer paragraph is cut
_NO_PROSE = DISPLAYS | SKIPPED | VERBATIM


@once
def document_sentences(manuscript: ManuscriptRecords) -> tuple[Sentence, ...]:
    """Return every sentence of a document, in document order; a sentence comes before its footnotes."""
    sentences: list[Sentence] = []
    before = 0  # paragraphs so far
    for stretch, packed in of_each_piece(manuscript, partial(_kept_sentences, manuscript)):
        path = stretch.piece.path
        sentences += (
            Sentence(text, Span(path, start, end), kind, before + paragraph, code)
            for text, start, end, kind, paragraph, code in packed
        )
        before += packed[-1][4] if packed else 0
    return tuple(sentences)


def beginning_in(manuscript: ManuscriptRecords, span: Span) -> list[int]:
    """Return the indexes of the sentences that begin in a range of one file, sorted."""
    starts = _starts_by_file(manuscript).get(span.path, [])
    low, high = (bisect_left(starts, (offset, 0)) for offset in (span.start, span.end))
    return sorted(number for _, number in starts[low:high])


@once
def _starts_by_file(manuscript: ManuscriptRecords) -> dict[str, list[tuple[int, int]]]:
    """Return the start and the index in the document of each sentence, by file, sorted."""
    numbered = enumerate(document_sentences(manuscript))
    starts = lists_by_key(
        (sentence.span.path, (sentence.span.start, number)) for number, sentence in numbered
    )
    return {path: sorted(here) for path, here in starts.items()}


def _kept_sentences(manuscript: ManuscriptRecords, stretch: Stretch) -> tuple[list[Any], bool]:
    """Return the sentences of a piece as plain tuples, and whether it ends in the preamble; kept between runs."""

    def read() -> tuple[list[Any], bool]:
        packed, behind = packed_flats(manuscript, stretch)
        flats = ((stretch.piece.path, Flat(*flat)) for flat in packed)
        return [fields for _, fields in _packed(manuscript, flats)], behind

    result: tuple[list[Any], bool] = manuscript.remember("sentences", stretch.key, read)
    return result


def plain(manuscript: ManuscriptRecords, *spans: Span) -> str:
    """Return the reading text of a caption, title or other range: its sentences, joined by blanks."""
    return " ".join(sentence.text for sentence in sentences_in(manuscript, spans))


def sentences_in(manuscript: ManuscriptRecords, spans: Iterable[Span]) -> Iterator[Sentence]:
    """Yield the sentences of some ranges, each of which begins and ends between paragraphs."""
    for path, (text, start, end, kind, paragraph, code) in _packed(manuscript, flats_in(manuscript, spans)):
        yield Sentence(text, Span(path, start, end), kind, paragraph, code)


def sentences_with(manuscript: ManuscriptRecords, places: Iterable[Span]) -> Innermost[Sentence]:
    """Return an index of the sentences in which some places begin, or of all sentences if they were read before."""
    if document_sentences in manuscript.analyses.results:
        return _index(manuscript)
    offsets = lists_by_key((place.path, place.start) for place in sorted(places))

    def wanted(path: str, start: int, end: int) -> bool:
        here = offsets.get(path, ())
        return bisect_left(here, start) < bisect_left(here, end)

    read = of_each_piece(manuscript, partial(packed_flats, manuscript))
    flats = ((stretch.piece.path, Flat(*flat)) for stretch, packed in read for flat in packed)
    return Innermost(
        Sentence(text, Span(path, start, end), kind, paragraph, code)
        for path, (text, start, end, kind, paragraph, code) in _packed(manuscript, flats, wanted)
    )


def _packed(
    manuscript: ManuscriptRecords,
    flats: Iterable[tuple[str, Flat]],
    wanted: Callable[[str, int, int], bool] = lambda _path, _start, _end: True,
) -> Iterator[tuple[str, tuple[Any, ...]]]:
    """Yield path and fields of each sentence, as plain values, since few of the many become a `Sentence`.

    :param wanted: whether the range of a file between two offsets is needed.
    """
    mixed = is_mixed(manuscript)
    paragraph = 0
    for path, flat in flats:
        if not wanted(path, flat.starts[0], flat.ends[-1]):
            continue
        code = language_of(manuscript, Span(path, flat.starts[0], flat.ends[-1]))
        ranges = sentence_ranges(flat, code)
        paragraph += bool(ranges)
        for first, last in ranges:
            start, end = flat.source_start(first), flat.source_end(last - 1)
            if not wanted(path, start, end):
                continue
            own = language_of(manuscript, Span(path, start, end)) if mixed else code
            yield path, (_plain(flat.text[first:last]), start, end, flat.kind, paragraph, own)


def sentence_ranges(flat: Flat, code: str) -> list[tuple[int, int]]:
    """Return the ranges of the sentences of a paragraph in the language ``code``.

    One without words is dropped, and one that only cites joins the one before.
    """
    ranges: list[tuple[int, int]] = []
    for start, end in split(flat.text, lists(code)):
        body = flat.text[start:end]
        if ranges and body[0] in "[(" and _ONLY_CITED.match(body):
            ranges[-1] = (ranges[-1][0], end)
        elif WORDS.search(body):
            ranges.append((start, end))
    return ranges


def _plain(text: str) -> str:
    plain = " ".join(text.replace(FORMULA, "").split())
    return _LOOSE.sub("", plain) if any(map(plain.__contains__, _BESIDE_BLANKS)) else plain


# -- places of printed words


class Printed(NamedTuple):
    """A match of a pattern in printed words."""

    span: Span
    match: re.Match[str]  #: in the source
    sentence: str  #: the reading text of the sentence around it
    offset: int  #: of the match in ``sentence``
    kind: str  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
    language: str  #: a code, empty for a language without word lists

    @property
    def quoted(self) -> bool:
        """Whether the match is in a quotation, where a name or words may be left out on purpose."""
        before = self.sentence[: self.offset]
        opened = any(
            before.rfind(opens) > before.rfind(closes)
            for opens, closes in (("``", "''"), ("«", "»"), ("„", "“"), ("“", "”"))
            if closes != "”" or "„" not in before
        )
        return opened or before.count('"') % 2 == 1


def paragraph(text: str, offset: int, low: int, high: int) -> tuple[int, int]:
    """Return the range of the paragraph around ``offset``, within ``low`` and ``high``; long ones are cut."""
    start = max(low, offset - _WINDOW)
    for match in _EDGE.finditer(text, start, offset):
        start = match.end()
    following = _EDGE.search(text, offset, min(high, offset + _WINDOW))
    return start, max(start, following.start() if following else min(high, offset + _WINDOW))


def edges(text: str) -> list[tuple[int, int]]:
    """Return the ranges at which paragraphs end, sorted: blank lines, titles, beginnings and ends of environments."""
    return [match.span() for match in _EDGE.finditer(text)]


def paragraph_between(
    text: str, ends: Sequence[tuple[int, int]], offset: int, low: int, high: int
) -> tuple[int, int]:
    """Return the same by a look-up in the `edges` of the text, which is faster for many offsets in one text.

    A long paragraph is not cut, so that it is read once, not once for each of its parts.
    """
    which = bisect_left(ends, offset, key=itemgetter(0))
    if which and ends[which - 1][1] > offset:  # within a title
        return paragraph(text, offset, low, high)
    start = ends[which - 1][1] if which and ends[which - 1][0] >= low else low
    return start, max(offset, min(high, ends[which][0]) if which < len(ends) else high)


def printed(
    manuscript: ManuscriptRecords, pattern: re.Pattern[str], needles: Iterable[str]
) -> Iterator[Printed]:
    """Yield the matches of ``pattern`` in the source that the document prints as written.  Linear.

    Every match contains one of ``needles``; only 500 characters on either side of each needle are searched.
    """
    wanted = tuple(needles)
    parts = manuscript.of_each_file(f"around {' '.join(wanted)}", lambda text: parts_around(text, wanted))
    return printed_in(manuscript, pattern, parts)


def printed_in(
    manuscript: ManuscriptRecords,
    pattern: re.Pattern[str],
    parts: Mapping[str, Sequence[tuple[int, int]]],
    formulas: bool = False,
) -> Iterator[Printed]:
    """Yield the same for parts of files; those of one file are sorted and disjoint.

    With ``formulas``, matches in a formula among words count too; their places in the sentence are then a guess.
    """
    for piece in manuscript.pieces:
        of_file = parts.get(piece.path, ())
        first = bisect_right(of_file, piece.start, key=itemgetter(1))
        last = bisect_left(of_file, piece.end, key=itemgetter(0))
        if first < last:
            yield from _in_piece(manuscript, piece, pattern, of_file[first:last], formulas)


def places_of(manuscript: ManuscriptRecords, pattern: re.Pattern[str] | str) -> tuple[Span, ...]:
    """Return the places, each once, where ``pattern`` matches text printed as written, or in a formula among words."""
    everywhere = dict.fromkeys(manuscript.files, _WHOLE)
    places = (words.span for words in printed_in(manuscript, re.compile(pattern), everywhere, formulas=True))
    return tuple(dict.fromkeys(places))


def _in_piece(
    manuscript: ManuscriptRecords,
    piece: Span,
    pattern: re.Pattern[str],
    parts: Iterable[tuple[int, int]],
    formulas: bool,
) -> Iterator[Printed]:
    text, silent = manuscript.files[piece.path].text, _silent(manuscript).get(piece.path, ())
    around: _Paragraph | None = None
    for first, last in parts:
        low, high = max(first, piece.start), min(last, piece.end, len(text))
        while low <= high and (match := pattern.search(text, low, high)):
            offset = match.start()
            low = max(match.end(), offset + 1)
            if around is None or offset >= around.end:
                start, end = paragraph(
                    text, offset, around.end if around else piece.start, min(piece.end, len(text))
                )
                around = _Paragraph(manuscript, Span(piece.path, start, end), formulas)
            if (
                (printed_as := around.at(offset))
                and not commented(text, offset)
                and not holding(silent, offset)
            ):
                span = Span(piece.path, offset, match.end())
                yield Printed(span, match, *printed_as, language_of(manuscript, span))
            elif formulas:  # printed text may begin after a command or a comment
                low = min(low, around.following(offset))


class _Paragraph:
    """The reading text of one paragraph, looked up by places in the source."""

    def __init__(self, manuscript: ManuscriptRecords, span: Span, formulas: bool) -> None:
        self.manuscript = manuscript
        self.formulas = formulas
        self.end = span.end
        self.flats: list[Flat] | None = None
        self.span = span
        self.chunks: list[tuple[int, int, int, int]] = []  # start, end, number of the flat, offset in it
        self.ranges: dict[int, list[tuple[int, int]]] = {}

    def at(self, offset: int) -> tuple[str, int, str] | None:
        """Return sentence, offset in it and kind of the text printed as written at ``offset``, None without any."""
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
        inside = bisect_right(ranges, place, key=itemgetter(0)) - 1
        first, last = ranges[inside] if inside >= 0 else (0, len(flat.text))
        return flat.text[first:last], place - first, flat.kind

    def following(self, offset: int) -> int:
        """Return where the next printed text after ``offset`` begins, the end of the paragraph without any."""
        which = bisect_right(self.chunks, offset, key=lambda chunk: chunk[0])
        return self.chunks[which][0] if which < len(self.chunks) else self.end

    def _read(self) -> None:
        self.flats = []
        text = self.manuscript.files[self.span.path].text
        if self._is_prose():
            self.flats = [flat for _, flat in flats_in(self.manuscript, [self.span])]
        for number, flat in enumerate(self.flats):
            for offset, start, end in zip(flat.offsets, flat.starts, flat.ends, strict=True):
                if end - start == _length(flat, offset) or (
                    self.formulas and text.startswith(("$", "\\("), start)
                ):
                    self.chunks.append((start, end, number, offset))
        self.chunks.sort()

    def _is_prose(self) -> bool:
        """Whether no environment around the paragraph is code, a drawing or a formula; those within are skipped."""
        return not holding(_no_prose(self.manuscript).get(self.span.path, ()), self.span.start)


def _length(flat: Flat, offset: int) -> int:
    which = bisect_right(flat.offsets, offset)
    return (flat.offsets[which] if which < len(flat.offsets) else len(flat.text)) - offset


@once
def _silent(manuscript: ManuscriptRecords) -> dict[str, list[tuple[int, int]]]:
    """Return the ranges that print nothing, by file, sorted: dead text, and settings of floats, lists and tables."""
    ranges = {path: list(dead) for path, dead in manuscript.dead.items()}
    for environment in manuscript.environments:
        if environment.name in _WITH_SETTINGS:
            path, start, end = environment.begin
            ranges.setdefault(path, []).append((start, end))
    return {path: outermost(here) for path, here in ranges.items()}


@once
def _no_prose(manuscript: ManuscriptRecords) -> dict[str, list[tuple[int, int]]]:
    """Return the outermost ranges without prose, by file, sorted: bodies of some environments, and dead text."""
    ranges = {path: list(dead) for path, dead in manuscript.dead.items()}
    for environment in manuscript.environments:
        if environment.name in _NO_PROSE:
            span = environment.span
            ranges.setdefault(span.path, []).append((environment.begin.end, span.end))
    return {path: outermost(here) for path, here in ranges.items()}


def sentence_of(manuscript: ManuscriptRecords, span: Span) -> Sentence | None:
    """Return the sentence that contains the start of ``span``, None outside any."""
    return _index(manuscript).at(span)


@once
def _index(manuscript: ManuscriptRecords) -> Innermost[Sentence]:
    return Innermost(document_sentences(manuscript))
