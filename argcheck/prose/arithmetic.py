"""Sums, products and differences in a sentence whose result contradicts their own numbers.

"6 + 12 + 48 = 166", "228 lineups (3 replications × 2 plots × 48 sizes)", "from 40 to 60, an increase of 40 %", "4
points higher (62 % versus 56 %)".
"""

from __future__ import annotations

import math
import re
from decimal import Decimal
from functools import cache
from itertools import product
from typing import TYPE_CHECKING

from argcheck.prose.number_words import number_at
from argcheck.prose.samples import is_slip
from argcheck.prose.wholes import Inconsistent, Rounded, rounded
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import any_of, flag, listed, numbers, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from argcheck.prose.reading import Passage, ReadText

_LEAST = 20  # least result: smaller ones are of examples, or in another base
_WHOLE = r"\d{1,3}(?:[,.\u00a0\u2009\u202f]\d{3})+|\d{1,9}"
_TIMES = frozenset("×·⋅*")
_BY = r"\s?(?:[×·⋅*]|\b{differences.times}\b)\s?"
_NEXT = rf"(?:(?:\s?\+\s?|{_BY})(?:{_WHOLE}))"
#: "6+12+48 = 66", "61 * 78 = 4,758"
_WRITTEN_OUT = rf"(?<![\w.,])(?:{_WHOLE}){_NEXT}{{1,40}}\s?=\s?(?:{_WHOLE})(?![\w.,]*\d|\w|\s?[-+×·⋅*/^−–÷])"
_BEFORE = 20  # characters before a sum that are searched for a word
#: "228 lineups (3 replications × 2 plots × 48 sizes)"
_FACTOR = rf"(?:{_WHOLE})(?:\s[^\W\d_][\w'’-]*){{1,5}}?"
#: With more words before the parenthesis, the number is mostly of something else: "20 animals in each group (...)".
_FACTORS = rf"(?<![\w.,/–-])({_WHOLE})(?:\s[^\W\d_][\w'’-]*){{1,2}}\s\(({_FACTOR}(?:{_BY}{_FACTOR})+)\)"
_NUMBER = r"(?<![\w.,])\d{1,9}(?:[.,]\d{1,9}){0,3}(?!\d)"
_UNIT = r"(?P<u>\s?%|\s?[^\W\d_]{1,12})?"
_KIND = r"%|{numbers.percent}|{numbers.points}|{differences.points}|{differences.fold}"
_DIFFERENCE = rf"(?P<d>{_NUMBER})[\s-]?(?P<kind>{_KIND})[\s-]*(?:{{bounds.kind}}\s)?"
_CHANGE = r"{differences.change}\w*\s"
_STATED = r"(?:{differences.stated-as}\s)"
_FIRST, _SECOND = (rf"(?P<{name}>{_NUMBER}){_UNIT}" for name in "ab")
_MEASURED = [rf"(?P<{name}>{_NUMBER})(?P<u>\s?%|\s?[^\W\d_]{{1,3}})?" for name in "ab"]
_FROM_TO = rf"\b{{differences.from}}\s{_FIRST}\s{{differences.to}}\s{_SECOND}(?!\w|[.,]\d|\s?[±/^–-])"
#: Further words may name another quantity: "a 50 % reduction in error", "an increase of 4 % per year".
_ENDS = r"(?=\s*(?:[.,;:)–—]|\Z))"
#: The counted things, and a base: "60 deaths per 100,000 people".
_COUNTED = r"(?:(?:\s[^\d,.;:()–—]{1,40}?)?\s{bounds.per}\s\d[\d.,]{0,20})?(?:\s[^\d,.;:()–—]{1,40})?"
#: "from 40 to 60, an increase of 50 %", "from 40 to 60 (a 50 % increase)"
_APPOSED = rf"{_FROM_TO}{_COUNTED}\s?[,(–—]\s?{_STATED}*(?:{_CHANGE}{{bounds.by}}\s{_DIFFERENCE}|{_DIFFERENCE}{{differences.change}}\w*){_ENDS}"
#: "by 50 %, from 40 to 60"
_BEFORE_IT = rf"\b{{differences.by}}\s{_DIFFERENCE}(?:,\s?|\(){_FROM_TO}{_ENDS}"
#: "by 50 % from 40 to 60"; not "by 3 % from 10 to 20 epochs"
_WITHIN = rf"\b{{differences.by}}\s{_DIFFERENCE}\b{{differences.from}}\s(?P<a>{_NUMBER})(?:\s?%)?\s{{differences.to}}\s(?P<b>{_NUMBER})(?:\s?%)?{_ENDS}"
#: "50 % higher than before (60 versus 40)"; not "(12 versus 15 deaths)", which may be of different totals
_IN_PARENTHESES = (
    rf"{_DIFFERENCE}(?:{{differences.change}}|{{differences.more}})\w*[^()\d.;]{{0,60}}\s"
    rf"\({_MEASURED[0]}(?:\s[^\W\d_]+){{0,2}},?\s{{differences.versus}}\s{_MEASURED[1]}\)"
)
#: "0.889, representing a 14.8-point improvement over the others (0.741)"
_COMPARED = (
    rf"{_FIRST},\s{_STATED}+{_DIFFERENCE}{_CHANGE}{{differences.than}}\s[^()\d.;]{{1,60}}\s\({_SECOND}\)"
)
#: The forms, each with the key of phrases of which it has one.
_FORMS = {
    _APPOSED: "differences.from",
    _BEFORE_IT: "differences.from",
    _WITHIN: "differences.from",
    _IN_PARENTHESES: "differences.versus",
    _COMPARED: "differences.than",
}
_NUMBERS = 3  # least numbers of each form
_FUNCTIONS = frozenset({"cos", "exp", "lg", "ln", "log", "max", "min", "sin", "sqrt", "tan"})
_SHORT_FACTORS = ("k", "M")  #: "800k"
_YEARS = range(1500, 2101)
_HUNDRED = 100
_ROUND = 5  # whole differences that it divides may be rounded
_NEARLY = Decimal("0.1")  # tolerance of a rounded difference, as a share of it


