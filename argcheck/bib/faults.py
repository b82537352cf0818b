"""What is wrong with an entry as it stands, whatever the document: a fault and its place."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from argcheck.bib.entry import Entry


YEARS = lazy(r"(?<!\d)(?:1[5-9]|2[01])\d\d(?!\d)")


class Fault(NamedTuple):
    """One thing wrong with an entry; ``span`` is the value that is wrong, without its delimiters."""

    span: Span
    message: str
    help: str
    replacement: str | None = None  #: what to write instead, where that is certain
    related: Span | None = None  #: the other of two values that disagree
    minor: bool = False  #: whether hardly a style prints what is wrong, so that few authors mend it


class AwaitedStatus(NamedTuple):
    """Where an entry says "to appear" or the like, in what words, and the year that it is of."""

    span: Span
    words: str
    year: int


def value_span(entry: Entry, name: str) -> Span:
    """The value of a field of the entry itself, without its delimiters."""
    field = entry.fields[name]
    start, end, text = field.value_start, field.value_end, field.raw
    if len(text) > 1 and text[0] + text[-1] in ("{}", '""'):
        start, end = start + 1, end - 1
    return Span(entry.span.path, start, end)


def own_value(entry: Entry, name: str) -> str:
    """The value of a field of the entry itself, empty where it has none."""
    return (entry.raw(name) or "").strip() if name in entry.fields else ""


def stated_year(entry: Entry) -> int:
    """Give the year of an entry from its own ``year`` or ``date``; 0 where that is not one year."""
    for name in ("date", "year"):
        if name in entry.fields:
            matches = set(YEARS.findall((entry.raw(name) or "").partition("/")[0]))
            return int(matches.pop()) if len(matches) == 1 else 0
    return 0


def overlong_year(entry: Entry) -> int:
    """Give a ``year`` of five digits, in which a key was pressed twice (20009); 0 where it is none.  Six and eight are dates."""
    year = (entry.raw("year") or "").strip() if "year" in entry.fields else ""
    return int(year) if len(year) == 5 and year.isascii() and year.isdigit() else 0


def year_span(entry: Entry) -> Span:
    """Give the place of the year."""
    return value_span(entry, "date" if "date" in entry.fields else "year")
