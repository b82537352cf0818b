"""SRC011: a line of the verdict file that cannot be used."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("SRC011", "damaged-verdict", severity=Severity.WARNING, since="0.1.0")
def damaged_verdict(ctx: RuleContext) -> Findings:
    r"""A line of the verdict file cannot be used.

    ## Why is this bad?

    What was verified there is lost, and the checks that rest on it are silent. Causes are an unfinished merge, a
    file of a later version of argcheck, and lines written by hand or by another tool. The message names the field
    and its possible values.

    ## Example

    ```tex
    Roast pig was found by chance~\cite{lamb2001}.
    \bibliography{refs}
    % file: refs.bib
    @article{lamb2001, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    <<<<<<< HEAD
    {"checked": "2026-05-01", "cited_as": "lamb2001", "key": "v1:1", "kind": "entry", "outcome": "accessible", "version": 1, "work": "doi:10.5555/pig"}
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

    - Each line stands for itself: all others are used.
    - `argcheck verify` and `argcheck verdicts` keep the damaged line, at the end of the file. Mend it, or delete it
      and run `argcheck verify` again.
    - Other spellings that are clear are accepted: a page as a number, a number in quotes, `Not checkable`.
    """
    for problem in ctx.verdicts.problems:
        advice = "mend the line (`argcheck schema verdicts` prints what it may hold) or delete it, and run `argcheck verify`"
        yield ctx.report(problem.span, problem.message, help=advice)
