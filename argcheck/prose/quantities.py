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
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.files.records import NamedTuple
from argcheck.prose.number_words import number_at, word_value
from argcheck.tex.vocabulary import codes, table, values, with_english, wording, words

if TYPE_CHECKING:
    from collections.abc import Iterator

Language = str

#: Unit -> base unit and factor.  Only what differs between papers that mean the same.
UNITS: dict[str, tuple[str, str]] = {
    "%": ("", "0.01"),
    "\u2030": ("", "0.001"),
    "percentage points": ("percentage points", "1"),
    "ns": ("s", "1e-9"),
    "µs": ("s", "1e-6"),
    "ms": ("s", "1e-3"),
    "s": ("s", "1"),
    "min": ("s", "60"),
    "h": ("s", "3600"),
    "nm": ("m", "1e-9"),
    "µm": ("m", "1e-6"),
    "mm": ("m", "1e-3"),
    "cm": ("m", "1e-2"),
    "m": ("m", "1"),
    "km": ("m", "1e3"),
    "mg": ("g", "1e-3"),
    "g": ("g", "1"),
    "kg": ("g", "1e3"),
    "Hz": ("Hz", "1"),
    "kHz": ("Hz", "1e3"),
    "MHz": ("Hz", "1e6"),
    "GHz": ("Hz", "1e9"),
    "B": ("B", "1"),
    "kB": ("B", "1e3"),
    "KB": ("B", "1e3"),
    "MB": ("B", "1e6"),
    "GB": ("B", "1e9"),
    "TB": ("B", "1e12"),
    "KiB": ("B", "1024"),
    "MiB": ("B", "1048576"),
    "GiB": ("B", "1073741824"),
    "mV": ("V", "1e-3"),
    "V": ("V", "1"),
    "mW": ("W", "1e-3"),
    "W": ("W", "1"),
    "kW": ("W", "1e3"),
    "K": ("K", "1"),
    "°": ("°", "1"),
    "°C": ("°C", "1"),
    "°F": ("°F", "1"),
    "J": ("J", "1"),
    "kJ": ("J", "1e3"),
    "eV": ("eV", "1"),
    "keV": ("eV", "1e3"),
    "MeV": ("eV", "1e6"),
    "GeV": ("eV", "1e9"),
    "dB": ("dB", "1"),
    "Pa": ("Pa", "1"),
    "kPa": ("Pa", "1e3"),
    "MPa": ("Pa", "1e6"),
    "$": ("$", "1"),
    "€": ("€", "1"),
    "£": ("£", "1"),
}
_LETTERS = r"[^\W\d_¹²³⁴]+"  # for `re`, superscripts are letters
_SPACE = r"[ \t\u00a0\u2009\u202f]"
#: A whole number in a row of cells, followed by the next one: most of the numbers of a thesis.
_CELL = lazy(r"\d{1,15}(?= {2,}\d| *\Z)")
#: Where a number may begin: not inside a word, an exponent, a version, a date or a list without blanks.
_DIGIT = lazy(r"(?<!\w)(?<!\^)(?<!\^[{+\u2212-])(?<!\^\{[+\u2212-])(?<!\d[.,:/-])[-+\u2212]?\.?\d")
_PLUS_MINUS = lazy(rf"{_SPACE}*(?:±|\+/-|\+-){_SPACE}*")
_TO = rf"{_SPACE}*(?:[\u2013\u2014-]|\.\.\.?){_SPACE}*|{_SPACE}+{{numbers.to}}{_SPACE}+"
_UNIT = (
    rf"{_SPACE}?(?P<percent>(?:{{numbers.percent}}|(?P<points>{{numbers.points}}))\b|[%\u2030])|{_SPACE}?(?P<degree>°[CF]\b|\^?°)"
    rf"|{_SPACE}?(?P<money>[$€£])(?!\d)|(?P<word>(?:{_SPACE}|-)?{_LETTERS})"
)
_WORD = lazy(r"[^\W\d_]+")
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
    none is stated) are in ``unit``; ``unit`` is a sign of `UNITS`, maybe with a power and a divisor ("m/s²"), or ""
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


def read(text: str, language: Language = "en") -> list[Quantity]:
    """Return the quantities of a text in order; no two overlap.

    Numbers inside names ("x9", "GPT4", "3.2.1") are no quantities.  ``language`` is the code of a
    language with number words; it decides about them and about the comma: in German and French "1,5" is a
    fraction and "1.200" is twelve hundred.  Linear in the text.

    :raises ValueError: when the language is not known.
    """
    if not table(language, "numbers"):
        known = ", ".join(code for code in codes() if table(code, "numbers"))
        raise ValueError(f"unknown language {language!r}; use {known}")
    quantities: list[Quantity] = []
    end = 0
    for start in _starts(text, language):
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
def conversion(unit: str) -> tuple[str, Decimal]:
    """Return the base unit and the factor that converts to it: "km/h" is "m/s" and 1000/3600."""
    if unit in UNITS or not unit:
        base, factor = UNITS.get(unit, (unit, "1"))
        return base, Decimal(factor)
    scale = Decimal(1)
    names = []
    for place, part in enumerate(unit.split("/")):
        name, power = (part[:-1], _POWERS.index(part[-1]) + 1) if part[-1] in _POWERS else (part, 1)
        base, factor = UNITS.get(name, (name, "1"))
        scale = scale / Decimal(factor) ** power if place else scale * Decimal(factor) ** power
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


def _starts(text: str, language: Language) -> Iterator[int]:
    digits = [match.start() for match in _DIGIT.finditer(text)]
    in_words = [
        match.start() for match in _WORD.finditer(text) if word_value(match[0].lower(), language) is not None
    ]
    yield from sorted(digits + in_words)


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
            if match["word"] and unit in UNITS and (compound := _COMPOUND.match(text, end)):
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
    if word in UNITS:
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
