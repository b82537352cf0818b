r"""REF105: a proof with `\uses` refers to a result that `\uses` does not name."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("REF105", "reference-without-uses", severity=Severity.NOTE, since="0.1.0", argument=True)
def reference_without_uses(ctx: RuleContext) -> Findings:
    r"""A proof with `\uses` refers to a result that `\uses` does not name.

    ## Why is this bad?

    The dependency graph lacks an edge that the printed proof has, so plans based on it are wrong.

    ## Example

    ```tex
    \begin{lemma} \label{lem:a} $f$ is bounded. \end{lemma}
    \begin{lemma} \label{lem:b} $f$ is smooth. \end{lemma}
    \begin{theorem} \label{thm:c} $f$ is constant. \end{theorem}
    \begin{proof} \uses{lem:b} By \ref{lem:a} and \ref{lem:b}. \end{proof}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:a} $f$ is bounded. \end{lemma}
    \begin{lemma} \label{lem:b} $f$ is smooth. \end{lemma}
    \begin{theorem} \label{thm:c} $f$ is constant. \end{theorem}
    \begin{proof} \uses{lem:a, lem:b} By \ref{lem:a} and \ref{lem:b}. \end{proof}
    ```

    ## Limits

    - Reads `\uses` and references, in proofs that have a `\uses` themselves.
    - Not reported: a result that is used by way of another one, or that comes later than the proof; and one that
      the proof only mentions: another one stands in its place, its proof is repeated, it is compared.
    """
    g = ctx.graph
    for name, place in g.undeclared_uses():
        message = f"the proof refers to '{name}', which its \\uses does not name"
        yield ctx.report(place, message, help=f"add {name} to the \\uses of this proof")