def written_out(text: ReadText) -> Iterator[Inconsistent]:
    """Yield the results of sums, products and differences that their own numbers contradict."""
    for _, inconsistent in text.finds(_in_passage, lambda passage: passage.may_have(_NUMBERS)):
        yield from inconsistent


def _in_passage(passage: Passage) -> Iterator[Inconsistent]:
    said = passage.text
    if "=" in said:
        yield from _results(passage)
    if passage.kind == "table":
        return
    if "(" in said and (not _TIMES.isdisjoint(said) or passage.may_say("differences.times")):
        yield from _products(passage)
    yield from _differences(passage)


def _results(passage: Passage) -> Iterator[Inconsistent]:
    """Yield wrong results of sums and products with an equals sign: "6 + 12 + 48 = 166"."""
    spoken = with_english(passage.language)
    for match in passage.at_numbers(wording(spoken, _WRITTEN_OUT)):
        left, _, right = match[0].rpartition("=")
        before = passage.text[max(0, match.start() - _BEFORE) : match.start()].split()[-1:]
        terms = left.split("+")
        sign = "+" if len(terms) > 1 else "×"
        factors = [wording(spoken, _BY).split(term.strip()) for term in terms]
        mixed = sign == "+" and any(len(parts) > 1 for parts in factors)
        otherwise = _says(passage, match.start(), "sums.otherwise")
        if not mixed and not otherwise and not (before and _goes_on(before[0])):
            yield from _result(passage, match.span(), terms if sign == "+" else factors[0], right, sign)


def _goes_on(word: str) -> bool:
    """Whether a word before a sum may belong to it: a sign, a power, a function, a number or a letter."""
    if not word[-1].isalnum():
        return word[-1] not in "(,.;:)"
    return not word[-1].isalpha() or len(word) == 1 or word in _FUNCTIONS


def _says(passage: Passage, place: int, key: str) -> bool:
    """Whether the sentence at a place has a phrase of a key."""
    words = any_of(with_english(passage.language), key)
    return words.search(passage.text, *passage.sentence(place)) is not None


def _products(passage: Passage) -> Iterator[Inconsistent]:
    """Yield wrong products in parentheses: "228 lineups (3 replications × 2 plots × 48 sizes)".

    Factors whose words begin alike are lengths, "3 m wide", and are skipped.
    """
    spoken = with_english(passage.language)
    for match in passage.at_numbers(wording(spoken, _FACTORS)):
        factors = [factor.split(maxsplit=1) for factor in wording(spoken, _BY).split(match[2])]
        if len({name.split()[0] for _, name in factors}) == len(factors):
            yield from _result(passage, match.span(), [number for number, _ in factors], match[1], "×")


