"""Data is checked against a schema as jsonschema would check it, and a fault says where it is and what is broken."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft7Validator

from argcheck.files.json_schema import schema_faults
from argcheck.llm.parse import MalformedError, parsed

SCHEMA: dict[str, Any] = {
    "type": "object",
    "required": ["a"],
    "additionalProperties": False,
    "properties": {
        "a": {"type": "string", "enum": ["x", "y"]},
        "b": {"type": ["integer", "null"], "minimum": 1, "maximum": 3},
        "c": {
            "type": "array",
            "minItems": 1,
            "maxItems": 2,
            "items": {"type": "string", "maxLength": 1, "pattern": "^[xy]*$"},
        },
        "d": {
            "type": "object",
            "propertyNames": {"pattern": "^k"},
            "additionalProperties": {"type": "number"},
        },
        "e": {"anyOf": [{"type": "boolean"}, {"type": "array", "items": {"type": "boolean"}}]},
    },
}
LEAVES = st.one_of(
    st.none(), st.booleans(), st.integers(0, 4), st.sampled_from([0.5, 2.5]), st.text("xyk", max_size=2)
)
KEYS = st.sampled_from(["a", "b", "c", "d", "e", "f", "k"])
VALUES = st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3)
)
NEARLY = st.fixed_dictionaries(
    {"a": st.sampled_from(["x", "y", "z"])},
    optional={
        "b": LEAVES,
        "c": st.lists(st.text("xyz", max_size=2), max_size=3),
        "d": st.dictionaries(KEYS, LEAVES, max_size=2),
        "e": st.booleans() | st.lists(LEAVES, max_size=2),
        "f": LEAVES,
    },
)


@settings(max_examples=300, deadline=None)
@given(value=VALUES | NEARLY)
@pytest.mark.slow
def test_what_jsonschema_takes_is_taken_and_nothing_else(value: object) -> None:
    assert (next(schema_faults(value, SCHEMA), None) is None) == Draft7Validator(SCHEMA).is_valid(value)


@pytest.mark.parametrize(
    ("value", "wrong"),
    [
        ('["x"]', "not JSON: there is no object"),
        ("{}", "answer has no 'a'"),
        ('{"a": 1}', "answer.a is no string"),
        ('{"a": "z"}', "answer.a is 'z', not one of x, y"),
        ('{"a": "x", "b": 4}', "answer.b is 4, not between 1 and 3"),
        ('{"a": "x", "b": "1"}', "answer.b is no integer or null"),
        ('{"a": "x", "c": ["x", "xy"]}', "answer.c[1] is longer than 1 characters"),
        ('{"a": "x", "c": ["x", "y", "x"]}', "answer.c has 3 items, at most 2 are allowed"),
        ('{"a": "x", "f": 1}', "answer has 'f', which nothing asked for"),
    ],
)
def test_an_answer_is_refused_with_the_place_and_what_is_wrong(value: str, wrong: str) -> None:
    with pytest.raises(MalformedError) as refused:
        parsed(value, SCHEMA)
    assert str(refused.value) == wrong


@pytest.mark.parametrize("limits", [{"minimum": 0, "maximum": 1}, {"minimum": 0}, {"maximum": 1}])
def test_what_is_no_number_is_within_no_limits(limits: dict[str, int]) -> None:
    assert list(schema_faults(float("nan"), {"type": "number", **limits}))
