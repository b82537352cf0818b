"""REF103: a proof stands where there is nothing that it could prove."""

import re

from argcheck.api import Findings, Needs, RuleContext, Severity, Span, rule

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_NEAR = 1_000  # characters before a proof in which the end of its statement stands
_OWING = re.compile(r"\\(?:leanok|mathlibok|notready|lean|uses)(?![A-Za-z])")
_TELLS = re.compile(
    r"def|d[ée]f|rem|bem|anm|not|conv|konv|обозн|опр|зам", re.IGNORECASE
)  # titles of what tells, and claims nothing
_END = re.compile(r"\\end\s*\{([^{}]*)\}\Z")


@rule(
    "REF103",
    "proof-of-nothing",
    severity=Severity.WARNING,
    since="0.1.0",
    preview=True,
    needs=Needs.TEXT,
    argument=True,
)
def proof_of_nothing(ctx: RuleContext) -> Findings:
    r"""A proof stands where there is nothing that it could prove.

    ## Why is this bad?

    A reader takes a proof to be of the result above it. Here there is none, or only a definition or
    a remark, so nobody knows what is proved.

    ## Example

    ```tex
    \begin{definition} A map is tame if it is bounded. \end{definition}
    \begin{proof} By compactness. \end{proof}
    \begin{theorem} \label{thm:a} All is tame. \end{theorem}
    ```

    ## Use instead

    ```tex
    \begin{definition} A map is tame if it is bounded. \end{definition}
    \begin{theorem} \label{thm:a} All is tame. \end{theorem}
    \begin{proof} By compactness. \end{proof}
    ```

    ## Limits

    Rests on the form of the document: environments, `\proves` and `\proofof`, titles of proofs,
    references. Said of a proof with no result before it, and without a title or `\proves` that
    names one. Silent in documents without any theorem-like environment, about a proof whose
    title says in words what it proves, and in a section whose own title does. In a blueprint a proof
    right behind a definition that says what its declaration owes (`\leanok`, `\uses`) is none, nor is one right behind an
    example or a fact. In preview: of 18 findings in two texts that others wrote, all were proofs of examples or of a sentence before them.
    """
    g = ctx.graph
    if not any(True for _ in g.results()):
        return
    for proof in g.layout.proofs.values():
        environment = g.environment(proof)
        if proof.of or proof.how == "proves" or environment.option:
            continue
        if _is_behind_statement(ctx, environment.span):
            continue
        if not g.layout.proof_section(environment.span):
            advice = "put it behind what it proves, or name that: \\begin{proof}[Proof of \\ref{...}]"
            yield ctx.report(
                environment.begin, "there is no result that this could be the proof of", help=advice
            )


def _is_behind_statement(ctx: RuleContext, proof: Span) -> bool:
    r"""Whether a proof stands right behind a statement that needs none and may have one.

    An example or a fact states what can be proved; a definition or a remark does only if the proof says what its
    declaration owes (``\leanok``).
    """
    text = ctx.manuscript.files[proof.path].text
    before = text[max(0, proof.start - _NEAR) : proof.start]
    ended = _END.search(_COMMENT.sub("", before).rstrip())
    if ended is None:
        return False
    title = ctx.manuscript.theorem_kinds.get(ended[1].removesuffix("*"))
    if title is None:
        return False
    return not _TELLS.match(title) or _OWING.search(text, proof.start, proof.end) is not None
