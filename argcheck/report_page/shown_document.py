"""A document as the page shows it: ids, names and places of its claims, sources and findings."""

from __future__ import annotations

import posixpath
from bisect import bisect_left, bisect_right
from functools import cached_property
from typing import TYPE_CHECKING
from urllib.parse import quote

from argcheck.argument.extract.routes import Routes
from argcheck.argument.model import GIVEN
from argcheck.argument.pictures.picture import chapters
from argcheck.files.diagnostic import shortened
from argcheck.files.grouping import grouped
from argcheck.lint.gate import missing
from argcheck.lint.reporters.html_text import Html, element, joined
from argcheck.lint.reporters.lines import visible
from argcheck.lint.rule import Needs
from argcheck.report_page.formalised import formal_states
from argcheck.report_page.typeset import LEFT_OUT, Typesetter
from argcheck.verdicts.replay import read_verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.argument.extract.standing import Standing
    from argcheck.argument.model import Node
    from argcheck.bib.entry import Entry
    from argcheck.files.diagnostic import Span
    from argcheck.files.project import Project
    from argcheck.files.source import SourceFile
    from argcheck.reading.read_document import Document
    from argcheck.service.document_score import DocumentScore
    from argcheck.tex.model import Sentence
    from argcheck.verdicts.mentions import Mention

#: A sign for each severity, so that no severity is only a colour.
SIGNS = {"error": "✖", "warning": "▲", "note": "●"}
_WORK = "cite:"
#: Names of the qualities of claims, with the least quality of each.
QUALITIES = {"2/3 and more": 2 / 3, "1/3 to 2/3": 1 / 3, "under 1/3": 0}
_DIAGRAMS = ("tikzcd", "tikzpicture", "CD")  # left out, as their code is unreadable
_RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_CALLED = 110  # most characters of a claim as a name


