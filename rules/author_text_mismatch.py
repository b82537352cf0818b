"""CIT010: the text names other authors than the source that it cites has."""

from argcheck.api import Findings, Related, RuleContext, Severity, authors_in_short, closest, rule


@rule("CIT010", "author-text-mismatch", severity=Severity.WARNING, since="0.1.0")
def author_text_mismatch(ctx: RuleContext) -> Findings:
    r"""The text names other authors than the cited source has.

    ## Why is this bad?

    A reader who looks up "Smith et al. [7]" finds a paper by somebody else. Usually the key is wrong, and the claim
    rests on a source that does not make it.

    ## Example

    ```tex
    Smith et al.~\cite{jones2019} measured the dunes.
    \bibliography{refs}
    % file: refs.bib
    @article{jones2019, author = {Jones, Ann and Lee, Chris}, title = {Winds}, journal = {Air}, year = 2019}
    @article{smith2020, author = {Smith, Bo and Wu, D. and Ek, Eva}, title = {Dunes}, journal = {Sand}, year = 2020}
    ```

    ## Use instead

    ```tex
    Smith et al.~\cite{smith2020} measured the dunes.
    \bibliography{refs}
    % file: refs.bib
    @article{jones2019, author = {Jones, Ann and Lee, Chris}, title = {Winds}, journal = {Air}, year = 2019}
    @article{smith2020, author = {Smith, Bo and Wu, D. and Ek, Eva}, title = {Dunes}, journal = {Sand}, year = 2020}
    ```

    ## Limits

    Reported:
    - "Smith et al." right before a citation whose entries have no Smith.
    - "Smith and Lee \cite{x}" and "Smith \cite{x} showed", if another entry is by just these people: a name before
      a citation may be a program or an eponym.
    - "Smith and colleagues", "Smith y otros", if another entry begins with Smith and has more authors.
    - "Smith and Lee", if the only cited work is by Smith and another second author.
    - `\citeauthor` right before the citation of a work with another first author.
    - A misspelt name: an author of a cited work with two swapped letters (of five or more), or with one letter lost,
      doubled or mistaken (of six or more), if the name stands right before the citation, "et al.", "and" or "'s" (in
      German before "et al." only, where any noun has a capital).

    Not reported:
    - A citation of which one name fits an author, editor, title or institution of any of its keys, in any spelling
      or transliteration.
    - A citation command that prints the names itself, but for misspelt names.
    - A misspelt name that the text also has in lower case.
    - Unless another entry fits the names: entries by an institution, a collaboration or "and others"; with editors
      only; of a book of which a chapter is cited (`[ch.~3]`) beside "et al."; in a list typed by hand that begins
      with a title.
    """
    for written, span, entry, others in ctx.bibliography.misattributed(ctx.manuscript):
        by = authors_in_short(entry)
        message = f"the text says '{written}', and '{entry.key}' is by {by}"
        if others:
            names = " or ".join(f"'{entry.key}'" for entry in others)
            help_ = f"cite {names}, by {authors_in_short(others[0])}, or name the authors of '{entry.key}'"
        elif near := closest(written, [name.family for name in ctx.bibliography.names(entry)], 1):
            help_ = f"write '{near[0]}', or correct the entry"
            if near[0] not in by:
                message = f"the text says '{written}', and an author of '{entry.key}' is {near[0]}"
        else:
            help_ = "correct the names, or cite the source that is meant"
        places = [Related(entry.key_span, "the entry that is cited")]
        places += [Related(entry.key_span, "the entry that may be meant") for entry in others]
        yield ctx.report(span, message, help=help_, related=places)
