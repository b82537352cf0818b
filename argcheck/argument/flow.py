"""Maximum flow by push-relabel on integers, so that it terminates with the exact value.

Goldberg and Tarjan, "A new approach to the maximum-flow problem" (1988), first in first out, with all
labels recomputed from time to time.  Augmenting algorithms such as Dinic's were ten times slower on layered
graphs, where the last of a thousand routes differ in length and each length costs a phase.

Callers split nodes: node v becomes an entry 2v and an exit 2v + 1, joined by an arc whose capacity is that
of the node.  With capacity 1 the flow counts node-disjoint routes (Menger).
"""

from __future__ import annotations

from collections import deque

#: An infinite capacity: more than any flow, as flows are bounded by edges with capacities of at most `SCALE`.
INFINITE = 1 << 62
#: The integer for a confidence of 1; integers keep sums of decimals exact.
SCALE = 10**9


class Network:
    """Arcs with residual capacities; arc ``i ^ 1`` is the reverse of arc ``i``."""

    __slots__ = ("arcs", "capacity", "target")

    def __init__(self, size: int) -> None:
        """Start with this many vertices and no arcs."""
        self.arcs: list[list[int]] = [[] for _ in range(size)]
        self.target: list[int] = []
        self.capacity: list[int] = []

    def add(self, source: int, target: int, capacity: int) -> int:
        """Add an arc and return its number, which is even."""
        number = len(self.target)
        self.target += (target, source)
        self.capacity += (capacity, 0)
        self.arcs[source].append(number)
        self.arcs[target].append(number + 1)
        return number

    def maximise(self, source: int, sink: int) -> int:
        """Push a maximum flow from the source to the sink and return its value.

        First as much as possible is pushed to the sink, then the rest back to the source.  O(nodes^3) at
        worst, near-linear on the graphs of the benchmark.
        """
        excess = [0] * len(self.arcs)
        for arc in self.arcs[source]:
            self._push(arc, self._useful(arc, source), excess)
        self._drain(excess, sink, source)
        value, excess[sink], excess[source] = excess[sink], 0, 0
        self._drain(excess, source, sink)
        return value

    def _useful(self, arc: int, source: int) -> int:
        """Return the capacity of an arc of the source, at most what its end can pass on."""
        onward = sum(self.capacity[out] for out in self.arcs[self.target[arc]] if self.target[out] != source)
        return min(self.capacity[arc], onward)

    def _push(self, arc: int, amount: int, excess: list[int]) -> None:
        self.capacity[arc] -= amount
        self.capacity[arc ^ 1] += amount
        excess[self.target[arc]] += amount

    def _drain(self, excess: list[int], goal: int, closed: int) -> None:
        """Move as much excess as possible to the goal, never through the closed vertex.

        Labels are lower bounds of the residual distance to the goal; excess flows towards lower labels, and
        a vertex without a lower neighbour is lifted.  After as many lifts as there are vertices all labels
        are made exact again, which also shows which excess cannot arrive.
        """
        beyond = len(self.arcs)
        while True:
            level = self._levels(goal, closed)
            level[goal] = beyond  # so that excess at the goal stays there
            waiting = deque(vertex for vertex, left in enumerate(excess) if left and level[vertex] < beyond)
            level[goal] = 0
            if not waiting:
                return
            self._discharge(excess, level, waiting, goal)

    def _discharge(self, excess: list[int], level: list[int], waiting: deque[int], goal: int) -> None:
        """Push the excess of the waiting vertices down the labels until none is left or the lifts are used up."""
        target, capacity, arcs = self.target, self.capacity, self.arcs
        beyond = lifts = len(arcs)
        place = [0] * beyond
        while waiting and lifts:
            vertex = waiting.popleft()
            mine, start, below, left = arcs[vertex], place[vertex], level[vertex] - 1, excess[vertex]
            while left and start < len(mine):
                arc = mine[start]
                if capacity[arc] and level[target[arc]] == below:
                    end, amount = target[arc], min(left, capacity[arc])
                    if not excess[end] and end != goal:
                        waiting.append(end)
                    capacity[arc] -= amount
                    capacity[arc ^ 1] += amount
                    excess[end] += amount
                    left -= amount
                    if not left:
                        break  # the arc may have capacity left
                start += 1
            place[vertex], excess[vertex] = start, left
            if left:
                lifts -= 1
                place[vertex], level[vertex] = 0, self._lifted(vertex, level)
                if level[vertex] < beyond:
                    waiting.append(vertex)

    def _lifted(self, vertex: int, level: list[int]) -> int:
        """Return the least label that the residual arcs of a vertex allow."""
        near = [level[self.target[arc]] for arc in self.arcs[vertex] if self.capacity[arc]]
        return min(min(near, default=len(level)) + 1, len(level))

    def source_side(self, source: int) -> list[bool]:
        """Return a flag for each vertex: whether the residual network leads to it from the source.  Linear."""
        seen = [False] * len(self.arcs)
        seen[source], todo = True, [source]
        while todo:
            for arc in self.arcs[todo.pop()]:
                target = self.target[arc]
                if self.capacity[arc] and not seen[target]:
                    seen[target] = True
                    todo.append(target)
        return seen

    def residual(self) -> list[list[int]]:
        """Return the successors of each vertex in the residual network."""
        return [[self.target[arc] for arc in arcs if self.capacity[arc]] for arcs in self.arcs]

    def _levels(self, goal: int, closed: int) -> list[int]:
        """Return each vertex's residual distance to the goal, or the number of vertices if there is no way."""
        beyond = len(self.arcs)
        level = [beyond] * beyond
        level[goal], layer, depth = 0, [goal], 0
        target, capacity, arcs = self.target, self.capacity, self.arcs
        while layer:
            depth += 1
            following = []
            for vertex in layer:
                for arc in arcs[vertex]:
                    before = target[arc]
                    if level[before] == beyond and capacity[arc ^ 1] and before != closed:
                        level[before] = depth
                        following.append(before)
            layer = following
        return level
