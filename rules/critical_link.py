"""ARG006: all support of a declared conclusion passes through one claim."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule(
    "ARG006",
    "critical-link",
    severity=Severity.NOTE,
    since="0.1.0",
    needs=Needs.TEXT,
    preview=True,
    argument=True,
)
def critical_link(ctx: RuleContext) -> Findings:
    r"""All support of a declared conclusion passes through one claim.

    ## Why is this bad?

    A reviewer will attack that claim. It deserves the best evidence, or a second route around it.

    ## Example

    ```tex
    \section{Results}
    % argcheck: evidence id=ev:dates uses=tab:dates
    Ripening dates differ by nine days.
    % argcheck: conclusion id=cl:main uses=ev:dates
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

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - One finding for each conclusion: its claims are ranked by their distance to it, and the single links (bridges)
      are listed as related places.
    - Conclusions that are theorems are left out.
    - Preview: it says where an argument is thin, not that it is wrong; low-support-width says so of the whole
      conclusion.
    """
    g = ctx.graph
    for goal in g.conclusions:
        cut = (
            []
            if g.is_statement(goal)
            else [node for node in reversed(g.cut(goal)) if node.sort == "sentence"]
        )
        if cut:
            others = "".join(f", then {g.name(node)}" for node in cut[1:])
            message = f"all support of the main claim {g.name(goal)} passes through {g.name(cut[0])}{others}"
            related = g.along(g.bridges(goal)) or g.along(g.route(cut[-1], goal))
            yield ctx.report(
                g.anchor(cut[0]), message, help="add support that does not pass here", related=related
            )
