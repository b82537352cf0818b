"""The score of a document with its parts, and what would raise it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.argument.model import AUTHOR
from argcheck.argument.trust.features import parts_of
from argcheck.argument.trust.weights import METRICS, ComponentWeights

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.argument.extract.manuscript_graph import ManuscriptGraph
    from argcheck.argument.extract.standing import Standing
    from argcheck.argument.trust.dag import Measures
    from argcheck.argument.trust.scoring import Score
    from argcheck.argument.trust.uncertainty import Distribution


class Remedy(NamedTuple):
    """A claim that would raise the score if all of its metrics were at their best."""

    node: str
    gain: float
    unknown: tuple[str, ...]  #: the unknown metrics of the claim


class DocumentScore(NamedTuple):
    """The score of a document, or the reason why it has none."""

    root: str  #: path of the document
    graph: ManuscriptGraph
    measures: Measures
    reason: str = ""
    score: Score | None = None
    distribution: Distribution | None = None
    remedies: tuple[Remedy, ...] | None = ()  #: None if the graph is too large to look for them
    standings: Mapping[str, Standing] = {}  #: how each conclusion stands, by its id
    #: number of models' readings in the distribution; 0 if only the weights vary
    readings: int = 0
    reached: int = 0  #: number of readings in which a hypothesis reaches a conclusion
    circular: int = 0  #: number of further readings that have no score because their support is circular

    @property
    def partial(self) -> int:
        """The number of claims with a quality that lack a metric."""
        scored = self.score.quality if self.score else ()
        return sum(len(self.measures[name]) < len(METRICS) for name in scored)

    @property
    def unannotated(self) -> bool:
        """Whether a document with claims has no score, no annotations of its author and no readings of models."""
        stated = any(AUTHOR in node.run_ids for node in self.graph.nodes.values())
        return bool(self.reason and self.graph.nodes) and not stated and not self.readings

    def fails(self, least: float) -> bool:
        """Whether the document has a score below ``least``, or none."""
        return bool(self.reason) or self.score is None or self.score.value < least

    def to_data(self) -> dict[str, Any]:
        """Return everything as JSON data."""
        data: dict[str, Any] = {"root": self.root, "score": None, "reason": self.reason}
        if self.distribution is not None:
            data |= {
                "interval": [self.distribution.low, self.distribution.high],
                "deviation": self.distribution.deviation,
                "mean": self.distribution.mean,
                "variance": dict(self.distribution.variance),
                "readings": self.readings,
                "readings_reaching": self.reached,
                "readings_circular": self.circular,
            }
        if self.score is not None:
            components = self.score.components
            data |= {
                "score": self.score.value if self.score.reaches else None,
                "components": dict(zip(ComponentWeights._fields, components.values, strict=True)),
                "best_path": list(components.path),
                "weakest_path": list(components.weakest_path),
                "widths": {name: standing.width for name, standing in self.standings.items()},
                "remedies": None if self.remedies is None else [item._asdict() for item in self.remedies],
                "nodes": [self._node(name) for name in self.graph.nodes],
                "edges": [
                    {
                        "parent": parent,
                        "child": child,
                        "raw": self.score.raw[parent, child],
                        "confidence": value,
                        "parts": parts_of(self.score, (parent, child)),
                    }
                    for (parent, child), value in self.score.confidence.items()
                ],
            }
        return data

    def _node(self, name: str) -> dict[str, Any]:
        scored = self.score
        known = self.measures[name]
        return {
            "id": name,
            "quality": scored.quality.get(name) if scored else None,
            "trust": scored.trust.get(name) if scored else None,
            "metrics": {metric: known[metric]._asdict() if metric in known else None for metric in METRICS},
        }
