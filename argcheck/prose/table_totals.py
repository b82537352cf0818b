"""Totals of tables that the parts beside them contradict."""

from __future__ import annotations

import re
from decimal import Decimal
from itertools import chain, takewhile
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.cache import digest
from argcheck.files.grouping import grouped
from argcheck.prose.common_whole import common_whole
from argcheck.prose.counted_lists import counted_lists
from argcheck.prose.counted_parts import counted_parts
from argcheck.prose.kept_sums import KeptSums
from argcheck.prose.named_totals import named_totals
from argcheck.prose.quantities import units
from argcheck.prose.samples import is_slip
from argcheck.prose.shares import stated_shares
from argcheck.prose.sized_parts import sized_parts
from argcheck.prose.table_shares import in_table_shares
from argcheck.prose.tables_of_numbers import NumberCell, NumberTable, read_table
from argcheck.prose.unnamed_totals import unnamed_totals
from argcheck.prose.wholes import Division, Inconsistent, decimals
from argcheck.tex.pieces import file_key
from argcheck.tex.tables import TABULARS
from argcheck.tex.vocabulary import any_of, codes, listed, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.files.diagnostic import Span
    from argcheck.prose.reading import ReadText
    from argcheck.tex.model import Environment

_ENOUGH = 2  # parts of a total
_MANY = 3  # parts of a total that no other column confirms
_SHOWN = 12  # most parts in a line of help
# a total below this share of the sum of its parts counts things once that belong to several parts
_OVERLAP = Decimal("0.9")
_ELSE = 6  # columns before the parts that may count something else
_WIDEST = 12  # parts of which one may be none
_HEADS = 2  # rows that may be heads of columns
_HUNDRED = 100
_ROUNDED = Decimal(2)  # most by which rounded percentages differ from a hundred


class _Sum(NamedTuple):
    """A column (of a transposed table a row) that does not add up."""

    what: str
    column: int
    cell: NumberCell  #: of the total
    parts: Decimal
    total: Decimal
    terms: str


def inconsistent(text: ReadText) -> list[Inconsistent]:
    """Return the totals and percentages of a document that their parts contradict."""
    shares = in_table_shares(text)
    # a wrong share tells which number is wrong: then the total is not reported
    totals = [total for total in _in_tables(text) if not any(total.span.starts_in(table) for table in shares)]
    in_tables = _of_counts(text, chain.from_iterable(shares.values()))
    finders = (counted_parts, sized_parts, _stated_shares, counted_lists)
    sums = KeptSums(text)
    in_text: dict[tuple[str, int], Inconsistent] = {}
    for inconsistent in chain.from_iterable(find(text) for find in finders):
        if not (inconsistent.raised and sums.keep(inconsistent.span)):
            # "412 people (230 women, 180 men)" may be read as parts of more than one kind
            in_text.setdefault(inconsistent.span[:2], inconsistent)
    # a share is reported only if nothing else is reported at its place
    places = [inconsistent.span for inconsistent in in_text.values()]
    by_whole = [
        share for share in common_whole(text) if not any(share.span.overlaps(place) for place in places)
    ]
    return [*totals, *in_tables, *in_text.values(), *_of_counts(text, by_whole)]


def _stated_shares(text: ReadText) -> list[Inconsistent]:
    return _of_counts(text, stated_shares(text))


def _of_counts(text: ReadText, shares: Iterable[Inconsistent]) -> list[Inconsistent]:
    """Return the shares, or none if the document weights its samples: then they are not shares of the counts."""
    wrong = list(shares)
    return [] if wrong and text.says(listed(text.spoken, "statistics.weighted")) else wrong


def _in_tables(text: ReadText) -> Iterator[Inconsistent]:
    by_file = grouped(text.manuscript.environments, lambda environment: environment.span.path)
    wrong = {place for path, environments in by_file.items() for place in _wrong(text, path, environments)}
    for environment in text.manuscript.environments:
        if environment.span in wrong:
            yield from _in_table(text, environment)


