"""Read numbers, units, percentages and number words in plain text: the only reader for all comparisons.

    >>> [q.normal for q in read("about 1,200 servers, up 5 % (from 3.2 ± 0.1 ms)")]
    ['1200 servers', '5 %', '3.2±0.1 ms']

Values are exact decimals in the unit that the text names; `Quantity.base` converts the usual prefixes to
a base unit, and percent to a fraction, so that "5 %" equals "0.05" and "3 ms" equals "0.003 s".
Offsets count code points from the start of the text, the end excluded.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from decimal import Decimal
from functools import cache
from operator import attrgetter
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from argcheck.files import data
from argcheck.files.patterns import NUMERALS, WORDS, lazy
from argcheck.prose.number_words import number_at, spelt, word_value
from argcheck.tex.vocabulary import codes, phrases, table, values, with_english, wording, words

if TYPE_CHECKING:
    from collections.abc import Sequence

Language = str

_LETTERS = r"[^\W\d_¹²³⁴]+"  # for `re`, superscripts are letters
_SPACE = r"[ \t\u00a0\u2009\u202f]"
#: A whole number in a row of cells, followed by the next one: most of the numbers of a thesis.
_CELL = lazy(r"\d{1,15}(?= {2,}\d| *\Z)")
#: Where a number may begin: not in a word, an exponent, a version, a date or a list without spaces.
_DIGIT = lazy(r"(?<!\w)(?<!\^)(?<!\^[{+\u2212-])(?<!\^\{[+\u2212-])(?<!\d[.,:/-])[-+\u2212]?\.?\d")
_PLUS_MINUS = lazy(rf"{_SPACE}*(?:±|\+/-|\+-){_SPACE}*")
#: Between the ends of a range: a dash, dots, or a word.
_TO = lazy(rf"{_SPACE}*(?:[\u2013\u2014-]|\.\.\.?){_SPACE}*|{_SPACE}+({_LETTERS}){_SPACE}+")
#: After a number: a sign, or a word and what is between.
_SIGN = lazy(rf"{_SPACE}?([%\u2030]|°[CFcf]\b|\^?°|[$€£](?!\d))")
_WORD = lazy(rf"((?:{_SPACE}|-)?)({_LETTERS})")
_PERCENT = rf"{_SPACE}?(?:{{numbers.percent}}|({{numbers.points}}))\b"
_STEM = lazy(r"[^\W\d_]+(?![?*+])")
#: After a unit: its power and its divisor ("m²", "m/s^2", "m s^{-1}").
_COMPOUND = lazy(
    r"(?:\^\{?(?P<power>[2-4])\}?|(?P<sign>[²³⁴]))?"
    rf"(?:/(?P<over>{_LETTERS})(?:\^\{{?(?P<over_power>[2-4])\}}?|(?P<over_sign>[²³⁴]))?"
    rf"|[·.\xa0 ]?(?P<by>{_LETTERS})(?:\^\{{?[-\u2212](?P<by_power>[1-4])\}}?|\u207b(?P<by_sign>[¹²³⁴])))?"
)
_POWERS = "¹²³⁴"
_MONEY = frozenset("$€£")
_PERCENTS = frozenset(("%", "\u2030", "percentage points"))
_PLAINLY_BEFORE = frozenset((" ", "\xa0", "(", "\n"))  # a digit after these begins a number without a sign
_NONE = Decimal(0)


_TYPOGRAPHIC = "\xa0–—’“”…"  # the only characters of most English paragraphs that are not ASCII
#: ASCII with spaces for all that is not in words: four times as fast as a search for words.
_BLANKED = "".join(sign if sign.isalnum() or sign == "_" else " " for sign in map(chr, range(128)))


class _Placed(Protocol):
    """Something in a text."""

    @property
    def start(self) -> int:
        """Its offset."""


Placed = TypeVar("Placed", bound=_Placed)


def between(items: Sequence[Placed], start: int, end: int) -> Sequence[Placed]:
    """Return the items, which must be in order, that begin in a range of their text; logarithmic."""
    first, last = (bisect_left(items, bound, key=attrgetter("start")) for bound in (start, end))
    return items[first:last]


class Quantity(NamedTuple):
    """One number in a text, with its unit or noun.

    ``value``, ``high`` (the end of a range, else equal to ``value``) and ``uncertainty`` (0 if none is stated)
    are in ``unit``; ``unit`` is one of ``data/units.toml``, perhaps with a power and a divisor ("m/s²"), or "" if the
    text names no known one.  ``noun`` is the word after a number without unit ("servers" in "40 servers"), or "".
    """

    start: int
    end: int
    text: str
    value: Decimal
    high: Decimal
    uncertainty: Decimal
    unit: str
    noun: str = ""

    @property
    def normal(self) -> str:
        """The quantity written in one way: "1200 servers", "3.2±0.1 ms", "5-7 %"."""
        number = _written(self.value)
        if self.high != self.value:
            number += f"-{_written(self.high)}"
        if self.uncertainty:
            number += f"±{_written(self.uncertainty)}"
        return f"{number} {self.unit or self.noun}".rstrip()

    @property
    def base(self) -> tuple[Decimal, Decimal, str]:
        """Least and greatest value, including the uncertainty, and unit after conversion to the base unit.

        Percent and permille become fractions with the unit "".
        """
        unit, scale = conversion(self.unit)
        return (self.value - self.uncertainty) * scale, (self.high + self.uncertainty) * scale, unit


def words_of(text: str) -> frozenset[str]:
    """Return the words and numbers of a text in lower case."""
    lower = _lower(text)
    for sign in () if lower.isascii() else _TYPOGRAPHIC:
        lower = lower.replace(sign, " ")
    return frozenset(lower.translate(_BLANKED).split() if lower.isascii() else WORDS.findall(lower))


def _lower(text: str) -> str:
    return text.replace("İ", "I").lower()  # the only letter that becomes two in lower case


def read(text: str, language: Language = "en", known: frozenset[str] | None = None) -> list[Quantity]:
    """Return the quantities of a text in order; no two overlap.

    Numbers inside names ("x9", "GPT4", "3.2.1") are not quantities.  ``language`` is the code of a
    language with number words; it determines these and the decimal sign: in German and French "1,5" is a
    fraction and "1.200" is twelve hundred.  Linear in the text.

    :param known: the words of the text, or of a longer one, if the caller has them.
    :raises ValueError: the language is not known.
    """
    if not table(language, "numbers"):
        spoken = ", ".join(code for code in codes() if table(code, "numbers"))
        raise ValueError(f"unknown language {language!r}; use {spoken}")
    quantities: list[Quantity] = []
    end = 0
    for start in _starts(text, language, words_of(text) if known is None else known):
        if start >= end and (quantity := _at(text, start, language)) is not None:
            quantities.append(quantity)
            end = quantity.end
    return quantities


def same(a: Quantity, b: Quantity) -> bool:
    """Whether two quantities can be the same: equal base units, and values that agree within rounding.

    "5 %" is 0.05, "3.2 ± 0.1 ms" agrees with "3.3 ms", and "about 3.14" with "3.142": a number stands for
    all that round to it.
    """
    low_a, high_a, unit_a = a.base
    low_b, high_b, unit_b = b.base
    if unit_a != unit_b:
        return False
    slack = max(_half_step(a), _half_step(b))
    return low_a - slack <= high_b and low_b - slack <= high_a


def is_whole(quantity: Quantity) -> bool:
    """Whether the number is written without a fraction."""
    exponent = quantity.value.as_tuple().exponent
    return isinstance(exponent, int) and exponent >= 0


@cache
def units() -> dict[str, tuple[str, Decimal]]:
    """Return the base unit of each unit, with the factor that converts to it."""
    return {
        unit: (base, Decimal(factor))
        for base, pairs in data.table("units", "units").items()
        for unit, factor in data.pairs(pairs).items()
    }


@cache
def conversion(unit: str) -> tuple[str, Decimal]:
    """Return the base unit and the factor that converts to it: "km/h" is "m/s" and 1000/3600."""
    if unit in units() or not unit:
        return units().get(unit, (unit, Decimal(1)))
    scale = Decimal(1)
    names = []
    for place, part in enumerate(unit.split("/")):
        name, power = (part[:-1], _POWERS.index(part[-1]) + 1) if part[-1] in _POWERS else (part, 1)
        base, factor = units().get(name, (name, Decimal(1)))
        scale = scale / factor**power if place else scale * factor**power
        names.append(base + part[len(name) :])
    return "/".join(names), scale


def normalise(text: str, language: Language = "en") -> str:
    """Return the text with every quantity in its normal form; the rest is unchanged."""
    pieces, end = [], 0
    for quantity in read(text, language):
        number = quantity.normal
        if quantity.noun:
            number = number.removesuffix(quantity.noun) + quantity.text[-len(quantity.noun) :]
        pieces += [text[end : quantity.start], number]
        end = quantity.end
    return "".join([*pieces, text[end:]])


@cache
def _unit_words(language: Language) -> dict[str, str]:
    """Return the signs of units by their spelled-out names."""
    return {
        word: sign for code in with_english(language) for word, sign in values(code, "numbers.units").items()
    }


@cache
def _spelt_percents(language: Language) -> tuple[str, ...]:
    """Return the beginnings of words that stand for a percent sign."""
    listed = (phrases(with_english(language), key) for key in ("numbers.percent", "numbers.points"))
    stems = (_STEM.match(phrase) for of_key in listed for phrase in of_key)
    return tuple(stem[0].lower() for stem in stems if stem)


@cache
def _range_words(language: Language) -> frozenset[str]:
    return frozenset(phrases(with_english(language), "numbers.to"))


def _starts(text: str, language: Language, known: frozenset[str]) -> list[int]:
    """Return the offsets at which a number may begin, in digits or in words."""
    starts, end = [], 0
    for digits in NUMERALS.finditer(text):
        start = digits.start()
        if text[start - 1 : start] in _PLAINLY_BEFORE:
            starts.append(start)
        elif match := _DIGIT.search(text, max(end, start - 2), start + 1):
            starts.append(match.start())
        end = digits.end()
    numerals = spelt(known, language)
    lower = _lower(text) if numerals else ""
    for word in numerals:
        at = lower.find(word)
        while at >= 0:
            end = at + len(word)
            if not (at and WORDS.match(lower, at - 1)) and not WORDS.match(lower, end):
                starts.append(at)
            at = lower.find(word, end)
    return sorted(starts) if numerals else starts


def _at(text: str, start: int, language: Language) -> Quantity | None:
    money = text[start - 1 : start] if text[start - 1 : start] in _MONEY else ""
    if not money and (cell := _CELL.match(text, start)):
        value = Decimal(cell[0])
        return Quantity(start, cell.end(), cell[0], value, value, _NONE, "")
    number = number_at(text, start, language)
    if number is None:
        return None
    value, uncertainty, end, in_words = number
    high, behind = value, _behind(text, end, language)
    if plus := _PLUS_MINUS.match(text, end):
        if other := number_at(text, plus.end(), language):
            uncertainty, end = other[0], other[2]
            behind = _behind(text, end, language)
    else:
        percent = behind.unit in _PERCENTS
        other = _range_end(text, behind.end if percent else end, language, in_words=in_words)
        if other and (percent or other[0] > value):
            high, end = other[0], other[2]
            behind = _behind(text, end, language)
    if money:
        return Quantity(start - 1, end, text[start - 1 : end], value, high, uncertainty, money)
    if behind.in_name:
        return None
    end, unit, noun, _ = behind
    return Quantity(start, end, text[start:end], value, high, uncertainty, unit, noun)


def _range_end(
    text: str, end: int, language: Language, *, in_words: bool
) -> tuple[Decimal, Decimal, int, bool] | None:
    """Return the second number of a range, if a dash or a word after the first makes it one; else None."""
    between = _TO.match(text, end)
    if not between or (in_words and not between[1]):
        return None
    if between[1] and between[1].lower() not in _range_words(language):
        return None
    return number_at(text, between.end(), language)


class _Behind(NamedTuple):
    """The end of a number with its unit or noun."""

    end: int
    unit: str = ""
    noun: str = ""
    in_name: bool = False  #: the number is part of a name: "3rd", "2D"


def _behind(text: str, end: int, language: Language) -> _Behind:
    if match := _SIGN.match(text, end):
        return _Behind(match.end(), match[1].lstrip("^"))
    match = _WORD.match(text, end)
    if not match:
        return _Behind(end)
    between, word = match.groups()
    lower = word.lower()
    if between != "-" and lower.startswith(_spelt_percents(language)):
        percent = wording(with_english(language), _PERCENT, re.IGNORECASE).match(text, end)
        if percent:
            return _Behind(percent.end(), "percentage points" if percent[1] else "%")
    word = word.replace("\u03bc", "µ")
    unit = word if word in units() else _unit_words(language).get(lower, "")
    if unit:
        compound = _COMPOUND.match(text, match.end()) if unit in units() else None
        return _Behind(compound.end(), unit + _compound(compound)) if compound else _Behind(match.end(), unit)
    if not between:
        return _Behind(end, in_name=True)
    plain = (
        len(word) < 3
        or lower in words(with_english(language), "numbers.uncounted")
        or word_value(lower, language) is not None
    )
    return _Behind(end) if plain else _Behind(match.end(), noun=lower)


def _compound(match: re.Match[str]) -> str:
    """Return power and divisor of a unit in normal form: "²", "/s", "/s²"."""

    def raised(name: str) -> str:
        power = match[f"{name}sign"] or _POWERS[int(match[f"{name}power"] or 1) - 1]
        return power.replace("¹", "")

    divisor = f"/{match['over']}{raised('over_')}" if match["over"] else ""
    if match["by"]:
        divisor = f"/{match['by']}{raised('by_')}"
    return raised("") + divisor


def _written(value: Decimal) -> str:
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _half_step(quantity: Quantity) -> Decimal:
    """Return half a unit of the last digit, in the base unit; 0 for whole numbers."""
    exponent = quantity.value.as_tuple().exponent
    if not isinstance(exponent, int) or exponent >= 0:
        return Decimal(0)
    return Decimal(5).scaleb(exponent - 1) * conversion(quantity.unit)[1]
