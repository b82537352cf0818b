"""Totals of tables that no word in front of them names, and that all but one of their columns show to be some.

A row may be called "All sites", or by nothing, where the word for a total stands in a head of two rows or above the table's last part.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.prose.samples import is_slip

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from argcheck.prose.tables_of_numbers import NumberCell, NumberTable

_ENOUGH = 2  # parts of a total, and columns that add up
_TELLING = 10  # of a total: smaller numbers add up by chance
_LONGEST = 60  # rows of a table that is looked through


class _Group(NamedTuple):
    """Rows that may be the parts of the row below them: how many columns add up, and those that do not."""

    adding: int
    wrong: list[tuple[int, NumberCell, list[Decimal]]]


def unnamed_totals(table: NumberTable, named: list[int]) -> Iterator[tuple[int, NumberCell, list[Decimal]]]:
    """Yield column, cell and parts of each total that a mistyped digit keeps from being one, where all other columns add up.

    :param named: the rows that are called totals, which are compared elsewhere.
    """
    rows = range(_ENOUGH, len(table.rows)) if len(table.rows) <= _LONGEST else ()
    for number in rows:
        if number in named:
            continue
        groups = [_group(table, first, number) for first in range(number - 1)]
        best = max(groups, key=lambda group: (group.adding, -len(group.wrong)))
        if best.adding >= _ENOUGH and len(best.wrong) == 1 and _mistyped(*best.wrong[0][1:]):
            yield best.wrong[0]


def _group(table: NumberTable, first: int, number: int) -> _Group:
    """Compare the rows from ``first`` on with the one behind them; where a part is missing no column adds up."""
    adding, wrong = 0, []
    for column, cell in enumerate(table.rows[number]):
        if cell is None or cell.value is None:
            continue
        values = table.values(list(range(first, number)), column)
        if len(values) < number - first:
            return _Group(0, [])
        if sum(map(bool, values)) < _ENOUGH:
            continue
        if sum(values) != cell.value:
            wrong.append((column, cell, values))
        elif cell.value >= _TELLING:
            adding += 1
    return _Group(adding, wrong)


def _mistyped(cell: NumberCell, values: list[Decimal]) -> bool:
    """Whether one digit of a whole number explains why parts do not add up."""
    total = cell.value
    if total is None or total % 1 or any(value % 1 for value in values) or max(values) >= total:
        return False
    off = int(total - sum(values))
    pairs = [(int(total), int(total) - off), *((int(value), int(value) + off) for value in values)]
    return any(is_slip(*pair) for pair in pairs)
