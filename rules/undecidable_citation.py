"""MIS007: whether the source says so could not be decided."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("MIS007", "undecidable-citation", severity=Severity.NOTE, since="0.1.0", preview=True)
def undecidable_citation(ctx: RuleContext) -> Findings:
    r"""It could not be decided whether the source says what the sentence says it does.

    ## Why is this bad?

    It is not: an abstention accuses nobody. It lists the citations that are left to compare by hand.

    ## Example

    ```tex
    Salt doubles the crackling \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"abstained": "split", "checked": "2026-05-01", "cited_as": "pig", "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the samples do not agree (supported 2, miscited 2, undecidable 1)", "searched": "full", "sentence": "s1:4848d22d9385f4e756a7b25c1de1edfd", "stage": "model", "verdict": "undecidable", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    Salt doubles the crackling \cite[p.~3]{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    ```

    ## Limits

    - Replays abstentions that `argcheck verify --llm` stored, each with its reason.
    - Preview for good, since few authors want such a list in every run: select the rule by name.
    """
    for mention, verdict in ctx.verdicts.undecided:
        if verdict.more.get("abstained") != "tainted":
            yield ctx.report(
                mention.citation.span,
                f"'{mention.key}': not decided whether the source says so: {verdict.reason}",
            )
