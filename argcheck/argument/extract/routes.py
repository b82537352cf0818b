"""What rests on what in an argument: claims, their support, its routes and its circles."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.argument.adjacency import adjacency, cyclic_components, leading_to, reachable
from argcheck.argument.checks import refuting
from argcheck.argument.cycles import shortest_cycle
from argcheck.argument.derivation import RefutationSearch
from argcheck.argument.extract.standing import Standings
from argcheck.argument.model import (
    ACCEPTED,
    ASSUMPTION,
    ATTACKS,
    AUTHOR,
    CONCLUSION,
    FEEDING,
    GIVEN,
    STRUCTURE,
    SUPPORT_LOST,
    USE_LOST,
)
from argcheck.argument.refutations import refuting_each
from argcheck.argument.support import Width, bridges, support_of

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from argcheck.argument.adjacency import Adjacency
    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.model import Edge, Node
    from argcheck.argument.support import Support

#: Most widths that are kept: rules ask for each node of a cut by itself, for the same goals.
_WIDTHS = 64
#: Causes by which the author states that one claim rests on another; other causes are inferred from the form.
_OUTRIGHT = frozenset(("uses", "proves", "supports"))


#: Roles of sentences that tell what was done or is known, and are no claims by themselves.
_DESCRIBING = frozenset(("method", "context", "limitation"))


class Routes:
    """The support in a merged graph; each analysis is made on first use."""

    def __init__(self, graph: ManuscriptGraph) -> None:
        self.graph = graph
        self.layout = graph.layout
        self.readings = graph.readings  #: names of the runs of models that also count
        self._widths: dict[tuple[str, frozenset[str]], int] = {}
        #: The goals asked for last, and the result of `leading_to` for them.
        self._last_leading_to: tuple[tuple[Node, ...], list[int]] = ((), [])
        self._last_asked: tuple[str, bool] | None = None
        self._last_steps: dict[str, int] = {}

    # -- nodes

    @property
    def nodes(self) -> list[Node]:
        """All nodes: claims, sources, floats and statements, in document order."""
        return list(self.graph.nodes.values())

    def node(self, name: str) -> Node | None:
        """Return the node with an id, such as `Edge.source` or one of `upstream`, or None."""
        return self.graph.nodes.get(name)

    @cached_property
    def claims(self) -> list[Node]:
        """The sentences and texts that the author annotates, or models read, as claims, in document order."""
        runs = self.readings | {AUTHOR, ACCEPTED}
        return [
            node
            for node in self.graph.nodes.values()
            if node.sort == "sentence" and not runs.isdisjoint(node.run_ids)
        ]

    @cached_property
    def conclusions(self) -> list[Node]:
        """The conclusions that the author declares, else those of models that most readings have as claims."""
        declared = [node for node in self.graph.nodes.values() if node.declared]
        if declared or not self.readings:
            return declared
        return [node for node in self.claims if node.kind == CONCLUSION and self.is_common(node)]

    @cached_property
    def orphans(self) -> list[Node]:
        """Annotated claims, and claims that most readings have, that should rest on something but do not."""
        return [node for node in self._without_support if self.is_common(node)]

    @cached_property
    def _without_support(self) -> list[Node]:
        return [node for node in self.claims if self._owes_support(node) and not self.into(node)]

    def _owes_support(self, node: Node) -> bool:
        settled = node.kind in (GIVEN, ASSUMPTION, CONCLUSION) or node.declared or node.open
        settled = settled or self.is_refuted(node) or node.id in self.graph.unsupported
        settled = settled or SUPPORT_LOST in node.flags
        return not settled and node.role in ("", "claim", "result", "evidence", "counterevidence")

    def is_common(self, node: Node) -> bool:
        """Whether a claim is the author's, or more than half of the readings have it: what few have, few relate."""
        own = not {AUTHOR, ACCEPTED}.isdisjoint(node.run_ids)
        return own or 2 * len(self.readings.intersection(node.run_ids)) > len(self.readings)

    def _is_heard(self, edge: Edge) -> bool:
        """Whether rules hear an edge: it is not of models alone, or most readings agree on it and on both its ends."""
        if not self.readings:
            return True
        ends = (self.graph.nodes[edge.source], self.graph.nodes[edge.target])
        of_models = self.readings.issuperset(edge.run_ids)
        return all(map(self._is_heard_node, ends)) and not (of_models and not self.graph.is_agreed(edge))

    def _is_heard_node(self, node: Node) -> bool:
        return STRUCTURE in node.run_ids or self.is_common(node)

    def is_refuted(self, node: Node) -> bool:
        """Whether the author, a list or a verdict refutes a node."""
        return node.id in self.graph.refutations

    def is_statement(self, node: Node) -> bool:
        """Whether a node is a theorem-like environment."""
        return node.id in self.layout.by_id

    def proven(self, node: Node) -> bool:
        """Whether a statement has a proof, in the text or in a proof assistant."""
        return node.id in self.layout.proofs_of or bool(node.flags & {"leanok", "mathlibok", "proof-leanok"})

    # -- edges

    @property
    def edges(self) -> Sequence[Edge]:
        """All edges: supports, attacks and assumptions."""
        return self.graph.edges

    @cached_property
    def attacks(self) -> list[Edge]:
        """The edges that are attacks."""
        return [edge for edge in self.graph.edges if edge.relation == ATTACKS]

    def into(self, node: Node) -> list[Edge]:
        """Return the edges that support a node."""
        return self.graph.support_of(node)

    def is_idle(self, node: Node) -> bool:
        """Whether a node supports and attacks nothing, as far as it is known what it bears on."""
        known = USE_LOST not in node.flags and self.is_common(node)
        return known and not self.out_of(node) and node.id not in self._attacking

    @cached_property
    def _attacking(self) -> set[str]:
        return {edge.source for edge in self.attacks}

    def out_of(self, node: Node) -> list[Edge]:
        """Return the edges by which a node supports others."""
        return self.graph.supported_by(node)

    def attackers(self, node: Node) -> list[Edge]:
        """Return the attacks on a node."""
        return self.graph.attacks_on(node)

    # -- routes

    @cached_property
    def _sources(self) -> set[str]:
        """The ids of nodes that need no support: givens, and proven statements without support."""
        return {
            node.id
            for node in self.graph.nodes.values()
            if node.kind == GIVEN or (self.proven(node) and not self.into(node))
        }

    @cached_property
    def _explained(self) -> set[str]:
        """The ids of nodes whose lack of support is a finding of its own or not known, not to be told of what rests on them."""
        circles = {edge.target for circle in self.circles for edge in circle}
        unproved = (n.id for n in self.graph.nodes.values() if self.is_statement(n) and not self.into(n))
        opened = (n.id for n in self.graph.nodes.values() if n.open or self.is_refuted(n))
        orphans = (node.id for node in self._without_support)
        lost = (n.id for n in self.graph.nodes.values() if SUPPORT_LOST in n.flags and not self.into(n))
        return {*circles, *unproved, *opened, *self.graph.unsupported, *orphans, *lost}

    @cached_property
    def _described(self) -> set[str]:
        """The ids of methods and the like that are needed together with other premises: nobody asks what supports them."""
        needed = (self.graph.nodes[edge.source] for edge in self.graph.edges if edge.linked)
        return {node.id for node in needed if node.role in _DESCRIBING and not self.into(node)}

    @cached_property
    def _heads(self) -> frozenset[str]:
        """The ids of nodes at which support begins."""
        return frozenset(self._sources | self._explained | self._described)

    @cached_property
    def _starts(self) -> frozenset[int]:
        """The numbers of these nodes."""
        return frozenset(map(self.graph.numbered.number.__getitem__, self._heads))

    def reached(self, node: Node, *, assumed: bool = False) -> bool:
        """Whether the node has support that begins at a given, or at a claim with a finding of its own."""
        if node.id not in self._heads and not (assumed and node.kind == ASSUMPTION):
            marks = self._from_heads_or_assumptions if assumed else self._from_heads
            return marks[self.graph.numbered.number[node.id]]
        below = self.upstream(node) - {node.id}
        if assumed and any(self.graph.nodes[name].kind == ASSUMPTION for name in below):
            return True
        return not self._heads.isdisjoint(below)

    @cached_property
    def _from_heads(self) -> list[bool]:
        return reachable(self.graph.numbered.feeds[0], self._starts)

    @cached_property
    def _from_heads_or_assumptions(self) -> list[bool]:
        numbered = self.graph.numbered
        return reachable(numbered.feeds[0], self._starts.union(numbered.of_kind(ASSUMPTION)))

    def upstream(self, node: Node) -> set[str]:
        """Return the ids of all nodes that a node rests on, itself included."""
        return self.graph.upstream(node)

    def resting_on(self, node: Node, goals: Iterable[Node]) -> list[Node]:
        """Return the goals that rest on a node, in order, as most readings say; fast if asked for the same goals again."""
        named, numbered = tuple(goals), self.graph.numbered
        if self._last_leading_to[0] != named:
            places = [numbered.number[goal.id] for goal in named]
            self._last_leading_to = named, leading_to(self._heard_feeds, places)
        if not named:
            return []
        led = self._last_leading_to[1][numbered.number[node.id]]
        return [goal for place, goal in enumerate(named) if led >> place & 1 and goal.id != node.id]

    @cached_property
    def _heard_feeds(self) -> Adjacency:
        """The nodes that each node supports, as far as rules hear it."""
        numbered = self.graph.numbered
        if not self.readings:
            return numbered.feeds[0]
        feeding = (edge for edge in self.graph.edges if edge.relation in FEEDING and self._is_heard(edge))
        pairs = {(numbered.number[edge.source], numbered.number[edge.target]) for edge in feeding}
        return adjacency(len(numbered.nodes), sorted(pairs))[0]

    def route(self, node: Node, goal: Node) -> tuple[Edge, ...]:
        """Return a shortest route of support from a node to another, or an empty one; one that rules hear, if there is."""
        heard = self._route(node, goal, self._is_heard)
        return heard or (self._route(node, goal, None) if self.readings else heard)

    def _route(self, node: Node, goal: Node, allowed: Callable[[Edge], bool] | None) -> tuple[Edge, ...]:
        steps, chain, name = self._steps_to(goal, allowed), [], node.id
        while steps.get(name):
            following = filter(allowed, self.out_of(self.graph.nodes[name]))
            edge = next(edge for edge in following if steps.get(edge.target) == steps[name] - 1)
            chain.append(edge)
            name = edge.target
        return tuple(chain)

    def _steps_to(self, goal: Node, allowed: Callable[[Edge], bool] | None = None) -> dict[str, int]:
        """Return the number of steps to a goal, by the id of each node that it rests on; the last result is kept.

        :param allowed: which edges to follow; all by default.
        """
        asked = goal.id, allowed is None
        if self._last_asked != asked:
            self._last_asked, self._last_steps = asked, (steps := {goal.id: 0})
            pending = deque(steps)
            while pending:
                name = pending.popleft()
                for edge in filter(allowed, self.into(self.graph.nodes[name])):
                    if edge.source not in steps:
                        steps[edge.source] = steps[name] + 1
                        pending.append(edge.source)
        return self._last_steps

    def routes(self, goal: Node, *, without: Collection[str] = ()) -> list[list[str]]:
        """Return a largest set of disjoint routes to a node, as ids; orphans and the like count as sources."""
        names = self.graph.numbered.names
        return [names(path) for path in Width(self._support(goal, without)).paths()]

    def bridges(self, goal: Node) -> list[Edge]:
        """Return the edges that all routes to a node use, the nearest to the node first."""
        names = self.graph.numbered.names
        spanning = [names(pair) for pair in reversed(bridges(self._support(goal)))]
        return [
            next(edge for edge in self.into(self.graph.nodes[target]) if edge.source == source)
            for source, target in spanning
        ]

    def _support(self, goal: Node, without: Collection[str] = ()) -> Support:
        graph, number = self.graph.numbered, self.graph.numbered.number
        return support_of(
            graph, number[goal.id], {number[name] for name in without}, sources=self._starts_of(goal)
        )

    def _starts_of(self, goal: Node) -> frozenset[int]:
        return (
            self._starts - {self.graph.numbered.number[goal.id]} if goal.id in self._heads else self._starts
        )

    def width(self, goal: Node, without: Collection[str] = ()) -> int:
        """Return the fewest nodes that must fall for a node to fall, 0 if it has fallen.

        If the search with linked premises is given up, the number of disjoint routes, which is not less.
        """
        asked = (goal.id, frozenset(without))
        if asked not in self._widths:
            if len(self._widths) >= _WIDTHS:
                self._widths.clear()
            self._widths[asked] = self.refuting(goal, without)[0]
        return self._widths[asked]

    def widths(self, goals: Sequence[Node], without: Collection[str] = ()) -> dict[str, int]:
        """Return the width of each node by its id, faster than one by one."""
        graph, number = self.graph.numbered, self.graph.numbered.number
        plain = {number[goal.id] for goal in goals if goal.id not in self._heads}
        least = refuting_each(graph, plain, self._starts, {number[name] for name in without})
        return {
            goal.id: least[number[goal.id]].width
            if number[goal.id] in plain and least[number[goal.id]].exact
            else self.width(goal, without)
            for goal in goals
        }

    def refuting(self, goal: Node, without: Collection[str] = ()) -> tuple[int, list[Node]]:
        """Return the width with a smallest set of nodes; empty if the number is that of routes."""
        graph, number = self.graph.numbered, self.graph.numbered.number
        least = refuting(graph, number[goal.id], self._starts_of(goal), {number[name] for name in without})
        if not least.exact:
            return len(self.routes(goal, without=without)), []
        return least.width, [graph.nodes[number] for number in least.nodes]

    def cut(self, goal: Node) -> list[Node]:
        """Return the nodes each of which a node cannot do without, the farthest first; [] if the search is given up."""
        graph = self.graph.numbered
        search = RefutationSearch(graph, graph.number[goal.id], self._starts_of(goal), ())
        needed = [graph.nodes[number] for number in search.critical()]
        steps = self._steps_to(goal)
        return sorted(needed, key=lambda node: -steps.get(node.id, 0))

    # -- how claims stand

    @cached_property
    def refuted(self) -> list[Node]:
        """The refuted nodes, in document order."""
        return [node for node in self.graph.nodes.values() if self.is_refuted(node)]

    @cached_property
    def unsupported_by_verdict(self) -> list[Node]:
        """The claims that lost all their support because their sources, by verdict, do not say so."""
        miscited = (name for name, why in self.graph.unsupported.items() if why == "miscited")
        order = self.graph.numbered.number
        nodes = map(self.graph.nodes.__getitem__, sorted(miscited, key=order.__getitem__))
        return [node for node in nodes if not self.into(node)]

    @cached_property
    def fallen(self) -> frozenset[str]:
        """The ids of what counts as refuted: refuted nodes, and claims that their sources do not state."""
        return frozenset(node.id for node in (*self.refuted, *self.unsupported_by_verdict))

    @cached_property
    def standings(self) -> Standings:
        """How claims stand; what has a finding of its own for its lack of support counts as standing, see ``_explained``."""
        return Standings(self.graph, self._starts, self.fallen, self.layout.proofs_of)

    # -- circles

    @cached_property
    def circles(self) -> list[list[Edge]]:
        """A shortest circle of each component of support that the author states."""
        stated = [edge for edge in self.graph.edges if edge.relation != ATTACKS and edge.cause in _OUTRIGHT]
        edges = {(edge.source, edge.target): edge for edge in stated}
        if not edges:
            return []
        graph = self.graph.numbered
        pairs = ((graph.number[source], graph.number[target]) for source, target in edges)
        out, _ = adjacency(len(graph.nodes), pairs)
        circles = []
        for part in sorted(cyclic_components(out), key=min):
            names = graph.names(shortest_cycle(out, part))
            circles.append([edges[a, b] for a, b in zip(names, [*names[1:], names[0]], strict=True)])
        return circles

    def backward(self, circle: Sequence[Edge]) -> Edge:
        """Return the edge of a circle that lets an earlier claim rest on a later one, else its first edge."""
        order = self.graph.numbered.number
        late = (edge for edge in circle if order[edge.source] >= order[edge.target])
        return next(late, circle[0])
