"""The places of a summary's numbers in the body: in cells, in captions, in sentences near references to floats.

A number alone is no evidence, since tables are full of numbers.  It counts together with words of its row and column,
caption or sentence, or with other numbers of the claim, and if no other float can be meant.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.content_words import bag_of
from argcheck.argument.extract.data_cells import Datum, agree, unit_of
from argcheck.files.grouping import lists_by_key
from argcheck.prose.quantities import is_whole, read
from argcheck.tex.document_language import language_of
from argcheck.tex.tables import tables
from argcheck.tex.vocabulary import table as of_language

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from argcheck.argument.extract.layout import Layout
    from argcheck.argument.model import Node
    from argcheck.files.diagnostic import Span
    from argcheck.prose.quantities import Quantity
    from argcheck.tex.model import Sentence
    from argcheck.tex.tables import Table

_TELLING = 2  # least digits of a fraction or a number with a unit
_COUNTED = 3  # least digits of other numbers
_YEARS = range(1500, 2101)
_OFTEN = 8  # most places of a number that is not too common
_LONGEST = 40  # most characters of a cell with a number
_FAR = 2  # most sentences between a number and the reference to its float
_ROUNDED = 0.06  # most relative change of the leading digits by rounding to two
_WORDS, _SAID = 3, 0.25  # least words, and share of the claim's weight, in common with a sentence
_SHOWN = 0.3  # least share of the claim's weight in row, column and float
_TOGETHER = 0.2  # the same for several numbers of the claim
_CLOSE = 0.5  # share of the best float's share from which another float could be meant


class StatedNumber(NamedTuple):
    """A number of the body with its context."""

    datum: Datum
    floats: frozenset[str]  #: ids of floats that show it; empty if it is only in the text
    words: frozenset[str]  #: those of its row and column, or of its sentence
    anchor: Sentence | None  #: the sentence that refers to the floats; None for a number in the float
    beside: bool  #: whether the number is in another sentence than the reference
    counts: bool  #: whether a noun after it says what is counted


class ShownFloats(NamedTuple):
    """The floats that show the numbers of a claim."""

    floats: frozenset[str]
    anchor: (
        Sentence | None
    )  #: the sentence with the numbers that refers to the floats; None if only the floats have them


class _Candidate(NamedTuple):
    """Floats that may be meant, and how much of a claim they show."""

    numbers: int  #: how many of the claim's numbers are there with words of it
    share: float  #: share of the claim's weight of words
    floats: frozenset[str]
    best: StatedNumber
    bears: bool


class ShownNumbers:
    """The numbers of a document's body, read when a claim has one."""

    def __init__(
        self,
        layout: Layout,
        sentences: Sequence[Sentence],
        anchors: Mapping[Span, Sequence[Node]],
        closing: Callable[[Span], bool],
        weight: Callable[[frozenset[str]], float],
    ) -> None:
        """Prepare the search.

        :param sentences: those that can support a claim, in document order.
        :param anchors: what they refer to, by the place of the sentence.
        :param closing: whether a place is in a summary.
        :param weight: returns the weight of words.
        """
        self._layout, self._sentences, self._anchors = layout, sentences, anchors
        self._closing, self._weight = closing, weight

    def ground(self, sentence: Sentence, inside: Callable[[Span], bool]) -> ShownFloats | None:
        """Return the floats that show the numbers of a claim, or None if there are none or several could be meant.

        :param inside: whether a place is in the part of the document that the claim summarises.
        """
        numbers = [
            quantity for quantity in _quantities(sentence.text, sentence.language) if _is_telling(quantity)
        ]
        words = _words(sentence.text)
        whole = self._weight(words)
        if not numbers:
            return None
        by_floats: dict[frozenset[str], list[tuple[Quantity, StatedNumber]]] = defaultdict(list)
        for quantity in numbers:
            places = self._places(quantity)
            for statement in places if len(places) <= _OFTEN else ():
                if statement.floats and inside(statement.datum.span):
                    by_floats[statement.floats].append((quantity, statement))
        candidates = sorted(
            (self._candidate(words, whole, floats, here) for floats, here in by_floats.items()),
            key=lambda candidate: (candidate.bears, candidate.numbers, candidate.share),
            reverse=True,
        )
        if not candidates or not candidates[0].bears:
            return None
        first, *others = candidates
        if any(_could_be_meant(other, first) for other in others):
            return None
        left = len(numbers) - first.numbers
        enough = not left or (not first.best.beside and 1 < first.numbers >= left)
        return ShownFloats(first.floats, first.best.anchor) if enough else None

    def _candidate(
        self,
        words: frozenset[str],
        whole: float,
        floats: frozenset[str],
        here: Sequence[tuple[Quantity, StatedNumber]],
    ) -> _Candidate:
        """Return how much of a claim some floats show, given the places of its numbers in them."""
        shares = {id(statement): self._share(words & statement.words, whole) for _, statement in here}
        quantity, best = max(here, key=lambda item: shares[id(item[1])])
        numbers = len({quantity for quantity, statement in here if words & statement.words})
        known = words & frozenset(chain.from_iterable(map(self._vocabulary.__getitem__, floats)))
        share, around = shares[id(best)], self._share(known, whole)
        shared = words & best.words
        in_cells = any(_is_named(words, *stated) for stated in here)
        bears = (
            (len(shared) >= _WORDS + _is_short(quantity) and share >= _SAID)
            or (in_cells and len(known) >= _WORDS and around >= _SHOWN)
            or (numbers > 1 and around >= _TOGETHER)
        )
        return _Candidate(numbers, max(share, around if in_cells else 0), floats, best, bears)

    def _share(self, words: frozenset[str], whole: float) -> float:
        return self._weight(words) / whole if words else 0.0

    # -- the numbers of the body

    def _places(self, quantity: Quantity) -> list[StatedNumber]:
        """Return the numbers of the body that a printed number can be."""
        leading = _leading(quantity)
        low, high = (bisect_left(self._leadings, leading * (1 + change)) for change in (-_ROUNDED, _ROUNDED))
        return [statement for statement in self._statements[low:high] if _stands_for(quantity, statement)]

    @cached_property
    def _statements(self) -> list[StatedNumber]:
        """Every number of the body, in the order of its digits."""
        every = (
            statement for statement in chain(self._in_tables(), self._in_text()) if statement.datum.value > 0
        )
        return sorted(every, key=lambda statement: _leading(statement.datum))

    @cached_property
    def _leadings(self) -> list[float]:
        return [_leading(statement.datum) for statement in self._statements]

    def _in_tables(self) -> Iterator[StatedNumber]:
        for table in tables(self._layout.manuscript):
            if floats := self._around(table.environment.span):
                yield from _in_cells(
                    table, floats, language_of(self._layout.manuscript, table.environment.span)
                )

    def _in_text(self) -> Iterator[StatedNumber]:
        """Yield the numbers of captions and of the prose outside of summaries."""
        for sentence in self._sentences_of_floats:
            yield from _in_sentence(sentence, self._around(sentence.span), None)
        for sentence in self._sentences:
            if not self._closing(sentence.span):
                anchor = self._beside.get(sentence.span)
                floats = self._referred_to(anchor) if anchor else frozenset()
                yield from _in_sentence(sentence, floats, anchor)

    @cached_property
    def _sentences_of_floats(self) -> list[Sentence]:
        from argcheck.tex.reading_text import document_sentences

        captions = (
            sentence for sentence in document_sentences(self._layout.manuscript) if sentence.kind == "caption"
        )
        return [sentence for sentence in captions if self._around(sentence.span)]

    def _around(self, span: Span) -> frozenset[str]:
        """Return the id of the float around a place, as a set of at most one."""
        name = self._layout.floats.get(self._layout.at(span))
        return frozenset([name] if name else [])

    def _referred_to(self, sentence: Sentence) -> frozenset[str]:
        return frozenset(node.id for node in self._anchors.get(sentence.span, ()) if node.sort == "float")

    @cached_property
    def _beside(self) -> dict[Span, Sentence]:
        """For places of sentences the nearest sentence of the paragraph that refers to a float."""
        beside = {}
        for sentences in lists_by_key(
            (sentence.paragraph, sentence) for sentence in self._sentences
        ).values():
            referring = [place for place, sentence in enumerate(sentences) if self._referred_to(sentence)]
            for place, sentence in enumerate(sentences):
                near = min(referring, key=lambda other: (abs(other - place), other > place), default=None)
                if near is not None and abs(near - place) <= _FAR:
                    beside[sentence.span] = sentences[near]
        return beside

    @cached_property
    def _vocabulary(self) -> dict[str, frozenset[str]]:
        """The words of each float and of the sentences that refer to it, by id."""
        words_of: dict[str, set[str]] = defaultdict(set)
        for table in tables(self._layout.manuscript):
            for name in self._around(table.environment.span):
                words_of[name].update(_words(" ".join(cell.text for cell in chain.from_iterable(table.rows))))
        for sentence in self._sentences_of_floats:
            for name in self._around(sentence.span):
                words_of[name] |= _words(sentence.text)
        for sentence in self._sentences:
            anchor = self._beside.get(sentence.span)
            for name in self._referred_to(anchor) if anchor else ():
                words_of[name] |= _words(sentence.text)
        return defaultdict(frozenset, {name: frozenset(words) for name, words in words_of.items()})


