"""The files of one repository: what may be read, what was read, what was looked for.

Every file that argcheck opens for a manuscript is opened here, after the path was
checked: regular files inside the project (or an extra root the user named), symbolic
links resolved, sizes bounded.
"""

from __future__ import annotations

import os
import stat
from functools import cached_property
from pathlib import Path
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from argcheck.cache import digest
from argcheck.diagnostic import Span
from argcheck.manifest import KNITR_SUFFIXES, TEX_SUFFIXES
from argcheck.patterns import lazy
from argcheck.records import NamedTuple
from argcheck.source import SourceFile, decode

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterator, Mapping

    from argcheck.bib.index import BibIndex
    from argcheck.config import Limits, Settings
    from argcheck.git import Index
    from argcheck.ignore import IgnoreFile
    from argcheck.manifest import Manifest

GITIGNORE = ".gitignore"
#: it begins with a literal, which is fast
_CITED = lazy(r"cite[A-Za-z]*\*?\s*(?:\[[^\]]*\]\s*)*\{([^{}]*)\}")
_LABELLED = lazy(r"\\label\s*\{([^{}]*)\}")
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))]
)


class InputError(Exception):
    """A file that could not be used: ``reason`` as in `argcheck.tex.model.Missing`, and a detail to show."""

    def __init__(self, reason: str, detail: str) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail


class KeyPlace(NamedTuple):
    """Where some ``.bib`` of the project has a key, loaded or not."""

    span: Span
    commented: bool  #: each line of the entry begins with a percent sign


