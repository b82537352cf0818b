"""The reading text of a document: its passages, each with its place, sentences and quantities."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property, partial
from itertools import accumulate, groupby
from typing import TYPE_CHECKING, Any, TypeVar

from argcheck.files.cache import digest
from argcheck.files.diagnostic import Span
from argcheck.files.patterns import NUMERALS, lazy, match_at
from argcheck.prose.hashed_runs import hashed_runs, paragraph_of, unpacked
from argcheck.prose.siunitx_numbers import as_printed
from argcheck.prose.summaries import summaries
from argcheck.tex.document_language import language, languages_used
from argcheck.tex.formulas import FORMULA
from argcheck.tex.vocabulary import code_of, codes, groups, listed, needed, with_english

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from argcheck.prose.hashed_runs import Paragraph
    from argcheck.prose.quantities import Quantity
    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.pieces import Stretch

_Result = TypeVar("_Result")
_MIXED = ("discussion", "diskussion", "result", "ergebnis", "résultat", "experiment", "evaluation")
_LONG_SENTENCE = 400  # most characters of a sentence on either side of an offset
_HUNDREDS = lazy(r"\d\d\d[\s\xa0\u202f][^\W\d_]{4}")  #: hundreds of something; shorter nouns are not compared


class Passage:
    """The reading text of one paragraph, caption, footnote or row of a table.

    Offsets count characters of `text`.
    """

    def __init__(self, paragraph: Paragraph, source: str) -> None:
        """Make the passage of a paragraph; ``source`` is the text of its file."""
        self.place, self._flat, language, self._foreign, _ = paragraph
        self.language = language  #: a code
        self.kind = self._flat.kind  #: ``prose``, ``item``, ``title``, ``caption``, ``footnote`` or ``table``
        self.text = as_printed(self._flat, language, source).replace(FORMULA, "").replace("\xad", "")
        self._looked_for: dict[Callable[[Passage], Iterable[Any]], tuple[Any, ...]] = {}
        #: what searches found in the run that it is in, by passage, and its number there; the same before it was moved
        self.run: tuple[Mapping[str, Sequence[int]], int] = {}, 0
        self._run_before = self.run

    def once(self, find: Callable[[Passage], Iterable[_Result]]) -> tuple[_Result, ...]:
        """Return what ``find`` yields, which must depend on this passage alone; it is called once and remembered."""
        if find not in self._looked_for:
            self._looked_for[find] = tuple(find(self))
        return self._looked_for[find]

    def moved(self, paragraph: Paragraph) -> Passage:
        """Return the passage of another paragraph with the same content, which knows the searches without results."""
        passage = Passage.__new__(Passage)
        place, flat, _, foreign, _ = paragraph
        vars(passage).update(
            vars(self), place=place, _flat=flat, _foreign=foreign, _looked_for={}, _run_before=self.run
        )
        return passage

    def in_vain(self, kind: str) -> bool:
        """Whether a search found nothing in this passage before it was moved."""
        known, number = self._run_before
        return number not in known.get(kind, (number,))

    @cached_property
    def sentences(self) -> list[tuple[int, int]]:
        """Start and end of each sentence."""
        from argcheck.tex.sentences import lists, split

        return split(self.text, lists(self.language))

    @cached_property
    def has_digits(self) -> bool:
        """Whether the passage has a digit."""
        return any(map(self.text.__contains__, "0123456789"))

    @cached_property
    def _numerals(self) -> list[int]:
        """Where runs of digits begin that do not follow a letter; commas and points divide them."""
        return [numeral.start() for numeral in NUMERALS.finditer(self.text)] if self.has_digits else []

    @property
    def numbers(self) -> int:
        """The number of runs of digits that do not follow a letter."""
        return len(self._numerals)

    def at_numbers(self, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
        """Yield what ``finditer`` does, for a pattern that begins with a number; faster, as only numbers are tried."""
        return match_at(pattern, self.text, self._numerals)

    @cached_property
    def may_count(self) -> bool:
        """Whether the passage may have counts: of people and the like, of containers, or of anything by hundreds."""
        from argcheck.prose.samples import counted_things

        by_hundreds = self.has_digits and _HUNDREDS.search(self.text) is not None
        return by_hundreds or not counted_things(self.language).isdisjoint(self.words)

    def may_say(self, key: str) -> bool:
        """Whether the passage may have a phrase of a list, in its language or English: letters that it needs occur."""
        return any(map(self._lower.__contains__, needed(with_english(self.language), key)))

    @cached_property
    def _lower(self) -> str:
        return self.text.lower()

    def may_have(self, quantities: int) -> bool:
        """Whether the passage may have so many quantities: it has as many numbers in digits, or any in words."""
        return self.numbers >= quantities or bool(self._foreign) or self._has_spelt

    @cached_property
    def _has_spelt(self) -> bool:
        from argcheck.prose.number_words import spelt

        return bool(spelt(self.words, self.language))

    @cached_property
    def words(self) -> frozenset[str]:
        """The words and numbers of the passage in lower case."""
        from argcheck.prose.quantities import words_of

        return words_of(self.text)

    @cached_property
    def quantities(self) -> list[Quantity]:
        """The quantities of the passage, in order."""
        from argcheck.prose.quantities import read

        return [
            quantity._replace(start=quantity.start + start, end=quantity.end + start) if start else quantity
            for start, end, language in self._parts()
            for quantity in (read(self.text[start:end], language, self.words) if language else ())
        ]

    def _parts(self) -> Iterator[tuple[int, int, str]]:
        """Yield start, end and language of the parts of the text, divided at words in another language."""
        done = 0
        for place, name in self._foreign:
            start, end = self._offset(place.start), self._offset(place.end)
            if done <= start < end:
                yield done, start, self.language
                yield start, end, code_of(name)
                done = end
        yield done, len(self.text), self.language

    def _offset(self, place: int) -> int:
        """Return the offset of the first character at or after a place in the source."""
        return bisect_left(
            range(len(self.text)), place, key=lambda at: self._flat.source_start(self._kept[at])
        )

    def sentence(self, offset: int) -> tuple[int, int]:
        """Return start and end of the sentence around an offset, at most `_LONG_SENTENCE` from it on either side."""
        which = bisect_right(self.sentences, offset, key=lambda sentence: sentence[0]) - 1
        start, end = self.sentences[which] if which >= 0 else (0, len(self.text))
        return max(start, offset - _LONG_SENTENCE), min(end, offset + _LONG_SENTENCE)

    def place_of(self, quantity: Quantity) -> Span:
        """Return the place in the source of a quantity of the passage."""
        return self.span(quantity.start, quantity.end)

    def span(self, start: int, end: int) -> Span:
        """Return the place in the source of a part of the text."""
        first, last = self._kept[start], self._kept[max(start, end - 1)]
        return Span(self.place.path, self._flat.source_start(first), self._flat.source_end(last))

    @cached_property
    def _kept(self) -> Sequence[int]:
        """The offset of each character in the text of the paragraph."""
        text = self._flat.text
        if len(text) == len(self.text):
            return range(len(text))
        return [place for place, character in enumerate(text) if character not in (FORMULA, "\xad")]


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
        read = (paragraph_of(self._manuscript, self._path, flat) for flat in unpacked(self._packed))
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
                yield Passage(paragraph_of(self.manuscript, path, flat), self.manuscript.files[path].text)

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
