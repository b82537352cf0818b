"""Journals that go by several names, and their abbreviations by ISO 4, as data."""

from __future__ import annotations

import csv
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from argcheck.files import data
from argcheck.sources.compare import judge
from argcheck.sources.journals import relation
from argcheck.sources.model import Likeness, Person, Query, Record
from argcheck.sources.venues import compare_venues

if TYPE_CHECKING:
    from collections.abc import Iterator

SAME, UNKNOWN, OTHER = Likeness.SAME, Likeness.UNKNOWN, Likeness.OTHER
TABLES = ("renamed", "editions", "divided")


def lines(*tables: str) -> Iterator[list[str]]:
    """Give the names of each line of the data, that with which it begins first."""
    for table in tables:
        for first, others in data.table("journals", table).items():
            yield [first, *others]


def abbreviations() -> dict[str, str]:
    """Give the abbreviations of names by ISO 4."""
    with (Path(__file__).parent / "data" / "iso4.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: row["abbreviation"] for row in csv.DictReader(file)}


def test_the_data_is_written_as_it_says() -> None:
    assert set(data.tables("journals")) == set(TABLES)
    for table in TABLES:
        names = [line[0] for line in lines(table)]
        assert names == sorted(names, key=str.casefold)
    for line in lines(*TABLES):
        assert len(line) > 1
        assert len(set(map(str.casefold, line))) == len(line), line
        assert all(name == " ".join(name.split()) for name in line), line


@pytest.mark.parametrize(("table", "likeness"), [("renamed", {SAME}), ("editions", {SAME, UNKNOWN})])
@pytest.mark.slow
def test_names_of_a_line_are_of_one_journal(table: str, likeness: set[Likeness]) -> None:
    for line in lines(table):
        for ours, theirs in combinations(line, 2):
            assert compare_venues(ours, theirs) in likeness, (ours, theirs)
            assert compare_venues(theirs, ours) in likeness, (ours, theirs)


def test_a_divided_journal_is_no_other_than_its_parts() -> None:
    for first, *others in lines("divided"):
        assert OTHER not in [compare_venues(first, other) for other in others], first


@pytest.mark.parametrize(
    ("ours", "theirs", "likeness"),
    [
        ("Ann. Eugen., Lond.", "Annals of Human Genetics", SAME),
        ("Ann. Eugen. (London)", "Annals of Human Genetics", SAME),
        ("Zh. Èksper. Teoret. Fiz.", "Journal of Experimental and Theoretical Physics", UNKNOWN),
        ("Pisma Zh. Eksp. Teor. Fiz.", "JETP Lett.", UNKNOWN),
        ("Z. Phys. C", "Eur. Phys. J. C", UNKNOWN),
        ("Mind, New Series", "Mind", SAME),
        ("Phys.", "Reviews of Modern Physics", UNKNOWN),
        ("Physical Review", "Physiological Reviews", OTHER),
        ("Zeitschrift für Physik C", "Journal of Economic Literature", OTHER),
        ("Annals of Eugenics", "Annals of Internal Medicine", OTHER),
        ("Journal of Chronic Diseases", "Journal of Consulting Psychology", OTHER),
        ("Eur. Phys. J. C", "Eur. Phys. J. B", OTHER),  # what became of one journal is not one
        # sections of one journal, which both go by its name as well
        (
            "Journal of the Chemical Society, Dalton Transactions",
            "Journal of the Chemical Society, Faraday Transactions",
            UNKNOWN,
        ),
        ("Manuscripta", "Journal of the Royal Anthropological Institute", OTHER),  # begins with a name
    ],
)
def test_abbreviations_of_the_names(ours: str, theirs: str, likeness: Likeness) -> None:
    assert compare_venues(ours, theirs) is likeness
    assert compare_venues(theirs, ours) is likeness


def test_nothing_is_known_of_other_names() -> None:
    assert relation("journal of salt", "annals of herring") is OTHER


def test_abbreviations_of_iso_4_are_understood() -> None:
    for name, short in abbreviations().items():
        assert compare_venues(short, name) is SAME, short
        assert compare_venues(name, short) is SAME, short


@pytest.mark.long
def test_no_abbreviation_of_iso_4_is_that_of_another_journal() -> None:
    names = {frozenset(map(str.casefold, line)) for line in lines("renamed", "editions")}
    taken = [
        (short, name)
        for own, short in abbreviations().items()
        for name in abbreviations()
        if own != name
        and own[0] == name[0]  # a tenth of them, since no other could be meant
        and not any({own.casefold(), name.casefold()} <= line for line in names)
        and SAME in {compare_venues(short, name), compare_venues(own, name)}
    ]
    # which begin with the same letters, or are made of them
    known = {"Bacteriological Reviews": "Biol. Rev.", "Physiological Reviews": "Phys. Rev."}
    assert {name: short for short, name in taken} == known


@pytest.mark.parametrize(
    ("venue", "change", "told"),
    [
        ("Ann. Eugen.", {}, set()),
        ("Ann. Eugen.", {"volume": "25"}, {"volume"}),  # which are counted on under the new name
        ("J. Chronic Dis.", {}, {"venue"}),
    ],
)
def test_an_entry_under_the_former_name(venue: str, change: dict[str, str], told: set[str]) -> None:
    query = Query(
        "k", "article", title="Tides of the northern basins in winter", authors=(Person("Lund", "Eva"),),
        year=1949, venue=venue, volume="15", pages="323--354",
    )  # fmt: skip
    record = Record(
        "crossref", title=query.title, authors=query.authors, year=1949, venue="Annals of Human Genetics",
        pages="323-354", kind="article", **{"volume": "15", **change},
    )  # fmt: skip
    assert {difference.field for difference in judge(query, record, identified=True).differences} == told


def test_a_translation_has_volume_and_pages_of_its_own() -> None:
    query = Query(
        "k", "article", title="Damping of sound in rotating helium", authors=(Person("Gorelik", "V."),),
        year=1970, venue="Zh. Eksp. Teor. Fiz.", volume="58", pages="777",
    )  # fmt: skip
    record = Record(
        "crossref", title=query.title, authors=query.authors, year=1970, venue="Soviet Physics JETP", volume="31",
        pages="412", kind="article",
    )  # fmt: skip
    assert judge(query, record, identified=True).differences == ()
