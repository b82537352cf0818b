"""Join the runs over one manuscript: by id, then by place, by text only where a node has no place."""

from __future__ import annotations

from bisect import bisect_left
from copy import copy
from typing import TYPE_CHECKING

from argcheck.extract.author import author_run, taken_away
from argcheck.extract.layout import Layout
from argcheck.extract.model import (
    ASSUMES,
    ASSUMPTION,
    AUTHOR,
    CONCLUSION,
    CUES,
    DEFAULT_RUNS,
    INFERENCE,
    RUNS,
    STRUCTURE,
    SUPPORTS,
    ArgumentGraph,
    Edge,
    Node,
    Run,
    authority,
)
from argcheck.extract.nodes import default_kind, default_role
from argcheck.extract.structure import structure_run
from argcheck.extract.texts import Texts
from argcheck.extract.works import Works

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from argcheck.diagnostic import Span
    from argcheck.workspace import Document

_HALF = 0.5
_MANY = 30


def build(
    document: Document,
    runs: Collection[str] = DEFAULT_RUNS,
    *,
    prose: bool = True,
    further: Sequence[Run] = (),
) -> ArgumentGraph:
    """Extract the argument graph of a document.

    :param runs: which of `argcheck.extract.model.RUNS` to make.
    :param prose: whether ``structure`` reads prose as well as environments.
    :param further: runs that were made elsewhere, such as those of models.
    """
    layout, made = _read(document, runs, prose=prose)
    return merge(document.manuscript.root, layout, [*made, *further])


def build_both(document: Document) -> tuple[ArgumentGraph, ArgumentGraph]:
    """Extract the graph of the default runs, and the one of all runs, from one reading of a document."""
    layout, made = _read(document, RUNS, prose=True)
    believed = [_copied(run) for run in made if run.name in DEFAULT_RUNS]
    root = document.manuscript.root
    return merge(root, layout, believed), merge(root, layout, made)


def _copied(run: Run) -> Run:
    """Copy the nodes, which merging changes."""
    return run._replace(nodes={name: copy(node) for name, node in run.nodes.items()})


def _read(document: Document, runs: Collection[str], *, prose: bool) -> tuple[Layout, list[Run]]:
    manuscript, bibliography = document
    layout = Layout(manuscript, bibliography.files)
    texts, works = (
        Texts(manuscript, whole=CUES in runs or (prose and _many_floats(layout))),
        Works(bibliography, manuscript.cited_keys),
    )
    made: list[Run] = []
    if AUTHOR in runs:
        made.append(author_run(layout, texts, works))
    if STRUCTURE in runs:
        claims = [node for run in made for node in run.nodes.values()]
        made.append(structure_run(layout, texts, works, prose=prose, claims=claims))
    if CUES in runs:
        from argcheck.extract.cues import cues_run

        made.append(cues_run(layout, texts, works, [node for run in made for node in run.nodes.values()]))
    return layout, made


def _many_floats(layout: Layout) -> bool:
    """Whether so many sentences refer to floats that reading all prose once is cheaper."""
    labels = {
        label.name
        for label in layout.manuscript.labels
        if layout.owner_index(label.environment) in layout.floats
    }
    return sum(reference.name in labels for reference in layout.manuscript.references) > _MANY


def merge(root: str, layout: Layout, runs: Sequence[Run]) -> ArgumentGraph:
    """Join runs; what two of them say of one place is one node with both provenances."""
    ignored, excluded = taken_away(layout)
    merger = _Merger(layout)
    for run in sorted(runs, key=lambda run: authority([run.name])):
        merger.take(node for node in run.nodes.values() if node.id not in excluded)
    nodes = merger.finish()
    names = merger.names
    edges = _edges(runs, names, nodes, ignored)
    _conclude(layout, nodes, edges)
    problems = [problem for run in runs for problem in run.problems]
    return ArgumentGraph(root, nodes, edges, problems, layout, names=names)


