r"""Annotations to paste for claims of models that most readings have or the author accepts: comments or macros."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.export import where
from argcheck.argument.extract.suggest import new_id, where_to_put
from argcheck.argument.model import ACCEPTED, ASSUMES, ATTACKS, AUTHOR, kind_for_role

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Edge, Node

_HALF = 0.5


def agreed_annotations(graph: ManuscriptGraph, base: str, *, macros: bool = False) -> str:
    r"""Return for each agreed claim its annotation and where to put it, then the claim and how many readings have it.

    Agreed claims are those that the author accepts or more than half of the readings have, unless refuted or annotated
    already; agreed edges are those that more than half of the readings with both ends have.  Of an attack that a
    reading answers, the answer must be agreed, too.

    :param macros: return ``\argclaim`` in place of comments, if the sentence can be its argument.
    """
    lines: list[str] = []
    for annotation in _annotations(graph):
        is_latex = _is_latex(graph, annotation.node)
        comment = _comment_text(annotation)
        proposed = [] if macros and is_latex else where_to_put(graph, annotation.node, comment, base)[:1]
        proposed = proposed or _without_comment(graph, base, annotation, macros=macros)
        lines += [*proposed, f"    {annotation.node.text} ({_origin(graph, annotation.node)})"]
    return "".join(f"{line}\n" for line in lines)


def agreed_comments(graph: ManuscriptGraph) -> Iterator[tuple[Node, str]]:
    """Yield the agreed claims, which are sentences, each with the text of its annotation."""
    for annotation in _annotations(graph):
        yield annotation.node, _comment_text(annotation)


def _annotations(graph: ManuscriptGraph) -> list[_Annotation]:
    nodes = [node for node in graph.nodes.values() if _is_agreed(graph, node)]
    taken = {*graph.nodes, *graph.layout.manuscript.labels_by_name}
    names: dict[str, str] = {}
    for node in nodes:
        names[node.id] = new_id(node, node.role or "claim", taken)
        taken.add(names[node.id])
    names = {node.id: node.id for node in graph.nodes.values() if _is_known(graph, node)} | names
    edges = [
        edge for edge in graph.edges if {edge.source, edge.target} <= names.keys() and graph.is_agreed(edge)
    ]
    edges = _without_answered_attacks(graph, edges)
    return [_annotation(node, names, edges) for node in nodes]


def _without_answered_attacks(graph: ManuscriptGraph, edges: Sequence[Edge]) -> list[Edge]:
    """Return the edges without the attacks that a reading answers, unless the answer is among them.

    Pasted alone, such an attack would accuse a text that answers it.
    """
    answered = {
        edge.target
        for edge in graph.edges
        if edge.relation == ATTACKS and graph.readings & {*edge.run_ids} and edge not in edges
    }
    return [edge for edge in edges if edge.relation != ATTACKS or edge.source not in answered]


def _is_agreed(graph: ManuscriptGraph, node: Node) -> bool:
    if node.sort != "sentence" or AUTHOR in node.run_ids or node.id in graph.refutations:
        return False
    readings = graph.readings
    return ACCEPTED in node.run_ids or len(readings & {*node.run_ids}) > _HALF * max(1, len(readings))


def _is_known(graph: ManuscriptGraph, node: Node) -> bool:
    """Whether an annotation can name a node as it is: a label, a work, or a claim with an id from the author."""
    return not graph.is_unnamed(node) and (node.sort != "sentence" or AUTHOR in node.run_ids)


class _Annotation(NamedTuple):
    """The annotation of one claim."""

    node: Node
    id: str
    role: str
    kind: str  #: empty if it is that of the role
    uses: list[str]  #: each an id, or several that are needed together with a plus sign between them
    assumes: list[str]
    attacks: list[str]


def _annotation(node: Node, names: Mapping[str, str], edges: Sequence[Edge]) -> _Annotation:
    role = node.role or "claim"
    into = [edge for edge in edges if edge.target == node.id and edge.relation != ATTACKS]
    inferences = _inferences(into)
    alone = {premises[0] for premises in inferences if len(premises) == 1}
    assumed = {edge.source for edge in into if edge.relation == ASSUMES} & alone
    return _Annotation(
        node,
        names[node.id],
        role,
        "" if node.kind == kind_for_role(role) else node.kind or "",
        sorted(
            "+".join(sorted(map(names.__getitem__, each))) for each in inferences if assumed.isdisjoint(each)
        ),
        sorted({names[edge.source] for edge in into if edge.source in assumed}),
        sorted(names[edge.target] for edge in edges if edge.source == node.id and edge.relation == ATTACKS),
    )


def _inferences(into: Sequence[Edge]) -> list[tuple[str, ...]]:
    """Return the premises of each inference to a claim, without inferences that have all premises of another."""
    linked: dict[str, list[str]] = {}
    for edge in into:
        for name in edge.linked or (f"#{edge.source}",):
            linked.setdefault(name, []).append(edge.source)
    inferences = list(dict.fromkeys(map(tuple, linked.values())))
    return [each for each in inferences if not any({*other} < {*each} for other in inferences)]


def _comment_text(annotation: _Annotation) -> str:
    """Return the comment of an annotation without its beginning ``% argcheck:``."""
    kind = [f"kind={annotation.kind}"] if annotation.kind else []
    related = [f"{verb}={','.join(ids)}" for verb, ids in _related(annotation)]
    return " ".join([annotation.role, f"id={annotation.id}", *kind, *related])


def _related(annotation: _Annotation) -> list[tuple[str, list[str]]]:
    """Return the relations of a claim that has any, each with what it names."""
    related = (("uses", annotation.uses), ("assumes", annotation.assumes), ("attacks", annotation.attacks))
    return [(verb, ids) for verb, ids in related if ids]


def _is_latex(graph: ManuscriptGraph, node: Node) -> bool:
    source = graph.files[node.places[0].path]
    return source.original is source


def _without_comment(
    graph: ManuscriptGraph, base: str, annotation: _Annotation, *, macros: bool
) -> list[str]:
    """Return a line with the macro or a comment that needs a line break, or with why there is nothing to paste."""
    place = where(graph, annotation.node.places, base)
    opening, _ = graph.files[annotation.node.places[0].path].original.comment
    is_latex = _is_latex(graph, annotation.node)
    if not opening:
        return [f"{place}nothing can be pasted into such a file: `argcheck runs accept` keeps your word"]
    if not (macros and is_latex):
        how = f"break the line there{' (or take --macros)' if is_latex else ''}, and on a line before"
        return [f"{place}{how}: {opening}argcheck: {_comment_text(annotation)}"]
    text = _in_braces(graph, annotation.node)
    if not text:
        return [f"{place}cannot stand in a macro as it is written: take a comment"]
    marks = f"role={annotation.role}{f',kind={annotation.kind}' if annotation.kind else ''}"
    more = "".join(f"\\{verb}{{{','.join(ids)}}}" for verb, ids in _related(annotation))
    return [f"{place}in place of the sentence: \\argclaim[{marks}]{{{annotation.id}}}{{{text}}}{more}"]


def _origin(graph: ManuscriptGraph, node: Node) -> str:
    accepted = ", accepted by the author" if ACCEPTED in node.run_ids else ""
    return f"in {len(graph.readings & {*node.run_ids})} of {len(graph.readings)} readings{accepted}"


def _in_braces(graph: ManuscriptGraph, node: Node) -> str:
    """Return the source of a sentence as the argument of a macro, or an empty text if it cannot be one."""
    span = node.places[0]
    text = graph.files[span.path].text[span.start : span.end]
    odd = ("%", "\n\n", "\\begin", "\\end", "\\verb", "\\item")
    written = text.replace("\\\\", "").replace("\\%", "")  # a percent sign that is printed begins no comment
    whole = text.count("{") == text.count("}") and not any(mark in written for mark in odd)
    return " ".join(text.split()) if whole else ""
