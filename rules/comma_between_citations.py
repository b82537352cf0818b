"""CIT019: a comma between two citations of pandoc, where a semicolon belongs."""

from __future__ import annotations

from itertools import groupby, pairwise
from operator import attrgetter
from typing import TYPE_CHECKING

from argcheck.api import Edit, Fix, Severity, Span, rule

from ._keys import MARKDOWN, entry_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, RuleContext


@rule("CIT019", "comma-between-citations", severity=Severity.WARNING, since="0.1.0")
def comma_between_citations(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""In Markdown, two citations in brackets have a comma between them, where a semicolon belongs.

    ## Why is this bad?

    pandoc takes what stands behind the comma for words about the first citation: in most styles the brackets are lost,
    and the second source stands within those of the first.

    ## Example

    ```tex
    % file: paper.md
    ---
    bibliography: refs.bib
    ---
    As two have shown [@knuth84, @knuth86].
    % file: refs.bib
    @book{knuth84, author = {Knuth, Donald E.}, title = {The {\TeX}book}, year = 1984}
    @book{knuth86, author = {Knuth, Donald E.}, title = {{\TeX}: The Program}, year = 1986}
    ```

    ## Use instead

    ```tex
    % file: paper.md
    ---
    bibliography: refs.bib
    ---
    As two have shown [@knuth84; @knuth86].
    % file: refs.bib
    @book{knuth84, author = {Knuth, Donald E.}, title = {The {\TeX}book}, year = 1984}
    @book{knuth86, author = {Knuth, Donald E.}, title = {{\TeX}: The Program}, year = 1986}
    ```

    ## Limits

    - Only where all keys in the brackets have an entry and nothing but the comma stands between two of them.
    - One finding for each pair of brackets; the fix writes all semicolons of it.
    """
    if not any(file.original.path.endswith(MARKDOWN) for file in ctx.manuscript.files.values()):
        return
    for _, group in groupby(ctx.manuscript.citations, attrgetter("group")):
        citations = list(group)
        path, start, end = citations[0].command_span
        file = ctx.manuscript.files[path]
        if len(citations) == 1 or not file.original.path.endswith(MARKDOWN) or file.verbatim(start, end):
            continue  # another notation, or a command of LaTeX
        commas = {
            behind: Span(path, before.span.end, behind.span.start)
            for before, behind in pairwise(citations)
            if file.verbatim(before.span.end, behind.span.start)  # else it was no comma
        }
        if commas and all(entry_of(ctx, citation) for citation in citations):
            second = next(iter(commas))
            edits = tuple(Edit(comma, ";") for comma in commas.values())
            yield ctx.report(
                second.span,
                f"pandoc takes '@{second.key}' for words about the citation before it, as a comma stands between them",
                help="write a semicolon between two keys",
                fix=Fix("write semicolons between the keys", edits, safe=True),
            )
