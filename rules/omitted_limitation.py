"""PRV002: a paragraph leaves out a limitation of its source that matters to it."""

from argcheck.api import Findings, RuleContext, Severity, rule


@rule("PRV002", "omitted-limitation", severity=Severity.NOTE, since="0.1.0", preview=True)
def omitted_limitation(ctx: RuleContext) -> Findings:
    r"""A paragraph leaves out a limitation of its source that matters to it.

    ## Why is this bad?

    A finding without its limits reads stronger than its author wrote it.

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
    Salt doubles the crackling of one breed \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "compared": {"claims": [{"claim": "Salt doubles the crackling.", "span": "Salt doubles the crackling", "supported": true}, {"claim": "Salted crackling keeps for a year.", "span": "keeps for a year", "supported": false}], "coverage": [1, 2], "omitted": [{"claim": "Nine pigs of one breed were roasted.", "line": 0, "page": 4, "quote": "We roasted nine pigs of one breed."}]}, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "claims", "version": "1"}, "key": "v1:1", "kind": "mention", "searched": "full", "sentence": "s1:0668e7bc14dd90bbada4af3ce73702fc", "stage": "claims", "verdict": "pointed", "version": 1, "work": "doi:10.5555/pig"}
    ```

    ## Limits

    - Replays what `argcheck verify --llm --claims` stored: limitations that the source states in the words shown,
      and that a model holds for relevant to the citing paragraph (0.7 or more of 1) and not mentioned in it.
    - Not reported if the sentence, its neighbours or the entry changed since.
    - Preview: what matters is a judgement, and a model's.
    """
    for mention, verdict in ctx.verdicts.compared:
        omitted = verdict.more["compared"]["omitted"] if ctx.verdicts.unanswered(verdict, "omitted") else ()
        for item in omitted:
            place = f"p. {item['page']}" if item["page"] else f"line {item['line']}"
            message = f"the paragraph leaves out a limitation of '{mention.key}': {item['claim']}"
            quote = f': "{item["quote"]}"' if item["quote"] else ""
            yield ctx.report(mention.citation.span, message, help=place + quote)
