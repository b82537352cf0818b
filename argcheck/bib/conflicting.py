"""Identifiers of an entry that contradict each other or the year."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.bib.doi_contents import in_doi
from argcheck.bib.entry_identifiers import entry_arxiv
from argcheck.bib.faults import Fault, own_value, stated_year, value_span, year_span
from argcheck.bib.identifiers import (
    ARXIV_IN_TEXT,
    PREPRINT_SERVERS,
    arxiv_month,
    normal_arxiv,
    normal_doi,
    why_no_arxiv,
)
from argcheck.files.patterns import WORDS, lazy
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.entry import Entry

#: Prefixes of DOIs that a work may have beside another one: of preprint servers, archives and aggregators.
_SECOND_HOMES = (
    *PREPRINT_SERVERS,
    "10.31219/", "10.31222/", "10.2307/", "10.5281/", "10.13140/", "10.3929/", "10.17863/", "10.6084/", "10.5167/", "10.22541/",
    "10.36227/", "10.35542/", "10.31223/", "10.5555/", "10.3886/", "10.7910/", "10.5061/", "10.17605/", "10.25384/", "10.31235/",
)  # fmt: skip
_MARKED_DOI = lazy(r"(?:doi\.org/|\bdoi\s*[:=]\s*)(?=10\.)", re.IGNORECASE)
_ONLY_ARXIV = ("arxiv", "corr", "preprint", "")  # first words of a ``journal`` field that is not a journal
#: Fields that show that a work was also published elsewhere.
_HOMES = words("booktitle publisher school institution maintitle eventtitle origdate number crossref")


def conflicting(entry: Entry) -> Iterator[Fault]:
    """Yield the identifiers that are of another work, or another year, than the rest of the entry."""
    if entry.type == "bibitem":
        return
    yield from _two_dois(entry)
    yield from _two_preprints(entry)
    year = stated_year(entry)
    if year:
        yield from _preprint_date(entry, year)
    yield from in_doi(entry)


def _two_dois(entry: Entry) -> Iterator[Fault]:
    """Yield a field with a DOI of another work than that in ``doi``."""
    fields = entry.fields
    doi = normal_doi(entry.raw("doi") or "") if "doi" in fields else None
    if doi is None:
        return
    mirrored = doi.startswith(_SECOND_HOMES)
    for name in ("url", "note", "howpublished"):
        value = own_value(entry, name) if name in fields else ""
        marked = _MARKED_DOI.search(value) if "10." in value else None
        other = normal_doi(value[marked.end() :]) if marked else None
        if not other:
            continue
        plain, other_plain = doi.replace("//", "/"), other.replace("//", "/")  # a registrant writes both
        if other_plain.startswith(plain) or plain.startswith(other_plain):
            continue
        # Numbers of versions of a preprint are close, but not the same digits in another order.
        if _exchanged(doi, other) or not (mirrored or other.startswith(_SECOND_HOMES)):
            message = f"the DOI is '{doi}', and the {name} leads to another one, '{other}'"
            advice = "one of the two belongs to another work: open both"
            yield Fault(value_span(entry, name), message, advice, related=value_span(entry, "doi"))
            return


def _exchanged(first: str, second: str) -> bool:
    """Whether two identifiers differ only in the order of two neighbouring digits."""
    if len(first) != len(second):
        return False
    unlike = [place for place, pair in enumerate(zip(first, second, strict=True)) if pair[0] != pair[1]]
    start, end = unlike[0], unlike[-1] + 1
    return end - start == 2 and first[start:end].isdecimal() and first[start:end] == second[start:end][::-1]


def _two_preprints(entry: Entry) -> Iterator[Fault]:
    """Yield a field with another arXiv number than that in ``eprint``."""
    fields = entry.fields
    if "eprint" not in fields or (entry.raw("eprinttype") or "").lower() != "arxiv":
        return
    own = normal_arxiv(entry.raw("eprint") or "")
    if own is None or "/" in own:
        return
    for name in ("url", "journal", "note", "doi"):
        value = own_value(entry, name) if name in fields else ""
        match = ARXIV_IN_TEXT.search(value) if "rxiv" in value.lower() else None
        other = normal_arxiv(match[1]) if match else None
        if other and "/" not in other and other != own:
            message = f"the eprint is arXiv:{own}, and the {name} names another one, arXiv:{other}"
            advice = "one of the two is another paper: open both"
            yield Fault(value_span(entry, name), message, advice, related=value_span(entry, "eprint"))
            return


def _preprint_date(entry: Entry, year: int) -> Iterator[Fault]:
    """Yield the year of a work that is only on arXiv, if it is earlier than the number."""
    if not _only_on_arxiv(entry):
        return
    number = entry_arxiv(entry)
    month = arxiv_month(number) if number and not why_no_arxiv(number) else None
    if month is None:
        return
    posted, first = month
    if year < posted - (first == 1):  # a paper submitted at the end of a year has a number of January
        message = f"the year is {year}, and arXiv:{number} was posted in {posted}"
        yield Fault(
            year_span(entry), message, f"write {posted}, or look up whether this is the preprint meant"
        )


def _only_on_arxiv(entry: Entry) -> bool:
    fields = entry.fields
    doi = own_value(entry, "doi").lower()
    journal = own_value(entry, "journal" if "journal" in fields else "journaltitle").strip("{} ")
    return (
        not any(name in fields for name in _HOMES)
        and (not doi or "arxiv" in doi)
        and ("volume" not in fields or "/" in own_value(entry, "volume") or "rxiv" in journal.lower())
        and next(iter(WORDS.findall(journal.lower())), "") in _ONLY_ARXIV
        and entry.type in ("article", "misc", "online", "unpublished", "techreport", "report")
    )
