"""CIT015: an author who is nobody, or who is named twice, and what else of an entry is to be filled in."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._folding import faults


@rule("CIT015", "placeholder-author", severity=Severity.WARNING, since="0.1.0", stage="submission")
def placeholder_author(ctx: RuleContext) -> Findings:
    """The author of a cited entry, or another value, is a placeholder, or an author is named twice.

    ## Why is this bad?

    "First Author" was to be filled in, "John Doe" is often invented together with the rest of
    the reference, and "Anonymous" of a paper under review has a name by now. "vol. ??, pp. XX-XX" is printed
    in the list of references as it stands.

    ## Example

    ```bib
    @article{a, author = {Doe, John and Lee, Chris}, title = {On Bounds}, journal = {Annals}, year = 2020}
    @inproceedings{b, author = {Anonymous}, title = {On Trees}, booktitle = {Submitted to a Meeting}, year = 2021}
    @article{c, author = {Ekdahl, Maria and Ekdahl, Maria}, title = {On Leaves}, journal = {Annals}, year = 2020}
    @article{d, author = {Wu, D.}, title = {On Roots}, journal = {TODO}, year = 2020, pages = {XX--XX}}
    ```

    ## Use instead

    ```bib
    @article{a, author = {Smith, Ann and Lee, Chris}, title = {On Bounds}, journal = {Annals}, year = 2020}
    @inproceedings{b, author = {Wu, D.}, title = {On Trees}, booktitle = {A Meeting}, year = 2021}
    @article{c, author = {Ekdahl, Maria and Ost, F.}, title = {On Leaves}, journal = {Annals}, year = 2020}
    @article{d, author = {Wu, D.}, title = {On Roots}, journal = {Annals}, year = 2020, pages = {1--9}}
    ```

    ## Limits

    Only entries that the document cites. "Anonymous" is reported of papers at conferences and of what says that it is
    under review: a leader in a newspaper and an old book have no author. Two people of one name write papers together
    where the name is frequent, or the list long. Of the other values TODO, TBD and their kin, question marks, XXXX, and
    pages such as XX--XX are placeholders: XX and XXX may be Roman numbers.
    """
    yield from faults(ctx, "placeholder")
