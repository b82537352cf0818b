"""What papers argue, as people read them by hand, and how near to it what a model reads comes."""

from __future__ import annotations

import tomllib
from collections import Counter
from itertools import permutations, product
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.model import ATTACKS, SUPPORTS

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from pathlib import Path

    from argcheck.files.diagnostic import Span

READINGS = ("first", "second")
Pair = tuple[str, str, str]  # source, target, relation


class Place(NamedTuple):
    """Where a sentence begins: line and column from 1, in characters."""

    path: str
    line: int
    column: int

    def offset(self, text: str) -> int:
        """Return where that is in the text of the file.

        :raises ValueError: the file has no such place.
        """
        lines = text.split("\n")
        if self.line > len(lines) or self.column > len(lines[self.line - 1]):
            raise ValueError(f"{self.path} has no line {self.line}, column {self.column}")
        return sum(len(line) + 1 for line in lines[: self.line - 1]) + self.column - 1


class TrueNode(NamedTuple):
    """A claim, with every sentence that makes it."""

    role: str
    places: tuple[Place, ...]


class Reading(NamedTuple):
    """What one person read in a paper."""

    nodes: Mapping[str, TrueNode]
    edges: frozenset[Pair]


class Paper(NamedTuple):
    """An annotated paper; its text is not kept here."""

    name: str
    repository: str
    commit: str
    root: str
    readings: Mapping[str, Reading]  #: by name, of `READINGS`

    @property
    def folder(self) -> str:
        """How a folder of checkouts calls it."""
        return self.repository.replace("/", "+")


def load_paper(file: Path) -> Paper:
    """Read an annotation.

    :raises ValueError: an edge names no node, or has another form than ``source supports target``.
    """
    data = tomllib.loads(file.read_text("utf-8"))
    readings = {name: _reading(data[name], file) for name in READINGS if name in data}
    return Paper(file.stem, data["repository"], data["commit"], data["root"], readings)


def _reading(data: Mapping[str, object], file: Path) -> Reading:
    nodes = {
        name: TrueNode(role, tuple(_place(text) for text in places))
        for name, (role, *places) in data["nodes"].items()  # type: ignore[attr-defined]
    }
    edges = set()
    for text in data["edges"]:  # type: ignore[attr-defined]
        source, relation, target = text.split()
        if not {source, target} <= nodes.keys() or relation not in (SUPPORTS, ATTACKS):
            raise ValueError(f"{file}: {text!r} is no edge")
        edges.add((source, target, relation))
    return Reading(nodes, frozenset(edges))


def _place(text: str) -> Place:
    path, line, column = text.rsplit(":", 2)
    return Place(path, int(line), int(column))


class Claim(NamedTuple):
    """A claim that was read by a program: its places in the text, and its role."""

    id: str
    role: str
    spans: Sequence[Span]


class Nearness(NamedTuple):
    """How near some claims and edges are to a reading by hand."""

    claims: int
    right: int  #: claims at a sentence that makes a claim of the reading
    same_role: int  #: of these
    nodes: int
    found: int  #: nodes of the reading at which there is a claim
    edges: int  #: that were read
    right_edges: int
    true_edges: int

    @classmethod
    def of(cls, parts: Iterable[Nearness]) -> Nearness:
        """Add the counts of papers."""
        return cls(*map(sum, zip([0] * len(cls._fields), *parts, strict=True)))

    @property
    def node_f1(self) -> float | None:
        """See `f1`; of the claims."""
        return f1(self.right, self.claims, self.found, self.nodes)

    @property
    def edge_f1(self) -> float | None:
        """See `f1`; of the edges."""
        return f1(self.right_edges, self.edges, self.right_edges, self.true_edges)


def f1(right: int, read: int, found: int, true: int) -> float | None:
    """Return 2PR/(P+R), the harmonic mean of precision ``right/read`` and recall ``found/true``, between 0 and 1; None where either has no cases.

    Between two people it says how far they agree where what nobody marks cannot be counted, and is what kappa comes near to as that grows
    (G. Hripcsak, A. S. Rothschild, Agreement, the F-measure, and reliability in information retrieval, JAMIA 12(3), 2005, 296-298).
    """
    if not read or not true:
        return None
    precision, recall = right / read, found / true
    return 2 * precision * recall / (precision + recall) if right and found else 0.0


