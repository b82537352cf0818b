"""SRC009: a verdict on what has changed since."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("SRC009", "stale-verdict", severity=Severity.NOTE, since="0.1.0")
def stale_verdict(ctx: RuleContext) -> Findings:
    r"""A verdict was made when the entry or the text was another.

    ## Why is this bad?

    What was found then may not hold of what stands there now. A fault that was mended is still on record,
    and a new one is not.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "lamb2001", "entry": "e1:0", "key": "v1:1", "kind": "entry", "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
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

    Speaks of what `argcheck verify` wrote into `.argcheck/verdicts.jsonl`, and asks nobody. Fields that
    say which work is meant count (authors, title, year, venue, volume, pages, identifiers), not notes,
    files or the key. Of sentences only where a source was found to say so, or not to: if the sentence
    changed and one beside it is as it was, or the other way round. A sentence that is new is not stale.
    """
    for outdated in ctx.verdicts.outdated:
        day = outdated.verdict.checked
        if outdated.changed == "entry":
            message = f"this entry has changed since it was checked on {day}"
        elif outdated.changed == "sentence":
            message = f"this sentence has changed since its citation was judged on {day}"
        else:
            message = f"the sentences beside this one have changed since its citation was judged on {day}"
        yield ctx.report(outdated.span, message, help="run `argcheck verify` again")
