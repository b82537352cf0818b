"""ARG012: a declared conclusion rests on what is still open."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("ARG012", "open-feeds-conclusion", severity=Severity.WARNING, since="0.1.0", argument=True)
def open_feeds_conclusion(ctx: RuleContext) -> Findings:
    r"""A declared conclusion rests on what is still open.

    ## Why is this bad?

    A conjecture, an open question or a statement marked `\notready` is not established. The conclusion should state
    it as a condition.

    ## Example

    ```tex
    \begin{conjecture} \label{con:gap} There is no gap. \end{conjecture}
    \begin{theorem} \label{thm:main} All is filled. \end{theorem}
    \begin{proof} \uses{con:gap} By Conjecture~\ref{con:gap}. \end{proof}
    \argroot{thm:main}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:gap} There is no gap. \end{lemma}
    \begin{proof} Obvious. \end{proof}
    \begin{theorem} \label{thm:main} All is filled. \end{theorem}
    \begin{proof} \uses{lem:gap} By Lemma~\ref{lem:gap}. \end{proof}
    \argroot{thm:main}
    ```

    ## Limits

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - Open are environments of conjectures, questions and problems, what is marked `open`, and `\notready`.
    - Only conclusions that the author declares and that are not open themselves.
    - One finding for each open claim, at the claim.
    """
    g = ctx.graph
    for node in g.graph.nodes.values():
        if not node.open or g.is_refuted(node):
            continue
        goals = (goal for goal in g.conclusions if not goal.open and not g.is_refuted(goal))
        goal = next(iter(g.resting_on(node, goals)), None)
        if goal is not None:
            message = f"the main claim {g.name(goal)} rests on {g.name(node)}, which is open"
            related = g.along(g.route(node, goal))
            yield ctx.report(
                g.anchor(node), message, help="settle it, or state it as a condition", related=related
            )
