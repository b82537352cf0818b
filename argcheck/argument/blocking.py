"""Find the few pairs of texts that may pass the similarity test without comparing all pairs.

Two necessary conditions, each proved below, are checked with inverted indexes.

Ratio.  With matching blocks of M characters in texts of n and m, ratio = 2M/T, T = n + m, so
ratio >= r needs M >= rT/2; as M <= min(n, m), each length is at least r/(2 - r) of the other.  Set a blank
before and behind each text.  The blocks align M characters of both texts, and the blanks; n - M
characters are deleted and m - M inserted.  A deletion destroys at most 2 of the n + 1 bigrams, an
insertion (which falls into one gap) at most 1, so at least (n + 1) - 2(n - M) - (m - M) = 3M - T + 1
>= s(n + m) + 1 bigrams are shared, s = 1.5 r - 1, counted with multiplicity.  The earlier text's part of
the bound, floor(s m), is taken off its count beforehand, so that one threshold serves all lengths.

The set of texts with a bigram is a Python integer with one bit for each text, so that shared bigrams are
counted over all texts at once, by a carry-save adder.  The texts of one ingest are sorted by length: those
that a text of n may match are then neighbours, and all texts of one length are compared with one slice of
each set.  Long texts come first, so that the rows to add are the bigrams of the shorter text.

Jaccard.  |A & B| >= t |A | B| >= t max(|A|, |B|), so at least ceil(t |A|) and ceil(t |B|) tokens are
shared.  In any order of all tokens, k shared tokens (the first k) are then among the first
|A| - ceil(t |A|) + k of A and the first |B| - ceil(t |B|) + k of B, because the other shared ones come
after them.  Only these are indexed and looked up.  The order is that of the ingests in which tokens first
occur, latest first, and within an ingest from rare to frequent.

At a ratio of 0.85 two texts may differ by a letter in every word, so that no index of rare words or of long
q-grams finds all pairs; therefore bigrams are counted in all texts of similar length, 64 to a machine word.
That is a small part of the time up to some 10,000 texts, and a good third of it at 100,000.
"""

from __future__ import annotations

import math
import operator
import struct
from bisect import bisect_left, bisect_right
from collections import Counter, defaultdict
from itertools import compress, groupby
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    #: Texts, each with those that may match it.
    Candidates = Iterator[tuple["ComparedText", list["ComparedText"]]]

_EPSILON = 1e-9
#: k above: a greater k makes longer prefixes and fewer candidates.
_WITNESSES = 2
#: floor(s m) for m = 229 characters at a ratio of 0.85: a first ingest may have only short texts.
_LEAST_LIMIT = 63
#: Positions up to which adding powers of two is faster than filling a field of bytes.
_FEW = 8


class ComparedText(NamedTuple):
    """A text to be compared with the texts of other groups.

    A group holds the instances of one sentence that differ only in numbers: there may be thousands, which would
    all be candidates of each other.
    """

    number: int
    text: str
    tokens: frozenset[str]
    group: frozenset[str]


