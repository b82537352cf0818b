"""CIT016: a source that was "to appear" years ago."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._years import PAST

_OLD = 3  # years after which most accepted works have appeared


@rule("CIT016", "unpublished-status", severity=Severity.NOTE, since="0.1.0", stage="submission")
def unpublished_status(ctx: RuleContext) -> Findings:
    """A cited entry says "to appear" or "in press", and is years old.

    ## Why is this bad?

    By now it has appeared, and readers want to know where; or it never did.

    ## Example

    ```bib
    @article{a, author = {Smith, Ann}, title = {On Bounds}, journal = {Annals}, year = 2009, note = {to appear}}
    ```

    ## Use instead

    ```bib
    @article{a, author = {Smith, Ann}, title = {On Bounds}, journal = {Annals}, year = 2010, volume = 7, pages = {1--9}}
    ```

    ## Limits

    - Only entries that the document cites, with a year (or an arXiv number, which has one) that is at least three
      years past.
    - A thesis that was "submitted to" a university is not reported.
    - The statuses are those of English, German and French.
    - The clock is read as for conflicting-identifiers, if the year is not past in any case.
    """
    for entry, status in ctx.bibliography.unpublished:
        if status.year <= PAST - _OLD or status.year <= ctx.this_year - _OLD:
            yield ctx.report(
                status.span,
                f"'{entry.key}' is from {status.year} and still says '{status.words}'",
                help="look up where it appeared; if it never did, say so",
            )
