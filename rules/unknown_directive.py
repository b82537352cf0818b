"""SUP003: an argcheck comment that says nothing argcheck understands."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("SUP003", "unknown-directive", severity=Severity.ERROR, since="0.1.0")
def unknown_directive(ctx: RuleContext) -> Findings:
    r"""An argcheck comment has a verb, or a form, that argcheck does not know.

    ## Why is this bad?

    The comment has no effect: a finding is not silenced, or a region runs to the end of the file.

    ## Example

    ```tex
    % argcheck: ingore[undefined-reference] comes with the second chapter
    \section{Results}
    ```

    ## Use instead

    ```tex
    % argcheck: ignore[undefined-reference] comes with the second chapter
    \section{Results}
    ```

    ## Limits

    - Reported are unknown verbs, verbs without the rules that they need, an `ignore-begin` that nothing ends and an
      `ignore-end` that nothing began. A region ends with its file.
    """
    for problem in (*ctx.suppressions.unknown_directives, *ctx.suppressions.unclosed):
        yield ctx.report(problem.span, problem.message, help=problem.help, fix=problem.fix)
