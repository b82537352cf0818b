"""The vocabulary of the argument graph: nodes, edges, refutations, and the runs that assert them.

The same `Node` and `Edge` serve manuscripts, `GraphStore` and MCP.  They are a slotted class and a named tuple, not
dataclasses, because a graph may have half a million of them and importing the package must stay cheap.
"""

from __future__ import annotations

from collections import Counter
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.grouping import grouped

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from argcheck.files.diagnostic import Span

EdgeKey = tuple[str, str, str]  # source, target, relation

GIVEN, INFERENCE, ASSUMPTION, CONCLUSION = "given", "inference", "assumption", "conclusion"
SUPPORTS, ATTACKS, ASSUMES = "supports", "attacks", "assumes"
#: Stronger kinds first.  A conclusion merged with a given stays a conclusion; otherwise the claim to be shown
#: would support itself.
KINDS = (CONCLUSION, GIVEN, INFERENCE, ASSUMPTION)
RELATIONS = (SUPPORTS, ATTACKS, ASSUMES)
#: The relations that carry support from source to target.
FEEDING = frozenset({SUPPORTS, ASSUMES})
ROLES = (
    "evidence",
    "result",
    "method",
    "context",
    "assumption",
    "conclusion",
    "hypothesis",
    "claim",
    "counterevidence",
    "limitation",
)
DEFAULT_CONFIDENCE = 0.8

AUTHOR, STRUCTURE, CUES = "author", "structure", "cues"
#: The runs that read a manuscript, from most to least trusted.
RUNS = (AUTHOR, STRUCTURE, CUES)
DEFAULT_RUNS = (AUTHOR, STRUCTURE)
RUN_NAMES = {
    AUTHOR: "the author's annotations",
    STRUCTURE: "the structure of the document",
    CUES: "the words of sentences",
}
#: The run of claims of models that the author has accepted.
ACCEPTED = "accepted"
#: The run of attacks between claims that differ in a negation or a number.
GUARD_RUN = "guard"
#: The cause of edges that a model has read.
MODEL = "model"

#: Flags of sentences that tell the reader the essence of the document, and should rest on something in its body.
TRACED = frozenset({"abstract", "hypothesis", "concluding", "contribution", "summary", "question"})
#: A further flag of those that claim nothing: they tell of a plan, a limit, a possibility or what the text will do.
HELD_BACK = "held back"
#: Flags of claims related to what is not in the graph: a claim that no sentence says, a datum that is not there.
SUPPORT_LOST, USE_LOST = "support lost", "use lost"

_RANK = {run: rank for rank, run in enumerate((AUTHOR, ACCEPTED, STRUCTURE, CUES))}
_KIND_RANK = {kind: rank for rank, kind in enumerate(KINDS)}
_GROUNDED_ROLES = frozenset({"evidence", "result", "method", "context"})


def is_reading(run: str) -> bool:
    """Whether a run, by its name, is one reading of the document by a model: ``r1``, ``r2``, ..."""
    return run.startswith("r")


def authority(runs: Iterable[str]) -> int:
    """Return the rank of the most trusted of some runs: 0 for the author, 4 for models and for no runs."""
    return min((_RANK.get(run, len(_RANK)) for run in runs), default=len(_RANK))


def _insight(runs: Iterable[str]) -> int:
    """Return the rank of runs by what they know of a role: as `authority`, but the words of sentences come last."""
    rank = authority(runs)
    return len(_RANK) + 1 if rank == _RANK[CUES] else rank


def in_order(runs: Iterable[str]) -> tuple[str, ...]:
    """Return the different runs, from most to least trusted, models by name."""
    return tuple(sorted(set(runs), key=lambda run: (_RANK.get(run, len(_RANK)), run)))


def kind_for_role(role: str, *, grounded: bool = False) -> str:
    """Return the kind of a node of which only the role is known.

    :param grounded: whether the node rests on a source, a float, a datum or an axiom.
    """
    if role in (ASSUMPTION, CONCLUSION):
        return role
    return GIVEN if grounded and role in _GROUNDED_ROLES else INFERENCE


def run_of_id(node_id: str) -> tuple[str, ...]:
    """Return the run named in ids such as ``r2:n4`` or ``v1:n4``, or no run."""
    run, colon, _ = node_id.partition(":")
    return (run,) if colon and run[:1] in ("r", "v") and run[1:].isdecimal() else ()


