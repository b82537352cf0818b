"""Find the few pairs that can pass the similarity test without looking at all of them.

Two necessary conditions, each proved below, are answered from inverted indexes whose long posting
lists are Python integers used as bit sets, so that counting shared items over all earlier texts is a
handful of machine-speed operations (a carry-save adder, one bit position per text).

Ratio.  With matching blocks of M characters in texts of n and m, ratio = 2M/T, T = n + m, so
ratio >= r needs M >= rT/2.  The blocks align M characters of both texts; n - M characters are deleted
and m - M inserted.  A deletion destroys at most 2 of the n - 1 bigrams, an insertion (which falls
into one gap) at most 1, so at least (n - 1) - 2(n - M) - (m - M) = 3M - T - 1 >= s(n + m) - 1 bigrams
are shared, s = 1.5 r - 1, counted with multiplicity.  The earlier text's part of the bound, floor(s m),
is taken off its count beforehand, so that one threshold serves earlier texts of every length.

Jaccard.  |A & B| >= t |A | B| >= t max(|A|, |B|), so at least ceil(t |A|) and ceil(t |B|) tokens are
shared.  In any order of all tokens, k shared tokens (the first k) are then among the first
|A| - ceil(t |A|) + k of A and the first |B| - ceil(t |B|) + k of B, because the other shared ones come
after them.  Only these are indexed and looked up.  The order is that of first occurrence, latest first,
so that they are mostly rare.

Exactness has a price.  At a ratio of 0.85 two texts may differ by a letter in every word, so that no
index of rare words or of long q-grams finds all pairs; all earlier texts are counted, 64 to a machine
word.  That is a small part of the time up to some 10,000 texts, and most of it at 100,000.
"""

from __future__ import annotations

import math
import operator
from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

_EPSILON = 1e-9
#: Texts in a posting kept as a list; beyond, a bit set is smaller and faster.  Lists of tokens are
#: counted by themselves, those of bigrams are made into bit sets for each query.
_TOKEN_LIST, _BIGRAM_LIST = 64, 8
#: k above: more make longer prefixes and fewer candidates.
_WITNESSES = 2
#: Bits for the earlier text's part of the bound.  Where it is larger, the bound is only less sharp.
_LENGTH_BITS = 7
_LENGTH_LIMIT = (1 << _LENGTH_BITS) - 1


class BitIndex:
    """Texts numbered from 0, and for each item the set of texts that hold it."""

    __slots__ = ("_bits", "_few", "_limit", "size")

    def __init__(self, list_limit: int) -> None:
        """Start without texts; sets of up to ``list_limit`` texts are kept as lists."""
        self.size = 0
        self._limit = list_limit
        self._bits: dict[str, int] = {}
        self._few: dict[str, list[int]] = {}

    def add(self, items: Iterable[str]) -> int:
        """Add a text with distinct items and return its number."""
        number, bit, bits = self.size, 1 << self.size, self._bits
        for item in items:
            if item in bits:
                bits[item] |= bit
            else:
                self._add_rare(item, number)
        self.size += 1
        return number

    def sharing(self, items: Sequence[str], need: int) -> list[int]:
        """Return the texts that hold at least ``need`` (1 or 2) of the items."""
        times = Counter(chain.from_iterable(self._few.get(item, ()) for item in items))
        found = [text for text, count in times.items() if count >= need]
        frequent = [self._bits[item] for item in items if item in self._bits]
        if frequent:
            # Texts that are not found yet hold at most one of the rare items.
            found += members(at_least([*frequent, bit_set(list(times))], need) & ~bit_set(found))
        return found

    def rows(self, items: Iterable[str]) -> list[int]:
        """Return for each item that some text holds the set of these texts."""
        bits, few = self._bits, self._few
        rows = []
        for item in items:
            if item in bits:
                rows.append(bits[item])
            elif item in few:
                rows.append(bit_set(few[item]))
        return rows

    def _add_rare(self, item: str, number: int) -> None:
        few = self._few.setdefault(item, [])
        few.append(number)
        if len(few) > self._limit:
            self._bits[item] = bit_set(few)
            del self._few[item]


