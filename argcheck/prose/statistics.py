"""Test statistics that contradict their p-values, and means that no whole answers can have.

A p-value is recomputed from the statistic and its degrees of freedom, for every value that rounds to the
reported statistic; see Nuijten et al., "The prevalence of statistical reporting errors in
psychology", 2016. For means see Brown and Heathers, "The GRIM test", 2017.
"""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import lazy
from argcheck.prose.significance import p_of_chi2, p_of_f, p_of_r, p_of_t, p_of_z
from argcheck.tex.numerals import natural, real
from argcheck.tex.vocabulary import any_of, flag, listed, with_english, wording
from argcheck.tex.vocabulary import numbers as values

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.prose.reading import Passage, ReadText


class Impossible(NamedTuple):
    """A statistic and what is wrong with it."""

    span: Span
    message: str
    help: str


class Written(NamedTuple):
    """A number as written: its value, and one unit of its last digit."""

    value: float
    unit: float


_NUMBER = r"[-\u2212–]?\s?(?:\d+(?:[.,]\d+)?|[.,]\d+)"
_REPORTED = lazy(
    r"(?<![A-Za-z\\])(?:(?P<sort>t|F|r|χ\s?(?:\^?\{?2\}?|²))\s?(?:\(\s?|_\{?\(?)(?P<df>\d[\d., ;\xa0]*?)"
    r"(?:[,;]\s?[Nn]\s?=\s?[\d.,]+?)?\s?[)}]{0,2}|(?P<z>[zZ]))"
    rf"\s?=\s?(?P<value>{_NUMBER})"
    rf"(?:\s?[,;]\s?[^,;=<>()]{{1,24}}[=<>]\s?{_NUMBER}){{0,2}}?"
    rf"\s?[,;]\s?[pP](?:[- ]?values?)?\s?(?P<sign>[=<>≤≥])\s?(?P<p>(?:\d+(?:[.,]\d+)?|[.,]\d+))(?![\d×]|[.,]\d|\s?[×·e])"
)
#: "b = 0.40, SE = 0.08, p < .001", with other figures between them: "t(38) = 5.0".
_COEFFICIENT = (
    rf"(?<![\w-])(?:[bBβ]|{{statistics.coefficient}})\s?=\s?(?P<value>{_NUMBER})\s?[,;]\s?"
    rf"{{statistics.standard-error}}\s?=?\s?(?P<error>{_NUMBER})(?:\s?[,;]\s?[^,;=<>]{{1,24}}=\s?{_NUMBER}){{0,2}}"
    r"\s?[,;]\s?[pP]\s?(?P<sign>[=<>≤≥])\s?(?P<p>(?:\d+(?:[.,]\d+)?|[.,]\d+))(?![\d×]|[.,]\d|\s?[×·e])"
)
_P_VALUE = lazy(r"[pP](?:[- ]?values?)?\s?[=<>≤≥]")
_CLOSEST = 0.0001  # smaller p-values are written "< 0.0001"
_OTHERS = 2  # least coefficients that agree with their p-values when one does not
# p-values of a coefficient that no other test moves to the other side of 0.05
_LARGE, _SMALL = 0.1, 0.02
_LEAST_DF = 10  # of a regression with a p-value


def impossible(text: ReadText) -> Iterator[Impossible]:
    """Yield the statistics of a document that their own figures contradict."""
    for passage, tests in text.finds(_reported, _equates):
        for match in tests:
            if problem := _tested(text, passage, match):
                yield problem
    yield from _coefficients(text)
    for _, means in text.finds(_means, _equates):
        yield from means


def _equates(passage: Passage) -> bool:
    return "=" in passage.text


def _reported(passage: Passage) -> Iterator[re.Match[str]]:
    """Yield the tests of a passage that have a p-value."""
    if _P_VALUE.search(passage.text) and not _of_equivalence(passage):
        yield from _REPORTED.finditer(passage.text)


def _coefficients(text: ReadText) -> Iterator[Impossible]:
    """Yield the coefficient that its standard error and p-value contradict, if those of all others agree.

    Standardised coefficients are often given with errors of unstandardised ones: then several disagree.
    """
    every = [(passage, match) for passage, matches in text.finds(_regressed, _equates) for match in matches]
    wrong = [(passage, match) for passage, match in every if _contradicts(passage, match)]
    if len(wrong) == 1 and len(every) > _OTHERS and not text.corrects:
        [(passage, match)] = wrong
        yield Impossible(
            passage.span(match.start("value"), match.end()),
            f"a coefficient of {match['value'].strip()} with a standard error of {match['error'].strip()} does not give p"
            f" {match['sign']} {match['p']}",
            "one of the three figures is mistyped, or the p-value is of another test",
        )


