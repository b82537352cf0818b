"""All numbers of a data file with their addresses, from which ties are proposed."""

from __future__ import annotations

from collections import Counter
from itertools import islice
from typing import TYPE_CHECKING, Any

from argcheck.argument.extract.data_cells import JSON, DataError, Datum, has_tabs, number_in, unit_of
from argcheck.files.csv_table import separator, table
from argcheck.files.diagnostic import Span

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.files.source import SourceFile


def cells(source: SourceFile, rows: int, columns: int) -> Iterator[tuple[str, Datum]]:
    """Yield the numbers in the first rows and columns of a file with their addresses; of JSON the first as many.

    A row is named by its first field if no other row has it, else by its number.
    """
    listed = _in_json(source) if source.path.lower().endswith(".json") else _in_table(source, rows, columns)
    yield from islice(listed, rows * columns)


def _in_table(source: SourceFile, rows: int, columns: int) -> Iterator[tuple[str, Datum]]:
    sign = separator(source.text, tabs=has_tabs(source.path))
    whole = list(islice(table(source.text, sign), rows))
    names = [field.text.strip() for field in whole[0]] if whole else []
    marks = _marks([(names[0], row[0].text.strip()) for row in whole[1:]])
    for mark, row in zip(marks, whole[1:], strict=True):
        for field, name in list(zip(row, names, strict=False))[:columns]:
            try:
                value, unit = number_in(field.text, sign)
            except DataError:
                continue
            span = Span(source.path, field.start, field.end)
            yield (
                f"{source.path}[{mark}].{_quoted(name)}",
                Datum(field.text, span, value, unit or unit_of(name)),
            )


def _in_json(source: SourceFile) -> Iterator[tuple[str, Datum]]:
    """Yield the numbers of a JSON file, in order; the place of each is the whole file."""
    try:
        whole = JSON.decode(source.text.removeprefix("\ufeff"))
    except (ValueError, RecursionError):
        return
    span = Span(source.path, 0, len(source.text))
    pending: list[tuple[str, str, Any]] = [(source.path, "", whole)]
    while pending:
        address, header, value = pending.pop()
        if isinstance(value, dict):
            named = [(name, inner) for name, inner in value.items() if name and '"' not in name]
            pending += [(f"{address}.{_quoted(name)}", name, inner) for name, inner in reversed(named)]
        elif isinstance(value, list):
            marked = list(zip(_marks(list(map(_first, value))), value, strict=True))
            pending += [(f"{address}[{mark}]", header, inner) for mark, inner in reversed(marked)]
        elif isinstance(value, str):
            try:
                number, unit = number_in(value)
            except DataError:
                continue
            yield address, Datum(value, span, number, unit or unit_of(header))


def _first(item: object) -> tuple[str, str]:
    """Return the first name of an object with its value, if that is a text or a number."""
    name, value = next(iter(item.items()), ("", "")) if isinstance(item, dict) else ("", "")
    return name, value if isinstance(value, str) else ""


def _marks(firsts: Sequence[tuple[str, str]]) -> list[str]:
    """Return what names each row or item in an address, by the name and value of its first field."""
    times = Counter(firsts)
    return [
        f"{name}={key}"
        if times[name, key] == 1 and key and not set(key) & set('[],="') and name.isidentifier()
        else str(number)
        for number, (name, key) in enumerate(firsts, 1)
    ]


def _quoted(name: str) -> str:
    return name if name.isidentifier() else f'"{name}"'
