"""When files were changed last, by the history of git: its objects are read as files, and no program is started.

What a clone lacks, and what lies outside of the project, is not known.
"""

from __future__ import annotations

import os
import zlib
from functools import cached_property, partial
from typing import NamedTuple

from argcheck.files.opening import InputError, Limits, regular_bytes, regular_piece
from argcheck.files.packs import LARGEST, MOST, Pack

_COMMITS = 500  # that are looked through: what was changed before them is of the time of the last
_LOOKS = 400_000  # at folders, for all files together
_MODES = (b"40000", b"00644", b"00755", b"00664", b"20000")  # of a folder, a file and a link, as they end


class _Commit(NamedTuple):
    tree: str
    parents: tuple[str, ...]
    time: int


class History:
    """The commits that led to one.

    :param root: the work tree, whose folder ``.git`` lies in it.
    :param head: the name of the commit.
    """

    def __init__(self, root: str, head: str) -> None:
        self.head = head
        self._root = os.path.join(root, "")  # noqa: PTH118
        self._allowed = (os.path.join(os.path.realpath(root), ""),)  # noqa: PTH118
        self._objects = self._root + ".git/objects/"
        self._known: dict[str, bytes | None] = {}
        self._looks = self._loose = 0
        self._commits: dict[str, _Commit | None] = {}

    def changed(self, path: str) -> float:
        """Return when a file got its content, in seconds: without end if that is in no commit yet, 0 if nothing is known."""
        try:
            return self._changed(path)
        except (LookupError, ValueError, StopIteration, RuntimeError, zlib.error, OSError, InputError):
            return 0

    def _changed(self, path: str) -> float:
        limits = Limits()
        content = regular_bytes(self._root + path, self._allowed, limits.max_file_size, limits)
        commit = self._commit(self.head)
        if commit is None:
            return 0
        entry = self._entry(commit, path)
        if entry is None or not _is(entry, content):
            return float("inf")
        for _ in range(_COMMITS):
            parents = filter(None, map(self._commit, commit.parents))
            same = next((parent for parent in parents if self._entry(parent, path) == entry), None)
            if same is None:
                break
            commit = same
        return commit.time

    def _commit(self, name: str) -> _Commit | None:
        """Read a commit; None if it is not there, as those before the first of a shallow clone."""
        if name not in self._commits:
            data = self._object(name)
            self._commits[name] = _commit(data) if data else None
        return self._commits[name]

    def _entry(self, commit: _Commit, path: str) -> str | None:
        """Return the name of what a commit has at a path."""
        self._looks += 1
        if self._looks > _LOOKS:
            raise LookupError(path)
        name = commit.tree
        for part in os.fsencode(path).split(b"/"):
            folder = self._object(name)
            if folder is None:
                raise LookupError(name)
            name = _name_in(folder, part, len(name) // 2)
            if not name:
                return None
        return name

    def _object(self, name: str) -> bytes | None:
        if name not in self._known:
            self._known[name] = self._read(name)
        return self._known[name]

    def _read(self, name: str) -> bytes | None:
        """Read an object, by itself or in a pack, without what git writes before it; None if it is not there."""
        try:
            loose = regular_bytes(f"{self._objects}{name[:2]}/{name[2:]}", self._allowed, LARGEST, Limits())
        except InputError:
            wanted = bytes.fromhex(name)
            places = ((pack, pack.place(wanted)) for pack in self._packs)
            return next((pack.read(at) for pack, at in places if at is not None), None)
        data = zlib.decompressobj().decompress(loose, LARGEST).partition(b"\0")[2]
        self._loose += len(data)
        if self._loose > MOST:
            raise LookupError(name)
        return data

    @cached_property
    def _packs(self) -> list[Pack]:
        folder, limits = self._objects + "pack/", Limits()
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else ()  # noqa: PTH208
        return [
            Pack(
                regular_bytes(folder + name, self._allowed, limits.max_file_size, limits),
                len(self.head) // 2,
                partial(regular_piece, f"{folder}{name.removesuffix('.idx')}.pack", self._allowed),
            )
            for name in names
            if name.endswith(".idx")
        ]


def _commit(data: bytes) -> _Commit:
    lines = data.partition(b"\n\n")[0].decode("utf-8", "replace").split("\n")
    said = [line.partition(" ")[::2] for line in lines]
    (tree,) = (value for key, value in said if key == "tree")
    (committer,) = (value for key, value in said if key == "committer")
    return _Commit(tree, tuple(value for key, value in said if key == "parent"), int(committer.split()[-2]))


def _name_in(folder: bytes, entry: bytes, size: int) -> str:
    """Return the name of the object that a folder has under ``entry``, empty if it has none."""
    at = folder.find(sought := b" " + entry + b"\0")
    while at >= 0:
        if folder[:at].endswith(_MODES):  # and no piece of a name
            start = at + len(sought)
            return folder[start : start + size].hex()
        at = folder.find(sought, at + 1)
    return ""


def _is(name: str, content: bytes) -> bool:
    """Whether a file is what git knows by a name, whatever ends its lines."""
    import hashlib

    make = hashlib.sha256 if len(name) == 2 * hashlib.sha256().digest_size else hashlib.sha1
    texts = (content, content.replace(b"\r\n", b"\n"))
    return any(make(b"blob %d\0" % len(text) + text).hexdigest() == name for text in texts)
