"""ARG001: an annotated claim rests on nothing."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule("ARG001", "orphan-claim", severity=Severity.WARNING, since="0.1.0", needs=Needs.TEXT, argument=True)
def orphan_claim(ctx: RuleContext) -> Findings:
    r"""An annotated claim rests on nothing.

    ## Why is this bad?

    An unsupported claim is an opinion, and so is all that is built on it.

    ## Example

    ```tex
    \section{Results}
    % argcheck: claim id=cl:cheap
    The new pipeline is the cheapest one in use.
    ```

    ## Use instead

    ```tex
    \section{Results}
    % argcheck: evidence id=ev:bill uses=tab:bill
    The bills of one year add up to 900 euros.
    % argcheck: claim id=cl:cheap uses=ev:bill
    The new pipeline is the cheapest one in use.
    \begin{table} \caption{Bills.} \label{tab:bill} \end{table}
    ```

    ## Limits

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - A citation, or a reference to a float or a theorem, in the sentence itself supports it.
    - Reported are claims, results, evidence and counterevidence; not hypotheses, methods, limitations, context,
      theorems, and what is `given` or `open`.
    - Of a chain, only the first link is reported.
    """
    g = ctx.graph
    for node in g.orphans:
        goal = next(iter(g.resting_on(node, g.conclusions)), None)
        rests = f"; the main claim {g.name(goal)} rests on it" if goal else ""
        advice = "say what it rests on (`% argcheck: uses some-id`), or mark it `given` or `open`"
        related = g.along(g.route(node, goal)) if goal else ()
        message = f"nothing supports the {node.role or 'claim'} {g.name(node)}{rests}"
        yield ctx.report(g.anchor(node), message, help=advice, related=related)
