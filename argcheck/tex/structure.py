"""Larger units of a `Manuscript`: floats, theorem-like statements, the abstract."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from argcheck.diagnostic import Span
from argcheck.tex.model import Caption, Float, Label, Statement

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.tex.model import Manuscript

_Owned = TypeVar("_Owned", Label, Caption)


def floats(manuscript: Manuscript) -> tuple[Float, ...]:
    """Every float with its labels and captions; what is in an inner float belongs to the outer one."""
    environments = manuscript.environments
    owner: list[int] = []
    for index, environment in enumerate(environments):
        outer = owner[environment.parent] if environment.parent >= 0 else -1
        owner.append(outer if outer >= 0 else index if environment.name in manuscript.float_names else -1)
    labels = _by_owner(manuscript.labels, owner)
    captions = _by_owner(manuscript.captions, owner)
    return tuple(
        Float(environments[index], tuple(labels.get(index, ())), tuple(captions.get(index, ())))
        for index in range(len(environments))
        if owner[index] == index
    )


def _by_owner(items: Iterable[_Owned], owner: list[int]) -> dict[int, list[_Owned]]:
    found: dict[int, list[_Owned]] = {}
    for item in items:
        index = owner[item.environment] if item.environment >= 0 else -1
        if index >= 0:
            found.setdefault(index, []).append(item)
    return found


def statements(manuscript: Manuscript) -> tuple[Statement, ...]:
    """Every theorem-like environment with the labels that stand directly in it."""
    labels: dict[int, list[Label]] = {}
    for label in manuscript.labels:
        labels.setdefault(label.environment, []).append(label)
    return tuple(
        Statement(kind, environment, tuple(labels.get(index, ())), environment.name.endswith("*"))
        for index, environment in enumerate(manuscript.environments)
        if (kind := manuscript.theorem_kinds.get(environment.name) or _starred(manuscript, environment.name))
    )


def _starred(manuscript: Manuscript, name: str) -> str | None:
    return manuscript.theorem_kinds.get(name[:-1]) if name.endswith("*") else None


def abstract(manuscript: Manuscript) -> Span | None:
    r"""The ``abstract`` environment without its ``\begin`` and ``\end``, or the argument of ``\abstract``."""
    for environment in manuscript.environments:
        if environment.name == "abstract":
            end = environment.span.end - len("\\end{abstract}")
            return Span(environment.span.path, environment.begin.end, max(environment.begin.end, end))
    return next(iter(manuscript.abstract_spans), None)
