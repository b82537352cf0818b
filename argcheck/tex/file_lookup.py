r"""Where the files that a document reads may lie.

Paths are looked for as TeX does when it is started beside the root: relative to the
root, then (as people expect, and `\import` and `subfiles` allow) to the including
file, then to the project and to the folders of ``tex-inputs``.
"""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.opening import InputError
from argcheck.tex.known_files import VALUES, other_language

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.files.manuscript_reader import ManuscriptReader
    from argcheck.files.source import SourceFile

_CHAPTERS = frozenset({"include", "subfileinclude", "includefrom", "subincludefrom"})
_SUFFIXES = (*TEX_SUFFIXES, ".sty", ".cls", ".bbl", ".tikz", ".def")
_CLASS_WITHIN = 10_000  # characters: a file with a class of its own says so at its top


def is_whole(source: SourceFile, *, declared: bool) -> bool:
    """Whether a file is a document by itself: it begins, and declares a class where that is asked for."""
    text = source.text
    at = text.find("\\documentclass", 0, _CLASS_WITHIN) if declared else 0
    # What stands in an environment is shown: a listing of a whole document.
    return at >= 0 and "\\begin{document}" in text and "\\begin{" not in text[:at]


class Files(Protocol):
    """What reading needs of a project; `argcheck.files.project.Project` is one."""

    @property
    def names(self) -> list[str]:
        """The LaTeX and BibTeX files that discovery has seen, sorted."""

    def read(self, path: str) -> SourceFile:
        """Read and decode a file; raises `argcheck.files.project.InputError`."""

    def is_file(self, path: str) -> bool:
        """Whether something is at ``path``."""

    def is_folder(self, path: str) -> bool:
        """Whether a folder is at ``path``."""

    def unsafe(self, target: str) -> str | None:
        """Why a path as written must not be opened."""

    def outside(self, path: str) -> bool:
        """Whether a normal path leaves the project."""

    def source_of(self, path: str) -> str:
        """The file that ``path`` is made from where knitr makes it, else ``path``."""

    def reader_of(self, path: str) -> ManuscriptReader | None:
        """What reads a manuscript that is not LaTeX; None for LaTeX, and for what nothing reads."""

    def reader_of_bibliography(self, path: str) -> ManuscriptReader | None:
        """What reads a bibliography that is not BibTeX; None for BibTeX, and for what nothing reads."""

    def alike(self, path: str) -> str:
        """The LaTeX file or bibliography at ``path`` but for the case of its letters, empty if there is none."""


class AskedFile(NamedTuple):
    """A file that a command asks for."""

    place: Span  #: of its name
    command: str
    target: str  #: its name, macros expanded
    folder: str  #: that an \\import names, else empty
    within: str | None  #: the folder of an enclosing \\import, where it is looked for first, but by \\import

    @property
    def shown(self) -> str:
        """What a message calls it."""
        return posixpath.join(self.folder, self.target) if self.folder else self.target

    @property
    def alone(self) -> bool:
        """Whether the command skips what stands around the text of the file, which is a document of its own."""
        return "subfile" in self.command or "standalone" in self.command

    @property
    def names(self) -> list[str]:
        """The names that TeX tries, in order."""
        target, longer = self.target, f"{self.target}.tex"
        as_written = target.endswith(".tex" if self.command in _CHAPTERS else _SUFFIXES)
        return [target, longer] if as_written else [longer, target]


class AskedAt(NamedTuple):
    """What stood around a command when it asked for a file."""

    style: bool  #: in a package or a class
    live: bool  #: behind the beginning of the document
    environment: int  #: index into `Manuscript.environments`, -1 outside any
    begun: bool  #: a section or a label stood before it


# names at the end of a path by which a file is known: folders may lie in each other a thousand deep
_ENDS = 16


