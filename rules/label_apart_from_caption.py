"""REF006: a label in a float that stands where its caption does not number it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.api import Needs, Related, Severity, rule

from ._floats import means_float

if TYPE_CHECKING:
    from argcheck.api import Findings, Float, Label, RuleContext

_KINDS = ("figure", "table", "sidewaysfigure", "sidewaystable", "wrapfigure", "wraptable")
#: These keep the label until the caption is set, or count when the float begins.
_ELSEWHERE = ("tufte", "hypcap")
#: A command behind which a label may have a number of its own.
_COUNTS = r"\\(?:refstepcounter|capstart|ContinuedFloat|subfigure|subfloat|(?!captionsetup|caption(?![A-Za-z]))[A-Za-z@]*aption[A-Za-z]*)"
_NUMBERLESS = ("pageref", "nameref", "hyperref", "vpageref", "autopageref")


@rule("REF006", "label-apart-from-caption", severity=Severity.WARNING, since="0.1.0", needs=Needs.MACROS)
def label_apart_from_caption(ctx: RuleContext) -> Findings:
    r"""A label in a figure or table stands before the caption, or behind the end of what holds it, and the text refers to it.

    ## Why is this bad?

    The caption gives the float its number, and a label takes the number that was given last. Before the caption, and behind
    the `\end{center}` of the one that it stands in, that is the number of the section: LaTeX says nothing, and "Figure 3" on
    the page is Section 3. With the package `caption` it is "Figure ??".

    ## Example

    ```tex
    Figure~\ref{fig:rates} shows the rates.
    \begin{figure}
      \label{fig:rates}
      \includegraphics{rates}
      \caption{Rates by year.}
    \end{figure}
    ```

    ## Use instead

    ```tex
    Figure~\ref{fig:rates} shows the rates.
    \begin{figure}
      \includegraphics{rates}
      \caption{Rates by year.} \label{fig:rates}
    \end{figure}
    ```

    ## Limits

    Only figures and tables of LaTeX with a numbered caption are looked at, and only labels that references print the number of. Long
    tables count when they begin, and so does every float with the package `hypcap`; Tufte's classes keep the label until
    the caption is set. A label in an argument, such as that of `\subfloat`, behind a command that may count, or in
    an environment with a number of its own is left alone, and so is one that is set twice. Held back while a file is missing.
    """
    m = ctx.manuscript
    if any(name in m.document_class or name in m.packages for name in _ELSEWHERE):
        return
    used = {r.name: r for r in reversed(m.references) if not r.command.startswith(_NUMBERLESS)}
    for float_ in m.floats:
        captions = [caption for caption in float_.captions if not caption.command.endswith("*")]
        if float_.environment.name.removesuffix("*") not in _KINDS or not captions:
            continue
        kind = "table" if "table" in float_.environment.name else "figure"
        for label in float_.labels:
            if (
                label.name not in used
                or len(m.labels_by_name[label.name]) > 1
                or not _stands_alone(ctx, float_, label)
            ):
                continue
            around = _around(ctx, label)
            before = [caption for caption in captions if caption.text.start < label.span.start]
            if any(caption.environment in around for caption in before):
                continue
            behind = [caption for caption in captions if caption not in before]
            caption, where = (
                (behind[0], "before the caption")
                if behind
                else (before[-1], "outside of what holds the caption")
            )
            said = [Related(caption.text, "the caption"), Related(used[label.name].span, "referred to here")]
            message = (
                f"'{label.name}' stands {where}, so references to it do not print the number of the {kind}"
            )
            yield ctx.report(
                label.span, message, help="put the \\label right behind the \\caption", related=said
            )


def _stands_alone(ctx: RuleContext, float_: Float, label: Label) -> bool:
    """Whether a label stands in the float itself, in no argument, and nothing but captions may have a number before it."""
    if label.command != "label" or label.span.path != float_.environment.span.path:
        return False
    source = ctx.manuscript.files[label.span.path]
    if source.original is not source:  # another notation, whose reader writes labels where it likes
        return False
    before = source.written[float_.environment.begin.end : label.span.start].rpartition("\\")[0]
    return (
        means_float(ctx, label.environment, float_.environment)
        and not re.search(_COUNTS, before)
        and before.count("{") == before.count("}")
        and before.count("[") == before.count("]")
    )


def _around(ctx: RuleContext, label: Label) -> set[int]:
    """Return the numbers of the environments around a label."""
    index, around = label.environment, set()
    while index >= 0:
        around.add(index)
        index = ctx.manuscript.environments[index].parent
    return around
