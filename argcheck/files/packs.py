"""Packs of git, in which it keeps most of its objects: a file of objects, many of them as differences, and an index."""

from __future__ import annotations

import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

LARGEST = 1_000_000  #: bytes of an object that is read
MOST = 20_000_000  #: bytes of all objects
_LONGEST = 200  # differences on the way to an object; git writes 50
_AT_ONCE = 4_096  # bytes that are read of a pack
_FANOUT = 8  # where the table of an index begins that says how many names begin with a byte or a smaller one
_NAMES = _FANOUT + 4 * 256
_LARGE = 0x80000000  # of a place that stands in the second table
_BY_PLACE, _BY_NAME = 6, 7  # kinds of objects that are a difference to another one


class Pack:
    """One pack. What is damaged raises `ValueError`, `IndexError` or `zlib.error`.

    :param names: its index, in the second version.
    :param size: of a name, in bytes.
    :param piece: gives from a place on so many bytes of the pack.
    """

    def __init__(self, names: bytes, size: int, piece: Callable[[int, int], bytes]) -> None:
        self._names = names
        self._size = size
        self._piece = piece
        self.made = 0  #: bytes of objects so far
        self._known: dict[int, bytes] = {}  # by place

    def place(self, name: bytes) -> int | None:
        """Return where an object begins, if it is in this pack."""
        if self._names[:8] != b"\xfftOc\0\0\0\2":
            raise ValueError("another version of the index of a pack")
        count = self._number(_NAMES - 4)
        first = self._number(_FANOUT + 4 * (name[0] - 1)) if name[0] else 0
        last = self._number(_FANOUT + 4 * name[0])
        while first < last:
            middle = (first + last) // 2
            at = _NAMES + middle * self._size
            there = self._names[at : at + self._size]
            if there == name:
                places = _NAMES + count * (self._size + 4)
                place = self._number(places + 4 * middle)
                far = places + 4 * count + 8 * (place - _LARGE)
                return place if place < _LARGE else int.from_bytes(self._names[far : far + 8])
            first, last = (middle + 1, last) if there < name else (first, middle)
        return None

    def read(self, place: int) -> bytes:
        """Return the object that begins at a place."""
        differences: list[tuple[int, bytes]] = []
        while place not in self._known:
            kind, base, data = self._stored(place)
            if kind not in {_BY_PLACE, _BY_NAME}:
                self._keep(place, data)
                break
            differences.append((place, data))
            place = base
            if len(differences) > _LONGEST:
                raise ValueError("too many differences")
        whole = self._known[place]
        for above, difference in reversed(differences):
            whole = self._keep(above, _patched(whole, difference))
        return whole

    def _keep(self, place: int, data: bytes) -> bytes:
        self.made += len(data)
        if self.made > MOST:
            raise ValueError("more than anybody needs to know when a file was changed")
        self._known[place] = data
        return data

    def _stored(self, place: int) -> tuple[int, int, bytes]:
        """Read what is stored at a place: its kind, where that begins to which it is a difference, and its bytes."""
        head = self._piece(place, _AT_ONCE)
        kind, size, at = head[0] >> 4 & 7, head[0] & 15, 1
        shift = 4
        while head[at - 1] & 128:
            size |= (head[at] & 127) << shift
            shift, at = shift + 7, at + 1
        base = -1
        if kind == _BY_PLACE:
            back, at = head[at] & 127, at + 1
            while head[at - 1] & 128:
                back, at = (back + 1) << 7 | head[at] & 127, at + 1
            base = place - back
        elif kind == _BY_NAME:
            named, at = self.place(head[at : at + self._size]), at + self._size
            if named is None:
                raise ValueError("a difference to what is not in the pack")
            base = named
        if size > LARGEST:
            raise ValueError("a large object")
        stream, data, position = zlib.decompressobj(), b"", place + at
        packed = head[at:]
        while packed and len(data) < size:
            data += stream.decompress(packed, size - len(data))
            position += len(packed)
            packed = stream.unconsumed_tail or self._piece(position, _AT_ONCE)
        return kind, base, data

    def _number(self, at: int) -> int:
        return int.from_bytes(self._names[at : at + 4])


def _patched(whole: bytes, difference: bytes) -> bytes:
    """Return the object that a difference makes of another one."""
    of, at = _length(difference, 0)
    size, at = _length(difference, at)
    if of != len(whole) or size > LARGEST:
        raise ValueError("a difference to something else")
    made = bytearray()
    while at < len(difference) and len(made) <= size:
        step, at = difference[at], at + 1
        if step & 128:
            parts = [0] * 7
            for bit in range(7):
                if step >> bit & 1:
                    parts[bit], at = difference[at], at + 1
            start, length = (int.from_bytes(piece, "little") for piece in (parts[:4], parts[4:]))
            made += whole[start : start + (length or 0x10000)]
        else:
            made += difference[at : at + step]
            at += step
    if len(made) != size:
        raise ValueError("a damaged difference")
    return bytes(made)


def _length(difference: bytes, at: int) -> tuple[int, int]:
    """Read a length at a place; return it, and where it ends."""
    length = shift = 0
    while True:
        byte, at = difference[at], at + 1
        length |= (byte & 127) << shift
        shift += 7
        if not byte & 128:
            return length, at
