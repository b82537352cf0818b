"""``--add-ignore``: suppression comments on lines of their own, which change nothing that is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Edit, Fix, Span
from argcheck.lint.grouped_findings import places

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.source import SourceFile
    from argcheck.lint.report import Report


def with_comments(report: Report, reason: str) -> Report:
    """Return a report whose fixes add a suppression comment before each line with findings."""
    lines: dict[tuple[str, int], list[Diagnostic]] = {}
    each = ((diagnostic, span) for diagnostic in report.diagnostics for span in places(diagnostic))
    for diagnostic in (diagnostic._replace(span=span) for diagnostic, span in each):
        source = report.sources.get(diagnostic.span.path)
        if source is not None and not diagnostic.code.startswith("SUP"):
            lines.setdefault((source.path, _line_start(source, diagnostic.span.start)), []).append(diagnostic)
    marked = tuple(
        _marked(report.sources[path], start, diagnostics, reason)
        for (path, start), diagnostics in sorted(lines.items())
    )
    return report._replace(diagnostics=marked)


def _marked(source: SourceFile, start: int, diagnostics: list[Diagnostic], reason: str) -> Diagnostic:
    names = ", ".join(sorted({diagnostic.name for diagnostic in diagnostics}))
    tail = " " + " ".join(reason.split()) if reason.strip() else ""
    comment = f"argcheck: ignore[{names}]{tail}"
    opening, closing = source.comment
    comment = comment.replace(closing.strip(), "") if closing else comment
    edit = Edit(Span(source.path, start, start), f"{opening}{comment}{closing}\n")
    return diagnostics[0]._replace(fix=Fix("Add a suppression", (edit,), safe=True))


def _line_start(source: SourceFile, offset: int) -> int:
    """Return the start of the line, or in a ``.bib`` file of the entry, since BibTeX has no comments within one."""
    start = source.text.rfind("\n", 0, offset) + 1
    if source.path.lower().endswith(".bib"):
        while start and not source.text[start:].lstrip(" \t").startswith("@"):
            start = source.text.rfind("\n", 0, start - 1) + 1
    return start
