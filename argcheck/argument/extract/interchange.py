"""The argument graph as a networkx graph, and in formats that networkx writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.argument.extract.export import as_json
from argcheck.files.diagnostic import printable

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    import networkx as nx

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph


def to_networkx(
    graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None
) -> nx.MultiDiGraph:
    """Return the documents as one directed graph of networkx, with edges from supports to what they support.

    Nodes are named by ids, for several documents by ``ROOT#id``.  Attributes are the fields of the graph JSON that
    are not null, lists joined by commas, and ``document`` with the root for nodes.
    """
    import networkx as nx

    made = nx.MultiDiGraph()
    for graph in graphs:
        document = as_json(graph, base, shown)
        prefix = f"{document['root']}#" if len(graphs) > 1 else ""
        for node in document["nodes"]:
            made.add_node(prefix + node.pop("id"), document=document["root"], **_plain(node))
        for edge in document["edges"]:
            source, target = prefix + edge.pop("source"), prefix + edge.pop("target")
            made.add_edge(source, target, key=edge["relation"], **_plain(edge))
    return made


def _plain(fields: dict[str, Any]) -> dict[str, Any]:
    """Return the fields with a value, lists joined by commas, so that every format can write them."""
    stated = {name: value for name, value in fields.items() if value is not None and value != []}
    return {name: ",".join(value) if isinstance(value, list) else value for name, value in stated.items()}


def as_graphml(graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None) -> str:
    """Return the documents as GraphML, for Gephi, yEd, Cytoscape and networkx."""
    import networkx as nx

    graph = to_networkx(graphs, base, shown)
    names: dict[str, str] = {}
    taken: set[str] = set()
    for name in graph:
        plain = printable(name)
        names[name] = plain if plain not in taken else f"{plain} {len(names) + 1}"
        taken.add(names[name])
    for _, fields in [*graph.nodes(data=True), *((ends, fields) for *ends, fields in graph.edges(data=True))]:
        fields.update({key: printable(value) for key, value in fields.items() if isinstance(value, str)})
    return "\n".join(nx.generate_graphml(nx.relabel_nodes(graph, names))) + "\n"


def as_node_link(
    graphs: Sequence[ManuscriptGraph], base: str, shown: Collection[str] | None = None
) -> dict[str, Any]:
    """Return the documents as node-link data, for d3 and `networkx.node_link_graph` (``edges="links"``)."""
    graph = to_networkx(graphs, base, shown)
    nodes = [{"id": name, **fields} for name, fields in graph.nodes(data=True)]
    edges = [
        {"source": source, "target": target, "key": key, **fields}
        for source, target, key, fields in graph.edges(keys=True, data=True)
    ]
    return {"directed": True, "multigraph": True, "graph": {}, "nodes": nodes, "links": edges}
