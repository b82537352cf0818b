"""The argument graph as JSON, in a versioned format, and as text."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING, Any

from argcheck.argument.model import AUTHOR, HELD_BACK, TRACED, joint_marks
from argcheck.files.diagnostic import shortened
from argcheck.files.grouping import grouped
from argcheck.tex.formula_signs import in_signs

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from argcheck.argument.extract.joined import JoinedGraph
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Edge, EdgeKey, Node
    from argcheck.files.diagnostic import Span

VERSION = 1
_LEAST, _MOST = 24, 80  # least letters of a text in a narrow terminal, most without a terminal


def as_json(graph: ManuscriptGraph, base: str, shown: Collection[str] | None = None) -> dict[str, Any]:
    """Return one document as JSON; paths are relative to ``base``, lines and columns count from 1."""
    nodes, edges = graph.part(shown)
    return {
        "root": posixpath.relpath(graph.root, base),
        "nodes": [node_json(graph, node, base) for node in nodes],
        "edges": [edge_json(graph, edge, base) for edge in in_order(edges)],
    }


def node_json(graph: ManuscriptGraph | JoinedGraph, node: Node, base: str) -> dict[str, Any]:
    """Return a node as JSON."""
    file, line, column = _place(graph, node.places, base)
    return {
        "id": node.id,
        "kind": node.kind,
        "role": node.role or None,
        "text": node.text,
        "file": file,
        "line": line,
        "col": column,
        "run_ids": list(node.run_ids),
        "confidence": node.confidence,
        "refuted": node.id in graph.refutations,
        "open": bool(node.open),
    }


def edge_json(graph: ManuscriptGraph | JoinedGraph, edge: Edge, base: str) -> dict[str, Any]:
    """Return an edge as JSON."""
    file, line, _ = _place(graph, edge.places, base)
    return {
        "source": edge.source,
        "target": edge.target,
        "relation": edge.relation,
        "run_ids": list(edge.run_ids),
        "confidence": edge.confidence,
        "linked": list(edge.linked),
        "file": file,
        "line": line,
    }


def _place(
    graph: ManuscriptGraph | JoinedGraph, places: Sequence[Span], base: str
) -> tuple[str | None, int | None, int | None]:
    if not places:
        return None, None, None
    line, column = graph.line(places[0])
    return posixpath.relpath(places[0].path, base), line, column


def in_order(edges: Iterable[Edge]) -> list[Edge]:
    """Return edges sorted by their ends and relation."""
    return sorted(edges, key=lambda edge: edge.key)


def as_text(
    graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None, *, width: int = 0
) -> str:
    """Return each claim with its place, and under it its supports and attacks.

    :param width: about how many letters fit on a line, 0 for no limit.
    """
    lines: list[str] = []
    for graph in graphs:
        nodes, edges = graph.part(shown)
        into = grouped(in_order(edges), lambda edge: edge.target)
        marks = joint_marks(edges)
        for node in nodes:
            lines.append(_line(graph, node, base, width))
            lines += [
                f"    <- {edge.relation} {_joint(marks, edge)}{edge.source}{_where(graph, edge, base)}"
                for edge in into.get(node.id, ())
            ]
    return "".join(line + "\n" for line in lines)


def _joint(marks: Mapping[EdgeKey, str], edge: Edge) -> str:
    """Return the mark of a premise that is needed together with others, such as ``+ ``."""
    return f"{marks[edge.key]} " if edge.key in marks else ""


def _line(graph: ManuscriptGraph, node: Node, base: str, width: int) -> str:
    refuted = "refuted" if node.id in graph.refutations else ""
    marks = [node.kind or "", node.role, "open" if node.open else "", refuted]
    words = ", ".join(dict.fromkeys(mark for mark in marks if mark))
    start = f"{where(graph, node.places, base)}{node.id} ({words}): "
    return start + shortened(_readable(graph, node), max(_LEAST, width - len(start)) if width else _MOST)


def _readable(graph: ManuscriptGraph, node: Node) -> str:
    """Return the text of a node with formulas in Unicode characters."""
    return in_signs(node.text, graph.layout.manuscript.formula_macros)


def where(graph: ManuscriptGraph, places: Sequence[Span], base: str) -> str:
    """Return ``file:line:col: `` of the first place, or an empty text without places."""
    file, line, column = _place(graph, places, base)
    return f"{file}:{line}:{column}: " if file else ""


def _where(graph: ManuscriptGraph, edge: Edge, base: str) -> str:
    file, line, _ = _place(graph, edge.places, base)
    return f" ({file}:{line})" if file else ""


def traced(graph: ManuscriptGraph) -> tuple[int, int, int]:
    """Return the numbers of sentences of abstract, questions and conclusion: that claim, of these supported, others."""
    routes = list(_grounds(graph).values())
    held_back = routes.count(None)
    return len(routes) - held_back, sum(map(bool, routes)), held_back


def traces(graph: ManuscriptGraph, base: str) -> str:
    """Return each sentence of abstract, questions and conclusion, and under it the route from its ground."""
    lines = []
    for name, route in _grounds(graph).items():
        node = graph.nodes[name]
        lines.append(f"{where(graph, node.places, base)}{_readable(graph, node)}")
        for step in map(graph.nodes.__getitem__, route or ()):
            words = _readable(graph, step)
            text = words if step.sort == "sentence" else f"{step.id}: {shortened(words)}"
            lines.append(f"    <- {where(graph, step.places, base)}{text}")
        if not route:
            held_back = "not looked for: a plan, a limit, an announcement or what may come"
            lines.append(f"    {held_back if route is None else 'not traced'}")
    return "".join(f"{line}\n" for line in lines)


def _grounds(graph: ManuscriptGraph) -> dict[str, list[str] | None]:
    """Return for each sentence of abstract, questions and conclusion a shortest route from a given, or [].

    None for sentences that claim nothing and that the author has not annotated.
    """
    level = [
        node.id for node in graph.nodes.values() if node.kind == "given" and node.id not in graph.refutations
    ]
    route: dict[str, list[str]] = {name: [] for name in level}
    while level:
        after = []
        for source in level:
            for edge in graph.supported_by(graph.nodes[source]):
                if edge.target not in route:
                    route[edge.target] = [source, *route[source]]
                    after.append(edge.target)
        level = after
    return {
        node.id: None if HELD_BACK in node.flags and AUTHOR not in node.run_ids else route.get(node.id, [])
        for node in graph.nodes.values()
        if node.flags & TRACED
    }
