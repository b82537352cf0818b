r"""Finds the files that a document reads.

Paths are resolved as by TeX started beside the root: relative to the root, then (as people expect, and `\import` and
`subfiles` allow) to the including file, then to the project and to the folders of ``tex-inputs``, of ``\input@path``,
and of ``TEXINPUTS`` in a file for building.
"""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple, Protocol

from argcheck.files.manifest import TEX_SUFFIXES, unnumbered
from argcheck.files.opening import InputError
from argcheck.files.patterns import BRACED
from argcheck.tex.arguments import arguments
from argcheck.tex.known_files import VALUES, other_language
from argcheck.tex.live_source import commented

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from argcheck.files.diagnostic import Span
    from argcheck.files.manuscript_reader import ManuscriptReader
    from argcheck.files.source import SourceFile

_CHAPTERS = frozenset({"include", "subfileinclude", "includefrom", "subincludefrom"})
_SUFFIXES = (*TEX_SUFFIXES, ".sty", ".cls", ".bbl", ".tikz", ".def")
_BEFORE_NAMES = "/{, \n"  # signs, one of which stands before the name of a file that is read
_SEARCHED = "\\input@path"
_BUILD = ("Makefile", "makefile", "GNUmakefile", "latexmkrc", ".latexmkrc")
_SETTINGS = ("TEXINPUTS", "BIBINPUTS")
_BETWEEN = str.maketrans(dict.fromkeys(":;,='\"`(){}", " "))
_CLASS_WITHIN = 10_000  # characters: a \documentclass stands at the top of a file


def is_whole(source: SourceFile, *, declared: bool) -> bool:
    r"""Whether a file is a complete document: it has ``\begin{document}``, and a class if ``declared``."""
    text = source.text
    if not declared:
        return _printed(text, "\\begin{document}", len(text)) >= 0
    at = _printed(text, "\\documentclass", _CLASS_WITHIN)
    # within an environment it is a listing that shows a document
    return at >= 0 and "\\begin{document}" in text and "\\begin{" not in text[:at]


def _printed(text: str, command: str, end: int) -> int:
    """Return where a command stands first in a text that is not commented out, before an offset; -1 without it."""
    at = text.find(command, 0, end)
    while at >= 0 and commented(text, at):
        at = text.find(command, at + 1, end)
    return at


def input_folders(text: str) -> Iterator[str]:
    r"""Yield the folders that a file adds to ``\input@path``, relative to that of the root."""
    at = text.find(_SEARCHED)
    while at >= 0:
        at += len(_SEARCHED)
        behind = at + text.startswith("}", at)  # \newcommand{\input@path}{{chapters/}}
        (listed,), _ = arguments(text, behind, "{")
        if listed and not commented(text, at):
            yield from (name.strip() for name in BRACED.findall(text, *listed) if not set(name) & set("\\#~"))
        at = text.find(_SEARCHED, at)


def _without_suffix(path: str) -> str:
    stem, ending = posixpath.splitext(path)
    return stem if ending in TEX_SUFFIXES else path


class Files(Protocol):
    """The interface of a project for reading; `argcheck.files.project.Project` has it."""

    @property
    def names(self) -> list[str]:
        """The LaTeX and BibTeX files of the project, sorted."""

    @property
    def folders(self) -> list[str]:
        """The folders in which something is that TeX or BibTeX reads, sorted."""

    def read(self, path: str) -> SourceFile:
        """Read and decode a file; raises `argcheck.files.project.InputError`."""

    def is_file(self, path: str) -> bool:
        """Whether anything, a file or a folder, is at ``path``."""

    def is_folder(self, path: str) -> bool:
        """Whether a folder is at ``path``."""

    def unsafe(self, target: str) -> str | None:
        """Why a path as written must not be opened; None if it may be."""

    def outside(self, path: str) -> bool:
        """Whether a normalised path leaves the project."""

    def source_of(self, path: str) -> str:
        """The file from which knitr makes ``path``, or ``path`` itself."""

    def reader_of(self, path: str) -> ManuscriptReader | None:
        """The reader of a manuscript that is not LaTeX; None for LaTeX and for unreadable files."""

    def reader_of_bibliography(self, path: str) -> ManuscriptReader | None:
        """The reader of a bibliography that is not BibTeX; None for BibTeX and for unreadable files."""

    def alike(self, path: str) -> str:
        """The LaTeX file or bibliography whose path equals ``path`` apart from case, empty if there is none."""


