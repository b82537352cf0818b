"""Counts of one whole that differ: the participants of the abstract, of the methods, of a caption.

Whole samples are compared: a count that is called a total, or that ``N = ...`` gives, of things of which a
study has one number. Everything else has subsets, conditions and times, and is compared only where two
neighbouring digits have changed places: 2,871 and 2,781 letters.
"""

from __future__ import annotations

from itertools import islice, pairwise
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.files.records import NamedTuple
from argcheck.prose.resized import Size, changes, resized
from argcheck.prose.spots import CERTAIN, samples
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import flag, with_english, wording

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from argcheck.prose.passages import Passage, Passages
    from argcheck.prose.quantities import Quantity


class Conflict(NamedTuple):
    """Two counts of one whole."""

    span: Span  #: of the later one
    text: str
    first: Span
    first_text: str


class _Whole(NamedTuple):
    """A count of a whole sample."""

    noun: str
    value: int
    literal: str
    text: str
    span: Span
    limited: bool  #: more is said of which of them are meant


_N = r"\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f]\d{3})+|\d+"
_BEFORE = r"\b{samples.total-of}\s*\Z"
_AFTER = r"\s*(?:,\s*)?{samples.in-total}\b"
_LIMIT = r"\s*(?:\([^()]*\)\s*)?(?:{samples.limiting}|{samples.limiting-more})\b"
#: What makes a count that of a part: groups, years, stages, hedges, several studies.
_PARTIAL = r"\b(?:{samples.partial}|(?:1[6-9]|20)\d\d)\b"
_SEVERAL = r"\b(?:{samples.study}[\s~]+(?:\d|I{1,3}\b|[A-C]\b)|{samples.several-studies}\b)"
_SIZE = lazy(rf"[\s\xa0]*\(\s?N\s?=\s?({_N})\s?[);,]")
_SHARE = r"\s*\([^()]*(?:%|{numbers.percent})"  # of something larger
_LEADING = 60  # characters of "a total of" and what may follow it
_DISTINCT = 200  # counts of one noun: more are years, pages or prices
_BEHIND = r"(?![\d.,]*\d)((?:[ ~}$\\{]|\\,)*[^\s~}$\\{,]{1,12})"
#: A figure of four digits with a fraction, or of five, and what follows.
_FIGURE = lazy(rf"(?<![\w.,\\-])((?=[\d.]{{5}})\d+\.\d+|\d{{5,}}){_BEHIND}")
_NEAR = 1500  # characters that a paragraph may have
_EDGE = lazy(
    r"\n[ \t]*\n|\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph|caption|item|begin|end)(?![A-Za-z])"
)


def conflicts(numbers: Passages) -> list[Conflict]:
    """Find the counts of one whole that differ."""
    wholes: dict[str, list[_Whole]] = {}
    for passage in numbers.paragraphs("wholes"):
        if passage.language == numbers.language and passage.kind != "table":
            for whole in _wholes(passage):
                wholes.setdefault(whole.noun, []).append(whole)
    found_conflicts = [
        Conflict(second.span, second.text, first.span, first.text)
        for same in wholes.values()
        for first, second in _differing(same)
        if not _known(numbers, first, second)
    ]
    if found_conflicts and _several(numbers):
        found_conflicts = []
    return found_conflicts or _told_twice(numbers, wholes) or [*_transposed(numbers), *_miscopied(numbers)]


def _told_twice(numbers: Passages, wholes: dict[str, list[_Whole]]) -> list[Conflict]:
    """Find the sizes of one sample that differ, unless the document may explain it."""
    totals = [
        Size(
            whole.noun,
            whole.value,
            whole.literal,
            whole.text,
            whole.span,
            "all" if whole.text.startswith("N") else "got",
        )
        for same in wholes.values()
        for whole in same
        if not whole.limited
    ]
    pairs = [pair for pair in resized(numbers, totals) if not _known(numbers, *pair)]
    if not pairs or _several(numbers):
        return []
    return [
        Conflict(second.span, second.text, first.span, first.text)
        for first, second in pairs
        if not changes(numbers, first.thing)
    ]


