"""Graphs with a planted quality: the better the argument, the better the metrics of its claims and the more routes it has."""

import random

from argcheck.argument.trust.calibration import Labelled
from argcheck.argument.trust.dag import TrustDag, TrustNode
from argcheck.argument.trust.weights import METRICS


def labelled(count, *, noise=0.15, seed=0):
    drawn = random.Random(seed)
    return [
        Labelled(_dag(quality, noise, drawn), quality) for quality in (drawn.random() for _ in range(count))
    ]


def _dag(quality, noise, drawn):
    def node(name, role):
        metrics = tuple(min(1.0, max(0.0, drawn.gauss(quality, noise))) for _ in METRICS)
        return TrustNode(name, role, f"{name} {role}", metrics)

    nodes = [node("h", "hypothesis"), node("z", "conclusion")]
    edges = []
    for route in range(1 + sum(drawn.random() < quality for _ in range(3))):
        names = [f"{role}{route}" for role in ("method", "result", "claim")[drawn.randrange(2) :]]
        nodes += [node(name, name[:-1]) for name in names]
        edges += zip(["h", *names], [*names, "z"], strict=True)
    return TrustDag(nodes, edges)