def _result(
    passage: Passage, place: tuple[int, int], parts: list[str], result: str, sign: str
) -> Iterator[Inconsistent]:
    """Yield a wrong result of parts, if a slip in one of the numbers explains it."""
    decimal = "," if flag(passage.language, "numbers.comma") else "."
    if any(decimal in part for part in (*parts, result)):
        return  # "2.500" is a fraction here
    values, total = [natural(part) for part in parts], natural(result)
    right = sum(values) if sign == "+" else math.prod(values)
    if total < _LEAST or right == total or 0 in values:
        return
    if sign == "+":
        meant = [(value, value + total - right) for value in values]
    else:
        meant = [(value, total * value // right) for value in values if total * value % right == 0]
    if any(is_slip(*pair) for pair in ((total, right), *meant)):
        terms = f" {sign} ".join(map(str, values))
        yield Inconsistent(
            passage.span(*place), f"{terms} is {right}, not {total}", "correct the result or one of its parts"
        )


def _differences(passage: Passage) -> Iterator[Inconsistent]:
    """Yield wrong differences, percentages and ratios of two numbers: "from 40 to 60, an increase of 40 %"."""
    spoken = with_english(passage.language)
    forms = [form for form, key in _FORMS.items() if passage.may_say(key)]
    for form in forms if forms and any(passage.at_numbers(wording(spoken, _DIFFERENCE))) else ():
        for match in wording(spoken, _named(form)).finditer(passage.text):
            said = {name: text for name, text in match.groupdict().items() if text}
            a, b, d = (
                _number(passage, next(said[name] for name in said if name[0] == which)) for which in "abd"
            )
            units = [text or "" for name, text in match.groupdict().items() if name[0] == "u"]
            if not _same_measure(spoken, *units) or _says(passage, match.start(), "differences.otherwise"):
                continue
            if a and b and d and not {int(a.value), int(b.value)} & set(_YEARS):
                kind = next(said[name] for name in said if name.startswith("kind"))
                if problem := _unlike(passage.language, a, b, d, kind):
                    yield Inconsistent(
                        passage.span(*match.span()),
                        problem,
                        "correct the difference or one of the two numbers",
                    )


def _same_measure(spoken: tuple[str, ...], first: str = "", second: str = "") -> bool:
    """Whether two numbers have the same unit, perhaps only after the second: not "3 h" and "20 min".

    A factor after the second only is no unit: "800,000" and "1.2 million".
    """
    first, second = first.strip(), second.strip()
    factors = {word for code in spoken for word in numbers(code, "numbers.large")}
    return first == second or (not first and second.lower() not in factors and second not in _SHORT_FACTORS)


@cache
def _named(form: str) -> str:
    """Return a form with numbered names of groups, since some names occur in it twice."""
    counts: dict[str, int] = {}

    def numbered(match: re.Match[str]) -> str:
        counts[match[1]] = counts.get(match[1], 0) + 1
        return f"(?P<{match[1]}{counts[match[1]]}>"

    return re.sub(r"\(\?P<(\w+)>", numbered, form)


def _number(passage: Passage, literal: str) -> Rounded | None:
    read = number_at(literal, 0, passage.language)
    return rounded(read[0]) if read and read[2] == len(literal) else None


def _unlike(language: str, a: Rounded, b: Rounded, d: Rounded, kind: str) -> str:
    """Return what is wrong with a difference; empty if it is right in any sense, or a number may be 0 or less.

    :param d: the stated difference, of the kind ``kind``: a unit or a word such as ``%``, ``points`` or ``fold``.
    """
    if min(*a.ends, *b.ends) <= 0:
        return ""
    spoken = with_english(language)
    exact: list[Callable[[Decimal, Decimal], Decimal]]
    apart = abs(a.value - b.value)
    if listed(spoken, "differences.fold", flags=re.IGNORECASE).fullmatch(kind):
        exact = [lambda x, y: y / x, lambda x, y: x / y, lambda x, y: y / x - 1, lambda x, y: x / y - 1]
        told = (
            f"the ratio of {a.value} and {b.value} is {_short(max(a.value, b.value) / min(a.value, b.value))}"
        )
    else:
        exact = [lambda x, y: abs(x - y), lambda x, y: _HUNDRED * abs(x - y)]
        told = f"{a.value} and {b.value} differ by {apart}"
        if not listed(spoken, "numbers.points", "differences.points", flags=re.IGNORECASE).fullmatch(kind):
            told += f" or {_short(_HUNDRED * apart / a.value)} %"
            exact += [lambda x, y: _HUNDRED * abs(x - y) / x, lambda x, y: _HUNDRED * abs(x - y) / y]
            exact += [lambda x, y: _HUNDRED * x / y, lambda x, y: _HUNDRED * y / x]
    slack = d.step
    if d.value == int(d.value) and d.value % _ROUND == 0:
        slack = max(slack, d.value * _NEARLY)
    for work_out in exact:
        values = [work_out(x, y) for x, y in product(a.ends, b.ends)]
        if min(values) <= d.value + slack and d.value - slack <= max(values):
            return ""
    return f"{told}, not {d.value} {kind}"


def _short(value: Decimal) -> str:
    return f"{value:.3g}"
