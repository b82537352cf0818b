"""The report of ``argcheck watch`` as text, Markdown or JSON: each notice once, with the papers that cite the work."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.files.diagnostic import shortened

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.service.new_notices import Looked

VERSION = 1
_WORK = ("title", "status", "date", "notice", "reason", "origin")
_PAPER = ("paper", "key", "entry", "citations", "acknowledged", "claims", "falling", "conclusions")
ROW = frozenset({"works", *_WORK, *_PAPER})  #: fields of a notice on a work of a paper
_SAID = {"concern": "expression of concern", "replaced": "retracted and replaced"}


def report_of(
    number: int, rows: list[dict[str, Any]], looked: Looked, file: str, snapshot: str | None
) -> dict[str, Any]:
    """Return the report with this number as JSON data.

    :param file: the path of the list of papers, as shown.
    :param snapshot: the date of the snapshot of retractions; None without one.
    """
    notices: list[dict[str, Any]] = []
    for row in sorted(rows, key=lambda row: (row["title"], row["status"], row["paper"], row["key"])):
        for notice in notices:
            if notice["status"] == row["status"] and not {*notice["works"]}.isdisjoint(row["works"]):
                break
        else:
            notice = {"works": [], **{name: row[name] for name in _WORK}, "papers": []}
            notices.append(notice)
        notice["works"] = sorted({*notice["works"], *row["works"]})
        notice["papers"].append({name: row[name] for name in _PAPER})
    return {
        "version": VERSION,
        "report": number if notices else None,
        "list": file,
        "snapshot": snapshot,
        "papers": looked.papers,
        "works": looked.works,
        "notices": notices,
        "not_read": [{"line": line.number, "message": line.message} for line in looked.not_read],
    }


def as_text(report: dict[str, Any]) -> str:
    """Return a report as lines."""
    lines = [_head(report)]
    for notice in report["notices"]:
        lines += ["", _described(notice)]
        for paper in notice["papers"]:
            lines += [f"  {line}" for line in _paper_lines(paper)]
    return "".join(f"{line}\n" for line in lines)


def as_markdown(report: dict[str, Any]) -> str:
    """Return a report as Markdown."""
    from argcheck.lint.reporters.markdown_format import escaped

    lines = [f"# {escaped(_head(report))}"]
    for notice in report["notices"]:
        lines += ["", f"## {escaped(_described(notice))}", ""]
        for paper in notice["papers"]:
            first, *rest = _paper_lines(paper)
            lines += [f"- {escaped(first)}", *(f"  - {escaped(line.strip())}" for line in rest)]
    if report["not_read"]:
        lines += ["", "## Not read", ""]
        lines += [
            f"- {escaped(report['list'])}:{row['line']}: {escaped(row['message'])}"
            for row in report["not_read"]
        ]
    return "".join(f"{line}\n" for line in lines)


def _head(report: dict[str, Any]) -> str:
    from argcheck.lint.reporters.summary import counted

    among = f"{counted(report['works'], 'cited work')} of {counted(report['papers'], 'paper')}"
    if not report["notices"]:
        return f"no new notices on {among}"
    return f"report {report['report']}: {counted(len(report['notices']), 'new notice')} on {among}"


def _described(notice: dict[str, Any]) -> str:
    when = f" on {notice['date']}" if notice["date"] else ""
    where = f" (doi:{notice['notice']})" if notice["notice"] else ""
    why = f": {notice['reason']}" if notice["reason"] else ""
    return f"{shortened(notice['title'])}: {_SAID.get(notice['status'], notice['status'])}{when}{where}{why}"


def _paper_lines(paper: dict[str, Any]) -> Iterator[str]:
    from argcheck.lint.reporters.summary import counted

    claims = counted(paper["claims"], "claim leans", "claims lean")
    falling = f", {paper['falling']} would fall" if paper["falling"] else ""
    known = "; the text says that it is retracted" if paper["acknowledged"] else ""
    yield f"{paper['paper']}: {claims} on [{paper['key']}]{falling}{known}"
    for place in paper["citations"] or [paper["entry"]]:
        yield f"  {'cited' if paper['citations'] else 'listed'} at {place['file']}:{place['line']}:{place['col']}"
    for claim in paper["conclusions"]:
        falls = "falls" if claim["falls"] else "leans on it"
        yield f"  {claim['file']}:{claim['line']}:{claim['col']}: conclusion {falls}: {shortened(claim['text'])}"
