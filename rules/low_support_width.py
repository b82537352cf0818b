"""ARG005: a declared conclusion has fewer independent routes of support than it should."""

from argcheck.api import Findings, Needs, Option, Related, RuleContext, Severity, rule


@rule(
    "ARG005",
    "low-support-width",
    severity=Severity.NOTE,
    since="0.1.0",
    needs=Needs.TEXT,
    preview=True,
    options={"threshold": Option(2, "the least width that is enough")},
    argument=True,
)
def low_support_width(ctx: RuleContext) -> Findings:
    r"""A declared conclusion has fewer independent routes of support than it should.

    ## Why is this bad?

    If all support passes through one claim and it falls, nothing is left. The width is the fewest claims that must
    fall for the conclusion to fall: the number of routes to it that share no claim, if each of them is enough;
    less, if premises are needed together.

    ## Example

    ```tex
    \section{Results}
    % argcheck: conclusion id=cl:main uses=tab:dates
    Vineyards above the river ripen first.
    \begin{table} \caption{Dates.} \label{tab:dates} \end{table}
    ```

    ## Use instead

    ```tex
    \section{Results}
    % argcheck: conclusion id=cl:main uses=tab:dates,tab:sugar
    Vineyards above the river ripen first.
    \begin{table} \caption{Dates.} \label{tab:dates} \end{table}
    \begin{table} \caption{Sugar.} \label{tab:sugar} \end{table}
    ```

    ## Limits

    - Preview, for authors who ask for a width (`extend-select = ["low-support-width"]`): many an honest conclusion
      rests on one measurement.
    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - Only conclusions that are sentences: a theorem needs all that its proof uses, and two proofs are no duty.
    - `threshold` (2) is the least width that is enough.
    - Routes through what is refuted, or through a claim that its sources do not state, do not count; the finding
      gives the width with and without them (`2 -> 1`). If no other route is left, only refuted-but-feeding is
      reported.
    - Claims that lack support themselves count as routes: they have findings of their own.
    """
    g = ctx.graph
    threshold = ctx.options["threshold"]
    fallen = g.fallen
    for goal in g.conclusions:
        if g.is_statement(goal) or goal.open or g.is_refuted(goal) or not g.into(goal):
            continue
        least, needed = g.refuting(goal, fallen)
        if not 0 < least < threshold:
            continue
        routes = g.routes(goal, without=fallen)
        before = g.width(goal) if fallen else least
        width = f"{before} -> {least}" if before > least else f"{before}"
        shown = " <- ".join(g.name(g.graph.nodes[name]) for name in reversed(routes[0]))
        if least < len(routes):
            shown = f"it falls with {' and '.join(map(g.name, needed))}"
        message = (
            f"the main claim {g.name(goal)} has support of width {width}, less than {threshold}: {shown}"
        )
        begin = [Related(g.anchor(g.graph.nodes[path[0]]), "a route begins here") for path in routes]
        yield ctx.report(g.anchor(goal), message, help="add support that does not pass there", related=begin)
