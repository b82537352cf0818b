"""SRC009: a verdict on what has changed since."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("SRC009", "stale-verdict", severity=Severity.NOTE, since="0.1.0")
def stale_verdict(ctx: RuleContext) -> Findings:
    r"""The entry or the text changed since a verdict was made.

    ## Why is this bad?

    The verdict may no longer hold. A corrected fault is still on record, and a new one is not.

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

    - Reads the verdicts that `argcheck verify` stored in `.argcheck/verdicts.jsonl`, and looks nothing up.
    - Of an entry, the fields that identify the work count (authors, title, year, venue, volume, pages,
      identifiers); notes, files and the key do not.
    - Of a sentence, only verdicts on whether the source says so: if the sentence changed and one beside it did not,
      or the other way round. A new sentence is not stale.
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
