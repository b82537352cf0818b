"""What the rules on captions share: in which environments a label still means the float around them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argcheck.api import Environment, RuleContext

_TRANSPARENT = frozenset(
    [
        "center",
        "flushleft",
        "flushright",
        "minipage",
        "subfigure",
        "subtable",
        "subfloat",
        "tabular",
        "tabular*",
        "tabularx",
        "tabulary",
        "tabu",
        "array",
        "adjustbox",
        "threeparttable",
        "measuredfigure",
        "tablenotes",
        "turn",
        "rotate",
        "landscape",
        "framed",
        "tikzpicture",
        "pspicture",
        "picture",
        "scriptsize",
        "footnotesize",
        "small",
        "longtabu",
        "sideways",
    ]
)


def means_float(ctx: RuleContext, index: int, environment: Environment) -> bool:
    """Whether a label in the environment of this number, inside a float, means the float."""
    environments = ctx.manuscript.environments
    while index >= 0 and environments[index] != environment:
        if environments[index].name not in _TRANSPARENT:
            return False
        index = environments[index].parent
    return index >= 0
