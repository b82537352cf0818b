"""Build the graph of a manuscript: make the runs, join them by id and by place, set kinds and conclusions."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.adjacency import closure
from argcheck.argument.extract.author import author_run
from argcheck.argument.extract.author_macros import taken_away
from argcheck.argument.extract.builder import RunInputs, default_kind, default_role
from argcheck.argument.extract.data_ties import Ties
from argcheck.argument.extract.formal_structure import structure_run
from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
from argcheck.argument.merger import Merger
from argcheck.argument.model import (
    ASSUMES,
    ASSUMPTION,
    ATTACKS,
    AUTHOR,
    CONCLUSION,
    CUES,
    DEFAULT_RUNS,
    GIVEN,
    INFERENCE,
    KINDS,
    STRUCTURE,
    SUPPORTS,
    authority,
    is_reading,
)
from argcheck.argument.normalise import Fingerprint, fingerprint, normalise, with_commas
from argcheck.argument.similarity import conflict
from argcheck.files.diagnostic import Span
from argcheck.prose.families import is_called
from argcheck.prose.texts import Texts
from argcheck.tex.document_language import language, language_of
from argcheck.tex.reading_text import document_sentences

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from argcheck.argument.extract.data_ties import DataReader
    from argcheck.argument.extract.layout import Layout
    from argcheck.argument.model import ArgumentRun, Edge, Node, Refutation
    from argcheck.reading.read_document import Document

_HALF = 0.5
_MANY = 30
_SOURCES = ("work", "float", "data")
_GUESSED = frozenset({"contribution", "abstract", "concluding"})


def build(
    document: Document,
    runs: Collection[str] = DEFAULT_RUNS,
    *,
    further: Sequence[ArgumentRun] = (),
    data: DataReader | None = None,
) -> ManuscriptGraph:
    """Return the argument graph of a document.

    :param runs: which of `argcheck.argument.model.RUNS` to make.
    :param further: runs made elsewhere, such as those of models.
    :param data: reads the data files that the author names; without it no number is compared with data.
    """
    return make_runs(document, runs, further=further, data=data).merged()


class MadeRuns(NamedTuple):
    """The runs of one document, any of which make a graph."""

    layout: Layout
    runs: list[ArgumentRun]
    ties: Ties | None

    def merged(self, names: Collection[str] | None = None) -> ManuscriptGraph:
        """Return the graph of the runs with some names; of all of them by default."""
        chosen = [run for run in self.runs if names is None or run.name in names]
        return merge(self.layout, chosen, self.ties)


def make_runs(
    document: Document,
    runs: Collection[str],
    *,
    further: Sequence[ArgumentRun] = (),
    data: DataReader | None = None,
) -> MadeRuns:
    """Make runs of a document as `build` does, without merging them yet; those made elsewhere are added."""
    inputs = RunInputs.of(*document)
    ties = Ties(document.manuscript, inputs.layout.files, data) if data else None
    if CUES in runs or _many_floats(inputs.layout):
        inputs = inputs._replace(texts=Texts(document.manuscript, whole=True))
    made: list[ArgumentRun] = []
    if AUTHOR in runs:
        made.append(author_run(inputs, ties))
    if STRUCTURE in runs:
        claims = [node for run in (*made, *further) for node in run.nodes.values()]
        made.append(structure_run(inputs, claims=claims))
    if CUES in runs:
        from argcheck.argument.extract.discourse import cues_run

        made.append(cues_run(inputs, [node for run in made for node in run.nodes.values()]))
    return MadeRuns(inputs.layout, [*made, *further], ties)


def _many_floats(layout: Layout) -> bool:
    """Whether references to floats are so frequent that reading all prose at once is cheaper."""
    labels = {
        label.name
        for label in layout.manuscript.labels
        if layout.owner_index(label.environment) in layout.floats
    }
    return sum(reference.name in labels for reference in layout.manuscript.references) > _MANY


def merge(layout: Layout, runs: Sequence[ArgumentRun], ties: Ties | None) -> ManuscriptGraph:
    """Return the graph of several runs; what they assert at one place becomes one node."""
    ignored, excluded = taken_away(layout)
    runs = sorted(runs, key=lambda run: (authority([run.name]), run.name))
    joiner = _PlaceJoiner(layout)
    for run in runs:
        joiner.take([node for node in run.nodes.values() if node.id not in excluded], run.refutations)
    nodes = _in_document_order(layout, joiner.nodes())
    for run in runs:
        joiner.relate(run, nodes, ignored)
    graph = joiner.merger.graph()
    _conclude(layout, nodes, graph.edges)
    _ground_in_sources(nodes, graph.edges)
    return ManuscriptGraph(
        nodes,
        graph.edges,
        graph.refutations,
        joiner.names,
        layout=layout,
        problems=[problem for run in runs for problem in run.problems],
        ties=ties.all if ties else (),
        readings=frozenset(run.name for run in runs if is_reading(run.name)),
    )


class _PlaceJoiner:
    """Feeds a merger with runs, the most trusted first, and unites the nodes at one place."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.merger = Merger(language=language(layout.manuscript))
        self.names: dict[str, str] = {}  # every id and alias -> id of the node that it was merged into
        self._places: dict[str, list[tuple[int, int, Node]]] = {}
        self._longest = 0

    def take(self, nodes: Sequence[Node], refutations: Mapping[str, Refutation]) -> None:
        """Add the nodes of a run with their refutations; two nodes of one run are never joined by place."""
        kept = [(node, self._known(node) or node.id) for node in nodes]
        for node, known in kept:
            self.merger.add_node(node)
            self.merger.unite(known, node.id)
            for name in (node.id, *node.aliases):
                self.names.setdefault(name, known)
            if node.id in refutations and known not in self.merger.refutations:
                self.merger.refute(known, refutations[node.id])
        for node, known in kept:
            if known == node.id and node.sort == "sentence":
                for place in node.places:
                    self._places.setdefault(place.path, []).append((place.start, place.end, node))
                    self._longest = max(self._longest, place.end - place.start)
        for places in self._places.values():
            places.sort(key=lambda item: item[:2])

    def _known(self, node: Node) -> str | None:
        if node.id in self.names or node.sort != "sentence":
            return self.names.get(node.id)
        return next((name for place in node.places if (name := self._at(place, node))), None)

    def _at(self, place: Span, node: Node) -> str | None:
        """Return the id of a node of a more trusted run at this place, or None; not one that a guard keeps apart."""
        here = self._places.get(place.path, [])
        for start, end, other in reversed(
            here[: bisect_left(here, (place.end, 0), key=lambda item: item[:2])]
        ):
            if start < place.start - self._longest:
                break
            shared = min(end, place.end) - max(start, place.start)
            near = shared > 0 and shared >= _HALF * min(end - start, place.end - place.start)
            if (
                near
                and not self._are_two_sentences(place, Span(place.path, start, end))
                and not _guarded(other, node, language_of(self.layout.manuscript, place))
            ):
                return other.id
        return None

    def _are_two_sentences(self, *places: Span) -> bool:
        """Whether overlapping places are two sentences of the text: one of a footnote, and the one that it stands in."""
        return places[0] != places[1] and self._sentences.issuperset(places)

    @cached_property
    def _sentences(self) -> frozenset[Span]:
        return frozenset(sentence.span for sentence in document_sentences(self.layout.manuscript))

    def nodes(self) -> Iterable[Node]:
        """Return copies of the merged nodes; nodes without a place are merged by text first."""
        graph = self.merger.graph()
        if any(node.sort == "sentence" and not node.placed for node in graph.nodes.values()):
            for kept, name in self.merger.deduplicate(graph.nodes):
                self.names.update((known, kept) for known, other in self.names.items() if other == name)
        return [node.copy() for node in self.merger.graph().nodes.values()]

    def relate(self, run: ArgumentRun, nodes: dict[str, Node], ignored: set[tuple[str, str]]) -> None:
        """Add the edges of a run between nodes that exist.

        Without those that the author takes out and, in runs other than the author's, those from a node to itself.
        """
        for edge in run.edges:
            source, target = (self.names.get(name, name) for name in edge[:2])
            if source not in nodes or target not in nodes:
                continue
            if run.name != AUTHOR and (source == target or (source, target) in ignored):
                continue
            assumed = edge.relation == SUPPORTS and nodes[source].kind == ASSUMPTION
            relation = ASSUMES if assumed else edge.relation
            self.merger.add_edge(edge._replace(source=source, target=target, relation=relation))


