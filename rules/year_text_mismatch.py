"""CIT011: the text gives a source another year than its entry."""

from argcheck.api import Findings, Related, RuleContext, Severity, rule


@rule("CIT011", "year-text-mismatch", severity=Severity.WARNING, since="0.1.0")
def year_text_mismatch(ctx: RuleContext) -> Findings:
    r"""The text gives a source another year than its entry.

    ## Why is this bad?

    "Smith et al. (2018) [7]" and a reference list that says 2019 leave the reader to guess which
    of two papers is meant. Often it is the other one.

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

    A year that is typed behind `\citeauthor{smith2019}` is read, too.

    A sentence may tell of any year. What it says of the work itself counts where the work cannot have it: "in 1986 by
    \citet{x}" and "Mazur \cite{x} from 1979" of works that are older by two years or more, "in 1987 \cite{x}" of one of
    1978. So does the year of a group or of two authors, "Haag et al. (2015) put forward \cite{x}", whose names are
    those of the first author, or of both, of the only work that is cited, where no other entry is by them and of that
    year.

    ## Limits

    Otherwise only a year between the names and the citation command, or one in parentheses behind
    `\citeauthor`. Every year that the entry names anywhere (`origdate`, the date of its preprint, the
    year of a conference in its title) will do, and so will one that is 40 years before it, of the first
    print, unless a slip of a digit or two makes that. Where the names differ, too, the finding is an
    `author-text-mismatch`.
    """
    for written, span, entry, given, year in ctx.bibliography.misdated(ctx.manuscript):
        yield ctx.report(
            span,
            f"the text says '{written}', and '{entry.key}' is of {year}",
            help=f"write {year}, or cite the work of {given} that is meant",
            related=[Related(entry.key_span, "the entry is here")],
        )