class Node:
    """A claim, as asserted by one run or merged from several assertions.

    ``kind`` is None if the run only knows that there is a claim, ``open`` is None if it does not say; ``sort`` says
    what the claim is in the manuscript: the printed title of an environment, ``work``, ``float``, ``sentence``.
    """

    __slots__ = (
        "_text",
        "aliases",
        "confidence",
        "declared",
        "flags",
        "id",
        "kind",
        "locations",
        "members",
        "open",
        "placed",
        "places",
        "role",
        "run_ids",
        "sort",
    )

    def __init__(
        self,
        node_id: str,
        text: str | Callable[[], str],
        places: tuple[Span, ...],
        run_ids: tuple[str, ...],
        *,
        kind: str | None = None,
        role: str = "",
        sort: str = "sentence",
        confidence: float = DEFAULT_CONFIDENCE,
        open_: bool | None = None,
        aliases: tuple[str, ...] = (),
        locations: tuple[str, ...] = (),
        placed: bool = False,
    ) -> None:
        """Make a node as it is asserted; a function as ``text`` is called on first use."""
        self.id: str = node_id  #: a label, the id of an annotation, ``cite:KEY``, or a generated id
        self._text = text
        self.places = places  #: its places in the manuscript; findings are reported at the first
        self.run_ids = run_ids  #: the runs that assert it: ``author``, ``structure``, ...
        self.kind = kind  #: ``given``, ``inference``, ``assumption`` or ``conclusion``; None if unsaid
        self.role = role  #: such as ``claim``, ``result`` or ``hypothesis``, or empty
        self.sort = sort  #: ``sentence``, ``float``, ``work``, or the printed title of an environment
        self.confidence = confidence  #: 0 to 1
        self.open: bool | None = open_  #: whether it is stated as not established yet; None where no run says
        self.aliases = aliases  #: its other ids
        self.locations = locations  #: places named by a caller, as canonical JSON
        self.placed = placed or bool(places)  #: whether it is distinguished from others by place, not by text
        self.declared = False  #: whether the author calls it a conclusion
        self.flags: frozenset[str] = frozenset()  #: ``leanok``, ``mathlibok``, ``notready``, ...
        self.members: tuple[Node, ...] = ()  #: the nodes that it was merged from, if several

    def __repr__(self) -> str:
        return f"Node({self.id!r}, {self.kind}, {'+'.join(self.run_ids)})"

    @property
    def text(self) -> str:
        """The claim as plain text; never empty."""
        if not isinstance(self._text, str):
            self._text = self._text() or self.id
        return self._text

    @property
    def wordings(self) -> tuple[str, ...]:
        """The other texts of the nodes that it was merged from."""
        return tuple(dict.fromkeys(node.text for node in self.members if node.text != self.text))

    @property
    def speaks(self) -> bool:
        """Whether the text is more than the id, so that it can be compared with others."""
        return self.text not in (self.id, self.id.partition(":")[2])

    @property
    def rank(self) -> tuple[bool, int, str, str]:
        """Sort key, most trusted first: by best run, then ids; claims without a run come last."""
        return (not self.run_ids, authority(self.run_ids), min(self.run_ids, default=""), self.id)

    def equals(self, other: Node) -> bool:
        """Whether another assertion is equal in all respects."""
        return all(getattr(self, name) == getattr(other, name) for name in Node.__slots__)

    def copy(self, members: tuple[Node, ...] = ()) -> Node:
        """Return a copy that can be changed; ``members`` are the nodes that it is merged from, if any."""
        made = Node.__new__(Node)
        for name in Node.__slots__:
            setattr(made, name, getattr(self, name))
        made.members = members or self.members
        return made

    def renamed(self, node_id: str, aliases: tuple[str, ...], places: tuple[Span, ...]) -> Node:
        """Return a copy with another id, aliases and places."""
        assert self.text  # read before the id changes, which replaces a missing text
        made = self.copy()
        made.id, made.aliases, made.places = node_id, aliases, places
        return made


class Edge(NamedTuple):
    """``source`` supports, attacks or is assumed by ``target``; ``cause`` says how this is known.

    Causes are a ``reference`` or ``citation``, a ``float``, a defined ``term``, a statement ``nested`` in a proof, a
    result in the ``title`` of a statement, a ``mention`` or the ``setting`` in a statement, a ``corollary`` without any
    of these after its result, an ``answer`` to a question, a ``datum`` of a file, ``uses``, ``proves`` or another verb
    of an annotation, ``cue`` or ``echo`` for words of sentences, and ``model`` for what a model has read.
    """

    source: str  #: id of the support, the attacker or the assumption
    target: str  #: id of what it supports, attacks or is assumed by
    relation: str  #: `supports`, `attacks` or `assumes`
    run_ids: tuple[str, ...]  #: the runs that assert it: `author`, `structure`, ...
    confidence: float  #: 0 to 1
    places: tuple[Span, ...] = ()  #: the words that state it, such as the value of ``uses=``
    cause: str = ""  #: one of the above, such as ``reference``
    locations: tuple[str, ...] = ()  #: places named by a caller, as canonical JSON
    linked: tuple[str, ...] = ()  #: inferences to the target that need it together with other edges

    @property
    def key(self) -> EdgeKey:
        """The ends and the relation; edges with equal keys are parallel."""
        return self[:3]


