r"""CIT012: a citation that is typed out where \cite should stand."""

from argcheck.api import Findings, Related, RuleContext, Severity, rule


@rule("CIT012", "plain-text-citation", severity=Severity.WARNING, since="0.1.0", preview=True)
def plain_text_citation(ctx: RuleContext) -> Findings:
    r"""A citation is typed out where `\cite` should stand.

    ## Why is this bad?

    A typed "[12]" points at another work as soon as a reference is added, and a typed "(Smith et
    al., 2020)" is missing from the reference list without a warning.

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

    Names of one or two people with a year are reported only if an entry of the bibliography is by
    them and of that year: "(London and Paris, 2019)" is none. "Smith et al. (2020)" is reported in
    any case. A number in brackets is taken for a citation if it is no larger than the number of
    entries, stands behind a word, and is no interval, index or value; nor is one to which a list
    by hand in the file gives a work, or that a word stands before which several such numbers have ("axiom [4]").
    A work that the text calls unpublished ("in prep.") has no entry.

    Says nothing of a document without any citation command, of quotations, abstracts, code and formulas, of names
    beside a command that cites their work, and of a reference that is written out, its title behind the year. In
    preview: of 75 findings in 259 repositories of others, at most twelve a repository, an author would act on 43, and
    19 were wrong: numbers of lines of code ("[2-3]"), names that are links. What somebody told the author ("Smith,
    2020, personal communication") and numbers in a passage that is discussed look the same.
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
