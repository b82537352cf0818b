"""What git knows about a project: which files it tracks, which it ignores, which are in submodules."""

from __future__ import annotations

import os
import re
from functools import cached_property, lru_cache
from posixpath import dirname
from string import hexdigits
from typing import TYPE_CHECKING

from argcheck.files.cache import digest
from argcheck.files.opening import InputError
from argcheck.files.patterns import lazy
from argcheck.files.source import decode

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Sequence
    from pathlib import Path

    from argcheck.files.git import Index
    from argcheck.files.history import History
    from argcheck.files.ignore import IgnoreFile

GITIGNORE = ".gitignore"
_MODULES = ".gitmodules"
_BRANCH = "ref: "
_MODULE_PATH = lazy(r"^\s*path\s*=\s*(\S.*?)/?\s*$", re.MULTILINE)


class Repository:
    """The repository of a project, if the project is its root; each of git's files is read on demand."""

    def __init__(
        self,
        prefix: str,
        read: Callable[[str], bytes],
        notice: Callable[[str], None],
        *,
        respect_ignores: bool,
        opened: Container[str] = (),
    ) -> None:
        """Read nothing yet.

        :param prefix: the folder of the project, with a trailing separator.
        :param read: returns the bytes of a file of the project; raises `InputError`.
        :param notice: called with notices for the report.
        :param opened: files that are open in an editor, whose text may differ from that on the disk.
        """
        self._prefix = prefix
        self._read = read
        self._notice = notice
        self._respect = respect_ignores
        self._opened = opened
        #: files of git that were read -> their digest, empty if not there
        self.read_files: dict[str, str] = {}
        self._ignores: dict[str, tuple[IgnoreFile, ...]] = {}  # folder -> files that apply, from the top down
        self._in_ignored: set[str] = set()  # folders that git ignores and that hold tracked files

    @cached_property
    def tracked(self) -> Index | None:
        """The index of git; None without a repository, or if its index cannot be read."""
        if not os.path.lexists(self._prefix + ".git"):
            return None
        from argcheck.files.git import IndexProblem, index_file, read_index

        root = self._prefix.rstrip(os.sep)
        try:
            data = self._bytes(os.path.relpath(index_file(root), root).replace(os.sep, "/"))
            return read_index(data) if data else None
        except IndexProblem as problem:
            self._notice(f"untracked-input is off, because {problem}")
        return None

    def holds(self, path: str) -> bool:
        """Whether a checkout has ``path``: git tracks it, or a link on the way to it and the target of that link."""
        index = self.tracked
        if index is None or index.tracks(path):
            return index is not None
        parts = path.split("/")
        for place in range(1, len(parts)):
            link = "/".join(parts[:place])
            if os.path.islink(self._prefix + link):  # noqa: PTH114 - `Path` cannot name every file
                target = os.path.relpath(
                    os.path.realpath(self._prefix + link), os.path.realpath(self._prefix)
                )
                return index.tracks(link) and self.holds(
                    "/".join([target.replace(os.sep, "/"), *parts[place:]])
                )
        return False

    @cached_property
    def history(self) -> History | None:
        """The history of the commit that is checked out; None if that is not known."""
        if not os.path.isdir(self._prefix + ".git"):
            return None
        from argcheck.files.history import History

        commit = self._text(".git/HEAD").strip()
        if commit.startswith(_BRANCH):
            branch = commit.removeprefix(_BRANCH)
            packed = (line.partition(" ") for line in self._text(".git/packed-refs").splitlines())
            commit = self._text(f".git/{branch}").strip() or next(
                (name for name, _, of in packed if of == branch), ""
            )
        return (
            History(self._prefix, commit, self._opened) if commit and set(commit) <= set(hexdigits) else None
        )

    def changed_after(self, path: str, others: Sequence[str]) -> bool:
        """Whether a file was last changed by a later commit than all the others.

        False if a file has changes that are not committed, or is open in an editor.
        """
        if self.history is None or any(file in self._opened for file in (path, *others)):
            return False
        head = self.history.head
        time, last = (
            _changed(self._prefix, head, tuple((file, digest(self._bytes(file))) for file in files))
            for files in ((path,), others)
        )
        return 0 < last < time < float("inf")

    def _text(self, path: str) -> str:
        return self._bytes(path).decode("utf-8", "replace")

    def _bytes(self, path: str) -> bytes:
        """Return the bytes of a file of git and record its digest; empty if it cannot be read."""
        try:
            data = self._read(path)
        except InputError as error:
            if error.reason == "limit":
                self._notice(f"{path} is not read: {error.detail}")
            self.read_files[path] = ""
            return b""
        self.read_files[path] = digest(data)
        return data

    def ignored(self, path: str) -> bool:
        """Whether git ignores ``path``, or a folder that it is in, by patterns in the repository."""
        from argcheck.files.ignore import ignored

        if path.startswith(("../", "/")):
            return False
        parts = path.split("/")
        for end in range(1, len(parts) + 1):
            files = self._ignore_files("/".join(parts[: end - 1]))
            if files and ignored("/".join(parts[:end]), files, is_folder=end < len(parts)):
                return True
        return False

    def kept_out(self, path: str) -> str:
        """Return why a clone may lack a file at ``path`` that the author has: submodule or ignored; else empty."""
        if module := next(
            (submodule for submodule in self.submodules if f"{path}/".startswith(f"{submodule}/")), ""
        ):
            return f"it lies in the submodule {module}"
        return "git ignores it" if self.ignored(path) else ""

    @cached_property
    def submodules(self) -> tuple[str, ...]:
        """The folders of the submodules in ``.gitmodules``."""
        if not os.path.isfile(self._prefix + _MODULES):
            self.read_files.setdefault(_MODULES, "")
            return ()
        text = decode(self._bytes(_MODULES))[0]
        return tuple(match[1] for match in _MODULE_PATH.finditer(text))

    def _ignore_files(self, folder: str) -> tuple[IgnoreFile, ...]:
        if folder in self._ignores:
            return self._ignores[folder]
        if folder.startswith(("..", "/")) or not self._respect:
            chain: tuple[IgnoreFile, ...] = ()
        elif folder:
            chain = (
                *self._ignore_files(dirname(folder)),
                *self._ignore_file(f"{folder}/{GITIGNORE}", folder),
            )
        elif os.path.lexists(self._prefix + ".git"):
            excluded = self._ignore_file(".git/info/exclude", "")
            chain = (*excluded, *self._ignore_file(GITIGNORE, ""))
        else:
            chain = ()
        self._ignores[folder] = chain
        return chain

    def _ignore_file(self, path: str, folder: str) -> tuple[IgnoreFile, ...]:
        data = self._bytes(path) if os.path.isfile(self._prefix + path) else b""
        if not data:
            self.read_files.setdefault(path, "")
            return ()
        from argcheck.files.ignore import IgnoreFile

        made = IgnoreFile(folder, decode(data)[0])
        return (made,) if made.patterns else ()

    def without_ignored(
        self, folder: str, folders: list[str], names: list[str], *, own: bool
    ) -> tuple[list[str], list[str]]:
        """Return the folders and files that git tracks or does not ignore; ``own``: ``folder`` has a ``.gitignore``."""
        if not (own or self._ignore_files(dirname(folder)) or folder in self._in_ignored):
            return folders, names
        if not own:
            self._ignores.setdefault(folder, self._ignore_files(dirname(folder)))
        files, inside = self._ignore_files(folder), folder in self._in_ignored
        if not files and not inside:
            return folders, names
        from argcheck.files.ignore import ignored_names

        ignored = {*folders, *names} if inside else ignored_names(folder, folders, names, files)
        at, tracked = f"{folder}/" if folder else "", self.tracked
        return (
            [name for name in folders if name not in ignored or self._tracks_in(at + name)],
            [name for name in names if name not in ignored or (tracked and tracked.tracks(at + name))],
        )

    def _tracks_in(self, folder: str) -> bool:
        if self.tracked is None or not self.tracked.tracks_in(folder):
            return False
        self._in_ignored.add(folder)
        return True


@lru_cache(maxsize=100)
def _changed(prefix: str, head: str, files: tuple[tuple[str, str], ...]) -> float:
    """Return `History.changed` of files with their hashes; cached, so that an editor does not ask git at each key."""
    from argcheck.files.history import History

    return History(prefix, head).changed([path for path, _ in files])


def project_root(start: Path, config_file: Path | None) -> Path:
    """Return the folder that contains the files of a run: the git work tree, else the configuration's folder.

    With neither, it is the folder of ``start``.
    """
    folder = start if os.path.isdir(start) else start.parent
    for candidate in (folder, *folder.parents):
        if (candidate / ".git").exists():
            return candidate
    if config_file is not None and config_file.parent in (folder, *folder.parents):
        return config_file.parent
    return folder
