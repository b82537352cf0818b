"""REF109: a label contains a comma."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("REF109", "label-with-separator", severity=Severity.WARNING, since="0.1.0")
def label_with_separator(ctx: RuleContext) -> Findings:
    r"""A label contains a comma.

    ## Why is this bad?

    `\cref`, `\uses` and annotations take lists of labels: they read this one as two labels, neither of which
    exists.

    ## Example

    ```tex
    \begin{lemma} \label{lem:a,b} $f$ is bounded. \end{lemma}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:a-b} $f$ is bounded. \end{lemma}
    ```

    ## Limits

    - All labels count: theorem-like environments, floats, equations, sections.
    - A note unless a list names a piece of the label: LaTeX accepts it, and `\ref` finds it.
    """
    m = ctx.manuscript
    named = m.referenced | {use.name for use in m.uses}
    for label in m.labels:
        if "," not in label.name:
            continue
        advice = f"name it {label.name.replace(', ', '-').replace(',', '-')}, and change its references"
        pieces = {piece.strip() for piece in label.name.split(",")} - m.labels_by_name.keys()
        message = f"the label '{label.name}' contains a comma"
        yield ctx.report(label.span, message, help=advice, note=pieces.isdisjoint(named))
