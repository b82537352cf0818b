"""Premises that are needed together by the word of models: only if most readings that have them say so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.model import MODEL, is_reading

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from argcheck.argument.model import Edge, Node

_Inference = tuple[str, str]  # target, name


def with_agreed_links(edges: Sequence[Edge], nodes: Mapping[str, Node]) -> list[Edge]:
    """Return the edges of all runs without the links of models on which their readings do not agree.

    A link counts if more than half of the readings with all of its claims need these together.  A support that is not
    linked by the author or the structure stays enough alone, whatever readings say.

    :param edges: between the ids of ``nodes``, not joined yet.
    """
    sources: dict[_Inference, set[str]] = {}
    for edge in edges:
        for name in edge.linked if edge.cause == MODEL else ():
            sources.setdefault((edge.target, name), set()).add(edge.source)
    if not sources:
        return list(edges)
    to: dict[str, list[tuple[str, set[str]]]] = {}
    for (target, name), premises in sources.items():
        to.setdefault(target, []).append((_run(name), premises))
    agreed = {
        (target, name)
        for (target, name), premises in sources.items()
        if len(premises) > 1
        and _is_agreed(premises, to[target], [nodes[target], *map(nodes.__getitem__, premises)])
    }
    joint = {(source, inference[0]) for inference in agreed for source in sources[inference]}
    return [_with(edge, agreed, alone=edge[:2] in joint) for edge in edges]


def _run(name: str) -> str:
    return name.partition(":")[0]


def _is_agreed(premises: set[str], said: Iterable[tuple[str, set[str]]], claims: Iterable[Node]) -> bool:
    having = set.intersection(*({run for run in node.run_ids if is_reading(run)} for node in claims))
    return 2 * len({run for run, others in said if premises <= others}) > len(having)


def _with(edge: Edge, agreed: set[_Inference], *, alone: bool) -> Edge:
    """Return an edge of a model with the links that are agreed; another that is enough alone is marked as that."""
    if edge.cause == MODEL:
        return edge._replace(linked=tuple(name for name in edge.linked if (edge.target, name) in agreed))
    return edge if edge.linked or not alone else edge._replace(linked=(f"#{edge.source}",))
