"""One argument graph of several papers: works that several cite, and claims that several state, are one node.

Nodes that the graph of a paper keeps apart stay apart, so that the join of one paper is its own graph.  The order of
the papers does not matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument import model
from argcheck.argument.dedup import Deduplicator
from argcheck.argument.extract.cited_by_several import cited_by_several
from argcheck.argument.graph import ArgumentGraph
from argcheck.argument.model import (
    GIVEN,
    INFERENCE,
    Edge,
    joined_edges,
    joined_nodes,
    parallels_joined,
)
from argcheck.argument.normalise import Fingerprint, fingerprint, normalise
from argcheck.argument.similarity import JACCARD_THRESHOLD, RATIO_THRESHOLD
from argcheck.files.patterns import ALPHANUMERIC, BRACKETED
from argcheck.tex.document_language import language
from argcheck.tex.vocabulary import words

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from argcheck.argument.extract.cited_by_several import CitedEntry
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Node, Refutation
    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.files.diagnostic import Span
    from argcheck.files.source import SourceFile

IdPair = tuple[str, str]
_NO_CLAIMS = frozenset({"work", "float", "data"})
_TELLING = 5  #: least words, without common ones and numbers, for a claim that is not a phrase of many papers
_UNREAD = "\ufffc"  #: a character in place of what could not be read
_GHOST = "ghost"  #: about an entry, not about the work: no index knows it
_KIND_RANK = {kind: rank for rank, kind in enumerate(model.KINDS)}


class JoinedPaper(NamedTuple):
    """A paper to join."""

    graph: ManuscriptGraph
    bibliography: Entries
    shown: Callable[[str], str]  #: returns a path of its project relative to the folder of all papers

    @property
    def name(self) -> str:
        """The name of the paper among the others: its main file."""
        return self.shown(self.graph.root)


class PaperStatement(NamedTuple):
    """A node of one paper."""

    paper: str
    node: Node  #: under its id in the joined graph of this paper alone


class JoinedGraph(ArgumentGraph):
    """The graph of several papers; ids are those of a paper with its name and ``#`` before them."""

    def __init__(
        self,
        nodes: dict[str, Node],
        edges: Sequence[Edge],
        refutations: Mapping[str, Refutation],
        names: Mapping[str, str],
        *,
        statements: Mapping[str, tuple[PaperStatement, ...]],
        contradictions: Sequence[tuple[PaperStatement, PaperStatement]],
        files: Mapping[str, SourceFile],
        works: Mapping[str, str],
        cited: Sequence[tuple[CitedEntry, ...]],
    ) -> None:
        """Wrap what `joined_graph` has joined."""
        super().__init__(nodes, edges, refutations, names)
        self.statements = statements  #: by id: the node in each paper that has it, by name of paper
        self.contradictions = contradictions  #: between papers
        self.files = files
        self.works = works  #: DOI -> id
        self.cited = cited  #: works that several papers cite, even if no claim rests on them

    def line(self, span: Span) -> tuple[int, int]:
        """Return line and column of the start of ``span``, both from 1."""
        return self.files[span.path].position(span.start)

    def meant(self, name: str) -> list[str]:
        """Return the ids of the nodes that an id, an id within a paper, a key or a DOI may mean."""
        from argcheck.bib.identifiers import normal_doi

        if (node := self.find(name)) is not None:
            return [node.id]
        doi = normal_doi(name.removeprefix("doi:"))
        if doi is not None and doi in self.works:
            return [self.works[doi]]
        ends = (f"#{name}", f"#cite:{name}")
        return sorted({self._names[known] for known in self._names if known.endswith(ends)})


def joined_graph(papers: Iterable[JoinedPaper]) -> JoinedGraph:
    """Return the joined graph of papers.

    Nodes of different papers are joined if they are at one place of a file of both, are one work, or state one
    claim.  A given is joined only with givens.
    """
    papers = sorted(papers, key=lambda paper: paper.name)
    statements = {
        made.node.id: made
        for paper in papers
        for made in (_named(paper, n) for n in paper.graph.nodes.values())
    }
    works = _Works(papers)
    claims = _Claims(papers, statements)
    groups = _Groups(statements)
    for pair in (*_same_places(statements), *works.pairs(), *claims.pairs()):
        groups.unite(*pair)
    kept: dict[str, str] = {}
    members: dict[str, tuple[PaperStatement, ...]] = {}
    nodes: dict[str, Node] = {}
    for group in groups.all():
        node = _as_one([statement.node for statement in group])
        nodes[node.id], members[node.id] = node, tuple(group)
        kept.update((statement.node.id, node.id) for statement in group)
    names = {
        alias: kept[name] for name, statement in statements.items() for alias in statement.node.aliases
    } | kept
    opposed: dict[IdPair, tuple[PaperStatement, PaperStatement]] = {}
    for a, b in claims.contradictions():
        opposed.setdefault((min(kept[a], kept[b]), max(kept[a], kept[b])), (statements[a], statements[b]))
    for pair in [pair for pair in opposed if _in_one_paper(*(members[name] for name in pair))]:
        del opposed[pair]  # one paper has both, so they are compatible
    edges = _edges(papers, kept, opposed)
    return JoinedGraph(
        nodes,
        edges,
        _refutations(papers, members),
        names,
        statements=members,
        contradictions=[*opposed.values()],
        files={paper.shown(path): file for paper in papers for path, file in paper.graph.files.items()},
        works={doi: kept[name] for doi, name in works.by_doi.items()},
        cited=cited_by_several(
            (paper.name, paper.bibliography, paper.graph.layout.manuscript.cited_keys) for paper in papers
        ),
    )


