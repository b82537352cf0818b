"""The years by which a text may date an entry."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.bib.entry_identifiers import entry_arxiv
from argcheck.bib.faults import YEARS
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry

#: Fields that may contain a year.
_DATED = tuple(
    words("""
    year date issue_date origdate origyear eventdate note title booktitle howpublished edition doi url addendum journal
    series subtitle titleaddon pubstate month text urldate volume publisher institution number issue reprint
    usera userb
    """)
)


def years(entry: Entry) -> frozenset[str]:
    """Return all years in an entry, and those of its arXiv number."""
    result = {year for field in _DATED for year in YEARS.findall(entry.raw(field) or "")}
    number = entry_arxiv(entry)
    if number:
        digits = number.rpartition("/")[2][:2]
        result |= {f"20{digits}", f"19{digits}"}
    return frozenset(result)


def one_year(entry: Entry) -> str:
    """Return the only year of an entry, or an empty text if it has none or several."""
    if entry.type != "bibitem":
        year = (entry.raw("year") or "").strip("{} ")
        return year if YEARS.fullmatch(year) else ""
    matches = set(YEARS.findall(entry.raw("text") or ""))
    return matches.pop() if len(matches) == 1 else ""