def _transposed(numbers: Passages) -> Iterator[Conflict]:
    """Yield the counts of the body that differ from another count of the same things by two digits that changed places."""
    places: dict[str, dict[str, list[tuple[str, int]]]] = {}
    for path, offset, (noun, digits, _) in numbers.spots("counts"):
        places.setdefault(noun, {}).setdefault(digits, []).append((path, offset))
    for noun, counts in places.items():
        for digits, at in counts.items() if len(counts) <= _DISTINCT else ():
            for other in _swapped(digits):
                if other in counts and (len(counts[other]), other) > (len(at), digits):
                    yield from _pair(numbers, noun, (digits, at), (other, counts[other]))


def _miscopied(numbers: Passages) -> Iterator[Conflict]:
    """Yield the figures of the abstract that stand nowhere else, where the text has them with two digits swapped.

    What follows has to be the same: the unit, the uncertainty, the thing.
    """
    m = numbers.manuscript
    if m.abstract is None:
        return
    path, start, end = m.abstract
    pieces = [(piece.path, m.files[piece.path].text, piece.start, piece.end) for piece in m.pieces]
    figures = list(islice(_FIGURE.finditer(m.files[path].text, start, end), _DISTINCT))
    for figure in figures:
        elsewhere = {
            match[1]: (where, match)
            for form in (figure[1], *_swapped(figure[1]))
            for where, text, first, last in pieces
            if form in text
            for match in _figure(form).finditer(text, first, last)
            if not (where == path and start <= match.start() < end)
        }
        if figure[1] in elsewhere or any(match[1] in elsewhere for match in figures):
            continue
        for where, match in elsewhere.values():
            if match[2].split() == figure[2].split():
                here, there = Span(path, *figure.span(1)), Span(where, *match.span(1))
                yield Conflict(here, figure[1], there, match[1])
                break


def _figure(form: str) -> re.Pattern[str]:
    import re

    return re.compile(rf"(?<![\w.,\\-])({re.escape(form)}){_BEHIND}")


def _swapped(digits: str) -> Iterator[str]:
    for place, (first, second) in enumerate(pairwise(digits)):
        if first != second and (first + second).isdigit():
            yield digits[:place] + second + first + digits[place + 2 :]


def _pair(
    numbers: Passages,
    noun: str,
    seldom: tuple[str, list[tuple[str, int]]],
    often: tuple[str, list[tuple[str, int]]],
) -> Iterator[Conflict]:
    """Yield the conflict of a count with one that is stated as often or more, where both are read as such in live text."""
    if natural(seldom[0]) < CERTAIN and len(often[1]) < 2:
        return
    read = [
        next((whole for place in places if (whole := _stated(numbers, noun, digits, place))), None)
        for digits, places in (seldom, often)
    ]
    if read[0] and read[1] and not _known(numbers, read[0], read[1]):
        yield Conflict(read[0].span, read[0].text, read[1].span, read[1].text)


def _stated(numbers: Passages, noun: str, digits: str, place: tuple[str, int]) -> _Whole | None:
    """Read a count at a place, unless it is a year or the name of something."""
    path, offset = place
    value = natural(digits)
    for passage in numbers.around(path, offset):
        if passage.language == numbers.language and passage.kind != "table":
            for quantity in passage.quantities_at(offset):
                if quantity.noun == noun and quantity.value == value:
                    year = 1500 <= value <= 2100 and quantity.text[:4].isdigit()
                    named = (
                        passage.text[quantity.end :].lstrip("\xa0 ")[:1].isdigit()
                    )  # "837 implies 107": names of things
                    return None if year or named else _whole(passage, noun, quantity, limited=False)
    return None


