"""One document as the page shows it: where its claims, sources and findings stand in its text, and how each is called."""

from __future__ import annotations

import posixpath
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote

from argcheck.argument.adjacency import closure
from argcheck.argument.model import GIVEN
from argcheck.argument.pictures.picture import chapters
from argcheck.argument.refutations import refuting_each
from argcheck.files.diagnostic import shortened
from argcheck.files.grouping import grouped
from argcheck.lint.gate import missing
from argcheck.lint.reporters.html_text import Html, element
from argcheck.lint.reporters.lines import visible
from argcheck.lint.rule import Needs
from argcheck.report_page.formalised import formal_states
from argcheck.report_page.typeset import LEFT_OUT, Typesetter
from argcheck.verdicts.replay import read_verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.argument.derivation import Refuting
    from argcheck.argument.model import Node
    from argcheck.bib.entry import Entry
    from argcheck.files.diagnostic import Span
    from argcheck.files.project import Project
    from argcheck.files.source import SourceFile
    from argcheck.reading.read_document import Document
    from argcheck.service.document_score import DocumentScore
    from argcheck.tex.model import Sentence
    from argcheck.verdicts.mentions import Mention

#: A sign and a word for each severity, so that none is told by its colour alone.
SIGNS = {"error": "✖", "warning": "▲", "note": "●"}
_WORK = "cite:"
#: What the quality of a claim is called, by the least that it is.
QUALITIES = {"2/3 and more": 2 / 3, "1/3 to 2/3": 1 / 3, "under 1/3": 0}
_DIAGRAMS = ("tikzcd", "tikzpicture", "CD")  # nobody reads what draws them
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_CALLED = 110  # characters of a claim where it stands for itself