def _in_document_order(layout: Layout, nodes: Iterable[Node]) -> dict[str, Node]:
    """Return the nodes by id in document order, with default kinds and roles where no run states any."""
    order = {path: rank for rank, path in enumerate(layout.files)}

    def key(node: Node) -> tuple[int, int, str]:
        if not node.places:
            return len(order), 0, node.id
        return order.get(node.places[0].path, len(order)), node.places[0].start, node.id

    for node in nodes:
        stated = layout.by_id.get(node.id)
        node.kind = node.kind or (default_kind(stated) if stated else INFERENCE)
        node.role = node.role or (default_role(stated) if stated else "")
    return {node.id: node for node in sorted(nodes, key=key)}


def _guarded(node: Node, other: Node, language: str) -> bool:
    """Whether negation, numbers or the like keep two texts at one place apart.

    Each clause of the shorter text is denied or not as that clause of the longer which says most of it: "not A, but B"
    says B.
    """
    if node.text == other.text:
        return False
    short, long = sorted((node.text, other.text), key=len)
    parts, clauses = (
        [_print(part, language) for part in with_commas(text).split(",")] for text in (short, long)
    )
    for part in parts:
        shared = [len(clause.token_set & part.token_set) for clause in clauses]
        if not (part.negated or any(shared)):
            continue  # "however", or nothing behind the last comma: it says nothing of the others
        nearest = (clause for clause, count in zip(clauses, shared, strict=True) if count == max(shared))
        if part.negated not in {clause.negated for clause in nearest}:
            return True
    whole = _print(long, language)
    return conflict(_print(short, language)._replace(negated=whole.negated), whole)


