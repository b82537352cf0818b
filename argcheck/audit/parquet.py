"""Tables in Parquet: a folder for each table, a file for each shard.  Equal rows give equal bytes."""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING, Any

from argcheck.audit.columns import TABLES, VERSION
from argcheck.errors import UsageError, require

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator
    from pathlib import Path

    from argcheck.audit.columns import Rows

_PAPERS = 500  # in one row group


def pyarrow() -> Any:
    """Return the module pyarrow.

    :raises UsageError: it is not installed.
    """
    require("argcheck audit", "audit", "pyarrow.parquet")
    import pyarrow as pa  # type: ignore[import-not-found,import-untyped,unused-ignore]

    return pa


def _schema(pa: Any, table: str) -> Any:
    types = {"string": pa.string(), "int32": pa.int32(), "int64": pa.int64(), "bool": pa.bool_(),
             "list<string>": pa.list_(pa.string())}  # fmt: skip
    fields = [(column, types[type_]) for column, type_ in TABLES[table].items()]
    return pa.schema(fields, metadata={"argcheck.audit": str(VERSION)})


def write_shard(out: Path, shard: int, papers: Iterable[Rows]) -> dict[str, int]:
    """Write the rows of the papers of a shard, and return the number of rows by table."""
    pa = pyarrow()
    counts = dict.fromkeys(TABLES, 0)
    with ExitStack() as stack:
        writers = {}
        for table in TABLES:
            (out / table).mkdir(exist_ok=True)
            path = out / table / f"{shard:05}.parquet"
            writers[table] = stack.enter_context(
                pa.parquet.ParquetWriter(path, _schema(pa, table), compression="zstd")
            )
        for group in _groups(papers):
            for table, writer in writers.items():
                rows = [
                    {column: row.get(column) for column in TABLES[table]}
                    for paper in group
                    for row in paper.get(table, ())
                ]
                counts[table] += len(rows)
                writer.write_table(pa.Table.from_pylist(rows, schema=_schema(pa, table)))
    return counts


def _groups(papers: Iterable[Rows]) -> Iterator[list[Rows]]:
    group: list[Rows] = []
    for paper in papers:
        group.append(paper)
        if len(group) == _PAPERS:
            yield group
            group = []
    if group:
        yield group


def read_table(out: Path, table: str, columns: list[str], *, papers: Collection[str] | None = None) -> Any:
    """Return some columns of a table of a finished audit.

    :param papers: ids of papers to restrict the rows to.
    :raises UsageError: there is no such audit.
    """
    pa = pyarrow()
    wanted = None if papers is None else [("paper", "in", [*papers])]
    try:
        return pa.parquet.read_table(out / table, columns=columns, filters=wanted)
    except (OSError, pa.ArrowInvalid) as error:
        raise UsageError(f"{out}: there is no finished audit: {error}") from None


def rows_in(out: Path, table: str, columns: list[str]) -> Iterator[dict[str, Any]]:
    """Yield some columns of each row of a table, without loading all of it.

    :raises UsageError: there is no such audit.
    """
    pa = pyarrow()
    try:
        for path in sorted((out / table).glob("*.parquet")):
            for batch in pa.parquet.ParquetFile(path).iter_batches(columns=columns):
                yield from batch.to_pylist()
    except (OSError, pa.ArrowInvalid) as error:
        raise UsageError(f"{out}: there is no finished audit: {error}") from None
