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

from argcheck.patterns import lazy
from argcheck.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

Language = str

_UNITS = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen
sixteen seventeen eighteen nineteen"""
_EINS = """null eins zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn
sechzehn siebzehn achtzehn neunzehn"""
_UN = """zéro un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize
dix-sept dix-huit dix-neuf"""
_TENS = "twenty thirty forty fifty sixty seventy eighty ninety"
_ZEHNER = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig"
_DIZAINES = "vingt trente quarante cinquante soixante septante huitante nonante"


def _counted(words: str, first: int = 0, step: int = 1) -> dict[str, int]:
    return {word: first + step * place for place, word in enumerate(words.split())}


#: Words that add up ("twenty" + "five"), by language.
SMALL: dict[Language, dict[str, int]] = {
    "en": _counted(_UNITS) | _counted(_TENS, 20, 10),
    "de": _counted(_EINS) | _counted(_ZEHNER, 20, 10) | {"ein": 1, "zwo": 2, "dreissig": 30},
    "fr": _counted(_UN) | _counted(_DIZAINES, 20, 10) | {"octante": 80},
}
#: Words that multiply what stands before them, by language.
LARGE: dict[Language, dict[str, int]] = {
    "en": {"hundred": 100, "thousand": 10**3, "million": 10**6, "billion": 10**9, "trillion": 10**12},
    "de": {
        "hundert": 100,
        "tausend": 10**3,
        "million": 10**6,
        "millionen": 10**6,
        "milliarde": 10**9,
        "milliarden": 10**9,
        "billion": 10**12,
        "billionen": 10**12,
    },
    "fr": {
        "cent": 100,
        "cents": 100,
        "mille": 10**3,
        "million": 10**6,
        "millions": 10**6,
        "milliard": 10**9,
        "milliards": 10**9,
    },
}
#: Words that join parts of one number: "two hundred and five", "vingt et un".
JOINING: dict[Language, frozenset[str]] = {
    "en": frozenset({"and"}),
    "de": frozenset({"und"}),
    "fr": frozenset({"et"}),
}
#: Articles and pronouns that are numbers only beside another number word.
ARTICLES: dict[Language, frozenset[str]] = {
    "en": frozenset({"one"}),
    "de": frozenset({"ein"}),
    "fr": frozenset({"un", "neuf"}),
}
#: Languages that write a comma before the fraction.
COMMA: frozenset[Language] = frozenset({"de", "fr"})

_PERCENT_WORDS = "percent|per cent|percentage points?|prozentpunkte?n?|prozent|pour cent"
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
#: Spelled-out units and their signs.
UNIT_WORDS: dict[str, str] = {
    "second": "s",
    "seconds": "s",
    "sekunden": "s",
    "secondes": "s",
    "milliseconds": "ms",
    "minute": "min",
    "minutes": "min",
    "minuten": "min",
    "hour": "h",
    "hours": "h",
    "stunden": "h",
    "heures": "h",
    "metre": "m",
    "metres": "m",
    "meter": "m",
    "meters": "m",
    "kilometres": "km",
    "kilometers": "km",
    "dollars": "$",
    "euro": "€",
    "euros": "€",
}

_LETTERS = r"[^\W\d_¹²³⁴]+"  # for `re`, superscripts are letters
_SPACE = r"[ \t\u00a0\u2009\u202f]"
_INTEGER = r"(?:(?!0)\d{1,3}(?:(?P<sep>[,.'\u2019\u00a0\u2009\u202f])\d{3})(?:(?P=sep)\d{3})*(?!\d)|\d+)"
_LONGEST = 60  # characters of a number; a longer one is a key, a hash or an attack
_HIGHEST_POWER = 200  # of ten: with its digits and its million the number is still one that a float holds
_PLAIN = lazy(
    rf"(?P<sign>(?<![\w.)\]])[-+\u2212])?{_SPACE}?"
    rf"(?P<whole>{_INTEGER})?(?P<fraction>(?<=\d)[.,]\d+|(?<![\w.])\.\d+)?"
    rf"(?P<error>\(\d+\))?"
    rf"(?:[eE](?P<e>[-+\u2212]?\d+)|{_SPACE}?[×x*·]{_SPACE}?10\^?\{{?(?P<ten>[-+\u2212]?\d+|[⁻⁺]?[⁰¹²³⁴-⁹]+)\}}?)?"
)
#: A whole number in a row of cells, followed by the next one: most of the numbers of a thesis.
_CELL = lazy(r"\d{1,15}(?= {2,}\d| *\Z)")
_POWER = lazy(r"\^\{?([-+\u2212]?\d{1,4})\}?")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺", "0123456789-+")
#: Where a number may begin: not inside a word, an exponent, a version, a date or a list without blanks.
_DIGIT = lazy(r"(?<!\w)(?<!\^)(?<!\^[{+\u2212-])(?<!\^\{[+\u2212-])(?<!\d[.,:/-])[-+\u2212]?\.?\d")
#: What shows that the digits before it belong to something else: "3.2.1", "2024-05-06", "3,4", "id_7".
_MORE = lazy(r"[.,:/]?\d|-\d+-\d|_")
#: "11.8k tokens", "109M parameters"; not "2k", which may be a product.
_LETTER = lazy(r"(?<=[\d.]\d)[kM](?!\w)")
_NEXT_WORD = lazy(rf"{_SPACE}?([^\W\d_]+)")
_PLUS_MINUS = lazy(rf"{_SPACE}*(?:±|\+/-|\+-){_SPACE}*")
_TO = lazy(rf"{_SPACE}*(?:[\u2013\u2014-]|\.\.\.?){_SPACE}*|{_SPACE}+(?:to|bis|à){_SPACE}+")
_UNIT = lazy(
    rf"{_SPACE}?(?P<percent>(?:{_PERCENT_WORDS})\b|[%\u2030])|{_SPACE}?(?P<degree>°[CF]\b|\^?°)"
    rf"|{_SPACE}?(?P<money>[$€£])(?!\d)|(?P<word>(?:{_SPACE}|-)?{_LETTERS})",
    re.IGNORECASE,
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

    Numbers inside names ("x9", "GPT4", "3.2.1") are no quantities.  ``language`` is one of "en", "de"
    and "fr"; it decides about number words and about the comma: in German and French "1,5" is a
    fraction and "1.200" is twelve hundred.  Linear in the text.

    :raises ValueError: when the language is not known.
    """
    if language not in SMALL:
        raise ValueError(f"unknown language {language!r}; use {', '.join(sorted(SMALL))}")
    found: list[Quantity] = []
    end = 0
    for start in _starts(text, language):
        if start >= end and (quantity := _at(text, start, language)) is not None:
            found.append(quantity)
            end = quantity.end
    return found


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
    if lower in ARTICLES[language]:
        return None
    return _word_value(lower, language)


