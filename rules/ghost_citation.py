"""SRC001: a cited work that no index knows."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._verdicts import indexes, judged, listed, mentions


@rule("SRC001", "ghost-citation", severity=Severity.ERROR, since="0.1.0")
def ghost_citation(ctx: RuleContext) -> Findings:
    r"""A cited work is in no index that was asked.

    ## Why is this bad?

    The reader cannot find the work, and perhaps nobody can. A misremembered title, two papers run into one, and a
    reference that a program made up all look like this.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"asked": [["crossref", "absent"], ["openalex", "absent"]], "checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "ghost", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    Roast pig was found by chance~\cite{lamb1822}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb1822, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 1822, doi = {10.5555/essays.8}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "accessible", "version": 1, "work": "doi:10.5555/essays.8"}
    ```

    ## Limits

    - Reads the verdicts that `argcheck verify` stored in `.argcheck/verdicts.jsonl`, and looks nothing up.
    - Reported only if every index answered and none has the work; if an index could not be asked, it is an
      unknown-source.
    - Old books, reports, software and web pages are often in no index: if the work exists, `argcheck verdicts
      dispute KEY REASON` records that.
    - Not reported if the entry changed since the verdict (stale-verdict).
    - One finding for each work, at its first entry.
    - Such a source supports nothing: refuted-but-feeding names the conclusions that rest on it.
    """
    for entry, verdict in judged(ctx, "ghost"):
        if ctx.verdicts.stale(verdict, entry):
            continue
        asked = indexes(verdict, "absent")
        where = f": {listed(asked)} do{'es' * (len(asked) == 1)} not have it" if asked else ""
        message = f"no index that was asked on {verdict.checked} knows the work '{entry.key}'{where}"
        advice = (
            "compare authors, title and year with the work itself; if it exists, say so by "
            f"`argcheck verdicts dispute {entry.key} REASON`"
        )
        yield ctx.report(entry.key_span, message, help=advice, related=mentions(ctx, entry))
