"""REF103: a proof stands where there is nothing that it could prove."""

from bisect import bisect

from argcheck.api import Findings, Manuscript, Needs, RuleContext, Severity, Span, rule

#: Macros that say what a declaration of a blueprint owes.
_OWING = (r"\leanok", r"\mathlibok", r"\notready", r"\lean", r"\uses")
#: How the titles begin of what tells, and claims nothing.
_TELLS = ("def", "déf", "rem", "bem", "anm", "not", "conv", "konv", "обозн", "опр", "зам")


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
    m = ctx.manuscript
    ended = sorted((other.span.path, other.span.end, other.name) for other in m.environments)
    for proof in g.layout.proofs.values():
        environment = g.environment(proof)
        if proof.of or proof.how == "proves" or environment.option:
            continue
        if _is_behind_statement(m, ended, environment.span):
            continue
        if not g.layout.proof_section(environment.span):
            advice = "put it behind what it proves, or name that: \\begin{proof}[Proof of \\ref{...}]"
            yield ctx.report(
                environment.begin, "there is no result that this could be the proof of", help=advice
            )


def _is_behind_statement(m: Manuscript, ended: list[tuple[str, int, str]], proof: Span) -> bool:
    r"""Whether a proof stands right behind a statement that needs none and may have one.

    An example or a fact states what can be proved; a definition or a remark does only if the proof says what its
    declaration owes (``\leanok``).

    :param ended: file, end and name of each environment, in order.
    """
    text = m.files[proof.path].text
    path, end, name = ended[bisect(ended, (proof.path, proof.start + 1, "")) - 1]
    if path != proof.path or end > proof.start or not _is_blank(text[end : proof.start]):
        return False
    title = m.theorem_kinds.get(name.removesuffix("*"))
    if title is None:
        return False
    return not title.lower().startswith(_TELLS) or any(owing in text[slice(*proof[1:])] for owing in _OWING)


def _is_blank(text: str) -> bool:
    """Whether a text holds nothing but comments."""
    return all(not line.strip() or line.lstrip().startswith("%") for line in text.split("\n"))
