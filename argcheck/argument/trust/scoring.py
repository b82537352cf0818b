"""Quality of nodes, confidence of edges, trust, and the score of a graph (equations 2 to 14)."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.trust.bridge import Components, components_of
from argcheck.argument.trust.weights import EPSILON, LEAST_TRUST, MARGIN, Parameters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.argument.trust.dag import Metrics, TrustDag, TrustNode
    from argcheck.argument.trust.weights import ComponentWeights, Propagation

Edge = tuple[str, str]  # parent, child


class EdgeParts(NamedTuple):
    """The features that are mixed into the confidence of an edge (equation 4), each from 0 to 1."""

    prior: float
    parent_quality: float
    child_quality: float
    alignment: float
    synergy: float | None  #: None if none of its metrics is known


class Score(NamedTuple):
    """The score of a graph with all steps; all numbers are from 0 to 1.

    A node without any metric that its role needs is in neither ``quality`` nor ``trust``.
    """

    value: float
    components: Components
    quality: Mapping[str, float]
    trust: Mapping[str, float]
    raw: Mapping[Edge, float]  #: confidence of edges before it is gated by trust
    confidence: Mapping[Edge, float]
    #: The features of the raw confidence; edges with an end without quality have a default confidence and no features.
    parts: Mapping[Edge, EdgeParts]

    @property
    def reaches(self) -> bool:
        """Whether any hypothesis reaches a conclusion; otherwise the value means nothing."""
        return bool(self.components.bridge)


def score(dag: TrustDag, parameters: Parameters | None = None) -> Score:
    """Return the score of a graph.

    :raises ValueError: the graph has no nodes.
    """
    if not dag.nodes:
        raise ValueError("a graph without nodes has no score")
    parameters = parameters or Parameters()
    metrics = {name: _weighted(node.metrics, parameters) for name, node in dag.nodes.items()}
    quality = {
        name: value
        for name, node in dag.nodes.items()
        if (value := quality_of(node, metrics[name], parameters)) is not None
    }
    parts = {
        edge: _parts(dag, edge, quality, metrics, parameters)
        for edge in dag.edges
        if quality.keys() >= {*edge}
    }
    raw = {edge: _raw_confidence(parts.get(edge), parameters) for edge in dag.edges}
    trust = propagated(dag, quality, raw, parameters.propagation)
    confidence = {edge: _gated(raw[edge], trust.get(edge[0]), parameters.propagation) for edge in dag.edges}
    components = components_of(dag, confidence, parameters)
    return Score(
        normalised(components.values, parameters.component_weights),
        components,
        quality,
        trust,
        raw,
        confidence,
        parts,
    )


def _clip(value: float) -> float:
    return min(1.0, max(0.0, value))


def _weighted(metrics: Metrics, parameters: Parameters) -> Metrics:
    """Return the weighted metrics (equation 2)."""
    return tuple(
        None if value is None else _clip(weight * value)
        for weight, value in zip(parameters.metric_weights, metrics, strict=True)
    )


def _mix(metrics: Metrics, weights: Sequence[float]) -> float | None:
    """Return the weighted mean of the known metrics (equation 6), or None if none of those with a weight is known."""
    known = [
        (weight, value)
        for weight, value in zip(weights, metrics, strict=True)
        if value is not None and weight
    ]
    if not known:
        return None
    return math.fsum(weight * value for weight, value in known) / (
        math.fsum(abs(weight) for weight, _ in known) + EPSILON
    )


def _mean(metrics: Metrics) -> float | None:
    known = [value for value in metrics if value is not None]
    return math.fsum(known) / len(known) if known else None


def quality_of(node: TrustNode, metrics: Metrics, parameters: Parameters) -> float | None:
    """Return the quality of a node (equation 3): the mean of its known metrics, weighted for its role, or None."""
    weights = parameters.quality_weights.get(node.role)
    value = _mean(metrics) if weights is None else _mix(metrics, weights)
    return None if value is None else _clip(value)


def _synergy(parent: Metrics, child: Metrics, pair: Edge, parameters: Parameters) -> float | None:
    """Return the synergy of parent and child (equation 5); of only one of them if nothing is known of the other."""
    weights = parameters.synergy.get(pair)
    sides = (
        (_mean(parent), _mean(child))
        if weights is None
        else (_mix(parent, weights[0]), _mix(child, weights[1]))
    )
    known = [value for value in sides if value is not None]
    return _clip(math.fsum(known) / len(known)) if known else None


def _parts(
    dag: TrustDag,
    edge: Edge,
    quality: Mapping[str, float],
    metrics: Mapping[str, Metrics],
    parameters: Parameters,
) -> EdgeParts:
    parent, child = (dag.nodes[name] for name in edge)
    pair = (parent.role, child.role)
    return EdgeParts(
        parameters.prior(*pair),
        quality[parent.id],
        quality[child.id],
        parameters.alignment(parent.text, child.text),
        _synergy(metrics[parent.id], metrics[child.id], pair, parameters),
    )


def _raw_confidence(parts: EdgeParts | None, parameters: Parameters) -> float:
    """Return the confidence of an edge (equation 4) from its known features, or the default without features."""
    if parts is None:
        return _clip(parameters.propagation.default_confidence)
    weights = parameters.edge_weights
    total = math.fsum(
        weight * value for weight, value in zip(weights, parts, strict=True) if value is not None
    )
    if parts.synergy is None:
        known = math.fsum(abs(weight) for weight in weights[:-1])
        total *= (known + abs(weights.synergy)) / (known + EPSILON)
    return _clip(total)


def propagated(
    dag: TrustDag, quality: Mapping[str, float], raw: Mapping[Edge, float], propagation: Propagation
) -> dict[str, float]:
    """Return the trust of each node that has a quality (equations 7 and 8).

    Parents without trust contribute nothing, neither good nor bad.
    """
    trust: dict[str, float] = {}
    alpha = max(0.0, propagation.alpha)
    for name in dag.order:
        if name not in quality:
            continue
        contributions = [
            max(LEAST_TRUST, trust[parent]) ** alpha * raw[parent, name]
            for parent in dag.parents[name]
            if parent in trust
        ]
        support = aggregated(contributions, propagation) if contributions and propagation.enabled else 1.0
        trust[name] = _clip(quality[name] * support)
    return trust


def aggregated(contributions: Sequence[float], propagation: Propagation) -> float:
    """Return the aggregate of the parents' contributions (equation 9), which does not depend on their order."""
    least, mean = min(contributions), math.fsum(contributions) / len(contributions)
    if propagation.aggregation == "min":
        return least
    if propagation.aggregation == "mean":
        return mean
    if propagation.aggregation == "dampmin":
        damping = _clip(propagation.damping)
        return (1 - damping) * least + damping * mean
    spread, beta = max(contributions) - least, max(0.0, propagation.beta)
    if spread <= 1e-12 or beta == 0:
        return mean
    weights = [math.exp(-beta * (value - least) / spread) for value in contributions]
    return math.fsum(
        weight * value for weight, value in zip(weights, contributions, strict=True)
    ) / math.fsum(weights)


def _gated(raw: float, trust: float | None, propagation: Propagation) -> float:
    """Return the confidence of an edge, gated by the trust of its parent (equation 10)."""
    if trust is None or not propagation.enabled:
        return raw
    eta = _clip(propagation.eta)
    return _clip(raw * (eta + (1 - eta) * trust ** max(0.0, propagation.alpha)))


def normalised(values: Sequence[float], weights: ComponentWeights) -> float:
    """Return the score of six components (equations 12 to 14), more than 0 and less than 1."""
    total = math.fsum(weight * value for weight, value in zip(weights, values, strict=True))
    best = math.fsum(weight for weight in weights if weight > 0)
    worst = math.fsum(weight for weight in weights if weight < 0)
    return MARGIN + (1 - 2 * MARGIN) * _clip((total - worst) / (best - worst + EPSILON))
