"""The parts of scores as tables for other programs: a JSON or Parquet file for each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from argcheck.argument.trust.derived import dag_of
from argcheck.argument.trust.features import features_of
from argcheck.errors import UsageError
from argcheck.verdicts.node_metrics import as_metrics

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from argcheck.service.document_score import DocumentScore

VERSION = 1
TABLES = ("nodes", "edges", "walks", "fingerprint")


def tables_of(documents: Sequence[DocumentScore], *, seed: int = 0) -> dict[str, list[dict[str, Any]]]:
    """Return the rows of each table: metrics and trust of claims, confidences of edges, random walks, and a vector.

    Documents without a score have no rows.

    :param seed: of the random walks.
    """
    tables: dict[str, list[dict[str, Any]]] = {name: [] for name in TABLES}
    for document in documents:
        if document.score is None:
            continue
        named = {"document": document.root}
        features = features_of(
            dag_of(document.graph, as_metrics(document.measures)), document.score, seed=seed
        )
        tables["nodes"] += [{**named, **row} for row in features.nodes]
        tables["edges"] += [{**named, **row} for row in features.edges]
        tables["walks"] += [{**named, "walk": list(walk)} for walk in features.walks]
        tables["fingerprint"].append({**named, **features.fingerprint})
    return tables


def write_tables(tables: dict[str, list[dict[str, Any]]], folder: Path, pyarrow: Any = None) -> list[Path]:
    """Write each table into a folder, and return the files.

    :param pyarrow: the package, for Parquet; None for JSON.
    :raises UsageError: the folder cannot be written.
    """
    suffix = "parquet" if pyarrow else "json"
    files = [folder / f"{name}.{suffix}" for name in tables]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for file, rows in zip(files, tables.values(), strict=True):
            if pyarrow:
                pyarrow.parquet.write_table(_as_table(rows, pyarrow), file)
            else:
                data = {"version": VERSION, "rows": rows}
                file.write_text(json.dumps(data, indent=1, ensure_ascii=False) + "\n", "utf-8")
    except OSError as error:
        raise UsageError(f"{folder}: tables cannot be written there: {error.strerror}") from None
    return files


def _as_table(rows: list[dict[str, Any]], pyarrow: Any) -> Any:
    """Return a table whose columns have fixed types, even if all of their values are missing."""
    columns = list(dict.fromkeys(name for row in rows for name in row)) or ["document"]
    texts = {"document", "id", "role", "parent", "child"}
    types = {"walk": pyarrow.list_(pyarrow.string()), "on_bridge": pyarrow.bool_()}
    fields = [
        (name, types.get(name, pyarrow.string() if name in texts else pyarrow.float64())) for name in columns
    ]
    metadata = {"argcheck.score": str(VERSION)}
    return pyarrow.Table.from_pylist(rows, schema=pyarrow.schema(fields, metadata=metadata))
