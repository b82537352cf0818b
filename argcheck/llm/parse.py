"""The parsing of answers by the schema of their question.

The text around the object is stripped, and the object is parsed and checked.  On failure, a lenient parser repairs it,
and it is checked again.  The client then asks once more with the error, or drops and counts the answer.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import suppress
from itertools import accumulate
from typing import Any

from argcheck.files.json_schema import schema_faults

_FENCE = re.compile(r"```(?:json)?\s*(.*?)(?:```|\Z)", re.DOTALL)
_THOUGHT = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_OPENED = re.compile(r"<think(?:ing)?>", re.IGNORECASE)
_NEAR = 100  #: characters before an object that are searched for its key
_MOST_STARTS = 50  #: most braces at which an object is tried
_MOST_PARTS = 500  #: most braces of the object at the end of a thought
_DEEPEST = 200  #: levels of what is repaired
_BEHIND = ", \t\r\n"  #: signs between a value and the brace behind it
_CLOSING = (*"}]\"'”’“»", "true", "false", "null", "none")  #: ends of values that do not go on
_EXPLAINING = frozenset(("reason", "would_support"))  #: keys of texts for people, on which nothing depends


class MalformedError(ValueError):
    """An answer that is not JSON, or not of the schema; the message says what is wrong."""


class CutError(MalformedError):
    """An answer that fits its schema, but has lost its end."""


def parsed(text: str, schema: Mapping[str, Any], *, cut: bool = False) -> dict[str, Any]:
    """Return the last object in ``text`` that the schema allows, since earlier ones may be drafts.

    :param cut: whether the text was cut, and so may end within a thought.
    :raises MalformedError: there is none.
    """
    wrong = MalformedError("not JSON: there is no object")
    for value in reversed(list(_objects(stripped(text, cut=cut)))):
        try:
            return _checked(value, schema)
        except MalformedError as error:
            wrong = error
    raise wrong


def mended(text: str, schema: Mapping[str, Any], *, cut: bool = False) -> dict[str, Any]:
    """Return the object in ``text`` after repair: quotes, commas, missing braces, values of a similar type.

    A cut end is repaired only in a text that explains the rest: a list or sentence without its end says something else.

    :raises CutError: its end is missing.
    :raises MalformedError: the schema does not allow the repaired object, or the text is nested too deeply.
    """
    from json_repair import repair_json

    body = stripped(text, cut=cut)
    start = body.find("{")
    # what closes nothing does not make up for what is opened behind it
    steps = ((sign in "{[") - (sign in "}]") for sign in body)
    if max(accumulate(steps, lambda depth, step: max(0, depth + step)), default=0) > _DEEPEST:
        raise MalformedError("nested too deeply")
    try:
        for whole in reversed(list(_objects(body))):
            near = _fitted(whole, schema)
            if not fault(near, schema):
                return _checked(near, schema)
        text = body[max(start, 0) :]
        end = _end(text)
        value = _checked(_fitted(repair_json(text[:end], return_objects=True), schema), schema)
    except MalformedError:
        raise
    except (RecursionError, ValueError) as error:  # depending on the version of json_repair
        raise MalformedError("nested too deeply") from error
    if end is None and next(reversed(value), "") not in _EXPLAINING:
        raise CutError("its end is cut off")
    return value


def _end(text: str) -> int | None:
    """Return where the object at the start of a text ends, None if its end is missing.

    A brace closes the lists and strings that were left open.  What lacks only its last brace ends with a closing sign
    or a word: a number or a string without its quotation mark may go on.
    """
    opened: list[str] = []
    in_string = False
    for place, sign in enumerate(text.replace("\\\\", "  ").replace('\\"', "  ")):
        if sign == '"':
            in_string = not in_string
        elif sign in "{[" and not in_string:
            opened.append(sign)
        elif sign in "}]" and not in_string and (pair := "{" if sign == "}" else "[") in opened:
            del opened[len(opened) - 1 - opened[::-1].index(pair) :]
            if not opened and "{" not in text[place:] and "}" not in text[place + 1 :]:
                # what is said behind its last brace is no part of it
                return place + 1
    body = text.rstrip(_BEHIND)
    if in_string:
        is_whole = body.endswith("}") and body.count("{") <= body.count("}")
    else:
        is_whole = "[" not in opened and body.lower().endswith(_CLOSING)
    return len(body) if is_whole else None


def _fitted(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return a value with equivalents by schema: other case of names, quoted numbers and booleans, a wrapped answer."""
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
    """Return a number or boolean that has another type; other values unchanged."""
    try:
        read = json.loads(value.strip().lower()) if isinstance(value, str) else value
    except ValueError:
        return value
    if kind == "boolean":
        return read if isinstance(read, bool) else value
    if isinstance(read, bool) or not isinstance(read, int | float):
        return value
    return int(read) if kind == "integer" and isinstance(read, float) and read.is_integer() else read


def stripped(text: str, *, cut: bool = False) -> str:
    """Return a text without the thoughts of the model; if Markdown code blocks have objects, only these blocks.

    :param cut: whether the text was cut: else the object that ends a thought without its end is the answer.
    """
    said = _THOUGHT.sub("", text)
    if opened := _OPENED.search(said):
        said = said[: opened.start()] + ("" if cut else _last_object(said[opened.end() :]))
    fenced = [match[1] for match in _FENCE.finditer(said) if "{" in match[1]]
    return "\n".join(fenced) or said


def _last_object(text: str) -> str:
    """Return the JSON object with which a text ends; empty if it ends otherwise."""
    body = text.rstrip().removesuffix("```").rstrip()
    place = body.rfind("{") if body.endswith("}") else -1
    for _ in range(_MOST_PARTS):
        if place < 0:
            break
        with suppress(ValueError, RecursionError):
            if json.JSONDecoder(strict=False).raw_decode(body, place)[1] == len(body):
                return body[place:]
        place = body.rfind("{", 0, place)
    return ""


def _objects(body: str) -> Iterator[Any]:
    """Yield the JSON objects in a text, in order.

    Values of keys of a broken object are skipped: small models copy the schema, with the question in it.
    """
    decoder = json.JSONDecoder(strict=False)  # allows line breaks in strings
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
    """Return a text with lone surrogates replaced by U+FFFD, since UTF-8 cannot encode them."""
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
    """Return a message about the first fault of an answer under a schema; empty if it is valid."""
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
    """Return a path in the form ``answer.claims[2].text``."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")
