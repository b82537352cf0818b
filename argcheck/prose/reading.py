"""The reading text of a document, and searches in its passages that are remembered."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property, partial
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any, TypeVar

from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.prose.hashed_runs import Paragraph, hashed_runs, unpacked
from argcheck.prose.passage import Passage
from argcheck.prose.summaries import summaries
from argcheck.tex.document_language import is_mixed, language, language_of, languages_used
from argcheck.tex.model import once
from argcheck.tex.vocabulary import codes, groups, listed, with_english

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator

    from argcheck.tex.flatten import Flat
    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.pieces import Stretch

_Result = TypeVar("_Result")
_MIXED = ("discussion", "diskussion", "result", "ergebnis", "résultat", "experiment", "evaluation")


class _File:
    """The passages of one file, which are read on demand."""

    def __init__(
        self, manuscript: ManuscriptRecords, language: str, read: list[tuple[Stretch, list[tuple[Any, ...]]]]
    ) -> None:
        self._manuscript, self._language = manuscript, language
        stretches, self._packed = zip(*read, strict=True)
        self._key = digest(" ".join(stretch.key for stretch in stretches).encode())
        self._path = stretches[0].piece.path

    @cached_property
    def _paragraphs(self) -> list[Paragraph]:
        """Those in a language with word lists."""
        read = (_paragraph(self._manuscript, self._path, flat) for flat in unpacked(self._packed))
        return [paragraph for paragraph in read if paragraph.language]

    @cached_property
    def passages(self) -> list[Passage]:
        m = self._manuscript
        latest = m.analyses.keep(("latest passages", m.root, self._path), (self._language,), dict)

        def read() -> list[Passage]:
            return _passages(m.files[self._path].text, self._paragraphs, latest)

        passages: list[Passage] = m.analyses.keep(("passages", self._key), (), read)
        return passages

    def runs(self) -> Iterator[_Run]:
        """Yield its runs, with the results that earlier runs of the program stored."""
        m, language = self._manuscript, self._language
        hashed = m.analyses.keep(
            ("runs", self._key), (language,), lambda: hashed_runs(self._paragraphs, language)
        )
        for run, of_run in hashed:
            yield _Run(m.remember("finds", of_run, dict), self, run, language)


class _Run:
    """Consecutive passages of a file."""

    def __init__(self, known: dict[str, list[int]], file: _File, run: slice, language: str) -> None:
        self.known = known  #: search -> numbers of the passages in which it has results
        self._file, self._run, self._language = file, run, language

    @cached_property
    def passages(self) -> list[Passage]:
        passages = self._file.passages[self._run]
        for number, passage in enumerate(passages):
            passage.run = self.known, number
        return passages

    @cached_property
    def own(self) -> list[tuple[int, Passage]]:
        """Those in the language of the document that are not rows of a table, with their numbers."""
        return [
            (number, passage)
            for number, passage in enumerate(self.passages)
            if passage.language == self._language and passage.kind != "table"
        ]

    @cached_property
    def with_digits(self) -> list[tuple[int, Passage]]:
        """Those that have a digit, with their numbers."""
        return [(number, passage) for number, passage in enumerate(self.passages) if passage.has_digits]


class ReadText:
    """The reading text of one document, read once for all comparisons of its numbers."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self.manuscript = manuscript

    @cached_property
    def language(self) -> str:
        """The code of the language of the document, empty for one without word lists."""
        return language(self.manuscript)

    @cached_property
    def spoken(self) -> tuple[str, ...]:
        """The language of the document and English, by their codes."""
        return with_english(self.language)

    @cached_property
    def passages(self) -> list[Passage]:
        """All passages in a language with word lists, in order."""
        return [passage for run in self._runs for passage in run.passages]

    @cached_property
    def _runs(self) -> list[_Run]:
        m = self.manuscript
        if not any(groups(code, "samples.things") for code in languages_used(m)):
            return []
        from argcheck.tex.pieces import of_each_piece, packed_flats

        pieces = of_each_piece(m, partial(packed_flats, m))
        by_file = groupby(pieces, key=lambda made: made[0].piece.path)
        return [run for _, read in by_file for run in _File(m, self.language, list(read)).runs()]

    def finds(
        self,
        find: Callable[[Passage], Iterable[_Result]],
        when: Callable[[Passage], bool] = bool,
        *,
        own: bool = False,
    ) -> Iterator[tuple[Passage, tuple[_Result, ...]]]:
        """Yield the passages in which ``find`` has results, with these, as `Passage.once` returns them.

        The numbers of these passages are remembered for each run of passages, so that the others are not searched again
        until their words change.

        :param when: a fast test whether a passage may have results.
        :param own: search the passages in the language of the document that are not rows of a table, instead of
            all with a digit.
        """
        kind = f"{find.__module__}.{find.__qualname__} {own}"
        for run in self._runs:
            if kind not in run.known:
                run.known[kind] = [
                    number
                    for number, passage in (run.own if own else run.with_digits)
                    if not passage.in_vain(kind) and when(passage) and passage.once(find)
                ]
            for number in run.known[kind]:
                passage = run.passages[number]
                yield passage, passage.once(find)

    @cached_property
    def own(self) -> list[Passage]:
        """The passages in the language of the document that are not rows of a table."""
        return [passage for run in self._runs for _, passage in run.own]

    def read(self, spans: Iterable[Span]) -> Iterator[Passage]:
        """Yield the passages of ranges that begin and end between paragraphs."""
        from argcheck.tex.pieces import flats_in

        for path, flat in flats_in(self.manuscript, spans):
            if not flat.text.isspace():
                yield Passage(_paragraph(self.manuscript, path, flat), self.manuscript.files[path].text)

    @cached_property
    def corrects(self) -> bool:
        """Whether the document says anywhere that its p-values are larger than the statistic alone makes them."""
        return self.says(listed(codes(), "statistics.corrected"))

    @cached_property
    def summaries(self) -> list[tuple[Span, str]]:
        """Abstract and concluding sections, as ``abstract`` or ``conclusion``; none whose title also names results."""
        m = self.manuscript
        kinds = {"abstract": "abstract", "concluding": "conclusion"}
        return [
            (span, kinds[flag])
            for span, flag, title in summaries(m)
            if flag == "abstract" or not any(word in title.lower() for word in _MIXED)
        ]

    @cached_property
    def rest(self) -> list[Span]:
        """The live text without abstract and conclusion."""
        pieces = list(self.manuscript.pieces)
        for hole, _ in self.summaries:
            pieces = [part for piece in pieces for part in _without(piece, hole)]
        return pieces

    def says(self, pattern: re.Pattern[str]) -> bool:
        """Whether a pattern matches anywhere in the live source."""
        m = self.manuscript
        return any(pattern.search(m.files[piece.path].text, piece.start, piece.end) for piece in m.pieces)

    def inside(self, spans: Iterable[Span]) -> list[Passage]:
        """Return the passages that overlap some ranges."""
        inside: set[int] = set()
        for path, start, end in spans:
            starts, reached, numbers = self._places.get(path, ([], [], []))
            near = numbers[bisect_right(reached, start) : bisect_left(starts, end)]
            inside.update(number for number in near if self.passages[number].place.end > start)
        return [self.passages[number] for number in sorted(inside)]

    @cached_property
    def _places(self) -> dict[str, tuple[list[int], list[int], list[int]]]:
        """For each file, in order: the starts of its passages, the furthest end up to each, and their numbers."""
        by_file: dict[str, list[tuple[int, int, int]]] = {}
        for number, passage in enumerate(self.passages):
            path, start, end = passage.place
            by_file.setdefault(path, []).append((start, end, number))
        places = {}
        for path, here in by_file.items():
            starts, ends, numbers = map(list, zip(*sorted(here), strict=True))
            places[path] = starts, list(accumulate(ends, max)), numbers
        return places

    @cached_property
    def body(self) -> list[Passage]:
        """All passages except those of abstract and conclusion."""
        summed_up = set(self.inside(span for span, _ in self.summaries))
        return [passage for passage in self.passages if passage not in summed_up]


