"""How far the statements of a blueprint are formalised, and which could be next."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.adjacency import closure
from argcheck.argument.model import GIVEN

if TYPE_CHECKING:
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Node

_STATED = {"leanok", "proof-leanok", "mathlibok"}


def formal_states(graph: ManuscriptGraph) -> dict[str, str]:
    """Say of each statement how it stands; nothing where no statement is formalised.

    ``mathlibok``, ``proof-leanok`` and ``leanok`` are what the author marked. ``whole`` is formalised together with all
    that it rests on; of ``provable`` the statement is, of ``ready`` nothing, and of all that they use the statements
    are.
    """
    statements = [node for node in graph.nodes.values() if _to_be_formalised(graph, node)]
    if not any(_STATED & node.flags for node in statements):
        return {}
    unfinished = _above(graph, [node for node in statements if not _done(node)])
    return {node.id: _state(graph, node, unfinished) for node in statements}


def _to_be_formalised(graph: ManuscriptGraph, node: Node) -> bool:
    """Whether a claim is a statement in an environment, and no remark or example that nobody has formalised."""
    stated = graph.layout.by_id.get(node.id)
    return stated is not None and (stated.family != "remark" or bool(_STATED & node.flags))


def _done(node: Node) -> bool:
    """Whether a statement is formalised completely; a definition has no proof."""
    return bool({"proof-leanok", "mathlibok"} & node.flags) or (node.kind == GIVEN and "leanok" in node.flags)


def _above(graph: ManuscriptGraph, nodes: list[Node]) -> set[str]:
    """The ids of some statements and of all that rests on them; what is in Mathlib rests on nothing here."""

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