def _is_named(words: frozenset[str], quantity: Quantity, statement: StatedNumber) -> bool:
    """Whether a claim names row or column of a cell by a word, of a short number by two."""
    named = words & statement.words
    return statement.anchor is None and len(named) > _is_short(quantity)


def _could_be_meant(other: _Candidate, first: _Candidate) -> bool:
    """Whether other floats than the first have as many of the claim's numbers, and half as much of its words."""
    alike = other.floats <= first.floats or other.floats >= first.floats
    return not alike and other.numbers >= first.numbers and other.share >= _CLOSE * first.share


def _in_cells(table: Table, floats: frozenset[str], language: str) -> Iterator[StatedNumber]:
    """Yield the numbers of a table, each with the words of its row and of the heads of its column."""
    heads: dict[int, str] = defaultdict(str)
    called = ""  # text of the first column, which a cell over several rows gives to all of them
    for row in table.rows:
        numbers = [
            (cell, _quantities(cell.text, language) if len(cell.text) <= _LONGEST else []) for cell in row
        ]
        called = row[0].text or called if row else called
        in_row = _words(" ".join([called, *(cell.text for cell in row)]))
        for cell, quantities in numbers:
            head = heads[cell.column]
            for quantity in quantities:
                in_unit = quantity._replace(unit=quantity.unit or unit_of(head))
                yield _stated_number(in_unit, cell.span, floats, in_row | _words(head))
        for cell, quantities in numbers:
            if not quantities and cell.column:
                for column in range(cell.column, cell.column + cell.columns):
                    heads[column] = f"{heads[column]} {cell.text}".strip()


