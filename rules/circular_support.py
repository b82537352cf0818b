"""ARG002: a claim is supported by itself, through others."""

from argcheck.api import Findings, RuleContext, Severity, rule

_SHOWN = 6  #: most claims of a circle that the message names


@rule("ARG002", "circular-support", severity=Severity.ERROR, since="0.1.0", argument=True)
def circular_support(ctx: RuleContext) -> Findings:
    r"""A claim is supported by itself, through others.

    ## Why is this bad?

    Each step may be sound, but the circle as a whole is supported by nothing.

    ## Example

    ```tex
    \begin{lemma} \label{lem:a} \uses{lem:b} All is bounded. \end{lemma}
    \begin{lemma} \label{lem:b} \uses{lem:a} All is finite. \end{lemma}
    ```

    ## Use instead

    ```tex
    \begin{lemma} \label{lem:a} All is bounded. \end{lemma}
    \begin{lemma} \label{lem:b} \uses{lem:a} All is finite. \end{lemma}
    ```

    ## Limits

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`). References in proofs do not count: a
      proof may mention what comes later.
    - One finding for each group of connected circles, with a shortest circle, at the step that makes an earlier
      claim rest on a later one.
    """
    g = ctx.graph
    nodes = g.graph.nodes
    for circle in g.circles:
        edge = g.backward(circle)
        start = circle.index(edge)
        round_ = [*circle[start:], *circle[:start]]
        names = [g.name(nodes[edge.target]) for edge in round_]
        if len(round_) == 1:
            message = f"{names[0]} is said to rest on itself"
        else:
            shown = names if len(names) <= _SHOWN else [*names[: _SHOWN - 1], "...", names[-1]]
            message = f"{names[0]} rests on itself: it feeds " + ", which feeds ".join([*shown[1:], names[0]])
        advice = "take one of these steps away, or prove it without the others"
        yield ctx.report(g.step(edge), message, help=advice, related=g.along(round_))
