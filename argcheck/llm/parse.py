"""From the text of an answer to a value that its schema allows.

The policy: strip what stands around the object, parse, check; on failure mend with a lenient parser and check again; then
ask once more with the error; else the answer is dropped and counted.  The second question is the client's.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_FENCE = re.compile(r"```(?:json)?\s*(.*?)(?:```|\Z)", re.DOTALL)
_THOUGHT = re.compile(
    r"\A.*</think(?:ing)?>|<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE
)
_MOST_STARTS = 50  #: places at which an object is looked for
_TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "integer": int,
    "number": (int, float),
    "null": type(None),
}


class MalformedError(ValueError):
    """An answer that is no JSON, or not the JSON that was asked for; says what is wrong with it."""


def parsed(text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Parse the last object in ``text`` that its schema allows: a model that thinks aloud drafts before it answers.

    :raises MalformedError: there is none.
    """
    wrong = MalformedError("not JSON: there is no object")
    for value in reversed(list(_objects(stripped(text)))):
        try:
            return _checked(value, schema)
        except MalformedError as error:
            wrong = error
    raise wrong


def mended(text: str, schema: Mapping[str, Any]) -> dict[str, Any]:
    """Mend the JSON in ``text`` (quotes, commas, a brace that is missing, a cut end) and check what comes of it.

    :raises MalformedError: nothing that the schema allows comes of it.
    """
    from json_repair import repair_json

    body = stripped(text)
    start = body.find("{")
    try:
        value = repair_json(body[max(start, 0) :], return_objects=True)
    except RecursionError as error:
        raise MalformedError("nested too deeply") from error
    return _checked(value, schema)


def stripped(text: str) -> str:
    """What a model says beside its thoughts, and within Markdown fences where one holds an object."""
    said = _THOUGHT.sub("", text)
    fenced = [match[1] for match in _FENCE.finditer(said) if "{" in match[1]]
    return "\n".join(fenced) or said


def _objects(body: str) -> Iterator[Any]:
    """Yield the JSON objects that stand in a text, one after the other."""
    decoder = json.JSONDecoder()
    place = body.find("{")
    for _ in range(_MOST_STARTS):
        if place < 0:
            return
        try:
            value, end = decoder.raw_decode(body, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            yield value
        place = body.find("{", end)


def _checked(value: Any, schema: Mapping[str, Any]) -> dict[str, Any]:
    wrong = fault(value, schema)
    if wrong:
        raise MalformedError(wrong)
    if not isinstance(value, dict):
        raise MalformedError("not an object")
    return value


def fault(value: Any, schema: Mapping[str, Any], place: str = "answer") -> str:
    """What is wrong with ``value`` under the part of JSON Schema that prompts use; empty if nothing is.

    Knows ``type``, ``enum``, ``properties``, ``required``, ``additionalProperties: false``, ``items``, ``minimum``,
    ``maximum``, ``maxItems`` and ``maxLength``.
    """
    kinds = schema.get("type")
    allowed = [kinds] if isinstance(kinds, str) else kinds or []
    if allowed and not any(_is(value, kind) for kind in allowed):
        return f"{place} is no {' or '.join(allowed)}"
    if "enum" in schema and value not in schema["enum"]:
        return f"{place} is {value!r}, not one of {', '.join(map(str, schema['enum']))}"
    if isinstance(value, dict):
        return _object_fault(value, schema, place)
    if isinstance(value, list):
        if len(value) > schema.get("maxItems", len(value)):
            return f"{place} has {len(value)} items, at most {schema['maxItems']} are allowed"
        faults = (
            fault(item, schema.get("items", {}), f"{place}[{index}]") for index, item in enumerate(value)
        )
        return next(filter(None, faults), "")
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        return f"{place} is longer than {schema['maxLength']} characters"
    if isinstance(value, int | float) and not isinstance(value, bool):
        low, high = schema.get("minimum", value), schema.get("maximum", value)
        return "" if low <= value <= high else f"{place} is {value}, not between {low} and {high}"
    return ""


def _object_fault(value: Mapping[str, Any], schema: Mapping[str, Any], place: str) -> str:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            return f"{place} has no {name!r}"
    if schema.get("additionalProperties") is False:
        extra = sorted(value.keys() - properties.keys())
        if extra:
            return f"{place} has {extra[0]!r}, which nothing asked for"
    faults = (
        fault(value[name], part, f"{place}.{name}") for name, part in properties.items() if name in value
    )
    return next(filter(None, faults), "")


def _is(value: Any, kind: str) -> bool:
    if isinstance(value, bool):
        return kind == "boolean"
    return isinstance(value, _TYPES[kind])