def _paragraph(manuscript: ManuscriptRecords, path: str, flat: Flat) -> Paragraph:
    place = Span(path, flat.starts[0], flat.ends[-1])
    written = manuscript.files[path].text[place.start : place.end]
    if not is_mixed(manuscript):
        return Paragraph(place, flat, language_of(manuscript, place), (), written)
    first, last = len(flat.text) - len(flat.text.lstrip()), len(flat.text.rstrip())
    place = Span(path, flat.source_start(first), flat.source_end(last - 1))
    here = _foreign(manuscript).get(path, [])
    low = bisect_right(here, place.start, key=lambda words: words[0].end)
    foreign = here[low : bisect_left(here, place.end, key=lambda words: words[0].start)]
    return Paragraph(place, flat, language_of(manuscript, place), foreign, written)


@once
def _foreign(manuscript: ManuscriptRecords) -> dict[str, list[tuple[Span, str]]]:
    """Return the words in another language by file, in order and without overlaps."""
    by_file: dict[str, list[tuple[Span, str]]] = {}
    for span, name in sorted(manuscript.foreign):
        here = by_file.setdefault(span.path, [])
        if not here or here[-1][0].end <= span.start:
            here.append((span, name))
    return by_file


def _passages(source: str, paragraphs: Iterable[Paragraph], latest: dict[Any, Passage]) -> list[Passage]:
    """Return the passages of the paragraphs of one file.

    :param latest: passages of the last reading by content, whose failed searches are reused; replaced by these.
    """
    before, passages = dict(latest), []
    latest.clear()
    for paragraph in paragraphs:
        known = before.get(said := paragraph.said)
        latest[said] = known.moved(paragraph) if known else Passage(paragraph, source)
        passages.append(latest[said])
    return passages


def _without(piece: Span, hole: Span) -> list[Span]:
    if not piece.overlaps(hole):
        return [piece]
    parts = [Span(piece.path, piece.start, hole.start), Span(piece.path, hole.end, piece.end)]
    return [part for part in parts if part.start < part.end]
