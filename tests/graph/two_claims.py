"""Two claims compared by themselves, as a store does with many: slow, plain and symmetric."""

from __future__ import annotations

from enum import Enum

from argcheck.argument.normalise import Fingerprint, fingerprint, normalise
from argcheck.argument.similarity import (
    JACCARD_THRESHOLD,
    RATIO_THRESHOLD,
    contradict,
    jaccard_similar,
    joinable,
    ratio_reaches,
)


class Verdict(Enum):
    """The relation of two claims."""

    SAME = "same"  # two wordings of one claim
    CONTRADICTION = "contradiction"  # equal but for a negation or for numbers
    DISTINCT = "distinct"


def compare(
    a: str,
    b: str,
    jaccard_threshold: float = JACCARD_THRESHOLD,
    ratio_threshold: float = RATIO_THRESHOLD,
    *,
    language: str = "en",
) -> Verdict:
    """Compare the texts of two claims in one language.

    Cost: that of `difflib.SequenceMatcher`, quadratic in the length of the claims.
    """
    left, right = (fingerprint(normalise(text, language), language) for text in (a, b))
    if contradict(left, right):
        return Verdict.CONTRADICTION
    same = joinable(left, right) and similar(left, right, jaccard_threshold, ratio_threshold)
    return Verdict.SAME if same else Verdict.DISTINCT


def similar(a: Fingerprint, b: Fingerprint, jaccard_threshold: float, ratio_threshold: float) -> bool:
    """Whether Jaccard (words in equal order, no mathematics) or the character ratio reaches its threshold."""
    if a.norm == b.norm or jaccard_similar(a, b, jaccard_threshold):
        return True
    return ratio_reaches(a.norm, b.norm, ratio_threshold)
