"""What rests on what in an argument: its claims, their support, the routes of it, and where it goes in circles."""

from __future__ import annotations

from collections import deque
from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.extract.model import ASSUMPTION, ATTACKS, AUTHOR, CONCLUSION, GIVEN
from argcheck.extract.retractions import BEREFT
from argcheck.extract.theorems import Theorems

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence

    from argcheck.extract.model import ArgumentGraph, Edge, Node
    from argcheck.graph.support import Support

#: Causes that say outright that one claim rests on another; the others are readings of a form.
_OUTRIGHT = frozenset(("uses", "proves", "supports"))


class Routes(Theorems):
    """The support in a merged graph; every analysis is made when it is first asked for."""

    def __init__(self, graph: ArgumentGraph) -> None:
        self.graph = graph
        self.layout = graph.layout
        self._ids = list(graph.nodes)
        self._number = {name: number for number, name in enumerate(self._ids)}

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
        return self._attacks_on.get(node.id, [])

    @cached_property
    def _attacks_on(self) -> dict[str, list[Edge]]:
        return _grouped(self.attacks, lambda edge: edge.target)

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

        support, ids = self._support(goal, without, explained)
        return [[ids[place] for place in path] for path in Width(support).paths()]

    def bridges(self, goal: Node) -> list[Edge]:
        """Return the links that every route to a node passes, the one nearest to it first."""
        from argcheck.graph.support import bridges

        support, ids = self._support(goal, (), True)
        spanning = [(ids[source], ids[target]) for source, target in bridges(support)]
        return [
            next(edge for edge in self._into[target] if edge.source == source)
            for source, target in reversed(spanning)
        ]

    def _support(self, goal: Node, without: Collection[str], explained: bool) -> tuple[Support, list[str]]:
        """Return the support of a node as a graph of all that it rests on, and the ids of the nodes of that."""
        from argcheck.graph.support import Support

        ids = sorted(self.upstream(goal).difference(without), key=self._number.__getitem__)
        number = {name: place for place, name in enumerate(ids)}
        edges = {
            (number[edge.source], number[name])
            for name in ids
            for edge in self._into.get(name, ())
            if edge.source in number
        }
        givens = [
            place
            for place, name in enumerate(ids)
            if name != goal.id and (name in self._sources or (explained and name in self._explained))
        ]
        return Support(len(ids), sorted(edges), givens, number[goal.id]), ids

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


def _grouped(edges: Iterable[Edge], key: Callable[[Edge], str]) -> dict[str, list[Edge]]:
    found: dict[str, list[Edge]] = {}
    for edge in edges:
        found.setdefault(key(edge), []).append(edge)
    return found
