"""Which edition of a book an entry cites, and whether a catalogue has it, by number and year.

Publishers are not compared: a book may be listed under imprints, successors, and presses of two countries in one year.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.sources.folding import letters, words
from argcheck.sources.model import Difference
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence
    from collections.abc import Set as AbstractSet

    from argcheck.sources.model import Query, Record

_MOST = 30  #: the greatest number of an edition; a higher one is a year or something else
_SUFFIX = 3  #: most letters after a number: ``2nd``, ``4e``
_OF_YEAR = 3  #: least digits of a year in a title
_YEARS = 1
_OLDEST = 1900  #: the first year of books of which catalogues mostly have the first edition
_PRINTINGS = 5  #: years in which an edition is usually reprinted
_BOOKS = frozenset({"book", "mvbook", "collection", "reference"})


def edition_number(said: str) -> int:
    """Return the number of an edition as stated: ``2nd``, ``Third``, ``5., rev. Aufl.``.

    0 if there is none, or it counts something else, such as anniversaries and printings.
    """
    first, *rest = words(said) or ("",)
    if not _listed("printings").isdisjoint(rest):
        return 0
    for code in vocabulary.codes():
        for word, value in vocabulary.numbers(code, "titles.ordinals").items():
            if letters(word) == first:
                return value
    digits = first.rstrip("abcdefghijklmnopqrstuvwxyzªº")
    plain = digits.isdecimal() and len(first) - len(digits) <= _SUFFIX
    return int(digits) if plain and len(digits) < _SUFFIX and int(digits) <= _MOST else 0


def has_other_years(query: Query, record: Record, title: str) -> bool:
    """Whether a title of a record of the year is that of the entry but for years in it: ``400--800``, ``700--1100``."""
    ours, theirs = words(query.title), words(title)
    dated = query.year in {record.year, *record.years} and ours != theirs and len(ours) == len(theirs)
    return dated and all(
        word == other or ((word + other).isdecimal() and min(len(word), len(other)) >= _OF_YEAR)
        for word, other in zip(ours, theirs, strict=True)
    )


def names_edition(query: Query) -> bool:
    """Whether an entry is of a later edition of a whole book, not of a volume, each of which has its own editions."""
    whole = query.kind in _BOOKS and not query.volume and _listed("parts").isdisjoint(words(query.title))
    return whole and query.edition > 1


def other_edition(query: Query, records: Sequence[Record]) -> list[Difference]:
    """Return a difference if a record of about the entry's year is another edition, and none is the entry's."""
    if not names_edition(query) or any(record.edition == query.edition for record in records):
        return []
    others = [
        str(record.edition)
        for record in records
        if record.edition > 1 and record.year and abs(record.year - query.year) <= _YEARS
    ]
    return [Difference("edition", str(query.edition), others[0])] if others else []


def not_yet_printed(query: Query, records: Sequence[Record]) -> list[Difference]:
    """Return a difference if all records of the entry's edition are from long after its year.

    An edition may be reprinted in any year, and a catalogue may lack its first printing.
    """
    if not names_edition(query) or not query.year or query.reprint:
        return []
    first = min(
        (record.year for record in records if record.edition == query.edition and record.year), default=0
    )
    years = {year for record in records for year in (record.year, *record.years)}
    much_later = first - query.year > _PRINTINGS and all(abs(year - query.year) > _YEARS for year in years)
    return [Difference("year", str(query.year), str(first))] if much_later else []


def not_yet_out(query: Query, records: Sequence[Record], catalogues: AbstractSet[str]) -> list[Difference]:
    """Return the difference of a book that came out years after the year of its entry; empty without one.

    Two catalogues must agree on the first edition, and one must know several: else theirs may be a later one, too.  A
    registry has the year of the edition online.
    """
    years: dict[str, set[int]] = {name: set() for name in catalogues}
    for record in records:
        if record.provider in catalogues:
            years[record.provider] |= {year for year in (record.year, *record.years) if year}
    known = [said for said in years.values() if said]
    firsts = [*map(min, known)]
    if len(firsts) < 2 or max(firsts) - min(firsts) > _YEARS or max(map(len, known)) < 2:
        return []
    first = min(year for record in records for year in (record.year, *record.years) if year)
    whole = query.kind in _BOOKS and query.edition < 2
    dated = whole and not (query.reprint or query.translation or query.years)
    told = dated and _OLDEST <= query.year < first - _YEARS
    return [Difference("year", str(query.year), str(first))] if told else []


def _listed(key: str) -> frozenset[str]:
    return frozenset(map(letters, vocabulary.words(vocabulary.codes(), f"titles.{key}")))