def _name(paper: JoinedPaper, node_id: str) -> str:
    return f"{paper.name}#{node_id}"


def _moved(paper: JoinedPaper, places: Iterable[Span]) -> tuple[Span, ...]:
    return tuple(place._replace(path=paper.shown(place.path)) for place in places)


def _named(paper: JoinedPaper, node: Node) -> PaperStatement:
    """Return a node under its name among several papers."""
    aliases = tuple(_name(paper, alias) for alias in node.aliases)
    return PaperStatement(
        paper.name, node.renamed(_name(paper, node.id), aliases, _moved(paper, node.places))
    )


def _as_one(nodes: list[Node]) -> Node:
    """Return one node for a claim of several papers: of the strongest kind, and open only if all are open."""
    if len(nodes) == 1:
        return nodes[0]
    made = joined_nodes(nodes, min(nodes, key=lambda node: node.rank).id)
    made.kind = min((node.kind for node in nodes if node.kind), key=_KIND_RANK.__getitem__, default=None)
    made.open = all(node.open for node in nodes)
    return made


class _Groups:
    """The groups of statements that are one node, each with at most one statement of a paper."""

    def __init__(self, statements: Mapping[str, PaperStatement]) -> None:
        self._group = {name: [statement] for name, statement in statements.items()}

    def unite(self, a: str, b: str) -> None:
        left, right = self._group[a], self._group[b]
        if _in_one_paper(left, right):
            return
        left += right
        self._group.update((statement.node.id, left) for statement in right)

    def all(self) -> Iterator[list[PaperStatement]]:
        """Yield the groups, each sorted by paper, in the order of the nodes."""
        for group in {id(group): group for group in self._group.values()}.values():
            yield sorted(group, key=lambda statement: statement.paper)


def _in_one_paper(left: Iterable[PaperStatement], right: Iterable[PaperStatement]) -> bool:
    return not {statement.paper for statement in left}.isdisjoint(statement.paper for statement in right)


def _same_places(statements: Mapping[str, PaperStatement]) -> Iterator[IdPair]:
    first: dict[tuple[str, tuple[Span, ...]], str] = {}
    for name, (_, node) in statements.items():
        if node.places and node.sort != "work":
            own = name.partition("#")[2]
            other = first.setdefault((own, node.places), name)
            if other != name:
                yield other, name


class _Works:
    """The works that the papers cite."""

    def __init__(self, papers: Iterable[JoinedPaper]) -> None:
        from argcheck.bib.entry_identifiers import entry_doi

        self._entries: list[tuple[str, Entry]] = []
        for paper in papers:
            for node in paper.graph.nodes.values():
                entry = (
                    paper.bibliography.find(node.id.removeprefix("cite:")) if node.sort == "work" else None
                )
                if entry is not None:
                    self._entries.append((_name(paper, node.id), entry))
        self.by_doi = {doi: name for name, entry in reversed(self._entries) if (doi := entry_doi(entry))}

    def pairs(self) -> Iterator[IdPair]:
        """Yield pairs of nodes that are one work: by an identifier, or by title, authors and year."""
        from argcheck.bib.duplicates import one_work

        for first, second in one_work([entry for _, entry in self._entries]):
            yield self._entries[first][0], self._entries[second][0]