def _starts(text: str, language: Language) -> Iterator[int]:
    digits = [found.start() for found in _DIGIT.finditer(text)]
    words = [
        found.start() for found in _WORD.finditer(text) if _word_value(found[0].lower(), language) is not None
    ]
    yield from sorted(digits + words)


def _at(text: str, start: int, language: Language) -> Quantity | None:
    if (cell := _CELL.match(text, start)) and text[start - 1 : start] not in ("$", "€", "£"):
        value = Decimal(cell[0])
        return Quantity(start, cell.end(), cell[0], value, value, _NONE, "")
    number = _number(text, start, language)
    if number is None:
        return None
    value, uncertainty, end, in_words = number
    high = value
    if plus := _PLUS_MINUS.match(text, end):
        other = _number(text, plus.end(), language)
        if other is not None:
            uncertainty, end = other[0], other[2]
    elif between := _range_end(text, end, language, in_words=in_words):
        low_unit, other_value, other_end = between
        if other_value > value or low_unit:
            high, end = other_value, other_end
    return _with_unit(text, start, end, (value, high, uncertainty), language)


def _range_end(text: str, end: int, language: Language, *, in_words: bool) -> tuple[str, Decimal, int] | None:
    unit = _UNIT.match(text, end)
    after = unit.end() if unit and unit["percent"] else end
    dash = _TO.match(text, after)
    if not dash or (in_words and not dash[0].strip().isalpha()):
        return None
    other = _number(text, dash.end(), language)
    return (unit["percent"] if after != end and unit else "", other[0], other[2]) if other else None


