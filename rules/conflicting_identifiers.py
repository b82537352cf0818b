"""CIT014: two identifiers of an entry, or an identifier and its year, that belong to different works."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._folding import faults
from ._years import PAST


@rule("CIT014", "conflicting-identifiers", severity=Severity.WARNING, since="0.1.0")
def conflicting_identifiers(ctx: RuleContext) -> Findings:
    """Two identifiers of a cited entry, or an identifier and its year, belong to different works.

    ## Why is this bad?

    One of the two is wrong, and a reader who follows it finds another paper. It is a common sign of invented
    references.

    ## Example

    ```bib
    @misc{a, author = {Lee, Chris}, title = {On Trees}, year = 2017, eprint = {2103.00020}, archiveprefix = {arXiv}}
    @article{b, author = {Wu, D.}, title = {On Leaves}, journal = {Annals}, year = 2020, doi = {10.1000/182},
      url = {https://doi.org/10.1000/999}}
    ```

    ## Use instead

    ```bib
    @misc{a, author = {Lee, Chris}, title = {On Trees}, year = 2021, eprint = {2103.00020}, archiveprefix = {arXiv}}
    @article{b, author = {Wu, D.}, title = {On Leaves}, journal = {Annals}, year = 2020, doi = {10.1000/182}}
    ```

    ## Limits

    Reported:
    - Two DOIs: that of the `doi` field, and another one in the address or the note.
    - Two arXiv numbers; a work that is only on arXiv and older than its number.
    - A DOI of a conference of another year than the entry (ACL; IEEE from two years on).
    - A DOI that contains another volume, first page or year than the entry (`10.1103/PhysRevD.19.1277`): a digit is
      mistyped, or the DOI is that of another work.
    - A year after the next one, or of five digits (20009).

    Not reported:
    - Entries that the document does not cite.
    - A work that is up to four years younger than its DOI, which has the year of acceptance; or older by any number
      of years, where DOIs were given to old volumes.
    - Pages of one or two digits: they are those within the article.
    - The DOI of a preprint server, an archive or an aggregator beside that of the journal, unless two digits are
      swapped.
    - A preprint that is younger than the journal's version.

    The clock (UTC) is read only if an entry is of a year after 2026; a stored report that depends on it expires
    with the year. `SOURCE_DATE_EPOCH` sets the clock.
    """
    yield from faults(ctx, "conflicting")
    for entry, year, span in ctx.bibliography.dated_after(PAST + 1):
        if year > ctx.this_year + 1:
            yield ctx.report(
                span,
                f"in '{entry.key}' the year is {year}, which is still to come",
                help="look the year up in the work itself",
            )
