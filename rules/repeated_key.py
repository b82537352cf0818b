"""CIT004: one key twice in one citation command."""

from __future__ import annotations

from itertools import groupby
from operator import attrgetter
from typing import TYPE_CHECKING

from argcheck.api import Edit, Fix, Related, Severity, Span, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Citation, Diagnostic, RuleContext

_group = attrgetter("group")


@rule("CIT004", "repeated-key", severity=Severity.WARNING, since="0.1.0")
def repeated_key(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A citation command names one key twice.

    ## Why is this bad?

    The reader sees "[3, 3]", or one source counted as two. Often the second key was meant to be another one.

    ## Example

    ```tex
    Two studies agree \cite{lee21,lee21}.
    \begin{thebibliography}{9}
    \bibitem{lee21} C. Lee, A study, 2021.
    \bibitem{lee22} C. Lee, Another study, 2022.
    \end{thebibliography}
    ```

    ## Use instead

    ```tex
    Two studies agree \cite{lee21,lee22}.
    \begin{thebibliography}{9}
    \bibitem{lee21} C. Lee, A study, 2021.
    \bibitem{lee22} C. Lee, Another study, 2022.
    \end{thebibliography}
    ```

    ## Limits

    - `\cites[12]{lee21}[45]{lee21}` is not reported: each key has a list and a page of its own.
    - The fix removes the second key, unless a comment stands between the two.
    """
    for _, group in groupby(ctx.manuscript.citations, _group):
        citations = list(group)
        first: dict[str, Citation] = {}
        for place, citation in enumerate(citations if len(citations) > 1 else ()):
            if not citation.key:
                continue
            key = ctx.bibliography.fold(citation.key)
            earlier = first.setdefault(key, citation)
            if earlier is citation or _in_another_group(ctx, earlier.span, citation.span):
                continue
            yield ctx.report(
                citation.span,
                f"the key '{citation.key}' stands twice in this \\{citation.command}",
                help="take one away, or name the source that was meant",
                related=[Related(earlier.span, "first here")],
                fix=_without(ctx, citations[place - 1].span, citation.span),
            )


def _in_another_group(ctx: RuleContext, first: Span, second: Span) -> bool:
    """Whether a closing brace is between two keys, or these are in different files."""
    text = ctx.manuscript.files[first.path].text
    return first.path != second.path or "}" in text[first.end : second.start]


def _without(ctx: RuleContext, before: Span, key: Span) -> Fix | None:
    """Return a fix that deletes a key with the comma before it; None if more is between the two keys."""
    text = ctx.manuscript.files[key.path].text
    if before.path != key.path or text[before.end : key.start].strip() != ",":
        return None
    return Fix("take the second one away", (Edit(Span(key.path, before.end, key.end), ""),), safe=True)
