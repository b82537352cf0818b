"""REF006: a label in a float that stands where its caption does not number it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.api import Needs, Related, Severity, rule

from ._floats import kind_of_float, labels_behind, means_float

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from argcheck.api import Caption, Findings, Float, Label, Manuscript, RuleContext

_KINDS = ("figure", "table", "sidewaysfigure", "sidewaystable", "wrapfigure", "wraptable")
#: Classes and packages that delay the label until the caption, or number the float at its beginning.
_ELSEWHERE = ("tufte", "hypcap")
#: A command after which a label may have a number of its own.
_COUNTS = r"\\(?:refstepcounter|capstart|ContinuedFloat|subfigure|subfloat|e?enumsentence|(?!captionsetup|caption(?![A-Za-z]))[A-Za-z@]*aption[A-Za-z]*)"
_NUMBERLESS = ("pageref", "nameref", "hyperref", "vpageref", "autopageref")


@rule("REF006", "label-apart-from-caption", severity=Severity.WARNING, since="0.1.0", needs=Needs.MACROS)
def label_apart_from_caption(ctx: RuleContext) -> Findings:
    r"""A label in a figure or table is not behind the caption, so that references to it print another number.

    ## Why is this bad?

    The caption gives the float its number, and a label takes the number that was given last. Before the caption,
    behind the `\end{center}` that holds the caption, and behind the end of the float, that is the number of the
    section: LaTeX says nothing, and "Figure 3" on the page is Section 3. With the package `caption` it is "Figure
    ??".

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

    - Only figures and tables of LaTeX with a numbered caption, and labels that are referred to by number.
    - A label behind the end of the float, and a label before the caption of a float that has one behind it, are
      reported only if their name begins like that of a figure or table: others may belong to a numbered sentence.
    - Held back while a file is missing.

    Not reported:
    - Long tables and floats with the package `hypcap`, which count when they begin, and Tufte's classes, which keep
      the label until the caption is set.
    - Labels in an argument (`\subfloat`), behind a command that may count, or in an environment with a number of
      its own.
    - Labels that are set twice.
    """
    m = ctx.manuscript
    if any(name in m.document_class or name in m.packages for name in _ELSEWHERE):
        return
    used = {r.name: r for r in reversed(m.references) if not r.command.startswith(_NUMBERLESS)}
    single = {name for name in used if len(m.labels_by_name.get(name, ())) == 1}
    for label, caption, where, kind in (*_inside(ctx, single), *_behind(m, single)):
        related = [Related(caption.text, "the caption"), Related(used[label.name].span, "referred to here")]
        message = f"'{label.name}' stands {where}, so references to it do not print the number of the {kind}"
        yield ctx.report(
            label.span, message, help="put the \\label right behind the \\caption", related=related
        )


def _inside(ctx: RuleContext, names: Collection[str]) -> Iterator[tuple[Label, Caption, str, str]]:
    """Yield labels in a float that its captions do not number: label, caption, place in words, kind of float."""
    position = ctx.manuscript.position  # a caption may stand in a file that the float reads
    for float_, captions in _numbered(ctx.manuscript):
        own = any(position(label.span) > position(captions[-1].text) for label in float_.labels)
        for label in float_.labels:
            if label.name not in names or not _stands_alone(ctx, float_, label):
                continue
            around = {label.environment, *ctx.manuscript.around(label.environment)}
            before = [caption for caption in captions if position(caption.text) < position(label.span)]
            if own and not before and not label.name.lower().startswith(kind_of_float(float_)[:3]):
                continue
            if any(caption.environment in around for caption in before):
                continue
            behind = captions[len(before) :]
            where = "before the caption" if behind else "outside of what holds the caption"
            yield label, (behind[0] if behind else before[-1]), where, kind_of_float(float_)


def _behind(m: Manuscript, names: Collection[str]) -> Iterator[tuple[Label, Caption, str, str]]:
    """Yield labels right after a float that by their name belong to it: label, caption, place in words, kind."""
    captions = dict(_numbered(m))
    for float_, label in labels_behind(m):
        kind = kind_of_float(float_)
        if float_ in captions and label.name in names and label.name.lower().startswith(kind[:3]):
            yield label, captions[float_][-1], f"behind the end of the {kind}", kind


def _numbered(m: Manuscript) -> Iterator[tuple[Float, list[Caption]]]:
    """Yield the figures and tables with their numbered captions."""
    for float_ in m.floats:
        captions = [caption for caption in float_.captions if not caption.command.endswith("*")]
        if captions and float_.environment.name.removesuffix("*") in _KINDS:
            yield float_, captions


def _stands_alone(ctx: RuleContext, float_: Float, label: Label) -> bool:
    """Whether a label is in the float itself, in no argument, and only captions before it have numbers."""
    if label.command != "label" or label.span.path != float_.environment.span.path:
        return False
    source = ctx.manuscript.files[label.span.path]
    if source.original is not source:  # a translation, whose reader puts labels anywhere
        return False
    before = source.written[float_.environment.begin.end : label.span.start].rpartition("\\")[0]
    return (
        means_float(ctx, label.environment, float_.environment)
        and not re.search(_COUNTS, before)
        and before.count("{") == before.count("}")
        and before.count("[") == before.count("]")
    )
