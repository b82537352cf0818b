"""A scored graph as numbers for other programs: rows of nodes and edges, random walks, and a vector of the whole."""

from __future__ import annotations

import random
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.argument.model import ROLES
from argcheck.argument.trust.scoring import EdgeParts
from argcheck.argument.trust.weights import METRICS, ComponentWeights

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.argument.trust.dag import TrustDag
    from argcheck.argument.trust.scoring import Edge, Score

_WALKS, _LONGEST_WALK = 10, 8


class Features(NamedTuple):
    """Rows of numbers by the names of their columns; None for unknown ones."""

    nodes: Sequence[Mapping[str, Any]]
    edges: Sequence[Mapping[str, Any]]
    walks: Sequence[Sequence[str]]  #: ids
    fingerprint: Mapping[str, float]


def features_of(dag: TrustDag, scored: Score, *, seed: int = 0) -> Features:
    """Return the features of a graph, with nodes and edges in order of their ids.

    :param seed: of the random walks along the edges, ten from each node, each of up to eight nodes.
    """
    nodes = [
        {
            "id": name,
            "role": node.role,
            **dict(zip(METRICS, node.metrics, strict=True)),
            "quality": scored.quality.get(name),
            "trust": scored.trust.get(name),
            "on_bridge": name in scored.components.bridge,
        }
        for name, node in sorted(dag.nodes.items())
    ]
    edges = [
        {
            "parent": parent,
            "child": child,
            "raw": scored.raw[parent, child],
            "confidence": scored.confidence[parent, child],
            **parts_of(scored, (parent, child)),
        }
        for parent, child in dag.edges
    ]
    return Features(nodes, edges, _walks(dag, seed), _fingerprint(dag, scored))


def parts_of(scored: Score, edge: Edge) -> dict[str, float | None]:
    """Return the features mixed into the confidence of an edge, by name; None for unknown ones."""
    parts = scored.parts.get(edge)
    return dict(zip(EdgeParts._fields, parts or (None,) * len(EdgeParts._fields), strict=True))


def _walks(dag: TrustDag, seed: int) -> list[list[str]]:
    drawn = random.Random(seed)  # noqa: S311 - walks, no secrets
    walks = []
    for start in sorted(dag.nodes):
        for _ in range(_WALKS):
            walk = [start]
            while len(walk) < _LONGEST_WALK and dag.children[walk[-1]]:
                walk.append(drawn.choice(sorted(dag.children[walk[-1]])))
            walks.append(walk)
    return walks


def _fingerprint(dag: TrustDag, scored: Score) -> dict[str, float]:
    """Return shares of roles, means of known metrics, and the components, under the same names for every graph."""
    count = len(dag.nodes)
    by_metric = {
        name: [value for node in dag.nodes.values() if (value := node.metrics[place]) is not None]
        for place, name in enumerate(METRICS)
    }
    return {
        **{f"share of {role}": len(dag.with_role(role)) / count for role in ROLES},
        **{f"mean {name}": fmean(values) if values else 0.0 for name, values in by_metric.items()},
        **{f"known {name}": len(values) / count for name, values in by_metric.items()},
        "mean trust": fmean(scored.trust.values()) if scored.trust else 0.0,
        "mean confidence": fmean(scored.confidence.values()) if scored.confidence else 0.0,
        **dict(zip(ComponentWeights._fields, scored.components.values, strict=True)),
        "score": scored.value,
    }
