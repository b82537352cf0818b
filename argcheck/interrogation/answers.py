"""The checks of an answer about an argument: errors for the model to correct, and the records of what is valid."""

from __future__ import annotations

from collections import Counter
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from argcheck.argument.model import ATTACKS, SUPPORTS
from argcheck.interrogation.roles import kept_role, may_support
from argcheck.interrogation.runs_file import LONGEST, RunEdge, RunNode
from argcheck.interrogation.tying import tied
from argcheck.interrogation.wording import MOST_NODES

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Mapping, Sequence

    from argcheck.interrogation.shown_parts import ShownPart

_LONGEST_ID = 100  #: characters


def errors_of(value: Mapping[str, Any], max_nodes: int = MOST_NODES) -> list[str]:
    """Return why an answer is not a valid graph, a message each; empty for a valid one.

    :param value: an answer that its schema allows.
    :param max_nodes: most claims of an answer.
    """
    nodes, edges = value["nodes"], value["edges"]
    names = {node["id"] for node in nodes}
    return [*_errors_of_claims(nodes, max_nodes), *_errors_of_edges(edges, names), *_errors_of_roles(value)]


def _errors_of_roles(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield a message for each support that the roles of its claims do not allow."""
    roles = {node["id"]: node["role"] for node in value["nodes"]}
    for edge, source in _each_source(value["edges"], roles):
        target = edge["to"]
        fits = not {source, target} <= roles.keys() or may_support(roles[source], roles[target])
        if edge["relation"] == SUPPORTS and not fits:
            yield (
                f"{source!r} is a {roles[source]} and cannot support the {roles[target]} {target!r}:"
                " turn the edge round, or give the roles that they have"
            )


def _errors_of_claims(nodes: Sequence[Mapping[str, Any]], max_nodes: int) -> Iterator[str]:
    names = Counter(node["id"] for node in nodes)
    if not nodes:
        yield "there are no claims"
    if len(nodes) > max_nodes:
        yield f"there are {len(nodes)} claims, at most {max_nodes} are allowed"
    yield from (f"several claims have the id {name!r}" for name, times in names.items() if times > 1)
    for node in nodes:
        if len(node["id"]) > _LONGEST_ID:
            yield f"the id {node['id'][:_LONGEST_ID]!r}... is longer than {_LONGEST_ID} characters"
        if not node["claim"].strip():
            yield f"the claim {node['id']!r} says nothing"


def _each_source(
    edges: Iterable[Mapping[str, Any]], names: Container[str]
) -> Iterator[tuple[Mapping[str, Any], str]]:
    """Yield each edge with the id of each claim that it goes from: several if they are needed together (``a+b``)."""
    return ((edge, source) for edge in edges for source in _sources(edge, names))


def _sources(edge: Mapping[str, Any], names: Container[str]) -> list[str]:
    if edge["from"] in names:
        return [edge["from"]]
    return list(dict.fromkeys(part.strip() for part in edge["from"].split("+")))


def _errors_of_edges(edges: Sequence[Mapping[str, Any]], names: Container[str]) -> Iterator[str]:
    support: dict[str, set[str]] = {}
    for edge in edges:
        if edge["relation"] == ATTACKS and len(_sources(edge, names)) > 1:
            yield f"the attack from {edge['from']!r} is not from one claim: give each attack as an edge of its own"
    for edge, source in _each_source(edges, names):
        target = edge["to"]
        yield from (
            f"an edge names {end!r}, and no claim has this id" for end in (source, target) if end not in names
        )
        if source == target:
            yield f"{source!r} bears on itself"
        elif edge["relation"] != ATTACKS:
            support.setdefault(target, set()).add(source)
    try:
        TopologicalSorter(support).prepare()
    except CycleError as error:
        yield f"support goes in a circle: {' -> '.join(map(str, error.args[1]))}"


def records_of(value: Mapping[str, Any], run: str, part: ShownPart) -> tuple[list[RunNode], list[RunEdge]]:
    """Return the claims and edges of a valid answer; a claim that is in no sentence has an empty ``sentence``."""
    names = {node["id"]: f"{run}:{part.number}:{node['id']}" for node in value["nodes"]}
    sentences = part.sentences
    nodes = []
    for node in value["nodes"]:
        sentence, words = tied(node, sentences), " ".join(node["claim"].split())[:LONGEST]
        nodes.append(
            RunNode(
                run,
                names[node["id"]],
                " ".join(sentence.text.split())[:LONGEST] if sentence else words,
                node["kind"],
                kept_role(node["role"]),
                node["confidence"],
                sentence.hash if sentence else "",
                words if sentence else "",
            )
        )
    edges = []
    for number, edge in enumerate(value["edges"], 1):
        sources = _sources(edge, names)
        linked = f"{part.number}:{number}" if len(sources) > 1 else ""
        edges += [
            RunEdge(run, names[source], names[edge["to"]], edge["relation"], edge["confidence"], linked)
            for source in sources
        ]
    return nodes, edges
