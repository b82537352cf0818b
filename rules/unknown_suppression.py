"""SUP002: a suppression of a rule that does not exist."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("SUP002", "unknown-suppression", severity=Severity.ERROR, since="0.1.0")
def unknown_suppression(ctx: RuleContext) -> Findings:
    r"""A comment silences a rule that does not exist.

    ## Why is this bad?

    A misspelt name silences nothing. So does a rule of a plugin that is not installed.

    ## Example

    ```tex
    % argcheck: ignore[undefined-refrence] comes with the second chapter
    See Section~\ref{sec:results}.
    ```

    ## Use instead

    ```tex
    % argcheck: ignore[undefined-reference] comes with the second chapter
    See Section~\ref{sec:results}.
    ```

    ## Limits

    - A name, a code (`REF001`) or the beginning of a code (`REF`) is accepted. The nearest existing one is
      suggested.
    - An unknown one is never reported as unused as well.
    """
    for problem in ctx.suppressions.unknown_rules:
        yield ctx.report(problem.span, problem.message, help=problem.help, fix=problem.fix)
