"""Read numbers, units, percents and number words out of plain text: one reader for all that compares them.

    >>> [q.normal for q in read("about 1,200 servers, up 5 % (from 3.2 ± 0.1 ms)")]
    ['1200 servers', '5 %', '3.2±0.1 ms']

Values are exact decimals in the unit that the text names; `Quantity.base` converts the usual prefixes to
a base unit, and percent to a fraction, so that "5 %" equals "0.05" and "3 ms" equals "0.003 s".
Offsets count code points from the start of the text, the end excluded.
"""

from __future__ import annotations

import re
from decimal import Decimal
from functools import cache

from argcheck.files import data
from argcheck.files.patterns import lazy
from argcheck.files.records import NamedTuple
from argcheck.prose.number_words import number_at, spelt, word_value
from argcheck.tex.vocabulary import codes, table, values, with_english, wording, words

Language = str

_LETTERS = r"[^\W\d_¹²³⁴]+"  # for `re`, superscripts are letters
_SPACE = r"[ \t\u00a0\u2009\u202f]"
#: A whole number in a row of cells, followed by the next one: most of the numbers of a thesis.
_CELL = lazy(r"\d{1,15}(?= {2,}\d| *\Z)")
#: Where a number may begin: not inside a word, an exponent, a version, a date or a list without blanks.
_DIGITS = lazy(r"\d+")
_DIGIT = lazy(r"(?<!\w)(?<!\^)(?<!\^[{+\u2212-])(?<!\^\{[+\u2212-])(?<!\d[.,:/-])[-+\u2212]?\.?\d")
_PLUS_MINUS = lazy(rf"{_SPACE}*(?:±|\+/-|\+-){_SPACE}*")
_TO = rf"{_SPACE}*(?:[\u2013\u2014-]|\.\.\.?){_SPACE}*|{_SPACE}+{{numbers.to}}{_SPACE}+"
_UNIT = (
    rf"{_SPACE}?(?P<percent>(?:{{numbers.percent}}|(?P<points>{{numbers.points}}))\b|[%\u2030])|{_SPACE}?(?P<degree>°[CF]\b|\^?°)"
    rf"|{_SPACE}?(?P<money>[$€£])(?!\d)|(?P<word>(?:{_SPACE}|-)?{_LETTERS})"
)
_TOKEN = lazy(r"\w+")
#: What goes on behind a unit: a power of it, and by what it is divided ("m²", "m/s^2", "m s^{-1}").
_COMPOUND = lazy(
    r"(?:\^\{?(?P<power>[2-4])\}?|(?P<sign>[²³⁴]))?"
    rf"(?:/(?P<over>{_LETTERS})(?:\^\{{?(?P<over_power>[2-4])\}}?|(?P<over_sign>[²³⁴]))?"
    rf"|[·.\xa0 ]?(?P<by>{_LETTERS})(?:\^\{{?[-\u2212](?P<by_power>[1-4])\}}?|\u207b(?P<by_sign>[¹²³⁴])))?"
)
_POWERS = "¹²³⁴"
_NONE = Decimal(0)


class Quantity(NamedTuple):
    """One number in a text, with what belongs to it.

    ``value`` and ``high`` (the end of a range, else equal to ``value``) and ``uncertainty`` (0 where
    none is stated) are in ``unit``; ``unit`` is one of ``data/units.toml``, maybe with a power and a divisor ("m/s²"), or ""
    where the text names none that is known.  ``noun`` is the word after a number without unit ("servers" in "40 servers"), or "".
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
        """Least and greatest value and unit after conversion to the base unit; the uncertainty counted in.

        Percent and permille become fractions, of unit "".
        """
        unit, scale = conversion(self.unit)
        return (self.value - self.uncertainty) * scale, (self.high + self.uncertainty) * scale, unit


def words_of(text: str) -> frozenset[str]:
    """Return the words and numbers of a text in lower case."""
    return frozenset(_TOKEN.findall(_lower(text)))


def _lower(text: str) -> str:
    return text.replace("İ", "I").lower()  # the only letter that would become two


def read(text: str, language: Language = "en", known: frozenset[str] | None = None) -> list[Quantity]:
    """Return the quantities of a text in order; no two overlap.

    Numbers inside names ("x9", "GPT4", "3.2.1") are no quantities.  ``language`` is the code of a
    language with number words; it decides about them and about the comma: in German and French "1,5" is a
    fraction and "1.200" is twelve hundred.  Linear in the text.

    :param known: the words of the text, or of more, where the caller has them.
    :raises ValueError: when the language is not known.
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
    """Whether two quantities can be one: equal base units, and values that meet within rounding.

    "5 %" is 0.05, "3.2 ± 0.1 ms" meets "3.3 ms", and "about 3.14" meets "3.142": a number stands for
    what would round to it.
    """
    low_a, high_a, unit_a = a.base
    low_b, high_b, unit_b = b.base
    if unit_a != unit_b:
        return False
    slack = max(_half_step(a), _half_step(b))
    return low_a - slack <= high_b and low_b - slack <= high_a


