"""The arithmetic of the evidence committee (BibAgent, section 3.3 and appendix D); no text, no model, no network.

There are two forms.  ``PRINTED`` is the paper's: its effective size counts clusters while its threshold of six counts
witnesses, and neutral clusters, which are to be expected, count as disagreement, so that a unanimous committee of any
size has a confidence of 1/6.  ``REPAIRED`` is the default:

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
PREPRINT = 0.85  #: factor on the standing of a venue that does not review
WINSOR = 0.99  #: percentile at which counts of citations are cut before they are ranked
WITNESSES = 6  #: fewer decide nothing
BAND = 0.3  #: scores from -BAND to BAND decide nothing
CONFIDENT = 0.5  #: less decides nothing
DISAGREEING = 0.6  #: entropy above which nothing is decided


class Aspect(NamedTuple):
    """One cluster of what witnesses say of the source, and how it stands to the citing claim."""

    relation: str  #: ``entails``, ``contradicts`` or ``neutral``
    papers: frozenset[str]  #: who said it, each once; never empty
    agreement: float = 1.0  #: share of the runs that gave this relation, 0 to 1


class Consensus(NamedTuple):
    """What a committee comes to."""

    form: str
    verdict: str  #: ``supported``, ``miscited`` or ``undecidable``
    abstained: tuple[str, ...]  #: why it is undecidable: ``witnesses``, ``band``, ``confidence``, ``entropy``
    score: float  #: -1 (all contradict) to 1 (all entail)
    weights: tuple[float, ...]  #: of the aspects, in their order; they add up to 1
    effective: float  #: number of clusters (printed) or witnesses (repaired) that carry the score, at least 0
    entropy: float  #: 0 (one voice) to 1
    stability: float  #: 0 to 1
    coverage: float  #: share of the mass that speaks of the claim at all, 0 to 1
    confidence: float  #: 0 to 1


def percentile(value: float, population: Sequence[float], *, winsor: float = 1.0) -> float:
    """Rank a value among others: the share below it and half of the share equal to it, 0 to 1.

    :param population: holds at least one number; the value itself need not be among them.
    :param winsor: percentile (nearest rank) at which the population and the value are cut before.
    :raises ValueError: no population.
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
    """Weigh a witness (appendix D.5): 0.6 of the percentile of its citations, 0.4 of that of its venue; 0 to 1."""
    return CITED * cited + VENUE * venue * (PREPRINT if preprint else 1.0)


def consensus(
    aspects: Sequence[Aspect], influences: Mapping[str, float], witnesses: int, *, form: str = REPAIRED
) -> Consensus:
    """Weigh what the aspects say of the claim.

    Where no witness has any influence, all have the same.

    :param influences: of each paper, at least 0.
    :param witnesses: unique papers that were heard, also those of neutral aspects.
    :raises KeyError: a paper without an influence.
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
    """The number of equal weights that would be as concentrated as these; 0 without any."""
    squares = sum(weight * weight for weight in weights)
    return sum(weights) ** 2 / squares if squares else 0.0


def _entropy(masses: Iterable[float]) -> float:
    """The entropy of masses over that of as many equal ones: 0 where one has all, also where none has any.

    The limit of the paper's formula for its epsilon towards 0.
    """
    kinds = list(masses)
    total = sum(kinds)
    shares = [kind / total for kind in kinds if kind > 0]
    return max(0.0, -sum(share * log(share) for share in shares)) / log(len(kinds))


def partition_of(groups: Sequence[Mapping[str, Any]], count: int) -> list[tuple[str, list[int]]]:
    """Make a partition of what a model sorted: each claim where it was first put, one that was left out by itself."""
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
