"""Totals of tables that no word in front of them names, but all columns except one show to be totals.

A row may be called "All sites", or have no name, if the word for a total is in a head of two rows or above the
last part of the table.
"""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.wholes import Division

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.tables_of_numbers import NumberCell, NumberTable

_ENOUGH = 2  # parts of a total, and columns that add up
_TELLING = 10  # least total: smaller numbers add up by chance
_LONGEST = 60  # most rows of a table


class _Group(NamedTuple):
    """Rows that may be parts of the row below: number of columns that add up, those that do not, and first row."""

    adding: int
    wrong: list[int]
    first: int


def unnamed_totals(table: NumberTable, named: list[int]) -> Iterator[tuple[int, NumberCell, list[Decimal]]]:
    """Yield column, cell and parts of each total that is wrong by a slip, if all other columns add up.

    :param named: the rows that are called totals, which are compared elsewhere.
    """
    rows = range(_ENOUGH, len(table.rows)) if len(table.rows) <= _LONGEST else ()
    for number in rows:
        groups = () if number in named else _groups(table, number)
        best = max(groups, key=lambda group: (group.adding, -len(group.wrong), -group.first), default=None)
        if best is None or best.adding < _ENOUGH or len(best.wrong) != 1:
            continue
        column = best.wrong[0]
        cell, values = table.rows[number][column], table.values(list(range(best.first, number)), column)
        if cell is not None and _mistyped(cell, values):
            yield column, cell, values


def _groups(table: NumberTable, number: int) -> Iterator[_Group]:
    """Yield the rows above one that may be its parts, from two on, until one lacks a number that the row has."""
    totals = {
        column: cell.value
        for column, cell in enumerate(table.rows[number])
        if cell is not None and cell.value is not None
    }
    sums, parts = dict.fromkeys(totals, Decimal(0)), dict.fromkeys(totals, 0)
    for first in reversed(range(number)):
        row = table.rows[first]
        for column in totals:
            cell = row[column] if column < len(row) else None
            if cell is None or cell.value is None:
                return
            sums[column] += cell.value
            parts[column] += cell.value != 0
        if number - first >= _ENOUGH:
            summed = [(column, total) for column, total in totals.items() if parts[column] >= _ENOUGH]
            adding = sum(sums[column] == total >= _TELLING for column, total in summed)
            yield _Group(adding, [column for column, total in summed if sums[column] != total], first)


def _mistyped(cell: NumberCell, values: list[Decimal]) -> bool:
    """Whether a slip in a whole number explains why parts do not add up."""
    total = cell.value
    if total is None or total % 1 or any(value % 1 for value in values) or max(values) >= total:
        return False
    return Division(int(total), list(map(int, values))).is_mistyped()