def _in_sentence(
    sentence: Sentence, floats: frozenset[str], anchor: Sentence | None
) -> Iterator[StatedNumber]:
    words = _words(sentence.text)
    for quantity in _quantities(sentence.text, sentence.language):
        yield _stated_number(quantity, sentence.span, floats, words, anchor)


def _stated_number(
    quantity: Quantity,
    span: Span,
    floats: frozenset[str],
    words: frozenset[str],
    anchor: Sentence | None = None,
) -> StatedNumber:
    datum = Datum(quantity.text, span, quantity.value, quantity.unit)
    beside = anchor is not None and anchor.span != span
    return StatedNumber(datum, floats, words, anchor, beside, bool(quantity.noun))


def _quantities(text: str, language: str) -> list[Quantity]:
    if not any(map(str.isdecimal, text)):
        return []
    return read(text, language if of_language(language, "numbers") else "en")


def _words(text: str) -> frozenset[str]:
    return frozenset(word for word in bag_of(text) if not word[0].isdigit())


def _leading(number: Quantity | Datum) -> float:
    """Return the digits of a number as a number from 1 to 10, which percent, thousands and the like do not change."""
    value = number.value
    return float(value.scaleb(-value.adjusted()))


def _digits(quantity: Quantity) -> int:
    """Return the number of significant digits."""
    digits = "".join(map(str, quantity.value.as_tuple().digits))
    return len(digits.rstrip("0") if is_whole(quantity) else digits)


def _is_short(quantity: Quantity) -> bool:
    """Whether a number has so few digits that one word more must be with it."""
    return _digits(quantity) <= _TELLING


def _is_telling(quantity: Quantity) -> bool:
    """Whether a number is rare by chance: not a year, a small count or a round number."""
    if quantity.value != quantity.high or quantity.value <= 0 or quantity.unit == "percentage points":
        return False
    if quantity.unit or not is_whole(quantity):
        return _digits(quantity) >= _TELLING
    return _digits(quantity) >= _COUNTED and int(quantity.value) not in _YEARS


def _stands_for(quantity: Quantity, statement: StatedNumber) -> bool:
    """Whether a printed number can be one of the body: a number with a unit is no count or whole number without."""
    datum = statement.datum
    if (
        quantity.unit
        and not datum.unit
        and is_whole(quantity)
        and datum.value == datum.value.to_integral_value()
    ):
        return False
    return not (quantity.unit and not datum.unit and statement.counts) and agree(quantity, datum)
