"""The base of the runs: a builder that collects nodes and edges, and makes nodes of environments and sentences."""

from __future__ import annotations

from bisect import bisect_left, insort
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.cited_works import Works
from argcheck.argument.extract.layout import Layout
from argcheck.argument.model import (
    ASSUMES,
    ASSUMPTION,
    GIVEN,
    INFERENCE,
    SUPPORTS,
    AnnotationProblem,
    ArgumentRun,
    Edge,
    Node,
    Refutation,
)
from argcheck.files.diagnostic import Span
from argcheck.prose.texts import Texts
from argcheck.tex.by_file import citations_by_file, references_by_file
from argcheck.tex.model import once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.layout import Stated
    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.tex.model import Citation, ManuscriptRecords, Reference, Sentence

_KINDS = {"definition": GIVEN, "axiom": GIVEN, "assumption": ASSUMPTION}
_ROLES = {"definition": "context", "axiom": "context", "assumption": "assumption", "open": "hypothesis"}


def default_kind(stated: Stated) -> str:
    """Return the kind of a statement by the family of its environment."""
    return _KINDS.get(stated.family, INFERENCE)


def default_role(stated: Stated) -> str:
    """Return the role of a statement by the family of its environment."""
    return _ROLES.get(stated.family, "result")


class RunInputs(NamedTuple):
    """What the runs of one document are made from, read once for all of them."""

    layout: Layout
    texts: Texts
    works: Works

    @classmethod
    def of(cls, manuscript: ManuscriptRecords, bibliography: Entries) -> RunInputs:
        """Read a document."""
        layout = Layout(manuscript, bibliography.files)
        return cls(layout, Texts(manuscript), Works(bibliography, manuscript.cited_keys))


