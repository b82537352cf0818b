"""PRV001: a claim of a citing sentence has no counterpart in the source."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("PRV001", "unsupported-claim", severity=Severity.WARNING, since="0.1.0", preview=True)
def unsupported_claim(ctx: RuleContext) -> Findings:
    r"""A claim of a citing sentence has no counterpart in the source.

    ## Why is this bad?

    A sentence often makes two claims and cites one source. Readers look for the second one in vain.

    ## Example

    ```tex
    Salt doubles the crackling and keeps for a year \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "compared": {"claims": [{"claim": "Salt doubles the crackling.", "span": "Salt doubles the crackling", "supported": true}, {"claim": "Salted crackling keeps for a year.", "span": "keeps for a year", "supported": false}], "coverage": [1, 2], "omitted": [{"claim": "Nine pigs of one breed were roasted.", "line": 0, "page": 4, "quote": "We roasted nine pigs of one breed."}]}, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "claims", "version": "1"}, "key": "v1:1", "kind": "mention", "searched": "full", "sentence": "s1:0668e7bc14dd90bbada4af3ce73702fc", "stage": "claims", "verdict": "pointed", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    Salt doubles the crackling \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "compared": {"claims": [{"claim": "Salt doubles the crackling.", "span": "Salt doubles the crackling", "supported": true}, {"claim": "Salted crackling keeps for a year.", "span": "keeps for a year", "supported": false}], "coverage": [1, 2], "omitted": [{"claim": "Nine pigs of one breed were roasted.", "line": 0, "page": 4, "quote": "We roasted nine pigs of one breed."}]}, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "claims", "version": "1"}, "key": "v1:1", "kind": "mention", "searched": "full", "sentence": "s1:0668e7bc14dd90bbada4af3ce73702fc", "stage": "claims", "verdict": "pointed", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Limits

    - Replays what `argcheck verify --llm --claims` stored: the claims into which a model split the sentence, and
      those of the source's passages that it matched with them.
    - Reported only if the whole text of the source was read; even then a claim may stand in a passage that was not
      among the nearest.
    - Of a sentence with several citations, a claim is compared with the source whose citation ends or opens its
      clause, and with none if that is not plain. Sources that are cited side by side answer for each other; if one
      of them was not compared, nothing is reported.
    - Not reported if the sentence, its neighbours or the entry changed since.
    - Preview: it rests on a model alone, and how often it is right depends on the model.
    """
    for mention, verdict, claim in ctx.verdicts.unmatched:
        if ctx.verdicts.unanswered(verdict, "unsupported"):
            message = f"the source '{mention.key}' has no claim that matches this: {claim['claim']}"
            yield ctx.report(mention.citation.span, message, help=f'in the sentence: "{claim["span"]}"')
