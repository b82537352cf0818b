"""Find the few pairs that can pass the similarity test without comparing all of them in full.

Jaccard.  |A & B| >= t |A | B| >= t max(|A|, |B|), so at least ceil(t |A|) and ceil(t |B|) tokens are
shared.  In any order of all tokens, k shared tokens (the first k) are then among the first
|A| - ceil(t |A|) + k of A and the first |B| - ceil(t |B|) + k of B, because the other shared ones come
after them.  Only these are indexed and looked up.  The order is that of the ingests in which tokens first
occur, latest first, and within an ingest from rare to frequent.

Ratio.  With matching blocks of M characters in texts of n and m, ratio = 2M/T, T = n + m, so
ratio >= r needs M >= rT/2; as M <= min(n, m), each length is at least r/(2 - r) of the other.  The blocks
form a common subsequence, outside of which are at most (1 - r) T characters; rapidfuzz counts them.

Exactness has a price.  At a ratio of 0.85 two texts may differ by a letter in every word, so that no
index of rare words or of long q-grams finds all pairs: all texts of similar length are counted.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right, insort_right
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    #: A text and those that may match it.
    Candidates = Iterator[tuple["ComparedText", list["ComparedText"]]]

_EPSILON = 1e-9
#: k above: more make longer prefixes and fewer candidates.
_WITNESSES = 2


class ComparedText(NamedTuple):
    """A text to be compared, except with others of its group.

    Thousands of instances of one sentence, which differ only in numbers, would all be candidates of
    each other.
    """

    number: int
    text: str
    tokens: frozenset[str]
    group: frozenset[str]


class TokenBlocking:
    """Candidate partners by the Jaccard index of the tokens."""

    def __init__(self, threshold: float) -> None:
        """Start without texts; the threshold lies in 0..1."""
        self._threshold = threshold
        self._entries: list[ComparedText] = []
        self._ranks: dict[str, int] = {}
        self._holders: dict[str, set[int]] = {}

    def add(self, entries: Sequence[ComparedText]) -> Candidates:
        """Add texts; yield each with the candidates among those before it.

        Proportional to the texts that share a token of the prefix.
        """
        self._rank(entries)
        for entry in entries:
            need = _ceil(self._threshold * len(entry.tokens))
            witnesses = min(need, _WITNESSES)
            first = sorted(entry.tokens, key=self._ranks.__getitem__)[: len(entry.tokens) - need + witnesses]
            candidates = (self._entries[place] for place in self._sharing(first, witnesses))
            yield entry, [other for other in candidates if other.group != entry.group]
            for token in first:
                self._holders.setdefault(token, set()).add(len(self._entries))
            self._entries.append(entry)

    def _sharing(self, tokens: list[str], need: int) -> Iterable[int]:
        """Return the places of the texts in whose prefix are so many of the tokens, at most two."""
        if need <= 0:
            return range(len(self._entries))
        *smaller, largest = sorted((self._holders.get(token, set()) for token in tokens), key=len)
        once, twice = set[int](), set[int]()
        for holders in smaller:
            twice |= once & holders
            once |= holders
        return once | largest if need == 1 else twice | once & largest

    def _rank(self, entries: Sequence[ComparedText]) -> None:
        new = Counter(token for entry in entries for token in entry.tokens if token not in self._ranks)
        for token in sorted(new, key=lambda token: (-new[token], token)):
            self._ranks[token] = -len(self._ranks)


class RatioBlocking:
    """Candidate partners by the ratio of difflib."""

    def __init__(self, threshold: float) -> None:
        """Start without texts; the threshold lies in 0..1."""
        self._threshold = threshold
        self._entries: list[ComparedText] = []  # shortest first

    def add(self, entries: Iterable[ComparedText]) -> Candidates:
        """Add texts; yield each with the candidates among those before it.

        Proportional to the texts of similar length, of which some ten are counted in a microsecond.
        """
        for entry in entries:
            yield entry, self._near(entry)
            insort_right(self._entries, entry, key=_length)

    def _near(self, entry: ComparedText) -> list[ComparedText]:
        from rapidfuzz import process
        from rapidfuzz.distance import Indel

        length, threshold = len(entry.text), self._threshold
        shortest = length * threshold / (2 - threshold)
        longest = length * (2 - threshold) / threshold if threshold else math.inf
        start = bisect_left(self._entries, shortest - _EPSILON, key=_length)
        stop = bisect_right(self._entries, longest + _EPSILON, key=_length)
        others = [other for other in self._entries[start:stop] if other.group != entry.group]
        texts = [other.text for other in others]
        # The cutoff is one whole number for all: cutoffs of normalised scores lose values that equal them.
        most = int((1 - threshold) * (length + len(texts[-1])) + _EPSILON) if texts else 0
        counted = process.extract(entry.text, texts, scorer=Indel.distance, score_cutoff=most, limit=None)
        return [others[place] for _, _, place in counted]


def _ceil(value: float) -> int:
    return math.ceil(value - _EPSILON)


def _length(entry: ComparedText) -> int:
    return len(entry.text)