class ShownDocument:
    """A document with its argument and verdicts; sentences and claims are numbered through all documents of a page."""

    def __init__(
        self,
        project: Project,
        document: Document,
        scored: DocumentScore,
        *,
        base: str,
        prefix: str,
        first_sentence: int,
        first_node: int,
    ) -> None:
        """Hold what is shown.

        :param base: the folder, relative to the project, that paths are shown from.
        :param prefix: what ids begin with, empty on a page of one document.
        """
        self.manuscript, self.bibliography = document
        self.scored, self.graph = scored, scored.graph
        self.base = base
        self.verdicts = read_verdicts(project, *document)
        self.prefix = prefix
        self.first_sentence, self.first_node = first_sentence, first_node
        once: dict[Span, Sentence] = {}
        for sentence in self.manuscript.sentences:
            once.setdefault(sentence.span, sentence)
        #: each where it stands first, also of a file that the document reads in several branches
        self.sentences: Sequence[Sentence] = tuple(once.values())

    @property
    def root(self) -> str:
        """The path of the root, for readers."""
        return self.path(self.manuscript.root)

    @cached_property
    def name(self) -> str:
        """What an id may hold that is about the whole document."""
        return f"document-{_safe(self.root)}"

    # -- places

    @cached_property
    def files(self) -> Mapping[str, SourceFile]:
        """Every file of the document, bibliographies included."""
        return {**self.bibliography.files, **self.manuscript.files}

    def path(self, path: str) -> str:
        """Return a path as the reader sees it."""
        return visible(posixpath.relpath(path, self.base or "."))

    def at(self, span: Span) -> str:
        """Write ``path:line`` of a place."""
        source = self.files.get(span.path)
        return (
            f"{self.path(span.path)}:{source.position(min(span.start, len(source.text)))[0] if source else 1}"
        )

    @cached_property
    def _starts(self) -> dict[str, tuple[list[int], list[int]]]:
        """By file: where its sentences begin, and their numbers."""
        by_file: dict[str, list[tuple[int, int]]] = {}
        for number, sentence in enumerate(self.sentences):
            by_file.setdefault(sentence.span.path, []).append((sentence.span.start, number))
        ordered = {path: sorted(pairs) for path, pairs in by_file.items()}
        return {path: ([a for a, _ in pairs], [b for _, b in pairs]) for path, pairs in ordered.items()}

    def sentence_at(self, span: Span) -> int | None:
        """Return the number of the sentence at a place or, outside of any, of the one before it; None in other files."""
        if span.path not in self._starts:
            return None
        starts, numbers = self._starts[span.path]
        return numbers[max(0, bisect_right(starts, span.start) - 1)]

    def sentence_as_written(self, span: Span) -> int | None:
        """Return what `sentence_at` does, of a place in the file as its author wrote it."""
        source = self.files.get(span.path)
        if source is None or source.original is source or span.path not in self._starts:
            return self.sentence_at(span)
        starts, numbers = self._starts[span.path]
        written = [source.range(start, start)[0] for start in starts]
        return numbers[max(0, bisect_right(written, span.start) - 1)]

    def sentences_of(self, node: Node) -> list[int]:
        """Return the numbers of the sentences in which a claim is made."""
        if not node.places or node.places[0].path not in self._starts:
            return []
        place = node.places[0]
        starts, numbers = self._starts[place.path]
        inside = numbers[bisect_left(starts, place.start) : bisect_left(starts, place.end)]
        near = self.sentence_at(place)
        return inside or ([] if near is None else [near])

    @cached_property
    def chapters(self) -> tuple[list[str], list[int]]:
        """The titles of the chapters, and where they begin."""
        return chapters(self.manuscript)

    def chapter_of(self, number: int | None) -> str:
        """Return what the page calls the chapter of a sentence, empty outside of the text; two documents share no name."""
        if number is None:
            return ""
        _, starts = self.chapters
        return self.chapter_name(bisect_right(starts, self.manuscript.position(self.sentences[number].span)))

    def chapter_name(self, place: int) -> str:
        """Return what the page calls a chapter by its place in `chapters`."""
        return f"chapter-{self.prefix}{place}"

    @property
    def empty(self) -> bool:
        """Whether there is nothing to show of its argument and sources, as of a drawing that can be compiled alone."""
        return not self.graph.nodes and not self.sources

    @cached_property
    def typesetter(self) -> Typesetter:
        """What typesets its formulas."""
        return Typesetter(self.manuscript.formula_macros)

    # -- names on the page

    def sentence_id(self, number: int) -> str:
        """Return the id of a sentence."""
        return f"s{self.first_sentence + number}"

    @cached_property
    def node_numbers(self) -> dict[str, int]:
        """The number of each claim on the page."""
        return {name: self.first_node + place for place, name in enumerate(self.graph.nodes)}

    def card_id(self, node: Node) -> str:
        """Return the id of the card of a claim; a cited work has the card of the source."""
        if node.sort == "work":
            return self.source_id(node.id.removeprefix(_WORK))
        return f"claim-{self.prefix}{_safe(node.id)}"

    def source_id(self, key: str) -> str:
        """Return the id of the card of a source, the same for all keys of one work."""
        node = self.graph.find(_WORK + key)
        if node is not None:
            return f"source-{self.prefix}{_safe(node.id.removeprefix(_WORK))}"
        entry = self.bibliography.find(key)
        return f"source-{self.prefix}{_safe(entry.key if entry else key)}"

    def link(self, node: Node) -> Html:
        """Write a link to the card of a claim."""
        called = self.typesetter.in_text(self.called(node))
        return element("a", called, href=f"#{self.card_id(node)}", class_="to")

    def called(self, node: Node) -> str:
        """Return how a claim is called: the id that a person gave it, else its words."""
        if self.graph.is_unnamed(node):
            return shortened(plain(node.text), _CALLED)
        return node.id.removeprefix(_WORK)

    # -- the argument

    @cached_property
    def refuting(self) -> dict[str, Refuting]:
        """Of each conclusion and claim: the fewest nodes whose refutation fells it."""
        numbered = self.graph.numbered
        supported = [
            numbered.number[node.id]
            for node in self.graph.nodes.values()
            if node.kind != GIVEN and self.graph.support_of(node)
        ]
        return {
            numbered.nodes[place].id: least for place, least in refuting_each(numbered, supported).items()
        }

    @cached_property
    def unsupported(self) -> list[Node]:
        """The claims that nothing supports, assumptions, givens and what has a proof apart."""
        return [
            node
            for node in self.graph.nodes.values()
            if node.kind not in (GIVEN, "assumption")
            and node.id not in self.graph.layout.proofs_of
            and not self.graph.support_of(node)
        ]

    @cached_property
    def _beyond_refuted(self) -> set[str]:
        """The ids of what rests on something refuted, however far below."""

        def above(name: str) -> list[str]:
            return [edge.target for edge in self.graph.supported_by(self.graph.nodes[name])]

        return closure((target for name in self.graph.refutations for target in above(name)), above)

    @cached_property
    def formal(self) -> dict[str, str]:
        """Of each statement of a blueprint: how far it is formalised."""
        return formal_states(self.graph)

    def status(self, node: Node) -> str:
        """Say in a word how a claim stands."""
        if node.id in self.graph.refutations:
            return "refuted"
        if node.open:
            return "open"
        if node.kind == GIVEN:
            return "given"
        if node.kind == "assumption":
            return "assumed"
        width = self.refuting[node.id].width if self.graph.support_of(node) else 0
        if not width and node.id in self._beyond_refuted:
            return "fallen"
        if not width and node.id in self.graph.layout.proofs_of:
            return "proved"
        if not self.graph.support_of(node):
            return "unsupported"
        return "thin" if width < 2 else "supported"

    def quality(self, node: Node) -> str:
        """Say in a word how good a claim is by its metrics."""
        value = self.scored.score.quality.get(node.id) if self.scored.score else None
        if value is None:
            return "not known"
        return next(words for words, least in QUALITIES.items() if value >= least)

    # -- sources

    @cached_property
    def mentions(self) -> dict[str, list[Mention]]:
        """The citations of each source, by the id of its card."""
        return grouped(self.verdicts.cited, lambda mention: self.source_id(mention.key))

    @cached_property
    def sources(self) -> dict[str, Entry | None]:
        """The cited works by the id of their card, with their entry where they have one, in the order of first citation."""
        cards: dict[str, Entry | None] = {}
        for citation in self.manuscript.citations:
            if citation.key and not (citation.nocite and citation.key == "*"):
                cards.setdefault(self.source_id(citation.key), self.bibliography.find(citation.key))
        for node in self.graph.nodes.values():
            if node.sort == "work":
                cards.setdefault(self.card_id(node), self.bibliography.find(node.id.removeprefix(_WORK)))
        return cards

    @cached_property
    def knows_entries(self) -> bool:
        """Whether all entries that it may cite were read."""
        complete = self.bibliography.complete
        return complete and not missing(Needs.BIBLIOGRAPHY, self.manuscript, self.bibliography)

    @cached_property
    def work_of_card(self) -> dict[str, Node]:
        """The claims that stand for cited works, by the id of their card."""
        return {self.card_id(node): node for node in self.graph.nodes.values() if node.sort == "work"}


def plain(text: str) -> str:
    """Return the words of a sentence with a sign for each formula and diagram that is left out."""
    for name in _DIAGRAMS:
        begin, end = f"\\begin{{{name}}}", f"\\end{{{name}}}"
        while begin in text:
            before, _, rest = text.partition(begin)
            text = f"{before}{LEFT_OUT}{rest.partition(end)[2]}"
    return _raised(text.replace("\ufffc", LEFT_OUT).replace(f"$${LEFT_OUT}$$", LEFT_OUT))


def _raised(text: str) -> str:
    """Raise the digits behind ``^``, as the formulas that read as words have them."""
    first, *parts = text.split("^")
    for part in parts:
        behind = part.removeprefix("-").lstrip("0123456789")
        number = part[: len(part) - len(behind)]
        first += (number.translate(_RAISED) if number.strip("-") else f"^{number}") + behind
    return first


def _safe(name: str) -> str:
    return quote(name, safe=".:-_~", errors="surrogatepass")
