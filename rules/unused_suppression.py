"""SUP001: a suppression that silences nothing."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("SUP001", "unused-suppression", severity=Severity.WARNING, since="0.1.0")
def unused_suppression(ctx: RuleContext) -> Findings:
    r"""A comment silences a rule where that rule has nothing to say.

    ## Why is this bad?

    The comment names a problem that no longer exists, and would hide the next one.

    ## Example

    ```tex
    \section{Results} \label{sec:results}
    See Section~\ref{sec:results}. % argcheck: ignore[undefined-reference] comes with chapter 2
    ```

    ## Use instead

    ```tex
    \section{Results} \label{sec:results}
    See Section~\ref{sec:results}.
    ```

    ## Limits

    - Not judged: suppressions of rules that were not run, were held back by a missing file, or failed.
    - In a file that several documents read, a suppression is used if one of them needs it.
    - The fix removes the comment, or the one name in it; what is printed does not change.
    """
    for problem in ctx.suppressions.unused:
        yield ctx.report(problem.span, problem.message, help=problem.help, fix=problem.fix)
