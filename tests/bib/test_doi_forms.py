"""The forms of DOIs in `argcheck/data/doi-forms.toml` are well formed, and each says what its example says."""

from __future__ import annotations

import pytest

from argcheck.bib.doi_contents import forms
from argcheck.files import data

ROWS = [
    (registrant, place, row)
    for registrant, rows in data.tables("doi-forms")["forms"].items()
    for place, row in enumerate(rows)
]


@pytest.mark.parametrize(("registrant", "place", "row"), ROWS, ids=[f"{r}-{p}" for r, p, _ in ROWS])
def test_a_form_is_the_first_that_fits_its_example(
    registrant: str, place: int, row: dict[str, str | int]
) -> None:
    assert row.keys() <= {"form", "like", "older", "younger", "conference"}
    read = [
        form.pattern.fullmatch(str(row["like"])) is not None and (not form.conference or "conference" in row)
        for form in forms(registrant)
    ]
    assert read.index(True) == place


def test_what_a_form_says_is_read() -> None:
    said = forms("10.1103")[0].pattern.fullmatch("physrevd.19.1277")
    assert said is not None
    assert said.groupdict() == {"volume": "19", "page": "1277"}


def test_nothing_is_read_into_the_dois_of_other_registrants() -> None:
    assert forms("10.9999") == ()
