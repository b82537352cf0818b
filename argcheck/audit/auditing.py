"""An audit, from its inputs to its tables; after a kill it continues where it was."""

from __future__ import annotations

import os
from collections import Counter
from importlib.metadata import version
from typing import TYPE_CHECKING, NamedTuple

from argcheck.audit import columns
from argcheck.audit.containers import is_address, require_library
from argcheck.audit.engines import ENGINES
from argcheck.audit.journal import Journal
from argcheck.audit.papers import listed, papers_of
from argcheck.audit.parquet import pyarrow, read_table, write_shard
from argcheck.audit.rows import require_rules
from argcheck.errors import UsageError
from argcheck.files.writing import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from argcheck.audit.papers import AuditOptions


class AuditOutcome(NamedTuple):
    """The numbers of an audit."""

    papers: int  #: all papers
    read: int  #: papers that this run read; the others were read before
    statuses: dict[str, int]  #: number of papers by status


def audit(
    inputs: Sequence[str],
    out: Path,
    options: AuditOptions,
    *,
    engine: str = "local",
    workers: int = 1,
    address: str = "",
    shards: int = 16,
    progress: Callable[[int, str], None] = lambda _count, _paper: None,
) -> AuditOutcome:
    """Check every paper of ``inputs`` and write their tables into the folder ``out``.

    :param engine: one of `argcheck.audit.engines.ENGINES`; each writes the same bytes.
    :param workers: number of papers that are read at once, unless a cluster at ``address`` has its own.
    :param shards: number of files of each table.
    :param progress: called after each paper with the number of papers done and the id of the paper.
    :raises UsageError: a list of inputs, a package or a rule does not exist, or ``out`` has another audit or cannot
        be written.
    """
    _require(inputs, out, options)
    manifest = {
        "version": columns.VERSION,
        "argcheck": version("argcheck-lint"),
        "pyarrow": pyarrow().__version__,  # the footers of the files name it
        "inputs": [text.rstrip("/").rpartition("/")[2] for text in inputs],
        "options": {**options._asdict(), "select": list(options.select), "ignore": list(options.ignore)},
        "shards": shards,
    }
    journal = Journal(out, manifest)
    read = 0
    try:
        if not journal.complete:
            papers = papers_of(inputs, frozenset(journal.done), options.max_bytes)
            for line in ENGINES[engine](papers, options, workers, address):
                read += 1
                paper = journal.add(line)
                progress(len(journal.done), paper)
            counts: Counter[str] = Counter()
            for shard in range(shards):
                with writing(out):
                    counts.update(write_shard(out, shard, journal.rows(shard)))
            journal.finish(rows={table: counts[table] for table in columns.TABLES}, statuses=_statuses(out))
    finally:
        journal.close()
    statuses = _statuses(out)
    return AuditOutcome(sum(statuses.values()), read, statuses)


def _require(inputs: Sequence[str], out: Path, options: AuditOptions) -> None:
    """Check the requirements of an audit before any paper is read.

    :raises UsageError: the system is Windows, a package, rule or list is missing, or ``out`` is within an input.
    """
    if os.name == "nt":
        raise UsageError(
            "audits wait for several processes at once as Windows does not; run them on Linux or macOS, or in WSL"
        )
    pyarrow()
    require_rules(options)
    for text in listed(inputs):
        if is_address(text):
            require_library(text)
        if os.path.isdir(text) and out.resolve().is_relative_to(os.path.realpath(text)):
            raise UsageError(f"--out {out} lies within the input {text}: the tables would be papers")


def _statuses(out: Path) -> dict[str, int]:
    counted = Counter(read_table(out, "documents", ["status"]).column("status").to_pylist())
    return {status: counted[status] for status in columns.STATUSES}
