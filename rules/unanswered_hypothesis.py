"""ARG014: a hypothesis or research question is declared and never taken up again."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule(
    "ARG014",
    "unanswered-hypothesis",
    severity=Severity.WARNING,
    since="0.1.0",
    stage="submission",
    preview=True,
    needs=Needs.WORDS | Needs.MACROS,
    everywhere=True,
    argument=True,
)
def unanswered_hypothesis(ctx: RuleContext) -> Findings:
    r"""A hypothesis or research question is declared and never taken up again.

    ## Why is this bad?

    The introduction makes a promise, and readers do not learn whether the question was dropped or forgotten.

    ## Example

    ```tex
    \section{Introduction}
    \begin{itemize}
      \item[RQ1] How fast do the leaves fall?
      \item[RQ2] Does the species matter?
    \end{itemize}
    \section{Results}
    On RQ1: within nine days.
    ```

    ## Use instead

    ```tex
    \section{Introduction}
    \begin{itemize}
      \item[RQ1] How fast do the leaves fall?
      \item[RQ2] Does the species matter?
    \end{itemize}
    \section{Results}
    On RQ1: within nine days. On RQ2: it does not.
    ```

    ## Limits

    - An annotated hypothesis (`% argcheck: hypothesis id=...`) is reported if nothing bears on it and no reference
      names it.
    - Names such as RQ2, H1 or "Hypothesis 3" at the head of a paragraph or an item are reported if no later section
      names them; not if none of the numbered questions is named again: the document answers them in other ways.
    """
    g = ctx.graph
    touched = {end for edge in g.graph.edges for end in (edge.source, edge.target)}
    named = ctx.manuscript.referenced
    for node in g.claims:
        alone = node.id not in touched and g.is_idle(node)
        if node.role == "hypothesis" and alone and not named & {node.id, *node.aliases}:
            message = f"nothing bears on the hypothesis {g.name(node)}"
            advice = "say what speaks for or against it (`% argcheck: supports ...`, `attacks ...`)"
            yield ctx.report(g.anchor(node), message, help=advice)
    for question in g.unanswered_questions():
        message = f"{question.name} is announced here and never taken up again"
        yield ctx.report(question.span, message, help=f"answer it, and name it there: {question.name}")