class Blocking:
    """Candidate partners of a text among the texts added before it."""

    __slots__ = ("_bigrams", "_groups", "_jaccard", "_lengths", "_ranks", "_share", "_tokens")

    def __init__(self, jaccard_threshold: float, ratio_threshold: float) -> None:
        """Prepare for the thresholds of one comparison; both lie in 0..1."""
        self._jaccard = jaccard_threshold
        self._share = 1.5 * ratio_threshold - 1  # of the characters of both texts, as shared bigrams
        self._tokens = BitIndex(_TOKEN_LIST)
        self._ranks: dict[str, int] = {}
        self._bigrams = BitIndex(_BIGRAM_LIST)
        self._groups = BitIndex(_BIGRAM_LIST)
        #: By weight, the texts whose credit (what their part of the bound leaves of the limit) has that bit.
        self._lengths = [0] * _LENGTH_BITS

    def add(self, text: str, tokens: frozenset[str], group: str) -> tuple[list[int], list[int]]:
        """Add the next text; return the earlier ones that Jaccard, and those that the ratio, may accept.

        Texts of the same group are left out: thousands of instances of one sentence, which differ only
        in numbers, would all be candidates of each other.  Proportional to the earlier texts, but at
        some hundred texts a nanosecond.
        """
        items, names = bigrams(text), self._prefix(tokens)
        by_ratio = self._by_ratio(text, items)
        by_tokens = self._by_tokens(names, len(tokens))
        for same in self._groups.rows([group]):
            by_tokens = [number for number in by_tokens if not same >> number & 1]
            by_ratio &= ~same
        self._groups.add([group])
        self._tokens.add(names)
        number = self._bigrams.add(items)
        credit = _LENGTH_LIMIT - min(_LENGTH_LIMIT, math.floor(max(self._share, 0) * len(text)))
        for weight in range(_LENGTH_BITS):
            if credit >> weight & 1:
                self._lengths[weight] |= 1 << number
        return by_tokens, list(members(by_ratio))

    def _prefix(self, tokens: frozenset[str]) -> list[str]:
        ranks = self._ranks
        for token in sorted(token for token in tokens if token not in ranks):
            ranks[token] = -len(ranks)
        need = _ceil(self._jaccard * len(tokens))
        return sorted(tokens, key=ranks.__getitem__)[: len(tokens) - need + min(need, _WITNESSES)]

    def _by_tokens(self, prefix: list[str], count: int) -> list[int]:
        need = _ceil(self._jaccard * count)
        if need <= 0:
            return list(range(self._tokens.size))
        return self._tokens.sharing(prefix, min(need, _WITNESSES))

    def _by_ratio(self, text: str, items: list[str]) -> int:
        if self._share <= 0:
            return (1 << self._bigrams.size) - 1
        need = _ceil(self._share * len(text) - 1)
        return at_least(self._bigrams.rows(items), need + _LENGTH_LIMIT, self._lengths)


def bigrams(text: str) -> list[str]:
    """Return the bigrams of a text; the k-th repetition is an item of its own, as in a multiset."""
    seen: dict[str, int] = {}
    items = []
    for gram in map(operator.add, text, text[1:]):
        if gram in seen:
            times = seen[gram] = seen[gram] + 1
            items.append(f"{gram}{times}")
        else:
            seen[gram] = 1
            items.append(gram)
    return items


def at_least(rows: list[int], need: int, weighted: Sequence[int] = ()) -> int:
    """Return the set of positions that are in at least ``need`` (>= 1) of the given bit sets.

    ``weighted`` are further bit sets that count 1, 2, 4 and so on.  Carry-save addition: three rows of
    one weight become one of that weight and one of the next, at five operations each, about
    5 len(rows) operations in all.
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


def bit_set(texts: Sequence[int]) -> int:
    """Return the texts of these numbers as one integer."""
    if len(texts) <= _BIGRAM_LIST:
        return sum(1 << number for number in texts)
    field = bytearray(max(texts) // 8 + 1)
    for number in texts:
        field[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(field, "little")


def members(bits: int) -> Iterator[int]:
    """Yield the positions in a bit set, smallest first."""
    if bits.bit_count() > 50:
        text = bin(bits)[:1:-1]
        position = text.find("1")
        while position >= 0:
            yield position
            position = text.find("1", position + 1)
        return
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


def _reaching(planes: list[int], need: int) -> int:
    if need >> len(planes):
        return 0
    above = 0
    equal = -1  # every position, as an infinite row of ones
    for weight in range(len(planes) - 1, -1, -1):
        plane = planes[weight]
        if need >> weight & 1:
            equal &= plane
        else:
            above |= equal & plane
            equal &= ~plane
    return above | equal


def _ceil(value: float) -> int:
    return math.ceil(value - _EPSILON)
