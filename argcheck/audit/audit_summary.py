"""The summary of an audit: statuses of papers, findings by rule, cited works, their existence and retractions."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from argcheck.argument.model import CONCLUSION, FEEDING
from argcheck.audit.joined_works import known_of, works_table
from argcheck.audit.journal import require_finished
from argcheck.audit.parquet import pyarrow, read_table
from argcheck.audit.work_verdicts import FALLEN
from argcheck.files.grouping import grouped

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from pathlib import Path

    from argcheck.audit.given_fields import GivenFields
    from argcheck.audit.work_verdicts import WorkState
    from argcheck.sources.model import Notice

MOST = 20  #: most rows of a long list


def summary(
    out: Path, states: Mapping[str, WorkState] | None = None, given: GivenFields | None = None
) -> dict[str, Any]:
    """Return the counts of a finished audit.

    :param states: of works, by the names in the column ``work``; None without any verdicts.
    :param given: fields and years of papers, instead of those of their numbers.
    :returns: ``statuses``, ``failures``, ``rules`` (by field and year, too), ``works``, and ``existence``, ``ghosts``,
        ``retracted`` and ``notices``, which are None without ``states``.
    :raises UsageError: there is no finished audit.
    """
    require_finished(out)
    documents = read_table(out, "documents", ["paper", "status", "detail", "field", "year"])
    if given:
        documents = _with_given(documents, given)
    failed = documents.filter(pyarrow().compute.not_equal(documents["status"], "checked"))
    diagnostics = read_table(out, "diagnostics", ["paper", "code", "name", "severity"])
    dated = diagnostics.join(documents.select(["paper", "field", "year"]), "paper")
    works = works_table(out, ["paper", "root", "key", "title", "cited"])
    by_work = _by_work(works)
    return {
        "statuses": {row["status"]: row["count"] for row in _counted(documents, ["status"])},
        "failures": _counted(failed, ["status", "detail"])[:MOST],
        "rules": _counted(diagnostics, ["code", "name", "severity"], papers=True),
        "rules_by_year": sorted(
            _counted(dated, ["code", "field", "year"], papers=True),
            key=lambda row: (row["code"], row["field"] or "", row["year"] or 0),
        ),
        "years": sorted(
            _counted(documents, ["field", "year"]), key=lambda row: (row["field"] or "", row["year"] or 0)
        ),
        "works": by_work[:MOST],
        "cited": {"works": len(by_work), "entries": works.num_rows},
        **_verified(out, works, by_work, states),
    }


def _with_given(documents: Any, given: GivenFields) -> Any:
    """Return the table of documents with the fields and years that are given."""
    rows = documents.to_pylist()
    for row in rows:
        if known := given.of(row["paper"]):
            row["field"], row["year"] = known.field or row["field"], known.year or row["year"]
    return pyarrow().Table.from_pylist(rows, schema=documents.schema)


def _counted(table: Any, columns: Sequence[str], *, papers: bool = False) -> list[dict[str, Any]]:
    wanted: list[Any] = [([], "count_all"), *([("paper", "count_distinct")] if papers else [])]
    renamed = {"count_all": "count", "paper_count_distinct": "papers"}
    rows = [
        {renamed.get(name, name): value for name, value in row.items()}
        for row in table.group_by(columns).aggregate(wanted).to_pylist()
    ]
    return sorted(rows, key=lambda row: (-row["count"], *(str(row[column]) for column in columns)))


def _by_work(works: Any) -> list[dict[str, Any]]:
    """Return all works, sorted by the number of papers that cite them, the most first."""
    grouped = works.group_by("work").aggregate(
        [("paper", "count_distinct"), ("cited", "sum"), ("title", "max")]
    )
    named = [
        {
            "work": row["work"],
            "title": row["title_max"],
            "papers": row["paper_count_distinct"],
            "cited": row["cited_sum"],
        }
        for row in grouped.to_pylist()
    ]
    return sorted(named, key=lambda row: (-row["papers"], -row["cited"], row["work"]))


def _verified(
    out: Path, works: Any, by_work: list[dict[str, Any]], states: Mapping[str, WorkState] | None
) -> dict[str, Any]:
    if states is None:
        return dict.fromkeys(("existence", "ghosts", "retracted", "notices"))
    states = known_of(out, states)
    outcomes: Counter[str] = Counter()
    chosen: dict[str, list[dict[str, Any]]] = {"ghosts": [], "retracted": [], "notices": []}
    for row in by_work:
        state = states.get(row["work"])
        outcomes[(state.outcome if state else "") or "not-asked"] += 1
        if state is None:
            continue
        if state.outcome == "ghost":
            chosen["ghosts"].append(row)
        fallen = [notice for notice in state.notices if notice.status in FALLEN]
        if fallen:
            chosen["retracted"].append({**row, **_columns_of(fallen[0])})
        elif state.notices:
            chosen["notices"].append({**row, **_columns_of(state.notices[0])})
    citing = _citing(works, {row["work"] for rows in chosen.values() for row in rows})
    resting = claims_resting(out, [use for row in chosen["retracted"] for use in citing[row["work"]]])
    for rows in chosen.values():
        for row in rows:
            uses = citing[row["work"]]
            row["cited_by"] = list(dict.fromkeys(use["paper"] for use in uses))
    for row in chosen["retracted"]:
        uses = citing[row["work"]]
        row["resting"] = [rest for use in uses if (rest := resting.get(node_of(use)))]
    return {"existence": dict(sorted(outcomes.items())), **chosen}


def _columns_of(notice: Notice) -> dict[str, str]:
    return {"status": str(notice.status), "date": notice.date, "reason": notice.reason, "notice": notice.doi}


def _citing(works: Any, names: Collection[str]) -> dict[str, list[dict[str, Any]]]:
    """Return the entries of each of these works, those cited most often first."""
    pa = pyarrow()
    chosen = works.filter(pa.compute.is_in(works["work"], pa.array(sorted(names), type=pa.string())))
    return grouped(
        sorted(chosen.to_pylist(), key=lambda row: (-row["cited"], row["paper"], row["root"], row["key"])),
        lambda row: row["work"],
    )


def node_of(use: Mapping[str, Any]) -> tuple[str, str, str]:
    """Return paper, root and id of the node of a cited work."""
    return use["paper"], use["root"], f"cite:{use['key']}"


def claims_resting(
    out: Path, uses: Sequence[Mapping[str, Any]]
) -> dict[tuple[str, str, str], dict[str, Any]]:
    """Return the number of claims and the conclusions that rest on each use of a work.

    :param uses: rows of the works.
    :returns: by paper, root and node of the work; without uses that nothing rests on.
    """
    papers = sorted({use["paper"] for use in uses})
    targets: dict[tuple[str, str, str], list[str]] = {}
    columns = ["paper", "root", "source", "target", "relation"]
    for edge in read_table(out, "edges", columns, papers=papers).to_pylist() if papers else ():
        if edge["relation"] in FEEDING:
            targets.setdefault((edge["paper"], edge["root"], edge["source"]), []).append(edge["target"])
    nodes: dict[tuple[str, str, str], dict[str, Any]] = {}
    columns = ["paper", "root", "id", "kind", "text", "file", "line"]
    for node in read_table(out, "nodes", columns, papers=papers).to_pylist() if papers else ():
        nodes[node["paper"], node["root"], node["id"]] = node
    resting = {}
    for use in uses:
        paper, root, source = node_of(use)
        reached = {source}
        waiting = [source]
        while waiting:
            new = {*targets.get((paper, root, waiting.pop()), ())} - reached
            reached |= new
            waiting += sorted(new)
        claims = [
            nodes[paper, root, id_] for id_ in sorted(reached - {source}) if (paper, root, id_) in nodes
        ]
        if claims:
            conclusions = [node for node in claims if node["kind"] == CONCLUSION]
            places = [{name: node[name] for name in ("id", "file", "line", "text")} for node in conclusions]
            resting[paper, root, source] = {
                "paper": paper,
                "root": root,
                "claims": len(claims),
                "conclusions": places,
            }
    return resting
