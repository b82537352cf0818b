"""REF008: two figures or tables have one caption."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from argcheck.api import Related, Severity, rule

from ._floats import kind_of_float
from ._folding import CLOSE, folded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Caption, Diagnostic, Float, Label, RuleContext

_KINDS = ("figure", "table", "sidewaysfigure", "sidewaystable", "wrapfigure", "wraptable")
_WORDS = 3  # least words of a caption; a shorter one may fit two floats
_LONG, _STEM = 4, 6  # least letters of a word, and the first letters of it that are looked for in labels
_PAIR = 2  # floats with a caption; more have it on purpose


@rule("REF008", "repeated-caption", severity=Severity.WARNING, since="0.1.0", preview=True)
def repeated_caption(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""Two figures or two tables have the same caption, word for word.

    ## Why is this bad?

    A float was copied with its caption, and only the picture and the label were changed. Readers, and the list of
    figures, are told that both show the same.

    ## Example

    ```tex
    \begin{figure} \includegraphics{votes} \caption{Votes by group of users.} \label{fig:votes} \end{figure}
    \begin{figure} \includegraphics{downloads} \caption{Votes by group of users.} \label{fig:downloads} \end{figure}
    ```

    ## Use instead

    ```tex
    \begin{figure} \includegraphics{votes} \caption{Votes by group of users.} \label{fig:votes} \end{figure}
    \begin{figure} \includegraphics{downloads} \caption{Downloads by group of users.} \label{fig:downloads} \end{figure}
    ```

    ## Limits

    - A warning if a word of the caption stands in the label of one float and not in that of the other, as above; a
      note if the labels do not tell.
    - Compared is the source of captions of three words or more, in floats with one caption and one label each.
    - More than two such pairs are one finding.

    Not reported:
    - Labels of which one contains the other but for digits and signs (`fig:map`, `fig:new-map-2`): both show one
      thing.
    - More than two floats with one caption: that is a habit.
    - Slides and continued floats.

    Preview: all of eleven warnings in real documents were right, and eight of thirteen notes; how labels tell which
    caption is whose was seen in the same documents.
    """
    m = ctx.manuscript
    if m.document_class == "beamer":
        return
    same: dict[tuple[str, str], list[tuple[Label, Caption]]] = defaultdict(list)
    for float_ in m.floats:
        if float_.environment.name.removesuffix("*") not in _KINDS or float_.continued:
            continue
        if len(float_.captions) == len(float_.labels) == 1:
            caption = _said(ctx, float_)
            if caption.count(" ") >= _WORDS - 1:
                same[kind_of_float(float_), caption].append((float_.labels[0], float_.captions[0]))
    copied: list[Diagnostic] = []
    alike: list[Diagnostic] = []  # pairs of which either may be the right one
    for (_, words), floats in same.items():
        (first, said), (second, again) = floats[0], floats[-1]
        if len(floats) == _PAIR and not _is_kin(first.name, second.name):
            message = f"'{second.name}' has the caption of '{first.name}', word for word"
            other = [Related(said.text, "the other one")]
            diagnostic = ctx.report(again.text, message, help="say in each what it shows", related=other)
            if _is_of_one(words, first.name, second.name):
                copied.append(diagnostic)
            else:
                alike.append(diagnostic._replace(severity=Severity.NOTE))
    help_ = "captions stand twice: say in each what its figure or table shows"
    for together in (copied, alike):
        yield from folded(ctx, together, "; other captions are repeated, too", help_, many=CLOSE, apart=True)


def _said(ctx: RuleContext, float_: Float) -> str:
    """Return the source of a caption without its label."""
    path, start, end = float_.captions[0].text
    text, (_, first, last) = ctx.manuscript.files[path].text, float_.labels[0].span
    if start <= first < end:
        before = text[start:first].rpartition("\\")[0]
        return " ".join((before + text[last + 1 : end]).split())
    return " ".join(text[start:end].split())


def _is_kin(first: str, second: str) -> bool:
    """Whether one of two labels contains the other, without digits, signs and prefixes (``fig:``)."""
    names = ("".join(filter(str.isalpha, name.partition(":")[2] or name)).lower() for name in (first, second))
    shorter, longer = sorted(names, key=len)
    return shorter in longer


def _is_of_one(caption: str, first: str, second: str) -> bool:
    """Whether a word of a caption, or a name with a digit, is in one of two labels only: "Render of M2", ``fig:m2``."""
    names = ["".join(filter(str.isalnum, name.lower())) for name in (first, second)]
    words = ("".join(filter(str.isalnum, word.lower())) for word in caption.split())
    telling = {word[:_STEM] for word in words if len(word) >= _LONG or (len(word) > 1 and not word.isalpha())}
    return any((word in names[0]) != (word in names[1]) for word in telling)
