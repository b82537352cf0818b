"""ARG003: no support of a declared conclusion begins anywhere."""

from argcheck.api import Findings, Needs, RuleContext, Severity, rule


@rule(
    "ARG003",
    "unreachable-conclusion",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.TEXT,
    argument=True,
)
def unreachable_conclusion(ctx: RuleContext) -> Findings:
    r"""No support of a declared conclusion begins anywhere.

    ## Why is this bad?

    Readers take the conclusion home. If no chain leads to it from a source, a float, a proof or a given, the
    manuscript states it without an argument.

    ## Example

    ```tex
    \section{Results}
    % argcheck: conclusion id=cl:main
    Vineyards above the river ripen first.
    ```

    ## Use instead

    ```tex
    \section{Results}
    % argcheck: evidence id=ev:dates uses=tab:dates
    Ripening dates differ by nine days.
    % argcheck: conclusion id=cl:main uses=ev:dates
    Vineyards above the river ripen first.
    \begin{table} \caption{Dates.} \label{tab:dates} \end{table}
    ```

    ## Limits

    - Reads annotations only (`% argcheck:` comments, argcheck.sty, `\uses`).
    - Each conclusion that the author declares (`conclusion`, `root`) is checked by itself, if it is a sentence: a
      theorem has its proof.
    - Of premises that are needed together (`uses=a+b`, a proof) each must begin somewhere; methods, context and
      limitations need not.
    - If the chain breaks at a claim with a finding of its own (orphan-claim, circular-support,
      refuted-but-feeding), only that is reported.
    """
    g = ctx.graph
    for goal in g.conclusions:
        if g.is_statement(goal) or goal.open or g.is_refuted(goal) or not g.is_common(goal):
            continue
        if not g.into(goal):
            message = f"nothing supports the main claim {g.name(goal)}"
        elif not g.reached(goal, assumed=True):
            message = (
                f"no support of the main claim {g.name(goal)} begins at a source, a float or anything given"
            )
        elif not g.standings.could_stand(goal, assumed=True):
            missing = [
                g.name(n)
                for n in g.standings.lacking(goal)
                if n.id not in g.fallen and n.kind != "assumption"
            ]
            named = f": nothing supports {', '.join(missing)}" if missing else ""
            message = f"no support of the main claim {g.name(goal)} has all premises that it needs{named}"
        else:
            continue
        advice = "say what it rests on: `% argcheck: uses some-id` before the sentence"
        yield ctx.report(g.anchor(goal), message, help=advice, related=g.along(g.into(goal)))
