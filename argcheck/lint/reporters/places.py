"""Convert spans to paths, lines and columns."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from argcheck.files.diagnostic import Diagnostic, Span
    from argcheck.files.source import SourceFile
    from argcheck.lint.report import Report


class LineRange(NamedTuple):
    """A range: lines and columns from 1, the end exclusive."""

    line: int
    col: int
    end_line: int
    end_col: int


class Places:
    """Converts the spans of one report, with paths relative to one folder."""

    def __init__(self, report: Report, base: Path, column_unit: str = "char") -> None:
        self._report = report
        self._base = base
        self._unit = column_unit
        self._paths: dict[str, str] = {}

    def path(self, path: str) -> str:
        """Return ``path`` relative to the folder, with forward slashes."""
        if path not in self._paths:
            self._paths[path] = relative(self._report.project / path, self._base)
        return self._paths[path]

    def place(self, span: Span) -> LineRange:
        """Return the lines and columns of ``span``; line 1, column 1 if its file was not read."""
        source = self._report.sources.get(span.path)
        if source is None:
            return LineRange(1, 1, 1, 1)
        return LineRange(
            *self._position(source, span.start), *self._position(source, max(span.start, span.end))
        )

    def _position(self, source: SourceFile, offset: int) -> tuple[int, int]:
        line, col = source.position(min(offset, len(source.text)))
        if self._unit == "char":
            return line, col
        start = source.line_starts[line - 1]
        return line, 1 + columns(source.written[start : start + col - 1], self._unit)

    def at(self, span: Span) -> str:
        """Return ``path:line:col`` of the start of ``span``."""
        place = self.place(span)
        return f"{self.path(span.path)}:{place.line}:{place.col}"


def columns(text: str, unit: str) -> int:
    """Return the length of ``text`` in code points (``char``), UTF-8 bytes (``byte``) or UTF-16 units (``utf16``)."""
    if unit == "byte":
        return len(text.encode("utf-8", "surrogatepass"))
    if unit == "utf16":
        return len(text.encode("utf-16-le", "surrogatepass")) // 2
    return len(text)


def relative(path: Path, base: Path) -> str:
    """Return ``path`` relative to ``base``, with forward slashes; absolute if it is on another drive."""
    try:
        return os.path.relpath(path, base).replace(os.sep, "/")
    except ValueError:
        return path.as_posix()


def checkout(cwd: Path, variable: str, otherwise: Path) -> Path:
    """Return the folder of a CI job's checkout, from the environment ``variable``.

    :param otherwise: what to return if the variable is not set, or ``cwd`` is not in that folder.
    """
    folder = os.environ.get(variable)
    return type(cwd)(folder) if folder and cwd.is_relative_to(folder) else otherwise


def worst_first(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Return findings sorted by severity, worst first, then by place."""
    return sorted(diagnostics, key=lambda diagnostic: (-diagnostic.severity, diagnostic.sort_key))
