"""The files of one repository: which may be read, which were read, which were looked for.

Every file that argcheck opens for a manuscript is opened here, after the path was
checked: regular files inside the project (or an extra root the user named), symbolic
links resolved, sizes bounded.
"""

from __future__ import annotations

import os
import stat
from functools import cached_property, partial
from posixpath import basename, dirname, join, normpath
from typing import TYPE_CHECKING, Protocol
from weakref import proxy

from argcheck.files.cache import digest
from argcheck.files.manifest import (
    KNITR_SUFFIXES,
    MANUSCRIPTS,
    PACKAGES,
    TEX_SUFFIXES,
    composed,
    names_in,
    pictures_in,
    unhyphenated,
)
from argcheck.files.manuscript_reader import translated
from argcheck.files.names_elsewhere import NamesElsewhere
from argcheck.files.opening import InputError, regular_bytes
from argcheck.files.repository import GITIGNORE, Repository
from argcheck.files.source import SourceFile, decode

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Iterator, Mapping
    from pathlib import Path

    from argcheck.files.manifest import Listing, Manifest
    from argcheck.files.manuscript_reader import ManuscriptReader
    from argcheck.files.opening import Limits

_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(1, 10)), *(f"lpt{n}" for n in range(1, 10))]
)


class ReadingSettings(Protocol):
    """The settings that decide which files are read."""

    @property
    def limits(self) -> Limits:
        """How much may be read."""

    @property
    def extra_roots(self) -> tuple[Path, ...]:
        """Folders outside the project that may be read, absolute."""

    @property
    def respect_gitignore(self) -> bool:
        """Whether discovery skips what git ignores."""

    def included(self, folder: str, folders: Iterable[str], names: Iterable[str]) -> Listing:
        """Return the folders and files in a folder that are not excluded, sorted."""


