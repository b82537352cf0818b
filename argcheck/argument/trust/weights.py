"""All weights of the score, with the defaults of the paper (tables 1 to 4)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from argcheck.files.patterns import ALPHANUMERIC
from argcheck.tex.vocabulary import words

#: The metrics of a node, each from 0 to 1, in the order of all vectors here.
METRICS = (
    "credibility",
    "relevance",
    "evidence_strength",
    "method_rigor",
    "reproducibility",
    "citation_support",
)
Vector = tuple[float, float, float, float, float, float]
RolePair = tuple[str, str]  # parent, child

AGGREGATIONS = ("min", "mean", "softmin", "dampmin")
DEFAULT_PRIOR = 0.5
#: Keeps the denominators of equations 3, 6 and 13 from zero; the paper does not give its value.
EPSILON = 1e-12
#: Distance of the score of equation 14 from 0 and 1.
MARGIN = 1e-9
#: Least trust of a parent in equation 7.
LEAST_TRUST = 1e-6

_QUALITY: Mapping[str, Vector] = MappingProxyType(
    {
        "hypothesis": (0.50, 0.50, 0.00, 0.00, 0.00, 0.00),
        "conclusion": (0.60, 0.40, 0.00, 0.00, 0.00, 0.00),
        "claim": (0.45, 0.35, 0.20, 0.00, 0.00, 0.00),
        "evidence": (0.20, 0.00, 0.50, 0.00, 0.00, 0.30),
        "method": (0.10, 0.00, 0.00, 0.60, 0.30, 0.00),
        "result": (0.40, 0.30, 0.30, 0.00, 0.00, 0.00),
        "assumption": (0.60, 0.40, 0.00, 0.00, 0.00, 0.00),
        "counterevidence": (0.20, 0.00, 0.50, 0.00, 0.00, 0.30),
        "limitation": (0.50, 0.50, 0.00, 0.00, 0.00, 0.00),
        "context": (0.40, 0.60, 0.00, 0.00, 0.00, 0.00),
    }
)

_PRIORS: Mapping[RolePair, float] = MappingProxyType(
    {
        ("hypothesis", "claim"): 0.75,
        ("hypothesis", "evidence"): 0.75,
        ("hypothesis", "method"): 0.50,
        ("hypothesis", "result"): 0.25,
        ("hypothesis", "conclusion"): 0.25,
        ("evidence", "result"): 1.00,
        ("evidence", "claim"): 0.50,
        ("evidence", "conclusion"): 0.75,
        ("method", "result"): 0.75,
        ("method", "evidence"): 0.50,
        ("result", "conclusion"): 0.75,
        ("claim", "conclusion"): 0.50,
        ("claim", "evidence"): 0.50,
        ("context", "claim"): 0.50,
        ("assumption", "claim"): 0.50,
        ("assumption", "method"): 0.50,
        ("counterevidence", "claim"): 0.75,
        ("counterevidence", "conclusion"): 0.75,
    }
)

_SYNERGY: Mapping[RolePair, tuple[Vector, Vector]] = MappingProxyType(
    {  # weights of the metrics of the parent, of the child
        ("evidence", "claim"): ((0.2, 0, 0.5, 0, 0, 0.3), (0.6, 0.4, 0, 0, 0, 0)),
        ("evidence", "result"): ((0.2, 0, 0.5, 0, 0, 0.3), (0.5, 0.5, 0, 0, 0, 0)),
        ("evidence", "conclusion"): ((0.1, 0, 0.5, 0, 0, 0.4), (0.7, 0.3, 0, 0, 0, 0)),
        ("method", "result"): ((0.1, 0, 0, 0.6, 0.3, 0), (0.6, 0.4, 0, 0, 0, 0)),
        ("hypothesis", "claim"): ((0.3, 0.7, 0, 0, 0, 0), (0.6, 0.4, 0, 0, 0, 0)),
        ("hypothesis", "evidence"): ((0.4, 0.6, 0, 0, 0, 0), (0.5, 0.5, 0, 0, 0, 0)),
        ("claim", "conclusion"): ((0.6, 0.4, 0, 0, 0, 0), (0.7, 0.3, 0, 0, 0, 0)),
    }
)


def word_overlap(first: str, second: str) -> float:
    """Return the Jaccard index of the words of two texts, 0 to 1; 0 if both are empty.

    Words are runs of letters and digits in lower case, without function words of English.
    """
    left, right = _content_words(first), _content_words(second)
    return len(left & right) / len(left | right) if left or right else 0.0


@lru_cache(maxsize=4096)  # each claim has several edges, and is scored once for each sample of the weights
def _content_words(text: str) -> frozenset[str]:
    return frozenset(ALPHANUMERIC.findall(text.lower())) - words("en", "claims.function-words")


class EdgeWeights(NamedTuple):
    """The weights of five features in the confidence of an edge (equation 4, table 1)."""

    prior: float = 0.30
    parent: float = 0.20
    child: float = 0.20
    alignment: float = 0.10
    synergy: float = 0.20


class ComponentWeights(NamedTuple):
    """The weights of six components in the score (equation 12, table 1); a penalty is negative."""

    bridge_coverage: float = 0.25
    best_path: float = 0.25
    redundancy: float = 0.15
    fragility: float = -0.15
    coherence: float = 0.10
    coverage: float = 0.10


class Propagation(NamedTuple):
    """How trust passes from parents to children (equations 7 to 10).

    Numbers out of range are clamped: ``alpha`` and ``beta`` at 0, ``eta`` and ``damping`` to 0 to 1.
    """

    enabled: bool = True  #: if off, trust equals quality, and no edge is gated
    aggregation: str = "min"  #: one of `AGGREGATIONS`
    alpha: float = 1.0  #: exponent on the trust of a parent
    eta: float = 2 ** (-1 / 8)  #: least factor of an edge from a parent without trust
    beta: float = 6.0  #: sharpness of ``softmin``: the greater, the closer to the minimum
    damping: float = 0.35  #: share of the mean in ``dampmin``, the paper's lambda
    default_confidence: float = 0.5  #: of an edge with an end without quality


@dataclass(frozen=True)
class Parameters:
    """All parameters of the score.

    :raises ValueError: the aggregation is unknown.
    """

    metric_weights: Vector = (1.0, 1.0, 1.0, 1.0, 1.0, 1.0)
    quality_weights: Mapping[str, Vector] = field(default_factory=lambda: _QUALITY)
    edge_weights: EdgeWeights = field(default_factory=EdgeWeights)
    priors: Mapping[RolePair, float] = field(default_factory=lambda: _PRIORS)
    synergy: Mapping[RolePair, tuple[Vector, Vector]] = field(default_factory=lambda: _SYNERGY)
    propagation: Propagation = field(default_factory=Propagation)
    component_weights: ComponentWeights = field(default_factory=ComponentWeights)
    alignment: Callable[[str, str], float] = word_overlap  #: of the texts of two nodes, 0 to 1

    def __post_init__(self) -> None:
        """Raise ValueError if the aggregation is unknown."""
        if self.propagation.aggregation not in AGGREGATIONS:
            raise ValueError(
                f"no aggregation is called {self.propagation.aggregation!r}; there are {', '.join(AGGREGATIONS)}"
            )

    def prior(self, parent: str, child: str) -> float:
        """Return how usual support from one role to another is, 0 to 1."""
        return self.priors.get((parent, child), DEFAULT_PRIOR)
