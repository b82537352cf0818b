"""CIT010: the text names other authors than the source that it cites has."""

from argcheck.api import Findings, Related, RuleContext, Severity, authors_in_short, closest, rule


@rule("CIT010", "author-text-mismatch", severity=Severity.WARNING, since="0.1.0")
def author_text_mismatch(ctx: RuleContext) -> Findings:
    r"""The text names other authors than the source that it cites has.

    ## Why is this bad?

    The reader who looks up "Smith et al. [7]" finds a paper by somebody else. Most often the
    key is the wrong one, and the claim rests on a source that does not say it.

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

    A name near a citation that is that of an author but for two swapped letters is mistyped here or in the entry. So is
    one with a letter lost, doubled or mistaken within it where it stands right before the citation, "et al.", "and" or
    "'s"; in German before "et al." alone, where any noun has a capital. A word that the text has in lower case, too, is
    none. So are the authors that `\citeauthor` prints right before the citation of a work with another first author.
    Apart from that only names right before a citation command that does not print names itself. "Smith et al." says
    that a person is meant. "Smith and Lee \cite{x}" and "Smith \cite{x} showed" are reported only if another entry is
    by just these people, since a name before a citation may be a program or an eponym, and "Smith and colleagues" or
    "Smith y otros" only if another entry begins with Smith and has more authors. One name that fits any author, editor,
    title or institution of any of the keys, in any spelling or transliteration, is enough to say nothing. So is an
    entry by an institution, a collaboration or "and others", one that has editors alone, whose parts are by others, a
    book of which a chapter is cited (`[ch.~3]`) beside "et al.", or one in a typed list that begins with a title,
    unless another entry fits the names.
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
