"""The pairs of docs/sources.md are the same, or differ, as the page says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from argcheck.bib.bibliography import Bibliography
from argcheck.bib.load import entries
from argcheck.bib.scan import scan_bib
from argcheck.sources.compare import judge
from argcheck.sources.entry_query import query_of
from argcheck.sources.model import Person, Record

PAGE = (Path(__file__).parents[2] / "docs" / "sources.md").read_text("utf-8")
TITLE, AUTHORS = "Tides of salt in northern harbours", "Eva Lund, Ole Holm"


def pairs(field: str) -> list[tuple[str, str, bool]]:
    """Return the rows of the table on a field: the entry's value, the record's, and whether the page says "same"."""
    table = PAGE.partition(f"| {field} of the entry | {field} of the record |")[2].split("\n\n")[0]
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| (same|\*\*differs\*\*)", table, re.MULTILINE)
    assert len(rows) == table.count("\n") - 1, "a row cannot be read"
    return [(ours, theirs, word == "same") for ours, theirs, word in rows]


def agrees(title: str, authors: str, record: Record) -> bool:
    """Whether the DOI of an article leads to its work, and no field differs but in its form."""
    source = f"@article{{k, title = {{{title}}}, author = {{{authors}}}, year = {{2001}}, doi = {{10.1/k}}}}"
    bibliography = Bibliography({}, entries("a.bib", scan_bib(source), source))
    match = judge(query_of(bibliography.entries[0]), record, identified=True)
    return match.same is True and set(match.differences) <= set(match.form)


def record(title: str, authors: str) -> Record:
    names = [name.rpartition(" ") for name in authors.split(", ")]
    people = tuple(Person(family, given) for given, _, family in names)
    return Record("crossref", title=title, authors=people, year=2001, kind="article")


@pytest.mark.parametrize(("ours", "theirs", "same"), pairs("title"))
def test_titles(ours: str, theirs: str, *, same: bool) -> None:
    assert agrees(ours, AUTHORS.replace(", ", " and "), record(theirs, AUTHORS)) is same


@pytest.mark.parametrize(("ours", "theirs", "same"), pairs("authors"))
def test_authors(ours: str, theirs: str, *, same: bool) -> None:
    assert agrees(TITLE, ours, record(TITLE, theirs)) is same
