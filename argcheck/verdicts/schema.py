"""The JSON schema of a line of the verdict file; ``docs/verdicts.md`` explains the fields."""

from __future__ import annotations

from typing import Any

from argcheck.verdicts.fields import (
    ACCEPTED,
    CLASSES,
    DISPUTED,
    LONGEST_QUOTE,
    LOOK_UPS,
    MENTION_VERDICTS,
    OUTCOMES,
    QUOTATION_OUTCOMES,
    STATUSES,
    VERSION,
)

Schema = dict[str, Any]

_TEXT: Schema = {"type": "string"}


def _object(required: tuple[str, ...], **properties: Schema) -> Schema:
    return {"type": "object", "required": list(required), "properties": properties}


def _pair() -> Schema:
    return {**_list(_TEXT), "minItems": 2, "maxItems": 2}


def _list(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _kind(kind: str, required: tuple[str, ...], **properties: Schema) -> Schema:
    return _object(
        ("version", "kind", "key", "work", "checked", *required),
        version={"const": VERSION},
        kind={"const": kind},
        key=_TEXT,
        work=_TEXT,
        cited_as=_TEXT,
        checked=_TEXT,
        **{"judge": {"type": "object", "properties": {"name": _TEXT}}, **properties},
    )


_NOTICE = _object(
    ("status",), status={"enum": list(STATUSES)}, doi=_TEXT, date=_TEXT, reason=_TEXT, origin=_TEXT
)
_DIFFERENCE = _object(("field",), field=_TEXT, ours=_TEXT, theirs=_TEXT, certain={"type": "boolean"})
_SPAN = _object(
    (),
    page=_TEXT,
    line={"type": "integer"},
    quote={**_TEXT, "maxLength": LONGEST_QUOTE},
    hash=_TEXT,
    uncertain={"type": "boolean"},
)

#: What a line holds, by its kind.
KIND_SCHEMAS: dict[str, Schema] = {
    "entry": _kind(
        "entry",
        ("outcome",),
        entry=_TEXT,
        outcome={"enum": list(OUTCOMES)},
        notices=_list(_NOTICE),
        differences=_list(_DIFFERENCE),
        record={"type": "object"},
        asked=_list(_pair()),
        superseded_by=_TEXT,
        published_as=_TEXT,
        review={"type": "boolean"},
    ),
    "mention": _kind(
        "mention",
        ("sentence", "verdict"),
        sentence=_TEXT,
        before=_TEXT,
        after=_TEXT,
        entry=_TEXT,
        verdict={"enum": list(MENTION_VERDICTS)},
        **{"class": {"enum": list(CLASSES)}},
        subtype=_TEXT,
        stage=_TEXT,
        confidence={"type": "number", "minimum": 0, "maximum": 1},
        windows={"type": "integer", "minimum": 0},
        searched=_TEXT,
        spans=_list(_SPAN),
        would_support=_TEXT,
        reason=_TEXT,
    ),
    "quotation": _kind(
        "quotation",
        ("sentence", "words", "outcome"),
        sentence=_TEXT,
        words=_TEXT,
        outcome={"enum": list(QUOTATION_OUTCOMES)},
        searched=_TEXT,
        spans=_list(_SPAN),
        changes=_list(_pair()),
    ),
    "lookup": _kind(
        "lookup",
        ("sentence", "says", "judge"),
        sentence=_TEXT,
        says={"enum": list(LOOK_UPS)},
        entry=_TEXT,
        judge=_object(("by",), name=_TEXT, by={**_TEXT, "pattern": r"\S"}),
    ),
    "answer": _kind(
        "answer",
        ("of", "stand", "reason"),
        of=_TEXT,
        stand={"enum": [ACCEPTED, DISPUTED]},
        reason=_TEXT,
        about=_list(_TEXT),
        entry=_TEXT,
        sentence=_TEXT,
    ),
}

SCHEMA: Schema = {
    "$schema": "http://json-schema.org/draft-07/schema#",
    "$id": "https://argcheck.github.io/schema/verdicts.json",
    "title": "a line of .argcheck/verdicts.jsonl",
    "oneOf": list(KIND_SCHEMAS.values()),
}
