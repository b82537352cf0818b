"""What two claims are to each other: guards that tell them apart, and how alike they are (§3.3 of the design)."""

from __future__ import annotations

from argcheck.argument.normalise import (
    Fingerprint,
    altered,
    opposed,
    reordered,
    substituted,
)

JACCARD_THRESHOLD = 0.7
RATIO_THRESHOLD = 0.85
_HASTE = 1e-9  # rounding in the cheap bound must never hide a pair from the exact test


def contradict(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether the claims are equal except for a negation, or except for their numbers."""
    if a.core != b.core:
        return False
    if a.negated != b.negated:
        return a.numbers == b.numbers
    return numbers_conflict(a.numbers, b.numbers)


def conflict(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether the claims must never merge: one is negated, numbers, formulas or the order of all words differ, or opposites.

    Wider than `contradict`: an extra word beside the negation does not make it a paraphrase, and opposites make two
    claims that need not contradict each other.
    """
    return a.negated != b.negated or values_conflict(a, b) or opposed(a, b) or reordered(a, b)


def joinable(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether two texts may be one claim: they are alike, no guard keeps them apart, no word replaces or alters one.

    Narrower than what `conflict` allows, which also holds for claims that a place or a third text has joined.  What is
    asked first tells most pairs apart, and costs least.
    """
    return not substituted(a, b) and not altered(a, b) and not conflict(a, b)


def values_conflict(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether the claims state different numbers, or formulas with different relations."""
    formulas = a.symbols and b.symbols and a.symbols != b.symbols
    return bool(formulas) or numbers_conflict(a.numbers, b.numbers)


def numbers_conflict(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether each side has a number that the other lacks; only leaving one out is no conflict."""
    return not a <= b and not b <= a


def jaccard_similar(a: Fingerprint, b: Fingerprint, threshold: float) -> bool:
    """Whether the token sets overlap enough and the shared tokens stand in the same order.

    "A implies B" and "B implies A" have one token set, hence the order; formulas reuse few symbols,
    hence no mathematics.
    """
    if a.symbols or b.symbols:
        return False
    shared = a.token_set & b.token_set
    every = len(a.token_set) + len(b.token_set) - len(shared)
    if not every or len(shared) / every < threshold:
        return False
    return _in_order(a.tokens, shared) == _in_order(b.tokens, shared)


def ratio_reaches(a: str, b: str, threshold: float) -> bool:
    """Whether the difflib ratio of either argument order reaches the threshold, exactly.

    Matching blocks form a common subsequence, so the ratio is at most 2 LCS / (|a| + |b|), which
    rapidfuzz computes fast: it spares most of the slow comparisons.
    """
    if _upper_bound(a, b) < threshold - _HASTE:
        return False
    return ratio(a, b) >= threshold or ratio(b, a) >= threshold


def within_reach(text: str, others: list[str], threshold: float) -> list[int]:
    """Return the positions of the texts whose ratio may reach the threshold, by the same bound.

    A ratio of r leaves at most (1 - r) T characters outside a common subsequence.  The cutoff is one
    whole number for all: cutoffs of rapidfuzz's normalised scores lose values that equal them.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import Indel

    longest = max(map(len, others), default=0)
    cutoff = int((1 - threshold) * (len(text) + longest) + _HASTE)
    reachable = process.extract(text, others, scorer=Indel.distance, score_cutoff=cutoff, limit=None)
    return sorted(position for _, _, position in reachable)


def ratio(a: str, b: str) -> float:
    """Return the difflib ratio of this argument order, without the automatic junk heuristic."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, a, b, autojunk=False).ratio()


def similarity(a: Fingerprint, b: Fingerprint) -> float:
    """Return the greater character ratio of both orders, for ordering the merges of a disputed cluster."""
    return max(ratio(a.norm, b.norm), ratio(b.norm, a.norm))


def _in_order(tokens: tuple[str, ...], shared: frozenset[str]) -> list[str]:
    return [token for token in dict.fromkeys(tokens) if token in shared]


def _upper_bound(a: str, b: str) -> float:
    if not a or not b:
        return 1.0
    from rapidfuzz.distance import Indel

    bound = 2 * min(len(a), len(b)) / (len(a) + len(b))
    return min(bound, Indel.normalized_similarity(a, b))