def _print(text: str, language: str) -> Fingerprint:
    return fingerprint(normalise(text, language), language)


def _conclude(layout: Layout, nodes: dict[str, Node], edges: Iterable[Edge]) -> None:
    """Set the kind conclusion: of declared nodes, else of the sentences and theorems that look like conclusions.

    Of a sentence that looks like one, what readings of models say that it is counts.
    """
    if any(node.declared for node in nodes.values()):
        for node in nodes.values():
            if node.declared and node.kind == INFERENCE:
                node.kind = CONCLUSION
            elif node.kind == CONCLUSION and not node.declared:
                node.kind = INFERENCE
        return
    into: dict[str, list[str]] = {}
    feeding: set[str] = set()
    for edge in edges:
        if edge.relation != ATTACKS and nodes[edge.target].sort != "sentence":
            into.setdefault(edge.target, []).append(edge.source)
            feeding.add(edge.source)
    theorems = [
        stated.id
        for stated in layout.by_id.values()
        if stated.family == "result" and is_called(stated.kind, "theorem") and stated.id in nodes
    ]
    chosen = {name for name in theorems if name not in feeding}
    if not chosen:  # corollaries of a main theorem do not replace it
        used = [name for theorem in theorems for name in into.get(theorem, ())]
        below: set[str] = closure(used, lambda name: into.get(name, ()))
        chosen = set(theorems) - below
    for node in nodes.values():
        if node.kind == INFERENCE and node.flags & _GUESSED:
            node.kind = _kind_read(node) or CONCLUSION
        if node.kind == INFERENCE and node.id in chosen:
            node.kind = CONCLUSION


def _kind_read(node: Node) -> str | None:
    """Return the kind that most readings of models give a node, the stronger of two; None if no reading has it."""
    kinds = Counter(m.kind for m in node.members if m.kind and any(map(is_reading, m.run_ids)))
    return max(kinds, key=lambda kind: (kinds[kind], -KINDS.index(kind)), default=None)


def _ground_in_sources(nodes: dict[str, Node], edges: Iterable[Edge]) -> None:
    """Make inferences of givens that rest on works, floats or data, so that width is counted from these."""
    for edge in edges:
        target = nodes[edge.target]
        if edge.relation != ATTACKS and target.kind == GIVEN and nodes[edge.source].sort in _SOURCES:
            target.kind = INFERENCE
            target.flags |= {GIVEN}
