"""REF003: a figure or table that the text never refers to."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING

from argcheck.api import Needs, Option, Related, Severity, in_any_language, rule

from ._floats import kind_of_float, labels_behind
from ._folding import folded

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from argcheck.api import Diagnostic, Float, Label, Manuscript, RuleContext

_KINDS = (
    "figure", "table", "sidewaysfigure", "sidewaystable", "wrapfigure", "wraptable", "SCfigure", "SCtable",
)  # fmt: skip
#: Text between the two references of a range.
_THROUGH = (
    r"[\s~)]*(?:--?-?|–|—|{lists.through})[\s~(]*(?:(?:{*references.figure}|{*references.table})\.?[\s~]*)?"
)
_BESIDE = ("caption", "footnote", "table", "title")  # kinds of sentences outside of the running text


@rule(
    "REF003",
    "unreferenced-float",
    severity=Severity.NOTE,
    since="0.1.0",
    stage="submission",
    needs=Needs.REFERENCES,
    options={
        "many": Option(5, "more findings than this, of more than a third of the floats, are one finding")
    },
    everywhere=True,
)
def unreferenced_float(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""A figure or table has a caption and a label, and the text never refers to it.

    ## Why is this bad?

    A float is printed where there is room. Without a reference nobody knows what it shows or why; most journals ask
    for a mention of each.

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

    Only numbered figures and tables are checked.

    A reference is:
    - A reference to any label in the float or right behind it, or to the label of what the float stands in; both
      ends of a range ("Figures 1 through 4") refer to the floats between them.
    - The label in the argument of an unknown macro.
    - A reference in another document that loads the labels of this one (`\externaldocument` of `xr`).
    - A typed number ("Table 1", in the second chapter "Table 2.1"), unless a document with chapters has parts,
      numbers of its own, or an unknown class.

    Not reported:
    - Margin and teaser figures, algorithms, long tables and continued floats.
    - Slides and posters, where nothing floats, and pages that hold drawings and no text.

    A note, since the words beside a float often lead to it: authors would act on two in five of the last 77
    findings. Set its severity to `warning` for a journal that asks for a mention of each float. A document that
    leaves more than a third of its floats to themselves gets one finding (see the option). More than five of a file
    are one finding.
    """
    m = ctx.manuscript
    if m.document_class == "beamer" or "poster" in m.document_class or "beamerposter" in m.packages:
        return
    floats = [float_ for float_ in m.floats if _counts(float_)]
    lost = _unreferenced(ctx, floats)
    if len(lost) > ctx.options["many"] and 3 * len(lost) > len(floats):
        yield _many(ctx, lost, len(floats))
        return
    labels: dict[str, tuple[Label, Float]] = {}  # by name, since REF002 reports a label of several floats
    for float_ in lost:
        label = _label(m, float_)
        labels.setdefault(label.name, (label, float_))
    by_file: dict[str, list[Diagnostic]] = {}
    for label, float_ in labels.values():
        advice = f"send the reader there from the text: \\ref{{{label.name}}}"
        message = f"the text never refers to this {kind_of_float(float_)}, '{label.name}'"
        by_file.setdefault(label.span.path, []).append(ctx.report(label.span, message, help=advice))
    for together in by_file.values():
        help_ = "figures and tables: send the reader to those that stand apart from their text"
        yield from folded(ctx, together, "; nor to others of its file", help_, apart=True)


def _unreferenced(ctx: RuleContext, floats: Sequence[Float]) -> list[Float]:
    """Return the floats to which the text never refers, in any form."""
    m = ctx.manuscript
    used = m.referenced | {use.name for use in m.uses}
    meant = {label.environment for label in m.labels if label.name in used}
    by_label_behind = {float_ for float_, label in labels_behind(m) if label.name in used}

    def is_named(float_: Float) -> bool:
        around = m.around(float_.environment)
        in_theorem = any(m.environments[at].name in m.theorem_kinds and at in meant for at in around)
        return float_ in by_label_behind or in_theorem or _has_label(float_, used)

    unnamed = [float_ for float_ in floats if not is_named(float_)]
    if not unnamed or (not m.references and all(sentence.kind in _BESIDE for sentence in m.sentences)):
        return []  # a page of drawings has no text that could refer to them
    elsewhere = m.named_elsewhere({label.name for float_ in unnamed for label in float_.labels})
    elsewhere |= ctx.project.referred_to_outside(m.root, m.files)
    typed = {*_typed(m), *_in_ranges(m)}
    return [float_ for float_ in unnamed if float_ not in typed and not _has_label(float_, elsewhere)]


def _has_label(float_: Float, names: Container[str]) -> bool:
    return any(label.name in names for label in float_.labels)


def _many(ctx: RuleContext, lost: Sequence[Float], floats: int) -> Diagnostic:
    """Report in one finding that the text never refers to many of its floats."""
    first, *others = (_label(ctx.manuscript, float_) for float_ in lost)
    message = f"the text never refers to many of its figures and tables; the first is '{first.name}'"
    related = [Related(label.span, f"never referred to: '{label.name}'") for label in others]
    advice = f"{len(lost)} of {floats} are meant: send the reader to those that stand apart from their text"
    return ctx.report(first.span, message, help=advice, related=related)


def _counts(float_: Float) -> bool:
    """Whether a text should refer to a float: a numbered figure or table with a label that continues no other."""
    name = float_.environment.name.removesuffix("*")
    numbered = any(not caption.command.endswith("*") for caption in float_.captions)
    return bool(name in _KINDS and float_.labels and numbered and not float_.continued)


def _label(m: Manuscript, float_: Float) -> Label:
    """Return the label of the float itself, or else the first of its parts."""
    own = (label for label in float_.labels if m.environments[label.environment] == float_.environment)
    return next(own, float_.labels[0])


def _in_ranges(m: Manuscript) -> Iterator[Float]:
    r"""Yield the floats in ranges of the text: ``Figures~\ref{fig:a} to~\ref{fig:d}``."""
    numbers: dict[str, int] = {}
    for number, float_ in enumerate(m.floats):
        numbers |= {label.name: number for label in float_.labels}
    through = in_any_language(_THROUGH)
    for first, last in pairwise(m.references):
        path, _, end = first.command_span
        if first.name not in numbers or last.name not in numbers or path != last.command_span.path:
            continue
        one_command = first.command_span == last.command_span and "range" in first.command
        if one_command or through.fullmatch(m.files[path].text, end, max(end, last.command_span.start)):
            kind = kind_of_float(m.floats[numbers[first.name]])
            between = m.floats[numbers[first.name] : numbers[last.name] + 1]
            yield from (float_ for float_ in between if kind_of_float(float_) == kind)


def _typed(m: Manuscript) -> list[Float]:
    """Return the floats that the text names by typed numbers; empty if a chapter's number is unknown."""
    typed = m.typed_numbers()
    count: Counter[tuple[str, str]] = Counter()
    named = []
    for float_ in m.floats if typed else ():
        if float_.environment.name.removesuffix("*") in _KINDS and float_.captioned and not float_.continued:
            chapter = m.chapter_number(float_.environment.span)
            if chapter is None:
                return []
            kind = kind_of_float(float_)
            count[kind, chapter] += 1
            number = str(count[kind, chapter])
            if (kind, f"{chapter}.{number}" if chapter else number) in typed:
                named.append(float_)
    return named
