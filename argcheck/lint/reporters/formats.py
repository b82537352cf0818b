"""The output formats by name, imported when they are asked for."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, cast

from argcheck.errors import UsageError
from argcheck.lint.reporters.view import ReportView

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from argcheck.lint.report import Report

    Renderer = Callable[[Report, ReportView], str]

COLUMN_UNITS = ("char", "byte", "utf16")  #: of the text formats; each other format has a fixed unit


def _lazy(module: str, function: str = "render") -> Callable[[], Renderer]:
    def load() -> Renderer:
        return cast("Renderer", getattr(import_module(f"{__package__}.{module}"), function))

    return load


#: Each format's name and what imports and returns its renderer.
FORMATS: dict[str, Callable[[], Renderer]] = {
    "full": _lazy("full"),
    "concise": _lazy("concise"),
    "json": _lazy("json_format"),
    "jsonl": _lazy("json_format", "render_lines"),
    "github": _lazy("github"),
    "sarif": _lazy("sarif"),
    "gitlab": _lazy("gitlab"),
    "junit": _lazy("junit"),
    "checkstyle": _lazy("checkstyle"),
    "rdjson": _lazy("rdjson"),
    "markdown": _lazy("markdown_format"),
}


def render(
    report: Report,
    format_name: str,
    *,
    color: bool,
    width: int,
    cwd: Path,
    limits: bool,
    column_unit: str = "char",
) -> str:
    """Return ``report`` in one format; the text ends in a newline unless it is empty.

    :param width: columns of the terminal; 0 (unknown) counts as 80.
    :param cwd: the folder that paths of the text formats are relative to.
    :param limits: whether ``full`` shows only the worst findings, and how to get the rest.
    :raises UsageError: an unknown format or column unit.
    """
    for given, known in ((format_name, tuple(FORMATS)), (column_unit, COLUMN_UNITS)):
        if given not in known:
            raise UsageError(f"'{given}' is none of {', '.join(known)}")
    return FORMATS[format_name]()(report, ReportView(cwd, color, width or 80, limits, column_unit))
