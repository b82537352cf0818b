"""Cells of data files: their addresses, places and numbers in CSV, TSV or JSON files.

An address is ``results/power.csv[n=20].exaggeration``: a path, the row by the values of its columns or by its number
from 1, and the column; in JSON steps of names and numbers, ``fit.json.models[name=full].r2``.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.csv_table import separator, table
from argcheck.files.diagnostic import Span
from argcheck.files.patterns import digits_of, lazy
from argcheck.prose.quantities import conversion, read, units

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.source import SourceFile
    from argcheck.prose.quantities import Quantity

_PATH = lazy(r"(?P<path>[^\[\]]+?\.(?:csv|tsv|json))(?=[.\[]|$)", re.IGNORECASE)
_STEP = lazy(r"\[(?P<row>[^\[\]]*)\]|\.(?:\"(?P<quoted>[^\"]*)\"|(?P<name>[^.\[\]\"\s]+))")
_UNIT = lazy(r"[(\[]\s*(?P<given>[^()\[\]]+?)\s*[)\]]\s*\Z|[_ ](?P<last>[^\W_]+|%)\s*\Z")
_PERCENT = frozenset(("percent", "pct", "prozent", "%"))
_DIGITS = lazy(r"\d(?:[\d.,\s\u202f']*\d)?")
#: A number whose decimal sign is a comma, with points or blanks between thousands or without.
_COMMA = lazy(r"(?P<whole>[-+]?(?:\d{1,3}(?:[. ]\d{3})+|\d+)),(?P<fraction>\d+)(?![\d.,])")
_GROUP = 3  #: digits after a comma that may separate thousands
_SPACE = lazy(r"[ \t\r\n]*")
_SHOWN = 4  # most names in a message
_EXAMPLE = "write PATH[column=value].column, as in results/power.csv[n=20].width"


class DataError(Exception):
    """An address leads to no number; the message tells the author why."""


class Step(NamedTuple):
    """One step of an address: a name, the number of a row from 1, or columns with their values."""

    name: str
    row: int
    where: tuple[tuple[str, str], ...]


class Address(NamedTuple):
    """The place of a number in a file of the repository."""

    path: str
    steps: tuple[Step, ...]


class Datum(NamedTuple):
    """The number at an address."""

    text: str
    span: Span
    value: Decimal
    unit: str  #: a unit of `argcheck.prose.quantities.units()`, or empty


def parse_address(text: str) -> Address:
    """Parse an address.

    :raises DataError: it names no CSV, TSV or JSON file, or no cell of it.
    """
    head = _PATH.match(text)
    if head is None:
        raise DataError(f"'{text}' names no .csv, .tsv or .json file; {_EXAMPLE}")
    steps, at = [], head.end()
    while at < len(text):
        match = _STEP.match(text, at)
        if match is None:
            raise DataError(f"'{text[at:]}' is no step of an address; {_EXAMPLE}")
        steps.append(_step(match))
        at = match.end()
    return Address(head["path"], tuple(steps))


def _step(match: re.Match[str]) -> Step:
    if match["row"] is None:
        return Step(match["quoted"] if match["name"] is None else match["name"], 0, ())
    inner = match["row"].strip()
    if inner.isdecimal() and inner.isascii() and len(inner) < 10 and int(inner):
        return Step("", int(inner), ())
    pairs = [pair.partition("=") for pair in inner.split(",")]
    if not all(equals and name.strip() for name, equals, _ in pairs):
        raise DataError(f"'[{inner}]' names no row; {_EXAMPLE}")
    return Step("", 0, tuple((name.strip(), value.strip().strip('"')) for name, _, value in pairs))


def find(address: Address, source: SourceFile) -> Datum:
    """Return the number at an address.  Linear in the file.

    :raises DataError: there is no such row or column, or several, or no number there.
    """
    if address.path.lower().endswith(".json"):
        text, start, end, header = _in_json(address, source.text)
        value, unit = number_in(text)
    else:
        sign = separator(source.text, tabs=has_tabs(address.path))
        text, start, end, header = _in_table(address, source.text, sign)
        value, unit = number_in(text, sign)
    return Datum(text, Span(source.path, start, end), value, unit or unit_of(header))


def agree(quantity: Quantity, datum: Datum) -> bool:
    """Whether a printed number equals the datum at its printed precision.

    A datum without unit has the printed unit; for a percentage it may be a fraction.  A number printed without
    sign may be a negative datum ("fell by 3.4").
    """
    half = last_place(quantity) / 2
    return any(
        abs(abs(value) - abs(printed)) <= half and (printed >= 0 or value <= 0)
        for value in _in_unit(datum, quantity.unit)
        for printed in (quantity.value, quantity.high)
    )


def at_most(quantity: Quantity, datum: Datum) -> bool:
    """Whether the datum is no more than the printed number."""
    return any(value <= quantity.high for value in _in_unit(datum, quantity.unit))


def at_least(quantity: Quantity, datum: Datum) -> bool:
    """Whether the datum is no less than the printed number."""
    return any(value >= quantity.value for value in _in_unit(datum, quantity.unit))


def as_printed(quantity: Quantity, datum: Datum) -> str:
    """Return the datum as it would be printed in place of a number."""
    values = _in_unit(datum, quantity.unit)
    if not values:
        return datum.text
    nearest = min(values, key=lambda value: abs(abs(value) - abs(quantity.value)))
    place = last_place(quantity)
    if place <= 0 or nearest.adjusted() - place.adjusted() > 20:
        return datum.text
    rounded = (nearest / place).to_integral_value() * place
    return f"{rounded:f}" if quantity.unit == "" else f"{rounded:f} {quantity.unit}"


def last_place(quantity: Quantity) -> Decimal:
    """Return the value of the last printed digit, in the unit of the number: 0.1 of "3.4", 100,000 of "1.2 million"."""
    digits = _DIGITS.search(quantity.text)
    whole = digits_of(digits[0]) if digits else ""
    if not whole or not int(whole) or not quantity.value:
        exponent = quantity.value.as_tuple().exponent
        return Decimal(1).scaleb(min(exponent, 0) if isinstance(exponent, int) else 0)
    return abs(quantity.value) / int(whole)


def _in_unit(datum: Datum, unit: str) -> list[Decimal]:
    """Return the values that the datum may have in a unit."""
    base, scale = conversion(unit)
    own, factor = conversion(datum.unit)
    if datum.unit == unit:
        return [datum.value]
    if datum.unit and unit and base == own:
        return [datum.value * factor / scale]
    if not datum.unit and not base:  # a fraction, or already in percent
        return [datum.value, datum.value * factor / scale]
    if not unit and not own:
        return [datum.value, datum.value * factor]
    return [datum.value] if not (datum.unit and unit) else []


def number_in(text: str, sign: str = "") -> tuple[Decimal, str]:
    """Return the value and unit of a text; ``sign`` separates the fields of its table, if it is from one."""
    plain = _with_point(text.strip(), sign)
    try:
        value = Decimal(plain.replace("_", "x"))
    except InvalidOperation:
        quantities = read(plain)
        if len(quantities) == 1 and quantities[0].text.strip() == plain:
            return quantities[0].value, quantities[0].unit
        raise DataError(f"what stands there is no number: '{plain[:40]}'") from None
    if not value.is_finite() or abs(value.adjusted()) > 300:
        raise DataError(f"what stands there is no finite number: '{plain[:40]}'")
    return value, ""


def _with_point(text: str, sign: str) -> str:
    """Replace a decimal comma by a point; a comma before three digits only if semicolons separate the fields."""
    match = _COMMA.match(text)
    if match is None or (sign != ";" and len(match["fraction"]) == _GROUP):
        return text
    whole = match["whole"].replace(".", "").replace(" ", "")
    return f"{whole}.{match['fraction']}{text[match.end() :]}"


def unit_of(header: str) -> str:
    """Return the unit at the end of the name of a column, or an empty text: "time (ms)", "time_ms", "share_percent"."""
    match = _UNIT.search(header)
    word = (match["given"] or match["last"] or "") if match else ""
    if word.lower() in _PERCENT:
        return "%"
    return word if word in units() and (len(word) > 1 or (match and match["given"])) else ""


def _same(text: str, wanted: str, sign: str = "") -> bool:
    if text.strip() == wanted:
        return True
    try:
        return Decimal(_with_point(text.strip(), sign)) == Decimal(wanted)
    except InvalidOperation:
        return False


# -- tables


def has_tabs(path: str) -> bool:
    """Whether the fields of a table are separated by tabs, by the name of its file."""
    return path.lower().endswith(".tsv")


def _in_table(address: Address, text: str, sign: str) -> tuple[str, int, int, str]:
    """Return the text, start, end and column name of a cell of a table."""
    rows = list(table(text, sign))
    if not rows:
        raise DataError("the file is empty")
    names = [field.text.strip() for field in rows[0]]
    column = [step.name for step in address.steps if step.name]
    if len(column) != 1:
        raise DataError(f"the address names {'no column' if not column else 'several columns'}; {_EXAMPLE}")
    place = _column(names, column[0])
    fitting = rows[1:]
    for step in address.steps:
        if step.row:
            fitting = fitting[step.row - 1 : step.row]
        for name, value in step.where:
            at = _column(names, name)
            fitting = [row for row in fitting if at < len(row) and _same(row[at].text, value, sign)]
    if len(fitting) != 1:
        raise DataError(
            "no row fits" if not fitting else f"{len(fitting)} rows fit: name another column, too"
        )
    if place >= len(fitting[0]):
        raise DataError(f"the row has no field '{column[0]}'")
    field = fitting[0][place]
    return field.text, field.start, field.end, names[place]


def _column(names: list[str], name: str) -> int:
    if names.count(name) != 1:
        known = ", ".join(names[:_SHOWN]) + (", ..." if len(names) > _SHOWN else "")
        some = "several columns are" if name in names else "no column is"
        raise DataError(f"{some} called '{name}'; there are {known}")
    return names.index(name)


# -- JSON

#: Numbers stay texts: a long number elsewhere in the file is no error.
JSON = json.JSONDecoder(parse_float=str, parse_int=str, parse_constant=str)


def _in_json(address: Address, text: str) -> tuple[str, int, int, str]:
    """Return the text, start, end and name of a value of a JSON file; only the path to it is parsed into objects."""
    at, header = _after_space(text, len(text) - len(text.removeprefix("\ufeff"))), ""
    try:
        for step in address.steps:
            at = _member(text, at, step)
            header = step.name or header
        value, end = JSON.raw_decode(text, at)
    except (ValueError, RecursionError) as error:
        raise DataError(f"the file is no JSON: {error}") from None
    if not isinstance(value, str):
        raise DataError("what stands there is no number")
    return value, at, end, header


def _member(text: str, at: int, step: Step) -> int:
    """Return the offset of the value to which a step leads from the value at ``at``."""
    opened = text[at : at + 1]
    if step.name:
        if opened != "{":
            raise DataError(f"there is no '{step.name}', since there are no names")
        known = dict(_object(text, at))
        if step.name not in known:
            raise DataError(
                f"there is no '{step.name}'; there are {', '.join(list(known)[:_SHOWN]) or 'none'}"
            )
        return known[step.name]
    if opened != "[":
        raise DataError("there is no list to choose from")
    items = list(_array(text, at))
    fitting = items[step.row - 1 : step.row] if step.row else [i for i in items if _fits(text, i, step)]
    if len(fitting) != 1:
        raise DataError(
            "no item fits" if not fitting else f"{len(fitting)} items fit: name another field, too"
        )
    return fitting[0]


def _fits(text: str, at: int, step: Step) -> bool:
    value, _ = JSON.raw_decode(text, at)
    return isinstance(value, dict) and all(
        name in value and _same(str(value[name]), wanted) for name, wanted in step.where
    )


def _object(text: str, at: int) -> Iterator[tuple[str, int]]:
    at = _after_space(text, at + 1)
    while text[at : at + 1] == '"':
        name, at = JSON.raw_decode(text, at)
        at = _after_space(text, at)
        if text[at : at + 1] != ":":
            raise ValueError("a colon is missing")
        at = _after_space(text, at + 1)
        yield name, at
        at = _after_comma(text, JSON.raw_decode(text, at)[1])


def _array(text: str, at: int) -> Iterator[int]:
    at = _after_space(text, at + 1)
    while text[at : at + 1] not in ("]", ""):
        yield at
        at = _after_comma(text, JSON.raw_decode(text, at)[1])


def _after_comma(text: str, at: int) -> int:
    at = _after_space(text, at)
    return _after_space(text, at + 1) if text[at : at + 1] == "," else at


def _after_space(text: str, at: int) -> int:
    match = _SPACE.match(text, at)
    return match.end() if match else at
