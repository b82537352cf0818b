"""TEX005: more input than argcheck is willing to read."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("TEX005", "limit-exceeded", severity=Severity.ERROR, since="0.1.0")
def limit_exceeded(ctx: RuleContext) -> Findings:
    r"""A file is too large, or files include each other too deeply, too often or in a circle.

    ## Why is this bad?

    argcheck stops reading there, so that what follows is not checked. TeX itself stops at a circle ("TeX capacity
    exceeded").

    ## Example

    ```tex
    \input{one}
    % file: one.tex
    Chapter one. \input{two}
    % file: two.tex
    Chapter two. \input{one}
    ```

    ## Use instead

    ```tex
    \input{one}
    \input{two}
    % file: one.tex
    Chapter one.
    % file: two.tex
    Chapter two.
    ```

    ## Limits

    - The limits are settings, in `[limits]` of the configuration: `max-file-size`, `max-total-size`, `max-files`,
      `max-include-depth`, `max-nesting`.
    - A limit on the whole run is reported where it is first reached.
    - A file that reads itself in one branch of a conditional is not reported: it knows when to stop.
    """
    for problem in ctx.manuscript.problems:
        if problem.kind in {"limit", "cycle"}:
            yield ctx.report(problem.span, problem.message, help=problem.help)
    seen: set[str] = set()
    for lost in (*ctx.manuscript.missing, *ctx.bibliography.missing):
        if lost.reason != "limit" or (lost.detail in seen and not lost.detail[:1].isdigit()):
            continue
        seen.add(lost.detail)
        message = f"'{lost.target}' is not read: {lost.detail}"
        yield ctx.report(lost.span, message, help="raise the limit in the configuration if this is meant")
