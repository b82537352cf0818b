"""SRC003: a cited work with an expression of concern."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._verdicts import answering, mentions, noticed, published


@rule("SRC003", "concern", severity=Severity.WARNING, since="0.1.0")
def concern(ctx: RuleContext) -> Findings:
    r"""A publisher has expressed concern about a cited work.

    ## Why is this bad?

    The publisher doubts the work and has not decided yet. What rests on it may not stand.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "notices": [{"date": "2003-04-05", "doi": "10.5555/pig.n", "reason": "the number of pigs is doubted", "status": "concern"}], "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
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
    - `argcheck verdicts accept KEY REASON` records that the author knows, and silences the finding.
    - A work that was retracted since is reported as retracted-source instead.
    - A concern refutes nothing: claims that rest on the work keep their support.
    """
    for entry, notice in noticed(ctx, "concern"):
        link = f"the notice is https://doi.org/{notice.doi}; " if notice.doi else ""
        advice = f"{link}read it before you rest a claim on this work; {answering(entry)}"
        message = f"an expression of concern about the work '{entry.key}' was published{published(notice)}"
        yield ctx.report(entry.key_span, message, help=advice, related=mentions(ctx, entry))
