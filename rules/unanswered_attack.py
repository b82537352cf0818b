"""ARG010: counterevidence is stated and nothing answers it."""

from argcheck.api import Findings, Needs, Related, RuleContext, Severity, rule


@rule(
    "ARG010", "unanswered-attack", severity=Severity.WARNING, since="0.1.0", needs=Needs.TEXT, argument=True
)
def unanswered_attack(ctx: RuleContext) -> Findings:
    r"""Counterevidence is stated, and nothing answers it.

    ## Why is this bad?

    Readers remember an objection that the manuscript raises and does not answer.

    ## Example

    ```tex
    \section{Results}
    % argcheck: counterevidence id=ce:rain uses=cite:rain
    % argcheck: attacks cl:main
    In wet years the order is reversed.
    % argcheck: conclusion id=cl:main uses=tab:dates,tab:sugar
    Vineyards above the river ripen first.
    \begin{table} \caption{Dates.} \label{tab:dates} \end{table}
    \begin{table} \caption{Sugar.} \label{tab:sugar} \end{table}
    \begin{thebibliography}{9} \bibitem{rain} A. Smith, Rain, 1998. \end{thebibliography}
    ```

    ## Use instead

    ```tex
    \section{Results}
    % argcheck: counterevidence id=ce:rain uses=cite:rain
    % argcheck: attacks cl:main
    In wet years the order is reversed.
    % argcheck: claim id=cl:wet uses=tab:wet
    % argcheck: attacks ce:rain
    The order holds in the wet years of our sample.
    % argcheck: conclusion id=cl:main uses=tab:dates,tab:sugar
    Vineyards above the river ripen first.
    \begin{table} \caption{Dates.} \label{tab:dates} \end{table}
    \begin{table} \caption{Sugar.} \label{tab:sugar} \end{table}
    \begin{table} \caption{Wet years.} \label{tab:wet} \end{table}
    \begin{thebibliography}{9} \bibitem{rain} A. Smith, Rain, 1998. \end{thebibliography}
    ```

    ## Limits

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - A limitation that the author admits, evidence against a hypothesis, and what speaks against a limitation or
      against counterevidence need no answer.
    - If the attacked claim feeds a conclusion, only defeated-but-feeding is reported.
    """
    g = ctx.graph
    nodes = g.graph.nodes
    covered = {carried.node.id for carried in g.defeated}
    attacking = {edge.source for edge in g.attacks}
    seen: set[str] = set()
    for edge in g.attacks:
        source, target = nodes[edge.source], nodes[edge.target]
        met = g.labels[source.id] <= 0 or g.is_refuted(target) or target.id in covered or source.id in seen
        spared = source.role == "limitation" or target.role in ("hypothesis", "limitation", "counterevidence")
        if met or spared or target.id in attacking:
            continue
        seen.add(source.id)
        main = "the main claim " if target.declared else ""
        message = f"nothing answers {g.name(source)}, which attacks {main}{g.name(target)}"
        advice = "answer it (`% argcheck: attacks ...` at the answer), or mark it as a limitation"
        yield ctx.report(
            g.anchor(source), message, help=advice, related=[Related(g.anchor(target), "attacked")]
        )
