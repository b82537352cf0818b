"""The answers to a question about documents, ranked by support, with the claims that they rest on and leave out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.argument.checks import refuting
from argcheck.argument.model import CONCLUSION, GIVEN, is_reading
from argcheck.argument.store import GraphStore
from argcheck.argument.support import Width, support_of

if TYPE_CHECKING:
    from argcheck.argument.graph import ArgumentGraph
    from argcheck.argument.model import Node
    from argcheck.interrogation.loop import Interrogation
    from argcheck.interrogation.source_documents import QuestionSubject

SUPPORTED, UNSUPPORTED = "supported", "unsupported"
_HALF = 0.5


class Evidence(NamedTuple):
    """A quotation from a document that supports a claim."""

    document: str
    place: str  #: ``p. 3, line 12`` or ``line 40``
    quote: str


class AnswerClaim(NamedTuple):
    """A claim that an answer rests on, or leaves out."""

    id: str
    claim: str
    readings: int  #: number of readings that have the claim
    state: str  #: `SUPPORTED` or `UNSUPPORTED`
    why: str
    evidence: tuple[Evidence, ...]


class Candidate(NamedTuple):
    """One answer to the question."""

    id: str
    answer: str
    readings: int  #: number of readings that conclude it
    #: the fewest surviving claims without which it falls; premises that are needed together count as one
    width: int
    survives: bool  #: whether it is neither refuted nor defeated by an attack
    #: the claims of a largest set of routes through surviving claims that share none, as ids
    paths: tuple[tuple[str, ...], ...]
    claims: tuple[AnswerClaim, ...]  #: all claims that it rests on
    #: claims that most readings find in the documents, and that this answer does not use
    omitted: tuple[AnswerClaim, ...]
    quoted: int = 0  #: number of claims that its readings attribute to a document
    verbatim: int = 0  #: number of these whose quotation is in the document

    @property
    def faithfulness(self) -> float | None:
        """The share of its claims that are supported, 0 to 1; None without claims."""
        return _share(sum(claim.state == SUPPORTED for claim in self.claims), len(self.claims))

    @property
    def coverage(self) -> float | None:
        """The share of the claims found in the documents that it uses, 0 to 1; None without any."""
        used = sum(bool(claim.evidence) for claim in self.claims)
        return _share(used, used + len(self.omitted))

    @property
    def evidence_faithfulness(self) -> float | None:
        """The share of attributed claims whose quotation is in the document, 0 to 1; None without any."""
        return _share(self.verbatim, self.quoted)

    @property
    def evidence_coverage(self) -> float | None:
        """The share of the quotations found in the documents that it uses, 0 to 1; None without any."""
        used, left = (
            {(item.document, item.place, item.quote) for claim in claims for item in claim.evidence}
            for claims in (self.claims, self.omitted)
        )
        return _share(len(used), len(used | left))

    def to_data(self) -> dict[str, Any]:
        """Return all fields and shares as JSON data."""

        def claims(some: tuple[AnswerClaim, ...]) -> list[dict[str, Any]]:
            return [
                {**claim._asdict(), "evidence": [item._asdict() for item in claim.evidence]} for claim in some
            ]

        return {
            **self._asdict(),
            "claims": claims(self.claims),
            "omitted": claims(self.omitted),
            "faithfulness": self.faithfulness,
            "coverage": self.coverage,
            "evidence_faithfulness": self.evidence_faithfulness,
            "evidence_coverage": self.evidence_coverage,
        }


def _share(part: int, whole: int) -> float | None:
    return part / whole if whole else None


def candidates(subject: QuestionSubject, done: Interrogation) -> list[Candidate]:
    """Return the answers: those that survive first, then by decreasing width and number of readings."""
    graph = done.graph
    store = GraphStore(auto_merge=False)
    store.load(subject.name, graph)
    surviving = {*store.surviving_claims(subject.name)["surviving"]}
    evidence = _evidence(subject, done)
    ranked = []
    for node in graph.conclusions:
        width, routes = _standing(graph, node, surviving)
        rests = graph.upstream(node) - {node.id}
        claims = [
            _claim(graph, graph.nodes[name], surviving, evidence) for name in graph.nodes if name in rests
        ]
        left = [
            _claim(graph, other, surviving, evidence)
            for other in graph.nodes.values()
            if other.id not in rests and _is_common(done, other, evidence) and other.id in surviving
        ]
        given = [said for said in done.interrogated.nodes if said.kind == GIVEN and said.run in node.run_ids]
        ranked.append(
            Candidate(
                node.id,
                node.text,
                _readings(node),
                width,
                node.id in surviving,
                routes,
                tuple(claims),
                tuple(left),
                len(given),
                sum(bool(said.sentence) for said in given),
            )
        )
    return sorted(ranked, key=lambda c: (not c.survives, -c.width, -c.readings, c.id))


def _standing(
    graph: ArgumentGraph, goal: Node, surviving: set[str]
) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """Return the width of a conclusion and its disjoint routes from givens, both by surviving claims only."""
    numbered = graph.numbered
    lost = {
        place for place, node in enumerate(numbered.nodes) if node.id not in surviving and node is not goal
    }
    number = numbered.number[goal.id]
    routes = Width(support_of(numbered, number, lost)).paths()
    return refuting(numbered, number, lost=lost).width, tuple(
        tuple(numbered.names(route)) for route in routes
    )


def _readings(node: Node) -> int:
    return sum(map(is_reading, node.run_ids))


def _is_common(done: Interrogation, node: Node, evidence: dict[str, tuple[Evidence, ...]]) -> bool:
    """Whether more than half of the usable readings have a claim, with evidence in the documents."""
    return node.id in evidence and _readings(node) > _HALF * done.interrogated.answered


def _claim(
    graph: ArgumentGraph, node: Node, surviving: set[str], evidence: dict[str, tuple[Evidence, ...]]
) -> AnswerClaim:
    state, why = SUPPORTED, "the documents say it"
    if node.id in graph.refutations:
        state, why = UNSUPPORTED, f"refuted: {graph.refutations[node.id].reason}"
    elif node.id not in surviving:
        state, why = UNSUPPORTED, "nothing in the documents leads to it, or what does is defeated"
    elif node.id not in evidence:
        why = "it follows from what they say"
    return AnswerClaim(node.id, node.text, _readings(node), state, why, evidence.get(node.id, ()))


def _evidence(subject: QuestionSubject, done: Interrogation) -> dict[str, tuple[Evidence, ...]]:
    """Return the quotations of each claim, by id; conclusions have none, as no document says them."""
    known: dict[str, dict[Evidence, None]] = {}
    for said in sorted(done.interrogated.nodes):
        node = done.graph.find(said.id)
        if node is not None and said.sentence and node.kind != CONCLUSION:
            source = subject.sources[said.sentence]
            known.setdefault(node.id, {})[Evidence(source.document, source.place, said.quote)] = None
    return {name: tuple(items) for name, items in known.items()}