class Lookup:
    """Looks for the files of one document."""

    def __init__(self, files: Files, root: str, folders: tuple[str, ...]) -> None:
        self.files = files
        self.root = root
        self.top = posixpath.dirname(root)
        self._folders = folders
        self._bases: dict[tuple[str, str | None, str], tuple[str, ...]] = {}

    def find(
        self, names: Iterable[str], here: str, within: str | None = None, folder: str = ""
    ) -> str | None:
        """Return the first file of one of some names that the file ``here`` can mean."""
        return next(filter(self.files.is_file, self.paths(names, here, within, folder)), None)

    def find_alike(
        self, names: Iterable[str], here: str, within: str | None = None, folder: str = ""
    ) -> str | None:
        """Return the first file that the file ``here`` means where the case of letters does not count."""
        paths = self.paths(names, here, within, folder)
        return next(filter(None, (self.files.alike(path) for path in paths if path[:2] != "..")), None)

    def other_notation(self, path: str, reading: str) -> str:
        """Return what a file holds that the one that asks for it cannot read; LaTeX reads Markdown by a program between them."""
        reader = self.files.reader_of(path)
        if reader and reader == self.files.reader_of(reading):
            return ""
        language = other_language(path)
        if language == VALUES and self._holds_rows(path):
            return ""
        return language or (reader.name if reader else "")

    def _holds_rows(self, path: str) -> bool:
        """Whether a file has a table of LaTeX or its rows, whatever its name; of one that cannot be read the reading tells."""
        try:
            text = self.files.read(path).text
        except InputError:
            return True
        return "\\begin{" in text or "\\\\\n" in text

    def namesake(self, names: Iterable[str]) -> str | None:
        """Return the file of the project that is most likely a copy of one outside, which has one of some names.

        It is called like that one, and of several the only one in folders that are called alike furthest.
        """
        nearest = self.namesakes(names)
        return nearest[0] if len(nearest) == 1 else None

    def namesakes(self, names: Iterable[str]) -> list[str]:
        """Return the files of the project that have one of some names, in folders that are called alike furthest."""
        furthest, nearest = 0, list[str]()
        for name in names:
            end = ""
            for shared, part in enumerate(reversed(name.split("/")), 1):
                end = f"{part}/{end}" if end else part
                if end not in self._by_end:
                    break
                if shared > furthest:
                    furthest, nearest = shared, self._by_end[end]
        return nearest

    @cached_property
    def _by_end(self) -> dict[str, list[str]]:
        """The files of the project by what their paths end with, in whole names."""
        by_end: dict[str, list[str]] = {}
        for path in self.files.names:
            parts = path.split("/")
            for first in range(max(0, len(parts) - _ENDS), len(parts)):
                by_end.setdefault("/".join(parts[first:]), []).append(path)
        return by_end

    def paths(self, names: Iterable[str], here: str, within: str | None, folder: str) -> Iterator[str]:
        """Yield every path in the project that some names can mean, the nearest first."""
        for base in self.bases(here, within, folder):
            for name in names:
                path = self.files.source_of(posixpath.normpath(posixpath.join(base, name)))
                if not self.files.outside(path) and not name.startswith("/"):
                    yield path

    def bases(self, here: str, within: str | None, folder: str) -> tuple[str, ...]:
        """Return the folders in which a name is looked for."""
        asked = here, within, folder
        if asked not in self._bases:
            self._bases[asked] = tuple(dict.fromkeys(self._bases_of(*asked)))
        return self._bases[asked]

    def _bases_of(self, here: str, within: str | None, folder: str) -> list[str]:
        bases = [base for base in (within, self.top, posixpath.dirname(here), "") if base is not None]
        return [posixpath.join(base, folder) for base in bases] if folder else [*bases, *self._folders]

    def looked_for(self, names: Iterable[str], here: str, within: str | None = None, folder: str = "") -> str:
        """Say what was looked for, and where."""
        bases = dict.fromkeys(map(posixpath.normpath, self.bases(here, within, folder)))
        places = [f"{base}/" if base != "." else "the top of the project" for base in bases
                  if not self.files.outside(base)]  # fmt: skip
        return f"looked for {' and '.join(names)} in {', '.join(places)}"
