"""MIS006: the text of a source speaks to language models."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("MIS006", "tainted-source", severity=Severity.WARNING, since="0.1.0")
def tainted_source(ctx: RuleContext) -> Findings:
    r"""The text of a source misleads the language model that reads it.

    ## Why is this bad?

    Each request to the model includes test sentences whose verdict is known. With passages of this source the model
    got one of them wrong each time, and without them right: they seem to contain text written for machines, such as
    "ignore your instructions". Nothing that a model says of these passages can be trusted.

    ## Example

    ```tex
    Salt doubles the crackling \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"abstained": "tainted", "checked": "2026-05-01", "cited_as": "pig", "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "with these passages before it the model misjudges a sentence whose verdict is certain, and without them not", "searched": "full", "sentence": "s1:4848d22d9385f4e756a7b25c1de1edfd", "stage": "guard", "verdict": "undecidable", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    Salt doubles the crackling \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    ```

    ## Limits

    - Replays what `argcheck verify --llm` stored.
    - A model that misjudges the test sentences anyway taints no source; an unsteady one may do so by chance: answer
      with `argcheck verdicts dispute`.
    - One finding for each work, at its first mention. Its citations are undecidable, not miscited.
    """
    told: set[str] = set()
    for mention, verdict in ctx.verdicts.undecided:
        if verdict.work not in told and ctx.verdicts.unanswered(verdict, "tainted"):
            told.add(verdict.work)
            advice = "get the text from its publisher and verify again; no verdict of a model on it is kept"
            yield ctx.report(mention.citation.span, f"'{mention.key}': {verdict.reason}", help=advice)
