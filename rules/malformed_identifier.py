"""CIT013: a DOI, arXiv number, ISBN, ISSN, PubMed number or address that cannot be right."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._folding import faults
from ._list_styles import left_out


@rule("CIT013", "malformed-identifier", severity=Severity.WARNING, since="0.1.0")
def malformed_identifier(ctx: RuleContext) -> Findings:
    r"""A DOI, arXiv number, ISBN, ISSN, PubMed number, address or page range of a cited entry cannot be right.

    ## Why is this bad?

    The link in the reference list leads nowhere, and the identifier is what a reader, an
    index and a publisher find the source by.

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

    The fix takes `https://doi.org/` off a DOI; styles put it there themselves.

    A DOI written as an address is a note, since hardly a style prints the address twice, and so is an ISSN, or an ISBN
    of what is no book or part of one, or a PubMed number, which are not printed at all. What stands in `eprint` and has
    not the form of an arXiv number ("2303.12712 [cs]", "NIHMS150003") was put there by a program, and few styles print
    it: a note, too. So is an address that a program broke across lines; the fix joins it.

    An identifier or address that the style of the list leaves out is a note: the styles that come with BibTeX (`plain`,
    `unsrt`, `abbrv`, `alpha`, `acm`, `apalike`, `ieeetr`, `siam`) print none, `IEEEtran` the address alone, and
    `plainurl` and its kin no ISBN and ISSN. A style that lies beside the document prints what it declares as its fields
    (`ENTRY`), at most.

    More than two ISBN of a file that are wrong in one way are one finding, and so are more than five notes of one kind,
    at the first of them; its fix mends all.

    Checked are the form of a DOI (a short one, `10/d88g8c`, is one) and that no blank cuts it, the form and month of an
    arXiv number, the check digits of ISBN and ISSN, those within a DOI (`10.1111/j.1600-0706.2010.18272.x`, a note:
    publishers have registered mistyped ones) among them, that a PubMed number has digits only, that an address begins
    rightly and has no blank in it, and that pages do not end before they begin (a note where the first is the number of
    the article by its DOI, behind which programs write how many pages it has).

    ## Limits

    Only entries that the document cites. Whether a well-formed identifier exists takes a look-up. Of
    several ISBN or ISSN in one field one right number is enough.
    """
    yield from faults(ctx, "malformed", left_out)
