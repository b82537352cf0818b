"""What cannot be used of the files of a project, as lines for standard error."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.argument.model import AnnotationProblem
    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.verdict_index import Problem


def problem_lines(workspace: Workspace, problems: Iterable[AnnotationProblem | Problem]) -> tuple[str, ...]:
    """Write each problem once, with its place, in the order of places."""
    base = workspace.project.relative(workspace.base) or "."
    return tuple(
        _line(workspace, problem, base)
        for problem in sorted(dict.fromkeys(problems), key=lambda problem: problem.span)
    )


def _line(workspace: Workspace, problem: AnnotationProblem | Problem, base: str) -> str:
    path, start = problem.span.path, problem.span.start
    line = workspace.project.read(path).position(start)[0] if problem.span.end else 1
    return f"{posixpath.relpath(path, base)}:{line}: {problem.message}"
