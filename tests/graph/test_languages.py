"""Negations, number words and decimal commas go by the language of the claims."""

from __future__ import annotations

import pytest

from argcheck.argument.similarity import Verdict, compare


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
