"""The argument graph as rules see it: what the author says and the document shows, with prepared analyses.

Only annotations, environments, proofs, references and citations make this graph, so that it is cheap
and a rule may accuse on its ground.  What prose and defined terms suggest is in `Argument.full`.
"""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Related, Span, shortened
from argcheck.extract.author import author_run
from argcheck.extract.layout import Layout
from argcheck.extract.merge import build, merge
from argcheck.extract.model import ASSUMPTION, ATTACKS, AUTHOR, CONCLUSION, GIVEN, STRUCTURE
from argcheck.extract.nodes import Builder
from argcheck.extract.retractions import BEREFT, MISCITED, refute_judged, refute_listed
from argcheck.extract.structure import structure_run
from argcheck.extract.texts import Texts
from argcheck.extract.theorems import Theorems
from argcheck.extract.works import Works

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Sequence

    from argcheck.extract.bare import BareClaim
    from argcheck.extract.model import ArgumentGraph, Edge, Node, Problem, Run
    from argcheck.extract.questions import Question
    from argcheck.extract.retractions import Retractions
    from argcheck.graph.support import Support
    from argcheck.verdicts.replay import Verdicts
    from argcheck.workspace import Document

#: Causes that say outright that one claim rests on another; the others are readings of a form.
_OUTRIGHT = frozenset(("uses", "proves", "supports"))
_QUOTED = 60  # characters of a claim in a message
#: Words that change nothing of a claim where they are left out.
_LIGHT = frozenset(
    (
        "also",
        "be",
        "been",
        "had",
        "has",
        "have",
        "indeed",
        "thus",
        "therefore",
        "hence",
        "very",
        "we",
        "our",
        "here",
    )
)
_GOALS = 20  # conclusions that one node is followed to
_STEPS = 6  # places of a route that a finding lists


def read_argument(document: Document, retractions: Retractions, verdicts: Verdicts | None = None) -> Argument:
    """Build the explicit graph of a document, with what a list or verdicts refute marked in it."""
    manuscript, bibliography = document
    layout = Layout(manuscript, bibliography.files)
    texts, works = Texts(manuscript), Works(bibliography, manuscript.cited_keys)
    author = author_run(layout, texts, works)
    structure = structure_run(layout, texts, works, prose=False, terms=False)
    grounds = _own_grounds(author, layout, texts, works)
    graph = merge(manuscript.root, layout, [author, structure, grounds])
    problems = refute_listed(graph, bibliography, retractions)
    refute_judged(graph, bibliography, verdicts)

    def full() -> ArgumentGraph:
        whole = build(document)
        refute_listed(whole, bibliography, retractions)
        refute_judged(whole, bibliography, verdicts)
        return whole

    return Argument(graph, [*graph.problems, *problems], full, works)


def _own_grounds(author: Run, layout: Layout, texts: Texts, works: Works) -> Run:
    """Let what the sentence of an annotated claim cites or refers to support it."""
    builder = Builder(STRUCTURE, layout, texts, works)
    claims = [node for node in author.nodes.values() if node.sort == "sentence" and node.places]
    if claims:
        m = layout.manuscript
        cited = [(one.span, f"cite:{one.key}") for one in m.citations if one.key and not one.nocite]
        places = _Places([*cited, *((one.span, one.name) for one in m.references)])
        for node in claims:
            for span, name in places.inside(node.places[0]):
                _ground(builder, node, name, span)
    return builder.run()


def _ground(builder: Builder, node: Node, name: str, span: Span) -> None:
    source = builder.work(name[5:]) if name.startswith("cite:") else builder.node_of_label(name)
    if source is not None:
        builder.edge(source.id, node.id, span, "citation" if source.sort == "work" else "reference")


class _Places:
    """Names by place."""

    def __init__(self, items: Iterable[tuple[Span, str]]) -> None:
        self._by_path: dict[str, list[tuple[int, Span, str]]] = {}
        for span, name in items:
            self._by_path.setdefault(span.path, []).append((span.start, span, name))
        for here in self._by_path.values():
            here.sort()

    def inside(self, span: Span) -> Iterator[tuple[Span, str]]:
        from bisect import bisect_left

        here = self._by_path.get(span.path, [])
        for start, place, name in here[bisect_left(here, (span.start,)) :]:
            if start >= span.end:
                return
            yield place, name


