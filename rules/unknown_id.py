"""REF108: an annotation names something that does not exist."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule

_TEXT = Needs.WORDS | Needs.CITATIONS | Needs.REFERENCES | Needs.LABELS


@rule("REF108", "unknown-id", severity=Severity.ERROR, since="0.1.0", needs=_TEXT, argument=True)
def unknown_id(ctx: RuleContext) -> Findings:
    r"""An annotation names something that does not exist.

    ## Why is this bad?

    The edge that the author meant is missing from the graph, and each check that needs it is wrong.

    ## Example

    ```tex
    \begin{lemma} \label{lem:bound} $f$ is bounded. \end{lemma}
    \begin{theorem} \label{thm:c} \uses{lem:bond} $f$ is constant. \end{theorem}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:bound} $f$ is bounded. \end{lemma}
    \begin{theorem} \label{thm:c} \uses{lem:bound} $f$ is constant. \end{theorem}
    ```

    ## Limits

    Rests on the annotations and macros of the author. Ids are labels, ids of annotations, and
    `cite:key`. Held back while a file of the text is missing, since the label may be in it; while one of the preamble
    is, whose macros may set labels, for names that are an argument of a macro somewhere.
    """
    problems = [problem for problem in ctx.graph.problems if problem.kind == "unknown-id"]
    withheld = list(ctx.missing(Needs.MACROS)) if problems else []
    names = [ctx.manuscript.files[path].text[start:end] for path, start, end in (p.span for p in problems)]
    elsewhere = ctx.manuscript.named_elsewhere(set(names)) if withheld else frozenset()
    for name, problem in zip(names, problems, strict=True):
        if name not in elsewhere:
            yield ctx.report(problem.span, problem.message, help=problem.help)
    if not elsewhere.isdisjoint(names):
        yield from withheld
