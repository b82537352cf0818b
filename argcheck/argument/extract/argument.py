"""The argument graph as rules see it: what the author says and the document shows, with prepared analyses.

Only annotations, environments, proofs, references and citations make this graph, so that it is cheap
and a rule may accuse on its ground.  What prose and defined terms suggest is in `Argument.full`.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.routes import Routes
from argcheck.argument.extract.theorems import Theorems
from argcheck.argument.model import ACCEPTED, ASSUMPTION, ATTACKS, AUTHOR, CONCLUSION, STRUCTURE
from argcheck.files.diagnostic import Related, Span, shortened
from argcheck.tex.commands import words
from argcheck.tex.document_language import language_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from argcheck.argument.extract.data_ties import Tie
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.extract.questions import NumberedQuestion
    from argcheck.argument.model import AnnotationProblem, Edge, Node

_QUOTED = 60  # characters of a claim in a message
#: Words that change nothing of a claim where they are left out.
_LIGHT = frozenset(words("also be been had has have indeed thus therefore hence very we our here"))
_GOALS = 20  # conclusions that one node is followed to
_STEPS = 6  # places of a route that a finding lists
_CHANGED = 2  # numbers of two claims that say one thing: the old one and the new one


class Carried(NamedTuple):
    """A node that should not carry a conclusion and does."""

    node: Node
    conclusion: Node
    route: tuple[Edge, ...]  #: from the node to the conclusion
    before: int  #: disjoint routes to the conclusion, refuted nodes included
    after: int  #: without them


class Argument(Routes, Theorems):
    """One document's argument, shared by all rules; every analysis is made when it is first asked for."""

    def __init__(
        self,
        graph: ManuscriptGraph,
        problems: Sequence[AnnotationProblem] = (),
        full: Callable[[], ManuscriptGraph] | None = None,
        readings: Collection[str] = (),
    ) -> None:
        """Hold the merged graph; nothing is analysed yet."""
        super().__init__(graph, readings)
        self.problems = tuple(problems)
        self._full = full

    @cached_property
    def full(self) -> ManuscriptGraph:
        """The graph with what prose and defined terms suggest, for preview rules."""
        return self._full() if self._full else self.graph

    # -- what should not carry a conclusion

    @cached_property
    def goals(self) -> list[Node]:
        """The declared conclusions, else those that the document seems to have."""
        return self.conclusions or [node for node in self.graph.conclusions if node.kind == CONCLUSION]

    def carried(self, node: Node) -> Carried | None:
        """Return how a refuted node still carries a conclusion, else what it supports itself."""
        others = {other.id for other in (*self.refuted, *self.unsupported_by_verdict) if other is not node}
        carried = self._hardest(node, self.goals, others, {*others, node.id})
        if carried is None and self.out_of(node):
            near = self.graph.nodes[self.out_of(node)[0].target]
            carried = self._hardest(node, [near], others, {*others, node.id})
        return carried

    def _hardest(
        self, node: Node, goals: Iterable[Node], known: Collection[str], lost: Collection[str]
    ) -> Carried | None:
        """Return how a node carries the one of some goals that loses most routes with it, the first of equals."""
        losses = [
            Carried(node, goal, self.route(node, goal), self.width(goal, known), self.width(goal, lost))
            for goal in self.resting_on(node, goals)[:_GOALS]
        ]
        return min(losses, key=lambda carried: carried.after - carried.before, default=None)

    @cached_property
    def unsupported_by_verdict(self) -> list[Node]:
        """The claims that lost all their support to verdicts, since their sources do not say so."""
        miscited = (name for name, why in self.graph.unsupported.items() if why == "miscited")
        order = self.graph.numbered.number
        nodes = map(self.graph.nodes.__getitem__, sorted(miscited, key=order.__getitem__))
        return [node for node in nodes if not self.into(node)]

    def leaned_on(self, span: Span) -> tuple[Node, tuple[Edge, ...]] | None:
        """Return the first conclusion that leans on such a claim in ``span``, with the way to it."""
        for node in self.unsupported_by_verdict:
            if any(place.starts_in(span) for place in node.places):
                for goal in self.resting_on(node, self.goals):
                    return goal, self.route(node, goal)
        return None

    @cached_property
    def refuted(self) -> list[Node]:
        """The refuted nodes."""
        return [node for node in self.graph.nodes.values() if self.is_refuted(node)]

    # -- attacks

    @cached_property
    def labels(self) -> dict[str, int]:
        """Grounded labels: 1 stands, -1 is defeated, 0 is undecided."""
        return dict(zip(self.graph.nodes, self.graph.numbered.labels, strict=True))

    @cached_property
    def defeated(self) -> list[Carried]:
        """Claims that an attack defeats and that feed a declared conclusion all the same."""
        if not self.attacks:
            return []
        down = [n for n in self.graph.nodes.values() if self.labels[n.id] < 0 and not self.is_refuted(n)]
        goals = self.conclusions
        lost = {node.id for node in down}
        before, after = self.widths(goals), self.widths(goals, lost)
        # A conclusion that is attacked itself stands for what is lost below it, too.
        after |= {goal.id: self.width(goal, lost - {goal.id}) for goal in goals if goal.id in lost}
        carried = []
        for node in down:
            fed = self.resting_on(node, goals)[:_GOALS]
            if fed:
                goal = min(fed, key=lambda goal: after[goal.id] - before[goal.id])
                carried.append(Carried(node, goal, (), before[goal.id], after[goal.id]))
        # By conclusion, since the steps to one are looked up once for all routes to it.
        routes = {
            each.node.id: self.route(each.node, each.conclusion)
            for each in sorted(carried, key=lambda each: each.conclusion.id)
        }
        return [each._replace(route=routes[each.node.id]) for each in carried]

    # -- texts

    @cached_property
    def contradictions(self) -> list[list[Node]]:
        """Families of annotated claims that are equal but for a negation or a number, in document order.

        Where more than one number differs, they are of two cases: "with 20, 3.4 times", "with 50, 2.1 times".  The
        second of a family contradicts the first, each later one some member before it.
        """
        from argcheck.argument.normalise import Fingerprint, fingerprint, normalise
        from argcheck.argument.similarity import contradict

        told = {frozenset((edge.source, edge.target)) for edge in self.attacks}
        #: By words, then by negation and numbers, which alone decide: what was said so.
        alike: dict[frozenset[str], dict[tuple[bool, frozenset[str]], tuple[Fingerprint, list[Node]]]] = {}
        families: dict[str, list[Node]] = {}
        for node in self._asserted:
            language = language_of(self.layout.manuscript, self.anchor(node))
            mark = fingerprint(normalise(node.text, language), language)
            known = alike.setdefault(mark.core, {})
            against = (
                claim
                for seen, said in known.values()
                if contradict(seen, mark) and len(seen.numbers ^ mark.numbers) <= _CHANGED
                for claim in said
            )
            other = next((claim for claim in against if frozenset((claim.id, node.id)) not in told), None)
            known.setdefault((mark.negated, mark.numbers), (mark, []))[1].append(node)
            if other is not None:
                family = families.setdefault(other.id, [other])
                family.append(node)
                families[node.id] = family
        return list({id(family): family for family in families.values()}.values())

    @cached_property
    def duplicates(self) -> list[tuple[Node, Node]]:
        """Pairs of annotated claims that say the same in the same order, and of which none leads to the other."""
        from argcheck.argument.normalise import normalise, stem

        first: dict[tuple[str, ...], Node] = {}
        led: dict[str, set[str]] = {}  # where each of these leads to, and what leads to it
        duplicates = []
        for node in self._asserted:
            words = normalise(node.text, language_of(self.layout.manuscript, self.anchor(node))).split()
            same = first.setdefault(tuple(stem(word) for word in words if word not in _LIGHT), node)
            if same is not node:
                if same.id not in led:
                    led[same.id] = self.upstream(same) | self.graph.downstream(same)
                if node.id not in led[same.id]:
                    duplicates.append((same, node))
        return duplicates

    def settles(self, *sentences: Span) -> bool:
        """Whether annotations settle how sentences stand to each other: all are claims, or one is not asserted."""
        asserted = {node.id for node in self._asserted}
        fought = {end for edge in self.attacks for end in (edge.source, edge.target)}
        known = [
            {n.id for n in self.claims if any(place.overlaps(span) for place in n.places)}
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
            if n.role not in apart and not n.open and not self.is_refuted(n) and n.kind != ASSUMPTION
        ]

    # -- words and places

    def name(self, node: Node) -> str:
        """Return how a message calls a node: its id, else its words."""
        if self.graph.is_unnamed(node):
            return self.quote(node)
        return f"'{node.id.removeprefix('cite:')}'"

    def quote(self, node: Node) -> str:
        """Return the words of a claim, shortened, in quotation marks; of one that only models have read, how many of them."""
        quoted = f"“{shortened(node.text, _QUOTED)}”"
        accepted = ", accepted by the author" if ACCEPTED in node.run_ids else ""
        stated = AUTHOR in node.run_ids or (STRUCTURE in node.run_ids and not accepted)
        if not self.readings or stated:
            return quoted
        return (
            f"{quoted} (in {len(self.readings & {*node.run_ids})} of {len(self.readings)} readings{accepted})"
        )

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

    def step(self, edge: Edge) -> Span:
        """Return where an edge stands: one that only models have read, at the claim that it supports or attacks."""
        return edge.places[0] if edge.places else self.anchor(self.graph.nodes[edge.target])

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
                self.step(edge),
                f"{self.name(nodes[edge.source])} {words.get(edge.relation, 'supports')} {self.name(nodes[edge.target])}",
            )
            for edge in list(route)[:_STEPS]
        ]

    # -- data

    @property
    def ties(self) -> Sequence[Tie]:
        """The numbers that the author ties to data files, each compared with what stands there."""
        return self.graph.ties

    # -- questions

    def unanswered_questions(self) -> list[NumberedQuestion]:
        """Return numbered questions and hypotheses that are announced and never named again."""
        from argcheck.argument.extract.questions import unanswered

        return unanswered(self.layout.manuscript)