class AskedFile(NamedTuple):
    """A file that a command asks for."""

    place: Span  #: of its name
    command: str
    target: str  #: its name, macros expanded
    folder: str  #: the folder that an \\import names, else empty
    within: str | None  #: folder of an enclosing \\import, searched first; None without one or for \\import

    @property
    def shown(self) -> str:
        """The name of the file in messages."""
        return posixpath.join(self.folder, self.target) if self.folder else self.target

    @property
    def alone(self) -> bool:
        """Whether the file is a document of its own, of which the command reads the text only."""
        return "subfile" in self.command or "standalone" in self.command

    @property
    def names(self) -> list[str]:
        """The file names that TeX tries, in order."""
        target, longer = self.target, f"{self.target}.tex"
        as_written = target.endswith(".tex" if self.command in _CHAPTERS else _SUFFIXES)
        return [target, longer] if as_written else [longer, target]


class AskedAt(NamedTuple):
    """Where a command asked for a file."""

    style: bool  #: whether in a package or a class
    live: bool  #: whether after the beginning of the document
    environment: int  #: index into `Manuscript.environments`, -1 outside any
    begun: bool  #: whether a section or a label came before


# a file is indexed by at most so many last names of its path: folders may be nested a thousand deep
_ENDS = 16


class Lookup:
    """Looks for the files of one document."""

    def __init__(self, files: Files, root: str, folders: tuple[str, ...]) -> None:
        self.files = files
        self.root = root
        self.top = posixpath.dirname(root)
        self._folders = folders
        self._bases: dict[tuple[str, str | None, str], tuple[str, ...]] = {}

    def search_also(self, text: str) -> None:
        r"""Search the folders that a file adds to ``\input@path`` from now on."""
        if added := tuple(posixpath.join(self.top, folder) for folder in input_folders(text)):
            self._folders += added
            self._bases.clear()

    def find(
        self, names: Iterable[str], here: str, within: str | None = None, folder: str = ""
    ) -> str | None:
        """Return the first existing file that one of some names in the file ``here`` can mean, None without one."""
        return next(filter(self.files.is_file, self.paths(names, here, within, folder)), None)

    def asked(self, asked: AskedFile, text: str) -> str | None:
        """Return the existing file that a command in a text asks for, None without one.

        The blank behind a name is a part of it, if the file is called so.
        """
        made = [f"{name}.in" for name in asked.names]  # a configure script makes the file from this one
        longer = [f"{asked.target} .tex"] if text[asked.place.end - 1] == " " else []
        ways = (asked.names, made, longer)
        paths = (self.find(names, asked.place.path, asked.within, asked.folder) for names in ways)
        return next(filter(None, paths), None)

    def find_alike(
        self, names: Iterable[str], here: str, within: str | None = None, folder: str = ""
    ) -> str | None:
        """Return the same if the case of letters is ignored."""
        paths = self.paths(names, here, within, folder)
        return next(filter(None, (self.files.alike(path) for path in paths if path[:2] != "..")), None)

    def package(self, name: str, here: str, within: str | None) -> str | None:
        """Return the package or class of the project that has a name, or has it in small letters.

        A name without a folder may be that of a package of TeX, which goes before one in small letters.
        """
        folder, last = posixpath.split(name)
        small = [posixpath.join(folder, last.lower())] if folder else []
        return self.find([name], here, within) or self.find(small, here, within)

    def renumbered(self, asked: AskedFile, here: str, read: Mapping[str, SourceFile]) -> str | None:
        """Return the LaTeX file that a chapter was renamed to which got a number, or another one.

        It is in the folder of the one that is asked for, the only one there of that name, not read by its own name in
        the file ``here``, and not read already.

        :param read: the files that the document has read so far, with ``here``, by path.
        """
        text = read[here].text
        for path in self.paths([asked.target], here, asked.within, asked.folder):
            folder, name = posixpath.split(_without_suffix(path))
            wanted = unnumbered(name)
            alike = self._by_unnumbered.get((folder, wanted), []) if wanted else []
            if len(alike) == 1 and alike[0] not in read:
                stem = posixpath.basename(_without_suffix(alike[0]))
                if not any(sign + stem in text for sign in _BEFORE_NAMES):
                    return alike[0]
        return None

    @cached_property
    def _by_unnumbered(self) -> dict[tuple[str, str], list[str]]:
        """The LaTeX files of the project by their folders and their names without numbers."""
        by_name: dict[tuple[str, str], list[str]] = {}
        for path in self.files.names:
            if path.endswith(TEX_SUFFIXES):
                folder, name = posixpath.split(_without_suffix(path))
                by_name.setdefault((folder, unnumbered(name)), []).append(path)
        return by_name

    def other_notation(self, path: str, reading: str) -> str:
        """Return the notation of a file if the file ``reading`` it cannot read it, such as Markdown in LaTeX."""
        reader = self.files.reader_of(path)
        if reader and reader == self.files.reader_of(reading):
            return ""
        language = other_language(path)
        if language == VALUES and self._holds_rows(path):
            return ""
        return language or (reader.name if reader else "")

    def _holds_rows(self, path: str) -> bool:
        """Whether a file has an environment or rows of a LaTeX table; True if unreadable, which reading reports."""
        try:
            text = self.files.read(path).text
        except InputError:
            return True
        return "\\begin{" in text or "\\\\\n" in text

    def namesake(self, names: Iterable[str]) -> str | None:
        """Return the file of the project that is most likely a copy of a file outside with one of some names.

        It has the same name, and shares more names of folders with it than any other; None if there is no such file.
        """
        nearest = self.namesakes(names)
        return nearest[0] if len(nearest) == 1 else None

    def namesakes(self, names: Iterable[str]) -> list[str]:
        """Return the files of the project with one of some names that share the most names of folders with it."""
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
        """The files of the project by the ends of their paths, in whole names."""
        by_end: dict[str, list[str]] = {}
        for path in self.files.names:
            parts = path.split("/")
            for first in range(max(0, len(parts) - _ENDS), len(parts)):
                by_end.setdefault("/".join(parts[first:]), []).append(path)
        return by_end

    def paths(self, names: Iterable[str], here: str, within: str | None, folder: str) -> Iterator[str]:
        """Yield every path in the project that some names can mean, nearest first."""
        names = tuple(names)
        for base in self._every_base(here, within, folder):
            for name in names:
                path = self.files.source_of(posixpath.normpath(posixpath.join(base, name)))
                if not self.files.outside(path) and not name.startswith("/"):
                    yield path

    @cached_property
    def _searched(self) -> tuple[str, ...]:
        """The folders that files for building name, looked for only where a file is in no other folder."""
        return tuple(dict.fromkeys(_named_for_building(self.files, self.top)))

    def _every_base(self, here: str, within: str | None, folder: str) -> Iterator[str]:
        yield from self.bases(here, within, folder)
        yield from () if folder else self._searched

    def bases(self, here: str, within: str | None, folder: str) -> tuple[str, ...]:
        """Return the folders in which a name is searched for, in order."""
        asked = here, within, folder
        if asked not in self._bases:
            self._bases[asked] = tuple(dict.fromkeys(self._bases_of(*asked)))
        return self._bases[asked]

    def _bases_of(self, here: str, within: str | None, folder: str) -> list[str]:
        bases = [base for base in (within, self.top, posixpath.dirname(here), "") if base is not None]
        return [posixpath.join(base, folder) for base in bases] if folder else [*bases, *self._folders]

    def looked_for(self, names: Iterable[str], here: str, within: str | None = None, folder: str = "") -> str:
        """Return a message that says what was looked for, and where."""
        bases = dict.fromkeys(map(posixpath.normpath, self.bases(here, within, folder)))
        places = [f"{base}/" if base != "." else "the top of the project" for base in bases
                  if not self.files.outside(base)]  # fmt: skip
        return f"looked for {' and '.join(names)} in {', '.join(places)}"