class _Claims:
    """The claims of the papers, compared by their words with the guards of a single graph."""

    def __init__(self, papers: Iterable[JoinedPaper], statements: Mapping[str, PaperStatement]) -> None:
        self._statements = statements
        self._refuted = {_name(paper, name) for paper in papers for name in paper.graph.refutations}
        manuscripts = {paper.name: paper.graph.layout.manuscript for paper in papers}
        labels = {
            name: {ref.name for ref in manuscript.references} for name, manuscript in manuscripts.items()
        }
        projects = {paper.name: paper.shown(".") for paper in papers}
        self._prints: dict[str, Fingerprint] = {}
        self._texts: dict[str, Deduplicator] = {}
        self._names_of_text: dict[tuple[str, int], list[str]] = {}
        texts_of: dict[str, dict[str, str]] = {}
        for paper, node in statements.values():
            if node.sort not in _NO_CLAIMS and node.speaks:
                code = language(manuscripts[paper])
                text, pointing = _without_keys(node.text, manuscripts[paper].cited_keys, labels[paper])
                new = self._prints[node.id] = fingerprint(normalise(text, code), code)
                if _is_understood(text, new, pointing=pointing):
                    among = f"{code} {projects[paper]}" if pointing else code
                    texts_of.setdefault(among, {})[node.id] = text
        for among, texts in texts_of.items():
            code = among.partition(" ")[0]
            compared = self._texts[among] = Deduplicator(JACCARD_THRESHOLD, RATIO_THRESHOLD, code)
            for name, number in zip(texts, compared.add(texts.values()), strict=True):
                self._names_of_text.setdefault((among, number), []).append(name)

    def _groups(self) -> Iterator[list[str]]:
        """Yield groups of names of similar claims, the strongest kind first."""
        seen: set[tuple[str, int]] = set()
        for code, number in self._names_of_text:
            if (code, number) not in seen:
                for group in self._texts[code].groups(number):
                    seen.update((code, member) for member in group)
                    yield sorted(
                        (name for member in group for name in self._names_of_text[code, member]),
                        key=lambda name: (_KIND_RANK[self._statements[name].node.kind or INFERENCE], name),
                    )

    def pairs(self) -> Iterator[IdPair]:
        """Yield pairs of similar claims that are both givens or neither, and both refuted or neither."""
        for group in self._groups():
            first: dict[tuple[bool, bool], str] = {}
            for name in group:
                stance = (self._statements[name].node.kind == GIVEN, name in self._refuted)
                if first.setdefault(stance, name) != name:
                    yield first[stance], name

    def contradictions(self) -> list[IdPair]:
        """Return pairs of papers' claims that are equal but for a negation or numbers, or one of which is refuted."""
        pairs = set()
        for code, texts in self._texts.items():
            for numbers in texts.contradictions():
                left, right = (self._names_of_text[code, number] for number in numbers)
                pairs |= {(min(a, b), max(a, b)) for a in left for b in right}
        for group in self._groups():
            fallen = self._refuted.intersection(group)
            pairs |= {(min(a, b), max(a, b)) for a in fallen for b in group if b not in fallen}
        return sorted(pair for pair in pairs if self._can_differ(*pair))

    def _can_differ(self, a: str, b: str) -> bool:
        """Whether claims of two papers can contradict each other: theorems with other numbers are other cases."""
        left, right = self._statements[a], self._statements[b]
        prose = left.node.sort == right.node.sort == "sentence"
        same_numbers = self._prints[a].numbers == self._prints[b].numbers
        return left.paper != right.paper and (prose or same_numbers)


def _without_keys(text: str, cited: Collection[str], labels: Collection[str]) -> tuple[str, bool]:
    """Return a text without the keys of cited works, and whether it refers to a label of its paper."""
    pointing = False

    def kept(match: re.Match[str]) -> str:
        nonlocal pointing
        keys = [key.strip() for key in match[1].split(",")]
        pointing |= all(key in labels for key in keys)
        return "" if all(key in cited for key in keys) else match[0]

    return BRACKETED.sub(kept, text), pointing


def _is_understood(text: str, new: Fingerprint, *, pointing: bool) -> bool:
    """Whether a claim means the same in another paper: it has many words, or refers to nothing of its own paper.

    "The method is fast" and "See [fig:overview]" are in a thousand papers, with a different meaning in each.
    """
    if _UNREAD in text:
        return False
    if len(new.token_set - new.numbers - words("en", "claims.common")) >= _TELLING:
        return True
    own = words(new.language, "claims.pointing")
    return bool(own) and not pointing and own.isdisjoint(ALPHANUMERIC.findall(text.lower()))


def _edges(papers: Iterable[JoinedPaper], kept: Mapping[str, str], opposed: Iterable[IdPair]) -> list[Edge]:
    edges = [
        edge._replace(
            source=kept[_name(paper, edge.source)],
            target=kept[_name(paper, edge.target)],
            linked=tuple(_name(paper, name) for name in edge.linked),
            places=_moved(paper, edge.places),
        )
        for paper in papers
        for edge in paper.graph.edges
    ]
    return parallels_joined(edges, set(opposed), _joined_of_papers)


def _joined_of_papers(edges: Sequence[Edge]) -> Edge:
    """Join parallel edges; a support that suffices alone in one paper also does so beside linked ones of another."""
    if any(edge.linked for edge in edges):
        edges = [edge if edge.linked else edge._replace(linked=(f"#{edge.source}",)) for edge in edges]
    return joined_edges(edges)


def _refutations(
    papers: Iterable[JoinedPaper], members: Mapping[str, tuple[PaperStatement, ...]]
) -> dict[str, Refutation]:
    """Return the refutations of joined nodes; that no index knows an entry counts only if all papers say so."""
    own = {
        _name(paper, name): refutation
        for paper in papers
        for name, refutation in paper.graph.refutations.items()
    }
    refutations = {}
    for name, group in members.items():
        known = [own[statement.node.id] for statement in group if statement.node.id in own]
        if len(known) < len(group):
            known = [refutation for refutation in known if refutation.matter != _GHOST]
        if known:
            refutations[name] = known[0]
    return refutations
