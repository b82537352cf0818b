"""The subjects of an interrogation, and a manuscript as one."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from argcheck.argument.extract.build import build
from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
from argcheck.argument.extract.routes import Routes
from argcheck.argument.model import ACCEPTED, AUTHOR, DEFAULT_RUNS, STRUCTURE
from argcheck.interrogation import wording
from argcheck.interrogation.answers import errors_of
from argcheck.interrogation.readings import argument_runs
from argcheck.interrogation.shown_parts import numbered_sentences, parts_of_manuscript

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.interrogation.runs_file import AuthorWord, Interrogated
    from argcheck.interrogation.shown_parts import ShownPart
    from argcheck.llm.model import Question
    from argcheck.reading.read_document import Document


class InterrogationOptions(NamedTuple):
    """The options of an interrogation."""

    runs: int = 6  #: independent readings
    width: int = 2  #: routes of support without a common claim that are enough for a conclusion
    temperature: float = 0.8
    check_calls: int = 20  #: most calls about disputed claims, beside those for readings
    mode: str = wording.MODES[0]
    max_nodes: int = wording.MOST_NODES  #: most claims of one answer


class Disputable(NamedTuple):
    """A claim that can be asked about again."""

    key: str  #: of the outcome: the hash of the sentence that says the claim
    part: ShownPart  #: the part of the text to show with it


class Subject(Protocol):
    """What an interrogation asks about."""

    @property
    def name(self) -> str:
        """The name in reports."""

    @property
    def language(self) -> str:
        """The code of its language, such as ``de``."""

    @property
    def parts(self) -> Sequence[ShownPart]:
        """The parts of its text; each is the material of a question."""

    def question(self, part: ShownPart, options: InterrogationOptions) -> Question:
        """Return the question for the argument of a part."""

    def errors(self, answer: Mapping[str, Any], options: InterrogationOptions) -> list[str]:
        """Return the errors of an answer for the model to correct, a message each."""

    def graph(self, known: Interrogated) -> ArgumentGraph:
        """Return the merged graph of all runs, with the outcomes of checks."""

    def widths(self, graph: ArgumentGraph) -> dict[str, int]:
        """Return the width of each conclusion, by its id."""

    def disputable(self, graph: ArgumentGraph, name: str) -> Disputable | None:
        """Return what is needed to check a claim; None if it is not to be checked."""


class ManuscriptSubject:
    """A document whose argument models are asked for."""

    def __init__(self, document: Document, words: Sequence[AuthorWord]) -> None:
        """Number the sentences of a document.

        :param words: the author's words on claims that were read before; no question is asked about these.
        """
        self.name = document.manuscript.root
        self.language = document.manuscript.language
        self.words = tuple(words)
        self._document = document
        sentences = numbered_sentences(document.manuscript)
        self.parts = parts_of_manuscript(document.manuscript, sentences)
        self._sentences = {sentence.span: sentence for sentence in sentences}

    def question(self, part: ShownPart, options: InterrogationOptions) -> Question:
        """Return the question for the argument of a part."""
        return wording.extraction(
            part,
            mode=options.mode,
            width=options.width,
            temperature=options.temperature,
            max_nodes=options.max_nodes,
        )

    def errors(self, answer: Mapping[str, Any], options: InterrogationOptions) -> list[str]:
        """Return why an answer is not a valid graph, a message each."""
        return errors_of(answer, options.max_nodes)

    def graph(self, known: Interrogated) -> ManuscriptGraph:
        """Return the merged graph of the runs of models, of the author and of the structure."""
        runs = argument_runs(known._replace(words=self.words), self._document.manuscript)
        return build(self._document, DEFAULT_RUNS, further=runs)

    def widths(self, graph: ArgumentGraph) -> dict[str, int]:
        """Return the width of each conclusion, by its id, as all places show it."""
        assert isinstance(graph, ManuscriptGraph)
        standings = Routes(graph).standings
        return {node.id: standings.of(node).width for node in graph.conclusions}

    def disputable(self, graph: ArgumentGraph, name: str) -> Disputable | None:
        """Return the sentence of a claim and its part; None for claims of the author or of the structure."""
        node = graph.nodes[name]
        if {AUTHOR, ACCEPTED, STRUCTURE} & {*node.run_ids}:
            return None
        sentences = [self._sentences[place] for place in node.places if place in self._sentences]
        if not sentences:
            return None
        sentence = min(sentences, key=lambda sentence: sentence.number)
        part = next(part for part in self.parts if sentence in part.body or sentence in part.frame)
        return Disputable(sentence.hash, part)
