"""Totals of tables whose name says of what: "Total parameters", "Sum of all"."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from argcheck.prose.samples import swaps
from argcheck.tex.vocabulary import codes, wording

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.prose.tables_of_numbers import NumberCell, NumberTable

_LONG = 10_000  # from here on two numbers differ by two digits that changed places hardly ever by chance
_ENOUGH = 2  # parts of a total
_NAMED = r"{samples.total}\b.*|.*\b{samples.total}"


def named_totals(table: NumberTable) -> Iterator[tuple[int, NumberCell, list[int]]]:
    """Yield the column and cell of each total in which two digits of it or of a part changed places, with the parts.

    "Total assets" may be the sum of the rows above, of the totals above, or of neither; so one that any of them gives is right.
    """
    named = wording(codes(), _NAMED, re.IGNORECASE)
    totals = [
        number for number, row in enumerate(table.rows) if row and row[0] and named.fullmatch(row[0].text)
    ]
    for place, number in enumerate(totals):
        before = totals[:place]
        since = range(before[-1] + 1 if before else 0, number)
        groups = [list(since), [row for row in range(number) if row not in before], before]
        for column, cell in enumerate(table.rows[number]):
            if cell is None or cell.value is None or cell.value < _LONG or cell.value % 1:
                continue
            divisions = [table.values(group, column) for group in groups]
            parts = [list(map(int, values)) for values in divisions if not any(value % 1 for value in values)]
            if all(sum(values) != cell.value for values in parts):
                wrong = (values for values in parts if _mistyped(values, int(cell.value)))
                yield from ((column, cell, values) for values in islice(wrong, 1))


def _mistyped(parts: list[int], total: int) -> bool:
    """Whether two digits that changed places explain why numbers do not add up."""
    off = total - sum(parts)
    pairs = [(total, total - off), *((part, part + off) for part in parts if part >= _LONG)]
    return (
        max(parts, default=total) < total
        and len(parts) >= _ENOUGH
        and any(str(meant) in swaps(str(written)) for written, meant in pairs)
    )
