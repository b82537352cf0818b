"""What extraction gives: nodes and edges with their places, problems, and the `ArgumentGraph` that holds them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from argcheck.diagnostic import Span
    from argcheck.extract.layout import Layout
    from argcheck.graph import GraphStore
    from argcheck.source import SourceFile

AUTHOR, STRUCTURE, CUES = "author", "structure", "cues"
#: The runs that extraction knows, the one that is believed most first.
RUNS = (AUTHOR, STRUCTURE, CUES)
DEFAULT_RUNS = (AUTHOR, STRUCTURE)

GIVEN, INFERENCE, ASSUMPTION, CONCLUSION = "given", "inference", "assumption", "conclusion"
SUPPORTS, ATTACKS, ASSUMES = "supports", "attacks", "assumes"

_RANK = {run: rank for rank, run in enumerate(RUNS)}


def authority(runs: Iterable[str]) -> int:
    """Rank the best of some runs: 0 is the author, models come last."""
    return min((_RANK.get(run, len(RUNS)) for run in runs), default=len(RUNS))


class Problem(NamedTuple):
    """Something wrong with an annotation, at the words that have to change; a rule reports it by ``kind``."""

    kind: str  #: ``unknown-id``, ``malformed``, ``outside``, ``section-label``, ``several-uses``, ...
    span: Span
    message: str
    help: str | None = None


class Node:
    """One claim of one run, or of several after merging.

    ``kind`` is None where the run only knows that there is a claim; ``sort`` says what it is in the
    manuscript: the printed title of an environment, ``work``, ``float``, ``sentence``.
    """

    __slots__ = (
        "_text",
        "aliases",
        "confidence",
        "declared",
        "flags",
        "id",
        "kind",
        "open",
        "places",
        "reason",
        "refuted",
        "role",
        "run_ids",
        "sort",
    )

    def __init__(
        self,
        node_id: str,
        text: str | Callable[[], str],
        places: tuple[Span, ...],
        run: str,
        *,
        kind: str | None = None,
        role: str = "",
        sort: str = "sentence",
        confidence: float = 0.8,
        open_: bool = False,
        aliases: tuple[str, ...] = (),
    ) -> None:
        """Make a node that one run asserts; ``text`` may be read when it is asked for."""
        self.id = node_id
        self._text = text
        self.places = places
        self.run_ids: tuple[str, ...] = (run,)
        self.kind = kind
        self.role = role
        self.sort = sort
        self.confidence = confidence
        self.open = open_
        self.aliases = aliases
        self.refuted = False
        self.reason: str | None = None
        self.declared = False  #: the author calls it a conclusion
        self.flags: frozenset[str] = frozenset()  #: ``leanok``, ``mathlibok``, ``notready``, ...

    def __repr__(self) -> str:
        return f"Node({self.id!r}, {self.kind}, {'+'.join(self.run_ids)})"

    @property
    def text(self) -> str:
        """The claim as plain text; never empty."""
        if not isinstance(self._text, str):
            self._text = self._text() or self.id
        return self._text

    @property
    def authority(self) -> int:
        """How much its best run is believed; 0 is the author."""
        return authority(self.run_ids)


class Edge(NamedTuple):
    """``source`` bears on ``target``; ``cause`` says how that is known."""

    source: str
    target: str
    relation: str
    run_ids: tuple[str, ...]
    confidence: float
    places: tuple[Span, ...]
    cause: str  #: ``uses``, ``reference``, ``citation``, ``float``, ``term``, ``nested``, ...


class Run(NamedTuple):
    """What one run knows of a document."""

    name: str
    nodes: dict[str, Node]
    edges: list[Edge]
    problems: list[Problem]


class ArgumentGraph:
    """The merged graph of one document; ``root`` is its id.

    Edges are between ids of ``nodes``; `find` resolves aliases.  ``conclusions`` are declared by the
    author, else (``declared`` of the node is false) guessed.
    """

    def __init__(
        self,
        root: str,
        nodes: dict[str, Node],
        edges: list[Edge],
        problems: list[Problem],
        layout: Layout,
        *,
        names: Mapping[str, str],
    ) -> None:
        """Hold what `argcheck.extract.merge.build` has joined."""
        self.root = root
        self.nodes = nodes
        self.edges = edges
        self.problems = problems
        self.layout = layout
        self._names = names
        self._store: GraphStore | None = None

    @property
    def files(self) -> Mapping[str, SourceFile]:
        """The files that the places are in."""
        return self.layout.files

    @property
    def conclusions(self) -> list[Node]:
        """The conclusions, in document order."""
        return [node for node in self.nodes.values() if node.kind == CONCLUSION or node.declared]

    def find(self, name: str) -> Node | None:
        """Return the node that an id, an alias, a label or a key (``cite:smith20``, ``smith20``) means."""
        for known in (name, f"cite:{name}"):
            found = self.nodes.get(self._names.get(known, known))
            if found is not None:
                return found
        return None

    def line(self, span: Span) -> tuple[int, int]:
        """Return line and column of the start of ``span``, both from 1."""
        return self.files[span.path].position(span.start)

    def store_input(self) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
        """Return nodes and edges as `GraphStore.assert_graph` takes them.

        Width is counted from works and floats, so a given that names its own is a step of a route.
        """
        named = {edge.target for edge in self.edges if self.nodes[edge.source].sort in ("work", "float")}
        nodes = [
            {
                "id": node.id,
                "claim": node.text,
                "type": INFERENCE if node.kind == GIVEN and node.id in named else node.kind,
                "role": node.role or None,
                "open": node.open,
                "confidence": node.confidence,
                "run_ids": list(node.run_ids),
                "locations": [self._location(place) for place in node.places],
            }
            for node in self.nodes.values()
        ]
        edges = [
            {
                "source": edge.source,
                "target": edge.target,
                "relation": edge.relation,
                "confidence": edge.confidence,
                "run_ids": list(edge.run_ids),
                "locations": [self._location(place) for place in edge.places],
            }
            for edge in self.edges
        ]
        return nodes, edges

    def store(self) -> GraphStore:
        """Return a store that holds this graph under its root, refuted nodes marked.

        The runs are merged already, by place, so the store merges nothing by text.
        """
        if self._store is None:
            from argcheck.graph import GraphStore

            self._store = GraphStore(auto_merge=False)
            self._store.assert_graph(self.root, *self.store_input())
            for node in self.nodes.values():
                if node.refuted:
                    self._store.mark_refuted(self.root, node.id, node.reason or "")
        return self._store

    def _location(self, span: Span) -> dict[str, Any]:
        line, column = self.line(span)
        return {"file": span.path, "line": line, "col": column}
