"""REF101: a lemma is stated and nothing refers to it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Needs, Severity, in_any_language, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Argument, Diagnostic, Manuscript, RuleContext, Stated

#: Words for a lemma just stated, with a group if for several.
_JUST_STATED = r"\b(?:({statements.just-stated-several})|{statements.just-stated})\b"
_REACH = 8_000  # most characters between a lemma and words such as "the previous lemma"
_SEVERAL = 3  #: most lemmas that "the previous lemmas" may mean


@rule(
    "REF101",
    "unused-lemma",
    severity=Severity.NOTE,
    since="0.1.0",
    stage="submission",
    needs=Needs.REFERENCES | Needs.WORDS,
    everywhere=True,
    argument=True,
)
def unused_lemma(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A lemma is stated and nothing refers to it.

    ## Why is this bad?

    It is left over from an older proof, or used without a reference, and readers cannot tell which.

    ## Example

    ```tex
    \begin{lemma} \label{lem:bound} $f$ is bounded. \end{lemma}
    \begin{proof} Clear. \end{proof}
    \begin{theorem} \label{thm:main} $f$ is constant. \end{theorem}
    \begin{proof} Clear, since $f$ is bounded. \end{proof}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:bound} $f$ is bounded. \end{lemma}
    \begin{proof} Clear. \end{proof}
    \begin{theorem} \label{thm:main} $f$ is constant. \end{theorem}
    \begin{proof} Clear by Lemma~\ref{lem:bound}. \end{proof}
    ```

    ## Limits

    - Reads environments, `\proves` and `\proofof`, titles of proofs, and references.
    - Only labelled lemmas and sublemmas that are no declared conclusions: theorems, propositions and corollaries
      may be there for their own sake.

    A use is:
    - A reference to the lemma or to an equation inside it, from outside its own statement and proof. With
      `thm-restate`, whose proofs may be those of a restatement, any reference but in the title of a proof.
    - `\uses`, an annotation, or its name in the argument of an unknown macro.
    - Words behind it that mean it ("by the previous lemma").
    - A reference in another document that loads the labels of this one (`\externaldocument` of `xr`).
    """
    g, m = ctx.graph, ctx.manuscript
    used = g.used_statements()
    lost = [stated for stated in g.results() if stated.is_lemma and stated.labels and stated.id not in used]
    elsewhere: frozenset[str] = frozenset()
    if lost:
        elsewhere = m.named_elsewhere({name for stated in lost for name in stated.labels})
        elsewhere |= ctx.project.referred_to_outside(m.root, m.files)
    for stated in lost:
        node = g.graph.nodes.get(stated.id)
        kept = node is not None and (node.declared or g.is_refuted(node) or node.open)
        if "thm-restate" in m.packages:  # after a restatement, the statement of a proof is unclear
            kept = kept or any(r.name in stated.labels and not g.layout.in_title(r) for r in m.references)
        kept = kept or any(len(ctx.manuscript.labels_by_name[name]) > 1 for name in stated.labels)
        if not kept and not any(name in elsewhere for name in stated.labels) and not _in_words(g, m, stated):
            advice = f"refer to it where it is used: \\ref{{{stated.id}}}; or take it away"
            yield ctx.report(g.place(stated), f"nothing uses the {stated.kind} '{stated.id}'", help=advice)


def _in_words(g: Argument, m: Manuscript, stated: Stated) -> bool:
    """Whether the text after a lemma, without its own proof, names it in words, such as "the previous lemma"."""
    path, _, end = stated.span
    own = [proof.span for proof in g.layout.proofs_of.get(stated.id, ())]
    following = [
        other.span.start
        for other in g.layout.statements.values()
        if other.is_lemma and other.span.path == path and other.span.start >= end
    ]
    for match in in_any_language(_JUST_STATED).finditer(m.files[path].text[end : end + _REACH]):
        at = end + match.start()
        if any(span.path == path and span.start <= at < span.end for span in own):
            continue
        if sum(start < at for start in following) < (_SEVERAL if match.lastindex else 1):
            return True
    return False
