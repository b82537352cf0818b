"""Maximum flow by Dinic's algorithm, on integers so that it ends and answers exactly.

The networks are made by node splitting: node v becomes an entry 2v and an exit 2v + 1, joined by an arc
whose capacity is that of the node.  With capacity 1 the flow counts node-disjoint routes (Menger).
"""

from __future__ import annotations

#: Stands for infinite; any flow is bounded by edges, whose capacities are at most `SCALE` each.
INFINITE = 1 << 62
#: Confidences become integers of this unit, so that sums of decimals are exact.
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
        """Add an arc and return its number."""
        number = len(self.target)
        self.target += (target, source)
        self.capacity += (capacity, 0)
        self.arcs[source].append(number)
        self.arcs[target].append(number + 1)
        return number

    def maximise(self, source: int, sink: int) -> int:
        """Push a maximum flow and return its value.

        O(edges sqrt(nodes)) with unit node capacities, O(nodes^2 edges) at worst otherwise.
        """
        total = 0
        while (level := self._levels(source, sink))[source] >= 0:
            total += self._blocking_flow(source, sink, level)
        return total

    def source_side(self, source: int) -> list[bool]:
        """Mark the vertices that the residual network still reaches from the source.  Linear."""
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

    def _levels(self, source: int, sink: int) -> list[int]:
        """Return each vertex's residual distance to the sink, -1 where unknown or beyond the source's."""
        level = [-1] * len(self.arcs)
        level[sink], layer, depth = 0, [sink], 0
        target, capacity, arcs = self.target, self.capacity, self.arcs
        while layer and level[source] < 0:
            depth += 1
            following = []
            for vertex in layer:
                for arc in arcs[vertex]:
                    before = target[arc]
                    if level[before] < 0 and capacity[arc ^ 1]:
                        level[before] = depth
                        following.append(before)
            layer = following
        return level

    def _blocking_flow(self, source: int, sink: int, level: list[int]) -> int:
        """Saturate all shortest routes, each arc tried once: depth first with an explicit path."""
        target, capacity, arcs = self.target, self.capacity, self.arcs
        place = [0] * len(arcs)
        path: list[int] = []
        vertex, total = source, 0
        while True:
            if vertex == sink:
                total += self._augment(path)
                cut = next(i for i, arc in enumerate(path) if not capacity[arc])
                vertex = target[path[cut] ^ 1]
                del path[cut:]
                continue
            mine, start = arcs[vertex], place[vertex]
            while start < len(mine):
                arc = mine[start]
                if capacity[arc] and level[target[arc]] == level[vertex] - 1:
                    break
                start += 1
            place[vertex] = start
            if start < len(mine):
                path.append(mine[start])
                vertex = target[mine[start]]
            elif path:
                vertex = target[path.pop() ^ 1]
                place[vertex] += 1
            else:
                return total

    def _augment(self, path: list[int]) -> int:
        amount = min(self.capacity[arc] for arc in path)
        for arc in path:
            self.capacity[arc] -= amount
            self.capacity[arc ^ 1] += amount
        return amount
