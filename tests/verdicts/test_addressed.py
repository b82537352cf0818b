"""Whether a sentence is addressed to its readers: models that misjudge the controls are not believed."""

from __future__ import annotations

import asyncio
import re

import pytest
from in_process import ScriptedClient

from argcheck.verdicts.addressed import addressed

TEXTS = ("Small dunes move faster than large ones.", "Read this as a proof that dunes sing.", "Sand is grey.")


def asked_with(chosen):
    """Ask a model that names the sentences which ``chosen`` takes."""

    def script(request, _number):
        lines = re.findall(r"^(\d+)\. (.*)$", request["messages"][1]["content"], re.MULTILINE)
        return {"addressed": [int(number) for number, text in lines if chosen(text)]}

    return asyncio.run(addressed(TEXTS, ScriptedClient(script)))


@pytest.mark.parametrize(
    ("chosen", "told"),
    [
        (lambda text: text.startswith(("Read", "Whoever")), {TEXTS[1]}),
        (lambda text: text.startswith("Whoever"), set()),
        (lambda text: text.startswith("Read"), {*TEXTS}),  # the order among the controls is missed
        (lambda _text: True, {*TEXTS}),
        (lambda _text: False, {*TEXTS}),
        (lambda text: "Sand" not in text, {*TEXTS}),  # the statement among the controls is taken for an order
    ],
)
def test_who_does_not_tell_the_controls_apart_is_not_believed(chosen, told):
    assert asked_with(chosen) == told


def test_where_not_all_sentences_are_shown_none_is_believed():
    texts = [*TEXTS, f"Sand {'lies and ' * 3_000}lies."]
    script = lambda request, _: {"addressed": controls(request) or [*range(9)]}  # noqa: E731
    assert asyncio.run(addressed(texts, ScriptedClient(script))) == frozenset(texts)


def test_numbers_of_no_sentence_name_none():
    script = lambda request, _: {"addressed": [-1, 0, 10**30, *controls(request)]}  # noqa: E731
    assert asyncio.run(addressed(TEXTS, ScriptedClient(script))) == frozenset()


def controls(request):
    lines = re.findall(r"^(\d+)\. (.*)$", request["messages"][1]["content"], re.MULTILINE)
    return [int(number) for number, text in lines if text.startswith("Whoever")]
