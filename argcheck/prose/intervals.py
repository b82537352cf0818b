"""Confidence intervals that contradict their estimates or their p-values.

An estimate lies within its own interval, and a 95 % interval excludes "no effect" (0 for a difference, 1 for
a ratio) exactly if the p-value of the same model is below 0.05.  The p-value that an interval implies is
computed as in Altman and Bland, "How to obtain the P value from a confidence interval", 2011: for a ratio on the
log scale.  Since the p-value may come from another test than the interval, only a gross contradiction counts.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import lazy
from argcheck.prose.significance import p_of_z
from argcheck.prose.statistics import Impossible, Written, written_number
from argcheck.tex.vocabulary import flag, listed, phrases, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.reading import Passage, ReadText

_NUMBER = r"[-\u2212–]?\s?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,·]\d+)?|\.\d+)"
_PERCENT = r"\s?(?:%|per ?cent)?"
#: What joins an estimate to its interval: a sign, or words.
_TO = r"(?:[,;]\s?[(\[]?|[(\[]|[,;]?\s(?:{statistics.with})\s)\s?"
_UNIT = r"(?:[ \xa0][^\s\d.,;:()\[\]]{1,12}){0,2}"  #: "cm/yr", "mg per"
#: Level and bounds: "95 % CI 1.10 to 1.92", "95%-KI: [1,10; 1,92]".
_INTERVAL = (
    rf"(?P<level>\d\d(?:[.,]\d)?){_PERCENT}[- ]?(?:CI|CIs|CrIs?|KI|IC|{{statistics.interval}})"
    rf"\s?[,:=]?\s?(?:{{statistics.spans}})?\s?[(\[]?\s?(?P<low>{_NUMBER}){_PERCENT}"
    rf"\s?(?:,\s|;\s?|\s(?:{{numbers.to}}|{{numbers.joining}})\s|\s?[–—-]{{1,3}}\s?|,)\s?(?P<high>{_NUMBER}){_PERCENT}"
)
#: Bounds whose level was given before, and their ratio or number: "RR = 1.22 [1.02-1.44]", "to 1.09 (0.95 to 1.25)".
_FRACTION = r"[-\u2212–]?\d+[.,·]\d+"
_BOUNDS = (
    rf"(?:\b(?P<ratio>a?(?:[OHR]R|IRR|SHR))\s?[=:,]?\s?|(?<![\w.,·–-]))(?P<number>{_FRACTION}){_PERCENT}\s?[,;]?\s?[(\[]\s?(?P<low>{_FRACTION})"
    rf"{_PERCENT}\s?(?:,\s|;\s?|\s(?:{{numbers.to}})\s|[–—-]{{1,3}})\s?(?P<high>{_FRACTION}){_PERCENT}\s?[)\]]"
)
#: The figures before an interval, one after the other: "b = 2.48, t(120) = 4.37, p < .001".
_ITEM = lazy(
    rf"(?P<name>[^\s=<>≤≥,;()\[\]]{{1,12}})\s?(?:\([^()]{{0,20}}\))?\s?(?P<sign>[=<>≤≥])\s?(?P<number>{_NUMBER})"
)
#: A number that stands alone before its interval: "lower by 1.2 mmHg (95 % CI ...".
_ALONE = rf"(?P<before>\S{{0,12}})\s(?P<number>(?<![\w.,]){_NUMBER}){_PERCENT}{_UNIT}\s?{_TO}\Z"
_OPENING = rf"{_PERCENT}{_UNIT}\s?{_TO}"
_P_BEHIND = lazy(
    r"\s?[)\]]?\s?[,;]\s?[pP](?:[- ]?values?)?\s?(?P<sign>[=<>≤≥])\s?(?P<number>\d*[.,]\d+)(?![\d×]|[.,]\d|\s?[×·e])"
)
_WINDOW = 120  # characters before an interval that are searched for its estimate
#: Numbers that are not estimates: of the test, of the sample, of its spread, or one of two.
_LOGARITHM = lazy(r"\b(?:log|ln)\b|\b[Ll]ogarithm|\b[Ee]xponent|\bexp\(")
_NO_ESTIMATE = frozenset(
    "p P n N t T f F z Z df k K SD sd SE se I² Q Q² χ² χ2 BF – - vs vs.".split()  # noqa: SIM905 - shorter
)
_RATIO = lazy(
    r"\b(?:a?[OHRI]RR?s?\b|(?:odds|hazards?|risk|rate|incidence(?: rate)?) ratios?|relative risks?|exp\()", 0
)
_PERCENTS = 2  # the least change in per cent beside a ratio: a smaller number is a ratio
_ROUNDED = 10  # an estimate may be so many times coarser than its bounds
_Z = 1.959964  # standard errors in half an interval of 95 %
_FULL = 95.0  # the level that is the dual of p = 0.05
_LARGE, _SMALL = 0.1, 0.02  # p-values that no difference of method moves to the other side of 0.05
_MARGIN = 0.1  # share of half an interval by which a bound must lie beyond "no effect"


class ReportedInterval(NamedTuple):
    """An interval with its estimate and p-value; numbers as written."""

    estimate: str
    low: str
    high: str
    level: str  #: empty if not given
    sign: str  #: of the p-value, empty without one
    p: str
    start: int  #: of the estimate
    end: int  #: of the interval


def impossible_intervals(text: ReadText) -> Iterator[Impossible]:
    """Yield the intervals of a document that their estimate or p-value contradicts, in order."""
    for passage, intervals in text.finds(_in_passage, _may_report):
        for reported in intervals:
            problem = _problem(text, passage, reported)
            if problem:
                yield problem


def _may_report(passage: Passage) -> bool:
    """Whether a passage may have an interval: three numbers, and a word for an interval or a ratio."""
    return passage.numbers > 2 and (
        any(short in passage.text for short in ("CI", "CrI", "KI", "IC", "OR", "HR", "RR"))
        or passage.may_say("statistics.interval")
    )


def _in_passage(passage: Passage) -> Iterator[ReportedInterval]:
    """Yield the intervals of a passage that have an estimate."""
    codes = with_english(passage.language)
    written = list(wording(codes, _INTERVAL).finditer(passage.text))
    bare = [
        match
        for match in wording(codes, _BOUNDS).finditer(passage.text)
        if match["ratio"] or (written and written[0].start() < match.start())
    ]
    if (written or bare) and listed(codes, "statistics.other-intervals").search(passage.text):
        return
    for match in written:
        reported = _reported(passage, match, codes)
        if reported:
            yield reported
    for match in bare:
        bounds = match["low"], match["high"]
        yield ReportedInterval(match["number"], *bounds, "", "", "", match.start("number"), match.end())


def _reported(passage: Passage, interval: re.Match[str], codes: tuple[str, ...]) -> ReportedInterval | None:
    """Return an interval with the estimate before it: a figure that lies in it, else the first, or a lone number."""
    text, start = passage.text, interval.start()
    first = max(0, start - _WINDOW)
    behind = _P_BEHIND.match(text, interval.end())
    p = (behind["sign"], behind["number"]) if behind else ("", "")
    chain: list[re.Match[str]] = []
    for item in _ITEM.finditer(text, first, start):
        if chain and text[chain[-1].end() : item.start()].strip() not in (",", ";"):
            chain = []
        chain.append(item)
    if chain and wording(codes, _OPENING).fullmatch(text, chain[-1].end(), start):
        named = [item for item in chain if item["name"] not in _NO_ESTIMATE and item["sign"] == "="]
        tested = [(item["sign"], item["number"]) for item in chain if item["name"] in ("p", "P")]
        p = tested[-1] if tested else p
        if not named:
            return None
        comma = flag(passage.language, "numbers.comma")
        estimate = next((item for item in named if _lies_in(interval, item["number"], comma=comma)), named[0])
    else:
        alone = wording(codes, _ALONE).search(text, first, start)
        joining = phrases(codes, "numbers.to") + phrases(codes, "lists.and")  # the number is one of two
        if alone is None or alone["before"].strip("().,;") in _NO_ESTIMATE.union(joining):
            return None
        estimate = alone
    bounds = interval["low"], interval["high"], interval["level"]
    return ReportedInterval(estimate["number"], *bounds, *p, estimate.start("number"), interval.end())


def _problem(text: ReadText, passage: Passage, reported: ReportedInterval) -> Impossible | None:
    comma = flag(passage.language, "numbers.comma")
    estimate, low, high = (
        _read(number, comma=comma) for number in (reported.estimate, reported.low, reported.high)
    )
    level = float(reported.level.replace(",", ".").replace("·", ".") or _FULL)
    if estimate is None or low is None or high is None or not 50 <= level < 100:
        return None
    if not _alike(estimate, low, high):
        return None
    turned = low.value > high.value  # which alone is a matter of style
    low, high = (high, low) if turned else (low, high)
    if listed(with_english(passage.language), "statistics.spread", flags=re.IGNORECASE).search(
        passage.text, max(0, reported.start - 40), reported.start
    ):
        return None
    if low.value - estimate.unit <= estimate.value <= high.value + estimate.unit:
        compared = reported.p and not turned
        return _against_p(text, passage, reported, (estimate, low, high)) if compared else None
    if _other_scale(
        estimate, low, high, passage.text[max(0, reported.start - _WINDOW) : reported.end + _WINDOW]
    ):
        return None
    return Impossible(
        passage.span(reported.start, reported.end),
        f"the estimate {reported.estimate.strip()} lies outside its own interval, {_bounds(reported)}",
        "one of the three numbers is mistyped, or the interval is that of another estimate",
    )


def _bounds(reported: ReportedInterval) -> str:
    return f"{reported.low.strip()} to {reported.high.strip()}"


def _lies_in(interval: re.Match[str], number: str, *, comma: bool) -> bool:
    low, value, high = (_read(text, comma=comma) for text in (interval["low"], number, interval["high"]))
    return (
        low is not None and value is not None and high is not None and low.value <= value.value <= high.value
    )


def _read(text: str, *, comma: bool) -> Written | None:
    text = text.replace("·", ".")  # the point that some journals raise
    plain = (
        text.replace(",", "")
        if not comma
        and text.count(",")
        and "," in text[1:]
        and len(text.rpartition(",")[2].partition(".")[0]) == 3
        else text
    )
    return written_number(plain, comma=comma)


def _alike(estimate: Written, low: Written, high: Written) -> bool:
    """Whether the three have the same decimals or digits, or the first has one decimal less; else it may be a count."""
    rounded = estimate.unit < 1 and math.isclose(estimate.unit, _ROUNDED * low.unit)
    if math.isclose(low.unit, high.unit) and (rounded or math.isclose(estimate.unit, low.unit)):
        return True
    digits = {_digits(number) for number in (estimate, low, high)}
    return len(digits) == 1 and min(digits) > 1 and max(estimate.unit, low.unit, high.unit) < 1


def _digits(number: Written) -> int:
    """Return the number of significant digits."""
    return len(str(round(abs(number.value) / number.unit)))


def _other_scale(estimate: Written, low: Written, high: Written, around: str) -> bool:
    """Whether the estimate fits the interval with another sign, scale or direction: "fell by 12 (-16 to -8)"."""
    value = estimate.value
    others = [-value, value / 100, value * 100]
    if _RATIO.search(around):
        others += [100 * (1 - value), 100 * (value - 1)]
        if value >= _PERCENTS:
            others += [1 - value / 100, 1 + value / 100]
    if value > 0 and (_RATIO.search(around) or _LOGARITHM.search(around)):
        others += [1 / value, math.log(value), *([math.exp(value)] if value < 50 else [])]
    return any(low.value - low.unit <= other <= high.value + high.unit for other in others)


def _against_p(
    text: ReadText, passage: Passage, reported: ReportedInterval, figures: tuple[Written, Written, Written]
) -> Impossible | None:
    p = written_number(reported.p, comma=flag(passage.language, "numbers.comma"))
    sentence = passage.sentence(reported.start)[0]
    ratio = _RATIO.search(passage.text, sentence, reported.start) is not None
    if p is None or p.value > 1 or float(reported.level.replace(",", ".")) != _FULL:
        return None
    if ratio and figures[1].value <= 0:
        return None
    estimate, low, high = (
        math.log(max(written.value, written.unit / 2)) if ratio else written.value for written in figures
    )
    half = (high - low) / 2
    if half <= 0 or abs(estimate - (low + high) / 2) > half / 2 or text.corrects:
        return None  # skewed: computed on another scale than assumed here
    excluded = low * high > 0 and min(abs(low), abs(high)) > _MARGIN * half
    included = low < 0 < high and min(-low, high) > _MARGIN * half
    least = p.value if reported.sign in "=>≥" else 0.0
    most = p.value if reported.sign in "=<≤" else 1.0
    if not ((excluded and least >= _LARGE) or (included and most <= _SMALL)):
        return None
    return Impossible(
        passage.span(reported.start, reported.end),
        f"the interval {_bounds(reported)} {'leaves out' if excluded else 'holds'} {1 if ratio else 0}, which"
        f" p {reported.sign} {reported.p} contradicts",
        f"from the interval p is about {p_of_z(estimate / (half / _Z)):.2g}: a bound, a sign or the p-value is mistyped,"
        " or the two are of different tests",
    )
