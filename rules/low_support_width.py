"""ARG005: a declared conclusion has fewer independent routes of support than it should."""

from argcheck.api import Findings, Needs, Option, Related, RuleContext, Severity, rule


@rule(
    "ARG005",
    "low-support-width",
    severity=Severity.NOTE,
    since="0.1.0",
    needs=Needs.TEXT,
    preview=True,
    options={"threshold": Option(2, "the width that will do")},
    argument=True,
)
def low_support_width(ctx: RuleContext) -> Findings:
    r"""A declared conclusion has fewer independent routes of support than it should.

    ## Why is this bad?

    Where all support passes through one claim, that claim decides: if it falls, nothing is left.
    The width is the fewest claims that must fall for the conclusion to fall: the number of routes to it
    that have no claim in common, where each of them is enough; less where premises are needed together.

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

    Preview, for authors who ask for a width (`extend-select = ["low-support-width"]`): many an honest
    conclusion rests on one measurement, and its author will not add a second.  Rests on what the author
    annotates (`% argcheck:` comments, argcheck.sty, `\uses`). Only of conclusions that are sentences: a
    theorem needs all that its proof uses, and two proofs are no duty. `threshold` (2) is the width that
    will do. Routes through what is refuted, and through a claim whose sources do not say so, do not
    count, and the finding gives the width with them first: `2 -> 1`. Where nothing else is left,
    refuted-but-feeding says so alone. Claims whose own lack of support is another finding count.
    """
    g = ctx.graph
    threshold = ctx.options["threshold"]
    fallen = {node.id for node in (*g.refuted, *g.unsupported_by_verdict)}
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