def _regressed(passage: Passage) -> Iterator[re.Match[str]]:
    """Yield the coefficients of a passage that have a standard error and a p-value."""
    if passage.text.count("=") > 1 and _P_VALUE.search(passage.text):
        yield from wording(with_english(passage.language), _COEFFICIENT).finditer(passage.text)


def _contradicts(passage: Passage, match: re.Match[str]) -> bool:
    """Whether a coefficient is far from its p-value, for all values that it and its error may be rounded from."""
    comma = flag(passage.language, "numbers.comma")
    value, error, p = (written_number(match[name], comma=comma) for name in ("value", "error", "p"))
    if value is None or error is None or p is None or error.value <= error.unit / 2:
        return False
    size, half = abs(value.value), value.unit / 2
    least, most = (
        max(size - half, 0) / (error.value + error.unit / 2),
        (size + half) / (error.value - error.unit / 2),
    )
    if match["sign"] in "<=≤" and p.value <= _SMALL:
        return p_of_z(most) >= _LARGE
    return match["sign"] in ">=≥" and p.value >= 0.05 and p_of_t(least, _LEAST_DF) <= _SMALL / 2


def _of_equivalence(passage: Passage) -> bool:
    """Whether a p-value may be of a test of equivalence or non-inferiority."""
    bounded = listed(with_english(passage.language), "statistics.equivalence", flags=re.IGNORECASE)
    return bounded.search(passage.text) is not None


def _tested(text: ReadText, passage: Passage, match: re.Match[str]) -> Impossible | None:
    comma = flag(passage.language, "numbers.comma")
    value, reported = written_number(match["value"], comma=comma), written_number(match["p"], comma=comma)
    df = _degrees(match, comma=comma)
    sort = (match["sort"] or "z")[0]
    if value is None or reported is None or df is None:
        return None
    span = _range(sort, value, df)
    if span is None:
        return None
    low, high = span
    ranges = [span, *_one_sided(sort, df, low, high)]
    if sort == "F" and df[0].value > 1 and text.corrects:
        # A correction for sphericity divides both by at most the first, which makes p smaller if F is small.
        fewest = _range(sort, value, [Written(n.value / df[0].value, n.unit / df[0].value) for n in df])
        ranges += [fewest] if fewest else []
    if any(_agree(match["sign"], reported, a, b) for a, b in ranges):
        return None
    smaller = match["sign"] in "=<≤" and reported.value + reported.unit < min(ranges)[0]
    if not smaller and text.corrects:
        return None
    worked_out = _p_value(sort, abs(value.value), [written.value for written in df])
    said = " ".join(match[0][match.start("sign") - match.start() - 1 :].split())
    shown = _shown(worked_out)
    start = match.start()
    sides = " (two-sided; half of it is accepted too)" if sort in "tzr" else ""
    return Impossible(
        passage.span(start, match.end()),
        f"{_head(match)} gives p {shown}, not p {said.lstrip('pP ')}",
        f"one of the figures is mistyped, or the p-value is of another test{sides}",
    )


def _head(match: re.Match[str]) -> str:
    return " ".join(match[0][: match.end("value") - match.start()].split())


def _shown(p: float) -> str:
    return "< 0.0001" if p < _CLOSEST else f"= {p:.2g}" if p < 0.1 else f"= {p:.3f}"


def written_number(text: str, *, comma: bool) -> Written | None:
    """Return a number with its precision; None if it has a comma that is not a decimal sign, or is malformed."""
    plain = "".join(text.split()).replace("\u2212", "-").replace("–", "-")
    if "," in plain:
        if not comma:
            return None
        plain = plain.replace(",", ".")
    value = real(plain)
    return None if value is None else Written(value, 10.0 ** -len(plain.partition(".")[2]))


def _degrees(match: re.Match[str], *, comma: bool) -> list[Written] | None:
    """Return the degrees of freedom: two for F, one for t, r and chi-squared, none for z; None if malformed."""
    if match["z"]:
        return []
    text = match["df"].strip(" \xa0,;")
    if match["sort"] == "F":
        parts = (
            re.split(r"[;,]\s?", text)
            if text.count(",") + text.count(";") == 1
            else re.split(r";\s?|,\s", text)
        )
    else:
        parts = [text]
    written = [written_number(part, comma=comma) for part in parts if re.fullmatch(r"\d+(?:[.,]\d+)?", part)]
    degrees = [number for number in written if number is not None and number.value > 0]
    wanted = 2 if match["sort"] == "F" else 1
    return degrees if len(degrees) == len(parts) == wanted else None


