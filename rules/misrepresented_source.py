"""MIS003: the source does not say what the sentence says that it says."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._miscited import findings


@rule("MIS003", "misrepresented-source", severity=Severity.WARNING, since="0.1.0")
def misrepresented_source(ctx: RuleContext) -> Findings:
    r"""The source does not say what the sentence says it does.

    ## Why is this bad?

    The sentence has no support, and the first reviewer who knows the source will notice.

    ## Example

    ```tex
    Salt spoils the crackling \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "content", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source found the contrary", "searched": "full", "sentence": "s1:ae0a1c2798f18096c52872a379d29726", "spans": [{"page": "3", "quote": "Salt doubled the crackling in each of nine trials."}], "stage": "model", "subtype": "contradicted", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "Salt doubles the crackling."}
    ```

    ## Use instead

    ```tex
    Salt doubles the crackling \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"checked": "2026-05-01", "cited_as": "pig", "class": "content", "confidence": 0.8, "entry": "e1:9beead8855389ad93aeb9aee0369fe06", "judge": {"model": "tiny", "name": "funnel", "version": "1"}, "key": "v1:1", "kind": "mention", "reason": "the source found the contrary", "searched": "full", "sentence": "s1:ae0a1c2798f18096c52872a379d29726", "spans": [{"page": "3", "quote": "Salt doubled the crackling in each of nine trials."}], "stage": "model", "subtype": "contradicted", "verdict": "miscited", "version": 1, "work": "doi:10.5555/pig", "would_support": "Salt doubles the crackling."}
    ```

    ## Limits

    - Replays the verdict of a language model that `argcheck verify --llm` stored in `.argcheck/verdicts.jsonl`,
      with its confidence and the words it rests on, which the source has verbatim.
    - A model can be wrong: read the passage before you act, and answer with `argcheck verdicts dispute` if it is.
    - That something is absent from a source is never concluded from its abstract.
    - Not reported if the sentence, its neighbours or the entry changed since, or if the work was retracted or is
      unknown.
    """
    return findings(ctx, "content", "the source does not say this")
