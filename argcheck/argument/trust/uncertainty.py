"""The uncertainty of a score: graphs extracted and verified several times, scored with resampled weights."""

from __future__ import annotations

import math
import random
from dataclasses import replace
from statistics import fmean, pstdev, pvariance
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.trust.scoring import score
from argcheck.argument.trust.weights import ComponentWeights, EdgeWeights, Parameters

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.argument.trust.dag import TrustDag
    from argcheck.argument.trust.weights import Vector

#: Extractions and trials of the paper.
SAMPLES, TRIALS = 8, 8
#: Standard deviation of the logarithm of resampled weights: two thirds of the factors are within a quarter of 1.
SPREAD = 0.25
#: Share of the scores outside the interval on each side.
TAIL = 0.05


class Distribution(NamedTuple):
    """The scores of a manuscript over all samples and trials."""

    mean: float
    deviation: float
    low: float  #: the 5 % quantile of the scores
    high: float  #: the 95 % quantile
    scores: tuple[float, ...]
    #: The variance by source; the three sum to the square of the deviation.
    variance: Mapping[str, float]


def sampled(dags: Sequence[Sequence[TrustDag]], *, trials: int = TRIALS, seed: int = 0) -> Distribution:
    """Score several extractions of one manuscript with the same resampled weights.

    :param dags: for each extraction its graphs, one for each time that its nodes were verified.
    :raises ValueError: there is no graph or no trial, or extractions were verified unequally often.
    """
    if not dags or trials < 1 or len({len(group) for group in dags}) != 1 or not dags[0]:
        raise ValueError("uncertainty needs graphs, each verified equally often, and at least one trial")
    drawn = random.Random(seed)  # noqa: S311 - weights, no secrets
    weights = [resampled(Parameters(), drawn) for _ in range(trials)]
    table = [[[score(dag, trial).value for trial in weights] for dag in group] for group in dags]
    scores = tuple(value for group in table for row in group for value in row)
    variance = {
        "extraction": pvariance([fmean(fmean(row) for row in group) for group in table]),
        "verification": fmean(pvariance([fmean(row) for row in group]) for group in table),
        "weights": fmean(pvariance(row) for group in table for row in group),
    }
    return Distribution(
        fmean(scores), pstdev(scores), _quantile(scores, TAIL), _quantile(scores, 1 - TAIL), scores, variance
    )


def resampled(parameters: Parameters, drawn: random.Random, spread: float = SPREAD) -> Parameters:
    """Return parameters with weights and numbers of propagation multiplied by log-normal factors.

    Zeros and signs stay, and shares stay between 0 and 1.
    """

    def perturbed(value: float) -> float:
        return value * math.exp(drawn.gauss(0, spread))

    def vector(values: Vector) -> Vector:
        first, second, third, fourth, fifth, sixth = map(perturbed, values)
        return (first, second, third, fourth, fifth, sixth)

    propagation = parameters.propagation
    return replace(
        parameters,
        metric_weights=vector(parameters.metric_weights),
        quality_weights={role: vector(values) for role, values in parameters.quality_weights.items()},
        edge_weights=EdgeWeights(*map(perturbed, parameters.edge_weights)),
        component_weights=ComponentWeights(*map(perturbed, parameters.component_weights)),
        propagation=propagation._replace(
            alpha=perturbed(propagation.alpha),
            beta=perturbed(propagation.beta),
            eta=min(1.0, perturbed(propagation.eta)),
            damping=min(1.0, perturbed(propagation.damping)),
        ),
    )


def _quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile with linear interpolation between the neighbours."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
