"""Counts of one whole that differ: the participants of the abstract, of the methods, of a caption.

Whole samples are compared: a count that is called a total, or that ``N = ...`` gives, of things of which a
study has one number. Everything else has subsets, conditions and times, and is compared only where two
neighbouring digits have changed places: 2,871 and 2,781 letters.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from argcheck.extract.resized import Size, changes, resized
from argcheck.extract.spots import CERTAIN, SAMPLES
from argcheck.numerals import natural
from argcheck.patterns import lazy
from argcheck.records import NamedTuple

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from argcheck.diagnostic import Span
    from argcheck.extract.passages import Passage, Passages
    from argcheck.quantities import Quantity


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
_BEFORE = {
    "en": lazy(
        r"\b(?:[Aa] total of|[Ii]n total,?|[Aa]ltogether,?|[Ii]n all,|[Oo]verall,)(?:[\s\xa0]+we[\s\xa0]\w+)?[\s\xa0]*\Z"
    ),
    "de": lazy(
        r"\b(?:[Ii]nsgesamt|[Ii]n der Summe)(?:[\s\xa0]+(?:wurden|haben|nahmen|waren|sind))?[\s\xa0]*\Z"
    ),
    "fr": lazy(r"\b(?:[Uu]n total de|[Aa]u total,?|[Ee]n tout,?)[\s\xa0]*\Z"),
}
_AFTER = {
    "en": lazy(r"[\s\xa0]*(?:,[\s\xa0]*)?(?:in total|altogether|overall)\b"),
    "de": lazy(r"[\s\xa0]*(?:,[\s\xa0]*)?insgesamt\b"),
    "fr": lazy(r"[\s\xa0]*(?:,[\s\xa0]*)?(?:au total|en tout)\b"),
}
_LIMIT = {
    "en": lazy(
        r"[\s\xa0]*(?:\([^()]*\)[\s\xa0]*)?(?:who|whom|that|which|with|without|from|in|for|per|of|under|aged|between|at|on|to|by|across"
        r"|during|using|recruited|remained|completed|excluded|dropped|withdrew|each)\b"
    ),
    "de": lazy(
        r"[\s\xa0]*(?:\([^()]*\)[\s\xa0]*)?(?:,[\s\xa0]*(?:die|der|deren)|mit|ohne|aus|in|im|für|pro|je|unter|von|zwischen|bei|über)\b"
    ),
    "fr": lazy(
        r"[\s\xa0]*(?:\([^()]*\)[\s\xa0]*)?(?:qui|dont|avec|sans|de|des|du|dans|en|pour|par|entre|à|sous|sur)\b"
    ),
}
#: What makes a count that of a part: groups, years, stages, hedges, several studies.
_PARTIAL = lazy(
    r"\b(?:each|per|respectively|group|groups|arm|arms|condition|pilot|pretest|pre-test|training set|test set|validation|subset|subsample"
    r"|remain\w*|exclu\w+|drop\w*|withdr\w+|invited|approached|eligible|screened|respon\w+ rate|follow-up|baseline|other|previous\w*"
    r"|earlier|wave|round|phase|stage|session|first|second|third|about|approximately|around|nearly|almost|over(?!\sall)|more than|less than|at least"
    r"|up to|planned?|power|jeweils|pro|je|Gruppe|Gruppen|ausgeschlossen|verblieb\w*|ausgeschieden|eingeladen|Vorstudie|etwa|circa|rund|ca"
    r"|fast|mindestens|höchstens|erste\w*|zweite\w*|chaque|chacun\w*|groupes?|exclus?|exclu\w*|restant\w*|invités?|environ|presque"
    r"|au moins|première?|deuxième|second\w*|(?:1[6-9]|20)\d\d)\b",
)
_SEVERAL = lazy(
    r"\b(?:[Ss]tudy|[Ee]xperiment|[Ss]urvey|[Ss]ample|[Cc]ohort|[Ss]tudie|[Ss]tichprobe|[Uu]mfrage|[ÉéEe]tude|[Ee]xpérience|[Ee]nquête)[\s~]+(?:\d|I{1,3}\b|[A-C]\b)"
    r"|\b(?:[Tt]wo|[Tt]hree|[Ff]our|[Bb]oth|[Ss]everal|[Zz]wei|[Dd]rei|[Vv]ier|[Bb]eiden?|[Dd]eux|[Tt]rois|[Qq]uatre) (?:\w+ )?(?:[Ss]tudies|[Ee]xperiments|[Ss]urveys|[Ss]amples"
    r"|[Cc]ohorts|Studien|Experimente|Umfragen|Stichproben|études|expériences|enquêtes|échantillons)\b"
    r"|\b(?:[Ss]econd|[Tt]hird|[Mm]ain|[Zz]weiten?|[Dd]ritten?|[Dd]euxième|[Ss]econde) (?:study|experiment|survey|sample|Studie|Umfrage|Stichprobe|étude|enquête)\b",
)
_SIZE = lazy(rf"[\s\xa0]*\(\s?N\s?=\s?({_N})\s?[);,]")
_SHARE = lazy(r"[\s\xa0]*\([^()]*(?:%|percent|Prozent|pour cent)")  # of something larger
_LEADING = 60  # characters of "a total of" and what may follow it
_DISTINCT = 200  # counts of one noun: more are years, pages or prices
_NEAR = 1500  # characters that a paragraph may have
_EDGE = lazy(
    r"\n[ \t]*\n|\\(?:part|chapter|(?:sub)*section|(?:sub)?paragraph|caption|item|begin|end)(?![A-Za-z])"
)


def conflicts(numbers: Passages) -> list[Conflict]:
    """Find the counts of one whole that differ."""
    wholes: dict[str, list[_Whole]] = {}
    for passage in numbers.paragraphs("wholes"):
        if passage.language == numbers.language and passage.kind != "table":
            for one in _wholes(passage):
                wholes.setdefault(one.noun, []).append(one)
    found = [
        Conflict(two.span, two.text, one.span, one.text)
        for same in wholes.values()
        for one, two in _differing(same)
        if not _known(numbers, one, two)
    ]
    if found and _several(numbers):
        found = []
    return found or _told_twice(numbers, wholes) or list(_transposed(numbers))


def _told_twice(numbers: Passages, wholes: dict[str, list[_Whole]]) -> list[Conflict]:
    """Find the sizes of one sample that differ, unless the document may explain it."""
    totals = [
        Size(
            one.noun, one.value, one.literal, one.text, one.span, "all" if one.text.startswith("N") else "got"
        )
        for same in wholes.values()
        for one in same
        if not one.limited
    ]
    pairs = [pair for pair in resized(numbers, totals) if not _known(numbers, *pair)]
    if not pairs or _several(numbers):
        return []
    return [
        Conflict(two.span, two.text, one.span, one.text)
        for one, two in pairs
        if not changes(numbers, one.thing)
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


def _swapped(digits: str) -> Iterator[str]:
    for place, (one, two) in enumerate(pairwise(digits)):
        if one != two:
            yield digits[:place] + two + one + digits[place + 2 :]


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
    """Read a count at a place of the body, unless it is a year."""
    path, offset = place
    value = natural(digits)
    if any(span.path == path and span.start <= offset < span.end for span, _ in numbers.summaries):
        return None
    for passage in numbers.around(path, offset):
        if passage.language == numbers.language and passage.kind != "table":
            for one in passage.quantities_at(offset):
                if one.noun == noun and one.value == value:
                    year = 1500 <= value <= 2100 and one.text[:4].isdigit()
                    return None if year else _whole(passage, noun, one, limited=False)
    return None


def _wholes(passage: Passage) -> Iterator[_Whole]:
    nouns = {form: forms[0] for forms in SAMPLES[passage.language] for form in forms}
    text, code = passage.text, passage.language
    for quantity in passage.quantities:
        noun = nouns.get(_noun(quantity, code))
        start, end = passage.sentence(quantity.start)
        if noun and 0 <= quantity.value == int(quantity.value) and not quantity.uncertainty:
            before, after = _BEFORE[code], _AFTER[code].match(text, quantity.end)
            whole = after or before.search(text, max(start, quantity.start - _LEADING), quantity.start)
            if _SHARE.match(text, quantity.end):
                continue
            if whole and _unlimited(text, start, quantity.start, after.end() if after else quantity.end, end):
                yield _whole(passage, noun, quantity, limited=_limited(text, quantity.end, code))
    for form, noun in nouns.items():
        place = text.find(form)
        while place >= 0:
            size = _SIZE.match(text, place + len(form))
            start, end = passage.sentence(place)
            if (
                size
                and not text[max(0, place - 1) : place].isalpha()
                and _unlimited(text, start, place, size.end(), end)
            ):
                yield _sized(passage, noun, size)
            place = text.find(form, place + 1)


def _noun(quantity: Quantity, code: str) -> str:
    """Return the noun as written: a German one keeps its capital."""
    word = quantity.text.rpartition("\xa0")[2].rpartition(" ")[2]
    return word if quantity.noun and code == "de" else quantity.noun


def _whole(passage: Passage, noun: str, quantity: Quantity, *, limited: bool) -> _Whole:
    literal = quantity.text.removesuffix(quantity.text[-len(quantity.noun) :]).strip(" \xa0")
    span = passage.span(quantity.start, quantity.end)
    return _Whole(noun, int(quantity.value), literal, " ".join(quantity.text.split()), span, limited)


def _sized(passage: Passage, noun: str, size: re.Match[str]) -> _Whole:
    value = natural(size[1])
    return _Whole(
        noun, value, size[1], f"N = {size[1]}", passage.span(size.start(1), size.end(1)), limited=False
    )


def _unlimited(text: str, start: int, before: int, after: int, end: int) -> bool:
    """Whether nothing in the sentence makes the count that of a part."""
    return not _PARTIAL.search(text[start:before]) and not _PARTIAL.search(text[after:end])


def _limited(text: str, end: int, code: str) -> bool:
    return _LIMIT[code].match(text, end) is not None


def _differing(wholes: list[_Whole]) -> Iterable[tuple[_Whole, _Whole]]:
    """Pair counts of one thing with the first that is another; of two at least one is of all."""
    values: dict[int, list[_Whole]] = {}
    for one in wholes:
        values.setdefault(one.value, []).append(one)
    best = [next((one for one in same if not one.limited), same[0]) for same in values.values()]
    return (
        [(one, two) for one, two in pairwise(best) if not (one.limited and two.limited)]
        if len(best) == 2
        else []
    )


def _known(numbers: Passages, one: _Whole | Size, two: _Whole | Size) -> bool:
    """Whether both numbers stand in one paragraph somewhere: the author knows of both."""
    import re

    patterns = [re.compile(rf"(?<![\d.,]){_loose(which.literal)}(?!\d|[.,]\d)") for which in (one, two)]
    for piece in numbers.manuscript.pieces:
        text = numbers.manuscript.files[piece.path].text
        for match in patterns[0].finditer(text, piece.start, piece.end):
            low, high = max(piece.start, match.start() - _NEAR), min(piece.end, match.end() + _NEAR)
            for other in patterns[1].finditer(text, low, high):
                first, last = sorted((match, other), key=lambda found: found.start())
                if not _EDGE.search(text, first.end(), last.start()):
                    return True
    return False


def _loose(literal: str) -> str:
    """Make a pattern for a number however its thousands are set apart."""
    return r"[{},.\\\s~']*".join(part for part in "".join(c if c.isdigit() else " " for c in literal).split())


def _several(numbers: Passages) -> bool:
    """Whether the document reports several studies, each with a sample of its own."""
    files = numbers.manuscript.files
    return any(
        _SEVERAL.search(files[piece.path].text, piece.start, piece.end) for piece in numbers.manuscript.pieces
    )
