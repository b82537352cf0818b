"""Reviewdog's diagnostic format: one object, whose columns count UTF-8 bytes.

A suggestion replaces one range in the file of the finding, and a reader accepts it with a click.  So only a safe fix
with a single edit in that file becomes a suggestion.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.files.diagnostic import Severity
from argcheck.lint.manual import HOME, rule_url
from argcheck.lint.reporters.json_format import laid_out
from argcheck.lint.reporters.lines import one_line
from argcheck.lint.reporters.places import Places

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Diagnostic, Span
    from argcheck.lint.report import Report
    from argcheck.lint.reporters.view import ReportView

_SEVERITIES = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.NOTE: "INFO"}


def render(report: Report, view: ReportView) -> str:
    """Return the object; paths are relative to the current folder."""
    places = Places(report, view.cwd, "byte")
    diagnostics = [_diagnostic(diagnostic, report, places) for diagnostic in report.diagnostics]
    return laid_out({"source": {"name": "argcheck", "url": HOME}, "diagnostics": diagnostics})


def _diagnostic(diagnostic: Diagnostic, report: Report, places: Places) -> dict[str, Any]:
    advice = f"\nhelp: {one_line(diagnostic.help)}" if diagnostic.help else ""
    url = rule_url(report.rules.get(diagnostic.name))
    code = {"value": f"{diagnostic.code} {diagnostic.name}", **({"url": url} if url else {})}
    related = [
        {"message": one_line(other.message), "location": _location(other.span, places)}
        for other in diagnostic.related
    ]
    suggestions = _suggestions(diagnostic, places)
    return {
        "message": one_line(diagnostic.message) + advice,
        "location": _location(diagnostic.span, places),
        "severity": _SEVERITIES[diagnostic.severity],
        "code": code,
        **({"suggestions": suggestions} if suggestions else {}),
        **({"related_locations": related} if related else {}),
    }


def _suggestions(diagnostic: Diagnostic, places: Places) -> list[dict[str, Any]]:
    fix = diagnostic.fix
    if fix is None or not fix.safe or len(fix.edits) != 1 or fix.edits[0].span.path != diagnostic.span.path:
        return []
    return [{"range": _range(fix.edits[0].span, places), "text": fix.edits[0].replacement}]


def _location(span: Span, places: Places) -> dict[str, Any]:
    return {"path": places.path(span.path), "range": _range(span, places)}


def _range(span: Span, places: Places) -> dict[str, Any]:
    place = places.place(span)
    return {
        "start": {"line": place.line, "column": place.col},
        "end": {"line": place.end_line, "column": place.end_col},
    }