def _with_unit(
    text: str, start: int, end: int, numbers: tuple[Decimal, Decimal, Decimal], language: Language
) -> Quantity | None:
    unit, noun = "", ""
    money = text[start - 1] if start and text[start - 1] in "$€£" else ""
    if money:
        unit, start = money, start - 1
    elif found := _UNIT.match(text, end):
        unit, noun = _unit(found, language)
        if unit or noun:
            end = found.end()
            if found["word"] and unit in UNITS and (compound := _COMPOUND.match(text, end)):
                unit, end = unit + _compound(compound), compound.end()
        elif found["word"] and found["word"][0].isalpha():
            return None  # "3rd", "2D": part of a name
    return Quantity(start, end, text[start:end], *numbers, unit, noun)


def _unit(found: re.Match[str], language: Language) -> tuple[str, str]:
    if found["percent"]:
        word = found["percent"].lower()
        points = "point" in word or "punkt" in word
        return ("percentage points" if points else word if word == "\u2030" else "%"), ""
    if found["degree"] or found["money"]:
        return (found["degree"] or found["money"]).lstrip("^"), ""
    word = found["word"].lstrip("- \t\u00a0\u2009\u202f").replace("\u03bc", "µ")
    if word in UNITS:
        return word, ""
    sign = UNIT_WORDS.get(word.lower(), "")
    attached = found["word"][0].isalpha()
    lower = word.lower()
    plain = attached or len(word) < 3 or lower in _FUNCTION_WORDS or _word_value(lower, language) is not None
    return sign, "" if sign or plain else lower


def _compound(found: re.Match[str]) -> str:
    """Write power and divisor of a unit in one way: "²", "/s", "/s²"."""

    def raised(name: str) -> str:
        power = found[f"{name}sign"] or _POWERS[int(found[f"{name}power"] or 1) - 1]
        return power.replace("¹", "")

    divisor = f"/{found['over']}{raised('over_')}" if found["over"] else ""
    if found["by"]:
        divisor = f"/{found['by']}{raised('by_')}"
    return raised("") + divisor


#: Words that follow a number without being counted by it.
_FUNCTION_WORDS = frozenset(
    _counted("""and the for with from than that are was were but not per und der die das den von mit bis als ist
sind oder pour les des une est sont que qui dans par avec over under between into out more less""")
)


def _number(text: str, start: int, language: Language) -> tuple[Decimal, Decimal, int, bool] | None:
    """Read a number: value, uncertainty in its last digits, end, and whether it is in words."""
    found = _PLAIN.match(text, start)
    if not found or not (found["whole"] or found["fraction"]):
        return _in_words(text, start, language)
    end = found.end()
    if _MORE.match(text, end) or _ambiguous(found, language):
        return None
    digits, places = _digits(found, language)
    power_of_ten = (found["e"] or found["ten"] or "0").translate(_SUPERSCRIPTS).replace("\u2212", "-")
    if power := _POWER.match(text, end):
        if found[0].lstrip() != "10":
            return None  # "3^2" is worked out by nobody
        digits, power_of_ten, end = "1", power[1].replace("\u2212", "-"), power.end()
    if end - start > _LONGEST or abs(exponent := int(power_of_ten)) > _HIGHEST_POWER:
        return None
    value = Decimal(digits).scaleb(exponent)
    if found["sign"] in ("-", "\u2212"):
        value = -value
    error = Decimal(found["error"][1:-1]).scaleb(exponent - places) if found["error"] else _NONE
    value, end = _multiplied(text, end, value, language)
    return value, error, end, False


def _ambiguous(found: re.Match[str], language: Language) -> bool:
    """Whether a comma stands in English where no thousands can be meant: "3,4" is a pair, or a fraction."""
    return language not in COMMA and (found["fraction"] or "").startswith(",")


