"""GitLab Code Quality: a JSON list, one object per finding.

GitLab stops at the first record that it does not understand and drops all but one of those that share a fingerprint,
so every field is present, and fingerprints are unique.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.files.diagnostic import Severity
from argcheck.lint.fingerprint import fingerprints
from argcheck.lint.reporters.json_format import laid_out
from argcheck.lint.reporters.lines import counted_message
from argcheck.lint.reporters.places import Places, checkout

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.report import Report
    from argcheck.lint.reporters.view import ReportView

_SEVERITIES = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.NOTE: "info"}


def render(report: Report, view: ReportView) -> str:
    """Return the list; paths are relative to the checkout, columns count code points from 1."""
    places = Places(report, checkout(view.cwd, "CI_PROJECT_DIR", report.project))
    names = fingerprints(report.diagnostics, report.sources)
    records = [_record(d, name, places) for d, name in zip(report.diagnostics, names, strict=True)]
    return laid_out(records)


def _record(diagnostic: Diagnostic, name: str, places: Places) -> dict[str, Any]:
    place = places.place(diagnostic.span)
    return {
        "description": counted_message(diagnostic),
        "check_name": f"{diagnostic.code} {diagnostic.name}",
        "fingerprint": name,
        "severity": _SEVERITIES[diagnostic.severity],
        "location": {
            "path": places.path(diagnostic.span.path),
            "positions": {
                "begin": {"line": place.line, "column": place.col},
                "end": {"line": place.end_line, "column": place.end_col},
            },
        },
    }
