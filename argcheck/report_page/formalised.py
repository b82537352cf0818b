"""The state of formalisation of the statements of a blueprint, and which could be next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.adjacency import closure
from argcheck.argument.model import GIVEN

if TYPE_CHECKING:
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Node

_STATED = {"leanok", "proof-leanok", "mathlibok"}


def formal_states(graph: ManuscriptGraph) -> dict[str, str]:
    """Return the state of each statement by id; empty if no statement is formalised.

    The author marks ``mathlibok``, ``proof-leanok`` and ``leanok``.  ``whole`` is formalised with all that it rests on.
    If the statements of all that it uses are formalised, it is ``provable`` if its own statement is, else ``ready``.
    Otherwise the state is empty.
    """
    statements = [node for node in graph.nodes.values() if _to_be_formalised(graph, node)]
    if not any(_STATED & node.flags for node in statements):
        return {}
    unfinished = _above(graph, [node for node in statements if not _done(node)])
    return {node.id: _state(graph, node, unfinished) for node in statements}


def _to_be_formalised(graph: ManuscriptGraph, node: Node) -> bool:
    """Whether a claim is a statement in an environment; remarks only count if they are formalised."""
    stated = graph.layout.by_id.get(node.id)
    return stated is not None and (stated.family != "remark" or bool(_STATED & node.flags))


def _done(node: Node) -> bool:
    """Whether a statement and its proof are formalised; a definition has no proof."""
    return bool({"proof-leanok", "mathlibok"} & node.flags) or (node.kind == GIVEN and "leanok" in node.flags)


def _above(graph: ManuscriptGraph, nodes: list[Node]) -> set[str]:
    """Return the ids of some statements and of all that rest on them; statements in Mathlib rest on none."""

    def above(name: str) -> list[str]:
        targets = [edge.target for edge in graph.supported_by(graph.nodes[name])]
        return [target for target in targets if "mathlibok" not in graph.nodes[target].flags]

    return closure((node.id for node in nodes), above)


def _state(graph: ManuscriptGraph, node: Node, unfinished: set[str]) -> str:
    if "mathlibok" in node.flags:
        return "mathlibok"
    if node.id not in unfinished:
        return "whole"
    if "proof-leanok" in node.flags:
        return "proof-leanok"
    used = (graph.nodes[edge.source] for edge in graph.support_of(node))
    able = not node.open and all(_STATED & each.flags for each in used if _to_be_formalised(graph, each))
    if "leanok" in node.flags:
        return "provable" if able and node.kind != GIVEN else "leanok"
    return "ready" if able else ""
