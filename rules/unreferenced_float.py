"""REF003: a figure or table that the text never refers to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import Needs, Severity, rule

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, RuleContext

_KINDS = (
    "figure",
    "table",
    "sidewaysfigure",
    "sidewaystable",
    "wrapfigure",
    "wraptable",
    "SCfigure",
    "SCtable",
)


@rule(
    "REF003",
    "unreferenced-float",
    severity=Severity.WARNING,
    since="0.1.0",
    needs=Needs.TEXT,
    everywhere=True,
)
def unreferenced_float(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A figure or table has a caption and a label, and the text never refers to it.

    ## Why is this bad?

    A float stands where there is room.  If no sentence sends the reader there, nobody
    knows what it shows or why; most journals ask for a mention of each.

    ## Example

    ```tex
    \begin{figure}
      \includegraphics{rates}
      \caption{Rates by year.} \label{fig:rates}
    \end{figure}
    The rates rise.
    ```

    ## Use instead

    ```tex
    \begin{figure}
      \includegraphics{rates}
      \caption{Rates by year.} \label{fig:rates}
    \end{figure}
    The rates rise (Figure~\ref{fig:rates}).
    ```

    ## Limits

    A reference to any label in the float, or to the label of what it stands in, will do,
    and so will its name in the argument of a macro that argcheck does not know.  Only
    numbered figures and tables are looked at: margin and teaser figures, algorithms,
    long tables and continued floats are not.
    """
    m = ctx.manuscript
    used = m.referenced | {use.name for use in m.uses}
    meant = {label.environment for label in m.labels if label.name in used}
    found = [
        one
        for one in m.floats
        if one.environment.name.removesuffix("*") in _KINDS
        and one.labels
        and one.captions
        and not one.continued
        if used.isdisjoint(label.name for label in one.labels)
        if not any(
            m.environments[at].name in m.theorem_kinds and at in meant for at in m.around(one.environment)
        )
    ]
    elsewhere = (
        m.named_elsewhere({label.name for one in found for label in one.labels}) if found else frozenset()
    )
    for one in found:
        if elsewhere.isdisjoint(label.name for label in one.labels):
            own = [label for label in one.labels if m.environments[label.environment] == one.environment]
            label = (own or one.labels)[0]
            kind = "table" if "table" in one.environment.name else "figure"
            advice = f"send the reader there from the text: \\ref{{{label.name}}}"
            yield ctx.report(label.span, f"the text never refers to this {kind}, '{label.name}'", help=advice)