def _in_table(text: ReadText, environment: Environment) -> Iterator[Inconsistent]:
    table = read_table(text, environment)
    by_column = table.transposed()
    columns, rows = _columns(table, "column"), _columns(by_column, "row")
    totals = [number for number, row in enumerate(table.rows) if _is_named_total(row)]
    named = (_sum("column", *wrong) for wrong in named_totals(table, totals))
    yield from _joined(
        table, [*columns, *named, *_unnamed(table, "column")], [*rows, *_unnamed(by_column, "row")]
    )


def _unnamed(table: NumberTable, what: str) -> Iterator[_Sum]:
    named = [number for number, row in enumerate(table.rows) if _is_total(row)]
    wrong = unnamed_totals(table, named)
    return (
        _sum(what, column, cell, values)
        for column, cell, values in wrong
        if not _is_inexact(table, column, values, cell.value or Decimal(0))
    )


def _wrong(text: ReadText, path: str, environments: list[Environment]) -> list[Span]:
    """Return the tables of a file that do not add up; remembered until the file reads differently."""
    m, source = text.manuscript, text.manuscript.files[path]
    tables = [environment for environment in environments if environment.name in TABULARS]

    def find() -> list[int]:
        total = any_of(codes(), "samples.total")
        return [
            number
            for number, table in enumerate(tables)
            if total.search(source.text, *table.span[1:]) and any(_in_table(text, table))
        ]

    if not tables or m.switches or m.foreign:  # passages in several languages depend on other files
        return [tables[number].span for number in find()]
    read_as = file_key(m, path), source.on_disk, text.language, [tuple(e.span[1:]) for e in environments]
    key = digest(repr(read_as).encode())
    return [tables[number].span for number in m.remember("tables that do not add up", key, find)]


def _joined(table: NumberTable, columns: list[_Sum], rows: list[_Sum]) -> Iterator[Inconsistent]:
    """Yield the findings of columns and rows; if both are off by the same, one at the cell that they share."""
    said: set[Span] = set()
    for column in columns:
        crossing = next((row for row in rows if row.total - row.parts == column.total - column.parts), None)
        cell = table.rows[crossing.column][column.column] if crossing else None
        if crossing is not None and cell is not None:
            said |= {crossing.cell.span, column.cell.span}
            row_says, column_says = (f"{line.parts}, not {line.total}" for line in (crossing, column))
            message = f"with {cell.text} the row adds up to {row_says}, and the column to {column_says}"
            advice = "correct this number, or both totals"
            if cell is column.cell:  # the total of totals
                message = f"the row and the column both add up to {row_says}"
                advice = f"correct the total: {column.terms}"
            yield Inconsistent(cell.span, message, advice)
    for line in (*columns, *rows):
        if line.cell.span not in said:
            said.add(line.cell.span)
            message = f"the {line.what} adds up to {line.parts}, not {line.total}"
            yield Inconsistent(
                line.cell.span, message, f"correct the total or the part that is wrong: {line.terms}"
            )


def _columns(table: NumberTable, what: str) -> Iterator[_Sum]:
    """Yield the columns that contradict a row of totals; with a transposed table, rows and a column."""
    totals = [number for number, row in enumerate(table.rows) if _is_total(row)]
    heads = {number for number, row in enumerate(table.rows[:_HEADS]) if _is_head(row)}
    for place, number in enumerate(totals):
        groups = _groups(totals[:place], number, last=number == totals[-1])
        groups = [
            parts for group in groups if len(parts := [row for row in group if row not in heads]) >= _ENOUGH
        ]
        best = max(groups, key=lambda group: sum(_adds(table, group, number)), default=None)
        if best is None:
            continue
        # The first parts may count something else: "Operator, Sites, Reads, Writes, Total".
        behind = [best[first:] for first in range(1, min(_ELSE, len(best) - _ENOUGH) + 1)]
        better = max(behind, key=lambda group: sum(_adds(table, group, number)), default=best)
        if sum(_adds(table, better, number)) >= max(_ENOUGH, sum(_adds(table, best, number)) + 1):
            best, groups = better, [better]
        best, groups = _without_one(table, best, number) or (best, groups)
        segments = [] if any(_adds(table, best, number)) else _segments(table, best)
        divided = [group for group in segments if any(_adds(table, group, number))]
        for group in divided or [best]:
            yield from _disagreeing(table, group, number, [group] if divided else groups, what)