def _digits(found: re.Match[str], language: Language) -> tuple[str, int]:
    """Return the digits with a dot before the fraction, and the number of digits after it."""
    whole, separator, fraction = found["whole"] or "0", found["sep"], found["fraction"] or ""
    decimal = "," if language in COMMA else "."
    if separator and separator == decimal and not fraction and whole.count(separator) == 1:
        whole, fraction = whole.split(separator)
        return f"{whole}.{fraction}", len(fraction)
    if separator:
        whole = whole.replace(separator, "")
    fraction = fraction[1:]
    return f"{whole}.{fraction}" if fraction else whole, len(fraction)


def _multiplied(text: str, end: int, value: Decimal, language: Language) -> tuple[Decimal, int]:
    """Take "million" in "3.5 million" into the value, and "M" in "3.5M"."""
    if letter := _LETTER.match(text, end):
        return value * (10**6 if letter[0] == "M" else 10**3), letter.end()
    found = _NEXT_WORD.match(text, end)
    factor = LARGE[language].get(found[1].lower(), 0) if found else 0
    return (value * factor, found.end()) if found and factor >= 1000 else (value, end)


def _in_words(text: str, start: int, language: Language) -> tuple[Decimal, Decimal, int, bool] | None:
    parts = list(_word_parts(text, start, language))
    if not parts or (len(parts) == 1 and parts[0][0] in ARTICLES[language]):
        return None
    return Decimal(_sum(parts, language)), Decimal(0), parts[-1][2], True


def _word_parts(text: str, start: int, language: Language) -> Iterator[tuple[str, int, int]]:
    """Yield number words that belong together: lower case, value, end."""
    before = 0
    while found := _WORD.match(text, start):
        word = found[0].lower()
        if word in JOINING[language] and before:
            if language == "en" and before < 100:
                return
            follower = re.compile(r"[ -]+([^\W\d_]+)").match(text, found.end())
            if not follower or follower[1].lower() not in SMALL[language]:
                return
        else:
            value = _word_value(word, language)
            if value is None or (before and not _continues(before, value, language)):
                return
            yield word, value, found.end()
            before = value
        gap = re.compile(r"[ -]").match(text, found.end())
        if not gap:
            return
        start = gap.end()


def _continues(before: int, value: int, language: Language) -> bool:
    """Whether a number word may follow another: "twenty five", not "five six"."""
    if value in LARGE[language].values():
        return True
    if language == "fr" and ((before, value) == (4, 20) or (before == 10 and 7 <= value <= 9)):
        return True  # quatre-vingts, dix-sept
    return value < before and (before in LARGE[language].values() or (before >= 20 and value < 20))


def _sum(parts: list[tuple[str, int, int]], language: Language) -> int:
    total = current = 0
    for word, value, _ in parts:
        if word in LARGE[language] and value >= 1000:
            total, current = total + max(current, 1) * value, 0
        elif word in LARGE[language] or (language == "fr" and word in ("vingt", "vingts") and current == 4):
            current = max(current, 1) * value
        else:
            current += value
    return total + current


@cache
def _word_value(word: str, language: Language) -> int | None:
    value = SMALL[language].get(word, LARGE[language].get(word))
    if value is None and language == "fr" and word == "vingts":
        return 20
    if value is None and language == "de":
        return _german(word)
    return value


def _german(word: str) -> int | None:
    """Read a compound such as "dreihundertfünfundzwanzig"."""
    for name, factor in (("tausend", 1000), ("hundert", 100)):
        if name in word:
            before, after = word.split(name, 1)
            head = _german(before) if before else 1
            tail = _german(after.removeprefix("und") or after) if after else 0
            return head * factor + tail if head is not None and tail is not None else None
    value = SMALL["de"].get(word)
    if value is None and "und" in word:
        ones, tens = word.split("und", 1)
        small, large = SMALL["de"].get(ones, 0), SMALL["de"].get(tens, 0)
        return small + large if 0 < small < 10 and large >= 20 else None
    return value


def _written(value: Decimal) -> str:
    text = format(value, "f")
    return text.rstrip("0").rstrip(".") if "." in text else text


def _half_step(quantity: Quantity) -> Decimal:
    """Half a unit of the last digit written, in the base unit; 0 for counts and whole numbers."""
    exponent = quantity.value.as_tuple().exponent
    if not isinstance(exponent, int) or exponent >= 0:
        return Decimal(0)
    return Decimal(5).scaleb(exponent - 1) * conversion(quantity.unit)[1]
