"""SRC010: verdicts that disagree, with each other or with an author."""

from argcheck.api import Findings, RuleContext, Severity, rule, shortened

from ._verdicts import standing

_MATTERS = {
    "ghost": "in no index",
    "mismatch": "another work",
    "metadata": "at odds with its record",
    "secondary": "a review",
    "concern": "under concern",
}


@rule("SRC010", "disputed-verdict", severity=Severity.WARNING, since="0.1.0")
def disputed_verdict(ctx: RuleContext) -> Findings:
    r"""Two verdicts on one thing disagree, or an author disputes one.

    ## Why is this bad?

    One of the two is wrong, and the findings depend on which is used. Merging branches that verified on different
    days leaves such pairs.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
    {"checked": "2026-04-01", "cited_as": "lamb2001", "key": "v1:2", "kind": "entry", "outcome": "ghost", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Limits

    - Reads the verdicts that `argcheck verify` stored in `.argcheck/verdicts.jsonl`, and looks nothing up.
    - The later verdict is used; of two of one day, the one that finds no fault.
    - No disagreement: an index that knows less than another one, or a notice that was published in between.
    - A verdict that the author disputes is a note with the author's reason, in place of the finding.
    """
    for disagreement in ctx.verdicts.disagreements:
        pair = f"{standing(disagreement.used)} ({disagreement.used.checked}), {standing(disagreement.other)} ({disagreement.other.checked})"
        message = f"two verdicts on '{disagreement.used.cited_as}' disagree: {pair}"
        advice = (
            "the first is used; `argcheck verify` asks again, `argcheck verdicts prune` takes the other out"
        )
        yield ctx.report(disagreement.span, message, help=advice)
    for claim in ctx.verdicts.disputes:
        what = _MATTERS.get(claim.matter, claim.matter)
        message = (
            f"the author disputes that '{claim.verdict.cited_as}' is {what}: {shortened(claim.answer.reason)}"
        )
        advice = "`argcheck verdicts show` has the verdict and the answer"
        yield ctx.report(claim.span, message, help=advice, note=True)
