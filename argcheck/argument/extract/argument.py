"""The argument graph for rules: annotations and structure of the document, with prepared analyses.

The graph is made of annotations, environments, proofs, references and citations only, so that it is cheap to build
and reliable enough for findings.  What prose and defined terms suggest is in `Argument.full`.
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

_QUOTED = 60  # most characters of a claim in a message
#: Words without which a claim stays the same.
_LIGHT = frozenset(words("also be been had has have indeed thus therefore hence very we our here"))
_GOALS = 20  # most conclusions to which a node is followed
_STEPS = 6  # most places of a route in a finding
#: Roles of claims that are there to be answered: one that is defeated carries nothing.
_OBJECTIONS = frozenset(("counterevidence", "limitation"))


class Carried(NamedTuple):
    """A node that carries a conclusion although it is refuted, defeated or unsupported."""

    node: Node
    conclusion: Node
    route: tuple[Edge, ...]  #: from the node to the conclusion
    before: int  #: width of the conclusion with the node
    after: int  #: its width without the node
    #: other conclusions that lose width without the node, with their widths before and after
    also: tuple[tuple[Node, int, int], ...] = ()


class Argument(Routes, Theorems):
    """The argument of one document, shared by all rules; each analysis is made on first use."""

    def __init__(
        self,
        graph: ManuscriptGraph,
        problems: Sequence[AnnotationProblem] = (),
        full: Callable[[], ManuscriptGraph] | None = None,
    ) -> None:
        """Wrap the merged graph."""
        super().__init__(graph)
        self.problems = tuple(problems)
        self._full = full

    @cached_property
    def full(self) -> ManuscriptGraph:
        """The graph with what prose and defined terms suggest, for preview rules."""
        return self._full() if self._full else self.graph

    # -- what should not carry a conclusion

    @cached_property
    def goals(self) -> list[Node]:
        """The declared conclusions, else the guessed ones."""
        return self.conclusions or [node for node in self.graph.conclusions if node.kind == CONCLUSION]

    def carried(self, node: Node) -> Carried | None:
        """Return how a refuted node still carries a conclusion, else the claim that it supports, or None."""
        others = self.fallen - {node.id}
        carried = self._hardest(node, self.goals, others, {*others, node.id})
        heard = next(filter(self._is_heard, self.out_of(node)), None)
        if carried is None and heard:
            near = self.graph.nodes[heard.target]
            carried = self._hardest(node, [near], others, {*others, node.id})
        return carried

    def _hardest(
        self, node: Node, goals: Iterable[Node], known: Collection[str], lost: Collection[str]
    ) -> Carried | None:
        """Return how a node carries the goal that loses most width without it, or None.

        Of several the one that is left with the least width, the first of these.
        """
        losses = [
            (goal, self.width(goal, known), self.width(goal, lost))
            for goal in self.resting_on(node, goals)[:_GOALS]
        ]
        if not losses:
            return None
        hardest = min(losses, key=lambda loss: (loss[2] - loss[1], loss[2]))
        also = tuple(loss for loss in losses if loss != hardest and loss[2] < loss[1])
        goal, before, after = hardest
        return Carried(node, goal, self.route(node, goal), before, after, also)

    def leaned_on(self, span: Span) -> tuple[Node, tuple[Edge, ...]] | None:
        """Return the first conclusion that rests on an unsupported claim in ``span``, with the route, or None."""
        for node in self.unsupported_by_verdict:
            if any(place.starts_in(span) for place in node.places):
                for goal in self.resting_on(node, self.goals):
                    return goal, self.route(node, goal)
        return None

    # -- attacks

    @cached_property
    def labels(self) -> dict[str, int]:
        """The grounded labels by id: 1 for in, -1 for out, 0 for undecided."""
        return dict(zip(self.graph.nodes, self.graph.numbered.labels, strict=True))

    def _is_qualified(self, node: Node) -> bool:
        """Whether nothing defeats a node but limitations that models read: an author who admits one narrows a claim."""
        standing = [self.graph.nodes[e.source] for e in self.attackers(node) if self.labels[e.source] > 0]
        return all(by.role == "limitation" and {AUTHOR, ACCEPTED}.isdisjoint(by.run_ids) for by in standing)

    @cached_property
    def defeated(self) -> list[Carried]:
        """Claims that an attack defeats and that support a declared conclusion."""
        if not self.attacks:
            return []
        down = [
            node
            for node in self.graph.nodes.values()
            if self.labels[node.id] < 0
            and node.role not in _OBJECTIONS
            and not self.is_refuted(node)
            and not self._is_qualified(node)
        ]
        goals = self.conclusions
        lost = {node.id for node in down}
        before, after = self.widths(goals), self.widths(goals, lost)
        # A conclusion that is attacked itself also counts what is lost below it.
        after |= {goal.id: self.width(goal, lost - {goal.id}) for goal in goals if goal.id in lost}
        carried = []
        for node in down:
            fed = self.resting_on(node, goals)[:_GOALS]
            if fed:
                goal = min(fed, key=lambda goal: after[goal.id] - before[goal.id])
                carried.append(Carried(node, goal, (), before[goal.id], after[goal.id]))
        # Sorted by conclusion, since the distances to a conclusion are computed once for all routes to it.
        routes = {
            each.node.id: self.route(each.node, each.conclusion)
            for each in sorted(carried, key=lambda each: each.conclusion.id)
        }
        return [each._replace(route=routes[each.node.id]) for each in carried]

    # -- texts

    @cached_property
    def contradictions(self) -> list[list[Node]]:
        """Families of annotated claims that contradict each other (`argcheck.argument.contradictions`), without attacks."""
        from argcheck.argument.contradictions import contradictions

        def language(node: Node) -> str:
            return language_of(self.layout.manuscript, self.anchor(node))

        attacking = {frozenset((edge.source, edge.target)) for edge in self.attacks}
        return contradictions(self._asserted, language, attacking)

    @cached_property
    def duplicates(self) -> list[tuple[Node, Node]]:
        """Pairs of annotated claims with the same words in the same order, neither of which leads to the other."""
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
        """Whether annotations relate sentences already: all are claims, or one is not asserted or is in an attack."""
        asserted = {node.id for node in self._asserted}
        fought = {end for edge in self.attacks for end in (edge.source, edge.target)}
        known = [
            {n.id for n in self.claims if any(place.overlaps(span) for place in n.places)}
            for span in sentences
        ]
        return all(known) or any(ids & fought or ids - asserted for ids in known)

    @property
    def _asserted(self) -> list[Node]:
        """The annotated claims that the author asserts: no hypotheses or assumptions, none open or refuted."""
        apart = ("hypothesis", "assumption", "counterevidence", "limitation", "context")
        return [
            n
            for n in self.claims
            if n.role not in apart and not n.open and not self.is_refuted(n) and n.kind != ASSUMPTION
        ]

    # -- words and places

    def name(self, node: Node) -> str:
        """Return the name of a node in messages: its id, else its words."""
        if self.graph.is_unnamed(node):
            return self.quote(node)
        return f"'{node.id.removeprefix('cite:')}'"

    def quote(self, node: Node) -> str:
        """Return the shortened words of a claim in quotation marks; for one of models with the number of readings."""
        quoted = f"“{shortened(node.text, _QUOTED)}”"
        accepted = ", accepted by the author" if ACCEPTED in node.run_ids else ""
        stated = AUTHOR in node.run_ids or (STRUCTURE in node.run_ids and not accepted)
        if not self.readings or stated:
            return quoted
        return (
            f"{quoted} (in {len(self.readings & {*node.run_ids})} of {len(self.readings)} readings{accepted})"
        )

    def anchor(self, node: Node) -> Span:
        """Return the place at which a node is reported: its label, its sentence, or the head of its environment."""
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
        """Return the place of an edge; an edge of models has that of the claim that it supports or attacks."""
        return edge.places[0] if edge.places else self.anchor(self.graph.nodes[edge.target])

    def ambiguous(self, span: Span) -> bool:
        """Whether the text at a place is a label that is set more than once, which another rule reports."""
        if span.path not in self.layout.files:
            return False
        name = self.layout.files[span.path].text[span.start : span.end]
        return len(self.layout.manuscript.labels_by_name.get(name, ())) > 1

    def along(self, route: Iterable[Edge]) -> list[Related]:
        """Return the places of a route, each with a text that describes the step."""
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
        """The numbers that the author ties to data files, each compared with its datum."""
        return self.graph.ties

    # -- questions

    def unanswered_questions(self) -> list[NumberedQuestion]:
        """Return the numbered questions and hypotheses that are announced and never named again."""
        from argcheck.argument.extract.questions import unanswered

        return unanswered(self.layout.manuscript)
