"""Totals of tables whose name says what they sum up: "Total parameters", "Sum of all"."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from argcheck.prose.wholes import Division

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

    from argcheck.prose.tables_of_numbers import NumberCell, NumberTable

_LONG = 10_000  # from here on, two numbers hardly ever differ in a swap of digits by chance
_ENOUGH = 2  # parts of a total


def named_totals(table: NumberTable, totals: list[int]) -> Iterator[tuple[int, NumberCell, list[Decimal]]]:
    """Yield column, cell and parts of each total that is wrong by a swap of digits in it or in a part.

    ``totals`` are the rows that may be totals.

    "Total assets" may be the sum of the rows above, of the totals above, or of neither; it is right if any of these
    sums fits.
    """
    for place, number in enumerate(totals):
        before = totals[:place]
        since = range(before[-1] + 1 if before else 0, number)
        groups = [list(since), [row for row in range(number) if row not in before], before]
        for column, cell in enumerate(table.rows[number]):
            if cell is None or cell.value is None or cell.value < _LONG or cell.value % 1:
                continue
            parts = [table.values(group, column) for group in groups]
            if all(sum(values) != cell.value for values in parts):
                wrong = (values for values in parts if _mistyped(values, cell.value))
                yield from ((column, cell, values) for values in islice(wrong, 1))


def _mistyped(parts: list[Decimal], total: Decimal) -> bool:
    """Whether a swap of digits explains why whole numbers do not add up."""
    if len(parts) < _ENOUGH or max(parts) >= total or any(part % 1 for part in parts):
        return False
    return Division(int(total), list(map(int, parts))).is_swapped(_LONG)
