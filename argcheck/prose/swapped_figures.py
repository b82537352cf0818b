"""Figures that the text gives twice in the same words, once with two neighbouring digits in the other order.

Counts of one thing ("2,871 letters" and "2,781 letters"), where one of the two stands more often; what abstract and
conclusion give of a thing of which the text has another number only; and figures of any kind.  "An accuracy of 94.3 %"
and "the accuracy is 93.4 %": the one that stands nowhere else is mistyped where the other one stands several times,
with the same word or sign behind it and words around these, or has five digits.  Two that both stand once are as often
two results, unless they were measured equally well, "a mass of 62.7 ± 1.3" and "a mass of 67.2 ± 1.3", stand behind one
figure, "119 and 319 candidates" and "119 and 139", or the row of the other one holds another count of the sentence, of
four digits.  What stands in a reference or in one paragraph is left alone.
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
    """Two numbers of one thing."""

    span: Span  #: of the later one
    text: str
    first: Span
    first_text: str


class Figure(NamedTuple):
    """A number of at least three digits, and where it stands."""

    passage: Passage
    start: int
    end: int

    @property
    def span(self) -> Span:
        """Its place in the source."""
        return self.passage.span(self.start, self.end)

    @property
    def text(self) -> str:
        """The number with the word or sign behind it."""
        behind = _BEHIND.match(self.passage.text, self.end)
        return " ".join(self.passage.text[self.start : behind.end() if behind else self.end].split())


#: Both begin with a digit, so that all other text is passed over at once. "1.2.1.1" and its like are no figures: they
#: count steps or versions.
_FIGURE = lazy(r"\d(?<![\w.,/:^-]\d)(?=[\d.,]{2})\d*(?:[.,]\d{3})*(?:[.,]\d+)?(?!\w|[.,]\d|[-–/:]\d)")
_PAIR = lazy(r"(\d\d)(?<=\s\d\d)\s([^\W\d_]{4,})")
_BEHIND = lazy(r"[ \xa0\u2009\u202f]?([^\W\d_]+|[%‰°€$])")
_SAME = 3  # words before two figures of one measurement
_DIGITS = 3  # of a figure: with fewer of them two figures are alike by chance
_BEFORE = 60  # characters in which the last words before a figure stand
_LAST = 4  # of these words
_UNIT = 3  # letters of a unit
_THE = r"\b{shares.the}\s\Z"
_ARTICLE = 30  # characters that such words may have
_JOINED = 6  # characters between two ends of a range: " and ", " to "
_YEARS = range(1500, 2101)
LONG = 5  # digits of a figure that is in a text by chance hardly ever
_CERTAIN = 1000  # from here on two counts that differ by a swap of digits are no such pair by chance
_DISTINCT = 200  # counts of one noun: more are years, pages or prices
# a list of works that is typed out
_REFERENCE = lazy(r"\bdoi\b|https?:|\bpp?\.[\s\xa0]?\d|\d\)?:[\s\xa0]?\d")


def swapped(text: ReadText) -> Iterator[Conflict]:
    """Yield the figures that stand once, each with the place of one that stands several times and has its words."""
    for figure, other in (*_definite(text), *_in_one_order(text)):
        yield Conflict(figure.span, figure.text, other.span, other.text)


def _in_one_order(text: ReadText) -> Iterator[tuple[Figure, Figure]]:
    """Find figures of any kind that stand once, where another order of their digits stands in the same words."""
    literals: dict[str, list[Figure]] = {}
    for passage, figures in text.finds(_figures):
        for literal, start, end in figures:
            literals.setdefault(literal, []).append(Figure(passage, start, end))
    paired: set[str] = set()
    for literal, places in literals.items():
        if len(places) > 1 or sum(map(str.isdecimal, literal)) < _DIGITS or _is_year(literal):
            continue
        [figure] = places
        if figure.passage.kind == "table":  # no words of a sentence stand around it
            continue
        for other in _swaps(literal):
            twins = [*literals.get(other, ()), *literals.get(_shorter(other), ())]
            if any(twin.passage is figure.passage for twin in twins):
                continue
            if len(twins) > 1:
                same = (_same_words, _beside_one, _after_words, _both_long)
            else:  # two that both stand once are one finding; fractions that are nearly alike are two results
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
    """Return a fraction without the zeros at its end, nothing where it has none."""
    return literal.rstrip("0") if "." in literal and literal.endswith("0") else ""


def _figures(passage: Passage) -> Iterator[tuple[str, int, int]]:
    """Yield every figure of a passage, as it is written, and its range."""
    for match in passage.at_numbers(_FIGURE):
        yield match[0], *match.span()


def _is_year(literal: str) -> bool:
    return literal.isdecimal() and natural(literal) in _YEARS


def _swaps(literal: str) -> Iterator[str]:
    """Yield what a number becomes when two neighbouring digits change places; zeros make 0.01 of 0.10."""
    places = [place for place, sign in enumerate(literal) if sign.isdecimal()]
    for first, second in pairwise(places):
        if literal[first] != literal[second] and "0" not in (literal[first], literal[second]):
            between = literal[first + 1 : second]  # at most a sign
            yield literal[:first] + literal[second] + between + literal[first] + literal[second + 1 :]


def _same_words(figure: Figure, other: Figure) -> bool:
    """Whether the same word or sign stands behind two figures, and the same word before them or behind that.

    Of a unit that is the word right before them: much is measured in one unit. Of things that are counted any of the
    last words will do.
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
    """Whether two figures have one uncertainty and several words before them in common: they are of one measurement."""
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
    # What stands behind them, "10.26 over that of others", belongs to the figure.
    return (
        before == same and telling > 1 and not any(_of_a_part(item, behind=False) for item in (figure, other))
    )


