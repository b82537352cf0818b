"""REF108: an annotation names something that does not exist."""

from argcheck.api import Findings, Needs, RuleContext, Severity, Unchecked, rule

_TEXT = Needs.WORDS | Needs.CITATIONS | Needs.REFERENCES | Needs.LABELS


@rule("REF108", "unknown-id", severity=Severity.ERROR, since="0.1.0", needs=_TEXT, argument=True)
def unknown_id(ctx: RuleContext) -> Findings:
    r"""An annotation names something that does not exist.

    ## Why is this bad?

    The intended edge is missing from the graph, and every check that needs it is wrong.

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

    - Ids are labels, ids of annotations, and `cite:key`.
    - Held back while a file is missing that may define the id: a file of the text for labels, a bibliography for
      `cite:key`, and a file of the preamble, whose macros may set labels, for names that are an argument of a
      macro.
    """
    problems = [problem for problem in ctx.graph.problems if problem.kind == "unknown-id"]
    macros, works = (ctx.missing(need) if problems else () for need in (Needs.MACROS, Needs.BIBLIOGRAPHY))
    names = [ctx.source(problem.span).strip("\"'") for problem in problems]
    elsewhere = ctx.manuscript.named_elsewhere(set(names)) if macros else frozenset()
    held: list[Unchecked] = []
    for name, problem in zip(names, problems, strict=True):
        lacking = works if name.startswith("cite:") else macros if name in elsewhere else ()
        held += lacking
        if not lacking:
            yield ctx.report(problem.span, problem.message, help=problem.help)
    yield from dict.fromkeys(held)
