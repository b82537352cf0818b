"""How two claims relate: guards that keep different claims apart, and measures of similarity."""

from __future__ import annotations

from argcheck.argument.normalise import (
    Fingerprint,
    altered,
    is_of_some,
    opposed,
    reordered,
    substituted,
)

JACCARD_THRESHOLD = 0.7
RATIO_THRESHOLD = 0.85
_HASTE = 1e-9  # so that rounding in the fast bound never rejects a pair that passes the exact test


def contradict(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether the claims are equal except for a negation, or except for their numbers.

    What is said of some ("some patients did not respond", "two of the patients", "may not") denies nothing of others.
    """
    if a.core != b.core:
        return False
    if a.negated != b.negated:
        return a.numbers == b.numbers and not (is_of_some(a) or is_of_some(b))
    return numbers_conflict(a.numbers, b.numbers)


def conflict(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether the claims must never merge: negation, numbers, formulas or word order differ, or they are opposites.

    Wider than `contradict`: a claim with a negation and an extra word is not a paraphrase either, and opposites
    are two claims that need not contradict each other.
    """
    return (
        a.negated != b.negated
        or a.denied != b.denied
        or values_conflict(a, b)
        or opposed(a, b)
        or reordered(a, b)
    )


def joinable(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether no guard keeps two similar texts apart: no conflict, and no word replaces or alters another.

    Claims joined by a place or a third text need only have no `conflict`.  The checks that reject most pairs at least
    cost come first.
    """
    return not substituted(a, b) and not altered(a, b) and not conflict(a, b)


def values_conflict(a: Fingerprint, b: Fingerprint) -> bool:
    """Whether the claims have different numbers, theorems or groups of another number, or formulas with other relations."""
    formulas = a.symbols and b.symbols and a.symbols != b.symbols
    return bool(formulas) or numbers_conflict(a.numbers, b.numbers) or numbers_conflict(a.labels, b.labels)


def numbers_conflict(a: frozenset[str], b: frozenset[str]) -> bool:
    """Whether each set has a number that the other lacks; numbers that only one claim omits are no conflict."""
    return not a <= b and not b <= a


def jaccard_similar(a: Fingerprint, b: Fingerprint, threshold: float) -> bool:
    """Whether the Jaccard index of the token sets reaches the threshold and the shared tokens are in the same order.

    "A implies B" and "B implies A" have equal token sets, hence the order.  Always false for claims with formulas, as
    these use few symbols.
    """
    if a.symbols or b.symbols:
        return False
    shared = a.token_set & b.token_set
    every = len(a.token_set) + len(b.token_set) - len(shared)
    if not every or len(shared) / every < threshold:
        return False
    return _in_order(a.tokens, shared) == _in_order(b.tokens, shared)


def ratio_reaches(a: str, b: str, threshold: float) -> bool:
    """Whether the difflib ratio reaches the threshold in one order of the arguments, exactly.

    Matching blocks form a common subsequence, so the ratio is at most 2 LCS / (|a| + |b|), which rapidfuzz
    computes fast and which spares most of the slow comparisons.
    """
    if _upper_bound(a, b) < threshold - _HASTE:
        return False
    return ratio(a, b) >= threshold or ratio(b, a) >= threshold


def within_reach(text: str, others: list[str], threshold: float) -> list[int]:
    """Return the positions of the texts whose ratio may reach the threshold, by the bound of `ratio_reaches`.

    With a ratio of r, at most (1 - r) T of all T characters are outside a common subsequence.  The cutoff is the same
    integer for all texts, because normalised scores of rapidfuzz lose values equal to their cutoff.
    """
    from rapidfuzz import process
    from rapidfuzz.distance import Indel

    longest = max(map(len, others), default=0)
    cutoff = int((1 - threshold) * (len(text) + longest) + _HASTE)
    reachable = process.extract(text, others, scorer=Indel.distance, score_cutoff=cutoff, limit=None)
    return sorted(position for _, _, position in reachable)


def ratio(a: str, b: str) -> float:
    """Return the difflib ratio of this order of the arguments, in 0..1, without the junk heuristic."""
    from difflib import SequenceMatcher

    return SequenceMatcher(None, a, b, autojunk=False).ratio()


def similarity(a: Fingerprint, b: Fingerprint) -> float:
    """Return the greater difflib ratio of the two orders, by which pairs of a split component are sorted."""
    return max(ratio(a.norm, b.norm), ratio(b.norm, a.norm))


def _in_order(tokens: tuple[str, ...], shared: frozenset[str]) -> list[str]:
    return [token for token in dict.fromkeys(tokens) if token in shared]


def _upper_bound(a: str, b: str) -> float:
    if not a or not b:
        return 1.0
    from rapidfuzz.distance import Indel

    bound = 2 * min(len(a), len(b)) / (len(a) + len(b))
    return min(bound, Indel.normalized_similarity(a, b))
