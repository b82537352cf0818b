"""Notices on works that the papers of an audit cite, from its tables, without reading the papers again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.audit.audit_summary import claims_resting, node_of
from argcheck.audit.joined_works import FOLDER, known_of, works_table
from argcheck.audit.journal import MANIFEST, require_finished
from argcheck.audit.parquet import read_table
from argcheck.audit.work_verdicts import states_of, verdict_file
from argcheck.files.grouping import grouped
from argcheck.verdicts import PATH
from argcheck.verdicts.cues import says_retracted

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from pathlib import Path

    from argcheck.audit.work_verdicts import WorkState
    from argcheck.sources.model import Notice


class AuditedWorks(NamedTuple):
    """The numbers of papers and works that were looked up."""

    papers: int
    works: int  #: each counts once for each paper


def is_audit(folder: Path) -> bool:
    """Whether a folder has the tables of an audit."""
    try:
        return "complete" in json.loads((folder / MANIFEST).read_text("utf-8"))
    except (OSError, ValueError, TypeError):
        return False


def look_up(
    tables: Path,
    shown: str,
    snapshot: Mapping[str, tuple[Notice, ...]],
    take: Callable[[dict[str, Any]], None],
) -> AuditedWorks:
    """Call ``take`` with each notice on a cited work, as `argcheck.service.new_notices.look` does.

    :param shown: the name of the folder of the tables in the paths of papers.
    :param snapshot: a list of retractions, by name of the work.
    :raises UsageError: there is no finished audit, or its verdicts cannot be read.
    """
    require_finished(tables)
    own = tables / FOLDER / PATH
    states = known_of(tables, states_of([verdict_file(own)] if own.is_file() else [], snapshot))
    works = works_table(tables, ["paper", "root", "key", "title", "titled"]).to_pylist()
    uses = [use for use in works if use["work"] in states and states[use["work"]].notices]
    if uses:
        papers = sorted({use["paper"] for use in uses})
        citations = _by_use(tables, "citations", ["line", "col", "sentence"], papers)
        entries = _by_use(tables, "entries", ["line"], papers)
        resting = claims_resting(tables, uses)
        for use in uses:
            name = use["paper"], use["root"], use["key"]
            cited, listed = citations.get(name, []), entries.get(name, [])
            row = {
                "paper": f"{shown}/{use['paper']}/{use['root']}",
                "works": sorted({use["work"], use["titled"]}),
                "key": use["key"],
                "title": use["title"] or use["key"],
                "entry": _place(use, (listed or [{"file": use["root"], "line": 1}])[0]),
                "citations": [_place(use, citation) for citation in cited],
                "acknowledged": bool(cited) and all(says_retracted(c["sentence"] or "") for c in cited),
                **_dependents(use, resting.get(node_of(use))),
            }
            for told in _notices(states[use["work"]]):
                take({**row, **told})
    return AuditedWorks(len({(use["paper"], use["root"]) for use in works}), len(works))


def _by_use(
    tables: Path, table: str, columns: list[str], papers: list[str]
) -> dict[tuple[str, str, str], list[dict[str, Any]]]:
    """Return rows of a table by paper, root and key."""
    return grouped(
        read_table(tables, table, ["paper", "root", "key", "file", *columns], papers=papers).to_pylist(),
        lambda row: (row["paper"], row["root"], row["key"]),
    )


def _place(use: Mapping[str, Any], row: Mapping[str, Any]) -> dict[str, Any]:
    return {"file": f"{use['paper']}/{row['file']}", "line": row["line"] or 1, "col": row.get("col") or 1}


def _dependents(use: Mapping[str, Any], resting: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the claims and conclusions that rest on a work; the tables do not have which would fall without it."""
    conclusions = resting["conclusions"] if resting else ()
    return {
        "claims": resting["claims"] if resting else 0,
        "falling": 0,
        "conclusions": [{**_place(use, node), "text": node["text"], "falls": False} for node in conclusions],
    }


def _notices(state: WorkState) -> list[dict[str, str]]:
    return [
        {"status": str(notice.status), "notice": notice.doi, "date": notice.date, "reason": notice.reason, "origin": notice.origin}
        for notice in state.notices
    ]  # fmt: skip
