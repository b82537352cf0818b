"""What papers argue, as people read them by hand, and how near to it what a model reads comes."""

from __future__ import annotations

import tomllib
from collections import Counter
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

    def plus(self, other: Nearness) -> Nearness:
        """Add the counts of another paper."""
        return Nearness(*map(sum, zip(self, other, strict=True)))


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

    :raises ValueError: they label different numbers of things.
    """
    pairs = list(zip(first, second, strict=True))
    if not pairs:
        return None
    count = len(pairs)
    left, right = Counter(first), Counter(second)
    chance = sum(left[label] * right[label] for label in left) / count**2
    agreed = sum(one == other for one, other in pairs) / count
    return (agreed - chance) / (1 - chance) if chance < 1 else None


def labels(sentences: Iterable[Span], reading: Reading, offsets: Mapping[Place, int]) -> list[str]:
    """Label each sentence with the role of the node that it makes, else with nothing."""
    return [
        next(
            (
                node.role
                for node in reading.nodes.values()
                for place in node.places
                if place.path == span.path and span.start <= offsets[place] < span.end
            ),
            "",
        )
        for span in sentences
    ]
