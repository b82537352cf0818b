"""The summary of an audit as a page in Markdown, or as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.audit.audit_summary import MOST
from argcheck.files.diagnostic import shortened
from argcheck.lint.reporters.json_format import laid_out
from argcheck.lint.reporters.lines import one_line

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_EXISTENCE = {
    "accessible": "exist",
    "inaccessible": "exist, no free text",
    "mismatch": "the identifier leads to another work",
    "ghost": "in no index that was asked",
    "unknown": "not decided",
    "disputed": "an author disputes the verdict",
    "not-asked": "nobody asked",
}
_UNKNOWN = (
    "Not looked up: no verdicts and no list of retractions are at hand. `argcheck audit --works DIR` writes what can be asked about, "
    "`argcheck sources retractions import FILE` takes a list."
)


def as_text(data: dict[str, Any], form: str) -> str:
    """Return a summary as ``json`` or as ``markdown``."""
    if form == "json":
        return laid_out(data)
    return "\n\n".join(_parts(data)) + "\n"


def _parts(data: dict[str, Any]) -> Iterator[str]:
    yield "# Audit"
    yield _table(["papers", "ended as"], [[count, status] for status, count in data["statuses"].items()])
    yield from _rules(data)
    yield "## Works that most papers lean on"
    yield _table(
        ["papers", "times", "work", "title"],
        [[row["papers"], row["cited"], row["work"], row["title"]] for row in data["works"]],
    )
    yield from _existence(data)
    yield from _notices(data)
    if data["retracted"]:
        yield from _resting(data["retracted"])
    yield "## What was not checked"
    yield _table(
        ["papers", "ended as", "because"],
        [[row["count"], row["status"], row["detail"]] for row in data["failures"]],
    )


def _rules(data: dict[str, Any]) -> Iterator[str]:
    yield "## Rules"
    yield _table(
        ["findings", "papers", "rule", "severity"],
        [
            [row["count"], row["papers"], f"{row['code']} {row['name']}", row["severity"]]
            for row in data["rules"]
        ],
    )
    named = [name for name in ("field", "year") if any(row[name] for row in data["years"])]
    if named:
        yield f"## Rules by {' and '.join(named)}"
        yield _table(["papers", *named, "rules, by the papers that they speak of"], [*_years(data, named)])


def _existence(data: dict[str, Any]) -> Iterator[str]:
    yield "## Do the cited works exist?"
    cited = f"{data['cited']['entries']} entries of {data['cited']['works']} works are cited."
    if data["existence"] is None:
        yield f"{cited} {_UNKNOWN}"
    else:
        yield cited
        yield _table(["works", "of which"], [[n, _EXISTENCE.get(o, o)] for o, n in data["existence"].items()])


def _notices(data: dict[str, Any]) -> Iterator[str]:
    for head, name in (
        ("Works in no index", "ghosts"),
        ("Retracted works", "retracted"),
        ("Other notices", "notices"),
    ):
        if data[name]:
            yield f"## {head}"
            yield _table(
                ["papers", "work", "title", "notice", "cited by"], [_work(row) for row in data[name][:MOST]]
            )
        elif name == "retracted":
            yield f"## {head}"
            yield _UNKNOWN if data[name] is None else "None."


def _resting(retracted: Sequence[dict[str, Any]]) -> Iterator[str]:
    yield "## What rests on retracted works"
    yield "As far as annotations, theorems and their proofs say; other papers lean on these works in words."
    yield _table(
        ["paper", "work", "claims", "conclusions"],
        [
            [rest["paper"], row["work"], rest["claims"], "; ".join(map(_conclusion, rest["conclusions"]))]
            for row in retracted
            for rest in row["resting"]
        ],
    )


def _years(data: dict[str, Any], named: Sequence[str]) -> Iterator[list[Any]]:
    for year in data["years"]:
        rules = [
            row
            for row in data["rules_by_year"]
            if (row["field"], row["year"]) == (year["field"], year["year"])
        ]
        most = sorted(rules, key=lambda row: (-row["papers"], row["code"]))[:5]
        said = ", ".join(f"{row['code']} {row['papers']}" for row in most)
        yield [year["count"], *(year[name] or "" for name in named), said]


def _work(row: dict[str, Any]) -> list[Any]:
    notice = " ".join(filter(None, (row.get("status"), row.get("date"), shortened(row.get("reason") or ""))))
    return [row["papers"], row["work"], row["title"], notice, ", ".join(row["cited_by"][:MOST])]


def _conclusion(node: dict[str, Any]) -> str:
    return f"{node['file']}:{node['line']}: {shortened(node['text'] or node['id'])}"


def _table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    if not rows:
        return "None."
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(one_line(str(cell)).replace("|", "\\|") for cell in line) + " |" for line in lines
    )
