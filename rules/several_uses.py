r"""REF106: one environment has more than one `\uses`."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("REF106", "several-uses", severity=Severity.WARNING, since="0.1.0", argument=True)
def several_uses(ctx: RuleContext) -> Findings:
    r"""One environment has more than one `\uses`.

    ## Why is this bad?

    leanblueprint reads one `\uses` of an environment, the last that is in no item of a list, and ignores the others
    without a warning. argcheck reads all of them.

    ## Example

    ```tex
    \begin{lemma} \label{lem:a} $f$ is bounded. \end{lemma}
    \begin{lemma} \label{lem:b} $f$ is smooth. \end{lemma}
    \begin{theorem} \label{thm:c} \uses{lem:a} \uses{lem:b} $f$ is constant. \end{theorem}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:a} $f$ is bounded. \end{lemma}
    \begin{lemma} \label{lem:b} $f$ is smooth. \end{lemma}
    \begin{theorem} \label{thm:c} \uses{lem:a, lem:b} $f$ is constant. \end{theorem}
    ```

    ## Limits

    - A `\uses` in the statement and one in its proof stand in two environments, and are right.
    """
    for problem in ctx.graph.problems:
        if problem.kind == "several-uses":
            yield ctx.report(problem.span, problem.message, help=problem.help)