class Builder:
    """Collects the nodes, edges and problems of one run."""

    def __init__(self, name: str, inputs: RunInputs) -> None:
        """Begin an empty run."""
        self.name = name
        self.layout, self.texts, self.works = inputs
        self.nodes: dict[str, Node] = {}
        self.edges: list[Edge] = []
        self.problems: list[AnnotationProblem] = []
        self.refutations: dict[str, Refutation] = {}
        self._sentences: dict[tuple[str, int, int], str] = {}
        self._placed: dict[str, list[tuple[int, int, Node]]] = {}  # path -> start, order, node

    def place(self, node: Node) -> None:
        """Register the node of a sentence, or of a part of one, for `placed`."""
        here = self._placed.setdefault(node.places[0].path, [])
        insort(here, (node.places[0].start, len(here), node), key=lambda entry: entry[:2])

    def placed(self, span: Span) -> list[Node]:
        """Return the nodes of sentences that begin in a range, in the order in which they were made."""
        here = self._placed.get(span.path, [])
        low, high = (
            bisect_left(here, offset, key=lambda entry: entry[0]) for offset in (span.start, span.end)
        )
        return [node for _, _, node in sorted(here[low:high], key=lambda entry: entry[1])]

    def run(self) -> ArgumentRun:
        """Return the collected run."""
        return ArgumentRun(self.name, self.nodes, self.edges, self.problems, self.refutations)

    def problem(self, kind: str, span: Span, message: str, help_: str | None = None) -> None:
        """Add a problem of an annotation."""
        self.problems.append(AnnotationProblem(kind, span, message, help_))

    def edge(
        self,
        source: str,
        target: str,
        place: Span,
        cause: str,
        *,
        relation: str = SUPPORTS,
        confidence: float = 0.8,
        linked: tuple[str, ...] = (),
    ) -> None:
        """Add an edge; ``supports`` becomes ``assumes`` if the source is an assumption.

        :param linked: names of the inferences that need it together with others, from `inferences`.
        """
        if relation == SUPPORTS and source in self.nodes and self.nodes[source].kind == ASSUMPTION:
            relation = ASSUMES
        runs = (self.name,)
        self.edges.append(Edge(source, target, relation, runs, confidence, (place,), cause, linked=linked))

    def inferences(self, index: int, target: str) -> tuple[str, ...]:
        """Return the names of the inferences to a statement that need what an environment refers to.

        Each proof is an inference; what the statement itself refers to is needed for each of its proofs.
        """
        proofs = self.layout.proofs_of.get(target, [])
        if index in self.layout.proofs:
            return (f"{target}: proof {proofs.index(self.layout.proofs[index]) + 1}",)
        names = (f"{target}: proof {number}" for number in range(1, len(proofs) + 1))
        return tuple(names) or (f"{target}: statement",)

    def statement(self, stated: Stated, *, kind: bool = True) -> Node:
        """Return the node of a theorem-like environment; without ``kind`` other runs decide its kind and role."""
        node = self.nodes.get(stated.id)
        if node is None:
            texts = self.texts
            node = self.nodes[stated.id] = Node(
                stated.id,
                lambda: texts.plain(stated.body),
                (stated.span,),
                (self.name,),
                kind=default_kind(stated) if kind else None,
                role=default_role(stated) if kind else "",
                sort=stated.kind,
                confidence=0.9,
                open_=stated.family == "open" or None,
                aliases=stated.labels[1:],
            )
        return node

    def float(self, index: int) -> Node:
        """Return the node of a figure, table or listing."""
        name = self.layout.floats[index]
        node = self.nodes.get(name)
        if node is None:
            layout, texts = self.layout, self.texts
            node = self.nodes[name] = Node(
                name,
                lambda: _caption(layout, texts, index) or name,
                (layout.manuscript.environments[index].span,),
                (self.name,),
                kind=GIVEN,
                role="evidence",
                sort="float",
                confidence=0.9,
            )
        return node

    def work(self, key: str) -> Node:
        """Return the node of a cited work, refuted if its own title says that it was retracted."""
        name = self.works.name(key)
        node = self.nodes.get(name)
        if node is None:
            entry = self.works.entry(key)
            text, places = (lambda: _title(entry), (entry.key_span,)) if entry else (key, ())
            node = self.nodes[name] = Node(
                name, text, places, (self.name,), kind=GIVEN, role="evidence", sort="work"
            )
            if entry is not None and entry.retracted:
                self.refutations[name] = Refutation("its own title says that it was retracted", "title")
        alias = f"cite:{key}"
        if alias != name and alias not in node.aliases:
            node.aliases = (*node.aliases, alias)
        return node

    def data_file(self, path: str) -> Node:
        """Return the node of a data file of the repository."""
        node = self.nodes.get(path)
        if node is None:
            places = (Span(path, 0, 0),) if path in self.layout.files else ()
            node = self.nodes[path] = Node(
                path, path, places, (self.name,), kind=GIVEN, role="evidence", sort="data"
            )
        return node

    def sentence(self, sentence: Sentence, name: str = "") -> Node:
        """Return the node of a sentence, made on first use; a further name becomes an alias."""
        span = sentence.span
        key = (span.path, span.start, span.end)
        known = self._sentences.get(key)
        if known is not None:
            node = self.nodes[known]
            if name and name != known:
                node.aliases = (*node.aliases, name)
            return node
        which = name or self.texts.name("sentence", self.layout.section_label(span), sentence.text)
        self._sentences[key] = which
        node = Node(which, sentence.text, (span,), (self.name,), confidence=0.7)
        self.nodes[which] = node
        self.place(node)
        return node

    def node_of_label(self, name: str) -> Node | None:
        """Return the node that a label is of or inside, or None for sections, equations outside, and unknown labels."""
        layout = self.layout
        meaning = layout.label_meaning(name)
        if meaning is None or not meaning.id:
            return None
        if meaning.kind == "float":
            return self.float(layout.float_index[meaning.id])
        return self.statement(layout.by_id[meaning.id])


def _title(entry: Entry) -> str:
    title = entry.text("title") or entry.text("text") or entry.key
    return " ".join(title.split())


def mentions_in(manuscript: ManuscriptRecords, span: Span) -> Iterator[Citation | Reference]:
    """Yield the citations and references whose names begin in a range, in order."""
    known = _mentions(manuscript)
    if span.path not in known:
        both = [by_file(manuscript).get(span.path, ()) for by_file in (citations_by_file, references_by_file)]
        slot, inputs = ("mentions", manuscript.root, span.path), tuple(both)
        known[span.path] = manuscript.analyses.keep(slot, inputs, lambda: sorted(chain(*both), key=_start))
    mentions = known[span.path]
    low, high = (bisect_left(mentions, offset, key=_start) for offset in (span.start, span.end))
    yield from mentions[low:high]


def _start(mention: Citation | Reference) -> int:
    return mention.span.start


@once
def _mentions(_manuscript: ManuscriptRecords) -> dict[str, list[Citation | Reference]]:
    """The mentions in each file, filled on demand."""
    return {}


def _caption(layout: Layout, texts: Texts, index: int) -> str:
    """Return the caption of a float, else that of a part of it, or an empty text."""
    caption = layout.captions.get(index)
    return texts.plain(caption) if caption else ""
