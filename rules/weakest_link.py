"""ARG019: the best path from a hypothesis to a conclusion has a step of little confidence."""

from argcheck.api import Findings, Needs, Option, Related, RuleContext, Severity, rule


@rule(
    "ARG019",
    "weakest-link",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.TEXT,
    preview=True,
    options={"threshold": Option(0.0, "the least confidence that is enough, from 0 to 1; 0 reports nothing")},
    argument=True,
)
def weakest_link(ctx: RuleContext) -> Findings:
    r"""The best path from a hypothesis to a conclusion has a step with low confidence.

    ## Why is this bad?

    Readers who follow the best path have to take this step. Its confidence depends on the quality of both claims,
    on how usual such a step is, and on how much its two sentences have in common.

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
    % argcheck: conclusion id=con:villages uses=cl:wind
    Villages should be moved.
    % file: argcheck.toml
    [rules.weakest-link]
    threshold = 0.6
    % file: .argcheck/metrics.csv
    id,metric,value,reason
    hyp:wind,relevance,0.9,asked for by the villages
    cl:wind,credibility,0.9,two winters
    con:villages,credibility,0.1,nobody asked the villagers
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
    We conclude that dunes move faster in strong wind.
    % file: argcheck.toml
    [rules.weakest-link]
    threshold = 0.6
    % file: .argcheck/metrics.csv
    id,metric,value,reason
    hyp:wind,relevance,0.9,asked for by the villages
    cl:wind,credibility,0.9,two winters
    con:wind,credibility,0.9,as measured
    ```

    ## Limits

    - Preview, and silent until a `threshold` is set.
    - One finding for each document, at the claim that the step leads to.
    - Steps between claims of which nothing is known have the confidence 0.5, whatever they say.
    - docs/scoring.md says how confidence is computed.
    """
    threshold = ctx.options["threshold"]
    if threshold <= 0 or ctx.trust is None:
        return
    g = ctx.graph
    parent, child, confidence = ctx.trust.weakest_step
    if confidence >= threshold:
        return
    path = " -> ".join(map(g.name, ctx.trust.best_path))
    message = (
        f"the step from {g.name(parent)} to {g.name(child)} has confidence {confidence:.2f}, less than {threshold:g},"
        f" on the best path {path}"
    )
    related = [Related(g.anchor(parent), "the step begins here")]
    yield ctx.report(
        g.anchor(child),
        message,
        help="give it more support, or `argcheck score` for what would raise it",
        related=related,
    )
