"""The argument graph as networkx has it, and in the formats that networkx writes for other programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from argcheck.argument.extract.export import as_json

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import networkx as nx

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph


def to_networkx(
    graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None
) -> nx.MultiDiGraph:
    """Return the documents as one directed graph of networkx, an edge from the support to what it supports.

    Nodes are called by their ids, where there are several documents by ``ROOT#id``.  Attributes are the fields of
    the graph JSON, those that are null left out, lists joined by commas, and ``document`` for the root of a node.
    """
    import networkx as nx

    made = nx.MultiDiGraph()
    for graph in graphs:
        document = as_json(graph, base)
        prefix = f"{document['root']}#" if len(graphs) > 1 else ""
        for node in document["nodes"]:
            if shown is None or node["id"] in shown:
                made.add_node(prefix + node.pop("id"), document=document["root"], **_plain(node))
        for edge in document["edges"]:
            source, target = prefix + edge.pop("source"), prefix + edge.pop("target")
            if source in made and target in made:
                made.add_edge(source, target, key=edge["relation"], **_plain(edge))
    return made


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields that have a value, each as one that every format can write."""
    stated = {name: value for name, value in fields.items() if value is not None and value != []}
    return {name: ",".join(value) if isinstance(value, list) else value for name, value in stated.items()}


def as_graphml(graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None) -> str:
    """Return the documents as GraphML, which Gephi, yEd, Cytoscape and networkx read."""
    import networkx as nx

    graph = to_networkx(graphs, base, shown)
    texts = {name: _printable(text) for name, text in graph.nodes(data="text")}
    nx.set_node_attributes(graph, texts, "text")
    return "\n".join(nx.generate_graphml(graph)) + "\n"


def _printable(text: str) -> str:
    """Leave out what XML cannot hold: control characters and lone surrogates."""
    return "".join(
        char for char in text if char in "\t\n" or (char >= " " and not "\ud800" <= char <= "\udfff")
    )


def as_node_link(graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None) -> str:
    """Return the documents as node-link JSON, which d3 and `networkx.node_link_graph` read (``edges="links"``)."""
    graph = to_networkx(graphs, base, shown)
    nodes = [{"id": name, **fields} for name, fields in graph.nodes(data=True)]
    edges = [
        {"source": source, "target": target, "key": key, **fields}
        for source, target, key, fields in graph.edges(keys=True, data=True)
    ]
    linked = {"directed": True, "multigraph": True, "graph": {}, "nodes": nodes, "links": edges}
    return json.dumps(linked, indent=2, ensure_ascii=False) + "\n"
