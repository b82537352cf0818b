"""What another tool or a person wrote into a line of the verdict file, where there is only one way to read it.

A page that is a number, a number in quotes, another way to write a word, one record without its list: each is put as
argcheck writes it.  All else is left as it is, and refused by the schema.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from argcheck.files.patterns import ALPHANUMERIC

_LONGEST = 16  #: digits of a number that stands in a text
_BETWEEN = dict.fromkeys(map(ord, " \t-_"))  # signs between words
_TRUTHS = {"true": True, "false": False}


def as_written_here(line: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Give a line as argcheck writes it; what can be read in several ways, or in none, stays.

    A number is no name of anything: of the fields of the line itself, which are texts, no number is taken for one.
    """
    return {
        name: _read(value, schema["properties"].get(name, {}), named=True)
        for name, value in line.items()
        if value is not None or name not in schema["properties"] or name in schema["required"]
    }


def _read(value: Any, schema: Mapping[str, Any], *, named: bool = False) -> Any:
    if "enum" in schema:
        return _word(value, schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        alone = isinstance(value, dict | str) and "minItems" not in schema
        items = [value] if alone else value
        return [_read(item, schema["items"]) for item in items] if isinstance(items, list) else value
    if kind == "object" and isinstance(value, dict):
        inner: Mapping[str, Any] = schema.get("properties", {})
        return {
            name: _read(part, inner.get(name, {}))
            for name, part in value.items()
            if part is not None or name not in inner
        }
    if isinstance(value, bool) or kind is None:
        return value
    if kind == "string" and isinstance(value, int | float) and not named:
        return _digits(value)
    if isinstance(value, float) and kind == "integer" and value.is_integer():
        return int(value)
    return _number(value, kind) if isinstance(value, str) else value


def _word(value: Any, words: list[Any]) -> Any:
    """Give the word that a text means in other letters or with other signs between: ``Not checkable``."""
    if not isinstance(value, str) or not value.translate(_BETWEEN).isalnum():
        return value  # "supported?" is a doubt, and "!supported" the contrary
    plain = "-".join(ALPHANUMERIC.findall(value.lower()))
    return plain if plain in words else value


def _digits(value: float) -> Any:
    """Give a whole number as a text; any other may have been rounded."""
    return str(int(value)) if value == value // 1 else value


def _number(value: str, kind: str) -> Any:
    """Give the number or the truth that stands in a text."""
    if kind == "boolean":
        return _TRUTHS.get(value.strip().lower(), value)
    number = value.strip()
    digits = number.removeprefix("-").replace(".", "", kind == "number")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST):
        return value
    return {"integer": int, "number": float}.get(kind, str)(number)
