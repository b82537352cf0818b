"""Derivability with linked premises: an inference holds if all of its premises are derived.

A node is derived if it is a source or one of its inferences holds.  A support that is not linked is an inference
of one premise.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.adjacency import closure

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from argcheck.argument.numbered import NumberedGraph

#: Refutation widths up to this are exact; greater ones are returned as "at least one more".
MOST = 3
_BUDGET = 3_000_000  # premises looked at, after which a search returns a lower bound
_NONE: frozenset[int] = frozenset()


class Refuting(NamedTuple):
    """The fewest nodes whose refutation makes a node underivable."""

    width: int  #: their number, 0 if the node is not derivable anyway
    exact: bool  #: otherwise the width is a lower bound
    nodes: tuple[int, ...]  #: one smallest set of them, empty if unknown


def derived(graph: NumberedGraph, sources: Iterable[int], allowed: Sequence[bool]) -> list[bool]:
    """Return a flag for each node: whether it can be derived from the sources using only allowed nodes.  Linear."""
    lost = {node for node, flag in enumerate(allowed) if not flag}
    known = _Inferences(dict(enumerate(graph.inferences))).derive(sources, lost)
    return [node in known for node in range(len(graph.nodes))]


class RefutationSearch:
    """Searches what a goal rests on for few nodes without which it cannot be derived."""

    def __init__(
        self, graph: NumberedGraph, goal: int, sources: Container[int], lost: Container[int]
    ) -> None:
        """Collect the inferences upstream of the goal.  Linear in them.

        :param sources: nodes that are derived without support, unless lost.
        :param lost: nodes that are not derived, whatever supports them.
        """
        self.goal = goal
        self._lost = lost
        self._inferences: dict[int, list[tuple[int, ...]]] = {}
        self._sources: list[int] = []
        pending = [goal]
        #: Whether any inference upstream has several premises; otherwise widths can be computed by flow.
        self.linked = False
        while pending:
            node = pending.pop()
            if node in self._inferences:
                continue
            each = graph.inferences[node]
            if node in sources and node != goal:
                self._sources.append(node)
                each = []
            self.linked |= any(len(premises) > 1 for premises in each)
            kept = self._inferences[node] = [premises for premises in each if goal not in premises]
            pending += (premise for premises in kept for premise in premises)
        self._numbered = _Inferences(self._inferences)
        self._steps = 0

    def critical(self) -> list[int]:
        """Return in ascending order the nodes that every derivation of the goal needs.

        Empty if the goal is not derivable, or if the budget does not suffice.
        """
        self._steps = 0
        try:
            known = self._derive(_NONE)
            return sorted(self._needed(known)) if self.goal in known else []
        except _BudgetError:
            return []

    def refuting(self, at_least: int = 0) -> Refuting:
        """Return the fewest nodes other than the goal whose refutation makes the goal underivable.

        Every derivation must lose a node, so the search branches over the nodes of one derivation.  A node with a
        single inference need not be tried, as refuting one of its premises has the same effect.  Exact up to `MOST`
        and within the budget.

        :param at_least: a known lower bound of the width.
        """
        self._steps = 0
        if self.goal not in self._derive(_NONE):
            return Refuting(0, exact=True, nodes=())
        for width in range(max(1, at_least), MOST + 1):
            try:
                nodes = self._cut(width, _NONE)
            except _BudgetError:
                return Refuting(width, exact=False, nodes=())
            if nodes is not None:
                return Refuting(width, exact=True, nodes=tuple(sorted(nodes)))
        return Refuting(MOST + 1, exact=False, nodes=())

    def _cut(self, width: int, removed: frozenset[int]) -> frozenset[int] | None:
        """Return the removed nodes with up to ``width`` others, without which the goal is not derivable, or None."""
        known = self._derive(removed)
        if self.goal not in known:
            return removed
        if width == 1:
            needed = self._needed(known)
            return removed | {min(needed)} if needed else None
        for node in sorted(self._used(known)):
            if node in self._sources or len(self._inferences[node]) > 1:
                cut = self._cut(width - 1, removed | {node})
                if cut is not None:
                    return cut
        return None

    def _derive(self, removed: frozenset[int]) -> dict[int, tuple[int, ...]]:
        """Return the derived nodes with their premises.

        :raises _BudgetError: after too many steps.
        """
        self._steps += self._numbered.size + 1
        if self._steps > _BUDGET:
            raise _BudgetError
        return self._numbered.derive(self._sources, self._lost, removed)

    def _used(self, known: dict[int, tuple[int, ...]]) -> set[int]:
        """Return the nodes of one derivation of the goal, without the goal itself."""
        return closure(known[self.goal], known.__getitem__)

    def _needed(self, known: dict[int, tuple[int, ...]]) -> set[int]:
        """Return the nodes that all derivations of the goal share.

        A node needs itself and what all its inferences need.  Sets are bits over the nodes of one derivation; rounds
        are repeated until nothing changes, since there may be circles.
        """
        bit = {node: 1 << place for place, node in enumerate(sorted(self._used(known)))}
        every = (1 << len(bit)) - 1
        shared = dict.fromkeys(known, every)
        changed = True
        while changed:
            changed = False
            for node, premises in known.items():
                value = every if premises else 0
                for inference in self._inferences[node] if premises else ():
                    if all(premise in known for premise in inference):
                        value &= _union(shared[premise] for premise in inference)
                value |= bit.get(node, 0)
                if value != shared[node]:
                    shared[node], changed = value, True
            self._steps += len(known)
            if self._steps > _BUDGET:
                raise _BudgetError
        return {node for node, own in bit.items() if shared[self.goal] & own}


class _BudgetError(Exception):
    """The search has looked at more premises than its budget allows."""


def _union(sets: Iterable[int]) -> int:
    union = 0
    for bits in sets:
        union |= bits
    return union


class _Inferences:
    """Numbered inferences, with an index from each premise to the inferences that need it."""

    def __init__(self, inferences: Mapping[int, list[tuple[int, ...]]]) -> None:
        self.all = [(target, premises) for target, each in inferences.items() for premises in each]
        self._sizes = [len(premises) for _, premises in self.all]
        self._waiting: dict[int, list[int]] = {}
        for number, (_, premises) in enumerate(self.all):
            for premise in premises:
                self._waiting.setdefault(premise, []).append(number)
        self.size = sum(self._sizes)

    def derive(
        self, sources: Iterable[int], lost: Container[int], removed: frozenset[int] = _NONE
    ) -> dict[int, tuple[int, ...]]:
        """Return the derived nodes in order of derivation, each with the premises of its first inference, if any.

        Nodes that are lost or removed are not derived.
        """
        known: dict[int, tuple[int, ...]] = {
            source: () for source in sources if source not in lost and source not in removed
        }
        left, fresh = list(self._sizes), list(known)
        while fresh:
            following = []
            for node in fresh:
                for number in self._waiting.get(node, ()):
                    left[number] -= 1
                    if not left[number]:
                        target, premises = self.all[number]
                        if target not in known and target not in lost and target not in removed:
                            known[target] = premises
                            following.append(target)
            fresh = following
        return known
