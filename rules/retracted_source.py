"""SRC002: a cited work that was retracted."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._verdicts import judged, mentions, published


@rule("SRC002", "retracted-source", severity=Severity.ERROR, since="0.1.0")
def retracted_source(ctx: RuleContext) -> Findings:
    r"""A cited work was retracted or withdrawn, and the text does not say so.

    ## Why is this bad?

    What the work says no longer stands. It misleads readers, and every work that rests on this one.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "notices": [{"date": "2003-04-05", "doi": "10.5555/pig.r", "reason": "the pig was never found", "status": "retracted"}], "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    The retracted study of Lamb~\cite{lamb2001} had it that roast pig was found by chance.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "notices": [{"date": "2003-04-05", "doi": "10.5555/pig.r", "reason": "the pig was never found", "status": "retracted"}], "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Limits

    - Reads the verdicts that `argcheck verify` stored in `.argcheck/verdicts.jsonl`, and looks nothing up; what the
      entry's own title says ("RETRACTED: ...") is retracted-by-title.
    - Not reported if a sentence that cites the work, or the one after it, says once that it was retracted (in
      English, French, German, Italian, Portuguese or Spanish).
    - One finding for each work, at its first entry.
    - Such a source supports nothing, whatever the text says of it: refuted-but-feeding names the conclusions that
      rest on it.
    """
    acknowledged = {id(mention.entry) for mention in ctx.verdicts.acknowledging}
    words = {"withdrawn": "withdrawn", "replaced": "retracted and replaced"}
    for entry, verdict in judged(ctx, "retracted"):
        notice = verdict.fallen
        if notice is None or id(entry) in acknowledged:
            continue
        link = f"the notice is https://doi.org/{notice.doi}; " if notice.doi else ""
        advice = f"{link}say in the text that it was, or rest the claim on another source"
        message = f"the work '{entry.key}' was {words.get(notice.status, 'retracted')}{published(notice)}"
        yield ctx.report(entry.key_span, message, help=advice, related=mentions(ctx, entry))
