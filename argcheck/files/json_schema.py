"""Checks data against the part of JSON Schema that argcheck uses: for the configuration, and for answers of models.

Callers turn faults into their own messages.  A property test compares this with jsonschema.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

Schema = Mapping[str, Any]

_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


class SchemaFault(NamedTuple):
    """A keyword of a schema that a value breaks."""

    path: tuple[str | int, ...]  #: keys and indexes that lead to the value
    keyword: str  #: ``type``, ``enum``, ``required``, ``additionalProperties``, ...
    value: Any  #: or the name of a property that is missing, unknown or misnamed
    schema: Schema  #: of the value, or of the object with a property that is missing, unknown or misnamed


def open_object(**properties: Any) -> dict[str, Any]:
    """Return the schema of an object that has all of these properties and may have more."""
    return {"type": "object", "properties": properties, "required": list(properties)}


def schema_faults(
    value: object, schema: Schema, path: tuple[str | int, ...] = (), *, most: int | None = None
) -> Iterator[SchemaFault]:
    """Yield the faults of a value: for it and each value within it, the first keyword that it breaks.

    Knows ``type``, ``enum``, ``minimum``, ``maximum``, ``maxLength``, ``pattern``, ``minItems``, ``maxItems``,
    ``items``, ``required``, ``properties``, ``propertyNames``, ``additionalProperties``, and ``anyOf`` of schemas with
    different types.

    :param most: limit of the entries of any list or object; a longer one breaks ``maxItems``.
    """
    if "anyOf" in schema:
        option = next((option for option in schema["anyOf"] if _has_type(value, option)), None)
        if option is None:
            yield SchemaFault(path, "anyOf", value, schema)
        else:
            yield from schema_faults(value, option, path, most=most)
    elif keyword := _broken(value, schema, most):
        yield SchemaFault(path, keyword, value, schema)
    elif isinstance(value, list):
        for place, entry in enumerate(value):
            yield from schema_faults(entry, schema.get("items", {}), (*path, place), most=most)
    elif isinstance(value, dict):
        yield from _faults_of_object(value, schema, path, most)


def _faults_of_object(
    value: Mapping[str, object], schema: Schema, path: tuple[str | int, ...], most: int | None
) -> Iterator[SchemaFault]:
    known: Mapping[str, Schema] = schema.get("properties", {})
    others: Any = schema.get("additionalProperties", {})
    names: Schema = schema.get("propertyNames", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield SchemaFault(path, "required", name, schema)
    for name, part in value.items():
        inner = known.get(name) or others
        if name not in known and others is False:
            yield SchemaFault((*path, name), "additionalProperties", name, schema)
        elif not isinstance(name, str) or (names and _broken(name, names, most)):
            yield SchemaFault((*path, name), "propertyNames", name, schema)
        elif isinstance(part, list | dict) or "anyOf" in inner or _broken(part, inner, most):
            yield from schema_faults(part, inner, (*path, name), most=most)


def _broken(value: Any, schema: Schema, most: int | None) -> str:
    """Return the first keyword of a schema that a value itself breaks; empty if none."""
    if not _has_type(value, schema):
        return "type"
    if "enum" in schema and value not in schema["enum"]:
        return "enum"
    if isinstance(value, str):
        if "maxLength" in schema and len(value) > schema["maxLength"]:
            return "maxLength"
        return "pattern" if "pattern" in schema and not re.search(schema["pattern"], value) else ""
    if isinstance(value, list | dict):
        limits = [limit for limit in (most, schema.get("maxItems")) if limit is not None]
        if limits and len(value) > min(limits):
            return "maxItems"
        return "minItems" if len(value) < schema.get("minItems", 0) else ""
    if isinstance(value, int | float) and not isinstance(value, bool):
        if not value >= schema.get("minimum", -math.inf):  # NaN is within no limits
            return "minimum"
        return "" if value <= schema.get("maximum", math.inf) else "maximum"
    return ""


def _has_type(value: object, schema: Schema) -> bool:
    kinds = schema.get("type")
    if isinstance(kinds, str):
        return isinstance(value, _TYPES[kinds]) and isinstance(value, bool) == (kinds == "boolean")
    return kinds is None or any(_has_type(value, {"type": kind}) for kind in kinds)
