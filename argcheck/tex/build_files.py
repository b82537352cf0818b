"""Finds the folders that files for building let TeX and BibTeX search: ``TEXINPUTS=.:sty//: pdflatex main``."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from argcheck.files.opening import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.file_lookup import Files

_BUILD = ("Makefile", "makefile", "GNUmakefile", "latexmkrc", ".latexmkrc")
_SETTINGS = ("TEXINPUTS", "BIBINPUTS")
_BETWEEN = str.maketrans(dict.fromkeys(":;,='\"`(){}", " "))


def searched(files: Files, top: str) -> tuple[str, ...]:
    """Return the folders that files for building name, in the folder of a root and in those above it."""
    folders: dict[str, None] = {}
    here = top
    while True:
        for path in (posixpath.join(here, name) for name in _BUILD):
            if files.is_file(path):
                folders |= dict.fromkeys(_named(files, path, (here, top)))
        if not here or files.outside(here):
            return tuple(folders)
        here = posixpath.dirname(here)


def _named(files: Files, path: str, bases: tuple[str, ...]) -> Iterator[str]:
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
                if folder == "." or files.outside(folder) or not files.is_folder(folder):
                    continue
                yield folder
                if part.endswith("//"):
                    yield from _below(files, folder)


def _below(files: Files, folder: str) -> Iterator[str]:
    """Yield the folders of manuscripts and bibliographies in a folder, at any depth."""
    yield from dict.fromkeys(posixpath.dirname(name) for name in files.names if name.startswith(f"{folder}/"))
