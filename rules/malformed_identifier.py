"""CIT013: a DOI, arXiv number, ISBN, ISSN, PubMed number or address that cannot be right."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._folding import faults
from ._list_styles import left_out


@rule("CIT013", "malformed-identifier", severity=Severity.WARNING, since="0.1.0")
def malformed_identifier(ctx: RuleContext) -> Findings:
    """A DOI, arXiv number, ISBN, ISSN, PubMed number, address or page range of a cited entry cannot be right.

    ## Why is this bad?

    The link in the reference list leads nowhere, and readers, indexes and publishers find sources by identifiers.

    ## Example

    ```bib
    @article{a, author = {Smith, Ann}, title = {On Bounds}, journal = {Annals}, year = 2020, doi = {https://doi.org/10.1000/182}}
    @misc{b, author = {Lee, Chris}, title = {On Trees}, year = 2021, eprint = {2113.00020}, archiveprefix = {arXiv}}
    @book{c, author = {Wu, D.}, title = {Trees}, year = 2019, isbn = {978-3-16-148410-1}}
    ```

    ## Use instead

    ```bib
    @article{a, author = {Smith, Ann}, title = {On Bounds}, journal = {Annals}, year = 2020, doi = {10.1000/182}}
    @misc{b, author = {Lee, Chris}, title = {On Trees}, year = 2021, eprint = {2103.00020}, archiveprefix = {arXiv}}
    @book{c, author = {Wu, D.}, title = {Trees}, year = 2019, isbn = {978-3-16-148410-0}}
    ```

    ## Limits

    Checked, in entries that the document cites:
    - DOI: its form (`10/d88g8c`, a short one, is right), that no blank cuts it and no stop or comma ends it, and an
      ISSN in it.
    - arXiv number: form and month. ISBN and ISSN: check digits; of several in one field one right number is enough.
      PubMed number: digits only.
    - Address: how it begins, and that it has no blank.
    - Pages: that they do not end before they begin.

    Whether a well-formed identifier exists takes a look-up.

    A note instead of a warning:
    - A DOI written as an address, since hardly a style prints the address twice; the fix takes `https://doi.org/`
      off. A wrong ISSN within a DOI (`10.1111/j.1600-0706.2010.18272.x`), since publishers have registered such.
    - An ISSN, a PubMed number, and an ISBN of what is no book or part of one: they are not printed.
    - An `eprint` of arXiv that has not the form of an arXiv number ("2303.12712 [cs]", "NIHMS150003"): a program
      wrote it, and few styles print it.
    - An address that a program broke across lines; the fix joins it.
    - Pages of which the first is the article number in the DOI: programs write the number of pages behind it.
    - What the style of the list does not print: `plain`, `unsrt`, `abbrv`, `alpha`, `acm`, `apalike`, `ieeetr` and
      `siam` print no identifier, `IEEEtran` only the address, `plainurl` and the like no ISBN and ISSN, and a style
      beside the document at most the fields that it declares (`ENTRY`).

    More than two ISBN of a file that are wrong in one way are one finding, and so are more than five notes of one
    kind; the fix mends all.
    """
    yield from faults(ctx, "malformed", left_out)
