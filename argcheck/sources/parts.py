"""What shows that a record is of a part of a book, and which of its differences are slips."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.sources.folding import words
from argcheck.sources.model import Likeness
from argcheck.sources.printings import PARTS, same_years, venues_agree
from argcheck.sources.replaced import names_another_book
from argcheck.sources.same_authors import compare_authors
from argcheck.sources.titles import compare_titles
from argcheck.sources.volumes_and_pages import is_at_its_place, shares_page, shares_pages
from argcheck.tex import vocabulary

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.sources.model import Query, Record

_PRINT_RUNS = 3  #: years within which a book is reprinted from the same type


def is_that_part(query: Query, record: Record) -> bool:
    """Whether a record is of a part: by the pages or the book, in whatever edition, or by year and authors if it names none."""
    alone = not record.venue and 0 != query.year == record.year
    by_them = alone and compare_authors(query.authors, record.authors).likeness is Likeness.SAME
    in_it = compare_titles(query.venue, record.venue) is Likeness.SAME
    return query.kind in PARTS and (by_them or in_it or shares_pages(query, record))


def is_slip_of_part(query: Query, field: str, records: Sequence[Record]) -> bool:
    """Whether a field of a part in which all records differ is a slip.

    :param records: those of the part that have the field.
    """
    if field == "pages":
        return any(same_years(query, record) for record in records)
    if field == "venue":
        return any(_is_in_another_book(query, record) for record in records)
    return field == "editors" or (field == "year" and _is_of_another_year(query, records))


def _is_in_another_book(query: Query, record: Record) -> bool:
    """Whether a part with this first page and year is in a book of another name.

    Where the entry names no page, nothing says that the part was printed twice in that year.  A record without
    pages may be of a report, and name an institute.
    """
    of_year = bool(query.year) and query.year == record.year and not query.pages and bool(record.pages)
    return (of_year or is_at_its_place(query, record)) and names_another_book(query, record)


def _is_of_another_year(query: Query, records: Sequence[Record]) -> bool:
    """Whether a part of an edited book has a year after that of a record, and after its print runs."""
    placed = any(
        shares_page(query, record) and venues_agree(query, record) is Likeness.SAME for record in records
    )
    first = min(record.year for record in records)
    named = vocabulary.words(vocabulary.codes(), "titles.edition").intersection(words(query.venue))
    edition = bool(query.edition or named)
    return placed and bool(query.editors) and not edition and query.year - first > _PRINT_RUNS
