"""The problems in the files of a project, as lines for standard error."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from argcheck.argument.model import AnnotationProblem
    from argcheck.reading.workspace import Workspace
    from argcheck.verdicts.verdict_index import Problem


def problem_lines(
    workspace: Workspace,
    problems: Iterable[AnnotationProblem | Problem],
    *,
    shown: Callable[[str], str] | None = None,
) -> tuple[str, ...]:
    """Return a line for each distinct problem, with its place, sorted by place.

    :param shown: returns the form in which a path of the project is shown; by default `Workspace.shown`.
    """
    in_output = shown or workspace.shown

    def line(problem: AnnotationProblem | Problem) -> str:
        path, start = problem.span.path, problem.span.start
        number = workspace.project.read(path).position(start)[0] if problem.span.end else 1
        return f"{in_output(path)}:{number}: {problem.message}"

    return tuple(line(problem) for problem in sorted(dict.fromkeys(problems), key=lambda each: each.span))
