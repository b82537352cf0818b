"""TEX006: a brace or environment that is opened or closed alone."""

from argcheck.api import Diagnostic, Findings, RuleContext, Severity, rule

from ._folding import folded

_OPEN, _ENDED = " is never ", " has no "  #: words of messages on a missing end, and on a missing beginning


@rule("TEX006", "unbalanced-group", severity=Severity.ERROR, since="0.1.0", everywhere=True)
def unbalanced_group(ctx: RuleContext) -> Findings:
    r"""A brace or an environment is opened and not closed, or closed and not opened.

    ## Why is this bad?

    LaTeX stops, or prints the rest of the chapter in italics. Its message names the line where it noticed, often
    the last one of the file; this one names the brace.

    ## Example

    ```tex
    The bound is \emph{sharp. It holds for every $n$.

    \begin{itemize}
      \item It is attained.
    \end{enumerate}
    ```

    ## Use instead

    ```tex
    The bound is \emph{sharp}. It holds for every $n$.

    \begin{itemize}
      \item It is attained.
    \end{itemize}
    ```

    ## Limits

    Each file is checked by itself, and one defect is one finding.

    Not reported:
    - What one file begins and another one ends; what is closed in a conditional, since another one may open it.
    - Packages and classes.
    - Environments that a macro opens or closes, or in the argument of a macro that chooses between them.
    - An environment that a file begins as often as it ends it: one end may stand in an unknown listing. If its first
      end stands before its first beginning, only where another file leaves such an environment open.
    - Files that change the meaning of a brace, a percent sign or a backslash (`\catcode`), and templates that a
      program fills in, with two such places or more (`<%name%>`, `{% for x in y %}`).

    A warning instead of an error, since the document prints:
    - A second `\end{document}`, as LaTeX stops at the first one, and a brace that is closed behind it; one in a chapter
      behind which the document goes on.

    More than five closing braces of a file that nothing opens are one finding, at the first.
    """
    for problem in ctx.manuscript.problems:
        if problem.kind == "ended":  # LaTeX ignores the rest
            yield ctx.report(problem.span, problem.message, help=problem.help)._replace(
                severity=min(ctx.rule.severity, Severity.WARNING)
            )
    input_problems = [
        problem
        for problem in ctx.manuscript.problems
        if problem.kind == "unbalanced"
        or (problem.kind == "crossing" and not _may_cross(ctx, problem.span.path, _what(problem.message)))
    ]
    # Where a file first begins what it does not end, by what and for all, and where it last ends what it did not begin.
    begun: dict[str, dict[str, int]] = {}
    ended: dict[str, dict[str, int]] = {}
    opened: dict[str, int] = {}
    closed: dict[str, int] = {}
    position = ctx.manuscript.position
    for problem in sorted(input_problems, key=lambda each: position(each.span)):
        at, path, what = position(problem.span), problem.span.path, _what(problem.message)
        if _OPEN in problem.message:
            begun.setdefault(what, {}).setdefault(path, at)
            opened.setdefault(path, at)
        else:
            ended.setdefault(what, {})[path] = closed[path] = at
    # A file may end what its reading file begins before it, or vice versa, and braces have no names.
    across = {
        path
        for place, read in ctx.manuscript.inputs
        for begin, end in ((place.path, read), (read, place.path))
        if begin != end and begin in opened and end in closed and opened[begin] <= closed[end]
        for path in (begin, end)
    }
    strays: dict[str, list[Diagnostic]] = {}  # braces by file, of which many have one cause
    for problem in input_problems:
        if problem.span.path in across:
            continue
        what = _what(problem.message)
        begins, ends = begun.get(what, {}), ended.get(what, {})
        several = len(begins.keys() | ends.keys()) > 1
        if several and begins and ends and min(begins.values()) <= max(ends.values()):
            continue  # begun in one file and ended in a later one
        report = ctx.report(problem.span, problem.message, help=problem.help)
        if what or _OPEN in problem.message:
            yield report
        else:
            strays.setdefault(problem.span.path, []).append(report)
    for together in strays.values():
        help_ = (
            "closing braces of this file have none: look for a macro that opened them and is gone or changed"
        )
        yield from folded(ctx, together, ", and others of this file have none either", help_)


def _may_cross(ctx: RuleContext, path: str, what: str) -> bool:
    r"""Whether a file with an ``\end`` before its ``\begin`` may interrupt an environment.

    Another file leaves it open, or a macro or package begins it.
    """
    m, begin = ctx.manuscript, f"\\begin{{{what}}}"
    begun = (each for each in m.environments if each.name == what and each.begin.path != path)
    defined = (each.body for made in (*m.macros.values(), *m.environment_macros.values()) for each in made)
    styles = (file.text for name, file in m.files.items() if name.endswith((".sty", ".cls")))
    return (
        bool(m.missing or m.fragment_reason)
        or any(each.span == each.begin for each in begun)
        or any(begin in text for text in (*defined, *styles))
    )


def _what(message: str) -> str:
    """Return the name of the environment that a message is about; empty for a brace."""
    return message.partition("{")[2].partition("}")[0]
