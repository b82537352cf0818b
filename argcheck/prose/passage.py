"""A passage of a document: the reading text of one paragraph, with its place, sentences and quantities."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import NUMERALS, lazy, match_at
from argcheck.prose.siunitx_numbers import as_printed
from argcheck.tex.formulas import FORMULA
from argcheck.tex.vocabulary import code_of, needed, with_english

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from argcheck.prose.hashed_runs import Paragraph
    from argcheck.prose.quantities import Quantity

_Result = TypeVar("_Result")
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
