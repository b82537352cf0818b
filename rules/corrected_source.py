"""SRC004: a cited work that was corrected."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._verdicts import answering, mentions, noticed, published


@rule("SRC004", "corrected-source", severity=Severity.NOTE, since="0.1.0")
def corrected_source(ctx: RuleContext) -> Findings:
    r"""A correction to a cited work was published.

    ## Why is this bad?

    The correction may concern what is cited: a number, a figure, an author.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "notices": [{"date": "2003-04-05", "doi": "10.5555/pig.n", "reason": "", "status": "corrected"}], "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
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
    - A note, since most corrections change little; `argcheck verdicts accept KEY REASON` records that the author
      looked.
    - A work that was retracted as well is reported as retracted-source only.
    """
    for entry, notice in noticed(ctx, "corrected"):
        link = f" (https://doi.org/{notice.doi})" if notice.doi else ""
        advice = f"see whether it changes what is cited{link}; {answering(entry)}"
        message = f"a correction to the work '{entry.key}' was published{published(notice)}"
        yield ctx.report(entry.key_span, message, help=advice, related=mentions(ctx, entry))
