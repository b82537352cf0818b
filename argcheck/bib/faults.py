"""Mistakes within an entry, whatever the document: a fault and its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry


YEARS = lazy(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")


class Fault(NamedTuple):
    """A mistake in an entry; ``span`` is the wrong value, without its delimiters."""

    span: Span
    message: str
    help: str
    replacement: str | None = None  #: the correct value, if it is certain
    related: Span | None = None  #: the other of two values that disagree
    minor: bool = False  #: whether few styles print what is wrong, so that few authors correct it


class AwaitedStatus(NamedTuple):
    """The place and words of an entry that says "to appear" or the like, and the year of the entry."""

    span: Span
    words: str
    year: int


def value_span(entry: Entry, name: str) -> Span:
    """Return the place of the value of an entry's own field, without its delimiters."""
    field = entry.fields[name]
    start, end, text = field.value_start, field.value_end, field.raw
    if len(text) > 1 and text[0] + text[-1] in ("{}", '""'):
        start, end = start + 1, end - 1
    return Span(entry.span.path, start, end)


def own_value(entry: Entry, name: str) -> str:
    """Return the value of an entry's own field, or an empty text."""
    return (entry.raw(name) or "").strip() if name in entry.fields else ""


def stated_year(entry: Entry) -> int:
    """Return the year in an entry's own ``year`` or ``date``, or 0 if there is none or several."""
    for name in ("date", "year"):
        if name in entry.fields:
            matches = set(YEARS.findall((entry.raw(name) or "").partition("/")[0]))
            return int(matches.pop()) if len(matches) == 1 else 0
    return 0


def overlong_year(entry: Entry) -> int:
    """Return a ``year`` of five digits, of which one may be typed twice (20009), or 0; six and eight are dates."""
    year = (entry.raw("year") or "").strip() if "year" in entry.fields else ""
    return int(year) if len(year) == 5 and year.isascii() and year.isdigit() else 0


def year_span(entry: Entry) -> Span:
    """Return the place of the year."""
    return value_span(entry, "date" if "date" in entry.fields else "year")
