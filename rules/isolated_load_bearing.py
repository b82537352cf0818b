"""ARG011: all support of a declared conclusion passes through a claim that only one reading of the text knows."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule(
    "ARG011",
    "isolated-load-bearing",
    severity=Severity.NOTE,
    since="0.1.0",
    needs=Needs.TEXT,
    preview=True,
    argument=True,
)
def isolated_load_bearing(ctx: RuleContext) -> Findings:
    r"""All support of a declared conclusion passes through a claim that only one reading of the text knows.

    ## Why is this bad?

    Readings of one text (annotations, structure, prose, models) confirm each other. A claim that only one of them
    has may be a misreading.

    ## Example

    ```tex
    \argclaim{cl:step}{Nine days matter} \uses{tab:dates}.
    % argcheck: conclusion id=cl:main uses=cl:step
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

    - Reads annotations (`% argcheck:` comments, argcheck.sty, `\uses`) and the readings of structure and prose.
    - One finding for each conclusion, at the claim nearest to it.
    - Preview: with annotations alone nearly every claim has one reading, so the rule needs several runs. It found
      all of 22 planted cases; an author would have acted on none.
    """
    g = ctx.graph
    for goal in g.conclusions:
        cut = [] if g.is_statement(goal) else [node for node in g.cut(goal) if node.sort == "sentence"]
        alone = [(node, (g.full.find(node.id) or node).run_ids) for node in reversed(cut)]
        node, runs = next((item for item in alone if len(item[1]) == 1), (None, ()))
        if node is not None:
            message = (
                f"{g.name(node)} carries the main claim {g.name(goal)}, and only the run '{runs[0]}' knows it"
            )
            related = g.along(g.route(node, goal))
            yield ctx.report(
                g.anchor(node), message, help="read it again, or support it twice", related=related
            )
