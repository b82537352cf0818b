"""The cells of a table, with their places and numbers."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex.document_language import language_of
from argcheck.tex.numerals import natural
from argcheck.tex.tables import row_ranges
from argcheck.tex.vocabulary import flag

if TYPE_CHECKING:
    from argcheck.prose.reading import ReadText
    from argcheck.tex.model import Environment

_PLAIN = lazy(r"[\s~]*\$?\s*(\d[\d,.]*)\s*\$?[\s~]*\Z")
_COUNT = lazy(
    r"(\d{1,3}(?:[,.'\u2019\u00a0\u2009\u202f ]\d{3})+|\d+)(?:\s*\((?:[^()]*%|\d{1,3}(?:[.,]\d+)?)\s*\))?"
)
#: A fraction with a point, which programs print even in a language with decimal commas.
_POINT = lazy(r"(?<![\d.,])(?:\d{1,6}\.\d\d?|0\.\d+)(?![\d.,]|\s*(?:[a-z]{2}|\\[a-z]))")
_LONGEST = 28  # most characters of a cell with a number: so many digits are exact in decimal arithmetic
_MOST_CELLS = 20_000


class NumberCell(NamedTuple):
    """A cell of a table: its place, its text, and its number; None if it has no single number."""

    span: Span
    text: str
    value: Decimal | None


class NumberTable(NamedTuple):
    """The cells of a table by row, and the numbers of the rows that have a rule above."""

    rows: list[list[NumberCell | None]]
    ruled: list[int]

    def values(self, rows: list[int], column: int) -> list[Decimal]:
        """Return the numbers of a column in some rows."""
        cells = (self.rows[row][column] if column < len(self.rows[row]) else None for row in rows)
        return [cell.value for cell in cells if cell is not None and cell.value is not None]

    def transposed(self) -> NumberTable:
        """Return the table with its columns as rows."""
        width = max((len(row) for row in self.rows), default=0)
        columns = [[row[place] if place < len(row) else None for row in self.rows] for place in range(width)]
        return NumberTable(columns, [])


def read_table(text: ReadText, environment: Environment) -> NumberTable:
    """Read the cells of a table; a cell that spans columns is in the first, with None in the others.

    :returns: no rows for a table with code, which may print some, or with more than `_MOST_CELLS` cells.
    """
    path = environment.span.path
    source = text.manuscript.files[path]
    spoken = language_of(text.manuscript, environment.span)
    language = "en" if _POINT.search(source.text, *environment.span[1:]) else spoken
    if source.has_code(*environment.span[1:]):
        return NumberTable([], [])
    rows: list[list[NumberCell | None]] = []
    ruled: list[int] = []
    cells = 0
    for number, row in enumerate(row_ranges(text.manuscript, environment)):
        cells += sum(cell.columns for cell in row.cells)
        if cells > _MOST_CELLS:
            return NumberTable([], [])
        if row.ruled:
            ruled.append(number)
        rows.append([])
        for start, end, columns in row.cells:
            rows[-1] += [_cell(text, Span(path, start, end), language), *[None] * (columns - 1)]
    return NumberTable(rows, ruled)


def _cell(text: ReadText, span: Span, language: str) -> NumberCell | None:
    source = text.manuscript.files[span.path].text
    if plain := _PLAIN.match(source, span.start, span.end):
        place = Span(span.path, plain.start(1), plain.end(1))
        return NumberCell(place, plain[1], _value(plain[1], language))
    passages = list(text.read([span]))
    if len(passages) != 1 or not (said := passages[0].text.strip()):
        return None
    first = passages[0].text.find(said)
    return NumberCell(passages[0].span(first, first + len(said)), said, _value(said, language))


def _value(text: str, language: str) -> Decimal | None:
    """Return the count in a cell, with or without a percentage in parentheses, or the fraction; else None."""
    if len(text) > _LONGEST:
        return None
    comma = flag(language, "numbers.comma")
    count = _COUNT.fullmatch(text)
    if count and ("," if comma else ".") not in count[1]:
        return Decimal(natural(count[1]))
    plain = text.replace(",", ".") if comma else text
    is_fraction = "." in plain[1:-1] and plain.replace(".", "", 1).isdecimal()
    return Decimal(plain) if is_fraction else None