class ShownDocument:
    """A document with its argument and verdicts; sentences and claims are numbered across all documents of the page."""

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
        """Read the verdicts, and compute the rest on demand.

        :param base: folder that shown paths are relative to, as a path in the project.
        :param prefix: of ids; empty on a page with one document.
        :param first_sentence: number of its first sentence on the page.
        :param first_node: number of its first claim on the page.
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
        #: each once, even in a file that the document reads several times
        self.sentences: Sequence[Sentence] = tuple(once.values())

    @property
    def root(self) -> str:
        """The path of the root as shown."""
        return self.path(self.manuscript.root)

    @cached_property
    def name(self) -> str:
        """The id of the document on the page."""
        return f"document-{_safe(self.root)}"

    # -- places

    @cached_property
    def files(self) -> Mapping[str, SourceFile]:
        """All files of the document by path, with bibliographies."""
        return {**self.bibliography.files, **self.manuscript.files}

    def path(self, path: str) -> str:
        """Return a path as shown."""
        return visible(posixpath.relpath(path, self.base))

    def at(self, span: Span) -> str:
        """Return ``path:line`` of a place."""
        source = self.files.get(span.path)
        return (
            f"{self.path(span.path)}:{source.position(min(span.start, len(source.text)))[0] if source else 1}"
        )

    @cached_property
    def _starts(self) -> dict[str, tuple[list[int], list[int]]]:
        """The sorted offsets of sentences and their numbers, by file."""
        by_file: dict[str, list[tuple[int, int]]] = {}
        for number, sentence in enumerate(self.sentences):
            by_file.setdefault(sentence.span.path, []).append((sentence.span.start, number))
        ordered = {path: sorted(pairs) for path, pairs in by_file.items()}
        return {path: ([a for a, _ in pairs], [b for _, b in pairs]) for path, pairs in ordered.items()}

    def sentence_at(self, span: Span) -> int | None:
        """Return the number of the sentence at a place, or of the one before it; None if the file has no sentences."""
        if span.path not in self._starts:
            return None
        starts, numbers = self._starts[span.path]
        return numbers[max(0, bisect_right(starts, span.start) - 1)]

    def sentence_as_written(self, span: Span) -> int | None:
        """Return the same as `sentence_at` for a place in the original file of a translation."""
        source = self.files.get(span.path)
        if source is None or source.original is source or span.path not in self._starts:
            return self.sentence_at(span)
        starts, numbers = self._starts[span.path]
        written = [source.range(start, start)[0] for start in starts]
        return numbers[max(0, bisect_right(written, span.start) - 1)]

    def sentences_of(self, node: Node) -> list[int]:
        """Return the numbers of the sentences of a claim."""
        if not node.places or node.places[0].path not in self._starts:
            return []
        place = node.places[0]
        starts, numbers = self._starts[place.path]
        inside = numbers[bisect_left(starts, place.start) : bisect_left(starts, place.end)]
        near = self.sentence_at(place)
        return inside or ([] if near is None else [near])

    @cached_property
    def chapters(self) -> tuple[list[str], list[int]]:
        """The titles of the chapters, and their positions in the document."""
        return chapters(self.manuscript)

    def chapter_of(self, number: int | None) -> str:
        """Return the name of the chapter of a sentence, unique on the page; empty without a sentence."""
        if number is None:
            return ""
        _, starts = self.chapters
        return self.chapter_name(bisect_right(starts, self.manuscript.position(self.sentences[number].span)))

    def chapter_name(self, place: int) -> str:
        """Return the name of a chapter by its index in `chapters`."""
        return f"chapter-{self.prefix}{place}"

    @property
    def empty(self) -> bool:
        """Whether it has neither claims nor sources, such as a drawing that is compiled alone."""
        return not self.graph.nodes and not self.sources

    @cached_property
    def typesetter(self) -> Typesetter:
        """The typesetter of its formulas."""
        return Typesetter(self.manuscript.formula_macros)

    # -- names on the page

    def sentence_id(self, number: int) -> str:
        """Return the id of a sentence."""
        return f"s{self.first_sentence + number}"

    @cached_property
    def node_numbers(self) -> dict[str, int]:
        """The number of each claim on the page, by id."""
        return {name: self.first_node + place for place, name in enumerate(self.graph.nodes)}

    def card_id(self, node: Node) -> str:
        """Return the id of the card of a claim; for a cited work, that of its source."""
        if node.sort == "work":
            return self.source_id(node.id.removeprefix(_WORK))
        return f"claim-{self.prefix}{_safe(node.id)}"

    def source_id(self, key: str) -> str:
        """Return the id of the card of a source, which all keys of a work share."""
        node = self.graph.find(_WORK + key)
        if node is not None:
            return f"source-{self.prefix}{_safe(node.id.removeprefix(_WORK))}"
        entry = self.bibliography.find(key)
        return f"source-{self.prefix}{_safe(entry.key if entry else key)}"

    def link(self, node: Node) -> Html:
        """Return a link to the card of a claim."""
        called = self.typesetter.in_text(self.called(node))
        return element("a", called, href=f"#{self.card_id(node)}", class_="to")

    def called(self, node: Node) -> str:
        """Return the name of a claim: the id that its author gave, else its words."""
        if self.graph.is_unnamed(node):
            return shortened(plain(node.text), _CALLED)
        return node.id.removeprefix(_WORK)

    # -- the argument

    @cached_property
    def standings(self) -> Mapping[str, Standing]:
        """How each claim stands, by id."""
        return Routes(self.graph).standings.all

    @cached_property
    def unsupported(self) -> list[Node]:
        """The claims without support; neither assumptions and givens, nor claims with a proof."""
        return [
            node
            for node in self.graph.nodes.values()
            if node.kind not in (GIVEN, "assumption")
            and node.id not in self.graph.layout.proofs_of
            and not self.graph.support_of(node)
        ]

    @cached_property
    def formal(self) -> dict[str, str]:
        """The state of formalisation of each statement of a blueprint, by id."""
        return formal_states(self.graph)

    def status(self, node: Node) -> str:
        """Return the status of a claim, a key of `argcheck.argument.extract.standing.STATES`."""
        return self.standings[node.id].state

    def support(self, node: Node, *, brief: bool = False) -> Html:
        """Return the width of the support of a claim in words, with links to what it falls without.

        :param brief: leave out the words of its status.
        """
        return joined(self.standings[node.id].words(self.link, brief=brief))

    def quality(self, node: Node) -> str:
        """Return the quality of a claim by its metrics: a key of `QUALITIES`, or ``not known``."""
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
        """The entries of cited works by id of the card, in the order of first citation; None without an entry."""
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
        """Whether all bibliographies were read."""
        complete = self.bibliography.complete
        return complete and not missing(Needs.BIBLIOGRAPHY, self.manuscript, self.bibliography)

    @cached_property
    def work_of_card(self) -> dict[str, Node]:
        """The nodes of cited works, by id of the card."""
        return {self.card_id(node): node for node in self.graph.nodes.values() if node.sort == "work"}


def plain(text: str) -> str:
    """Return the text of a sentence, with a sign for each omitted formula or diagram."""
    for name in _DIAGRAMS:
        begin, end = f"\\begin{{{name}}}", f"\\end{{{name}}}"
        while begin in text:
            before, _, rest = text.partition(begin)
            text = f"{before}{LEFT_OUT}{rest.partition(end)[2]}"
    return _raised(text.replace("\ufffc", LEFT_OUT).replace(f"$${LEFT_OUT}$$", LEFT_OUT))


def _raised(text: str) -> str:
    """Return a text with superscript digits for those after ``^``."""
    first, *parts = text.split("^")
    for part in parts:
        behind = part.removeprefix("-").lstrip("0123456789")
        number = part[: len(part) - len(behind)]
        first += (number.translate(_RAISED) if number.strip("-") else f"^{number}") + behind
    return first


def _safe(name: str) -> str:
    return quote(name, safe=".:-_~", errors="surrogatepass")
