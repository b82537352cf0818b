"""The arithmetic of the evidence committee (BibAgent, section 3.3 and appendix D); no text, no model, no network.

There are two forms.  ``PRINTED`` is the paper's: its effective size counts clusters but its threshold of six counts
witnesses, and neutral clusters, which are normal, count as disagreement, so that a unanimous committee of any size has
a confidence of 1/6.  ``REPAIRED`` is the default:

- the effective size is that of the unique witnesses of the clusters that are not neutral (Kish: the square of the sum
  of weights over the sum of their squares);
- the entropy is that of the mass that entails against the mass that contradicts, normalised by log 2;
- the neutral mass counts once, as what the committee does not cover: the score is balance times coverage.

Score, thresholds, stability and the reasons to abstain are the same in both.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from math import ceil, log
from typing import Any, NamedTuple

PRINTED, REPAIRED = "printed", "repaired"
ENTAILS, CONTRADICTS, NEUTRAL = "entails", "contradicts", "neutral"
VOTES = {ENTAILS: 1, NEUTRAL: 0, CONTRADICTS: -1}

CITED, VENUE = 0.6, 0.4  #: weights of a paper's own citations and of its venue
PREPRINT = 0.85  #: factor on the percentile of a venue without peer review
WINSOR = 0.99  #: percentile at which counts of citations are cut before they are ranked
WITNESSES = 6  #: least number for a decision
BAND = 0.3  #: scores from -BAND to BAND decide nothing
CONFIDENT = 0.5  #: least confidence for a decision
DISAGREEING = 0.6  #: entropy above which nothing is decided


class Aspect(NamedTuple):
    """A cluster of statements of witnesses on the source, and its relation to the citing claim."""

    relation: str  #: ``entails``, ``contradicts`` or ``neutral``
    papers: frozenset[str]  #: names of the witnesses; never empty
    agreement: float = 1.0  #: share of the runs that gave this relation, 0 to 1


class Consensus(NamedTuple):
    """The decision of a committee."""

    form: str
    verdict: str  #: ``supported``, ``miscited`` or ``undecidable``
    abstained: tuple[str, ...]  #: why it is undecidable: ``witnesses``, ``band``, ``confidence``, ``entropy``
    score: float  #: -1 (all contradict) to 1 (all entail)
    weights: tuple[float, ...]  #: of the aspects, in their order; they add up to 1
    effective: float  #: number of clusters (printed) or witnesses (repaired) that carry the score, at least 0
    entropy: float  #: 0 (one voice) to 1
    stability: float  #: 0 to 1
    coverage: float  #: share of the mass that is not neutral, 0 to 1
    confidence: float  #: 0 to 1


def percentile(value: float, population: Sequence[float], *, winsor: float = 1.0) -> float:
    """Return the rank of a value, 0 to 1: the share of others below it plus half of the share equal to it.

    :param population: not empty; need not contain the value.
    :param winsor: percentile (nearest rank) at which population and value are cut first.
    :raises ValueError: the population is empty.
    """
    if not population:
        raise ValueError("nothing to rank among")
    ordered = sorted(population)
    top = ordered[ceil(winsor * len(ordered)) - 1]
    cut = [min(item, top) for item in ordered]
    place = min(value, top)
    below, upto = bisect_left(cut, place), bisect_right(cut, place)
    return (below + (upto - below) / 2) / len(cut)


def influence(cited: float, venue: float, *, preprint: bool = False) -> float:
    """Return the weight of a witness, 0 to 1, from the percentiles of its citations and venue (appendix D.5)."""
    return CITED * cited + VENUE * venue * (PREPRINT if preprint else 1.0)


def consensus(
    aspects: Sequence[Aspect], influences: Mapping[str, float], witnesses: int, *, form: str = REPAIRED
) -> Consensus:
    """Return the decision that follows from the aspects.

    If no witness has any influence, all count the same.

    :param influences: of each paper, at least 0.
    :param witnesses: number of papers that were heard, including those of neutral aspects.
    :raises KeyError: a paper has no influence.
    """
    if not any(influences[paper] for aspect in aspects for paper in aspect.papers):
        influences = dict.fromkeys(influences, 1.0)
    support = [sum(influences[paper] for paper in sorted(aspect.papers)) for aspect in aspects]
    total = sum(support)
    weights = tuple(item / total for item in support)
    mass = dict.fromkeys(VOTES, 0.0)
    for aspect, weight in zip(aspects, weights, strict=True):
        mass[aspect.relation] += weight
    score = mass[ENTAILS] - mass[CONTRADICTS]
    coverage = mass[ENTAILS] + mass[CONTRADICTS]
    stability = sum(aspect.agreement * weight for aspect, weight in zip(aspects, weights, strict=True))
    if form == PRINTED:
        effective = _effective(weights)
        entropy = _entropy(mass.values())
    else:
        speaking = sorted(
            {paper for aspect in aspects if aspect.relation != NEUTRAL for paper in aspect.papers}
        )
        effective = _effective([influences[paper] for paper in speaking])
        entropy = _entropy((mass[ENTAILS], mass[CONTRADICTS]))
    confidence = abs(score) * min(1.0, effective / WITNESSES) * (1.0 - entropy) * stability
    reasons = {
        "witnesses": witnesses < WITNESSES,
        "band": abs(score) <= BAND,
        "confidence": confidence < CONFIDENT,
        "entropy": entropy > DISAGREEING,
    }
    abstained = tuple(name for name, holds in reasons.items() if holds)
    verdict = "undecidable" if abstained else "supported" if score > 0 else "miscited"
    return Consensus(
        form, verdict, abstained, score, weights, effective, entropy, stability, coverage, confidence
    )


def _effective(weights: Sequence[float]) -> float:
    """Return the number of equal weights that would be as concentrated as these; 0 without any."""
    squares = sum(weight * weight for weight in weights)
    return sum(weights) ** 2 / squares if squares else 0.0


def _entropy(masses: Iterable[float]) -> float:
    """Return the normalised entropy of masses, 0 to 1; 0 if one of them has all, or none has any.

    It is the limit of the paper's formula as its epsilon goes to 0.
    """
    kinds = list(masses)
    total = sum(kinds)
    shares = [kind / total for kind in kinds if kind > 0]
    return max(0.0, -sum(share * log(share) for share in shares)) / log(len(kinds))


def partition_of(groups: Sequence[Mapping[str, Any]], count: int) -> list[tuple[str, list[int]]]:
    """Return a model's groups as a partition: a claim in several counts in the first, one in none is its own group."""
    placed: set[int] = set()
    partition: list[tuple[str, list[int]]] = []
    for group in groups:
        members = [
            at - 1 for at in dict.fromkeys(group["statements"]) if 0 < at <= count and at - 1 not in placed
        ]
        placed.update(members)
        if members:
            partition.append((" ".join(group["name"].split()), members))
    return partition + [("", [at]) for at in range(count) if at not in placed]
