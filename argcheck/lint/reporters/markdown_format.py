"""A summary in Markdown, for a pull request or the page of a CI run: what is wrong, worst first, and what is gone."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.lint.reporters.lines import counted_message, one_line
from argcheck.lint.reporters.places import Places, worst_first
from argcheck.lint.reporters.summary import counted, summary

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.report import Changes, Report
    from argcheck.lint.reporters.view import ReportView

_ROWS = 500  # keeps the summary well below GitHub's limit of 1 MiB
_CELL = 500
_GONE = 50
_MARKUP = str.maketrans({sign: f"\\{sign}" for sign in "\\`*_[]|~#!$"})


def render(report: Report, _view: ReportView) -> str:
    """Return the counts, a table of findings, and those that a change removed; paths are relative to the project."""
    places = Places(report, report.project)
    lines = ["## argcheck", "", *(f"{escaped(line)}  " for line in summary(report).splitlines()), ""]
    if report.diagnostics:
        lines += ["| place | severity | rule | finding |", "| --- | --- | --- | --- |"]
    lines += [_row(diagnostic, places) for diagnostic in worst_first(report.diagnostics)[:_ROWS]]
    if len(report.diagnostics) > _ROWS:
        lines += ["", f"{len(report.diagnostics) - _ROWS} more findings are not in this table."]
    if report.changes and report.changes.gone:
        lines += ["", *_gone(report.changes)]
    return "\n".join(lines).rstrip() + "\n"


def _row(diagnostic: Diagnostic, places: Places) -> str:
    rule = f"{diagnostic.code} {diagnostic.name}"
    cells = (places.at(diagnostic.span), diagnostic.severity.label, rule, counted_message(diagnostic))
    return f"| {' | '.join(escaped(cell) for cell in cells)} |"


def _gone(changes: Changes) -> Iterator[str]:
    yield f"<details><summary>{counted(len(changes.gone), 'finding')} no longer there</summary>"
    yield ""
    for gone in changes.gone[:_GONE]:
        yield f"- {escaped(f'{gone.file}:{gone.line}: {gone.code} {gone.message}')}"
    if len(changes.gone) > _GONE:
        yield f"- and {len(changes.gone) - _GONE} more"
    yield ""
    yield "</details>"


def escaped(text: str) -> str:
    """Escape what Markdown or GitHub would read as markup, a link or a mention."""
    text = one_line(text)[:_CELL].replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    text = text.translate(_MARKUP)
    return text.replace("://", "&#58;//").replace("@", "&#64;").replace("www.", "&#119;ww.")