def _without_one(
    table: NumberTable, group: list[int], number: int
) -> tuple[list[int], list[list[int]]] | None:
    """Return the parts of a total without one that counts some of another part, if several more columns then add up.

    "Sent to women, to men, to new men, Total" adds up without the third; a slip in one number cannot explain several
    columns.
    """
    adding = list(_adds(table, group, number))
    if all(adding) or not _MANY <= len(group) <= _WIDEST:
        return None
    fewer = [[row for row in group if row != part] for part in group]
    best = max(fewer, key=lambda parts: sum(_adds(table, parts, number)))
    return (best, [best]) if sum(_adds(table, best, number)) >= sum(adding) + _ENOUGH else None


def _is_total(row: Sequence[NumberCell | None]) -> bool:
    first = next((cell for cell in row if cell is not None and cell.text), None)
    total = listed(codes(), "samples.total", flags=re.IGNORECASE)
    return first is not None and total.fullmatch(first.text.strip(" :*")) is not None


def _is_named_total(row: Sequence[NumberCell | None]) -> bool:
    """Whether the name of a row begins or ends with a word for a total: "Total parameters", "News, total"."""
    name = row[0].text if row and row[0] is not None else ""
    totals = any_of(codes(), "samples.total").finditer(name)
    return any(not total.start() or total.end() == len(name) for total in totals)


def _is_head(row: Sequence[NumberCell | None]) -> bool:
    """Whether a row numbers its columns: 1, 2, 3, and then "Total"."""
    values = [cell.value for cell in row[1:] if cell is not None and cell.value is not None]
    return len(values) > 1 and values == list(map(Decimal, range(1, len(values) + 1)))


def _groups(before: list[int], number: int, *, last: bool) -> list[list[int]]:
    """Return the rows that may be parts of a total: since the one before; of the last, all others, or the totals."""
    since = list(range(before[-1] + 1 if before else 0, number))
    single = sorted(set(range(number)).difference(before)) if last and before else []
    return [group for group in (since, single, before if last else []) if len(group) >= _ENOUGH]


def _segments(table: NumberTable, group: list[int]) -> list[list[int]]:
    """Divide rows at the rules between them: each part may be a division of the whole."""
    parts: list[list[int]] = [[]]
    for row in group:
        if row in table.ruled:
            parts.append([])
        parts[-1].append(row)
    return [part for part in parts if len(part) >= _ENOUGH]


def _adds(table: NumberTable, group: list[int], number: int) -> Iterator[bool]:
    """Yield whether the parts add up, for each column with at least `_ENOUGH` of them."""
    for column, cell in enumerate(table.rows[number]):
        values = table.values(group, column)
        if cell is not None and cell.value is not None and sum(bool(value) for value in values) >= _ENOUGH:
            yield _is_sum(values, cell.value)


def _is_sum(values: list[Decimal], total: Decimal) -> bool:
    """Whether numbers add up to a total; fractions may be rounded, and so may whole percentages."""
    places = max(decimals(value) for value in (*values, total))
    slack = Decimal(len(values) + 1).scaleb(-places) / 2 if places else Decimal(0)
    if total == _HUNDRED and not places and len(values) >= _MANY:
        slack = _ROUNDED
    return abs(sum(values) - total) <= slack


