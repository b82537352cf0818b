"""MIS002: the source is no evidence of its own for what the sentence takes from it."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._miscited import findings


@rule("MIS002", "unfit-source", severity=Severity.WARNING, since="0.1.0")
def unfit_source(ctx: RuleContext) -> Findings:
    r"""The source has no evidence of its own for what the sentence takes from it.

    ## Why is this bad?

    A review that only repeats a finding adds no evidence, and repeats its mistakes: one study looks like two.

    ## Example

    ```tex
    Salt doubles the crackling \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "validity", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source reports the finding of others", "searched": "full", "sentence": "s1:4848d22d9385f4e756a7b25c1de1edfd", "spans": [{"page": "3", "quote": "In a review of earlier trials, salt was said to double the crackling."}], "stage": "model", "subtype": "secondary-source", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "A review reports that salt doubles the crackling."}
    ```

    ## Use instead

    ```tex
    A review reports that salt doubles the crackling \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "validity", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source reports the finding of others", "searched": "full", "sentence": "s1:4848d22d9385f4e756a7b25c1de1edfd", "spans": [{"page": "3", "quote": "In a review of earlier trials, salt was said to double the crackling."}], "stage": "model", "subtype": "secondary-source", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "A review reports that salt doubles the crackling."}
    ```

    ## Limits

    - Replays the verdict of a language model that `argcheck verify --llm` stored in `.argcheck/verdicts.jsonl`,
      with its confidence and the words it rests on, which the source has verbatim.
    - A model can be wrong: read the passage before you act, and answer with `argcheck verdicts dispute` if it is.
    - Not reported if the sentence, its neighbours or the entry changed since, or if the work was retracted or is
      unknown.
    """
    return findings(ctx, "validity", "the source is not fit to serve as evidence for this")
