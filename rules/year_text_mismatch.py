"""CIT011: the text gives a source another year than its entry."""

from argcheck.api import Findings, Related, RuleContext, Severity, rule


@rule("CIT011", "year-text-mismatch", severity=Severity.WARNING, since="0.1.0")
def year_text_mismatch(ctx: RuleContext) -> Findings:
    r"""The text gives a source another year than its entry does.

    ## Why is this bad?

    "Smith et al. (2018) [7]" and a reference list that says 2019 leave readers to guess which of two papers is
    meant.

    ## Example

    ```tex
    Smith et al. (2018)~\cite{smith2019} measured the dunes.
    \bibliography{refs}
    % file: refs.bib
    @article{smith2019, author = {Smith, Bo and Wu, D. and Ek, Eva}, title = {Dunes}, journal = {Sand}, year = 2019}
    ```

    ## Use instead

    ```tex
    Smith et al. (2019)~\cite{smith2019} measured the dunes.
    \bibliography{refs}
    % file: refs.bib
    @article{smith2019, author = {Smith, Bo and Wu, D. and Ek, Eva}, title = {Dunes}, journal = {Sand}, year = 2019}
    ```

    ## Limits

    Reported:
    - A year between names and the citation command, or in parentheses behind `\citeauthor`.
    - A year that a sentence gives the work and that it cannot have: "in 1986 by \citet{x}", "Mazur \cite{x} from
      1979" of works that are older by two years or more; "in 1987 \cite{x}" of one of 1978.
    - "Haag et al. (2015) put forward \cite{x}", of a group or of two authors, if the only cited work has that first
      author (or both) and no other entry is by them and of that year.

    Not reported:
    - A year that stands anywhere in the entry (`origdate`, the date of its preprint, the year of a conference in
      its title).
    - A year of the first print, 40 years or more before the entry, unless one or two mistyped digits explain it.
    - A citation whose names differ, too: that is author-text-mismatch.
    """
    for written, span, entry, given, year in ctx.bibliography.misdated(ctx.manuscript):
        yield ctx.report(
            span,
            f"the text says '{written}', and '{entry.key}' is of {year}",
            help=f"write {year}, or cite the work of {given} that is meant",
            related=[Related(entry.key_span, "the entry is here")],
        )
