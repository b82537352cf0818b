"""REF107: a proof uses a result that is stated later."""

from argcheck.api import Findings, Related, RuleContext, Severity, rule


@rule("REF107", "forward-reference", severity=Severity.NOTE, since="0.1.0", preview=True, argument=True)
def forward_reference(ctx: RuleContext) -> Findings:
    r"""A proof uses a result that is stated later.

    ## Why is this bad?

    A reader who follows the order of the text meets a step that he cannot check yet, and nothing
    but care keeps such steps from closing a circle.

    ## Example

    ```tex
    \begin{theorem} \label{thm:a} $f$ is constant. \end{theorem}
    \begin{proof} By Lemma~\ref{lem:b}. \end{proof}
    \begin{lemma} \label{lem:b} $f$ is bounded. \end{lemma}
    \begin{proof} Clear. \end{proof}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:b} $f$ is bounded. \end{lemma}
    \begin{proof} Clear. \end{proof}
    \begin{theorem} \label{thm:a} $f$ is constant. \end{theorem}
    \begin{proof} By Lemma~\ref{lem:b}. \end{proof}
    ```

    ## Limits

    Rests on references and `\uses` in proofs. Only of theorem-like statements, and one finding for
    each proof and result. Preview: to postpone a technical lemma is a matter of taste, and authors who do
    so mean to; a later result that in its turn rests on this one is a case for circular-support.
    """
    g = ctx.graph
    for name, place, stated in g.forward_uses():
        related = [Related(g.place(stated), "stated here")]
        message = f"this proof uses '{name}', which is stated later"
        yield ctx.report(
            place, message, help="state it first, or say that it is proved below", related=related
        )
