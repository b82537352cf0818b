"""What an audit brought, on a page: how papers ended, which rules spoke, which works much leans on, which of those were retracted."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.audit.journal import require_finished
from argcheck.audit.parquet import pyarrow, read_table
from argcheck.lint.reporters.json_format import laid_out
from argcheck.lint.reporters.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

_MOST = 20  # rows of a long list


def summary(out: Path, retracted: Collection[str] | None = None) -> dict[str, Any]:
    """Count what is in the tables of a finished audit.

    :param retracted: the names of retracted works, as in the column ``work``; None where no list of them is at hand.
    :returns: ``statuses``, ``failures``, ``rules`` (by field and year, too), ``works``, and ``retracted`` or None.
    :raises UsageError: there is no finished audit.
    """
    require_finished(out)
    documents = read_table(out, "documents", ["paper", "status", "detail", "field", "year"])
    failed = documents.filter(pyarrow().compute.not_equal(documents["status"], "checked"))
    diagnostics = read_table(out, "diagnostics", ["paper", "code", "name", "severity"])
    dated = diagnostics.join(documents.select(["paper", "field", "year"]), "paper")
    works = read_table(out, "works", ["paper", "work", "title", "cited"])
    by_work = works.group_by("work").aggregate(
        [("paper", "count_distinct"), ("cited", "sum"), ("title", "min")]
    )
    return {
        "statuses": {row["status"]: row["count_all"] for row in _counted(documents, ["status"])},
        "failures": _counted(failed, ["status", "detail"])[:_MOST],
        "rules": _counted(diagnostics, ["code", "name", "severity"], papers=True),
        "rules_by_year": sorted(
            _counted(dated, ["code", "field", "year"], papers=True),
            key=lambda row: (row["code"], row["field"] or "", row["year"] or 0),
        ),
        "works": _most(by_work.to_pylist())[:_MOST],
        "retracted": None if retracted is None else _leaning(out, by_work, retracted),
    }


def _counted(table: Any, columns: Sequence[str], *, papers: bool = False) -> list[dict[str, Any]]:
    wanted: list[Any] = [([], "count_all"), *([("paper", "count_distinct")] if papers else [])]
    rows = table.group_by(columns).aggregate(wanted).to_pylist()
    return sorted(rows, key=lambda row: (-row["count_all"], *(str(row[column]) for column in columns)))


def _most(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    named = [
        {
            "work": row["work"],
            "title": row["title_min"],
            "papers": row["paper_count_distinct"],
            "cited": row["cited_sum"],
        }
        for row in rows
    ]
    return sorted(named, key=lambda row: (-row["papers"], -row["cited"], row["work"]))


def _leaning(out: Path, by_work: Any, retracted: Collection[str]) -> list[dict[str, Any]]:
    """Every retracted work that is cited, and the papers that cite it, those that cite it most first."""
    pa = pyarrow()
    wanted = pa.array(sorted(retracted), type=pa.string())
    rows = _most(by_work.filter(pa.compute.is_in(by_work["work"], wanted)).to_pylist())
    works = read_table(out, "works", ["paper", "work", "cited"])
    of_them = (
        works.filter(pa.compute.is_in(works["work"], wanted))
        .group_by(["work", "paper"])
        .aggregate([("cited", "sum")])
    )
    leaning: dict[str, list[tuple[int, str]]] = {}
    for row in of_them.to_pylist():
        leaning.setdefault(row["work"], []).append((-row["cited_sum"], row["paper"]))
    return [{**row, "cited_by": [paper for _, paper in sorted(leaning[row["work"]])]} for row in rows]


def as_text(data: dict[str, Any], form: str) -> str:
    """Return a summary as ``json`` or as ``markdown``."""
    if form == "json":
        return laid_out(data)
    parts = [
        "# Audit",
        _table(["papers", "ended as"], [[count, status] for status, count in data["statuses"].items()]),
        "## Rules",
        _table(
            ["findings", "papers", "rule", "severity"],
            [
                [
                    row["count_all"],
                    row["paper_count_distinct"],
                    f"{row['code']} {row['name']}",
                    row["severity"],
                ]
                for row in data["rules"]
            ],
        ),
        "## Works that most papers lean on",
        _table(
            ["papers", "times", "work", "title"],
            [[row["papers"], row["cited"], row["work"], row["title"]] for row in data["works"]],
        ),
        "## Retracted works",
        _retracted(data["retracted"]),
        "## What was not checked",
        _table(
            ["papers", "ended as", "because"],
            [[row["count_all"], row["status"], row["detail"]] for row in data["failures"]],
        ),
    ]
    return "\n\n".join(parts) + "\n"


def _retracted(rows: list[dict[str, Any]] | None) -> str:
    if rows is None:
        return "Not looked up: no list of retractions is at hand. `argcheck sources retractions import FILE` takes one."
    return _table(
        ["papers", "work", "title", "cited by"],
        [[row["papers"], row["work"], row["title"], ", ".join(row["cited_by"][:_MOST])] for row in rows],
    )


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    if not rows:
        return "None."
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(one_line(str(cell)).replace("|", "\\|") for cell in line) + " |" for line in lines
    )
