r"""Annotations to paste for what models have read and most readings, or the author, agree on: comments or macros."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.export import where
from argcheck.argument.extract.suggest import new_id, where_to_put
from argcheck.argument.model import ACCEPTED, ASSUMES, ATTACKS, AUTHOR, SUPPORTS, kind_for_role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Edge, Node

_HALF = 0.5


def agreed_annotations(
    graph: ManuscriptGraph, base: str, readings: Sequence[str], *, macros: bool = False
) -> str:
    r"""Return where each agreed claim goes, its annotation, and the claim with what agrees on it.

    Agreed is what the author accepts, and what more than half of the readings have, unless it is refuted or annotated
    already; of edges what more than half of those readings say that have both ends.

    :param readings: names of the runs of models.
    :param macros: print ``\argclaim`` where the sentence can stand in it, not comments.
    """
    every = frozenset(readings)
    lines: list[str] = []
    for annotation in _annotations(graph, every):
        proposed = [] if macros else _comments(graph, base, annotation)
        proposed = proposed or _macro(graph, base, annotation, wanted=macros)
        lines += [*proposed, f"    {annotation.node.text} ({_origin(annotation.node, every)})"]
    return "".join(f"{line}\n" for line in lines)


def agreed_comments(graph: ManuscriptGraph, readings: Sequence[str]) -> Iterator[tuple[Node, list[str]]]:
    """Yield the sentences that are agreed to be claims, each with the words of its annotations."""
    for annotation in _annotations(graph, frozenset(readings)):
        yield annotation.node, _words(annotation)


def _annotations(graph: ManuscriptGraph, every: frozenset[str]) -> list[_Annotation]:
    nodes = [node for node in graph.nodes.values() if _is_agreed(graph, node, every)]
    taken = {*graph.nodes, *graph.layout.manuscript.labels_by_name}
    names: dict[str, str] = {}
    for node in nodes:
        names[node.id] = new_id(node, node.role or "claim", taken)
        taken.add(names[node.id])
    names = {node.id: node.id for node in graph.nodes.values() if _is_known(graph, node)} | names
    edges = [
        edge
        for edge in graph.edges
        if {edge.source, edge.target} <= names.keys() and _is_connected(graph, edge, every)
    ]
    return [_annotation(node, names, edges) for node in nodes]


def _is_agreed(graph: ManuscriptGraph, node: Node, every: frozenset[str]) -> bool:
    if node.sort != "sentence" or AUTHOR in node.run_ids or node.id in graph.refutations:
        return False
    return ACCEPTED in node.run_ids or len(every & {*node.run_ids}) > _HALF * max(1, len(every))


def _is_known(graph: ManuscriptGraph, node: Node) -> bool:
    """Whether an annotation can name a node as it is: a label, a work, a claim with an id of the author's."""
    return not graph.is_unnamed(node) and (node.sort != "sentence" or AUTHOR in node.run_ids)


def _is_connected(graph: ManuscriptGraph, edge: Edge, every: frozenset[str]) -> bool:
    """Whether most of the readings that have both ends connect them; what is known otherwise needs no annotation."""
    both = every & {*graph.nodes[edge.source].run_ids} & {*graph.nodes[edge.target].run_ids}
    return bool(both) and len(every & {*edge.run_ids}) > _HALF * len(both)


class _Annotation(NamedTuple):
    """What an annotation states of one claim."""

    node: Node
    id: str
    role: str
    kind: str  #: empty where it is that of the role
    uses: list[str]
    assumes: list[str]
    attacks: list[str]


def _annotation(node: Node, names: Mapping[str, str], edges: Sequence[Edge]) -> _Annotation:
    role = node.role or "claim"
    into = [edge for edge in edges if edge.target == node.id]
    return _Annotation(
        node,
        names[node.id],
        role,
        "" if node.kind == kind_for_role(role) else node.kind or "",
        [names[edge.source] for edge in into if edge.relation == SUPPORTS],
        [names[edge.source] for edge in into if edge.relation == ASSUMES],
        [names[edge.target] for edge in edges if edge.source == node.id and edge.relation == ATTACKS],
    )


def _words(said: _Annotation) -> list[str]:
    """Write an annotation as comments without their beginning."""
    words = [said.role, f"id={said.id}", *([f"kind={said.kind}"] if said.kind else [])]
    words += [f"uses={','.join(said.uses)}"] if said.uses else []
    comments = [" ".join(words)]
    comments += [f"assumes {','.join(said.assumes)}"] if said.assumes else []
    comments += [f"attacks {','.join(said.attacks)}"] if said.attacks else []
    return comments


def _comments(graph: ManuscriptGraph, base: str, said: _Annotation) -> list[str]:
    """Say where the comments go; nothing where the sentence stands within a line, which has room for one at its end."""
    lines = [
        line
        for comment in _words(said)
        for line in where_to_put(graph, said.node, f"% argcheck: {comment}", base)[:1]
    ]
    several_at_end = len(lines) > 1 and "on a line before:" not in lines[0]
    return [] if several_at_end else lines


def _macro(graph: ManuscriptGraph, base: str, said: _Annotation, *, wanted: bool) -> list[str]:
    place = where(graph, said.node.places, base)
    text = _in_braces(graph, said.node)
    if not wanted:
        return [f"{place}begins within a line: give it one of its own, or take --macros"]
    if not text:
        return [f"{place}cannot stand in a macro as it is written: take a comment"]
    marks = f"role={said.role}{f',kind={said.kind}' if said.kind else ''}"
    related = (("uses", said.uses), ("assumes", said.assumes), ("attacks", said.attacks))
    more = "".join(f"\\{verb}{{{','.join(ids)}}}" for verb, ids in related if ids)
    return [f"{place}in place of the sentence: \\argclaim[{marks}]{{{said.id}}}{{{text}}}{more}"]


def _origin(node: Node, every: frozenset[str]) -> str:
    accepted = ", accepted by the author" if ACCEPTED in node.run_ids else ""
    return f"in {len(every & {*node.run_ids})} of {len(every)} readings{accepted}"


def _in_braces(graph: ManuscriptGraph, node: Node) -> str:
    """Return the source of a sentence as the argument of a macro; empty where it cannot be one."""
    span = node.places[0]
    text = graph.files[span.path].text[span.start : span.end]
    odd = ("%", "\n\n", "\\begin", "\\end", "\\verb", "\\item")
    whole = text.count("{") == text.count("}") and not any(mark in text for mark in odd)
    return " ".join(text.split()) if whole else ""
