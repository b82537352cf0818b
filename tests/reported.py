"""What tests of readers ask of a report."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argcheck.lint.report import Report

BIB = "@article{known, author = {A. Smith}, title = {On it}, journal = {J}, year = 2020}\n"


def words(report: Report, code: str) -> list[str]:
    """What stands in the files where the findings of a rule are."""
    return [
        report.sources[finding.span.path].text[finding.span.start : finding.span.end]
        for finding in report.diagnostics
        if finding.code == code
    ]


def roots(report: Report) -> list[str]:
    """The documents that were checked."""
    return [document.root for document in report.documents]
