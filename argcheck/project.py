"""The files of one repository: what may be read, what was read, what was looked for.

Every file that argcheck opens for a manuscript is opened here, after the path was
checked: regular files inside the project (or an extra root the user named), symbolic
links resolved, sizes bounded.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from argcheck.cache import digest
from argcheck.source import SourceFile, decode

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from argcheck.config import Settings
    from argcheck.manifest import Manifest

TEX_SUFFIXES = (".tex", ".ltx", ".latex")
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))]
)


class InputError(Exception):
    """A file that could not be used: ``reason`` as in `argcheck.tex.model.Missing`, and a detail to show."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class Project:
    """The project folder, its files once read, and a record of every look at the disk.

    ``root`` is absolute with symbolic links resolved.  Paths given and returned are
    relative to it, with forward slashes.
    """

    def __init__(self, root: Path, settings: Settings, overlay: Mapping[str, str] | None = None) -> None:
        self.root = root
        self.settings = settings
        self.overlay = dict(overlay or {})
        self.files: dict[str, SourceFile] = {}
        self.looked_up: dict[str, bool] = {}  # path -> whether a file is there
        self._names: dict[str, tuple[list[str], list[str]]] = {}
        self._errors: dict[str, InputError] = {}
        self._bytes_read = 0
        self._prefix = os.path.join(str(root), "")  # noqa: PTH118 - once a run, kept as text
        self._allowed = (self._prefix, *(os.path.join(os.path.realpath(extra), "") for extra in settings.extra_roots))  # noqa: PTH118

    # -- paths

    def unsafe(self, target: str) -> str | None:
        """Why ``target``, a path as written in a manuscript, must not be opened; None if it may be."""
        if target.startswith(("|", '"|')):
            return "it names a command to run"
        if "\0" in target or any(ord(character) < 32 for character in target):
            return "it holds control characters"
        if target.startswith("~"):
            return "it starts in a home folder"
        stem = target.replace("\\", "/").rsplit("/", 1)[-1].split(".")[0].strip().lower()
        return "it is the name of a device" if stem in _RESERVED and os.name == "nt" else None

    def outside(self, path: str) -> bool:
        """Whether a normal path leaves the project and every extra root."""
        if not path.startswith(("/", "..")) and not (len(path) > 1 and path[1] == ":"):
            return False
        absolute = os.path.normpath(os.path.join(str(self.root), path))  # noqa: PTH118
        return not absolute.startswith(self._allowed)

    def is_file(self, path: str) -> bool:
        """Whether a file, folder or anything else that is no plain absence is at ``path``; remembered."""
        known = self.looked_up.get(path)
        if known is None:
            known = path in self.overlay or self._exists(path)
            self.looked_up[path] = known
        return known

    def _exists(self, path: str) -> bool:
        try:
            return not stat.S_ISDIR(os.stat(self._prefix + path).st_mode)  # noqa: PTH116
        except (OSError, ValueError):
            return os.path.islink(self._prefix + path)  # noqa: PTH114 - a dangling link is a finding, not an absence

    # -- reading

    def read(self, path: str) -> SourceFile:
        """The decoded file at ``path``; each is read once a run.

        :raises InputError: missing, unsafe, unreadable or over a limit.
        """
        source = self.files.get(path)
        if source is None:
            if path in self._errors:
                raise self._errors[path]
            try:
                source = self.files[path] = self._read(path)
            except InputError as error:
                self._errors[path] = error
                raise
            self.looked_up[path] = True
        return source

    def _read(self, path: str) -> SourceFile:
        if path in self.overlay:
            data = self.overlay[path].encode()
        else:
            data = self._bytes(path)
        if b"\0" in data[:8_000] and data[:2] not in {b"\xff\xfe", b"\xfe\xff"}:
            offset = data.index(b"\0")
            raise InputError("unreadable", f"byte {offset + 1} is zero, so this is no text file")
        try:
            text, encoding, bad = decode(data)
        except UnicodeDecodeError as error:
            raise InputError("unreadable", f"byte {error.start + 1} cannot be decoded") from None
        return SourceFile(path, text, digest(data), encoding, bad)

    def _bytes(self, path: str) -> bytes:
        limits = self.settings.limits
        if len(self.files) >= limits.max_files:
            raise InputError("limit", f"more than {limits.max_files} files (limits.max-files)")
        name = self._prefix + path
        try:
            if not os.path.realpath(name).startswith(self._allowed):
                raise InputError("unsafe", "it lies outside the project")
            status = os.stat(name)  # noqa: PTH116
            if not stat.S_ISREG(status.st_mode):
                raise InputError("unreadable", "it is no regular file")
            if status.st_size > limits.max_file_size:
                raise InputError("limit", f"{status.st_size:,} bytes, more than limits.max-file-size = {limits.max_file_size:,}")
            self._bytes_read += status.st_size
            if self._bytes_read > limits.max_total_size:
                raise InputError("limit", f"more than {limits.max_total_size:,} bytes in all (limits.max-total-size)")
            with open(name, "rb") as file:  # noqa: PTH123
                return file.read(limits.max_file_size + 1)
        except FileNotFoundError:
            raise InputError("missing", "there is no such file") from None
        except (OSError, ValueError) as error:
            detail = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
            raise InputError("unreadable", detail.lower()) from None

    # -- discovery

    def walk(self, folder: str = "") -> Iterator[str]:
        """Every file under ``folder`` that is not excluded, in an order that does not depend on the disk."""
        pending = [folder]
        while pending:
            here = pending.pop()
            folders, names = self._list(here)
            for name in names:
                yield join(here, name) if here else name
            pending += [join(here, name) if here else name for name in reversed(folders)]

    def _list(self, folder: str) -> tuple[list[str], list[str]]:
        if folder in self._names:
            return self._names[folder]
        folders, names = [], []
        try:
            with os.scandir(self._prefix + folder) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name[0] != ".":
                            folders.append(entry.name)
                    elif entry.name.endswith((*TEX_SUFFIXES, ".bib")):
                        names.append(entry.name)
        except OSError:
            pass
        excludes = self.settings.excludes
        at = f"{folder}/" if folder else ""
        kept = (
            sorted(name for name in folders if not excludes(at + name)),
            sorted(name for name in names if not excludes(at + name)),
        )
        self._names[folder] = kept
        return kept

    def record(self, manifest: Manifest) -> None:
        """Tell ``manifest`` of every look at the disk."""
        from argcheck.manifest import folder_hash

        for path, source in self.files.items():
            manifest.file(self._prefix + path, source.digest)
        for path, there in self.looked_up.items():
            if not there:
                manifest.absent(self._prefix + path)
            elif path not in self.files:
                manifest.present(self._prefix + path)
        for folder in self._names:
            try:
                manifest.listing(self._prefix + folder, folder_hash(self._prefix + folder))
            except OSError:
                manifest.absent(self._prefix + folder)

    def relative(self, path: Path) -> str:
        """``path``, absolute, relative to the project, with forward slashes; ``""`` is the project itself."""
        relative = os.path.relpath(path, self.root).replace(os.sep, "/")
        return "" if relative == "." else relative


def project_root(start: Path, config_file: Path | None) -> Path:
    """The folder that the files of a run must lie in: the git work tree, else the configuration's folder.

    With neither it is the folder of the path given.
    """
    folder = start if start.is_dir() else start.parent
    for candidate in (folder, *folder.parents):
        if (candidate / ".git").exists():
            return candidate
    if config_file is not None and config_file.parent in (folder, *folder.parents):
        return config_file.parent
    return folder


def sibling(path: str, target: str) -> str:
    """``target`` seen from the folder of ``path``, normal, relative to the project."""
    return normpath(join(dirname(path), target)) if dirname(path) else normpath(target)
