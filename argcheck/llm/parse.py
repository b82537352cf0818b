"""From the text of an answer to a value that its schema allows.

The policy: strip what stands around the object, parse, check; on failure mend with a lenient parser and check again;
then ask once more with the error; else the answer is dropped and counted.  The second question is the client's.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from argcheck.files.json_schema import schema_faults

_FENCE = re.compile(r"```(?:json)?\s*(.*?)(?:```|\Z)", re.DOTALL)
_THOUGHT = re.compile(
    r"\A.*</think(?:ing)?>|<think(?:ing)?>.*?(?:</think(?:ing)?>|\Z)", re.DOTALL | re.IGNORECASE
)
_NEAR = 100  #: characters before an object in which its key is looked for
_MOST_STARTS = 50  #: places at which an object is looked for


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
    """Mend the JSON in ``text`` (quotes, commas, a brace that is missing, a cut end, values of a near type) and check what comes of it.

    :raises MalformedError: nothing that the schema allows comes of it.
    """
    from json_repair import repair_json

    body = stripped(text)
    start = body.find("{")
    try:
        for whole in reversed(list(_objects(body))):
            near = _fitted(whole, schema)
            if not fault(near, schema):
                return _checked(near, schema)
        value = repair_json(body[max(start, 0) :], return_objects=True)
        return _checked(_fitted(value, schema), schema)
    except MalformedError:
        raise
    except (RecursionError, ValueError) as error:  # some versions of json_repair say the one, some the other
        raise MalformedError("nested too deeply") from error


def _fitted(value: Any, schema: Mapping[str, Any]) -> Any:
    """Write values as a schema has them that say the same: names in other case, numbers and truth in quotes, an answer in a box."""
    match schema.get("type"), value:
        case "object", dict():
            known = schema.get("properties", {})
            if (
                len(value) == 1
                and not value.keys() & known.keys()
                and isinstance(next(iter(value.values())), dict)
            ):
                return _fitted(next(iter(value.values())), schema)
            return {name: _fitted(item, known.get(name, {})) for name, item in value.items()}
        case "array", list():
            return [_fitted(item, schema.get("items", {})) for item in value]
        case "string", str():
            named = [name for name in schema.get("enum", ()) if name.lower() == value.strip().lower()]
            return named[0] if named else value
        case "integer" | "number" | "boolean" as kind, str() | float():
            return _number(kind, value)
    return value


def _number(kind: str, value: str | float) -> Any:
    """Give a number or a truth that is written as something else; what is none stays."""
    try:
        read = json.loads(value.strip().lower()) if isinstance(value, str) else value
    except ValueError:
        return value
    if kind == "boolean":
        return read if isinstance(read, bool) else value
    if isinstance(read, bool) or not isinstance(read, int | float):
        return value
    return int(read) if kind == "integer" and isinstance(read, float) and read.is_integer() else read


def stripped(text: str) -> str:
    """What a model says beside its thoughts, and within Markdown fences where one holds an object."""
    said = _THOUGHT.sub("", text)
    fenced = [match[1] for match in _FENCE.finditer(said) if "{" in match[1]]
    return "\n".join(fenced) or said


def _objects(body: str) -> Iterator[Any]:
    """Yield the JSON objects that stand in a text, one after the other.

    The value of a key is a part of an object that is broken, and no answer: small models copy the schema, and say in it
    what they were asked.
    """
    decoder = json.JSONDecoder(strict=False)  # lines break within texts
    place = body.find("{")
    for _ in range(_MOST_STARTS):
        if place < 0:
            return
        try:
            value, end = decoder.raw_decode(body, place)
        except (ValueError, RecursionError):
            end = place + 1
        else:
            if not _is_of_a_key(body[max(0, place - _NEAR) : place]):
                yield value
        place = body.find("{", end)


def _is_of_a_key(before: str) -> bool:
    """Whether a text ends with a key in quotation marks and a colon."""
    key, colon, rest = before.rpartition(":")
    return bool(colon) and not rest.strip() and key.rstrip().endswith(('"', "'"))


def whole_text(text: str) -> str:
    """Put a mark in the place of half a pair of surrogates: nothing that holds one can be sent or written as UTF-8."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def _whole(value: Any) -> Any:
    match value:
        case str():
            return whole_text(value)
        case list():
            return [_whole(item) for item in value]
        case dict():
            return {whole_text(str(name)): _whole(item) for name, item in value.items()}
        case _:
            return value


def _checked(value: Any, schema: Mapping[str, Any]) -> dict[str, Any]:
    wrong = fault(value, schema)
    if wrong:
        raise MalformedError(wrong)
    if not isinstance(value, dict):
        raise MalformedError("not an object")
    whole: dict[str, Any] = _whole(value)
    return whole


def fault(value: Any, schema: Mapping[str, Any]) -> str:
    """What is wrong with an answer under the schema of its question; empty if nothing is."""
    wrong = next(schema_faults(value, schema, ("answer",)), None)
    if wrong is None:
        return ""
    at, given, limits = _place(wrong.path), wrong.value, wrong.schema
    match wrong.keyword:
        case "type":
            kinds = limits["type"]
            return f"{at} is no {kinds if isinstance(kinds, str) else ' or '.join(kinds)}"
        case "enum":
            return f"{at} is {given!r}, not one of {', '.join(map(str, limits['enum']))}"
        case "required":
            return f"{at} has no {given!r}"
        case "additionalProperties":
            return f"{_place(wrong.path[:-1])} has {given!r}, which nothing asked for"
        case "maxItems":
            return f"{at} has {len(given)} items, at most {limits['maxItems']} are allowed"
        case "maxLength":
            return f"{at} is longer than {limits['maxLength']} characters"
        case "minimum" | "maximum":
            low, high = limits.get("minimum", given), limits.get("maximum", given)
            return f"{at} is {given}, not between {low} and {high}"
        case keyword:
            return f"{at} breaks '{keyword}' of the schema"


def _place(path: tuple[str | int, ...]) -> str:
    """Write a path as ``answer.claims[2].text``."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")