class Project:
    """The project folder, its files once read, and a record of every look at the disk.

    ``root`` is absolute with symbolic links resolved.  Paths given and returned are
    relative to it, with forward slashes.
    """

    def __init__(self, root: Path, settings: Settings, overlay: Mapping[Path, str] | None = None) -> None:
        self.root = root
        self.settings = settings
        self.overlay = {self.relative(file): text for file, text in (overlay or {}).items()}
        self.files: dict[str, SourceFile] = {}
        self.looked_up: dict[str, bool] = {}  # path -> whether a file is there
        self._names: dict[str, tuple[list[str], list[str]]] = {}
        self._pictures: dict[str, frozenset[str]] = {}
        self._knitted: dict[str, str] = {}  # a .tex file -> the file that knitr makes it from
        self._errors: dict[str, InputError] = {}
        self._bytes_read = 0
        self.exhausted = False  # whether a limit on the whole run was reached
        self.notices: list[str] = []  # what a reader of the report must know, one sentence each
        self._beside: dict[str, str] = {}  # files of git that were read -> their digest, empty if not there
        self._tracked: tuple[Index | None] | None = None
        self._ignores: dict[str, tuple[IgnoreFile, ...]] = {}  # folder -> what holds in it, from the top down
        self._in_ignored: set[str] = set()  # folders that git ignores and that hold tracked files
        self._keys: dict[str, list[KeyPlace]] | None = None
        self.index: Callable[[SourceFile, str], BibIndex] | None = None  # remembers what it scanned
        self._prefix = os.path.join(str(root), "")  # noqa: PTH118 - once a run, kept as text
        self._allowed = (
            self._prefix,
            *(os.path.realpath(extra).rstrip(os.sep) + os.sep for extra in settings.extra_roots),
        )

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

    def pictures(self, folder: str) -> frozenset[str]:
        """Names in a folder, in lower case, that are pictures or that pictures are made from; listed once."""
        known = self._pictures.get(folder)
        if known is None:
            from argcheck.manifest import pictures_in

            known = self._pictures[folder] = frozenset(pictures_in(self._prefix + folder))
        return known

    def alike(self, path: str) -> str:
        """The LaTeX file or bibliography at ``path`` but for the case of letters in it; empty if there is none."""
        here, parts = "", path.split("/")
        for depth, wanted in enumerate(parts, 1):
            listed = self._list(here)[depth == len(parts)]
            same = [one for one in sorted(listed) if one.lower() == wanted.lower()]
            if not same:
                return ""
            here = join(here, wanted if wanted in same else same[0])
        return here

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

    def failed(self, path: str) -> InputError | None:
        """Why ``path`` could not be read, if that was tried in vain."""
        return self._errors.get(path)

    def _read(self, path: str) -> SourceFile:
        data = self.overlay[path].encode() if path in self.overlay else self._bytes(path)
        if b"\0" in data[:8_000] and data[:2] not in {b"\xff\xfe", b"\xfe\xff"}:
            offset = data.index(b"\0")
            raise InputError("unreadable", f"byte {offset + 1} is zero, so this is no text file")
        try:
            text, encoding, bad = decode(data)
        except UnicodeDecodeError as error:
            raise InputError("unreadable", f"byte {error.start + 1} cannot be decoded") from None
        written = text
        if path.endswith(KNITR_SUFFIXES):
            from argcheck.tex.knitr import woven

            text = woven(text)
        return SourceFile(path, text, digest(data), encoding, bad, written=written)

    def _bytes(self, path: str) -> bytes:
        limits = self.settings.limits
        self.exhausted = self.exhausted or len(self.files) >= limits.max_files
        if len(self.files) >= limits.max_files:
            raise InputError("limit", f"more than {limits.max_files} files (limits.max-files)")
        left = limits.max_total_size - self._bytes_read
        most = min(limits.max_file_size, left)
        try:
            data = regular_bytes(self._prefix + path, self._allowed, most, limits)
        except InputError as error:
            self.exhausted = self.exhausted or (error.reason == "limit" and most == left)
            raise
        self._bytes_read += len(data)
        return data

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
        folders, names, own = [], [], False
        try:
            with os.scandir(self._prefix + folder) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        if entry.name[0] != ".":
                            folders.append(entry.name)
                    elif entry.name.endswith((*TEX_SUFFIXES, ".bib")):
                        names.append(entry.name)
                    elif entry.name == GITIGNORE:
                        own = True
        except FileNotFoundError:
            pass
        except OSError as error:
            self.notices.append(
                f"{folder or 'the folder'} is not looked into: {(error.strerror or str(error)).lower()}"
            )
        excludes = self.settings.excludes
        at = f"{folder}/" if folder else ""
        kept = (
            sorted(name for name in folders if not excludes(at + name)),
            sorted(name for name in names if not excludes(at + name)),
        )
        if own or self._ignore_files(dirname(folder)) or folder in self._in_ignored:
            kept = self._without_ignored(folder, *kept, own=own)
        if knitr := [name for name in kept[1] if name.endswith(KNITR_SUFFIXES)]:
            stems = {name.rpartition(".")[0]: at + name for name in knitr}
            self._knitted |= {f"{at}{stem}.tex": source for stem, source in stems.items()}
            made = {f"{stem}{end}" for stem in stems for end in (".tex", "-concordance.tex")}
            kept = kept[0], [name for name in kept[1] if name not in made]
        self._names[folder] = kept
        return kept

    def source_of(self, path: str) -> str:
        """The file beside ``path`` that knitr makes it from, if there is one, else ``path`` itself."""
        if path.endswith(".tex") and dirname(path) not in self._names and not self.outside(path):
            made_from = (path.removesuffix(".tex") + suffix for suffix in KNITR_SUFFIXES)
            return next(filter(self.is_file, made_from), path)
        return self._knitted.get(path, path)

    # -- git

    @property
    def tracked(self) -> Index | None:
        """What git tracks here; None without a repository, or where its index cannot be read."""
        if self._tracked is None:
            self._tracked = (self._read_index(),)
        return self._tracked[0]

    def _read_index(self) -> Index | None:
        if not os.path.lexists(self._prefix + ".git"):
            return None
        from argcheck.git import IndexProblem, index_file, read_index

        try:
            data = self._git_bytes(self.relative(Path(index_file(str(self.root)))))
            return read_index(data) if data else None
        except IndexProblem as problem:
            self.notices.append(f"untracked-input is off, because {problem}")
        return None

    def _git_bytes(self, path: str) -> bytes:
        """Read a file of git, which is recorded but is no source; one that cannot be read is empty."""
        try:
            data = self._bytes(path)
        except InputError as error:
            if error.reason == "limit":
                self.notices.append(f"{path} is not read: {error.detail}")
            self._beside[path] = ""
            return b""
        self._beside[path] = digest(data)
        return data

    def ignored(self, path: str) -> bool:
        """Whether git ignores ``path``, or a folder that it is in, by patterns in the repository."""
        from argcheck.ignore import ignored

        if path.startswith(("../", "/")):
            return False
        parts = path.split("/")
        return any(
            ignored(
                "/".join(parts[:end]),
                self._ignore_files("/".join(parts[: end - 1])),
                is_folder=end < len(parts),
            )
            for end in range(1, len(parts) + 1)
        )

    def _ignore_files(self, folder: str) -> tuple[IgnoreFile, ...]:
        if folder in self._ignores:
            return self._ignores[folder]
        if folder.startswith(("..", "/")) or not self.settings.respect_gitignore:
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
        data = self._git_bytes(path) if os.path.isfile(self._prefix + path) else b""
        if not data:
            self._beside.setdefault(path, "")
            return ()
        from argcheck.ignore import IgnoreFile

        made = IgnoreFile(folder, decode(data)[0])
        return (made,) if made.patterns else ()

    def _without_ignored(
        self, folder: str, folders: list[str], names: list[str], *, own: bool
    ) -> tuple[list[str], list[str]]:
        if not own:
            self._ignores.setdefault(folder, self._ignore_files(dirname(folder)))
        at, files = f"{folder}/" if folder else "", self._ignore_files(folder)
        inside = folder in self._in_ignored
        if not files and not inside:
            return folders, names
        return (
            [name for name in folders if self._keeps(at + name, files, is_folder=True, inside=inside)],
            [name for name in names if self._keeps(at + name, files, is_folder=False, inside=inside)],
        )

    def _keeps(self, path: str, files: tuple[IgnoreFile, ...], *, is_folder: bool, inside: bool) -> bool:
        from argcheck.ignore import ignored

        if not inside and not ignored(path, files, is_folder=is_folder):
            return True
        if self.tracked is None:
            return False
        if not is_folder:
            return self.tracked.tracks(path)
        if self.tracked.tracks_in(path):
            self._in_ignored.add(path)
            return True
        return False

    # -- what the rules ask for

    @property
    def names(self) -> list[str]:
        """The LaTeX and BibTeX files that discovery has seen, sorted: what a mistyped name may be meant for."""
        return sorted(
            f"{folder}/{name}" if folder else name
            for folder, (_, files) in self._names.items()
            for name in files
        )

    def bibliography_keys(self) -> Mapping[str, list[KeyPlace]]:
        """Every key in every ``.bib`` of the project, loaded or not, with its places; read when first asked for."""
        if self._keys is None:
            self._keys = {}
            for path in self.walk():
                if path.endswith(".bib"):
                    self._add_keys(path, self._keys)
        return self._keys

    def _add_keys(self, path: str, keys: dict[str, list[KeyPlace]]) -> None:
        from argcheck.bib.index import COMMENTED
        from argcheck.bib.scan import scan_bib

        try:
            source = self.read(path)
        except InputError:
            return
        index = self.index(source, "bib") if self.index else scan_bib(source.text)
        for key, _, _, _, start, end, flags, _ in index.entries:
            keys.setdefault(key, []).append(KeyPlace(Span(path, start, end), bool(flags & COMMENTED)))

    def cited_outside(self, files: Container[str]) -> frozenset[str]:
        """Every key that a LaTeX file of the project names in a citation command, live or not, ``files`` left out."""
        others = (
            source for path, source in self.files.items() if path.endswith(TEX_SUFFIXES) and path not in files
        )
        lists = (found for source in others for found in _CITED.findall(source.text))
        return frozenset(key.strip() for found in lists for key in found.split(","))

    def labels_outside(self, files: Container[str]) -> Mapping[str, str]:
        r"""Every name in a ``\label`` of a LaTeX file of the project, live or not, with the file; ``files`` left out."""
        others = (
            source for path, source in self.files.items() if path.endswith(TEX_SUFFIXES) and path not in files
        )
        return {name.strip(): source.path for source in others for name in _LABELLED.findall(source.text)}

    @cached_property
    def this_year(self) -> int:
        """The year of the run; a report that asked is kept until the year ends."""
        from argcheck.manifest import this_year

        return this_year()

    def record(self, manifest: Manifest) -> None:
        """Tell ``manifest`` of every look at the disk, and at the clock."""
        from argcheck.manifest import folder_hash

        if "this_year" in vars(self):
            manifest.year(self.this_year)

        for path, source in self.files.items():
            manifest.file(self._prefix + path, source.on_disk)
        for path, there in self.looked_up.items():
            if not there:
                manifest.absent(self._prefix + path)
            elif path not in self.files:
                manifest.present(self._prefix + path)
        # A file that is there may be mended by a change of its mode: such a run is never replayed.
        for path in self._errors:
            manifest.absent(self._prefix + path)
        for path, content in self._beside.items():
            if content:
                manifest.file(self._prefix + path, content)
            else:
                manifest.absent(self._prefix + path)
        for folder, names in self._pictures.items():
            manifest.pictures(self._prefix + folder, names)
        for folder in self._names:
            try:
                manifest.listing(self._prefix + folder, folder_hash(self._prefix + folder))
            except OSError:
                manifest.absent(self._prefix + folder)

    def relative(self, path: Path) -> str:
        """``path``, absolute, relative to the project, with forward slashes; ``""`` is the project itself."""
        relative = os.path.relpath(path, self.root).replace(os.sep, "/")
        return "" if relative == "." else relative


