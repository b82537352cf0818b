"""HSE002: a label that does not say what it labels."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("HSE002", "unprefixed-label", severity=Severity.NOTE, since="1.0.0")
def unprefixed_label(ctx: RuleContext) -> Findings:
    r"""A label has no prefix such as ``fig:`` or ``sec:``.

    ## Why is this bad?

    Co-authors cannot see in ``\ref{growth}`` whether a figure or a section is meant.

    ## Example

    ```tex
    \section{Growth}\label{growth}
    ```

    ## Use instead

    ```tex
    \section{Growth}\label{sec:growth}
    ```

    ## Limits

    Any prefix will do; whether it fits what is labelled is not checked.
    """
    for label in ctx.manuscript.labels:
        if ":" not in label.name:
            yield ctx.report(label.span, f"label '{label.name}' has no prefix such as 'fig:' or 'sec:'")
