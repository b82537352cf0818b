"""ARG009: a claim that an attack defeats still feeds a declared conclusion."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule(
    "ARG009",
    "defeated-but-feeding",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.TEXT,
    argument=True,
)
def defeated_but_feeding(ctx: RuleContext) -> Findings:
    r"""A claim that an attack defeats still feeds a declared conclusion.

    ## Why is this bad?

    The manuscript itself states what speaks against the claim and does not answer it. What rests on the claim falls
    with it.

    ## Example

    ```tex
    \section{Results}
    % argcheck: evidence id=ev:survey uses=cite:old
    The survey covers every house.
    % argcheck: counterevidence id=ce:gap uses=cite:new
    % argcheck: attacks ev:survey
    Two streets were left out.
    % argcheck: conclusion id=cl:main uses=ev:survey
    No house is older than the church.
    \begin{thebibliography}{9}
    \bibitem{old} A. Smith, Survey, 1998.
    \bibitem{new} B. Jones, Streets, 2020.
    \end{thebibliography}
    ```

    ## Use instead

    ```tex
    \section{Results}
    % argcheck: evidence id=ev:survey uses=cite:old
    The survey covers every house.
    % argcheck: counterevidence id=ce:gap uses=cite:new
    % argcheck: attacks ev:survey
    Two streets were left out.
    % argcheck: claim id=cl:gap uses=cite:new
    % argcheck: attacks ce:gap
    Both streets were built later.
    % argcheck: conclusion id=cl:main uses=ev:survey
    No house is older than the church.
    \begin{thebibliography}{9}
    \bibitem{old} A. Smith, Survey, 1998.
    \bibitem{new} B. Jones, Streets, 2020.
    \end{thebibliography}
    ```

    ## Limits

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - A claim is defeated if one of its attackers stands, and stands if all its attackers are defeated (grounded
      semantics). Two claims that attack each other are undecided, and not reported.
    - A limitation that only models read defeats nothing: an author who admits it narrows the claim.
    - The widths count the routes with and without all defeated claims.
    - One finding for each defeated claim, at the claim.
    """
    g = ctx.graph
    nodes = g.graph.nodes
    for carried in g.defeated:
        node, goal = carried.node, carried.conclusion
        attacks = [edge for edge in g.attackers(node) if g.labels[edge.source] > 0]
        by = ", ".join(g.name(nodes[edge.source]) for edge in attacks[:3])
        message = (
            f"{by} defeats {g.name(node)}, which feeds the main claim {g.name(goal)} "
            f"(width {carried.before} -> {carried.after})"
        )
        advice = "answer the attack (`% argcheck: attacks ...`), or take the claim away"
        yield ctx.report(
            g.anchor(node), message, help=advice, related=[*g.along(attacks), *g.along(carried.route)]
        )
