r"""CIT012: a citation that is typed out where \cite should stand."""

from argcheck.api import Findings, Related, RuleContext, Severity, rule


@rule("CIT012", "plain-text-citation", severity=Severity.WARNING, since="0.1.0", preview=True)
def plain_text_citation(ctx: RuleContext) -> Findings:
    r"""A citation is typed out where `\cite` should stand.

    ## Why is this bad?

    A typed "[12]" points at another work as soon as a reference is added, and a typed "(Smith et al., 2020)" may be
    missing from the reference list without a warning.

    ## Example

    ```tex
    Dunes move (Smith et al., 2020), as \cite{jones2019} expects.
    \bibliography{refs}
    % file: refs.bib
    @article{jones2019, author = {Jones, Ann}, title = {Winds}, journal = {Air}, year = 2019}
    @article{smith2020, author = {Smith, Bo and Wu, D. and Ek, Eva}, title = {Dunes}, journal = {Sand}, year = 2020}
    ```

    ## Use instead

    ```tex
    Dunes move \cite{smith2020}, as \cite{jones2019} expects.
    \bibliography{refs}
    % file: refs.bib
    @article{jones2019, author = {Jones, Ann}, title = {Winds}, journal = {Air}, year = 2019}
    @article{smith2020, author = {Smith, Bo and Wu, D. and Ek, Eva}, title = {Dunes}, journal = {Sand}, year = 2020}
    ```

    ## Limits

    Reported:
    - "Smith et al. (2020)".
    - One or two names with a year, if an entry of the bibliography is by them and of that year: "(London and Paris,
      2019)" may be places.
    - A number in brackets behind a word, no larger than the number of entries.

    Not reported:
    - Numbers in brackets that are intervals, indices or values, that a list typed by hand in the file explains, or
      that stand behind a word which several such numbers have ("axiom [4]").
    - Works that the text calls unpublished ("in prep."), and references that are written out, with the title behind
      the year.
    - Names beside a command that cites their work.
    - Quotations, abstracts, code and formulas, and documents without any citation command.

    Preview: of 75 findings an author would act on 43, and 19 were wrong: numbers of lines of code ("[2-3]"), names
    that are links. Personal communication ("Smith, 2020, personal communication") and numbers in a passage under
    discussion look like citations.
    """
    for citation in ctx.bibliography.plain_citations(ctx.manuscript):
        entry = citation.entry
        message = f"the citation '{citation.text}' is typed out"
        if entry:
            help_ = f"cite '{entry.key}' by a command"
            yield ctx.report(
                citation.span, message, help=help_, related=[Related(entry.key_span, "the entry is here")]
            )
        elif citation.numeric:
            help_ = "cite the entry that is meant by its key: numbers change with the reference list"
            yield ctx.report(citation.span, message, help=help_)
        else:
            help_ = "no entry of the bibliography is by these authors and of this year: add it, and cite it by a command"
            yield ctx.report(citation.span, message, help=help_)
