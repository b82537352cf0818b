"""``--add-ignore``: suppression comments on lines of their own, which change nothing that is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.diagnostic import Edit, Fix, Span

if TYPE_CHECKING:
    from argcheck.diagnostic import Diagnostic
    from argcheck.report import Report
    from argcheck.source import SourceFile


def with_comments(report: Report, reason: str) -> Report:
    """Return a report whose findings are fixed by a comment before their line, one for each line."""
    places: dict[tuple[str, int], list[Diagnostic]] = {}
    for found in report.diagnostics:
        source = report.sources.get(found.span.path)
        if source is not None and not found.code.startswith("SUP"):
            places.setdefault((source.path, _line_start(source, found.span.start)), []).append(found)
    marked = tuple(_marked(path, start, found, reason) for (path, start), found in sorted(places.items()))
    return report._replace(diagnostics=marked)


def _marked(path: str, start: int, found: list[Diagnostic], reason: str) -> Diagnostic:
    names = ", ".join(sorted({one.name for one in found}))
    tail = " " + " ".join(reason.split()) if reason.strip() else ""
    edit = Edit(Span(path, start, start), f"% argcheck: ignore[{names}]{tail}\n")
    return found[0]._replace(fix=Fix("Add a suppression", (edit,)))


def _line_start(source: SourceFile, offset: int) -> int:
    """Start of the line, in a bibliography of the entry: BibTeX knows no comment within one."""
    start = source.text.rfind("\n", 0, offset) + 1
    if source.path.lower().endswith(".bib"):
        while start and not source.text[start:].lstrip(" \t").startswith("@"):
            start = source.text.rfind("\n", 0, start - 1) + 1
    return start
