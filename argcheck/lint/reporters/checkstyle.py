"""Checkstyle's XML, which Jenkins, reviewdog and many others read."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Severity
from argcheck.lint.reporters.lines import counted_message, for_log
from argcheck.lint.reporters.places import Places
from argcheck.lint.reporters.xml_text import DECLARATION, attributes

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Diagnostic
    from argcheck.lint.report import Report
    from argcheck.lint.reporters.view import ReportView

_SEVERITIES = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTE: "info"}


def render(report: Report, view: ReportView) -> str:
    """Return one element per file; paths are relative to the current folder, columns count code points from 1."""
    places = Places(report, view.cwd)
    parts = [DECLARATION, '<checkstyle version="4.3">\n']
    for path, diagnostics in groupby(report.diagnostics, key=lambda diagnostic: diagnostic.span.path):
        parts.append(f"  <file{attributes(name=places.path(path))}>\n")
        parts += [_error(diagnostic, places) for diagnostic in diagnostics]
        parts.append("  </file>\n")
    return for_log("".join([*parts, "</checkstyle>\n"]))


def _error(diagnostic: Diagnostic, places: Places) -> str:
    place = places.place(diagnostic.span)
    listed = attributes(
        line=place.line,
        column=place.col,
        severity=_SEVERITIES[diagnostic.severity],
        message=counted_message(diagnostic),
        source=f"argcheck.{diagnostic.code}.{diagnostic.name}",
    )
    return f"    <error{listed}/>\n"
