"""Helpers of commands for the verdict files of their projects."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.cli import common
from argcheck.files.writing import writing

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from argcheck.files.diagnostic import Span
    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.file import VerdictFile
    from argcheck.verdicts.replay import Verdicts


def place_of(workspace: Workspace, span: Span) -> dict[str, Any]:
    """Return the place of a span: file, line and column, from 1."""
    line, column = workspace.project.files[span.path].position(span.start)
    return {"file": common.shown(workspace.project.root / span.path), "line": line, "col": column}


def verdict_path(workspace: Workspace) -> str:
    """Return the path of the verdict file that `argcheck verify` writes, in the project."""
    from argcheck.verdicts import PATH

    return workspace.project.relative(workspace.nearest_file(PATH))


def read_paths(paths: tuple[Path, ...], options: dict[str, Any]) -> Workspace:
    """Read the documents of paths, and cache them for the next run."""
    workspace = common.read_paths(paths, options)
    workspace.save()
    return workspace


def all_verdicts(workspace: Workspace) -> list[Verdicts]:
    """Return the verdicts on each document."""
    from argcheck.verdicts.replay import read_verdicts

    known: dict[str, Any] = {}
    return [read_verdicts(workspace.project, *document, known) for document in workspace.documents]


def change(workspace: Workspace, path: str, step: Callable[[Any], Any]) -> int:
    """Change a verdict file on the disk, and return its new number of verdicts."""
    from argcheck.verdicts.file import change_file

    file = workspace.project.root / path

    def changed_file(known: VerdictFile) -> VerdictFile:
        changed: VerdictFile = step(known)
        return changed if workspace.settings.quotes else changed.unquoted()

    with writing(common.shown(file)):
        return len(change_file(file, changed_file, path).verdicts)


def shown_path(workspace: Workspace, path: str) -> str:
    """Return the path of a verdict file as the user would write it."""
    return common.shown(workspace.project.root / path)