def _wholes(passage: Passage) -> Iterator[_Whole]:
    nouns = {form: forms[0] for forms in samples(passage.language) for form in forms}
    text, code = passage.text, passage.language
    for quantity in passage.quantities:
        noun = nouns.get(_noun(quantity, code))
        start, end = passage.sentence(quantity.start)
        if noun and 0 <= quantity.value == int(quantity.value) and not quantity.uncertainty:
            before, after = wording(code, _BEFORE), wording(code, _AFTER).match(text, quantity.end)
            whole = after or before.search(text, max(start, quantity.start - _LEADING), quantity.start)
            if wording(code, _SHARE).match(text, quantity.end):
                continue
            if whole and _unlimited(
                code, text[start : quantity.start], text[after.end() if after else quantity.end : end]
            ):
                yield _whole(passage, noun, quantity, limited=_limited(text, quantity.end, code))
    for form, noun in nouns.items():
        place = text.find(form)
        while place >= 0:
            size = _SIZE.match(text, place + len(form))
            start, end = passage.sentence(place)
            if (
                size
                and not text[max(0, place - 1) : place].isalpha()
                and _unlimited(code, text[start:place], text[size.end() : end])
            ):
                yield _sized(passage, noun, size)
            place = text.find(form, place + 1)


def _noun(quantity: Quantity, code: str) -> str:
    """Return the noun as written: a German one keeps its capital."""
    word = quantity.text.rpartition("\xa0")[2].rpartition(" ")[2]
    return word if quantity.noun and flag(code, "language.capitals") else quantity.noun


def _whole(passage: Passage, noun: str, quantity: Quantity, *, limited: bool) -> _Whole:
    literal = quantity.text.removesuffix(quantity.text[-len(quantity.noun) :]).strip(" \xa0")
    span = passage.span(quantity.start, quantity.end)
    return _Whole(noun, int(quantity.value), literal, " ".join(quantity.text.split()), span, limited)


def _sized(passage: Passage, noun: str, size: re.Match[str]) -> _Whole:
    value = natural(size[1])
    return _Whole(
        noun, value, size[1], f"N = {size[1]}", passage.span(size.start(1), size.end(1)), limited=False
    )


def _unlimited(code: str, before: str, after: str) -> bool:
    """Whether nothing in the sentence makes the count that of a part."""
    partial = wording(with_english(code), _PARTIAL)
    return not partial.search(before) and not partial.search(after)


def _limited(text: str, end: int, code: str) -> bool:
    return wording(code, _LIMIT).match(text, end) is not None


def _differing(wholes: list[_Whole]) -> Iterable[tuple[_Whole, _Whole]]:
    """Pair counts of one thing with the first that is another; of two at least one is of all."""
    values: dict[int, list[_Whole]] = {}
    for whole in wholes:
        values.setdefault(whole.value, []).append(whole)
    best = [next((whole for whole in same if not whole.limited), same[0]) for same in values.values()]
    return (
        [(first, second) for first, second in pairwise(best) if not (first.limited and second.limited)]
        if len(best) == 2
        else []
    )


def _known(numbers: Passages, item: _Whole | Size, second: _Whole | Size) -> bool:
    """Whether both numbers stand in one paragraph somewhere: the author knows of both."""
    import re

    patterns = [re.compile(rf"(?<![\d.,]){_loose(which.literal)}(?!\d|[.,]\d)") for which in (item, second)]
    for piece in numbers.manuscript.pieces:
        text = numbers.manuscript.files[piece.path].text
        for match in patterns[0].finditer(text, piece.start, piece.end):
            low, high = max(piece.start, match.start() - _NEAR), min(piece.end, match.end() + _NEAR)
            for other in patterns[1].finditer(text, low, high):
                first, last = sorted((match, other), key=lambda match: match.start())
                if not _EDGE.search(text, first.end(), last.start()):
                    return True
    return False


def _loose(literal: str) -> str:
    """Make a pattern for a number however its thousands are set apart."""
    return r"[{},.\\\s~']*".join(part for part in "".join(c if c.isdigit() else " " for c in literal).split())


def _several(numbers: Passages) -> bool:
    """Whether the document reports several studies, each with a sample of its own."""
    files, several = numbers.manuscript.files, wording(numbers.spoken, _SEVERAL)
    return any(
        several.search(files[piece.path].text, piece.start, piece.end) for piece in numbers.manuscript.pieces
    )