class TokenBlocking:
    """Finds candidates for a match by the Jaccard index of the tokens."""

    def __init__(self, threshold: float) -> None:
        """Start without texts; the threshold lies in 0..1."""
        self._threshold = threshold
        self._entries: list[ComparedText] = []
        self._ranks: dict[str, int] = {}
        self._holders: dict[str, set[int]] = {}

    def add(self, entries: Sequence[ComparedText]) -> Candidates:
        """Add texts; yield each with its candidates among the texts before it.

        Takes time in proportion to the texts that share a token of the prefix.
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
        """Return the positions of the texts with at least ``need`` (0 to 2) of the tokens in their prefixes."""
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
    """Finds candidates for a match by the ratio of difflib."""

    def __init__(self, threshold: float) -> None:
        """Start without texts; the threshold lies in 0..1."""
        self._threshold = threshold
        self._batches: list[OrderedTexts] = []

    def add(self, entries: Sequence[ComparedText]) -> Candidates:
        """Add texts; yield each with its candidates: each pair once, or twice if both have one length.

        Takes time in proportion to the texts of similar length, some hundred of them in a nanosecond.
        """
        # A new batch only for an ingest that is larger than all before it together, so that batches are few.
        if len(entries) > sum(len(batch.entries) for batch in self._batches):
            self._batches.append(OrderedTexts(self._threshold))
        for length, alike in groupby(sorted(entries, key=_length, reverse=True), key=_length):
            items = [(entry, bigrams(entry.text)) for entry in alike]
            self._batches[-1].extend(length, items)
            windows = [LengthWindow(batch, length) for batch in self._batches]
            for entry, grams in items:
                yield entry, [other for window in windows for other in window.candidates(entry, grams)]


class OrderedTexts:
    """Texts by position: those of the first ingest from long to short, later ones after them as they come."""

    def __init__(self, threshold: float) -> None:
        """Start without texts."""
        self.threshold = threshold
        self.share = max(1.5 * threshold - 1, 0)  # of the characters of both texts, as shared bigrams
        self.entries: list[ComparedText] = []
        self.groups: dict[frozenset[str], list[int]] = {}
        #: The lengths of the texts that are in order, longest first.
        self.lengths: list[int] = []
        #: The texts with each bigram, as bit sets.
        self.rows: dict[str, int] = {}
        #: The greatest floor(s m) of a text.
        self.limit = 0
        #: By binary digit, the texts with this digit in ``limit`` less their own floor(s m), as bit sets.
        self.credit: list[int] = []

    def extend(self, length: int, items: list[tuple[ComparedText, list[str]]]) -> None:
        """Add texts of one length, with their bigrams."""
        start, part = len(self.entries), math.floor(self.share * length)
        if not start:
            self.limit = max(part, _LEAST_LIMIT)
            self.credit = [0] * self.limit.bit_length()
        if len(self.lengths) == start and (not start or length <= self.lengths[-1]):
            self.lengths += [length] * len(items)
        self.entries += (entry for entry, _ in items)
        holders: dict[str, list[int]] = defaultdict(list)
        for place, (entry, grams) in enumerate(items):
            self.groups.setdefault(entry.group, []).append(start + place)
            for gram in grams:
                holders[gram].append(place)
        for gram, places in holders.items():
            self.rows[gram] = self.rows.get(gram, 0) | bit_set(places) << start
        # If a later text has a greater part than the limit, the bound is only less sharp.
        left, every = max(self.limit - part, 0), (1 << len(items)) - 1 << start
        self.credit = [row | every if left >> weight & 1 else row for weight, row in enumerate(self.credit)]


class Slices(dict[str, int]):
    """The same range of positions of each row of a batch, computed on first use."""

    def __init__(self, rows: dict[str, int], start: int, part: int | None) -> None:
        """Take the positions from ``start``; ``part`` is a mask with a bit for each, or None for whole rows."""
        super().__init__()
        self._rows, self._start, self._part = rows, start, part

    def __missing__(self, gram: str) -> int:
        row = self[gram] = self.cut(self._rows.get(gram, 0))
        return row

    def cut(self, row: int) -> int:
        """Return the range of a row."""
        return row if self._part is None else row >> self._start & self._part


class LengthWindow:
    """The texts of a batch whose lengths let them match texts of ``length`` characters."""

    def __init__(self, texts: OrderedTexts, length: int) -> None:
        """Find their range of positions: the whole batch, unless it is in order of length."""
        self._texts = texts
        self._start, self._stop = 0, len(texts.entries)
        if len(texts.lengths) == self._stop:
            longest = length * (2 - texts.threshold) / texts.threshold if texts.threshold else math.inf
            shortest = length * texts.threshold / (2 - texts.threshold)
            self._start = bisect_left(texts.lengths, -longest - _EPSILON, key=operator.neg)
            self._stop = bisect_right(texts.lengths, -shortest + _EPSILON, key=operator.neg)
        size = self._stop - self._start
        self._all = (1 << size) - 1
        self._rows = Slices(texts.rows, self._start, None if size == len(texts.entries) else self._all)
        self._credit = [self._rows.cut(row) for row in texts.credit]
        self._need = _ceil(texts.share * length + 1) + texts.limit if texts.share else 0
        self._groups: dict[frozenset[str], int] = {}

    def candidates(self, entry: ComparedText, grams: list[str]) -> list[ComparedText]:
        """Return the texts of other groups that share enough bigrams with this one."""
        sharing = self._all
        if sharing and self._need:
            rows = filter(None, map(self._rows.__getitem__, grams))
            sharing = at_least(list(rows), self._need, self._credit)
        entries, start = self._texts.entries, self._start
        return [entries[start + place] for place in members(sharing & ~self._of_group(entry.group))]

    def _of_group(self, group: frozenset[str]) -> int:
        if group not in self._groups:
            places = self._texts.groups.get(group, ())
            self._groups[group] = bit_set([p - self._start for p in places if self._start <= p < self._stop])
        return self._groups[group]


def bigrams(text: str) -> list[str]:
    """Return the bigrams of a text between blanks, the k-th repetition with the suffix k, so that all are distinct."""
    seen: dict[str, int] = {}
    items = []
    for gram in map(operator.add, f" {text}", f"{text} "):
        if gram in seen:
            times = seen[gram] = seen[gram] + 1
            items.append(f"{gram}{times}")
        else:
            seen[gram] = 1
            items.append(gram)
    return items


def at_least(rows: list[int], need: int, weighted: Sequence[int] = ()) -> int:
    """Return as a bit set the positions that are in at least ``need`` (>= 1) of the bit sets ``rows``.

    ``weighted`` are further bit sets, which count 1, 2, 4 and so on.  Carry-save addition: three rows of
    one weight become one of that weight and one of the next, in five operations, so about 5 len(rows)
    operations in all.
    """
    planes: list[int] = []
    while rows or len(planes) < len(weighted):
        if len(planes) < len(weighted):
            rows.append(weighted[len(planes)])
        carries = []
        while len(rows) >= 3:
            left = rows[len(rows) // 3 * 3 :]
            threes = iter(rows)
            for a, b, c in zip(threes, threes, threes, strict=False):
                half = a ^ b
                left.append(half ^ c)
                carries.append((a & b) | (half & c))
            rows = left
        planes.append(rows[0] ^ rows[1] if len(rows) == 2 else rows[0])
        if len(rows) == 2:
            carries.append(rows[0] & rows[1])
        rows = carries
    return _reaching(planes, need)


def bit_set(places: Sequence[int]) -> int:
    """Return a bit set of positions, which are in ascending order."""
    if len(places) <= _FEW:
        return sum(1 << place for place in places)
    field = bytearray(places[-1] // 8 + 1)
    for place in places:
        field[place >> 3] |= 1 << (place & 7)
    return int.from_bytes(field, "little")


def members(bits: int) -> list[int]:
    """Return the positions in a bit set in ascending order."""
    count = -(-bits.bit_length() // 64)
    words = struct.unpack(f"<{count}Q", bits.to_bytes(8 * count, "little"))
    members = []
    for place in compress(range(count), words):
        word = words[place]
        while word:
            lowest = word & -word
            members.append(64 * place + lowest.bit_length() - 1)
            word ^= lowest
    return members


def _reaching(planes: list[int], need: int) -> int:
    """Return the positions whose counts, of which ``planes[k]`` has the k-th binary digits, are at least ``need``."""
    if need >> len(planes):
        return 0
    above = 0
    equal = -1  # every position, as an infinite row of ones
    for weight in range(len(planes) - 1, -1, -1):
        plane = planes[weight]
        if need >> weight & 1:
            equal &= plane
        else:
            greater = equal & plane
            above |= greater
            equal ^= greater
    return above | equal


def _ceil(value: float) -> int:
    return math.ceil(value - _EPSILON)


def _length(entry: ComparedText) -> int:
    return len(entry.text)