def _named_for_building(files: Files, top: str) -> Iterator[str]:
    """Yield the folders that files for building let TeX and BibTeX search, in the folder of a root and those above it."""
    here = top
    while True:
        for path in (posixpath.join(here, name) for name in _BUILD):
            if files.is_file(path):
                yield from _named_in(files, path, (here, top))
        if not here or files.outside(here):
            return
        here = posixpath.dirname(here)


def _named_in(files: Files, path: str, bases: tuple[str, ...]) -> Iterator[str]:
    """Yield the folders that a file sets to be searched, those below with two slashes behind."""
    try:
        lines = files.read(path).text.splitlines()
    except InputError:
        return
    for line in lines:
        name = next((name for name in _SETTINGS if name in line), "")
        if not name or line.lstrip().startswith("#"):
            continue
        for part in line.partition(name)[2].translate(_BETWEEN).split():
            for base in bases:
                folder = posixpath.normpath(posixpath.join(base, part))
                deep = part.endswith("//")
                if (folder == "." and not deep) or files.outside(folder) or not files.is_folder(folder):
                    continue
                yield folder
                if deep:
                    yield from _below(files, folder)


def _below(files: Files, folder: str) -> Iterator[str]:
    """Yield the folders in a folder, at any depth, in which something is that TeX or BibTeX reads."""
    yield from (each for each in files.folders if folder == "." or each.startswith(f"{folder}/"))