class Carried(NamedTuple):
    """A node that should not carry a conclusion and does."""

    node: Node
    conclusion: Node
    route: tuple[Edge, ...]  #: from the node to the conclusion
    before: int  #: disjoint routes to the conclusion, refuted nodes included
    after: int  #: without them


class Argument(Theorems):
    """One document's argument, shared by all rules; every analysis is made when it is first asked for.

    ``full`` is the graph with what prose and defined terms suggest, for preview rules.
    """

    def __init__(
        self,
        graph: ArgumentGraph,
        problems: Sequence[Problem] = (),
        full: Callable[[], ArgumentGraph] | None = None,
        works: Works | None = None,
    ) -> None:
        """Hold the merged graph; nothing is analysed yet."""
        self.graph = graph
        self.layout = graph.layout
        self.problems = tuple(problems)
        self._full = full
        self._works = works
        self._ids = list(graph.nodes)
        self._number = {name: number for number, name in enumerate(self._ids)}

    @cached_property
    def full(self) -> ArgumentGraph:
        """The graph of all that the document says and suggests."""
        return self._full() if self._full else self.graph

    # -- nodes

    @cached_property
    def claims(self) -> list[Node]:
        """The sentences and texts that the author annotates, in document order."""
        return [
            node for node in self.graph.nodes.values() if node.sort == "sentence" and AUTHOR in node.run_ids
        ]

    @cached_property
    def conclusions(self) -> list[Node]:
        """The conclusions that the author declares."""
        return [node for node in self.graph.nodes.values() if node.declared]

    @cached_property
    def orphans(self) -> list[Node]:
        """Annotated claims that should rest on something and rest on nothing."""
        return [node for node in self.claims if self._owes_support(node) and not self.into(node)]

    def _owes_support(self, node: Node) -> bool:
        settled = node.kind in (GIVEN, ASSUMPTION, CONCLUSION) or node.declared or node.open or node.refuted
        settled = settled or BEREFT in node.flags
        return not settled and node.role in ("", "claim", "result", "evidence", "counterevidence")

    def is_statement(self, node: Node) -> bool:
        """Whether a node is a theorem-like environment."""
        return node.id in self.layout.by_id

    def proven(self, node: Node) -> bool:
        """Whether a node is a statement with a proof, in the text or checked elsewhere."""
        return node.id in self.layout.proofs_of or bool(node.flags & {"leanok", "mathlibok", "proof-leanok"})

    # -- edges

    @cached_property
    def feeding(self) -> list[Edge]:
        """The edges that carry support."""
        return [edge for edge in self.graph.edges if edge.relation != ATTACKS]

    @cached_property
    def attacks(self) -> list[Edge]:
        """The attacks."""
        return [edge for edge in self.graph.edges if edge.relation == ATTACKS]

    @cached_property
    def _into(self) -> dict[str, list[Edge]]:
        return _grouped(self.feeding, lambda edge: edge.target)

    @cached_property
    def _out_of(self) -> dict[str, list[Edge]]:
        return _grouped(self.feeding, lambda edge: edge.source)

    def into(self, node: Node) -> list[Edge]:
        """Return the support of a node."""
        return self._into.get(node.id, [])

    def out_of(self, node: Node) -> list[Edge]:
        """Return what a node supports."""
        return self._out_of.get(node.id, [])

    def attackers(self, node: Node) -> list[Edge]:
        """Return the attacks on a node."""
        return [edge for edge in self.attacks if edge.target == node.id]

    # -- routes

    @cached_property
    def _sources(self) -> set[str]:
        """Nodes that need no support: givens, and what is proved from nothing."""
        fed = {
            edge.target for edge in self.feeding if self.graph.nodes[edge.source].sort in ("work", "float")
        }
        return {
            node.id
            for node in self.graph.nodes.values()
            if (node.kind == GIVEN and node.id not in fed) or (self.proven(node) and not self.into(node))
        }

    @cached_property
    def _explained(self) -> set[str]:
        """Nodes whose own lack of support is another finding: what rests on them is not reported again."""
        circles = {edge.target for circle in self.circles for edge in circle}
        unproved = (n.id for n in self.graph.nodes.values() if self.is_statement(n) and not self.into(n))
        opened = (n.id for n in self.graph.nodes.values() if n.open or n.refuted or BEREFT in n.flags)
        return {*circles, *unproved, *opened, *(node.id for node in self.orphans)}

    def reached(self, node: Node, *, assumed: bool = False) -> bool:
        """Whether any support begins somewhere: at a given, or at a claim with a finding of its own."""
        heads = self._sources | self._explained
        if assumed:
            heads |= {one.id for one in self.graph.nodes.values() if one.kind == ASSUMPTION}
        return bool(heads & (self.upstream(node) - {node.id}))

    def upstream(self, node: Node) -> set[str]:
        """Return the ids of all that a node rests on, itself included."""
        seen, pending = {node.id}, [node.id]
        while pending:
            for edge in self._into.get(pending.pop(), ()):
                if edge.source not in seen:
                    seen.add(edge.source)
                    pending.append(edge.source)
        return seen

    def route(self, node: Node, goal: Node) -> tuple[Edge, ...]:
        """Return a shortest chain of support from a node to another, empty where there is none."""
        back: dict[str, Edge] = {}
        pending = deque([node.id])
        while pending and goal.id not in back:
            for edge in self._out_of.get(pending.popleft(), ()):
                if edge.target not in back and edge.target != node.id:
                    back[edge.target] = edge
                    pending.append(edge.target)
        chain: list[Edge] = []
        name = goal.id
        while name != node.id and name in back:
            chain.append(back[name])
            name = back[name].source
        return tuple(reversed(chain))

    def routes(self, goal: Node, *, without: Collection[str] = (), explained: bool = True) -> list[list[str]]:
        """Return a largest set of disjoint routes to a node; orphans and the like count as sources of them."""
        from argcheck.graph.support import Width

        paths = Width(self._support(goal, without, explained)).paths()
        return [[self._ids[place] for place in path] for path in paths]

    def bridges(self, goal: Node) -> list[Edge]:
        """Return the links that every route to a node passes, the one nearest to it first."""
        from argcheck.graph.support import bridges

        known = {(edge.source, edge.target): edge for edge in reversed(self.feeding)}
        spanning = bridges(self._support(goal, (), True))
        return [known[self._ids[source], self._ids[target]] for source, target in reversed(spanning)]

    def _support(self, goal: Node, without: Collection[str], explained: bool) -> Support:
        from argcheck.graph.support import Support

        heads = self._sources | (self._explained if explained else set())
        number = self._number
        edges = {
            (number[edge.source], number[edge.target])
            for edge in self.feeding
            if edge.source not in without and edge.target not in without
        }
        givens = sorted(number[name] for name in heads if name not in without and name != goal.id)
        return Support(len(number), sorted(edges), givens, number[goal.id])

    def width(self, goal: Node, without: Collection[str] = ()) -> int:
        """Return how many disjoint routes support a node."""
        return len(self.routes(goal, without=without))

    def cut(self, goal: Node) -> list[Node]:
        """Return the nodes that every route to a node passes through, where it has only one."""
        routes = self.routes(goal)
        if len(routes) != 1:
            return []
        between = [name for name in routes[0] if name != goal.id]
        return [self.graph.nodes[name] for name in between if not self.routes(goal, without={name})]

    # -- what should not carry a conclusion

    @cached_property
    def goals(self) -> list[Node]:
        """The declared conclusions, else those that the document seems to have."""
        return self.conclusions or [one for one in self.graph.conclusions if one.kind == CONCLUSION]

    def carried(self, node: Node) -> Carried | None:
        """Return how a refuted node still carries a conclusion, else what it supports itself."""
        others = {one.id for one in (*self.refuted, *self.bereft) if one is not node}
        found = self._hardest(node, self.goals, others, {*others, node.id})
        if found is None and self.out_of(node):
            near = self.graph.nodes[self.out_of(node)[0].target]
            found = self._hardest(node, [near], others, {*others, node.id})
        return found

    def _hardest(
        self, node: Node, goals: Iterable[Node], known: Collection[str], lost: Collection[str]
    ) -> Carried | None:
        """Return how a node carries the one of some goals that loses most routes with it, the first of equals."""
        routes = [(goal, self.route(node, goal)) for goal in goals if goal.id != node.id]
        reached = [(goal, route) for goal, route in routes if route][:_GOALS]
        found = [
            Carried(node, goal, route, self.width(goal, known), self.width(goal, lost))
            for goal, route in reached
        ]
        return min(found, key=lambda one: one.after - one.before, default=None)

    @cached_property
    def bereft(self) -> list[Node]:
        """The claims that lost all their support to verdicts, since their sources do not say so."""
        return [node for node in self.graph.nodes.values() if MISCITED in node.flags and not self.into(node)]

    def leaned_on(self, span: Span) -> tuple[Node, tuple[Edge, ...]] | None:
        """Return the first conclusion that leans on a bereft claim in ``span``, with the way to it."""
        for node in self.bereft:
            if any(one.path == span.path and span.start <= one.start < span.end for one in node.places):
                for goal in self.goals:
                    route = self.route(node, goal) if goal is not node else ()
                    if route:
                        return goal, route
        return None

    @cached_property
    def refuted(self) -> list[Node]:
        """The refuted nodes."""
        return [node for node in self.graph.nodes.values() if node.refuted]

    # -- circles

    @cached_property
    def circles(self) -> list[list[Edge]]:
        """One shortest circle of each component of support that the author states outright."""
        from argcheck.graph.compact import adjacency, cyclic_components
        from argcheck.graph.cycles import shortest_cycle

        edges = {(edge.source, edge.target): edge for edge in self.feeding if edge.cause in _OUTRIGHT}
        if not edges:
            return []
        number = self._number
        out, _ = adjacency(len(number), ((number[a], number[b]) for a, b in edges))
        found = []
        for part in sorted(cyclic_components(out), key=min):
            names = [self._ids[place] for place in shortest_cycle(out, part)]
            found.append([edges[a, b] for a, b in zip(names, [*names[1:], names[0]], strict=True)])
        return found

    def backward(self, circle: Sequence[Edge]) -> Edge:
        """Return the edge of a circle that makes an earlier claim rest on a later one."""
        order = self._number
        late = (edge for edge in circle if order[edge.source] >= order[edge.target])
        return next(late, circle[0])

    # -- attacks

    @cached_property
    def labels(self) -> dict[str, int]:
        """Grounded labels: 1 stands, -1 is defeated, 0 is undecided."""
        from argcheck.graph.compact import adjacency
        from argcheck.graph.semantics import grounded

        number = self._number
        out, _ = adjacency(len(number), {(number[edge.source], number[edge.target]) for edge in self.attacks})
        values = grounded(out, [self.graph.nodes[name].refuted for name in self._ids])
        return dict(zip(self._ids, values, strict=True))

    @cached_property
    def defeated(self) -> list[Carried]:
        """Claims that an attack defeats and that feed a declared conclusion all the same."""
        if not self.attacks:
            return []
        down = [n for n in self.graph.nodes.values() if self.labels[n.id] < 0 and not n.refuted]
        lost = {node.id for node in down}
        found = (self._hardest(node, self.conclusions, (), lost) for node in down)
        return [one for one in found if one is not None]

    # -- texts

    @cached_property
    def contradictions(self) -> list[list[Node]]:
        """Families of annotated claims that are equal but for a negation or their numbers, in document order.

        The second of a family contradicts the first, each later one some member before it.
        """
        from argcheck.graph.compare import contradict
        from argcheck.graph.normalise import Fingerprint, fingerprint, normalise

        told = {frozenset((edge.source, edge.target)) for edge in self.attacks}
        #: By words, then by negation and numbers, which alone decide: what was said so.
        alike: dict[frozenset[str], dict[tuple[bool, frozenset[str]], tuple[Fingerprint, list[Node]]]] = {}
        families: dict[str, list[Node]] = {}
        for node in self._asserted:
            language = self.layout.manuscript.language_of(self.anchor(node))
            mark = fingerprint(normalise(node.text, language), language)
            known = alike.setdefault(mark.core, {})
            against = (one for seen, said in known.values() if contradict(seen, mark) for one in said)
            other = next((one for one in against if frozenset((one.id, node.id)) not in told), None)
            known.setdefault((mark.negated, mark.numbers), (mark, []))[1].append(node)
            if other is not None:
                family = families.setdefault(other.id, [other])
                family.append(node)
                families[node.id] = family
        return list({id(family): family for family in families.values()}.values())

    @cached_property
    def duplicates(self) -> list[tuple[Node, Node]]:
        """Pairs of annotated claims that say the same in the same order, and of which none leads to the other."""
        from argcheck.graph.normalise import normalise, stem

        first: dict[tuple[str, ...], Node] = {}
        found = []
        for node in self._asserted:
            words = normalise(node.text, self.layout.manuscript.language_of(self.anchor(node))).split()
            same = first.setdefault(tuple(stem(word) for word in words if word not in _LIGHT), node)
            if same is not node and not (self.route(same, node) or self.route(node, same)):
                found.append((same, node))
        return found

    def unsupported_contributions(self) -> list[Node]:
        """Return the announced contributions that refer to nothing and of which nothing behind them speaks."""
        from argcheck.extract.contributions import unsupported

        return list(unsupported(self.layout, self._works)) if self._works else []

    def settles(self, *sentences: Span) -> bool:
        """Whether annotations settle how sentences stand to each other: all are claims, or one is not asserted."""
        asserted = {node.id for node in self._asserted}
        fought = {end for edge in self.attacks for end in (edge.source, edge.target)}
        known = [
            {n.id for n in self.claims if any(_overlap(place, span) for place in n.places)}
            for span in sentences
        ]
        return all(known) or any(ids & fought or ids - asserted for ids in known)

    @property
    def _asserted(self) -> list[Node]:
        """The annotated claims that the author asserts: no hypothesis, no assumption, nothing given up."""
        apart = ("hypothesis", "assumption", "counterevidence", "limitation", "context")
        return [
            n
            for n in self.claims
            if n.role not in apart and not n.open and not n.refuted and n.kind != ASSUMPTION
        ]

    # -- words and places

    def name(self, node: Node) -> str:
        """Return how a message calls a node: its id, else its words."""
        made = ":" in node.id and node.id.partition(":")[0] in ("sentence", node.sort.replace(" ", "-"))
        if made and node.id not in self.layout.manuscript.labels_by_name:
            return self.quote(node)
        return f"'{node.id.removeprefix('cite:')}'"

    def quote(self, node: Node) -> str:
        """Return the words of a claim, shortened, in quotation marks."""
        return f"“{shortened(node.text, _QUOTED)}”"

    def anchor(self, node: Node) -> Span:
        """Return the words that stand for a node: its label, its sentence, the head of its environment."""
        stated = self.layout.by_id.get(node.id)
        labels = self.layout.manuscript.labels_by_name.get(node.id)
        if labels and (stated is not None or node.sort == "float"):
            return labels[0].span
        if stated is not None:
            return self.head(stated)
        if node.id in self.layout.float_index:
            return self.layout.manuscript.environments[self.layout.float_index[node.id]].begin
        return node.places[0] if node.places else Span(self.graph.root, 0, 0)

    def ambiguous(self, span: Span) -> bool:
        """Whether the words at a place name a label that is set more than once, which is a finding of its own."""
        if span.path not in self.layout.files:
            return False
        name = self.layout.files[span.path].text[span.start : span.end]
        return len(self.layout.manuscript.labels_by_name.get(name, ())) > 1

    def along(self, route: Iterable[Edge]) -> list[Related]:
        """Return the places of a route, each saying which step it is."""
        nodes = self.graph.nodes
        words = {ATTACKS: "attacks", "assumes": "is assumed by"}
        return [
            Related(
                edge.places[0],
                f"{self.name(nodes[edge.source])} {words.get(edge.relation, 'supports')} {self.name(nodes[edge.target])}",
            )
            for edge in list(route)[:_STEPS]
            if edge.places
        ]

    # -- questions

    def bare_claims(self) -> list[BareClaim]:
        """Return comparisons that are claimed as found in a paragraph that gives no ground for them."""
        from argcheck.extract.bare import bare_claims

        return list(bare_claims(self.layout.manuscript))

    def unanswered_questions(self) -> list[Question]:
        """Return numbered questions and hypotheses that are announced and never named again."""
        from argcheck.extract.questions import unanswered

        return unanswered(self.layout.manuscript)


def _grouped(edges: Iterable[Edge], key: Callable[[Edge], str]) -> dict[str, list[Edge]]:
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        found.setdefault(key(edge), []).append(edge)
    return found


def _overlap(one: Span, other: Span) -> bool:
    return one.path == other.path and one.start < other.end and other.start < one.end
