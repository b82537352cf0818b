"""How much questions are before they are asked."""

from __future__ import annotations

import pytest

from argcheck.llm.estimate import estimated
from argcheck.llm.model import Message, Question


@pytest.mark.parametrize(
    ("text", "tokens"),
    [("Small dunes move faster than large ones. " * 100, 1026), ("Малые дюны" * 150, 938)],
)
def test_tokens_are_estimated_by_the_letters_of_a_text(text, tokens):
    """Four characters of Latin letters are a token, or one and a half of other writing."""
    estimate = estimated([(Question("x", "1", (Message("user", text),), {}), 1)])
    assert estimate.characters == len(text) + 2  # the schema
    assert estimate.tokens_in == tokens
    assert estimate.tokens_in <= estimate.most_in
