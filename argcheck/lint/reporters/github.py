"""Annotations on a pull request: GitHub's workflow commands."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Severity
from argcheck.lint.reporters.lines import one_line, visible
from argcheck.lint.reporters.places import Places, checkout, worst_first
from argcheck.lint.reporters.summary import findings

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.report import Report
    from argcheck.lint.reporters.view import ReportView

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "notice"}
_PER_LEVEL = 10  # the runner drops the rest of a step
_MESSAGE = 4096
_TITLE = 255


def render(report: Report, view: ReportView) -> str:
    """Return the worst findings as workflow commands, and if some are left out a line that counts all."""
    places = Places(report, checkout(view.cwd, "GITHUB_WORKSPACE", view.cwd))
    shown: Counter[str] = Counter()
    lines = []
    for diagnostic in worst_first(report.diagnostics):
        level = _LEVELS[diagnostic.severity]
        shown[level] += 1
        if shown[level] <= _PER_LEVEL:
            lines.append(_command(level, diagnostic, places))
    left = len(report.diagnostics) - len(lines)
    if left:
        lines.append(f"argcheck: {findings(report.diagnostics)}, {left} of them without an annotation")
    return "".join(line + "\n" for line in lines)


def _command(level: str, diagnostic: Diagnostic, places: Places) -> str:
    place = places.place(diagnostic.span)
    properties = {
        "title": f"{diagnostic.code} {diagnostic.name}"[:_TITLE],
        # line ends in a path stay: `_property` escapes them
        "file": "\n".join(map(visible, places.path(diagnostic.span.path).split("\n"))),
        "line": place.line,
        "endLine": place.end_line,
    }
    if place.line == place.end_line:
        properties |= {"col": place.col, "endColumn": place.end_col}
    listed = ",".join(f"{name}={_property(str(value))}" for name, value in properties.items())
    return f"::{level} {listed}::{_data(_message(diagnostic, places))}"


def _message(diagnostic: Diagnostic, places: Places) -> str:
    related = [f"{places.at(other.span)}: {other.message}" for other in diagnostic.related]
    advice = [f"help: {diagnostic.help}"] if diagnostic.help else []
    return "\n".join(map(one_line, [diagnostic.message, *related, *advice]))[:_MESSAGE]


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
