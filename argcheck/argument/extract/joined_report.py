"""A joined graph as JSON and as text: shared claims and works, contradictions, and what falls with a node."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.argument.extract.export import edge_json, node_json
from argcheck.files.diagnostic import shortened
from argcheck.files.grouping import lists_by_key

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from argcheck.argument.extract.cited_by_several import CitedEntry
    from argcheck.argument.extract.joined import JoinedGraph, PaperStatement
    from argcheck.argument.model import Node
    from argcheck.bib.entry import Entry

VERSION = 1
_SHOWN = 20  #: most rows of a kind in the text; the JSON has all


def as_json(graph: JoinedGraph) -> dict[str, Any]:
    """Return the joined graph as JSON; paths are relative to the folder of all papers, lines and columns from 1."""
    return {
        "version": VERSION,
        "papers": _papers(graph),
        "nodes": [_node(graph, node) for node in graph.nodes.values()],
        "edges": [edge_json(graph, edge, "") for edge in sorted(graph.edges)],
        "same_claims": [node.id for node in _same_claims(graph)],
        "shared_works": [
            {
                "id": node.id,
                "papers": [statement.paper for statement in graph.statements[node.id]],
                "conclusions": [{"id": name, "falls": name in fallen} for name in leaning],
            }
            for node, leaning, fallen in _shared_works(graph)
        ],
        "cited_works": [
            {
                "title": _title(group[0].entry),
                "cited": [{"paper": paper, "key": entry.key} for paper, entry in group],
            }
            for group in _cited_alone(graph)
        ],
        "contradictions": [[_place(graph, statement) for statement in pair] for pair in graph.contradictions],
    }


def without_json(graph: JoinedGraph, node_id: str) -> dict[str, Any]:
    """Return as JSON what falls with a node, in all papers."""
    fallen = {*graph.falls_with(graph.nodes[node_id])}
    return {
        "version": VERSION,
        "papers": _papers(graph),
        "without": node_id,
        "falls": [_node(graph, node) for node in graph.nodes.values() if node.id in fallen],
    }


def _papers(graph: JoinedGraph) -> list[str]:
    return sorted({statement.paper for group in graph.statements.values() for statement in group})


def _node(graph: JoinedGraph, node: Node) -> dict[str, Any]:
    """Return a node as JSON; without a place it gets the file of its paper, to keep nodes of papers apart."""
    group = graph.statements[node.id]
    own = next(statement for statement in group if statement.node.id == node.id)
    return {
        **node_json(graph, node, ""),
        **_at(graph, own),
        "papers": [statement.paper for statement in group],
        "locations": [_place(graph, statement) for statement in group],
    }


def _place(graph: JoinedGraph, statement: PaperStatement) -> dict[str, Any]:
    return {
        "paper": statement.paper,
        "id": statement.node.id,
        **_at(graph, statement),
        "text": statement.node.text,
    }


def _at(graph: JoinedGraph, statement: PaperStatement) -> dict[str, Any]:
    if not statement.node.places:
        return {"file": statement.paper, "line": None, "col": None}
    line, column = graph.line(statement.node.places[0])
    return {"file": statement.node.places[0].path, "line": line, "col": column}


def _same_claims(graph: JoinedGraph) -> list[Node]:
    """Return the claims that several papers state at different places, most papers first."""
    claims = [
        node
        for node in graph.nodes.values()
        if node.sort not in ("work", "float", "data")
        and len({statement.node.places for statement in graph.statements[node.id]}) > 1
    ]
    return sorted(claims, key=lambda node: (-len(graph.statements[node.id]), node.id))


def _shared_works(graph: JoinedGraph) -> Iterator[tuple[Node, list[str], set[str]]]:
    """Yield the works that several papers cite, with the conclusions that rest on them and those of these that fall.

    Works with most conclusions that fall come first.
    """
    rows = []
    conclusions = [node.id for node in graph.conclusions]
    for node in graph.nodes.values():
        if node.sort == "work" and len(graph.statements[node.id]) > 1:
            resting = graph.downstream(node)
            leaning = [name for name in conclusions if name in resting]
            fallen = {*graph.falls_with(node)}.intersection(leaning) if leaning else set()
            rows.append((node, leaning, fallen))
    yield from sorted(
        rows, key=lambda row: (-len(row[2]), -len(row[1]), -len(graph.statements[row[0].id]), row[0].id)
    )


def _cited_alone(graph: JoinedGraph) -> list[tuple[CitedEntry, ...]]:
    """Return the works that several papers cite and that are not a node of several papers."""
    shared = {name for name, group in graph.statements.items() if len(group) > 1}
    return [
        group
        for group in graph.cited
        if not any(
            (node := graph.find(f"{paper}#cite:{entry.key}")) and node.id in shared for paper, entry in group
        )
    ]


def _cited_line(group: Sequence[CitedEntry]) -> str:
    papers = lists_by_key((paper, entry.key) for paper, entry in group)
    places = "; ".join(f"{paper} ({', '.join(keys)})" for paper, keys in papers.items())
    return f"{shortened(_title(group[0].entry))}: {places}"


def _title(entry: Entry) -> str:
    return entry.text("title") or entry.key


def as_text(graph: JoinedGraph) -> str:
    """Return as text what the papers share, and where they contradict each other."""
    lines: list[str] = []
    claims = [list(_claim_lines(graph, node)) for node in _same_claims(graph)]
    lines += _section("the same claim in several papers", claims)
    works = [list(_work_lines(graph, *row)) for row in _shared_works(graph)]
    lines += _section("works that several papers cite", works)
    cited = [[_cited_line(group)] for group in _cited_alone(graph)]
    lines += _section(
        "works that several papers cite, on which no claim of the graph rests in more than one", cited
    )
    pairs = [[_line(graph, statement) for statement in pair] for pair in graph.contradictions]
    lines += _section("contradictions between papers", [[first, f"  {second}"] for first, second in pairs])
    return "".join(f"{line}\n" for line in lines)


def _section(title: str, rows: Sequence[Sequence[str]]) -> Iterator[str]:
    if rows:
        yield f"{title}: {len(rows)}"
        for row in rows[:_SHOWN]:
            yield from (f"  {line}" for line in row)
        if len(rows) > _SHOWN:
            yield f"  ... and {len(rows) - _SHOWN} more; --format json has all"


def _claim_lines(graph: JoinedGraph, node: Node) -> Iterator[str]:
    first, *rest = graph.statements[node.id]
    yield _line(graph, first)
    yield from (f"  {_line(graph, statement)}" for statement in rest)


def _work_lines(graph: JoinedGraph, node: Node, leaning: list[str], fallen: set[str]) -> Iterator[str]:
    refuted = graph.refutations.get(node.id)
    reason = f" (refuted: {refuted.reason})" if refuted else ""
    among = f", {len(fallen)} of which fall{'s' * (len(fallen) == 1)} without it" if fallen else ""
    yield f"{node.id}: {shortened(node.text)}{reason}"
    papers = ", ".join(statement.paper for statement in graph.statements[node.id])
    yield f"  in {papers}; bears {len(leaning)} conclusion{'s' * (len(leaning) != 1)}{among}"
    for name in leaning:
        for statement in graph.statements[name]:
            yield f"  {_line(graph, statement)}{' (falls without it)' if name in fallen else ''}"


def _line(graph: JoinedGraph, statement: PaperStatement) -> str:
    place = _at(graph, statement)
    where = f"{place['file']}:{place['line']}:{place['col']}" if place["line"] else place["file"]
    return f"{where}: {shortened(statement.node.text)}"


def without_text(graph: JoinedGraph, node_id: str, name: str) -> str:
    """Return as text what falls with a node, paper by paper."""
    fallen = {*graph.falls_with(graph.nodes[node_id])}
    if not fallen:
        return f"nothing falls with {name}\n"
    conclusions = {node.id for node in graph.conclusions}
    claims = sum(node.kind != "given" for node in graph.nodes.values())
    lost = len(conclusions & fallen)
    lines = [
        f"{len(fallen)} of {claims} claims fall with {name}, {lost} of {len(conclusions)} conclusions among them"
    ]
    for paper in _papers(graph):
        lines += _of_paper(graph, paper, fallen, conclusions)
    return "".join(f"{line}\n" for line in lines)


def _of_paper(
    graph: JoinedGraph, paper: str, shown: Collection[str], conclusions: Collection[str]
) -> Iterable[str]:
    lines = [
        f"  {_line(graph, statement)}{' (conclusion)' if name in conclusions else ''}"
        for name in graph.nodes
        if name in shown
        for statement in graph.statements[name]
        if statement.paper == paper
    ]
    return [paper, *lines] if lines else []
