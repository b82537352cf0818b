"""ARG016: all support of a declared conclusion begins at assumptions."""

from argcheck.api import Findings, Needs, Related, RuleContext, Severity, rule


@rule(
    "ARG016",
    "assumption-only-support",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.TEXT,
    argument=True,
)
def assumption_only_support(ctx: RuleContext) -> Findings:
    r"""All support of a declared conclusion begins at assumptions.

    ## Why is this bad?

    What follows from assumptions alone holds only under them. The conclusion should say so, or some of them should
    be shown.

    ## Example

    ```tex
    \section{Results}
    % argcheck: assumption id=as:flat
    The field is flat.
    % argcheck: conclusion id=cl:main uses=as:flat
    Water spreads evenly.
    ```

    ## Use instead

    ```tex
    \section{Results}
    % argcheck: assumption id=as:flat
    The field is flat.
    % argcheck: conclusion id=cl:main uses=as:flat,tab:water
    Water spreads evenly.
    \begin{table} \caption{Water.} \label{tab:water} \end{table}
    % argcheck: ignore[low-support-width] one field
    ```

    ## Limits

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - Declared conclusions that are sentences; a theorem is proved under its assumptions anyway.
    - A claim upstream with a finding of its own (orphan-claim, circular-support) is the only finding.
    """
    g = ctx.graph
    for goal in g.conclusions:
        if (
            g.is_statement(goal)
            or goal.open
            or g.is_refuted(goal)
            or not g.is_common(goal)
            or not g.into(goal)
        ):
            continue
        if g.reached(goal) or not g.reached(goal, assumed=True):
            continue
        assumed = [
            g.graph.nodes[name] for name in g.upstream(goal) if g.graph.nodes[name].kind == "assumption"
        ]
        assumed.sort(key=g.anchor)
        names = ", ".join(g.name(node) for node in assumed[:3])
        message = f"the main claim {g.name(goal)} rests on assumptions only: {names}"
        related = [Related(g.anchor(node), "assumed here") for node in assumed]
        yield ctx.report(
            g.anchor(goal), message, help="show one of them, or make the claim conditional", related=related
        )
