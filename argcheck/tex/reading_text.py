r"""The prose of a document, sentence by sentence, each with its exact place in the source.

Citations and references read as their keys in brackets (``[knuth1984]``), formulas
as themselves where they are short and plain, else as U+FFFC; text macros are
expanded.  Titles, captions, footnotes, list items and table rows are sentences of
their own.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import WORDS, lazy
from argcheck.files.records import NamedTuple
from argcheck.tex import printing_commands, printing_environments
from argcheck.tex.commands import VERBATIM
from argcheck.tex.document_language import language, language_of
from argcheck.tex.flatten import NO_MARKS, Flat, Marks, Reader
from argcheck.tex.formulas import FORMULA
from argcheck.tex.live_source import commented, files_with, holding, outermost
from argcheck.tex.model import once
from argcheck.tex.sentences import lists, split
from argcheck.tex.typography import DISPLAYS, SKIPPED

if TYPE_CHECKING:
    import re
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from argcheck.tex.flatten import Handler
    from argcheck.tex.model import ManuscriptRecords


_MAX_MACRO = 2_000

_LOOSE = lazy(r" (?=[,)]|[.;](?![\w.]))|(?<=[(]) ")
_ONLY_CITED = lazy(r"(?:\[[^\[\]]*\]|[\s\xa0.,;:()])*+\Z")


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


class Sentence(NamedTuple):
    """One sentence; ``text`` is plain, with single blanks."""

    text: str  #: with citations and references as their keys in brackets, and U+FFFC for long formulas
    span: Span  #: from its first to behind its last character in the source
    kind: str  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
    paragraph: int  #: sentences of one paragraph have one number, in document order
    language: str  #: ``en``, ``de``, ``fr``, or empty for a language without word lists


@once
def document_sentences(manuscript: ManuscriptRecords) -> tuple[Sentence, ...]:
    """Return every sentence of a document, in document order; a host comes before its footnotes."""
    return tuple(sentences_in(manuscript, manuscript.pieces))


def plain(manuscript: ManuscriptRecords, span: Span) -> str:
    """Return the words of ``span``, such as a caption or a title, as they are read: the sentences in it, joined by blanks."""
    return " ".join(sentence.text for sentence in sentences_in(manuscript, [span]))


def sentences_in(manuscript: ManuscriptRecords, spans: Iterable[Span]) -> Iterator[Sentence]:
    """Yield the sentences of some ranges of a document; a range begins and ends between paragraphs."""
    paragraph = 0
    for path, flat in flats_in(manuscript, spans):
        code = language_of(manuscript, Span(path, flat.starts[0], flat.ends[-1]))
        ranges = sentence_ranges(flat, code)
        paragraph += bool(ranges)
        for start, end in ranges:
            span = Span(path, flat.source_start(start), flat.source_end(end - 1))
            text = _plain(flat.text[start:end])
            yield Sentence(text, span, flat.kind, paragraph, language_of(manuscript, span))


def flats_in(manuscript: ManuscriptRecords, spans: Iterable[Span]) -> Iterator[tuple[str, Flat]]:
    """Yield the paragraphs of some ranges of a document as reading text, each with its path."""
    preamble = False
    for piece in spans:
        paragraphs, preamble = flats_of(manuscript, piece, preamble=preamble)
        for flat in paragraphs:
            yield piece.path, flat


def flats_of(manuscript: ManuscriptRecords, piece: Span, *, preamble: bool) -> tuple[list[Flat], bool]:
    """Return the paragraphs of one range as reading text, and whether it ends in the preamble.

    They depend on what `reading_of` gives, and on nothing else.

    :param preamble: whether it begins there.
    """
    table, marks, german = _kit(manuscript)
    text = manuscript.files[piece.path].text
    reader = Reader(text, table, marks.get(piece.path, NO_MARKS), german=german)
    reader.preamble = preamble
    return reader.read(piece.start, min(piece.end, len(text))), reader.preamble


def reading_of(manuscript: ManuscriptRecords, piece: Span) -> tuple[object, ...]:
    """Return all that the reading text of a range depends on: two that are equal are read alike."""
    _, marks, german = _kit(manuscript)
    digest = manuscript.files[piece.path].digest
    return (
        piece,
        digest,
        marks.get(piece.path, NO_MARKS),
        german,
        manuscript.text_macros,
        _own_labels(manuscript),
    )


@once
def _kit(manuscript: ManuscriptRecords) -> tuple[Commands, dict[str, Marks], bool]:
    """Gather what reading any range of a document takes."""
    table = commands(manuscript.text_macros, _own_labels(manuscript))
    return table, _marks(manuscript), language(manuscript) == "de"


@once
def _own_labels(manuscript: ManuscriptRecords) -> frozenset[str]:
    """Return the names of the commands that set labels."""
    return frozenset(label.command.rstrip("*") for label in manuscript.labels)


def _marks(manuscript: ManuscriptRecords) -> dict[str, Marks]:
    """Gather what the scanner read by file, so that wrappers of the document's own read like what they wrap."""
    names: dict[Span, list[str]] = {}
    for citation in manuscript.citations:
        keys = names.setdefault(citation.command_span, [])
        if not citation.nocite:
            keys.append(citation.key)
    for reference in manuscript.references:
        if reference.command not in ("hyperref", "hyperlink"):
            names.setdefault(reference.command_span, []).append(reference.name)
    by_file = {path: Marks({}, {}) for path in manuscript.files}
    for (path, start, end), named in names.items():
        by_file[path].objects[start] = (end, f"[{', '.join(named)}]" if named else "")
    for section in manuscript.sections:
        place, title = section.span, section.title
        by_file[place.path].titles[place.start] = (place.end, title.start, title.end)
    for path, ranges in manuscript.dead.items():
        by_file[path].objects.update((start, (end, "")) for start, end in ranges)
    return by_file


