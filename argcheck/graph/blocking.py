"""Find the few pairs that can pass the similarity test without looking at all of them.

Two necessary conditions, each proved below, are answered from inverted indexes whose posting lists
are Python integers used as bit sets, so that counting shared items over all earlier texts is a
handful of machine-speed operations (a carry-save adder, one bit position per text).

Ratio.  With matching blocks of M characters in texts of n and m, ratio = 2M/T, T = n + m, so
ratio >= r needs M >= rT/2.  The blocks align M characters of both texts; n - M characters are deleted
and m - M inserted.  A deletion destroys at most 2 of the n - 1 bigrams, an insertion (which falls
into one gap) at most 1, so at least (n - 1) - 2(n - M) - (m - M) = 3M - T - 1 >= (1.5 r - 1) T - 1
bigrams are shared, counted with multiplicity.  Also M <= min(n, m) bounds the longer text by
(2/r - 1) times the shorter.

Jaccard.  |A & B| >= t |A | B| >= t |A|, so at least ceil(t |A|) tokens are shared.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

_EPSILON = 1e-9
_LIST_LIMIT = 8  # texts in a posting kept as a list; beyond, a bit set is smaller and faster
#: Texts are kept in bands of similar length, each up to a tenth longer than the one before.
_BAND = math.log(1.1)


class BitIndex:
    """Texts numbered from 0, and for each item the set of texts that hold it."""

    __slots__ = ("_bits", "_few", "size")

    def __init__(self) -> None:
        """Start without texts."""
        self.size = 0
        self._bits: dict[str, int] = {}
        self._few: dict[str, list[int]] = {}

    def add(self, items: Iterable[str]) -> int:
        """Add a text with distinct items and return its number."""
        number, bit = self.size, 1 << self.size
        for item in items:
            if item in self._bits:
                self._bits[item] |= bit
            else:
                self._add_rare(item, number)
        self.size += 1
        return number

    def sharing(self, items: Iterable[str], need: int) -> int:
        """Return the set of texts that hold at least ``need`` of the items."""
        if need <= 0:
            return (1 << self.size) - 1
        rows = [row for item in items if (row := self.row(item))]
        return at_least(rows, need) if need <= len(rows) else 0

    def row(self, item: str) -> int:
        """Return the set of texts that hold the item."""
        row = self._bits.get(item)
        if row is None:
            row = sum(1 << text for text in self._few.get(item, ()))
        return row

    def _add_rare(self, item: str, number: int) -> None:
        few = self._few.setdefault(item, [])
        few.append(number)
        if len(few) > _LIST_LIMIT:
            self._bits[item] = sum(1 << text for text in few)
            del self._few[item]


class Blocking:
    """Candidate partners of a text among the texts added before it."""

    __slots__ = ("_bands", "_jaccard", "_ratio", "_tokens")

    def __init__(self, jaccard_threshold: float, ratio_threshold: float) -> None:
        """Prepare for the thresholds of one comparison; both lie in 0..1."""
        self._jaccard, self._ratio = jaccard_threshold, ratio_threshold
        self._bands: dict[int, tuple[BitIndex, list[int]]] = {}
        self._tokens = BitIndex()

    def add(self, text: str, tokens: frozenset[str], group: str) -> tuple[list[int], list[int]]:
        """Add the next text; return the earlier ones that Jaccard, and those that the ratio, may accept.

        Texts of the same group are left out: thousands of instances of one sentence, which differ only
        in numbers, would all be candidates of each other.  Proportional to the earlier texts of similar length, but at some 30 texts a machine operation.
        """
        names = sorted(tokens)
        need = _ceil(self._jaccard * len(names))
        mark = f"\0{group}"  # an item that no text holds
        found = self._tokens.sharing(names, need) & ~self._tokens.row(mark)
        number = self._tokens.add([*names, mark])
        items = bigrams(text)
        by_ratio = [
            near for band in self._reachable(len(text)) for near in self._in_band(band, text, items, mark)
        ]
        index, numbers = self._bands.setdefault(_band(len(text)), (BitIndex(), []))
        index.add([*items, mark])
        numbers.append(number)
        return list(members(found)), by_ratio

    def _in_band(self, band: int, text: str, items: list[str], mark: str) -> list[int]:
        index, numbers = self._bands[band]
        need = self._need(len(text), band)
        found = index.sharing(items, need) & ~index.row(mark)
        return [numbers[position] for position in members(found)]

    def _reachable(self, length: int) -> Iterator[int]:
        if self._ratio <= 0:
            yield from self._bands
            return
        stretch = 2 / self._ratio - 1
        low, high = _band(length / stretch * (1 - _EPSILON)), _band(length * stretch * (1 + _EPSILON))
        yield from (band for band in self._bands if low <= band <= high)

    def _need(self, length: int, band: int) -> int:
        shortest = math.exp(band * _BAND) * (1 - _EPSILON)
        if self._ratio > 0:
            shortest = max(shortest, length / (2 / self._ratio - 1))
        return _ceil((1.5 * self._ratio - 1) * (length + shortest) - 1)


def bigrams(text: str) -> list[str]:
    """Return the bigrams of a text; the k-th repetition is an item of its own, as in a multiset."""
    seen: dict[str, int] = {}
    items = []
    for start in range(len(text) - 1):
        gram = text[start : start + 2]
        times = seen[gram] = seen.get(gram, 0) + 1
        items.append(gram if times == 1 else f"{gram}{times}")
    return items


def at_least(rows: list[int], need: int) -> int:
    """Return the set of positions that are in at least ``need`` (>= 1) of the given bit sets.

    Carry-save addition: three rows of one weight become one of that weight and one of the next, at
    five operations each, about 5 len(rows) operations in all.
    """
    planes = []
    while rows:
        carries = []
        while len(rows) >= 3:
            a, b, c = rows.pop(), rows.pop(), rows.pop()
            half = a ^ b
            rows.append(half ^ c)
            carries.append((a & b) | (half & c))
        planes.append(rows[0] ^ rows[1] if len(rows) == 2 else rows[0])
        if len(rows) == 2:
            carries.append(rows[0] & rows[1])
        rows = carries
    return _reaching(planes, need)


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


def _band(length: float) -> int:
    return int(math.log(max(length, 1)) / _BAND)


def _ceil(value: float) -> int:
    return math.ceil(value - _EPSILON)