class _Merger:
    """Collects nodes, the most believed run first."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.nodes: dict[str, Node] = {}
        self.names: dict[str, str] = {}  # every id and alias -> id of the node that was kept
        self._places: dict[str, list[tuple[int, int, str]]] = {}
        self._longest = 0

    def take(self, nodes: Iterable[Node]) -> None:
        """Add the nodes of one run; two nodes of one run are never merged."""
        here = [(node, self._known(node)) for node in nodes]
        for node, known in here:
            if known is None:
                self.nodes[node.id] = node
            elif known is not node:
                _join(known, node)
            for name in (node.id, *node.aliases):
                self.names.setdefault(name, (known or node).id)
        for node, known in here:
            if known is None and node.sort == "sentence":
                for place in node.places:
                    self._places.setdefault(place.path, []).append((place.start, place.end, node.id))
                    self._longest = max(self._longest, place.end - place.start)
        for places in self._places.values():
            places.sort()

    def _known(self, node: Node) -> Node | None:
        name = self.names.get(node.id)
        if name is not None:
            return self.nodes[name]
        if node.sort != "sentence":
            return None
        if not node.places:
            return self._same_text(node)
        return next((found for place in node.places if (found := self._at(place, node))), None)

    def _at(self, place: Span, node: Node) -> Node | None:
        """Return the node of a more believed run at this place, unless a guard tells the two apart."""
        here = self._places.get(place.path, [])
        for start, end, name in reversed(here[: bisect_left(here, (place.end, 0, ""))]):
            if start < place.start - self._longest:
                break
            shared = min(end, place.end) - max(start, place.start)
            if shared > 0 and shared >= _HALF * min(end - start, place.end - place.start):
                found = self.nodes[name]
                if not _guarded(found, node, self.layout.manuscript.language_of(place)):
                    return found
        return None

    def _same_text(self, node: Node) -> Node | None:
        from argcheck.graph.compare import Verdict, compare

        language = self.layout.manuscript.language
        same = (
            one
            for one in self.nodes.values()
            if compare(one.text, node.text, language=language) is Verdict.SAME
        )
        return next(same, None)

    def finish(self) -> dict[str, Node]:
        """Settle kinds that no run has stated; return the nodes in document order."""
        for node in self.nodes.values():
            stated = self.layout.by_id.get(node.id)
            if node.kind is None:
                node.kind = default_kind(stated) if stated else INFERENCE
            if not node.role and stated:
                node.role = default_role(stated)
        order = {path: rank for rank, path in enumerate(self.layout.files)}

        def key(node: Node) -> tuple[int, int, str]:
            if not node.places:
                return len(order), 0, node.id
            return order.get(node.places[0].path, len(order)), node.places[0].start, node.id

        return {node.id: node for node in sorted(self.nodes.values(), key=key)}


def _join(kept: Node, other: Node) -> None:
    """Let the less believed node add what the kept one does not say."""
    kept.run_ids = tuple(dict.fromkeys((*kept.run_ids, *other.run_ids)))
    kept.kind = kept.kind or other.kind
    kept.role = kept.role or other.role
    kept.confidence = max(kept.confidence, other.confidence)
    kept.open = kept.open or other.open
    kept.aliases = tuple(dict.fromkeys((*kept.aliases, *other.aliases)))
    if other.id != kept.id:
        kept.aliases = tuple(dict.fromkeys((*kept.aliases, other.id)))
    kept.places = tuple(dict.fromkeys((*kept.places, *other.places)))
    kept.flags |= other.flags
    kept.declared = kept.declared or other.declared
    if other.refuted and not kept.refuted:
        kept.refuted, kept.reason = True, other.reason


def _guarded(one: Node, other: Node, language: str) -> bool:
    """Whether negation or numbers tell two wordings of one place apart."""
    if one.text == other.text:
        return False
    from argcheck.graph.compare import conflict
    from argcheck.graph.normalise import fingerprint, normalise

    left, right = (fingerprint(normalise(node.text, language), language) for node in (one, other))
    return conflict(left, right)


def _edges(
    runs: Sequence[Run], names: dict[str, str], nodes: dict[str, Node], ignored: set[tuple[str, str]]
) -> list[Edge]:
    """Re-point and join edges; drop those to nothing, to oneself by inference, and what the author takes away."""
    joined: dict[tuple[str, str, str], Edge] = {}
    for run in sorted(runs, key=lambda run: authority([run.name])):
        for edge in run.edges:
            source, target = names.get(edge.source, edge.source), names.get(edge.target, edge.target)
            if source not in nodes or target not in nodes:
                continue
            if run.name != AUTHOR and (source == target or (source, target) in ignored):
                continue
            assumed = edge.relation == SUPPORTS and nodes[source].kind == ASSUMPTION
            key = (source, target, ASSUMES if assumed else edge.relation)
            known = joined.get(key)
            if known is None:
                joined[key] = edge._replace(source=source, target=target, relation=key[2])
            else:
                joined[known.source, known.target, known.relation] = known._replace(
                    run_ids=tuple(dict.fromkeys((*known.run_ids, *edge.run_ids))),
                    confidence=max(known.confidence, edge.confidence),
                    places=tuple(dict.fromkeys((*known.places, *edge.places))),
                )
    return list(joined.values())


def _conclude(layout: Layout, nodes: dict[str, Node], edges: Iterable[Edge]) -> None:
    """Choose the conclusions: what the author declares, else what looks like one."""
    if any(node.declared for node in nodes.values()):
        for node in nodes.values():
            if node.declared and node.kind == INFERENCE:
                node.kind = CONCLUSION
            elif node.kind == CONCLUSION and not node.declared:
                node.kind = INFERENCE
        return
    flagged = frozenset({"contribution", "abstract", "concluding"})
    for node in nodes.values():
        if node.flags & flagged and node.kind == INFERENCE:
            node.kind = CONCLUSION
    feeding = {edge.source for edge in edges if edge.relation != "attacks" and not _prose(nodes[edge.target])}
    for node in nodes.values():
        stated = layout.by_id.get(node.id)
        main = stated is not None and stated.family == "result" and "theorem" in stated.kind
        if main and node.kind == INFERENCE and node.id not in feeding:
            node.kind = CONCLUSION


def _prose(node: Node) -> bool:
    return node.sort == "sentence"