def _disagreeing(
    table: NumberTable, group: list[int], number: int, groups: list[list[int]], what: str
) -> Iterator[_Sum]:
    adding = list(_adds(table, group, number))
    confirmed = sum(adding)
    if confirmed < _ENOUGH < len(adding) - confirmed:
        return  # "Total" is not the sum of these rows, such as all trials, of which each row counts some
    for column, cell in enumerate(table.rows[number]):
        if cell is None or cell.value is None:
            continue
        values = table.values(group, column)
        if len(values) < _ENOUGH or any(_is_sum(table.values(other, column), cell.value) for other in groups):
            continue
        believable = _believable(values, cell.value, confirmed) or (
            not any(map(decimals, (*values, cell.value)))
            and is_slip(int(cell.value), int(sum(values)))
            and _crossed(table, number, column) == sum(values)
        )
        inexact = _is_inexact(table, column, values, cell.value)
        if not believable or inexact or _hold_more(table, group, column):
            continue
        yield _sum(what, column, cell, values)


def _sum(what: str, column: int, cell: NumberCell, values: list[Decimal]) -> _Sum:
    terms = " + ".join(map(str, values[:_SHOWN])) + (" + ..." if len(values) > _SHOWN else "")
    return _Sum(what, column, cell, sum(values, Decimal(0)), cell.value or Decimal(0), terms)


def _crossed(table: NumberTable, number: int, column: int) -> Decimal | None:
    """Return the sum of a row of totals, if ``column`` is its last cell and a column of totals; else None.

    A corner that both its row and its column contradict is mistyped, even if nothing else adds up.
    """
    by_column = table.transposed()
    parts = by_column.values(list(range(column)), number)
    last = column == len(by_column.rows) - 1 and _is_total(by_column.rows[column])
    return sum(parts, Decimal(0)) if last and len(parts) >= _ENOUGH else None


def _is_inexact(table: NumberTable, column: int, values: Sequence[Decimal], total: Decimal) -> bool:
    """Whether the head of a column says that its numbers are means or rates, or of a unit in which each may be rounded."""
    cells = (row[column] for row in table.rows if column < len(row))
    heads = [cell.text for cell in takewhile(lambda cell: cell is None or cell.value is None, cells) if cell]
    means = any_of(codes(), "samples.means", "samples.rates")
    if any(map(means.search, heads)):
        return True
    return abs(sum(values) - total) <= Decimal(len(values) + 1) / 2 and any(map(_names_unit, heads))


def _names_unit(head: str) -> bool:
    """Whether a head has a unit in parentheses or brackets: "Time (in hours)", "Mass [kg]"."""
    _, opened, behind = head.replace("[", "(").partition("(")
    first = behind.replace("]", ")").partition(")")[0].split()[:1]
    return bool(opened) and any(word in units() or word in words(codes(), "samples.units") for word in first)


def _hold_more(table: NumberTable, group: list[int], column: int) -> bool:
    """Whether a cell below the head of a column has digits but is not a number: "1, 1, 1", or "12a" with a note."""
    head = next((row for row in table.ruled if row), 1)
    cells = (table.rows[row][column] for row in group if row >= head and column < len(table.rows[row]))
    return any(cell is not None and cell.value is None and any(map(str.isdigit, cell.text)) for cell in cells)


def _believable(values: list[Decimal], total: Decimal, confirmed: int) -> bool:
    """Whether numbers that do not add up were meant to.

    Of counts, either two other columns add up, or one does (or there are several parts) and a slip in one number
    explains the difference.  Fractions only if they are percentages of a hundred.
    """
    if any(decimals(value) for value in (*values, total)):
        return confirmed > 0 and total == _HUNDRED
    mistyped = Division(int(total), list(map(int, values))).is_mistyped()
    if total <= max(values):
        return mistyped and confirmed > 0
    if total < sum(values) * _OVERLAP and not mistyped:
        return False  # sites that lie in two states are counted in each, and once in all
    return confirmed >= _ENOUGH or (mistyped and (confirmed > 0 or len(values) >= _MANY))