def _both_long(figure: Figure, other: Figure) -> bool:
    """Whether so many digits stand in the text twice in another order that it is no chance, whatever is around them: "46,859".

    Digits without a separator may be a name: "HD 46859".
    """
    return not any(
        item.passage.text[item.start : item.end].isdecimal()
        or sum(map(str.isdecimal, item.text)) < LONG
        or _REFERENCE.search(item.passage.text)
        for item in (figure, other)
    )


def _beside_one(figure: Figure, other: Figure) -> bool:
    """Whether the figure right beside both is one and the same: "an ICC of 0.174 (86.2 %)" and "0.174, that is 82.6 %"."""
    beside, same = ({_figure_before(item), _figure_behind(item)} - {""} for item in (figure, other))
    return any(not _is_year(literal) for literal in beside & same)


def _in_one_row(figure: Figure, other: Figure) -> bool:
    """Whether a sentence has a long count of the row in which the other count stands: "434 of 1722 answers", and "1722 & 443"."""
    if not figure.passage.text[figure.start : figure.end].isdecimal():
        return False
    row = {match[0] for match in _FIGURE.finditer(other.passage.text)}
    start, end = figure.passage.sentence(figure.start)
    counts = (count for count in figure.passage.quantities if start <= count.start < end and count.noun)
    return any(
        len(number) > _DIGITS and number in row for number in (count.text.split()[0] for count in counts)
    )


def _figure_before(figure: Figure) -> str:
    """Return the figure right before another one, as it is written; empty where there is none near it but an uncertainty."""
    text = figure.passage.text[max(0, figure.start - _BEFORE) : figure.start]
    last = next(iter([*_FIGURE.finditer(text)][-1:]), None)
    if last is None or text[: last.start()].endswith(("±", "± ")) or len(text) - last.end() > _ARTICLE:
        return ""
    plain = sum(map(str.isdecimal, last[0])) >= _DIGITS and not any(map(str.isdecimal, text[last.end() :]))
    return last[0] if plain else ""


def _figure_behind(figure: Figure) -> str:
    """Return the figure that goes on from another one, "0.28 and 0.21", as it is written; empty where there is none, or it is an uncertainty."""
    text = figure.passage.text[figure.end : figure.end + _BEFORE]
    first = _FIGURE.search(text)
    if first is None or first.start() > _JOINED or "±" in text[: first.start()]:
        return ""
    plain = sum(map(str.isdecimal, first[0])) >= _DIGITS and not any(
        map(str.isdecimal, text[: first.start()])
    )
    return first[0] if plain else ""


def _uncertainty(figure: Figure) -> str:
    """Return the number behind the ± behind a figure, empty without one."""
    behind = figure.passage.text[figure.end : figure.end + _ARTICLE].lstrip()
    return next(iter(behind[1:].split()), "").rstrip(".,;)") if behind.startswith("±") else ""


def _of_a_part(figure: Figure, *, behind: bool = True) -> bool:
    """Whether the sentence speaks of a group, a year, a stage, or roughly, up to the figure or ``behind`` it as well."""
    start, end = figure.passage.sentence(figure.start)
    partial = wording(with_english(figure.passage.language), PARTIAL)
    said = figure.passage.text
    before = partial.search(said, start, figure.start)
    return bool(before or (behind and partial.search(said, figure.end, end)))


def _around(figure: Figure, empty: frozenset[str]) -> tuple[str, list[str], str]:
    """Return what stands behind a figure, the last words before it that say something, and the word behind that."""
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
    """Find "all 12 stars" once where "the 21 stars" stand several times."""
    told: dict[tuple[str, str], list[Figure]] = {}
    for passage, pairs in text.finds(_pairs):
        for digits, noun, start, end in pairs:
            told.setdefault((digits, noun), []).append(Figure(passage, start, end))
    for (digits, noun), places in told.items():
        twins = told.get((digits[::-1], noun), [])
        if (
            len(places) == 1 < len(twins)
            and "0" not in digits
            and not any(twin.passage is places[0].passage for twin in twins)
        ) and not _of_a_part(places[0]):
            yield places[0], twins[0]


def _pairs(passage: Passage) -> Iterator[tuple[str, str, int, int]]:
    """Yield the numbers of two digits that say how many of something there are in all, with its name and the range of the number."""
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
    """Yield the counts that differ from a more frequent one of the same things by two digits that changed places."""
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
    """Yield the counts of a passage of which no digit is there by chance."""
    for quantity in passage.quantities:
        thing = len(quantity.noun) > 3 and not is_measure(quantity.noun, passage.language)
        named = quantity.text.split()[-1].istitle() and not flag(passage.language, "language.capitals")
        if thing and not named and is_count(quantity) and _is_precise(passage, quantity):
            yield quantity


def _is_precise(passage: Passage, quantity: Quantity) -> bool:
    """Whether a count is no round number, no year and no name of something: "837 implies 107"."""
    value = int(quantity.value)
    if not quantity.text[0].isdigit() or value < 100 or value % (100 if value >= _CERTAIN else 10) == 0:
        return False
    year = value in _YEARS and quantity.text[:4].isdigit()
    return not year and not passage.text[quantity.end :].lstrip("\xa0 ")[:1].isdigit()


def is_measure(thing: str, language: str) -> bool:
    """Whether a word is a unit, such as one of a span of time: two of 14 and 41 months are both right."""
    return thing.lower() in words(with_english(language), "numbers.measures")