class Refutation(NamedTuple):
    """Why a node does not stand, and where this is known from."""

    reason: str
    source: str  #: ``author``, ``title``, ``list``, ``verdict``, ``model`` or ``call``
    matter: str = ""  #: for a verdict: ``retracted``, ``ghost``, ...


class AnnotationProblem(NamedTuple):
    """A mistake in an annotation, at the words that have to change; a rule reports it by ``kind``."""

    kind: str  #: ``unknown-id``, ``malformed``, ``outside``, ``section-label``, ``several-uses``, ...
    span: Span
    message: str
    help: str | None = None


class ArgumentRun(NamedTuple):
    """The nodes and edges that one run asserts for a document, with problems of annotations and refutations."""

    name: str
    nodes: Mapping[str, Node]
    edges: Sequence[Edge]
    problems: Sequence[AnnotationProblem] = ()
    refutations: Mapping[str, Refutation] = MappingProxyType({})


def joined_nodes(nodes: Sequence[Node], kept: str) -> Node:
    """Return one node, with the id ``kept``, for the assertions of several runs about one claim.

    The most trusted run gives the text and decides kind, role and openness, but what the words of a sentence suggest
    gives no kind or role that a reading of the text gives; among equally trusted runs the stronger kind counts, and
    the role that most give.  A single node is returned as it is; no node is changed.
    """
    if len(nodes) == 1:
        return nodes[0]
    first, *rest = sorted(nodes, key=lambda node: (node.id != kept, node.rank))
    made = first.copy((first, *rest))
    stated = [(_insight(node.run_ids), _KIND_RANK[node.kind]) for node in nodes if node.kind]
    made.kind = KINDS[min(stated)[1]] if stated else None
    roles = Counter((_insight(node.run_ids), node.role) for node in nodes if node.role)
    made.role = min(roles, key=lambda said: (said[0], -roles[said], said[1]), default=(0, ""))[1]
    opened = [(authority(node.run_ids), not node.open) for node in nodes if node.open is not None]
    made.open = not min(opened)[1] if opened else None
    made.run_ids = in_order(run for node in nodes for run in node.run_ids)
    made.confidence = max(node.confidence for node in nodes)
    names = (name for node in (first, *rest) for name in (*node.aliases, node.id))
    made.aliases = tuple(dict.fromkeys(name for name in names if name != first.id))
    made.places = tuple(dict.fromkeys(place for node in (first, *rest) for place in node.places))
    made.locations = tuple(sorted({place for node in nodes for place in node.locations}))
    made.placed = any(node.placed for node in nodes)
    made.declared = any(node.declared for node in nodes)
    made.flags = frozenset().union(*(node.flags for node in nodes))
    return made


def parallels_joined(
    edges: Iterable[Edge],
    contradictions: Iterable[tuple[str, str]],
    joined: Callable[[Sequence[Edge]], Edge],
) -> list[Edge]:
    """Return edges without parallels, with attacks both ways between claims that contradict each other.

    :param joined: returns one edge for several parallel ones.
    """
    attacks = (
        Edge(source, target, ATTACKS, (GUARD_RUN,), DEFAULT_CONFIDENCE)
        for a, b in sorted(contradictions)
        for source, target in ((a, b), (b, a))
    )
    return list(map(joined, grouped((*edges, *attacks), lambda edge: edge.key).values()))


def joined_edges(edges: Sequence[Edge]) -> Edge:
    """Return parallel edges as one, with the greatest confidence and all runs, places and inferences.  Linear."""
    first = edges[0]
    if len(edges) == 1:
        return first
    return first._replace(
        run_ids=in_order(run for edge in edges for run in edge.run_ids),
        confidence=max(edge.confidence for edge in edges),
        places=tuple(dict.fromkeys(place for edge in edges for place in edge.places)),
        locations=tuple(sorted({place for edge in edges for place in edge.locations})),
        linked=tuple(sorted({name for edge in edges for name in edge.linked})),
    )


def joint_marks(edges: Iterable[Edge]) -> dict[EdgeKey, str]:
    """Return a mark for each edge that an inference needs together with others: ``+``, or ``+1``, ``+2`` of several.

    An edge that suffices by itself, too, has none.
    """
    premises: dict[tuple[str, str], list[Edge]] = {}
    for edge in edges:
        for name in edge.linked:
            premises.setdefault((edge.target, name), []).append(edge)
    alone = {each[0].key for each in premises.values() if len(each) == 1}
    joint: dict[str, list[list[EdgeKey]]] = {}
    for (target, _), each in premises.items():
        keys = [edge.key for edge in each if edge.key not in alone]
        if len(keys) > 1 and keys not in joint.setdefault(target, []):
            joint[target].append(keys)
    marks: dict[EdgeKey, list[str]] = {}
    for sets in joint.values():
        for number, keys in enumerate(sets, 1):
            for key in keys:
                marks.setdefault(key, []).append(str(number) if len(sets) > 1 else "")
    return {key: f"+{','.join(numbers)}" for key, numbers in marks.items()}
