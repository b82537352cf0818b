"""``path:line:col: severity: CODE message [rule-name]``, which editors read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.lint.reporters.lines import counted_message, for_log, one_line, styled, such_places, visible
from argcheck.lint.reporters.places import Places

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.report import Report
    from argcheck.lint.reporters.view import ReportView


def render(report: Report, view: ReportView) -> str:
    """Return one line per finding."""
    places = Places(report, view.cwd, view.column_unit)
    return for_log(
        "".join(line(diagnostic, places, color=view.color) + "\n" for diagnostic in report.diagnostics)
    )


def line(diagnostic: Diagnostic, places: Places, *, color: bool, message: str | None = None) -> str:
    """Return the line of one finding, with ``message`` instead of its own if given."""
    label = diagnostic.severity.label
    where = styled(visible(places.at(diagnostic.span)), "bold", color=color)
    text = one_line(message) + such_places(diagnostic) if message else counted_message(diagnostic)
    severity = styled(f"{label}:", label, color=color)
    name = styled(f"[{diagnostic.name}]", "dim", color=color)
    return f"{where}: {severity} {diagnostic.code} {text} {name}"
