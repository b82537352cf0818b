"""Read numbers in digits or in words."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from functools import cache

from argcheck.files.patterns import LETTERS, lazy
from argcheck.tex.vocabulary import flag, numbers, table, words

Language = str
_SPACE = r"[ \t\u00a0\u2009\u202f]"
_INTEGER = r"(?:(?!0)\d{1,3}(?:(?P<sep>[,.'\u2019\u00a0\u2009\u202f])\d{3})(?:(?P=sep)\d{3})*(?!\d)|\d+)"
_LONGEST = 60  # most characters of a number; a longer one is a key, a hash or an attack
_HIGHEST_POWER = 200  # of ten: the number, even times a million, still fits a float
#: The last group shows that the digits before it belong to something else: "3.2.1", "2024-05-06", "3,4", "id_7".
_PLAIN = lazy(
    rf"((?<![\w.)\]])[-+\u2212])?{_SPACE}?"
    rf"({_INTEGER})?((?<=\d)[.,]\d+|(?<![\w.])\.\d+)?"
    rf"(\(\d+\))?"
    rf"(?:[eE]([-+\u2212]?\d+)|{_SPACE}?[×x*·]{_SPACE}?10\^?\{{?([-+\u2212]?\d+|[⁻⁺]?[⁰¹²³⁴-⁹]+)\}}?)?"
    r"([.,:/]?\d|-\d+-\d|_)?"
)
_POWER = lazy(r"\^\{?([-+\u2212]?\d{1,4})\}?")
_SUPERSCRIPTS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻⁺\u2212", "0123456789-+-")
#: "11.8k tokens", "109M parameters"; not "2k", which may be a product.
_LETTER = lazy(r"(?<=[\d.]\d)[kM](?!\w)")
_NEXT_WORD = lazy(rf"{_SPACE}?([^\W\d_]+)")
_NONE = Decimal(0)
_TAIL = 3  # last letters by which number words are recognised; none is shorter
_NO_WORDS: frozenset[str] = frozenset()


def number_at(text: str, start: int, language: Language) -> tuple[Decimal, Decimal, int, bool] | None:
    """Return value, uncertainty, end of the number at ``start``, and whether it is in words; None if there is none."""
    match = _PLAIN.match(text, start)
    if not match or not (match[2] or match[4]):
        return _in_words(text, start, language)
    sign, whole, separator, fraction, error, e, ten, more = match.groups()
    comma = flag(language, "numbers.comma")
    # in English a comma separates thousands: "3,4" is a pair, or a foreign fraction
    if more or (fraction and fraction[0] == "," and not comma):
        return None
    end = match.end()
    digits, places = _digits(whole or "0", separator, fraction or "", "," if comma else ".")
    power_of_ten = e or ten or ""
    if text.startswith("^", end) and (power := _POWER.match(text, end)):
        if match[0].lstrip() != "10":
            return None  # "3^2" is not computed
        digits, power_of_ten, end = "1", power[1], power.end()
    if end - start > _LONGEST:
        return None
    value, exponent = Decimal(digits), 0
    if power_of_ten:
        exponent = int(power_of_ten.translate(_SUPERSCRIPTS))
        if abs(exponent) > _HIGHEST_POWER:
            return None
        value = value.scaleb(exponent)
    if sign and sign != "+":
        value = -value
    uncertainty = Decimal(error[1:-1]).scaleb(exponent - places) if error else _NONE
    value, end = _multiplied(text, end, value, language)
    return value, uncertainty, end, False


def _digits(whole: str, separator: str | None, fraction: str, decimal: str) -> tuple[str, int]:
    """Return the digits with a dot before the fraction, and the number of digits after it."""
    if separator:
        if separator == decimal and not fraction and whole.count(separator) == 1:
            whole, fraction = whole.split(separator)
            return f"{whole}.{fraction}", len(fraction)
        whole = whole.replace(separator, "")
    return (f"{whole}.{fraction[1:]}", len(fraction) - 1) if fraction else (whole, 0)


def _multiplied(text: str, end: int, value: Decimal, language: Language) -> tuple[Decimal, int]:
    """Return value and end including a factor: "million" in "3.5 million", "M" in "3.5M"."""
    if text.startswith(("k", "M"), end) and (letter := _LETTER.match(text, end)):
        return value * (10**6 if letter[0] == "M" else 10**3), letter.end()
    match = _NEXT_WORD.match(text, end)
    factor = numbers(language, "numbers.large").get(match[1].lower(), 0) if match else 0
    return (value * factor, match.end()) if match and factor >= 1000 else (value, end)


def _in_words(text: str, start: int, language: Language) -> tuple[Decimal, Decimal, int, bool] | None:
    parts = list(_word_parts(text, start, language))
    if not parts or (len(parts) == 1 and parts[0][0] in words(language, "numbers.articles")):
        return None
    return Decimal(_sum(parts, language)), Decimal(0), parts[-1][2], True


def _word_parts(text: str, start: int, language: Language) -> Iterator[tuple[str, int, int]]:
    """Yield the words of a number: in lower case, with value and end."""
    before = 0
    while match := LETTERS.match(text, start):
        word = match[0].lower()
        if word in words(language, "numbers.joining") and before:
            if before < table(language, "numbers").get("joining-from", 0):
                return
            follower = LETTERS.match(text, match.end() + 1)
            if not follower or follower[0].lower() not in numbers(language, "numbers.small"):
                return
        else:
            value = word_value(word, language)
            if value is None or (before and not _continues(before, value, language)):
                return
            yield word, value, match.end()
            before = value
        start = match.end() + 1
        if text[start - 1 : start] not in ("-", " "):
            return


def _continues(before: int, value: int, language: Language) -> bool:
    """Whether a number word may follow another: "twenty five", not "five six"."""
    factors = numbers(language, "numbers.large").values()
    if value in factors:
        return True
    if flag(language, "numbers.twenties") and (
        (before, value) == (4, 20) or (before == 10 and 7 <= value <= 9)
    ):
        return True  # quatre-vingts, dix-sept
    return value < before and (before in factors or (before >= 20 and value < 20) or before >= 100 > value)


def _sum(parts: list[tuple[str, int, int]], language: Language) -> int:
    large, twenties = numbers(language, "numbers.large"), flag(language, "numbers.twenties")
    total = current = 0
    for word, value, _ in parts:
        if word in large and value >= 1000:
            total, current = total + max(current, 1) * value, 0
        elif word in large or (twenties and value == 20 and current == 4):
            current = max(current, 1) * value
        else:
            current += value
    return total + current


def spelt(lower: frozenset[str], language: Language) -> frozenset[str]:
    """Return the number words among the words of a text; none if all of them are also articles."""
    if flag(language, "numbers.glued"):
        tails = _tails(language)
        may = (word for word in lower if word[-_TAIL:] in tails)
        known = frozenset(word for word in may if word_value(word, language) is not None)
    else:
        known = lower & _number_words(language)
    return _NO_WORDS if known <= words(language, "numbers.articles") else known


@cache
def _number_words(language: Language) -> frozenset[str]:
    return frozenset((*numbers(language, "numbers.small"), *numbers(language, "numbers.large")))


@cache
def _tails(language: Language) -> frozenset[str]:
    """Return the last letters of all number words, which compounds of them share."""
    return frozenset(word[-_TAIL:] for word in _number_words(language))


@cache
def word_value(word: str, language: Language) -> int | None:
    """Return the value of a single number word, or None."""
    large = numbers(language, "numbers.large")
    value = numbers(language, "numbers.small").get(word, large.get(word))
    return _glued(word, language) if value is None and flag(language, "numbers.glued") else value


def _glued(word: str, language: Language) -> int | None:
    """Return the value of a compound such as "dreihundertfünfundzwanzig", or None."""
    [joint] = words(language, "numbers.joining")
    small = numbers(language, "numbers.small")
    factors = numbers(language, "numbers.large").items()
    for name, factor in sorted(
        (pair for pair in factors if pair[1] in (100, 1000)), key=lambda pair: -pair[1]
    ):
        if name in word:
            before, after = word.split(name, 1)
            head = _glued(before, language) if before else 1
            tail = _glued(after.removeprefix(joint) or after, language) if after else 0
            return head * factor + tail if head is not None and tail is not None else None
    if word in small or joint not in word:
        return small.get(word)
    ones, tens = (small.get(part, 0) for part in word.split(joint, 1))
    return ones + tens if 0 < ones < 10 and tens >= 20 else None
