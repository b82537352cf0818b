"""Entries that say "to appear" or the like."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.bib.entry_identifiers import entry_arxiv
from argcheck.bib.faults import AwaitedStatus, own_value, stated_year, value_span
from argcheck.bib.identifiers import arxiv_month
from argcheck.tex.vocabulary import any_of, codes, phrases, wording

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry

_STATUS_FIELDS = ("note", "pubstate", "howpublished", "journal", "booktitle", "addendum", "status", "year", "volume", "pages", "number")  # fmt: skip
_STATES = {
    "inpress": "in press", "forthcoming": "forthcoming", "submitted": "submitted", "inpreparation": "in preparation",
}  # fmt: skip


def unpublished(entry: Entry) -> AwaitedStatus | None:
    """Return the status of an entry that says that it will appear, or None; None also for theses and without a year."""
    status = status_of(entry)
    year = (stated_year(entry) or _year_of_arxiv(entry)) if status else 0
    return AwaitedStatus(value_span(entry, status[0]), status[1], year) if status and year else None


def status_of(entry: Entry) -> tuple[str, str] | None:
    """Return the field of an entry that says "to appear" or the like, and the words, or None; None also for theses."""
    if entry.type in ("bibitem", "phdthesis", "mastersthesis", "thesis"):
        return None
    values = {name: own_value(entry, name) for name in _STATUS_FIELDS if name in entry.fields}
    written = " ".join(values.values()).lower()
    if not any(sign in written for sign in phrases(codes(), "bibliography.signs")):
        return None
    for name, value in values.items():
        said = any_of(codes(), "bibliography.status").search(value)
        status = said[0] if said else ""
        if not status and wording(codes(), r"\W*{bibliography.status-alone}\W*\Z", re.IGNORECASE).match(
            value
        ):
            status = value.strip("{}().,; ")
        if name == "pubstate":
            status = _STATES.get(value.strip("{} ").lower(), status)
        if status:
            return name, status.lower()
    return None


def _year_of_arxiv(entry: Entry) -> int:
    number = entry_arxiv(entry)
    month = arxiv_month(number) if number else None
    return month[0] if month else 0


def is_awaited(entry: Entry) -> bool:
    """Whether the entry says that the work will appear, or was submitted."""
    return status_of(entry) is not None
