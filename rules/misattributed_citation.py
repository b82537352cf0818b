"""MIS001: the source credits somebody else with what the sentence takes from it."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._miscited import findings


@rule("MIS001", "misattributed-citation", severity=Severity.WARNING, since="0.1.0")
def misattributed_citation(ctx: RuleContext) -> Findings:
    r"""The source credits somebody else with what the sentence takes from it.

    ## Why is this bad?

    The reader does not find the author of the idea in the reference, and that author gets no credit.

    ## Example

    ```tex
    Crackling needs salt \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "attribution", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source credits another work with this", "searched": "full", "sentence": "s1:f70e4735e1fde05579c34c9b169950b2", "spans": [{"page": "3", "quote": "Hog (1990) found that crackling needs salt."}], "stage": "model", "subtype": "author-misattribution", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "As Hog found, crackling needs salt."}
    ```

    ## Use instead

    ```tex
    As Hog found, crackling needs salt \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "attribution", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source credits another work with this", "searched": "full", "sentence": "s1:f70e4735e1fde05579c34c9b169950b2", "spans": [{"page": "3", "quote": "Hog (1990) found that crackling needs salt."}], "stage": "model", "subtype": "author-misattribution", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "As Hog found, crackling needs salt."}
    ```

    ## Limits

    - Replays the verdict of a language model that `argcheck verify --llm` stored in `.argcheck/verdicts.jsonl`,
      with its confidence and the words it rests on, which the source has verbatim.
    - A model can be wrong: read the passage before you act, and answer with `argcheck verdicts dispute` if it is.
    - Not reported if the sentence, its neighbours or the entry changed since, or if the work was retracted or is
      unknown.
    """
    return findings(ctx, "attribution", "the source credits somebody else with this")
