"""Negations, number words and decimal commas go by the language of the claims."""

from __future__ import annotations

from typing import Any

import pytest
from two_claims import Verdict, compare

from argcheck.argument.store import GraphStore
from argcheck.argument.store_errors import InvalidArgumentError


@pytest.mark.parametrize(
    ("language", "one", "other", "expected"),
    [
        ("en", "The pump has no seal.", "The pump has a seal.", Verdict.CONTRADICTION),
        ("de", "Die Pumpe hat keine Dichtung.", "Die Pumpe hat eine Dichtung.", Verdict.CONTRADICTION),
        ("de", "Die Pumpe ist nicht dicht.", "Die Pumpe ist dicht.", Verdict.CONTRADICTION),
        ("de", "Es waren zwölf Pumpen.", "Es waren 12 Pumpen.", Verdict.SAME),
        ("de", "Der Druck ist 1.200,50 Pa.", "Der Druck ist 1200,5 Pa.", Verdict.SAME),
        ("de", "Der Druck ist 1,5 Pa.", "Der Druck ist 15 Pa.", Verdict.CONTRADICTION),
        ("fr", "La pompe n'a jamais fui.", "La pompe a fui.", Verdict.CONTRADICTION),
        ("fr", "La pompe ne fuit pas.", "La pompe fuit.", Verdict.CONTRADICTION),
        ("fr", "Il y a trois pompes.", "Il y a 3 pompes.", Verdict.SAME),
        ("fr", "Il y a trois pompes.", "Il y a quatre pompes.", Verdict.CONTRADICTION),
        ("", "A bomba vaza no verão.", "A bomba vaza verão.", Verdict.SAME),  # "no" denies nothing there
    ],
)
def test_compare(language: str, one: str, other: str, expected: Verdict) -> None:
    assert compare(one, other, language=language) is expected
    assert compare(other, one, language=language) is expected


def pair_in_a_store(language: str | None) -> dict[str, Any]:
    claims = ["Die Erhebung umfasst den Schrank sieben", "Die Erhebung umfasst den Schrank sieben nicht"]
    nodes = [{"id": f"n{i}", "claim": claim, "type": "given"} for i, claim in enumerate(claims)]
    return GraphStore().assert_graph("g", nodes, language=language)


def test_claims_of_a_graph_in_another_language_deny_each_other_by_its_words() -> None:
    assert pair_in_a_store("de")["contradictions_created"] == [["n0", "n1"]]
    assert pair_in_a_store(None)["contradictions_created"] == []


def test_a_graph_stays_in_the_language_that_it_begins_with() -> None:
    store = GraphStore()
    store.assert_graph("g", language="de")
    store.assert_graph("g", [{"id": "a", "claim": "Es regnet im Tal", "type": "given"}])
    with pytest.raises(InvalidArgumentError, match="graph 'g' is in the language 'de'; use another graph_id"):
        store.assert_graph("g", language="fr")
    with pytest.raises(InvalidArgumentError, match=r"language must be one of de, en, .*, got 'tlh'"):
        store.assert_graph("h", language="tlh")
    assert store.surviving_claims("g")["in"] == ["a"]
