"""Lists of names as BibTeX reads them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from argcheck.bib.names import fold_name, name_forms, parse_names, same_family


@pytest.mark.parametrize(
    ("written", "parts"),
    [
        ("Donald E. Knuth", ("Donald E.", "", "Knuth", "")),
        ("Knuth, Donald E.", ("Donald E.", "", "Knuth", "")),
        ("Ludwig van Beethoven", ("Ludwig", "van", "Beethoven", "")),
        ("van der Walt, St{\\'e}fan", ("Stéfan", "van der", "Walt", "")),
        ("de la Fuente, Jr., Juan", ("Juan", "de la", "Fuente", "Jr.")),
        ("John Smith Jr.", ("John", "", "Smith", "Jr.")),
        ("John Smith, Jr.", ("John", "", "Smith", "Jr.")),
        ("{Planck Collaboration}", ("", "", "Planck Collaboration", "")),
        ("{Barnes and Noble, Inc.}", ("", "", "Barnes and Noble, Inc.", "")),
        ("Aristotle", ("", "", "Aristotle", "")),
        ("{von Neumann}, John", ("John", "", "von Neumann", "")),
        ("{\\O}stergaard, Ann", ("Ann", "", "Østergaard", "")),
        ("J\\o rgensen, K.", ("K.", "", "Jørgensen", "")),
        ("W.~D. Hamilton", ("W. D.", "", "Hamilton", "")),
        ("given=Hans, family=Harman, prefix=von", ("Hans", "von", "Harman", "")),
        ('Kurt G{\\"o}del', ("Kurt", "", "Gödel", "")),
        ("family=Silva Santos, given=Luiz, prefix=da, useprefix=true", ("Luiz", "da", "Silva Santos", "")),
        ("family=Aalbersberg, given=IJsbrand Jan, given-i={{IJ}}J", ("IJsbrand Jan", "", "Aalbersberg", "")),
    ],
)
def test_one_name(written, parts):
    (name,) = parse_names(written).names
    assert tuple(name) == parts


@pytest.mark.parametrize(
    ("written", "families", "others"),
    [
        ("A. One and B. Two", ["One", "Two"], False),
        ("A. One\nAND  B. Two and others", ["One", "Two"], True),
        ("One, A. and et al.", ["One"], True),
        ("{One and Two} and B. Sandy Andersen", ["One and Two", "Andersen"], False),
        ("", [], False),
        ("and", [], False),
    ],
)
def test_list(written, families, others):
    found = parse_names(written)
    assert [name.family for name in found.names] == families
    assert found.others is others


@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        ("Müller", "Muller", True),
        ("Müller", "Mueller", True),
        ("Mueller", "Muller", False),
        ("Weiß", "Weiss", True),
        ("Łukasiewicz", "Lukasiewicz", True),
        ("Østergaard", "Oestergaard", True),
        ("Erdős", "Erdos", True),
        ("O'Neil", "ONeil", True),
        ("Smith-Jones", "Smith Jones", True),
        ("Smith", "Smyth", False),
    ],
)
def test_family_names(first, second, same):
    assert same_family(first, second) is same


def test_forms():
    assert name_forms("Müller") == {"muller", "mueller"}
    assert fold_name("von Dvořák") == "vondvorak"


@given(st.text(alphabet="aA{}\\,.~\"'o nd", max_size=60))
def test_never_raises(written):
    for name in parse_names(written).names:
        assert fold_name(name.family) == name.folded_family
