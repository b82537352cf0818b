"""ARG018: what is known of a conclusion and of what it rests on gives it less trust than it should have."""

from argcheck.api import Findings, Needs, Option, RuleContext, Severity, rule


@rule(
    "ARG018",
    "low-trust-conclusion",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.TEXT,
    preview=True,
    options={"threshold": Option(0.0, "the least trust that is enough, from 0 to 1; 0 reports nothing")},
    argument=True,
)
def low_trust_conclusion(ctx: RuleContext) -> Findings:
    r"""A conclusion has less trust than the threshold, given what is known of it and of what it rests on.

    ## Why is this bad?

    Trust goes from claim to claim: a conclusion is trusted no more than the claims that lead to it and the steps
    between them. `argcheck score` prints how it is computed, and what would raise it.

    ## Example

    ```tex
    \begin{abstract}
    % argcheck: hypothesis id=hyp:wind uses=cl:wind
    We ask whether dunes move faster in strong wind.
    \end{abstract}
    \section{Results}
    % argcheck: result id=cl:wind
    Dunes move faster in strong wind.
    \section{Conclusion}
    % argcheck: conclusion id=con:wind uses=cl:wind
    Wind decides how fast dunes move.
    % file: .argcheck/metrics.csv
    id,metric,value,reason
    cl:wind,credibility,0.3,one winter only
    con:wind,credibility,0.4,wider than what was measured
    % file: argcheck.toml
    [rules.low-trust-conclusion]
    threshold = 0.5
    ```

    ## Use instead

    ```tex
    \begin{abstract}
    % argcheck: hypothesis id=hyp:wind uses=cl:wind
    We ask whether dunes move faster in strong wind.
    \end{abstract}
    \section{Results}
    % argcheck: result id=cl:wind
    Dunes move faster in strong wind.
    \section{Conclusion}
    % argcheck: conclusion id=con:wind uses=cl:wind
    In two winters wind decided how fast dunes moved.
    % file: .argcheck/metrics.csv
    id,metric,value,reason
    cl:wind,credibility,0.9,two winters and two teams
    con:wind,credibility,0.9,no wider than what was measured
    % file: argcheck.toml
    [rules.low-trust-conclusion]
    threshold = 0.5
    ```

    ## Limits

    - Preview, and silent until a `threshold` is set: how much trust is enough is for the author to say.
    - Only conclusions that a declared hypothesis or question reaches and of which some metric is known. Verdicts
      and structure give a conclusion none; `.argcheck/metrics.csv` can.
    - docs/scoring.md says how trust is computed, and how little it ranked papers.
    """
    threshold = ctx.options["threshold"]
    if threshold <= 0 or ctx.trust is None:
        return
    for goal, trust in ctx.trust.conclusions:
        if trust < threshold:
            name = ctx.graph.name(goal)
            message = f"the conclusion {name} has trust {trust:.2f}, less than {threshold:g}"
            yield ctx.report(
                ctx.graph.anchor(goal), message, help="`argcheck score` says what would raise it"
            )