def _range(sort: str, value: Written, df: list[Written]) -> tuple[float, float] | None:
    """Return the least and greatest p-value of all statistics that are written like this one; None if impossible."""
    size = abs(value.value)
    if (sort == "r" and size > 1) or (sort in "Fχ" and value.value < 0):
        return None
    least, most = max(0.0, size - value.unit / 2), size + value.unit
    if sort == "r":
        most = min(1.0, most)
    plain = [written.value for written in df]
    few, many = list(plain), list(plain)
    if sort in "tF":  # Welch's degrees of freedom are often rounded
        few[-1], many[-1] = max(0.5, plain[-1] - df[-1].unit / 2), plain[-1] + df[-1].unit / 2
    values = [_p_value(sort, statistic, degrees) for statistic in (least, most) for degrees in (few, many)]
    return min(values), max(values)


def _p_value(sort: str, value: float, df: list[float]) -> float:
    if sort == "z":
        return p_of_z(value)
    if sort == "t":
        return p_of_t(value, df[0])
    if sort == "r":
        return p_of_r(value, df[0])
    return p_of_f(value, df[0], df[1]) if sort == "F" else p_of_chi2(value, df[0])


def _one_sided(sort: str, df: list[Written], low: float, high: float) -> list[tuple[float, float]]:
    """Return the p-values of a one-sided test, in the expected direction and the other."""
    if sort in "Fχ" and df[0].value > 1:
        return []
    half = low / 2, high / 2
    return [half, (1 - half[1], 1 - half[0])] if sort in "tzr" else [half]


def _agree(sign: str, reported: Written, low: float, high: float) -> bool:
    p, unit = reported
    if sign in "<≤":
        return low <= p or _shown(low) == _shown(p)  # 0.001003 counts as 0.001
    if sign in ">≥":
        return high >= p
    return low <= p + unit and high >= p - unit / 2


_ITEMS = r"\b(?:({scales.few}|\d)[-\s])?items?\b"
_CHANCE = 0.02  # most probability that means of other answers fit whole ones by chance
_MEAN = lazy(
    rf"\(\s?(?:[nN]\s?=\s?(?P<before>\d+)\s?[,;]\s?)?M\s?=\s?(?P<mean>{_NUMBER})(?:\s?[,;]\s?(?:SD|ET|s)\s?=\s?{_NUMBER})?"
    r"(?:\s?[,;]\s?[nN]\s?=\s?(?P<after>\d+))?\s?\)"
)


def _means(passage: Passage) -> Iterator[Impossible]:
    """Yield the means that whole answers cannot have, by their number and that of the items, by default 1.

    If nothing says that answers are whole, all other means of the passage must fit, and not by chance.
    """
    text = passage.text
    matches = list(_MEAN.finditer(text)) if "M" in text else []
    if not matches:
        return
    spoken = with_english(passage.language)
    rated, whole, composite = (any_of(spoken, f"scales.{sort}") for sort in ("rated", "whole", "composite"))
    if not rated.search(text) or composite.search(text):
        return
    items = {
        match[1].lower() if match[1] else ""
        for match in wording(spoken, _ITEMS, re.IGNORECASE).finditer(text)
    }
    if "" in items or len(items) > 1:
        return
    word = items.pop() if items else "one"
    times = 1 if word == "single" else values("en", "numbers.small").get(word) or natural(word)
    comma = flag(passage.language, "numbers.comma")
    means = []
    for match in matches:
        mean, size = written_number(match["mean"], comma=comma), match["after"] or match["before"]
        if mean is not None and size and 0 < natural(size) * times * mean.unit < 1:
            means.append((match, mean, natural(size) * times))
    wrong = [mean for mean in means if not _fits(*mean[1:])]
    chance = math.prod(answers * mean.unit for _, mean, answers in means if _fits(mean, answers))
    if whole.search(text) or (len(wrong) == 1 and chance < _CHANCE):
        for reported in wrong:
            yield _mean(passage, *reported)


def _fits(mean: Written, answers: int) -> bool:
    near = math.floor(mean.value * answers + 1e-9)
    return any(abs(total / answers - mean.value) <= mean.unit / 2 + 1e-9 for total in (near, near + 1))


def _mean(passage: Passage, match: re.Match[str], mean: Written, answers: int) -> Impossible:
    near = math.floor(mean.value * answers + 1e-9)
    places = len(match["mean"].replace(",", ".").partition(".")[2]) + 1
    around = f"{near / answers:.{places}f} and {(near + 1) / answers:.{places}f}"
    return Impossible(
        passage.span(match.start("mean"), match.end("mean")),
        f"{answers} whole answers cannot have a mean of {match['mean']}: the nearest are {around}",
        "the mean, the number of answers or the number of items is mistyped, or answers are missing",
    )