def nearness(
    claims: Iterable[Claim], edges: Collection[Pair], reading: Reading, offsets: Mapping[Place, int]
) -> Nearness:
    """Compare what was read with a reading by hand.

    A claim is right where one of its places holds a sentence of a node; several claims may be at one node.  An edge is right where the
    nodes of its ends have that edge; one between two claims of one node is left out.

    :param offsets: of every place of the reading, in its file.
    """
    at: dict[str, str] = {}
    roles: dict[str, str] = {}
    for claim in claims:
        roles[claim.id] = claim.role
        for name, node in reading.nodes.items():
            if any(
                span.path == place.path and span.start <= offsets[place] < span.end
                for place in node.places
                for span in claim.spans
            ):
                at.setdefault(claim.id, name)
    counted = {
        (at.get(source, f"?{source}"), at.get(target, f"?{target}"), relation)
        for source, target, relation in edges
    }
    counted = {edge for edge in counted if edge[0] != edge[1]}
    return Nearness(
        len(roles),
        len(at),
        sum(reading.nodes[name].role == roles[claim] for claim, name in at.items()),
        len(reading.nodes),
        len({*at.values()}),
        len(counted),
        len(counted & reading.edges),
        len(reading.edges),
    )


def kappa(first: Sequence[str], second: Sequence[str]) -> float | None:
    """Return Cohen's kappa of two labellings of the same things; None where chance alone would agree always, or there is nothing.

    It is (p - e)/(1 - e), where p is the part of the things that have one label in both, and e the part that would by chance: the sum over all
    labels of the product of the parts that have it in each (J. Cohen, A coefficient of agreement for nominal scales, Educational and
    Psychological Measurement 20(1), 1960, 37-46).  1 is full agreement, 0 that of chance.

    :raises ValueError: they label different numbers of things.
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        return None
    count = len(pairs)
    left, right = Counter(first), Counter(second)
    chance = sum(left[label] * right[label] for label in left) / count**2
    same = sum(label == other for label, other in pairs) / count
    return (same - chance) / (1 - chance) if chance < 1 else None


def labels(sentences: Sequence[Span], reading: Reading, offsets: Mapping[Place, int]) -> list[str]:
    """Label each sentence with the role of the claim that it makes, else with nothing."""
    names = _claims_at(sentences, reading, offsets)
    return [reading.nodes[name].role if name else "" for name in names]


def relation_labels(
    sentences: Sequence[Span], first: Reading, second: Reading, offsets: Mapping[Place, int]
) -> list[tuple[str, str]]:
    """Label ordered pairs of sentences with the relation that their claims have in each of two readings, else with nothing.

    The pairs are those of two sentences that both make a claim in both readings; those are left out that a reading takes for one claim.
    """
    readings = (first, second)
    named = list(zip(*(_claims_at(sentences, reading, offsets) for reading in readings), strict=True))
    relations = [
        {(source, target): relation for source, target, relation in sorted(reading.edges)}
        for reading in readings
    ]
    return [
        (
            relations[0].get((source[0], target[0]), ""),
            relations[1].get((source[1], target[1]), ""),
        )
        for source, target in permutations([names for names in named if all(names)], 2)
        if source[0] != target[0] and source[1] != target[1]
    ]


def agreed(
    sentences: Sequence[Span], first: Reading, second: Reading, offsets: Mapping[Place, int]
) -> Reading:
    """Return the claims of the first reading that the second has at one of their sentences, and the edges that both have between them.

    Roles are those of the first.
    """
    same: dict[str, set[str]] = {}  # claims of the second at the sentences of one of the first
    named = (_claims_at(sentences, reading, offsets) for reading in (first, second))
    for name, counterpart in zip(*named, strict=True):
        if name and counterpart:
            same.setdefault(name, set()).add(counterpart)
    edges = {
        (source, target, relation)
        for source, target, relation in first.edges
        if any(
            ends in second.edges for ends in product(same.get(source, ()), same.get(target, ()), (relation,))
        )
    }
    return Reading({name: node for name, node in first.nodes.items() if name in same}, frozenset(edges))


def _claims_at(sentences: Sequence[Span], reading: Reading, offsets: Mapping[Place, int]) -> list[str]:
    """Name the claim that each sentence makes, else nothing."""
    return [
        next(
            (
                name
                for name, node in reading.nodes.items()
                for place in node.places
                if place.path == span.path and span.start <= offsets[place] < span.end
            ),
            "",
        )
        for span in sentences
    ]