class Project:
    """The project folder, its files once read, and a record of every look at the disk.

    ``root`` is absolute with symbolic links resolved.  Paths given and returned are
    relative to it, with forward slashes.  ``woven`` turns a file of
    knitr or Sweave into LaTeX, with every character in its place; ``readers``
    translate manuscripts in other notations into LaTeX.
    """

    def __init__(
        self,
        root: Path,
        settings: ReadingSettings,
        overlay: Mapping[Path, str] | None = None,
        woven: Callable[[str], str] = str,
        readers: Iterable[ManuscriptReader] = (),
    ) -> None:
        self.root = root
        self.settings = settings
        self._woven = woven
        self.readers = tuple(readers)
        self._endings = tuple(ending for reader in self.readers for ending in reader.endings)
        # Files that are read only if they are named, such as biblatex's .run.xml, may come and go.
        self._listed_endings = tuple(e for reader in self.readers if reader.documents for e in reader.endings)
        self._manuscripts = (*MANUSCRIPTS, *self._listed_endings)
        self.overlay = {self.relative(file): text for file, text in (overlay or {}).items()}
        self.files: dict[str, SourceFile] = {}
        self._originals: dict[str, SourceFile] = {}  # before any translation
        self.looked_up: dict[str, bool] = {}  # path -> whether a file is there
        self._folders: set[str] = set()  # looked-up paths that are folders
        self._names: dict[str, Listing] = {}
        self._listed: dict[str, Listing] = {}  # `_names` before any are left out
        self._elsewhere = NamesElsewhere(self.files, (*TEX_SUFFIXES, *self._endings))
        self._alike: dict[str, tuple[dict[str, list[str]], dict[str, list[str]]]] = {}
        self._pictures: dict[str, frozenset[str]] = {}
        self._knitted: dict[str, str] = {}  # a .tex file -> the file that knitr makes it from
        self._contents: dict[str, str] = {}  # path -> digest of what was read there, text or not
        self._errors: dict[str, InputError] = {}
        self._bytes_read = 0
        self.exhausted = False  # whether a limit on the whole run was reached
        self.notices: list[str] = []  # for readers of the report, one sentence each
        self._prefix = os.path.join(str(root), "")  # noqa: PTH118 - once a run, kept as text
        self.repository = Repository(  #: what git knows of the project
            self._prefix,
            partial(Project._bytes, proxy(self)),  # no circle: an editor makes a project for each keystroke
            self.notices.append,
            respect_ignores=settings.respect_gitignore,
            opened=self.overlay.keys(),
        )
        self._allowed = (
            self._prefix,
            *(os.path.realpath(extra).rstrip(os.sep) + os.sep for extra in settings.extra_roots),
        )

    # -- paths

    def unsafe(self, target: str) -> str | None:
        """Return why ``target``, a path as written in a manuscript, must not be opened; None if it may be."""
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
        """Whether something other than a folder is at ``path``, such as a file or a dangling link; remembered."""
        known = self.looked_up.get(path)
        if known is None:
            self.looked_up[path] = known = path in self.overlay or self._exists(path)
        return known

    def is_folder(self, path: str) -> bool:
        """Whether a folder is at ``path``."""
        return not self.is_file(path) and path in self._folders

    def _exists(self, path: str) -> bool:
        name = self._prefix + path
        try:  # most names do not exist, so this must be a single look at the disk
            mode = os.lstat(name).st_mode
        except (OSError, ValueError):
            return False
        if stat.S_ISLNK(mode):
            try:
                mode = os.stat(name).st_mode  # noqa: PTH116
            except OSError:
                return True  # a dangling link is a finding, not an absence
        if stat.S_ISDIR(mode):
            self._folders.add(path)
        return not stat.S_ISDIR(mode)

    def pictures(self, folder: str) -> frozenset[str]:
        """Return the names of pictures and their sources in a folder, in lower case and composed; listed once."""
        if folder not in self._pictures:
            self._pictures[folder] = frozenset(pictures_in(self._prefix + folder))
        return self._pictures[folder]

    def alike(self, path: str) -> str:
        """Return the LaTeX file or bibliography whose path differs only in case, accents and hyphens, or ``""``."""
        here, parts = "", path.split("/")
        for depth, wanted in enumerate(parts, 1):
            close = self._names_alike(here)[depth == len(parts)].get(unhyphenated(wanted), [])
            same = [name for name in close if composed(name).lower() == composed(wanted).lower()]
            if not same and len(close) == 1 and depth == len(parts):
                same = close
            if not same:
                return ""
            exact = [name for name in same if composed(name) == composed(wanted)]
            here = join(here, wanted if wanted in same else (exact or same)[0])
        return here

    def _names_alike(self, folder: str) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
        """Return the folders and the files of a folder by their names without case and hyphens, each sorted."""
        known = self._alike.get(folder)
        if known is None:
            known = self._alike[folder] = ({}, {})
            for alike, names in zip(known, self._list(folder), strict=True):
                for name in names:  # which are sorted
                    alike.setdefault(unhyphenated(name), []).append(name)
        return known

    # -- reading

    def read(self, path: str) -> SourceFile:
        """Return the decoded file at ``path``, as LaTeX or BibTeX; each is read once per run.

        :raises InputError: missing, unsafe, unreadable or over a limit.
        """
        return self._once(path, self._as_latex)

    def data(self, path: str) -> SourceFile:
        """Return the decoded file at ``path`` as it is, a bibliography in JSON, too; raises as `read` does."""
        return self._once(path, lambda source: source)

    def _once(self, path: str, translated: Callable[[SourceFile], SourceFile]) -> SourceFile:
        source = self.files.get(path)
        if source is None:
            if path in self._errors:
                raise self._errors[path]
            try:
                source = self.files[path] = translated(self.original(path))
            except InputError as error:
                self._errors[path] = error
                raise
            self.looked_up[path] = True
        return source

    def original(self, path: str) -> SourceFile:
        """Return the decoded file at ``path``, not translated.

        :raises InputError: as `read` does.
        """
        if path not in self._originals:
            self._originals[path] = self._read(path)
        return self._originals[path]

    def beside(self, path: str) -> list[str]:
        """Return the names of the manuscripts and bibliographies in the folder of ``path``, sorted."""
        return self._list(dirname(path))[1]

    def reader_of(self, path: str) -> ManuscriptReader | None:
        """Return the reader of a manuscript that is not LaTeX; None for LaTeX and for other files."""
        if not path.endswith(self._endings):
            return None
        return next(reader for reader in self.readers if path.endswith(reader.endings))

    def _as_latex(self, source: SourceFile) -> SourceFile:
        reader = self.reader_of(source.path) or self.reader_of_bibliography(source.path)
        return translated(self, source, reader) if reader else source

    def reader_of_bibliography(self, path: str) -> ManuscriptReader | None:
        """Return the reader of a bibliography that is not BibTeX; None for BibTeX and for other files."""
        return next(
            (reader for reader in self.readers if reader.bibtex and path.endswith(reader.bibliographies)),
            None,
        )

    def failed(self, path: str) -> InputError | None:
        """Return why ``path`` could not be read, if that was tried and failed; else None."""
        return self._errors.get(path)

    def _read(self, path: str) -> SourceFile:
        data = self.overlay[path].encode() if path in self.overlay else self._bytes(path)
        content = self._contents[path] = digest(data)
        if (reader := self.reader_of(path)) and reader.opened:
            return reader.opened(path, data)
        if b"\0" in data[:8_000] and data[:2] not in {b"\xff\xfe", b"\xfe\xff"}:
            offset = data.index(b"\0")
            raise InputError("unreadable", f"byte {offset + 1} is zero, so this is no text file")
        try:
            text, encoding, bad = decode(data)
        except UnicodeDecodeError as error:
            raise InputError("unreadable", f"byte {error.start + 1} cannot be decoded") from None
        written = text
        if path.endswith(KNITR_SUFFIXES):
            text = self._woven(text)
        return SourceFile(path, text, content, encoding, bad, written=written)

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

    def walk(self, suffixes: str | tuple[str, ...], folder: str = "") -> Iterator[str]:
        """Yield every file under ``folder`` with these suffixes that is not excluded, always in the same order."""
        pending = [folder]
        while pending:
            here = pending.pop()
            folders, names = self._list(here)
            yield from (join(here, name) for name in names if name.endswith(suffixes))
            pending += [join(here, name) for name in reversed(folders)]

    def _list(self, folder: str) -> Listing:
        if folder in self._names:
            return self._names[folder]
        folders, names = list[str](), list[str]()
        try:
            folders, names = names_in(self._prefix + folder, (*self._manuscripts, *PACKAGES, GITIGNORE))
        except FileNotFoundError:
            pass
        except OSError as error:
            self.notices.append(
                f"{folder or 'the folder'} is not looked into: {(error.strerror or str(error)).lower()}"
            )
        self._listed[folder] = folders, names
        opened = (basename(path) for path in self.overlay if dirname(path) == folder)  # maybe never saved
        at, own = f"{folder}/" if folder else "", GITIGNORE in names
        manuscripts = [name for name in {*names, *opened} if name.endswith(self._manuscripts)]
        kept = folders, manuscripts
        # most folders of a large repository have nothing to leave out
        if folders or manuscripts:
            included = self.settings.included(folder, folders, manuscripts)
            kept = self.repository.without_ignored(folder, *included, own=own)
        if knitr := [name for name in kept[1] if name.endswith(KNITR_SUFFIXES)]:
            stems = {name.rpartition(".")[0]: at + name for name in knitr}
            self._knitted |= {f"{at}{stem}.tex": source for stem, source in stems.items()}
            made = {f"{stem}{end}" for stem in stems for end in (".tex", "-concordance.tex")}
            kept = kept[0], [name for name in kept[1] if name not in made]
        self._names[folder] = kept
        return kept

    def source_of(self, path: str) -> str:
        """Return the file beside ``path`` that knitr makes it from, if there is one, else ``path`` itself."""
        if path.endswith(".tex") and dirname(path) not in self._names and not self.outside(path):
            made_from = (path.removesuffix(".tex") + suffix for suffix in KNITR_SUFFIXES)
            return next(filter(self.is_file, made_from), path)
        return self._knitted.get(path, path)

    # -- what the rules ask for

    @property
    def names(self) -> list[str]:
        """The LaTeX and BibTeX files that discovery has seen, sorted; a mistyped name may mean any of them."""
        paths = (join(folder, name) for folder, (_, names) in self._names.items() for name in names)
        return sorted(path for path in paths if path.endswith(MANUSCRIPTS))

    @property
    def folders(self) -> list[str]:
        """The folders in which discovery has seen manuscripts, bibliographies, packages or classes, sorted."""
        return sorted(folder for folder, (_, names) in self._listed.items() if {*names} - {GITIGNORE})

    def known(self, path: str) -> SourceFile | None:
        """Return the file at ``path`` if it was read, else None."""
        return self.files.get(path)

    def cited_outside(self, files: Container[str]) -> frozenset[str]:
        """Return every key that the project's manuscripts except ``files`` cite, even in comments."""
        return self._elsewhere.cited(files)

    def labels_outside(self, files: Container[str]) -> Mapping[str, str]:
        r"""Map every label of the project's manuscripts except ``files``, even in comments, to its file."""
        return self._elsewhere.labels(files)

    def referred_to_outside(self, root: str, files: Container[str]) -> frozenset[str]:
        """Return what manuscripts except ``files`` refer to, if one of them loads the labels of the document ``root``."""
        return self._elsewhere.referred(root, files)

    @cached_property
    def this_year(self) -> int:
        """The year of the run; once it is asked for, the stored report is valid only until the year ends."""
        from argcheck.files.manifest import this_year

        return this_year()

    def record(self, manifest: Manifest) -> None:
        """Record every look at the disk and at the clock in ``manifest``."""
        if "this_year" in vars(self):
            manifest.year(self.this_year)
        for path, content in self._contents.items():
            manifest.file(self._prefix + path, content)
        for path, there in self.looked_up.items():
            if not there or path not in self._contents:
                (manifest.present if there else manifest.absent)(self._prefix + path)
        # A change of mode may make an unreadable file readable: as long as it exists, no run is replayed.
        for path in self._errors.keys() - self._contents.keys():
            manifest.absent(self._prefix + path)
        for path, content in self.repository.read_files.items():
            if content:
                manifest.file(self._prefix + path, content)
            else:
                manifest.absent(self._prefix + path)
        for folder, names in self._pictures.items():
            manifest.pictures(self._prefix + folder, names)
        manifest.listings(self._prefix, self._listed, self._listed_endings)

    def relative(self, path: Path) -> str:
        """Return an absolute path relative to the project, with forward slashes; ``""`` is the project itself."""
        relative = os.path.relpath(path, self.root).replace(os.sep, "/")
        return "" if relative == "." else relative


def sibling(path: str, target: str) -> str:
    """Return ``target``, given relative to the folder of ``path``, as a normal path relative to the project."""
    return normpath(join(dirname(path), target)) if dirname(path) else normpath(target)
