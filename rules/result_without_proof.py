"""REF102: a theorem, lemma or proposition has no proof."""

from argcheck.api import Findings, Needs, Option, RuleContext, Severity, rule

_PROVED = ("theorem", "lemma", "propos", "satz", "théorème", "lemme")
_ENOUGH = 3


@rule(
    "REF102",
    "result-without-proof",
    severity=Severity.WARNING,
    since="0.1.0",
    preview=True,
    stage="submission",
    needs=Needs.TEXT,
    everywhere=True,
    options={
        "share": Option(
            0.05, "with a larger share of results without proof, the document leaves them out on purpose"
        )
    },
    argument=True,
)
def result_without_proof(ctx: RuleContext) -> Findings:
    r"""A theorem, lemma or proposition has no proof.

    ## Why is this bad?

    In a document that proves what it states, a result without a proof is one that was forgotten, or
    moved away with its file.

    ## Example

    ```tex
    \begin{lemma} \label{lem:a} $f$ is bounded. \end{lemma}
    \begin{theorem} \label{thm:a} $f$ is constant. \end{theorem}
    \begin{proof} By Lemma~\ref{lem:a}. \end{proof}
    \begin{theorem} \label{thm:b} $g$ is constant. \end{theorem}
    \begin{proof} As before. \end{proof}
    \begin{theorem} \label{thm:c} $h$ is constant. \end{theorem}
    \begin{proof} As before. \end{proof}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:a} $f$ is bounded. \end{lemma}
    \begin{proof} By compactness. \end{proof}
    \begin{theorem} \label{thm:a} $f$ is constant. \end{theorem}
    \begin{proof} By Lemma~\ref{lem:a}. \end{proof}
    \begin{theorem} \label{thm:b} $g$ is constant. \end{theorem}
    \begin{proof} As before. \end{proof}
    \begin{theorem} \label{thm:c} $h$ is constant. \end{theorem}
    \begin{proof} As before. \end{proof}
    ```

    ## Limits

    Rests on the form of the document: environments, `\proves` and `\proofof`, titles of proofs,
    references. Said only where three results are proved, and where a proof is lacking once or in no
    more than one of twenty (`share`): a document with more leaves proofs out on purpose. A result
    that cites a source, that has a title such as "Gauss, 1801", that ends in its own \qedsymbol,
    that follows or precedes a passage that speaks of its proof, that follows a paragraph which cites a source, that is `given` or `open`, or that
    `\leanok` and its kin mark as proved elsewhere, needs none. Corollaries, claims, facts and
    observations never do. In a blueprint, which keeps count of its proofs itself (`\leanok`, `\notready`), it is a note.

    In preview: of three findings on documents that others wrote, all were proved by the sentence before them or by what had been said.
    """
    g = ctx.graph
    owing = [stated for stated in g.results() if any(word in stated.kind for word in _PROVED)]
    bare = [stated for stated in owing if stated.id not in g.layout.proofs_of]
    if len(owing) - len(bare) < _ENOUGH:
        return
    lacking = [stated for stated in bare if not g.excused(stated)]
    if len(lacking) > max(1, ctx.options["share"] * len(owing)):
        return
    blueprint = any(node.flags for node in g.graph.nodes.values())
    for stated in lacking:
        advice = "prove it, cite who did, or mark it `% argcheck: given`"
        diagnostic = ctx.report(
            g.place(stated), f"the {stated.kind} {g.called(stated)} has no proof", help=advice
        )
        yield diagnostic._replace(severity=Severity.NOTE) if blueprint else diagnostic
