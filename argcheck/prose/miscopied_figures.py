"""Figures of abstract and conclusion that occur nowhere else, but with two digits swapped in the text."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import NUMERALS, lazy, match_at
from argcheck.prose.quantities import read
from argcheck.prose.samples import is_count, swaps
from argcheck.prose.swapped_figures import LONG, Conflict, is_measure
from argcheck.tex.live_source import commented
from argcheck.tex.vocabulary import with_english, words

if TYPE_CHECKING:
    import re
    from collections.abc import Iterator

    from argcheck.prose.reading import ReadText

_FOLLOWED = r"(?![\d.,]*\d)((?:[ ~}$\\{]|\\,)*[^\s~}$\\{,&]{1,12})"
#: A figure of four digits with a fraction or a comma, or of five, and what follows; or a number of things.
_IN_SUMMARY = lazy(
    rf"(?<![\w.,\\-])(?<!\{{,\}})((?=[\d.]{{5}})\d+\.\d+|\d{{5,}}|\d{{1,3}}(?:,\d{{3}})+|(?!(?:1[5-9]|20)\d\d\b)[1-9]{{2,4}}(?=[ ~\n][^\W\d_]{{4}}|[ ~\n][A-Z]{{2}})){_FOLLOWED}"
)
_MOST = 200  # most figures of one summary


def miscopied(text: ReadText) -> Iterator[Conflict]:
    """Yield the figures of abstract and conclusion that occur nowhere else, but with two digits swapped in the text.

    What follows must be the same: the unit, the uncertainty, the thing.
    """
    m = text.manuscript
    told = [
        (span, list(islice(_in_summary(m.files[span.path].text, *span[1:]), _MOST)))
        for span, _ in text.summaries
    ]
    if not any(figures for _, figures in told):
        return
    places: dict[tuple[str, str], list[tuple[Span, re.Match[str]]]] = {}
    for path, start, end in m.pieces:
        for match in _in_summary(m.files[path].text, start, end):
            places.setdefault(_in_words(match), []).append((Span(path, *match.span(1)), match))
    for summary, figures in told:
        here = {_in_words(figure) for figure in figures}
        for figure in figures:
            digits, thing = _in_words(figure)
            elsewhere = [
                (place, match)
                for form in (digits, *swaps(digits))
                for place, match in places.get((form, thing), ())
                if not place.starts_in(summary)
            ]
            if here.isdisjoint(_in_words(match) for _, match in elsewhere):
                for place, match in elsewhere:
                    telling = _is_of_things(digits, thing, text.language) if thing else _is_telling(figure)
                    if telling and _thing(match) == _thing(figure):
                        yield Conflict(Span(summary.path, *figure.span(1)), digits, place, match[1])
                        break


def _in_summary(text: str, start: int, end: int) -> Iterator[re.Match[str]]:
    """Yield the figures in a range of a source; only its numbers are tried, which is fast."""
    numerals = (numeral.start() for numeral in NUMERALS.finditer(text, start, end))
    return (
        figure for figure in match_at(_IN_SUMMARY, text, numerals, end) if not commented(text, figure.start())
    )


def _is_telling(figure: re.Match[str]) -> bool:
    """Whether a long figure hardly ever occurs twice by chance.

    Leading zeros do not count, and a figure that nothing follows needs one more digit.
    """
    digits = sum(map(str.isdecimal, figure[1].lstrip("0.")))
    return digits >= (LONG - 1 if _thing(figure) else LONG)


def _is_of_things(digits: str, thing: str, language: str) -> bool:
    """Whether a number counts things, and is neither a measure nor the day of a month."""
    counts = (is_count(quantity) for quantity in read(f"{digits} {thing}", language))
    return thing.lower() not in words(with_english(language), "dates.months") and (
        not is_measure(thing, language) and all(counts)
    )


def _in_words(figure: re.Match[str]) -> tuple[str, str]:
    """Return a figure and, if it is so short that it may occur by chance, the thing."""
    return figure[1], "" if len(figure[1]) >= LONG else _thing(figure)


def _thing(figure: re.Match[str]) -> str:
    """Return what follows a figure, without punctuation at the end."""
    return figure[2].strip(" ~\n").rstrip(".;:)")
