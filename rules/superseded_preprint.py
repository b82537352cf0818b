"""SRC006: a preprint that has been published since."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._verdicts import judged, mentions


@rule("SRC006", "superseded-preprint", severity=Severity.NOTE, since="0.1.0", stage="submission")
def superseded_preprint(ctx: RuleContext) -> Findings:
    r"""A cited preprint has been published since, or a cited work has a later version.

    ## Why is this bad?

    The published version went through review and may differ. Readers look for it, and many journals ask for it.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @misc{lamb2001, author = {Lamb, C.}, title = {Roast pig}, eprint = {2001.00001}, archiveprefix = {arXiv}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "accessible", "published_as": "doi:10.5555/essays.8", "version": 1, "work": "doi:10.5555/pig"}
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
    - Some authors cite the preprint on purpose, since it says more: `argcheck verdicts accept KEY REASON` records
      that.
    """
    for entry, verdict in judged(ctx, "superseded"):
        if verdict.fallen:
            continue
        if verdict.published_as:
            message = f"'{entry.key}' is a preprint that has been published since: {verdict.published_as}"
        else:
            message = f"'{entry.key}' has a later version: {verdict.superseded_by}"
        advice = f"cite that one, or keep this by `argcheck verdicts accept {entry.key} REASON`"
        yield ctx.report(entry.key_span, message, help=advice, related=mentions(ctx, entry))
