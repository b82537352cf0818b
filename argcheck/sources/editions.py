"""Which edition of a book an entry cites, and whether a catalogue has that one, by number and year.

Its publisher is not compared: one book stands under the names of imprints, of successors, and of the presses of two
countries in one year.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.sources.folding import letters, words
from argcheck.sources.model import Difference
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.sources.model import Query, Record

_MOST = 30  #: editions: a higher number is a year, or that of something else
_SUFFIX = 3  #: letters behind a number: ``2nd``, ``4e``
_YEARS = 1
_PRINTINGS = 5  #: years in which an edition is mostly printed again
_BOOKS = frozenset({"book", "mvbook", "collection", "reference"})


def edition_number(said: str) -> int:
    """Read the number of an edition: ``2nd``, ``Third``, ``5., rev. Aufl.``.

    0 where there is none, or it counts something else, as anniversaries and printings.
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


def names_edition(query: Query) -> bool:
    """Whether an entry is of a later edition of a whole book, and not of a volume, each of which has editions of its own."""
    whole = query.kind in _BOOKS and not query.volume and _listed("parts").isdisjoint(words(query.title))
    return whole and query.edition > 1


def other_edition(query: Query, records: Sequence[Record]) -> list[Difference]:
    """Say that a record of the book of the entry's year is of another edition, where none is of that of the entry."""
    if not names_edition(query) or any(record.edition == query.edition for record in records):
        return []
    others = [
        str(record.edition)
        for record in records
        if record.edition > 1 and record.year and abs(record.year - query.year) <= _YEARS
    ]
    return [Difference("edition", str(query.edition), others[0])] if others else []


def not_yet_printed(query: Query, records: Sequence[Record]) -> list[Difference]:
    """Say that the edition of an entry came out long after the year that the entry gives it, by every record of that edition.

    After it came out it may have been printed again in any year, and a catalogue may lack the first printing.
    """
    if not names_edition(query) or not query.year or query.reprint:
        return []
    first = min(
        (record.year for record in records if record.edition == query.edition and record.year), default=0
    )
    years = {year for record in records for year in (record.year, *record.years)}
    told = first - query.year > _PRINTINGS and all(abs(year - query.year) > _YEARS for year in years)
    return [Difference("year", str(query.year), str(first))] if told else []


def _listed(key: str) -> frozenset[str]:
    return frozenset(map(letters, vocabulary.words(vocabulary.codes(), f"titles.{key}")))
