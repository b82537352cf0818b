"""MIS004: the sentence applies a conclusion beyond what the source studied."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._miscited import findings


@rule("MIS004", "overextended-source", severity=Severity.WARNING, since="0.1.0")
def overextended_source(ctx: RuleContext) -> Findings:
    r"""The sentence applies a conclusion beyond what the source studied.

    ## Why is this bad?

    What holds for one population, setting or task need not hold for another.

    ## Example

    ```tex
    Salt doubles the crackling of all meat \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "scope", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source studied nine pigs of one breed", "searched": "full", "sentence": "s1:41f7c5f93f1d897b7b4901cfc7028d6a", "spans": [{"page": "3", "quote": "In nine pigs of one breed, salt doubled the crackling."}], "stage": "model", "subtype": "overgeneralised", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "Salt doubles the crackling of one breed of pig."}
    ```

    ## Use instead

    ```tex
    Salt doubles the crackling of one breed of pig \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "scope", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source studied nine pigs of one breed", "searched": "full", "sentence": "s1:41f7c5f93f1d897b7b4901cfc7028d6a", "spans": [{"page": "3", "quote": "In nine pigs of one breed, salt doubled the crackling."}], "stage": "model", "subtype": "overgeneralised", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "Salt doubles the crackling of one breed of pig."}
    ```

    ## Limits

    - Replays the verdict of a language model that `argcheck verify --llm` stored in `.argcheck/verdicts.jsonl`,
      with its confidence and the words it rests on, which the source has verbatim.
    - A model can be wrong: read the passage before you act, and answer with `argcheck verdicts dispute` if it is.
    - Not reported if the sentence, its neighbours or the entry changed since, or if the work was retracted or is
      unknown.
    """
    return findings(ctx, "scope", "the source does not reach so far")
