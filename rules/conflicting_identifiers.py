"""CIT014: two identifiers of an entry, or an identifier and its year, that belong to different works."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._folding import faults
from ._years import PAST


@rule("CIT014", "conflicting-identifiers", severity=Severity.WARNING, since="0.1.0")
def conflicting_identifiers(ctx: RuleContext) -> Findings:
    r"""Two identifiers of a cited entry, or an identifier and its year, belong to different works.

    ## Why is this bad?

    One of the two is wrong, and the reader who follows it finds another paper. In references that were
    made up rather than looked up it is a common sign.

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

    Reported are a DOI in the address or note that is not that of the `doi` field, two arXiv numbers, a work that is
    only on arXiv and older than its number, a paper whose DOI is of a conference of another year (ACL; IEEE from two
    years on), and a year after the next one, of five digits (20009) too. Several publishers write volume, first page or
    year into their DOIs (`10.1103/PhysRevD.19.1277`): where they are not those of the entry, a digit is mistyped, or
    the DOI is that of another work.

    ## Limits

    Only entries that the document cites. The year of a DOI is that of acceptance: the work may be four years younger,
    and as much older as it likes where volumes were given DOIs later. Pages of less than three digits are those of the
    article. The DOI of a preprint server, an archive or an aggregator may stand beside that of the journal, unless they
    differ by the order of two digits. A preprint may be younger than the journal's version.

    The year of the run is read off the clock, in universal time, and only where an entry is of a year
    after 2026; a stored report that rests on it is used until that year ends. The variable
    `SOURCE_DATE_EPOCH` sets the clock for a run that must be the same at any time.
    """
    yield from faults(ctx, "conflicting")
    for entry, year, span in ctx.bibliography.dated_after(PAST + 1):
        if year > ctx.this_year + 1:
            yield ctx.report(
                span,
                f"in '{entry.key}' the year is {year}, which is still to come",
                help="look the year up in the work itself",
            )