def regular_bytes(name: str, allowed: tuple[str, ...], most: int, limits: Limits) -> bytes:
    """Read a regular file whose real place begins with one of ``allowed`` and that has at most ``most`` bytes.

    :raises InputError: any other file, one that is not there or cannot be read.
    """
    try:
        if not os.path.realpath(name).startswith(allowed):
            raise InputError("unsafe", "it lies outside the project")
        status = os.stat(name)  # noqa: PTH116
        if not stat.S_ISREG(status.st_mode):
            folder = stat.S_ISDIR(status.st_mode)
            raise InputError("unreadable", "it is a folder" if folder else "it is no regular file")
        if status.st_size > most:
            raise InputError("limit", _too_large(status.st_size, limits))
        with open(name, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError("unreadable", "it is no regular file")
            return file.read(status.st_size + 1)  # a larger buffer would be allocated whole
    except FileNotFoundError:
        raise InputError("missing", "there is no such file") from None
    except (OSError, ValueError) as error:
        detail = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        raise InputError("unreadable", detail.lower()) from None


def _too_large(size: int, limits: Limits) -> str:
    if size > limits.max_file_size:
        return f"{size:,} bytes, more than limits.max-file-size = {limits.max_file_size:,}"
    return f"more than {limits.max_total_size:,} bytes in all (limits.max-total-size)"


def _open_at_once(path: str, flags: int) -> int:
    """Open without waiting, should a pipe have taken the place of the file that was looked at."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def project_root(start: Path, config_file: Path | None) -> Path:
    """The folder that the files of a run must lie in: the git work tree, else the configuration's folder.

    With neither it is the folder of the path given.
    """
    folder = start if os.path.isdir(start) else start.parent
    for candidate in (folder, *folder.parents):
        if (candidate / ".git").exists():
            return candidate
    if config_file is not None and config_file.parent in (folder, *folder.parents):
        return config_file.parent
    return folder


def sibling(path: str, target: str) -> str:
    """``target`` seen from the folder of ``path``, normal, relative to the project."""
    return normpath(join(dirname(path), target)) if dirname(path) else normpath(target)
