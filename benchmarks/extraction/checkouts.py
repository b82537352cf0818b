"""An annotated paper with its text, and what argcheck says of it: the claims of its graph, and the findings about a reading."""

from __future__ import annotations

import shutil
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from truth import READINGS, Claim, Pair, agreed

from argcheck.api import check
from argcheck.argument.extract.build import build
from argcheck.argument.model import GIVEN, INFERENCE, SUPPORTS
from argcheck.interrogation import PATH
from argcheck.interrogation.runs_file import Interrogated, RunEdge, RunNode, RunNote, RunsFile
from argcheck.interrogation.shown_parts import numbered_sentences
from argcheck.reading.workspace import Workspace
from argcheck.settings.config import settings_for

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from truth import Paper, Place, Reading

    from argcheck.files.diagnostic import Diagnostic, Span
    from argcheck.interrogation.shown_parts import NumberedSentence
    from argcheck.reading.read_document import Document

Graph = tuple[list[Claim], set[Pair]]
BOTH = "both"  #: the claims and edges that two readings by hand have
_GIVEN_ROLES = frozenset({"evidence", "result", "method", "context"})


class Checkout(NamedTuple):
    """An annotated paper with its text."""

    paper: Paper
    folder: Path
    document: Document
    sentences: list[NumberedSentence]
    offsets: dict[Place, int]  #: of every place that a reading names

    @property
    def spans(self) -> list[Span]:
        """Where the sentences are."""
        return [sentence.span for sentence in self.sentences]

    @property
    def truths(self) -> dict[str, Reading]:
        """The readings by hand by name; of two also what both have."""
        readings = dict(self.paper.readings)
        if set(READINGS) <= readings.keys():
            first, second = (readings[name] for name in READINGS)
            readings[BOTH] = agreed(self.spans, first, second, self.offsets)
        return readings

    def hash_at(self, place: Place) -> str:
        """Return the hash of the sentence at a place; empty where there is none."""
        at = self.offsets[place]
        return next(
            (s.hash for s in self.sentences if s.span.path == place.path and s.span.start <= at < s.span.end),
            "",
        )


def opened(paper: Paper, checkouts: Path) -> Checkout:
    """Read a paper.

    :raises ValueError: it is not there, or a reading names a place where it has no sentence.
    """
    folder = checkouts / paper.folder
    root = folder / paper.root
    if not root.is_file():
        raise ValueError(f"{root} is not there: check out {paper.repository}@{paper.commit}")
    workspace = Workspace([root], settings_for((root,), cwd=folder, isolated=True), cwd=folder)
    workspace.read()
    (document,) = workspace.documents
    sentences = numbered_sentences(document.manuscript)
    places = {
        place
        for reading in paper.readings.values()
        for node in reading.nodes.values()
        for place in node.places
    }
    offsets = {place: place.offset(workspace.project.read(place.path).text) for place in places}
    made = Checkout(paper, folder, document, sentences, offsets)
    if lost := sorted(place for place in places if not made.hash_at(place)):
        raise ValueError(
            f"{paper.name}: no sentence at {', '.join(':'.join(map(str, each)) for each in lost)}"
        )
    return made


def claims_of(reading: Reading, checkout: Checkout) -> Graph:
    """Return what was read by hand in the form of what a program reads, to compare it with another reading."""
    spans = {sentence.hash: sentence.span for sentence in checkout.sentences}
    claims = [
        Claim(name, node.role, [spans[checkout.hash_at(place)] for place in node.places])
        for name, node in reading.nodes.items()
    ]
    return claims, {*reading.edges}


def graph_claims(checkout: Checkout, runs: Sequence[str]) -> Graph:
    """Return what `argcheck graph` reads without a model: its nodes at the sentences that they overlap, and the edges between them.

    Nodes outside of all sentences (works of the bibliography, listings) are left out; a float is at its caption.
    """
    graph = build(checkout.document, runs)
    claims = [
        Claim(node.id, node.role or "", overlapped)
        for node in graph.nodes.values()
        if (overlapped := list(_overlapped(node.places, checkout.spans)))
    ]
    names = {claim.id for claim in claims}
    edges = {
        (edge.source, edge.target, without_assumptions(edge.relation))
        for edge in graph.edges
        if {edge.source, edge.target} <= names
    }
    return claims, edges


def _overlapped(places: Sequence[Span], spans: Iterable[Span]) -> Iterable[Span]:
    return (
        span
        for span in spans
        if any(
            place.path == span.path and place.start < span.end and span.start < place.end for place in places
        )
    )


def without_assumptions(relation: str) -> str:
    """Assumptions count as support: readings by hand do not tell them apart."""
    return SUPPORTS if relation == "assumes" else relation


def as_interrogated(reading: Reading, checkout: Checkout) -> Interrogated:
    """Give a reading by hand the form of a model's, so that rules can speak of it."""
    texts = {sentence.hash: sentence.text for sentence in checkout.sentences}
    nodes = []
    for name, node in reading.nodes.items():
        sentence = checkout.hash_at(node.places[0])
        kind = GIVEN if node.role in _GIVEN_ROLES else INFERENCE
        kind = node.role if node.role in ("conclusion", "assumption") else kind
        nodes.append(RunNode("r1", f"r1:{name}", texts[sentence], kind, node.role, 0.9, sentence, ""))
    edges = [
        RunEdge("r1", f"r1:{source}", f"r1:{target}", relation, 0.9)
        for source, target, relation in reading.edges
    ]
    return Interrogated((RunNote("r1", "hand", 1, 0, 0),), tuple(nodes), tuple(edges))


def findings(checkout: Checkout, known: Interrogated | None = None) -> list[Diagnostic]:
    """Return what the rules about arguments say of a paper with these readings, or with none; the checkout stays as it is."""
    with TemporaryDirectory() as place:
        folder = Path(place, "paper")
        shutil.copytree(checkout.folder, folder, ignore=shutil.ignore_patterns(".git", ".argcheck"))
        if known is not None:
            file = folder / PATH
            file.parent.mkdir()
            file.write_text(RunsFile({checkout.paper.root: known}).dump(), "utf-8")
        report = check(folder / checkout.paper.root, config={"select": ["ARG"], "runs": "all"}, isolated=True)
    return list(report.diagnostics)


def findings_by_hand(checkout: Checkout) -> dict[str, set[tuple[str, str]]]:
    """Return of each reading by hand the findings on it: code of the rule, and hash of the sentence."""
    return {
        name: {
            (each.code, sentence_of(each, checkout))
            for each in findings(checkout, as_interrogated(reading, checkout))
        }
        for name, reading in checkout.paper.readings.items()
    }


def sentence_of(finding: Diagnostic, checkout: Checkout) -> str:
    """Return the hash of the sentence that a finding is at; empty for none."""
    span = finding.span
    return next(
        (
            sentence.hash
            for sentence in checkout.sentences
            if f"/{span.path}".endswith(f"/{sentence.span.path}")
            and sentence.span.start <= span.start < sentence.span.end
        ),
        "",
    )
