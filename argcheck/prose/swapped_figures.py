"""Figures that the text gives twice in the same words, once with two neighbouring digits swapped.

Compared are counts of one thing ("2,871 letters" and "2,781 letters") of which one is more frequent, and figures of
any kind: of "an accuracy of 94.3 %" and "the accuracy is 93.4 %", the one that occurs once is mistyped if the other
occurs several times, with the same word or sign after it and the same words around, or if it has five digits.  Two
that both occur once are as often two results, unless they have the same uncertainty ("a mass of 62.7 ± 1.3" and "a mass
of 67.2 ± 1.3"), follow the same figure ("119 and 319 candidates" and "119 and 139"), or the table row of the other one
has another count of the sentence, of four digits.  Figures in a reference or in one paragraph are not compared.
"""

from __future__ import annotations

import re
from itertools import pairwise
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import LETTERS, lazy, long_words
from argcheck.prose.quantities import units
from argcheck.prose.samples import PARTIAL, Count, count_of, is_count, swaps
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import flag, with_english, wording, words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.quantities import Quantity
    from argcheck.prose.reading import Passage, ReadText


class Conflict(NamedTuple):
    """Two different numbers of one thing."""

    span: Span  #: of the later one
    text: str
    first: Span
    first_text: str


class Figure(NamedTuple):
    """A number in a passage, with its offsets."""

    passage: Passage
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Its place in the source."""
        return self.passage.span(self.start, self.end)

    @property
    def text(self) -> str:
        """The number with the word or sign after it."""
        behind = _BEHIND.match(self.passage.text, self.end)
        return " ".join(self.passage.text[self.start : behind.end() if behind else self.end].split())


#: Both begin with a digit, so that a search is fast. Numbers such as "1.2.1.1" are not figures: they count steps or
#: versions.
_FIGURE = lazy(r"\d(?<![\w.,/:^-]\d)(?=[\d.,]{2})\d*(?:[.,]\d{3})*(?:[.,]\d+)?(?!\w|[.,]\d|[-–/:]\d)")
_PAIR = lazy(r"(\d\d)(?<=\s\d\d)\s([^\W\d_]{4,})")
_BEHIND = lazy(r"[ \xa0\u2009\u202f]?([^\W\d_]+|[%‰°€$])")
_SAME = 3  # words before two figures of one measurement
_DIGITS = 3  # least digits of a figure: with fewer, two figures are often alike by chance
_BEFORE = 60  # characters that are searched for the last words before a figure
_LAST = 4  # of these words
_UNIT = 3  # letters of a unit
_THE = r"\b{shares.the}\s\Z"
_ARTICLE = 30  # characters that such words may have
_JOINED = 6  # characters between two ends of a range: " and ", " to "
_YEARS = range(1500, 2101)
LONG = 5  # digits from which two figures are hardly ever alike by chance
_CERTAIN = 1000  # from here on, two counts hardly ever differ in a swap of digits by chance
_DISTINCT = 200  # most different counts of one noun: with more, they are years, pages or prices
# a list of works that is typed out
_REFERENCE = lazy(r"\bdoi\b|https?:|\bpp?\.[\s\xa0]?\d|\d\)?:[\s\xa0]?\d")


def swapped(text: ReadText) -> Iterator[Conflict]:
    """Yield the figures that occur once, each with the figure of which it is a swap."""
    for figure, other in (*_definite(text), *_in_one_order(text)):
        yield Conflict(figure.span, figure.text, other.span, other.text)


def _in_one_order(text: ReadText) -> Iterator[tuple[Figure, Figure]]:
    """Yield figures that occur once, with one in the same words that has two digits in the other order."""
    literals: dict[str, list[Figure]] = {}
    for passage, figures in text.finds(_figures):
        for literal, start, end in figures:
            literals.setdefault(literal, []).append(Figure(passage, start, end))
    paired: set[str] = set()
    for literal, places in literals.items():
        if len(places) > 1 or sum(map(str.isdecimal, literal)) < _DIGITS or _is_year(literal):
            continue
        [figure] = places
        if figure.passage.kind == "table":  # it has no words of a sentence around it
            continue
        for other in _swaps(literal):
            twins = [*literals.get(other, ()), *literals.get(_shorter(other), ())]
            if any(twin.passage is figure.passage for twin in twins):
                continue
            if len(twins) > 1:
                same = (_same_words, _beside_one, _after_words, _both_long)
            else:  # two that both occur once are one finding; fractions that are nearly alike are two results
                same = (_as_uncertain, _beside_one, *(() if "." in literal else (_both_long,)))
                twins = [] if literal in paired else twins
            told = [twin for twin in twins if twin.passage.kind != "table"]
            rows = [twin for twin in twins if twin.passage.kind == "table"]
            alike = (twin for twin in told if any(have(figure, twin) for have in same))
            twin = next(alike, None) or next((row for row in rows if _in_one_row(figure, row)), None)
            if twin:
                paired.add(other)
                yield figure, twin


def _shorter(literal: str) -> str:
    """Return a fraction without the zeros at its end; empty if it has none."""
    return literal.rstrip("0") if "." in literal and literal.endswith("0") else ""


def _figures(passage: Passage) -> Iterator[tuple[str, int, int]]:
    """Yield every figure of a passage as written, with its range."""
    for match in passage.at_numbers(_FIGURE):
        yield match[0], *match.span()


def _is_year(literal: str) -> bool:
    return literal.isdecimal() and natural(literal) in _YEARS


def _swaps(literal: str) -> Iterator[str]:
    """Yield the numbers that result from swapping two neighbouring digits, but not zeros (0.10 and 0.01)."""
    places = [place for place, sign in enumerate(literal) if sign.isdecimal()]
    for first, second in pairwise(places):
        if literal[first] != literal[second] and "0" not in (literal[first], literal[second]):
            between = literal[first + 1 : second]  # at most a sign
            yield literal[:first] + literal[second] + between + literal[first] + literal[second + 1 :]


def _same_words(figure: Figure, other: Figure) -> bool:
    """Whether two figures have the same word or sign after them, and the same word before them or after that.

    With a unit it must be the word right before them, since much is measured in one unit. With things that are counted
    any of the last words will do.
    """
    spoken = with_english(figure.passage.language)
    empty = words(spoken, "claims.stopwords") | words(spoken, "numbers.uncounted") | {""}
    (unit, before, after), (same_unit, same_before, same_after) = map(
        _around, (figure, other), (empty, empty)
    )
    if (
        unit != same_unit
        or unit in empty
        or any(_REFERENCE.search(item.passage.text) for item in (figure, other))
    ):
        return False
    last = len(before) if len(unit) > _UNIT and unit not in units() else 1
    alike = not set(before[:last]).isdisjoint(same_before[:last]) or after == same_after != ""
    return alike and not _of_a_part(figure) and not _of_a_part(other)


def _as_uncertain(figure: Figure, other: Figure) -> bool:
    """Whether two figures have the same uncertainty and the same `_SAME` words before them: one measurement."""
    uncertainty = _uncertainty(figure)
    if not uncertainty or uncertainty != _uncertainty(other):
        return False
    spoken = with_english(figure.passage.language)
    empty = words(spoken, "claims.stopwords") | words(spoken, "numbers.uncounted") | {""}
    before, same = (_around(item, empty)[1][:_SAME] for item in (figure, other))
    return before == same and len(before) == _SAME


def _after_words(figure: Figure, other: Figure) -> bool:
    """Whether two long figures have the same words right before them: "a geometric mean speedup of 10.26"."""
    if figure.end - figure.start <= _DIGITS + 1:
        return False
    before, same = (
        LETTERS.findall(item.passage.text[max(0, item.start - _BEFORE) : item.start])[-_SAME:]
        for item in (figure, other)
    )
    telling = sum(len(word) > _DIGITS for word in before)
    # the words after them, "10.26 over that of others", belong to the figure
    return (
        before == same and telling > 1 and not any(_of_a_part(item, behind=False) for item in (figure, other))
    )


def _both_long(figure: Figure, other: Figure) -> bool:
    """Whether both figures have so many digits that it is no chance, regardless of the words around them: "46,859".

    Digits without a separator may be a name: "HD 46859".
    """
    return not any(
        item.passage.text[item.start : item.end].isdecimal()
        or sum(map(str.isdecimal, item.text)) < LONG
        or _REFERENCE.search(item.passage.text)
        for item in (figure, other)
    )


def _beside_one(figure: Figure, other: Figure) -> bool:
    """Whether both have the same figure right beside them: "an ICC of 0.174 (86.2 %)", "0.174, that is 82.6 %"."""
    beside, same = ({_figure_before(item), _figure_behind(item)} - {""} for item in (figure, other))
    return any(not _is_year(literal) for literal in beside & same)


def _in_one_row(figure: Figure, other: Figure) -> bool:
    """Whether the sentence has a long count that is in the row of the other: "434 of 1722 answers", "1722 & 443"."""
    if not figure.passage.text[figure.start : figure.end].isdecimal():
        return False
    row = {match[0] for match in _FIGURE.finditer(other.passage.text)}
    start, end = figure.passage.sentence(figure.start)
    counts = (count for count in figure.passage.quantities if start <= count.start < end and count.noun)
    return any(
        len(number) > _DIGITS and number in row for number in (count.text.split()[0] for count in counts)
    )


def _figure_before(figure: Figure) -> str:
    """Return the figure right before another one, as written; empty if there is none, or it is an uncertainty."""
    text = figure.passage.text[max(0, figure.start - _BEFORE) : figure.start]
    last = next(iter([*_FIGURE.finditer(text)][-1:]), None)
    if last is None or text[: last.start()].endswith(("±", "± ")) or len(text) - last.end() > _ARTICLE:
        return ""
    plain = sum(map(str.isdecimal, last[0])) >= _DIGITS and not any(map(str.isdecimal, text[last.end() :]))
    return last[0] if plain else ""


def _figure_behind(figure: Figure) -> str:
    """Return the figure right after another one ("0.28 and 0.21"), as written; empty if none, or an uncertainty."""
    text = figure.passage.text[figure.end : figure.end + _BEFORE]
    first = _FIGURE.search(text)
    if first is None or first.start() > _JOINED or "±" in text[: first.start()]:
        return ""
    plain = sum(map(str.isdecimal, first[0])) >= _DIGITS and not any(
        map(str.isdecimal, text[: first.start()])
    )
    return first[0] if plain else ""


def _uncertainty(figure: Figure) -> str:
    """Return the number after a ± that follows a figure; empty if there is none."""
    behind = figure.passage.text[figure.end : figure.end + _ARTICLE].lstrip()
    return next(iter(behind[1:].split()), "").rstrip(".,;)") if behind.startswith("±") else ""


def _of_a_part(figure: Figure, *, behind: bool = True) -> bool:
    """Whether the sentence is about a group, year or stage, or approximate, before or also ``behind`` the figure."""
    start, end = figure.passage.sentence(figure.start)
    partial = wording(with_english(figure.passage.language), PARTIAL)
    text = figure.passage.text
    before = partial.search(text, start, figure.start)
    return bool(before or (behind and partial.search(text, figure.end, end)))


def _around(figure: Figure, empty: frozenset[str]) -> tuple[str, list[str], str]:
    """Return the word or sign after a figure, the last meaningful words before it, and the word after the first."""
    text = figure.passage.text
    unit = _BEHIND.match(text, figure.end)
    before = [word.lower() for word in long_words(text[max(0, figure.start - _BEFORE) : figure.start], 3)]
    after = _BEHIND.match(text, unit.end()) if unit else None
    return (
        unit[1].lower() if unit else "",
        [word for word in reversed(before) if word not in empty][:_LAST],
        after[1].lower() if after and after[1].lower() not in empty else "",
    )


def _definite(text: ReadText) -> Iterator[tuple[Figure, Figure]]:
    """Yield "all 12 stars" if it occurs once, and "the 21 stars" several times."""
    named: dict[tuple[str, str], list[Figure]] = {}
    for passage, pairs in text.finds(_pairs):
        for digits, noun, start, end in pairs:
            named.setdefault((digits, noun), []).append(Figure(passage, start, end))
    for (digits, noun), places in named.items():
        twins = named.get((digits[::-1], noun), [])
        if (
            len(places) == 1 < len(twins)
            and "0" not in digits
            and not any(twin.passage is places[0].passage for twin in twins)
        ) and not _of_a_part(places[0]):
            yield places[0], twins[0]


def _pairs(passage: Passage) -> Iterator[tuple[str, str, int, int]]:
    """Yield the two-digit numbers of "the 21 stars" and the like: number, noun, start and end of the number."""
    the = wording(with_english(passage.language), _THE, re.IGNORECASE)
    done = 0
    for match in passage.at_numbers(_PAIR):
        start, end = match.span(1)
        if the.search(passage.text, max(done, start - _ARTICLE), start) and not is_measure(
            match[2], passage.language
        ):
            done = match.end()
            yield match[1], match[2].lower(), start, end


def transposed(text: ReadText) -> Iterator[tuple[Count, Count]]:
    """Yield pairs of counts of the same things that differ in a swap of digits, the more frequent first."""
    counted: dict[str, dict[str, list[tuple[Passage, Quantity]]]] = {}
    for passage, quantities in text.finds(_precise, attrgetter("may_count"), own=True):
        for quantity in quantities:
            places = counted.setdefault(quantity.noun, {}).setdefault(str(int(quantity.value)), [])
            places.append((passage, quantity))
    for noun, counts in counted.items():
        for digits, places in counts.items() if len(counts) <= _DISTINCT else ():
            for other in swaps(digits):
                often = counts.get(other, [])
                enough = len(often) > 1 or (often and int(digits) >= _CERTAIN)
                if enough and (len(often), other) > (len(places), digits):
                    first, second = (
                        count_of(noun, quantity, passage.place_of(quantity))
                        for (passage, quantity), *_ in (often, places)
                    )
                    yield first, second


def _precise(passage: Passage) -> Iterator[Quantity]:
    """Yield the precise counts of a passage: of things, and not round, years or names."""
    for quantity in passage.quantities:
        thing = len(quantity.noun) > 3 and not is_measure(quantity.noun, passage.language)
        named = quantity.text.split()[-1].istitle() and not flag(passage.language, "language.capitals")
        if thing and not named and is_count(quantity) and _is_precise(passage, quantity):
            yield quantity


def _is_precise(passage: Passage, quantity: Quantity) -> bool:
    """Whether a count is not a round number, a year or the name of something: "837 implies 107"."""
    value = int(quantity.value)
    if not quantity.text[0].isdigit() or value < 100 or value % (100 if value >= _CERTAIN else 10) == 0:
        return False
    year = value in _YEARS and quantity.text[:4].isdigit()
    return not year and not passage.text[quantity.end :].lstrip("\xa0 ")[:1].isdigit()


def is_measure(thing: str, language: str) -> bool:
    """Whether a word is a unit, such as one of time: 14 months and 41 months may both be right."""
    return thing.lower() in words(with_english(language), "numbers.measures")
