"""MIS008: words in quotation marks do not stand so in the source."""

from argcheck.api import Findings, RuleContext, Severity, rule, shortened

_SHOWN = 3


@rule("MIS008", "misquoted-source", severity=Severity.WARNING, since="0.1.0", preview=True)
def misquoted_source(ctx: RuleContext) -> Findings:
    r"""Words in quotation marks differ from those of the source that is cited for them.

    ## Why is this bad?

    A quotation promises the exact words of the source, and readers quote on from it.

    ## Example

    ```tex
    Lamb found that ``the odds are about even'' \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"changes": [["even", "fifty-fifty"]], "checked": "2026-05-01", "cited_as": "pig", "judge": {"name": "quotations", "version": "1"}, "key": "v1:1", "kind": "quotation", "outcome": "differs", "searched": "full", "sentence": "s1:8d243e496b128d6709d0dffc8bfd5264", "spans": [{"page": "4", "quote": "the odds are about fifty-fifty"}], "version": 1, "words": "q1:8472078b9954e3e6f0fe6eb9c6c51895", "work": "doi:10.5555/pig"}
    ```

    ## Use instead

    ```tex
    Lamb found that ``the odds are about fifty-fifty'' \cite{pig}.
    \bibliography{refs}
    % file: refs.bib
    @article{pig, author = {Lamb, C.}, title = {Roast pig}, journal = {Essays}, year = 2001, doi = {10.5555/pig}}
    % file: .argcheck/verdicts.jsonl
    {"changes": [["even", "fifty-fifty"]], "checked": "2026-05-01", "cited_as": "pig", "judge": {"name": "quotations", "version": "1"}, "key": "v1:1", "kind": "quotation", "outcome": "differs", "searched": "full", "sentence": "s1:8d243e496b128d6709d0dffc8bfd5264", "spans": [{"page": "4", "quote": "the odds are about fifty-fifty"}], "version": 1, "words": "q1:8472078b9954e3e6f0fe6eb9c6c51895", "work": "doi:10.5555/pig"}
    ```

    ## Limits

    - Replays what `argcheck verify` found when the text of the source was at hand, and reads no source itself.
    - Letters and digits are compared; blanks, hyphens at line ends, capitals, punctuation and footnote marks are
      not. An ellipsis or a bracket stands for any words.
    - Reported only if the whole text of every source that may be meant was read and has a passage that is plainly
      the quoted one. A quotation without such a passage may be a translation or a term: only `argcheck citations
      --quotations` lists it.
    - Not reported if the sentence or the quotation changed since.
    - Preview: six quotations in documents of others were compared, which is too few for a rate; none is reported
      wrongly today.
    """
    for quotation, verdict in ctx.verdicts.misquoted:
        differing = "; ".join(
            f'"{shortened(ours)}" here, "{shortened(theirs)}" there' if ours and theirs
            else f'"{shortened(ours)}" is not there' if ours
            else f'"{shortened(theirs)}" is left out'
            for ours, theirs in verdict.changes[:_SHOWN]
        )  # fmt: skip
        how = f": {differing}" if differing else ""
        span = next(iter(verdict.spans), None)
        place = span.place if span and span.place else "the source"
        yield ctx.report(
            quotation.span,
            f"the source '{verdict.cited_as}' is quoted otherwise than it reads{how}",
            help=f'{place}: "{span.quote}"' if span and span.quote else f"compare {place}",
        )
