"""The conversion of lines of the verdict file between JSON data and records, checked by their schema.

Data from other tools or people is normalised if it has only one meaning: a page as a number, a number in quotes,
another spelling of a word, a single record without its list.  The schema rejects all else.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from argcheck.files.json_schema import SchemaFault, schema_faults
from argcheck.files.patterns import ALPHANUMERIC
from argcheck.verdicts.fields import LONGEST_QUOTE, VERSION, EvidenceSpan, VerdictError
from argcheck.verdicts.schema import KIND_SCHEMAS

if TYPE_CHECKING:
    from argcheck.sources.model import Difference, Notice

_Record = TypeVar("_Record")


@cache
def _records() -> Mapping[str, type[Notice | Difference | EvidenceSpan]]:
    """Return the classes of the records in fields with lists."""
    from argcheck.sources.model import Difference, Notice  # here: most runs read no verdict

    return {"notices": Notice, "differences": Difference, "spans": EvidenceSpan}


def record_of(record: type[_Record], kind: str, data: Mapping[str, Any]) -> _Record:
    """Return the record of a line; unknown fields go to ``more``.

    :raises VerdictError: a field is missing, or has an invalid value.
    """
    data = as_written_here(data, KIND_SCHEMAS[kind])
    for fault in schema_faults(data, KIND_SCHEMAS[kind]):
        if fault.keyword != "maxLength":  # a quote that is too long is cut at the next write
            raise VerdictError(_message(fault))
    defaults: Mapping[str, Any] = record._field_defaults  # type: ignore[attr-defined]
    names = {_written(name): name for name in record._fields if name != "more"}  # type: ignore[attr-defined]
    absent = {name: {} if name == "judge" else "" for name in names.values() if name not in defaults}
    values = {names[field]: _value(field, value) for field, value in data.items() if field in names}
    more = {field: value for field, value in data.items() if field not in {*names, "version", "kind"}}
    return record(**{**absent, **values, "more": more})


def data_of(record: Any, kind: str) -> dict[str, Any]:
    """Return the data of a line; what is empty and not required is left out."""
    data = {**record.more, "version": VERSION, "kind": kind}
    for name, value in zip(record._fields, record, strict=True):
        if name != "more" and (value or _written(name) in KIND_SCHEMAS[kind]["required"]):
            data[_written(name)] = _plain(value)
    return data


def _written(name: str) -> str:
    """Return the field of an attribute: ``class`` for ``class_``."""
    return name.rstrip("_")


def _value(field: str, value: Any) -> Any:
    if not isinstance(value, list):
        return value
    record = _records().get(field)
    if record is None:
        return tuple(tuple(item) if isinstance(item, list) else item for item in value)
    return tuple(record(**{name: item[name] for name in record._fields if name in item}) for item in value)


def _plain(value: Any) -> Any:
    if isinstance(value, EvidenceSpan):
        value = value._replace(quote=value.quote[:LONGEST_QUOTE])
    if hasattr(value, "_asdict"):
        whole = isinstance(value, _records()["differences"])
        return {name: item for name, item in value._asdict().items() if item or whole}
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    return value if isinstance(value, str | int | float) else dict(value)


def _message(fault: SchemaFault) -> str:
    name = ".".join(map(str, fault.path))
    if fault.keyword == "required":
        return f"it has no '{'.'.join((*map(str, fault.path), fault.value))}'"
    limit = fault.schema.get(fault.keyword)
    if fault.keyword == "enum":
        return f"its '{name}' is {_shown(fault.value)}, not one of {', '.join(fault.schema['enum'])}"
    if fault.keyword in _LIMITS:
        return f"its '{name}' is {_shown(fault.value)}, and it must be {_LIMITS[fault.keyword]} {limit}"
    if fault.keyword in _COUNTS:
        return f"its '{name}' is a list of {len(fault.value)}, and it must be one of {limit}"
    if fault.keyword == "pattern":
        return f"its '{name}' is empty"
    return f"its '{name}' is {_shown(fault.value)}, and it must be {_KINDS[fault.schema['type']]}"


#: Keywords of the schema in the words of messages.
_LIMITS = {"minimum": "at least", "maximum": "at most"}
_COUNTS = frozenset(("minItems", "maxItems"))
_KINDS = {
    "object": "an object",
    "array": "a list",
    "string": "a text",
    "boolean": "true or false",
    "integer": "a whole number",
    "number": "a number",
}
_MUCH = 40  #: most characters of a value in a message


def _shown(value: object) -> str:
    """Return a value as in the line, cut if it is long."""
    text = f"'{value}'" if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _MUCH else f"{text[:_MUCH]}..."


_LONGEST = 16  #: most digits of a number in a string
_BETWEEN = dict.fromkeys(map(ord, " \t-_"))  # separators of words
_TRUTHS = {"true": True, "false": False}


def as_written_here(line: Mapping[str, Any], schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return a line with unambiguous values normalised; others are unchanged.

    Numbers in text fields of the line itself, which hold names and hashes, are not converted to text.
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
    """Return the word of which a value is another spelling, such as ``Not checkable``; else the value."""
    if not isinstance(value, str) or not value.translate(_BETWEEN).isalnum():
        return value  # "supported?" expresses doubt, and "!supported" the contrary
    plain = "-".join(ALPHANUMERIC.findall(value.lower()))
    return plain if plain in words else value


def _digits(value: float) -> Any:
    """Return a whole number as a text; any other, which may be rounded, unchanged."""
    return str(int(value)) if value == value // 1 else value


def _number(value: str, kind: str) -> Any:
    """Return the number or boolean in a string; the string if it holds none."""
    if kind == "boolean":
        return _TRUTHS.get(value.strip().lower(), value)
    number = value.strip()
    digits = number.removeprefix("-").replace(".", "", kind == "number")
    if not (digits.isascii() and digits.isdecimal() and len(digits) <= _LONGEST):
        return value
    return {"integer": int, "number": float}.get(kind, str)(number)
