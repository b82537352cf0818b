"""``path:line:col: severity: CODE message [rule-name]``, which editors read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.reporters.places import Places
from argcheck.reporters.text import for_log, one_line, styled, visible

if TYPE_CHECKING:
    from argcheck.diagnostic import Diagnostic
    from argcheck.report import Report
    from argcheck.reporters import View


def render(report: Report, view: View) -> str:
    """Write one line a finding."""
    places = Places(report, view.cwd, view.column_unit)
    return for_log(
        "".join(line(diagnostic, places, color=view.color) + "\n" for diagnostic in report.diagnostics)
    )


def line(diagnostic: Diagnostic, places: Places, *, color: bool, message: str | None = None) -> str:
    """Write one finding, with ``message`` in place of its own if given."""
    label = diagnostic.severity.label
    where = styled(visible(places.at(diagnostic.span)), "bold", color=color)
    text = one_line(message or diagnostic.message)
    severity = styled(f"{label}:", label, color=color)
    name = styled(f"[{diagnostic.name}]", "dim", color=color)
    return f"{where}: {severity} {diagnostic.code} {text} {name}"
