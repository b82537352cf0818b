"""CIT001: a citation of a key that no loaded bibliography has."""

from __future__ import annotations

from collections.abc import Iterator

from argcheck.api import Diagnostic, Needs, RuleContext, Severity, rule


@rule("CIT001", "undefined-citation", severity=Severity.ERROR, since="0.1.0", needs=Needs.BIBLIOGRAPHY)
def undefined_citation(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A citation names a key that no loaded bibliography has.

    ## Why is this bad?

    The document prints a question mark or a bold key where the reader expects the source.

    ## Example

    ```tex
    \begin{filecontents}{refs.bib}
    @book{knuth84, author = {Knuth}, title = {The {\TeX}book}, publisher = {Addison-Wesley}, year = 1984}
    \end{filecontents}
    \bibliography{refs}
    As shown by \cite{knuth48}.
    ```

    ## Use instead

    ```tex
    \begin{filecontents}{refs.bib}
    @book{knuth84, author = {Knuth}, title = {The {\TeX}book}, publisher = {Addison-Wesley}, year = 1984}
    \end{filecontents}
    \bibliography{refs}
    As shown by \cite{knuth84}.
    ```

    ## Limits

    Held back while a bibliography is missing or unreadable: the key may be in it.
    """
    for citation in ctx.manuscript.citations:
        if citation.key and ctx.bibliography.find(citation.key) is None:
            yield ctx.report(citation.span, f"no loaded bibliography has the key '{citation.key}'")
