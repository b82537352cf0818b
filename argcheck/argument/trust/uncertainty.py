"""How sure the score is: graphs that were extracted and verified several times, scored under resampled weights."""

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
#: Standard deviation of the logarithm by which a weight is resampled: two thirds of the draws are within a quarter.
SPREAD = 0.25
#: The interval leaves a twentieth out on each side.
TAIL = 0.05


class Distribution(NamedTuple):
    """The score of a manuscript over all samples and trials, never a bare number."""

    mean: float
    deviation: float
    low: float  #: 5 % of the scores are lower
    high: float  #: 5 % are higher
    scores: tuple[float, ...]
    #: The variance by where it comes from; the three add up to the square of the deviation.
    variance: Mapping[str, float]


def sampled(dags: Sequence[Sequence[TrustDag]], *, trials: int = TRIALS, seed: int = 0) -> Distribution:
    """Score extractions of one manuscript, each verified as often as the others, under the same resampled weights.

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
    """Return parameters whose weights and numbers of propagation are multiplied by log-normal factors.

    A weight of 0 stays 0, signs stay, and what is a share stays between 0 and 1.
    """

    def shaken(value: float) -> float:
        return value * math.exp(drawn.gauss(0, spread))

    def vector(values: Vector) -> Vector:
        first, second, third, fourth, fifth, sixth = map(shaken, values)
        return (first, second, third, fourth, fifth, sixth)

    propagation = parameters.propagation
    return replace(
        parameters,
        metric_weights=vector(parameters.metric_weights),
        quality_weights={role: vector(values) for role, values in parameters.quality_weights.items()},
        edge_weights=EdgeWeights(*map(shaken, parameters.edge_weights)),
        component_weights=ComponentWeights(*map(shaken, parameters.component_weights)),
        propagation=propagation._replace(
            alpha=shaken(propagation.alpha),
            beta=shaken(propagation.beta),
            eta=min(1.0, shaken(propagation.eta)),
            damping=min(1.0, shaken(propagation.damping)),
        ),
    )


def _quantile(values: Sequence[float], share: float) -> float:
    """Return a quantile with linear interpolation between the neighbours."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = math.floor(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])