def sentence_ranges(flat: Flat, code: str) -> list[tuple[int, int]]:
    """Return the sentences of a paragraph; what has no words is none, what only cites joins the one before.

    ``code`` is that of the language.
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
    return _LOOSE.sub("", " ".join(text.replace(FORMULA, "").split()))


# -- which command prints what


class Commands(dict[str, "Handler"]):
    """The handler of every command by its name; of one that is in no table, by what its name says."""

    def __missing__(self, name: str) -> Handler:
        """Return the handler of a command that is met for the first time."""
        handler = (
            printing_commands.silent
            if name.startswith("if")
            else printing_commands.cite
            if "cite" in name.lower()
            else printing_commands.unknown
        )
        return self.setdefault(name, handler)


def commands(macros: Mapping[str, str], labels: Iterable[str] = ()) -> Commands:
    r"""Return the table of a document: the built-in one, its label commands and its own text macros.

    ``macros`` are argument-free text macros (``{"eg": r"e.g.\\ "}``).
    """
    table = Commands({**printing_commands.HANDLERS, **printing_environments.HANDLERS})
    for name in labels:
        table.setdefault(name, printing_commands.label)
    plain: dict[str, str] = {}
    for written, body in macros.items():
        name = written.lstrip("\\")
        if table.get(name, Reader.accented) is Reader.accented and len(body) <= _MAX_MACRO:
            table[name] = _macro(body, table, plain)
    return table


def _macro(body: str, table: Commands, plain: dict[str, str]) -> Handler:
    """Return the handler of an argument-free macro; its text is worked out at the first use."""
    spaced = "\\xspace" in body

    def handle(reader: Reader, match: re.Match[str]) -> int:
        if body not in plain:
            plain[body] = ""  # what a macro that calls itself prints
            plain[body] = _expand(body, table)
        reader.put(plain[body], match.start(), match.end(1))
        return match.end(1) if spaced else match.end()

    return handle


def _expand(body: str, table: Commands) -> str:
    return " ".join(flat.text for flat in Reader(body, table).read(0, len(body)))[:_MAX_MACRO]


# -- where words stand in what is printed


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
    which = bisect_left(ends, offset, key=itemgetter(0))
    if which and ends[which - 1][1] > offset:  # within a title
        return paragraph(text, offset, low, high)
    start = ends[which - 1][1] if which and ends[which - 1][0] >= low else low
    return start, max(offset, min(high, ends[which][0]) if which < len(ends) else high)


def printed(
    manuscript: ManuscriptRecords,
    pattern: re.Pattern[str],
    needles: Iterable[str],
    paths: Container[str] = (),
) -> Iterator[Printed]:
    """Yield what ``pattern`` finds in the source and the document prints as it is written there.

    ``needles`` are strings of which every match has one; files without any are not searched.  Linear.

    :param paths: the files to search, where the caller knows them.
    """
    wanted = paths or files_with(manuscript, needles)
    for piece in manuscript.pieces:
        if piece.path in wanted:
            yield from _in_piece(manuscript, piece, pattern)


def _in_piece(manuscript: ManuscriptRecords, piece: Span, pattern: re.Pattern[str]) -> Iterator[Printed]:
    text, dead = manuscript.files[piece.path].text, sorted(manuscript.dead.get(piece.path, ()))
    around: _Paragraph | None = None
    for match in pattern.finditer(text, piece.start, piece.end):
        offset = match.start()
        if around is None or offset >= around.end:
            start, end = paragraph(
                text, offset, around.end if around else piece.start, min(piece.end, len(text))
            )
            around = _Paragraph(manuscript, Span(piece.path, start, end))
        if (printed_as := around.at(offset)) and not commented(text, offset) and not holding(dead, offset):
            span = Span(piece.path, offset, match.end())
            yield Printed(span, match, *printed_as, language_of(manuscript, span))


class _Paragraph:
    """The reading text of one paragraph, asked by places in the source."""

    def __init__(self, manuscript: ManuscriptRecords, span: Span) -> None:
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
        inside = bisect_right(ranges, place, key=itemgetter(0)) - 1
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


@once
def _no_prose(manuscript: ManuscriptRecords) -> dict[str, list[tuple[int, int]]]:
    """Return the outermost ranges without prose of each file, in order: those of known environments and what is dead."""
    ranges = {path: list(dead) for path, dead in manuscript.dead.items()}
    for environment in manuscript.environments:
        if environment.name in _NO_PROSE:
            span = environment.span
            ranges.setdefault(span.path, []).append((environment.begin.end, span.end))
    return {path: outermost(here) for path, here in ranges.items()}
