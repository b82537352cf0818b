"""ARG013: annotated evidence supports nothing."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule(
    "ARG013",
    "unused-evidence",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.TEXT,
    everywhere=True,
    argument=True,
)
def unused_evidence(ctx: RuleContext) -> Findings:
    r"""Annotated evidence supports nothing.

    ## Why is this bad?

    A claim lacks its link to the evidence, or the evidence is left over from an older argument.

    ## Example

    ```tex
    \section{Results}
    % argcheck: evidence id=ev:dates uses=tab:dates
    Ripening dates differ by nine days.
    % argcheck: conclusion id=cl:main uses=tab:sugar,tab:dates
    Vineyards above the river ripen first.
    \begin{table} \caption{Dates.} \label{tab:dates} \end{table}
    \begin{table} \caption{Sugar.} \label{tab:sugar} \end{table}
    ```

    ## Use instead

    ```tex
    \section{Results}
    % argcheck: evidence id=ev:dates uses=tab:dates
    Ripening dates differ by nine days.
    % argcheck: conclusion id=cl:main uses=tab:sugar,ev:dates
    Vineyards above the river ripen first.
    \begin{table} \caption{Dates.} \label{tab:dates} \end{table}
    \begin{table} \caption{Sugar.} \label{tab:sugar} \end{table}
    ```

    ## Limits

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - Reported is `evidence` and `counterevidence` that neither supports nor attacks anything, if the document
      relates claims at all. Cited works, figures and tables may stand for themselves.
    """
    g = ctx.graph
    if not any(g.into(node) for node in (*g.claims, *g.conclusions)):
        return
    for node in g.claims:
        if (
            g.is_idle(node)
            and node.role in ("evidence", "counterevidence")
            and not g.is_refuted(node)
            and not node.declared
        ):
            advice = "name it where it is used (`% argcheck: uses ...`), or take it away"
            yield ctx.report(g.anchor(node), f"the {node.role} {g.name(node)} bears on nothing", help=advice)
