"""MIS005: the sentence makes more of the evidence than the source does."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._miscited import findings


@rule("MIS005", "overstated-evidence", severity=Severity.WARNING, since="0.1.0")
def overstated_evidence(ctx: RuleContext) -> Findings:
    r"""The sentence makes more of the evidence than the source does.

    ## Why is this bad?

    Reviewers look for such overstatement: a correlation as a cause, a trend as a proof.

    ## Example

    ```tex
    Salt causes crackling \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "characterisation", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source reports a correlation", "searched": "full", "sentence": "s1:b5131ff238c91dfadf7db419cf90d0bb", "spans": [{"page": "3", "quote": "Saltier skins tended to crackle more."}], "stage": "model", "subtype": "correlation-as-causation", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "Saltier skins crackle more."}
    ```

    ## Use instead

    ```tex
    Saltier skins crackle more \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "characterisation", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source reports a correlation", "searched": "full", "sentence": "s1:b5131ff238c91dfadf7db419cf90d0bb", "spans": [{"page": "3", "quote": "Saltier skins tended to crackle more."}], "stage": "model", "subtype": "correlation-as-causation", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "Saltier skins crackle more."}
    ```

    ## Limits

    - Replays the verdict of a language model that `argcheck verify --llm` stored in `.argcheck/verdicts.jsonl`,
      with its confidence and the words it rests on, which the source has verbatim.
    - A model can be wrong: read the passage before you act, and answer with `argcheck verdicts dispute` if it is.
    - Not reported if the sentence, its neighbours or the entry changed since, or if the work was retracted or is
      unknown.
    """
    return findings(ctx, "characterisation", "the evidence of the source is weaker than this")
