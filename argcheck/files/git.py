"""What git tracks, read from the index itself, without running git.

The index is a sorted list of paths after a twelve-byte header; versions 2 to 4 are
read.  Only the names matter here.
"""

from __future__ import annotations

import hashlib
import os
from bisect import bisect_left
from collections.abc import Mapping
from typing import NamedTuple

_TREE, _LINK = 0o040000, 0o160000  # a folder of a sparse index, a submodule
_KINDS = frozenset({_TREE, _LINK, 0o100000, 0o120000})
_EXTENDED, _NAME_LENGTH = 0x4000, 0xFFF
_INTENT_TO_ADD = 0x2000


class IndexProblem(Exception):  # noqa: N818 - it says why a rule is off, nothing failed
    """Why the index cannot be read; a clause that follows "because"."""


class Index(NamedTuple):
    """The paths that git tracks, relative to the work tree, sorted."""

    paths: tuple[str, ...]
    folders: tuple[str, ...]  #: submodules, and folders that stand for all their files, with a slash

    def tracks(self, path: str) -> bool:
        """Whether ``path`` is in the index, or in a submodule, which has an index of its own."""
        at = bisect_left(self.paths, path)
        return self.paths[at : at + 1] == (path,) or path.startswith(self.folders)

    def tracks_in(self, folder: str) -> bool:
        """Whether the index has a path in ``folder``."""
        at = bisect_left(self.paths, f"{folder}/")
        return any(path.startswith(f"{folder}/") for path in self.paths[at : at + 1])


def index_file(root: str) -> str:
    """Return the path of the index of the work tree ``root``.

    :raises IndexProblem: the index is not in ``root``, as in submodules and linked work trees.
    """
    named = os.environ.get("GIT_INDEX_FILE")
    if named:
        return _inside(root, os.path.join(root, named), "GIT_INDEX_FILE names an index outside the project")  # noqa: PTH118
    folder = os.path.join(root, ".git")  # noqa: PTH118
    if not os.path.isdir(folder):
        raise IndexProblem("the index of this work tree or submodule lies outside the project")
    return _inside(root, os.path.join(folder, "index"), "the index of git lies outside the project")  # noqa: PTH118


def _inside(root: str, path: str, otherwise: str) -> str:
    real = os.path.realpath(path)
    if not real.startswith(os.path.join(os.path.realpath(root), "")):  # noqa: PTH118
        raise IndexProblem(otherwise)
    return real


def read_index(data: bytes) -> Index:
    """Return the paths in the bytes of an index, of a repository with SHA-1 or SHA-256.

    :raises IndexProblem: bytes that are not an index of a known version, or a split index.
    """
    if data[:4] != b"DIRC" or len(data) < 12:
        raise IndexProblem("the index of git cannot be read")
    version, count = int.from_bytes(data[4:8]), int.from_bytes(data[8:12])
    if version not in {2, 3, 4}:
        raise IndexProblem(f"the index of git has version {version}, which argcheck does not know")
    for hash_size in (20, 32):
        try:
            paths, folders, end = _entries(data, version, count, hash_size)
        except (IndexError, ValueError):
            continue
        if data.find(b"link", end, len(data) - hash_size) == end:
            raise IndexProblem("the index of git is split")
        return Index(tuple(sorted(paths)), tuple(folders))
    raise IndexProblem("the index of git cannot be read")


def write_index(modes: Mapping[str, int]) -> bytes:
    """Return an index of these paths that `read_index` reads; it has no content hashes."""
    parts = [b"DIRC", (2).to_bytes(4), len(modes).to_bytes(4)]
    for path in sorted(modes):
        name = os.fsencode(path)
        entry = (
            bytes(24) + modes[path].to_bytes(4) + bytes(32) + min(len(name), _NAME_LENGTH).to_bytes(2) + name
        )
        parts.append(entry + bytes(8 - len(entry) % 8))
    data = b"".join(parts)
    return data + hashlib.sha1(data, usedforsecurity=False).digest()


def _entries(data: bytes, version: int, count: int, hash_size: int) -> tuple[list[str], list[str], int]:
    """Return paths, folders and the offset after the last entry; ValueError or IndexError if the bytes do not fit."""
    paths: list[str] = []
    folders: list[str] = []
    position, name = 12, b""
    for _ in range(count):
        start = position
        mode = int.from_bytes(data[start + 24 : start + 28])
        position = start + 40 + hash_size
        flags = int.from_bytes(data[position : position + 2])
        position += 2
        extended = int.from_bytes(data[position : position + 2]) if flags & _EXTENDED and version > 2 else 0
        position += 2 * bool(flags & _EXTENDED and version > 2)
        if mode & 0o170000 not in _KINDS:
            raise ValueError(mode)
        if version == 4:
            dropped, position = _varint(data, position)
            if dropped > len(name):
                raise ValueError(dropped)
        end = data.index(0, position)
        if version == 4:
            name = name[: len(name) - dropped] + data[position:end]
            position = end + 1
        else:
            name = data[position:end]
            if flags & _NAME_LENGTH != min(len(name), _NAME_LENGTH):
                raise ValueError(name)
            position = start + (end - start + 8) // 8 * 8
        _keep(os.fsdecode(name), mode, extended, paths, folders)
    return paths, folders, position


def _keep(name: str, mode: int, extended: int, paths: list[str], folders: list[str]) -> None:
    if mode & 0o170000 in {_TREE, _LINK}:
        folders.append(name.rstrip("/") + "/")
    elif not extended & _INTENT_TO_ADD:  # git knows the name, but not the content
        paths.append(name)


def _varint(data: bytes, position: int) -> tuple[int, int]:
    """Return a number in git's offset encoding, and the offset after it."""
    byte = data[position]
    value, position = byte & 0x7F, position + 1
    while byte & 0x80:
        byte = data[position]
        value, position = ((value + 1) << 7) | (byte & 0x7F), position + 1
    return value, position
