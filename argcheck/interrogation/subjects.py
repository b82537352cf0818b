"""What can be interrogated: a manuscript, of which models say what it argues."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Protocol

from argcheck.argument.extract.build import build
from argcheck.argument.model import ACCEPTED, AUTHOR, DEFAULT_RUNS, STRUCTURE
from argcheck.interrogation import wording
from argcheck.interrogation.answers import errors_of
from argcheck.interrogation.readings import argument_runs
from argcheck.interrogation.shown_parts import LARGEST_PART, numbered_sentences, parts_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.interrogation.runs_file import AuthorWord, Interrogated
    from argcheck.interrogation.shown_parts import ShownPart
    from argcheck.llm.model import Question
    from argcheck.reading.read_document import Document


class InterrogationOptions(NamedTuple):
    """How a document is interrogated; the defaults are those of the design that this follows."""

    runs: int = 6
    width: int = 2  #: routes of support that share no claim, with which a conclusion is left alone
    temperature: float = 0.8
    check_calls: int = 20  #: calls about disputed claims, beside those that runs and parts need
    mode: str = wording.MODES[0]
    part: int = LARGEST_PART  #: characters
    max_nodes: int = wording.MOST_NODES  #: claims of one answer


class Disputable(NamedTuple):
    """A claim that can be asked about again."""

    key: str  #: that the outcome is kept under: hash of the sentence that says the claim
    part: ShownPart  #: of the text, to be shown with it


class Subject(Protocol):
    """What the loop of an interrogation needs to know of what it asks about."""

    @property
    def name(self) -> str:
        """What it is called in a report."""

    @property
    def language(self) -> str:
        """Code of the language that it is written in."""

    @property
    def parts(self) -> Sequence[ShownPart]:
        """The text, in parts that are asked about one by one."""

    def question(self, part: ShownPart, options: InterrogationOptions) -> Question:
        """Ask for the argument of a part."""

    def errors(self, answer: Mapping[str, Any], options: InterrogationOptions) -> list[str]:
        """Say what a model has to mend in an answer, a sentence each."""

    def graph(self, known: Interrogated) -> ArgumentGraph:
        """Join the runs, and what came of asking again."""

    def disputable(self, graph: ArgumentGraph, name: str) -> Disputable | None:
        """Return what is to be asked of a claim of models; None for one of which nobody is to be asked."""


class ManuscriptSubject:
    """A document: what its text says, as the author and its form tell and models read it."""

    def __init__(self, document: Document, words: Sequence[AuthorWord], largest: int) -> None:
        """Number the sentences of a document.

        :param words: what the author said to claims that were read before; nobody is asked about these.
        :param largest: characters of a part.
        """
        self.name = document.manuscript.root
        self.language = document.manuscript.language
        self.words = tuple(words)
        self._document = document
        sentences = numbered_sentences(document.manuscript)
        self.parts = parts_of(sentences, largest)
        self._sentences = {sentence.span: sentence for sentence in sentences}

    def question(self, part: ShownPart, options: InterrogationOptions) -> Question:
        """Ask what a part of the document argues."""
        return wording.extraction(
            part,
            mode=options.mode,
            width=options.width,
            temperature=options.temperature,
            max_nodes=options.max_nodes,
        )

    def errors(self, answer: Mapping[str, Any], options: InterrogationOptions) -> list[str]:
        """Say what keeps an answer from being a graph."""
        return errors_of(answer, options.max_nodes)

    def graph(self, known: Interrogated) -> ArgumentGraph:
        """Join the runs of models with those of the author and of the structure."""
        runs = argument_runs(known._replace(words=self.words), self._document.manuscript)
        return build(self._document, DEFAULT_RUNS, further=runs)

    def disputable(self, graph: ArgumentGraph, name: str) -> Disputable | None:
        """Return the sentence that a claim is tied to; None for one of which the author or the text speaks."""
        node = graph.nodes[name]
        if {AUTHOR, ACCEPTED, STRUCTURE} & {*node.run_ids}:
            return None
        sentences = [self._sentences[place] for place in node.places if place in self._sentences]
        if not sentences:
            return None
        sentence = min(sentences, key=lambda sentence: sentence.number)
        part = next(part for part in self.parts if sentence in part.body or sentence in part.frame)
        return Disputable(sentence.hash, part)
