"""How a claim stands: its state, the width of its support, and what fells it.

Whatever speaks of the support of a claim (page, editor, terminal) takes it from here, so that all say the same.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.adjacency import closure, components
from argcheck.argument.checks import refuting
from argcheck.argument.derivation import Refuting, derived
from argcheck.argument.model import ASSUMPTION, GIVEN
from argcheck.argument.refutations import refuting_each

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator, Mapping

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.argument.model import Node

#: A sign for each state, and the words of all places that name it.
STATES = {
    "given": ("", "taken as given"),
    "refuted": ("✗", "refuted"),
    "open": ("○", "open: not established yet"),
    "assumed": ("", "assumed"),
    "unsupported": ("△", "no support is known"),
    "fallen": ("▽", "nothing that stands supports it"),
    "proved": ("✓", "proved in the text"),
    "assuming": ("◌", "rests on assumptions alone"),
    "thin": ("◔", "falls with one premise (width 1)"),
    "supported": ("●", "stands without any one premise (width 2 or more)"),
}
_NAMED = 3  # most claims without support that are named


class Standing(NamedTuple):
    """How a claim stands."""

    state: str  #: a key of `STATES`
    width: int  #: the fewest other claims that must fall for it to fall; 0 if it has fallen
    exact: bool  #: otherwise the width is a lower bound
    felled_by: tuple[Node, ...]  #: one smallest set of them, empty if unknown
    #: of a claim whose supports have all fallen: the first of what these lack, farthest down
    lacking: tuple[Node, ...]

    @property
    def shown_width(self) -> str:
        """The width in words, such as ``width 2`` or ``width at least 4``."""
        return f"width {'' if self.exact else 'at least '}{self.width}"

    def words(self, called: Callable[[Node], str], *, brief: bool = False) -> Iterator[str]:
        """Yield what is to be said of the support of a claim, in pieces.

        :param called: the name of another claim, as the place shows it.
        :param brief: leave out the words of the state, which the place shows before.
        """
        if self.state == "assuming":
            yield self.shown_width + ("" if brief else f": {STATES[self.state][1]}")
            assumed = tuple(node for node in self.lacking if node.kind == ASSUMPTION)
            yield from _listed(": ", ", ", assumed[:_NAMED], called)
        elif self.state in ("fallen", "unsupported"):
            yield self.shown_width + ("" if brief else f": {STATES[self.state][1]}")
            yield from _listed("; without support: ", ", ", self.lacking[:_NAMED], called)
            yield " and more" if len(self.lacking) > _NAMED else ""
        elif self.width or self.lacking:
            yield self.shown_width
            yield from _listed(": falls without ", " and ", self.felled_by, called)
            yield from _listed("; without support: ", ", ", self.lacking[:_NAMED], called)


def _listed(
    before: str, between: str, nodes: tuple[Node, ...], called: Callable[[Node], str]
) -> Iterator[str]:
    for node in nodes:
        yield before
        yield called(node)
        before = between


class Standings:
    """How the claims of a graph stand, from where their support begins."""

    def __init__(
        self,
        graph: ArgumentGraph,
        starts: frozenset[int],
        fallen: frozenset[str],
        proved: Collection[str],
    ) -> None:
        """Wrap a graph; each analysis is made on first use.

        :param starts: the numbers of nodes that count as standing without support.
        :param fallen: the ids of nodes that count as refuted.
        :param proved: the ids of statements with a proof in the text.
        """
        self._graph, self._starts, self._fallen, self._proved = graph, starts, fallen, proved
        self._number = graph.numbered.number
        self._lost = frozenset(map(self._number.__getitem__, fallen))

    def of(self, node: Node) -> Standing:
        """Return how a node stands."""
        return self._standing(node, self._refuting(node))

    @cached_property
    def all(self) -> dict[str, Standing]:
        """How each node stands, by its id; faster than one by one."""
        numbered, into = self._graph.numbered, self._graph.support_of
        plain = [
            number for number, node in enumerate(numbered.nodes) if number not in self._starts and into(node)
        ]
        least = refuting_each(numbered, plain, self._starts, self._lost)
        return {
            node.id: self._standing(node, least[number] if number in least else self._refuting(node))
            for number, node in enumerate(numbered.nodes)
        }

    def _refuting(self, node: Node) -> Refuting:
        if not self._graph.support_of(node):
            return Refuting(0, exact=True, nodes=())
        number = self._number[node.id]
        return refuting(self._graph.numbered, number, self._starts - {number}, self._lost)

    def _standing(self, node: Node, least: Refuting) -> Standing:
        nodes = self._graph.numbered.nodes
        lacking = () if least.width or not self._graph.support_of(node) else self.lacking(node)
        felled_by = tuple(nodes[place] for place in least.nodes)
        return Standing(self._state(node, least.width), least.width, least.exact, felled_by, lacking)

    def _state(self, node: Node, width: int) -> str:
        if node.id in self._graph.refutations:
            return "refuted"
        if node.open:
            return "open"
        if node.kind in (GIVEN, ASSUMPTION):
            return "given" if node.kind == GIVEN else "assumed"
        if node.id in self._proved and (width or node.id not in self._above_fallen):
            return "proved"
        if not self._graph.support_of(node):
            return "unsupported"
        if not width:
            assumed = self.could_stand(node, assumed=True) and not self.could_stand(node)
            return "assuming" if assumed else "fallen"
        return "supported" if width > 1 else "thin"

    def could_stand(self, node: Node, *, assumed: bool = False) -> bool:
        """Whether some support of a node is complete: every premise that it needs begins at a given or the like.

        What has fallen counts as standing, since it is a finding of its own; with ``assumed`` assumptions do, too.
        """
        number = self._number[node.id]
        starts = self._starts_or_assumptions if assumed else self._starts
        if number in starts:
            return self._complete_from(starts - {number})[number]
        return (self._complete_if_assumed if assumed else self._complete)[number]

    @cached_property
    def _starts_or_assumptions(self) -> frozenset[int]:
        return self._starts.union(self._graph.numbered.of_kind(ASSUMPTION))

    @cached_property
    def _complete(self) -> list[bool]:
        return self._complete_from(self._starts)

    @cached_property
    def _complete_if_assumed(self) -> list[bool]:
        return self._complete_from(self._starts_or_assumptions)

    def _complete_from(self, starts: frozenset[int]) -> list[bool]:
        return derived(self._graph.numbered, starts, [True] * len(self._number))

    @cached_property
    def _above_fallen(self) -> set[str]:
        """The ids of all claims that rest on something that has fallen, directly or not."""

        def above(name: str) -> list[str]:
            return [edge.target for edge in self._graph.supported_by(self._graph.nodes[name])]

        return closure((target for name in self._fallen for target in above(name)), above)

    @cached_property
    def _derived(self) -> list[bool]:
        live = [number not in self._lost for number in range(len(self._number))]
        return derived(self._graph.numbered, self._starts, live)

    def lacking(self, goal: Node) -> tuple[Node, ...]:
        """Return what a claim rests on, at any depth, that is not derived and rests on nothing itself, or has fallen.

        In order; at most one more than is named.
        """
        ends = self._ends_below([self._number[goal.id]], self._ends)
        return tuple(map(self._graph.numbered.nodes.__getitem__, ends))

    @cached_property
    def _missing(self) -> list[list[int]]:
        """The premises of each node that are not derived; none of a node that has fallen."""
        return [
            [premise for premise in premises if not self._derived[premise] and number not in self._lost]
            for number, premises in enumerate(self._graph.numbered.feeds[1])
        ]

    def _ends_below(self, members: Collection[int], known: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
        below: set[int] = set()
        for premise in {each for member in members for each in self._missing[member]}.difference(members):
            below.update(known[premise] if self._missing[premise] else [premise])
        return tuple(sorted(below)[: _NAMED + 1])

    @cached_property
    def _ends(self) -> dict[int, tuple[int, ...]]:
        """The numbers of what each node that is not derived lacks.  Linear."""
        ends: dict[int, tuple[int, ...]] = {}
        for members in components(self._missing):  # premises first
            ends |= dict.fromkeys(members, self._ends_below(members, ends))
        return ends
