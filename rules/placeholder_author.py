"""CIT015: an author who is nobody, or who is named twice, and what else of an entry is to be filled in."""

from argcheck.api import Findings, RuleContext, Severity, rule

from ._folding import faults


@rule("CIT015", "placeholder-author", severity=Severity.WARNING, since="0.1.0", stage="submission")
def placeholder_author(ctx: RuleContext) -> Findings:
    """A cited entry has a placeholder or "et al." as author, a placeholder as other value, or names an author twice.

    ## Why is this bad?

    "First Author" was to be filled in, "John Doe" is often invented together with the rest of the reference, and
    "Anonymous" of a paper under review has a name by now. "vol. ??, pp. XX-XX" is printed as it stands. Of "Wu, D. and
    Yao, Y. et al." BibTeX makes "Y. et al. Yao": it wants `and others`.

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

    - Only entries that the document cites.
    - Two `and` in a row among the authors or editors are reported, too; the fix keeps one of them.
    - "Anonymous" is reported of papers at conferences and of what says that it is under review; a newspaper leader
      and an old book have no author.
    - An author who is named twice is not reported if the name is frequent or the list long: two people of one name
      write papers together.
    - Placeholders in other fields are TODO, TBD and the like, question marks, XXXX, and pages such as XX--XX; XX
      and XXX may be Roman numbers.
    """
    yield from faults(ctx, "placeholder")
