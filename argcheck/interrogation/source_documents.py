"""A question about source documents as the subject of an interrogation."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.checks import refuting
from argcheck.argument.merger import Merger
from argcheck.argument.model import ASSUMES, ASSUMPTION, CONCLUSION, GIVEN, SUPPORTS, Node, Refutation
from argcheck.files.diagnostic import Span
from argcheck.interrogation import wording
from argcheck.interrogation.answers import errors_of
from argcheck.interrogation.readings import CHECKED_RUN, CONFIRMED_CONFIDENCE, DOUBTED_CONFIDENCE, graph_edge
from argcheck.interrogation.shown_parts import NumberedSentence, parts_of
from argcheck.interrogation.subjects import Disputable
from argcheck.tex.sentences import lists, split
from argcheck.verdicts.identity import sentence_hash

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.interrogation.runs_file import Interrogated, RunNode
    from argcheck.interrogation.shown_parts import ShownPart
    from argcheck.interrogation.subjects import InterrogationOptions
    from argcheck.llm.model import Question
    from argcheck.sources.text.model import SourceText

LARGEST_PART = 100_000  #: characters: some 25,000 tokens
_KINDS = frozenset(("paragraph", "caption", "footnote", "table"))


class SourceSentence(NamedTuple):
    """A sentence of a document, with its place."""

    document: str
    place: str  #: ``p. 3, line 12`` or ``line 40``
    text: str


class QuestionSubject:
    """A question about some documents."""

    def __init__(self, question: str, documents: Sequence[SourceText], *, language: str = "en") -> None:
        """Number the sentences of all documents; of equal ones, only the first."""
        self.name = question
        self.language = language
        self.sources: dict[str, SourceSentence] = {}  #: by hash of the sentence
        sentences: list[NumberedSentence] = []
        for text, document, place in _sentences(documents, language):
            mark = sentence_hash(text)
            if mark and mark not in self.sources:
                self.sources[mark] = SourceSentence(document, place, text)
                number = len(sentences) + 1
                sentences.append(NumberedSentence(number, text, Span(document, number, number), mark))
        self._by_hash = {sentence.hash: sentence for sentence in sentences}
        self._by_span = {sentence.span: sentence for sentence in sentences}
        self.parts = parts_of(sentences, LARGEST_PART) if sentences else []

    def question(self, part: ShownPart, options: InterrogationOptions) -> Question:
        """Return the question about a part of the documents."""
        return wording.answering(
            self.name, part, width=options.width, temperature=options.temperature, max_nodes=options.max_nodes
        )

    def errors(self, answer: Mapping[str, Any], options: InterrogationOptions) -> list[str]:
        """Return why an answer is not an argument for exactly one conclusion, a message each."""
        ends = sum(node["kind"] == CONCLUSION for node in answer["nodes"])
        wrong = [] if ends == 1 else [f"there are {ends} conclusions; exactly one is the answer"]
        return [*errors_of(answer, options.max_nodes), *wrong]

    def graph(self, known: Interrogated) -> ArgumentGraph:
        """Return the merged graph of all runs, with the outcomes of checks.

        Claims of one sentence are merged, derived claims only if they have the same words.  Claims attributed to a
        document that no sentence says are left out.
        """
        # Conclusions that differ in one word are different answers: "The lamp is red", "The lamp is blue".
        merger = Merger(1.0, 1.0, language=self.language)
        kept: dict[str, str] = {}
        for said in sorted(known.nodes):
            if said.kind == GIVEN and not said.sentence:
                continue
            node = self._node(said)
            merger.add_node(node)
            if node.places:
                merger.unite(kept.setdefault(said.sentence, node.id), node.id)
        for edge in known.edges:
            if edge.source in merger.nodes and edge.target in merger.nodes:
                assumed = merger.nodes[edge.source][0].kind == ASSUMPTION and edge.relation == SUPPORTS
                relation = ASSUMES if assumed else edge.relation
                merger.add_edge(graph_edge(edge)._replace(relation=relation))
        merger.deduplicate(list(merger.nodes))
        self._apply_checks(merger, known)
        return merger.graph()

    def widths(self, graph: ArgumentGraph) -> dict[str, int]:
        """Return the fewest claims without which each conclusion falls, by its id."""
        numbered = graph.numbered
        return {node.id: refuting(numbered, numbered.number[node.id]).width for node in graph.conclusions}

    def _node(self, said: RunNode) -> Node:
        derived = said.kind == CONCLUSION or not said.sentence
        places = () if derived else (self._by_hash[said.sentence].span,)
        kind, role, confidence = said.kind, said.role, said.confidence
        return Node(said.id, said.claim, places, (said.run,), kind=kind, role=role, confidence=confidence)

    def _apply_checks(self, merger: Merger, known: Interrogated) -> None:
        """Raise the confidence of confirmed claims, lower that of undetermined ones, and refute others."""
        checks = {check.sentence: check for check in known.checks}
        for name, node in merger.graph().nodes.items():
            check = checks.get(self._key(node))
            if check is None:
                continue
            if check.verdict == "refuted":
                merger.refute(name, Refutation(check.reason, "model"))
            elif check.verdict == "confirmed":
                confirmed = node.copy()
                confirmed.run_ids, confirmed.confidence = (CHECKED_RUN,), CONFIRMED_CONFIDENCE
                merger.add_node(confirmed)
            elif check.verdict == "undetermined":
                for said in merger.nodes:
                    if merger.kept(said) == name:
                        _lower_confidence(merger.nodes[said])

    def _key(self, node: Node) -> str:
        """Return the key of the check of a claim: the hash of its sentence, or of its own words without one."""
        sentence = next((self._by_span[place] for place in node.places if place in self._by_span), None)
        return sentence.hash if sentence else f"claim:{sentence_hash(node.text)}"

    def disputable(self, graph: ArgumentGraph, name: str) -> Disputable | None:
        """Return the key of a claim and the part of its sentence, or of a claim that it rests on; None without any."""
        node = graph.nodes[name]
        spans = list(node.places) or [
            place for other in sorted(graph.upstream(node)) for place in graph.nodes[other].places
        ]
        sentence = next((self._by_span[place] for place in spans if place in self._by_span), None)
        if sentence is None:
            return None
        return Disputable(self._key(node), next(part for part in self.parts if sentence in part.body))


def _lower_confidence(nodes: Iterable[Node]) -> None:
    for node in nodes:
        node.confidence = min(node.confidence, DOUBTED_CONFIDENCE)


def _sentences(documents: Iterable[SourceText], language: str) -> Iterable[tuple[str, str, str]]:
    stops = lists(language)
    for document in documents:
        for block in document.blocks:
            if block.kind in _KINDS:
                for start, end in split(block.text, stops):
                    yield block.text[start:end], document.origin, document.place_at(block, start)