@cache
def units() -> dict[str, tuple[str, Decimal]]:
    """Return the base unit of each unit, and the factor that converts to it."""
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
    """Return the text with every quantity written in its normal form; all else is left as it is."""
    pieces, end = [], 0
    for quantity in read(text, language):
        number = quantity.normal
        if quantity.noun:
            number = number.removesuffix(quantity.noun) + quantity.text[-len(quantity.noun) :]
        pieces += [text[end : quantity.start], number]
        end = quantity.end
    return "".join([*pieces, text[end:]])


def number_word(word: str, language: Language = "en") -> int | None:
    """Return the value of a single number word, German compounds included; None for any other word.

    Articles ("one", "ein", "un") are no numbers here.
    """
    lower = word.lower()
    if lower in words(language, "numbers.articles"):
        return None
    return word_value(lower, language)


@cache
def _unit_words(language: Language) -> dict[str, str]:
    """Return the units that are spelled out, and their signs."""
    return {
        word: sign for code in with_english(language) for word, sign in values(code, "numbers.units").items()
    }


def _starts(text: str, language: Language, known: frozenset[str]) -> list[int]:
    """Return where a number may begin, in digits or in words."""
    starts, end = [], 0
    for digits in _DIGITS.finditer(text):
        match = _DIGIT.search(text, max(end, digits.start() - 2), digits.start() + 1)
        if match:
            starts.append(match.start())
        end = digits.end()
    numerals = spelt(known, language)
    lower = _lower(text) if numerals else ""
    for word in numerals:
        at = lower.find(word)
        while at >= 0:
            end = at + len(word)
            if not (at and _TOKEN.match(lower, at - 1)) and not _TOKEN.match(lower, end):
                starts.append(at)
            at = lower.find(word, end)
    return sorted(starts)


def _at(text: str, start: int, language: Language) -> Quantity | None:
    if (cell := _CELL.match(text, start)) and text[start - 1 : start] not in ("$", "€", "£"):
        value = Decimal(cell[0])
        return Quantity(start, cell.end(), cell[0], value, value, _NONE, "")
    number = number_at(text, start, language)
    if number is None:
        return None
    value, uncertainty, end, in_words = number
    high = value
    if plus := _PLUS_MINUS.match(text, end):
        other = number_at(text, plus.end(), language)
        if other is not None:
            uncertainty, end = other[0], other[2]
    elif between := _range_end(text, end, language, in_words=in_words):
        low_unit, other_value, other_end = between
        if other_value > value or low_unit:
            high, end = other_value, other_end
    return _with_unit(text, start, end, (value, high, uncertainty), language)


def _range_end(text: str, end: int, language: Language, *, in_words: bool) -> tuple[str, Decimal, int] | None:
    unit = wording(with_english(language), _UNIT, re.IGNORECASE).match(text, end)
    after = unit.end() if unit and unit["percent"] else end
    dash = wording(with_english(language), _TO).match(text, after)
    if not dash or (in_words and not dash[0].strip().isalpha()):
        return None
    other = number_at(text, dash.end(), language)
    return (unit["percent"] if after != end and unit else "", other[0], other[2]) if other else None


def _with_unit(
    text: str, start: int, end: int, figures: tuple[Decimal, Decimal, Decimal], language: Language
) -> Quantity | None:
    unit, noun = "", ""
    money = text[start - 1] if start and text[start - 1] in "$€£" else ""
    if money:
        unit, start = money, start - 1
    elif match := wording(with_english(language), _UNIT, re.IGNORECASE).match(text, end):
        unit, noun = _unit(match, language)
        if unit or noun:
            end = match.end()
            if match["word"] and unit in units() and (compound := _COMPOUND.match(text, end)):
                unit, end = unit + _compound(compound), compound.end()
        elif match["word"] and match["word"][0].isalpha():
            return None  # "3rd", "2D": part of a name
    return Quantity(start, end, text[start:end], *figures, unit, noun)


def _unit(match: re.Match[str], language: Language) -> tuple[str, str]:
    if match["percent"]:
        return (
            "percentage points" if match["points"] else "\u2030" if match["percent"] == "\u2030" else "%"
        ), ""
    if match["degree"] or match["money"]:
        return (match["degree"] or match["money"]).lstrip("^"), ""
    word = match["word"].lstrip("- \t\u00a0\u2009\u202f").replace("\u03bc", "µ")
    if word in units():
        return word, ""
    sign = _unit_words(language).get(word.lower(), "")
    attached = match["word"][0].isalpha()
    lower = word.lower()
    plain = (
        attached
        or len(word) < 3
        or lower in words(with_english(language), "numbers.uncounted")
        or word_value(lower, language) is not None
    )
    return sign, "" if sign or plain else lower


def _compound(match: re.Match[str]) -> str:
    """Write power and divisor of a unit in one way: "²", "/s", "/s²"."""

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
    """Half a unit of the last digit written, in the base unit; 0 for counts and whole numbers."""
    exponent = quantity.value.as_tuple().exponent
    if not isinstance(exponent, int) or exponent >= 0:
        return Decimal(0)
    return Decimal(5).scaleb(exponent - 1) * conversion(quantity.unit)[1]
