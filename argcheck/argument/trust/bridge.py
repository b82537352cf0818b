"""The part of a graph between hypotheses and conclusions, and the six components that are computed on it."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.adjacency import closure
from argcheck.argument.flow import Network

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from argcheck.argument.trust.dag import TrustDag
    from argcheck.argument.trust.weights import Parameters

Edge = tuple[str, str]

KEY_ROLES = ("evidence", "method", "result")
#: The number of edge-disjoint routes that gives the full redundancy.
_ENOUGH_ROUTES = 3
_LEAST_CAPACITY = 1e-6
#: The integer for a capacity of 1; integers make the flow exact.
_UNIT = 10**15
_UNLIMITED = 1 << 120
#: Products that differ by at most this share count as equal: the same factors in another order.
_TIE = 1e-12


class Components(NamedTuple):
    """The components of the score, each from 0 to 1, and the best and worst paths."""

    bridge_coverage: float = 0.0  #: share of the nodes on a path from a hypothesis to a conclusion
    best_path: float = 0.0  #: geometric mean of the confidences along the best path (equation 11)
    redundancy: float = 0.0  #: number of edge-disjoint routes, at most 3, divided by 3
    fragility: float = 0.0  #: least total doubt of edges that cut all routes, divided by the number of edges
    coherence: float = 0.0  #: share of edges whose pair of roles has a prior of at least 0.5
    coverage: float = 0.0  #: share of the roles evidence, method and result on the bridge
    path: tuple[str, ...] = ()  #: the path with the largest product of confidences
    weakest_path: tuple[str, ...] = ()  #: the path with the smallest product
    bridge: frozenset[str] = frozenset()

    @property
    def values(self) -> tuple[float, ...]:
        """The six numbers, in the order of `argcheck.argument.trust.weights.ComponentWeights`."""
        return self[:6]


def components_of(dag: TrustDag, confidence: Mapping[Edge, float], parameters: Parameters) -> Components:
    """Return the components of a graph, given the gated confidences of its edges.

    All are 0 if no hypothesis reaches a conclusion.
    """
    starts, ends = dag.with_role("hypothesis"), dag.with_role("conclusion")
    ahead, behind = closure(starts, dag.children.__getitem__), closure(ends, dag.parents.__getitem__)
    bridge = ahead & behind
    edges = [edge for edge in dag.edges if edge[0] in bridge and edge[1] in bridge]
    if not edges:
        return Components()
    starts, ends = ([name for name in side if name in bridge] for side in (starts, ends))
    logarithms = {edge: math.log(confidence[edge]) if confidence[edge] > 0 else -math.inf for edge in edges}
    best = _best_path(dag, starts, frozenset(ends), logarithms)
    worst = _best_path(dag, starts, frozenset(ends), {edge: -value for edge, value in logarithms.items()})
    length = len(best) - 1
    doubt = {edge: round(max(_LEAST_CAPACITY, 1 - confidence[edge]) * _UNIT) for edge in edges}
    routes = _flow(bridge, edges, starts, ends, dict.fromkeys(edges, 1))
    usual = sum(parameters.prior(dag.nodes[u].role, dag.nodes[v].role) >= 0.5 for u, v in edges)
    roles = {dag.nodes[name].role for name in bridge}
    return Components(
        bridge_coverage=len(bridge) / len(dag.nodes),
        best_path=math.exp(math.fsum(logarithms[edge] for edge in itertools.pairwise(best)) / length),
        redundancy=min(routes / _ENOUGH_ROUTES, 1.0),
        fragility=_flow(bridge, edges, starts, ends, doubt) / _UNIT / len(edges),
        coherence=usual / len(edges),
        coverage=sum(role in roles for role in KEY_ROLES) / len(KEY_ROLES),
        path=best,
        weakest_path=worst,
        bridge=frozenset(bridge),
    )


def _best_path(
    dag: TrustDag, starts: Sequence[str], ends: frozenset[str], logarithms: Mapping[Edge, float]
) -> tuple[str, ...]:
    """Return the path from a start to an end with the largest sum of logarithms; of equal ones the first by its ids.

    First the best sum ahead of each node is computed from the ends backwards, then the path is followed forwards.
    """
    ahead: dict[str, float] = {}
    for name in reversed(dag.order):
        sums = [logarithms[name, child] + ahead[child] for child in _onward(dag, name, logarithms, ahead)]
        if name in ends:
            sums.append(0.0)
        if sums:
            ahead[name] = max(sums)
    most = max(ahead[name] for name in starts)
    path = [next(name for name in starts if _equal(ahead[name], most))]
    while True:
        name = path[-1]
        if name in ends and _equal(ahead[name], 0.0):
            return tuple(path)
        path.append(
            next(
                child
                for child in sorted(_onward(dag, name, logarithms, ahead))
                if _equal(logarithms[name, child] + ahead[child], ahead[name])
            )
        )


def _onward(
    dag: TrustDag, name: str, logarithms: Mapping[Edge, float], ahead: Mapping[str, float]
) -> list[str]:
    return [child for child in dag.children[name] if (name, child) in logarithms and child in ahead]


def _equal(first: float, second: float) -> bool:
    return first == second or abs(first - second) <= _TIE * max(1.0, abs(second))


def _flow(
    bridge: Iterable[str],
    edges: Iterable[Edge],
    starts: Iterable[str],
    ends: Iterable[str],
    capacity: Mapping[Edge, int],
) -> int:
    """Return the maximum flow from all starts together to all ends together, equal to the minimum cut."""
    number = {name: place for place, name in enumerate(sorted(bridge), 2)}
    network = Network(len(number) + 2)
    for parent, child in edges:
        network.add(number[parent], number[child], capacity[parent, child])
    for name in starts:
        network.add(0, number[name], _UNLIMITED)
    for name in ends:
        network.add(number[name], 1, _UNLIMITED)
    return network.maximise(0, 1)
