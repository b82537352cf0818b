"""Search for weights that rank scored graphs as their labels do, without asking a model again.

Three stages, as in the paper: a dense search of the whole space, a narrower one around the best, then one number at
a time.  The result is judged on graphs that the search has not seen.
"""

from __future__ import annotations

import math
import random
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.trust.scoring import score
from argcheck.argument.trust.uncertainty import resampled
from argcheck.argument.trust.weights import ComponentWeights, EdgeWeights, Parameters

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from argcheck.argument.trust.dag import TrustDag

#: Share of the labelled graphs that is kept from the search.
HELD_OUT = 0.3
_DENSE, _REFINE = 60, 40
_WIDE, _NARROW, _STEP = 1.0, 0.2, 1.5
_REDRAWN = 200


class Labelled(NamedTuple):
    """A graph with the quality of its argument: the higher the label, the better."""

    dag: TrustDag
    label: float


class Agreement(NamedTuple):
    """How well scores rank graphs as labels do, with 90 % bootstrap intervals."""

    auroc: float  #: area under the ROC curve of the better half against the other; 0.5 is chance
    auroc_interval: tuple[float, float]
    spearman: float  #: rank correlation, -1 to 1
    spearman_interval: tuple[float, float]


class Calibration(NamedTuple):
    """The weights of a search; a difference of ``seen`` and ``held_out`` shows overfitting."""

    parameters: Parameters
    seen: Agreement
    held_out: Agreement
    default_held_out: Agreement  #: of the default weights on the same graphs


def calibrated(graphs: Sequence[Labelled]) -> Calibration:
    """Return the weights that fit most of the graphs best, judged on the rest.

    :raises ValueError: fewer than ten graphs, or labels that are all equal on either side.
    """
    if len(graphs) < 10:
        raise ValueError("calibration needs at least ten labelled graphs")
    drawn = random.Random(0)  # noqa: S311 - a search, no secrets
    shuffled = drawn.sample(list(graphs), len(graphs))
    cut = round(len(graphs) * HELD_OUT)
    held_out, seen = shuffled[:cut], shuffled[cut:]

    def gain(parameters: Parameters) -> float:
        return auroc(*_ranked(seen, parameters))

    best = Parameters()
    best = _searched(best, gain, (resampled(best, drawn, _WIDE) for _ in range(_DENSE)))
    best = _searched(best, gain, (resampled(best, drawn, _NARROW) for _ in range(_REFINE)))
    best = _searched(best, gain, _steps(best))
    return Calibration(
        best,
        agreement(seen, best),
        agreement(held_out, best),
        agreement(held_out, Parameters()),
    )


def ablated(graphs: Sequence[Labelled]) -> dict[str, float]:
    """Return the loss of AUROC without each component, each feature of edges, and propagation."""
    base = Parameters()
    whole = auroc(*_ranked(graphs, base))
    without = {name: _with(base, "component_weights", {name: 0.0}) for name in ComponentWeights._fields}
    without |= {f"edge {name}": _with(base, "edge_weights", {name: 0.0}) for name in EdgeWeights._fields}
    without["propagation"] = _with(base, "propagation", {"enabled": False})
    return {name: whole - auroc(*_ranked(graphs, changed)) for name, changed in without.items()}


def agreement(graphs: Sequence[Labelled], parameters: Parameters) -> Agreement:
    """Return the agreement of scores and labels.

    :raises ValueError: all labels are equal.
    """
    scores, labels = _ranked(graphs, parameters)
    drawn = random.Random(0)  # noqa: S311 - bootstrap, no secrets
    again: list[tuple[float, float]] = []
    while len(again) < _REDRAWN:
        rows = [drawn.randrange(len(scores)) for _ in scores]
        some, theirs = [scores[row] for row in rows], [labels[row] for row in rows]
        if len(set(theirs)) > 1:
            again.append((auroc(some, theirs), spearman(some, theirs)))
    low, high = round(0.05 * _REDRAWN), round(0.95 * _REDRAWN) - 1
    areas, ranks = (sorted(values) for values in zip(*again, strict=True))
    return Agreement(
        auroc(scores, labels), (areas[low], areas[high]), spearman(scores, labels), (ranks[low], ranks[high])
    )


def auroc(scores: Sequence[float], labels: Sequence[float]) -> float:
    """Return the share of pairs of labels above and below the median in which the former scores higher; ties are half.

    :raises ValueError: all labels are equal.
    """
    middle = sorted(labels)[(len(labels) - 1) // 2]
    if middle == max(labels):  # most have the best label
        middle = max((label for label in labels if label < middle), default=middle)
    good = [value for value, label in zip(scores, labels, strict=True) if label > middle]
    bad = [value for value, label in zip(scores, labels, strict=True) if label <= middle]
    if not good or not bad:
        raise ValueError("labels that are all equal rank nothing")
    wins = math.fsum(1.0 if g > b else 0.5 if g == b else 0.0 for g in good for b in bad)
    return wins / (len(good) * len(bad))


def spearman(scores: Sequence[float], labels: Sequence[float]) -> float:
    """Return Spearman's rank correlation, with mean ranks for ties; 0 if one side does not vary."""
    first, second = _ranks(scores), _ranks(labels)
    mean = (len(first) + 1) / 2
    covariance = math.fsum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    spread = math.sqrt(math.fsum((a - mean) ** 2 for a in first) * math.fsum((b - mean) ** 2 for b in second))
    return covariance / spread if spread else 0.0


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    first = {value: place for place, value in reversed(list(enumerate(ordered, 1)))}
    last = {value: place for place, value in enumerate(ordered, 1)}
    return [(first[value] + last[value]) / 2 for value in values]


def _ranked(graphs: Sequence[Labelled], parameters: Parameters) -> tuple[list[float], list[float]]:
    return [score(graph.dag, parameters).value for graph in graphs], [graph.label for graph in graphs]


def _searched(
    best: Parameters, gain: Callable[[Parameters], float], tried: Iterator[Parameters]
) -> Parameters:
    most = gain(best)
    for parameters in tried:
        reached = gain(parameters)
        if reached > most:
            best, most = parameters, reached
    return best


def _steps(parameters: Parameters) -> Iterator[Parameters]:
    """Yield parameters with one weight of edges or components, or one number of propagation, changed."""
    parts = {
        "component_weights": ComponentWeights._fields,
        "edge_weights": EdgeWeights._fields,
        "propagation": ("alpha",),
    }
    for factor in (_STEP, 1 / _STEP):
        for part, names in parts.items():
            for name in names:
                yield _with(parameters, part, {name: getattr(getattr(parameters, part), name) * factor})


def _with(parameters: Parameters, part: str, numbers: Mapping[str, float]) -> Parameters:
    return replace(parameters, **{part: getattr(parameters, part)._replace(**numbers)})
