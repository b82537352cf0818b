"""Helpers of the rules on captions: the environments in which a label still means the float around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Environment, Float, Label, Manuscript, RuleContext

_TRANSPARENT = frozenset({
    "center", "flushleft", "flushright", "minipage", "subfigure", "subtable", "subfloat", "tabular",
    "tabular*", "tabularx", "tabulary", "tabu", "array", "adjustbox", "threeparttable", "measuredfigure",
    "tablenotes", "turn", "rotate", "landscape", "framed", "tikzpicture", "pspicture", "picture",
    "scriptsize", "footnotesize", "small", "longtabu", "sideways",
})  # fmt: skip

_BEHIND = 60  # most characters between the end of a float and the name of its label


def means_float(ctx: RuleContext, index: int, environment: Environment) -> bool:
    """Whether a label in the environment of this number, inside a float, means the float."""
    environments = ctx.manuscript.environments
    while index >= 0 and environments[index] != environment:
        if environments[index].name not in _TRANSPARENT:
            return False
        index = environments[index].parent
    return index >= 0


def kind_of_float(float_: Float) -> str:
    """Return ``table`` or ``figure``, by the environment of a float."""
    return "table" if "table" in float_.environment.name else "figure"


def labels_behind(m: Manuscript) -> Iterator[tuple[Float, Label]]:
    r"""Yield the labels right after the end of a float: ``\end{figure}\label{fig:rates}``."""
    ends = {(float_.environment.span.path, float_.environment.span.end): float_ for float_ in m.floats}
    for label in m.labels if ends else ():
        path, start, _ = label.span
        before = m.files[path].text[max(0, start - _BEHIND) : start]
        gap = before[len(before.removesuffix("\\label{").rstrip()) :]
        if gap.count("\n") < 2 and (path, start - len(gap)) in ends:
            yield ends[path, start - len(gap)], label
