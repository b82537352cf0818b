r"""REF104: `\uses` in a proof names a result that the words of the proof do not refer to."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("REF104", "uses-without-reference", severity=Severity.NOTE, since="0.1.0", preview=True, argument=True)
def uses_without_reference(ctx: RuleContext) -> Findings:
    r"""`\uses` in a proof names a result that the words of the proof do not refer to.

    ## Why is this bad?

    The graph says one thing and the printed text another: the reader of the paper does not learn on
    what this step rests.

    ## Example

    ```tex
    \begin{lemma} \label{lem:a} $f$ is bounded. \end{lemma}
    \begin{theorem} \label{thm:b} $f$ is constant. \end{theorem}
    \begin{proof} \uses{lem:a} Clear, since $f$ is bounded. \end{proof}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:a} $f$ is bounded. \end{lemma}
    \begin{theorem} \label{thm:b} $f$ is constant. \end{theorem}
    \begin{proof} \uses{lem:a} Clear, since $f$ is bounded by Lemma~\ref{lem:a}. \end{proof}
    ```

    ## Limits

    Rests on `\uses` and on references. Definitions are left out, and so are proofs that speak of "the
    preceding lemma" or the like. Preview: blueprints name what is obvious in `\uses` only, and mean to; of
    the findings on a published one all were true, and its authors would have acted on none.
    """
    g = ctx.graph
    for name, place in g.unreferenced_uses():
        yield ctx.report(
            place, f"the proof uses '{name}' and does not refer to it", help=f"refer to it: \\ref{{{name}}}"
        )
