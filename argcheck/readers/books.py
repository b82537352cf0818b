"""Books of several Markdown files, which ``_quarto.yml`` or ``_bookdown.yml`` list in order."""

from __future__ import annotations

from contextlib import suppress
from fnmatch import fnmatch
from typing import TYPE_CHECKING

from argcheck.files.opening import InputError
from argcheck.readers.front_matter import NATBIB, SUFFIXES, Metadata, begin, in_headers, is_run, uses_natbib
from argcheck.readers.translation import Translation

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.files.source import Translated
    from argcheck.readers.front_matter import Scalar

_CHAPTERS = (*SUFFIXES, ".ipynb")


class QuartoProject:
    """The settings of ``_quarto.yml`` for the files beside it; empty if it is not YAML."""

    def __init__(self, text: str) -> None:
        self.is_book = False
        #: of files that name none; pages of a web site do not share any
        self.bibliographies: list[str] = []
        self.headers: list[str] = []  #: files for the preamble
        self.run: bool | None = None  #: whether code is run, None if it does not say so
        self._rendered: list[str] = []
        with suppress(InputError):
            metadata = Metadata(text, 0, len(text))
            self._rendered = [scalar.value for scalar in metadata.scalars("project", "render")]
            self.is_book = metadata.has("book")
            self.headers, self.run = in_headers(metadata), is_run(metadata)
            if "website" not in [kind.value for kind in metadata.scalars("project", "type")]:
                self.bibliographies = [scalar.value for scalar in metadata.bibliographies()]

    def renders(self, name: str) -> bool:
        """Whether a file is listed as a document of the project, which has a common bibliography and is no book."""
        if self.is_book or not self.bibliographies:
            return False
        refused = any(fnmatch(name, pattern[1:]) for pattern in self._rendered if pattern[:1] == "!")
        return not refused and any(fnmatch(name, pattern) for pattern in self._rendered)


def quarto(text: str) -> Translated:
    """Return ``_quarto.yml`` as LaTeX: the bibliography, and an input of each chapter in order.

    :raises InputError: it is not YAML.
    """
    metadata, out = Metadata(text, 0, len(text)), Translation()
    begin(out, metadata, 0)
    for place in ("chapters", "appendices"):
        files = list(metadata.files("book", place))
        if files and place == "appendices":
            out.put("\\appendix\n", 0)
        for scalar in files:
            _input(out, metadata, scalar)
    return out.done(len(text))


def bookdown(text: str, names: Iterable[str], output: str = "") -> Translated:
    """Return ``_bookdown.yml`` as LaTeX: an input of each chapter, in the listed order or by name.

    :param output: the text of ``_output.yml`` beside it.
    :param names: of the files beside it and in the folders that ``rmd_subdir`` names; a folder without files is a
        missing input.
    :raises InputError: it is not YAML.
    """
    metadata, out = Metadata(text, 0, len(text)), Translation()
    formats = Metadata(output, 0, len(output))
    begin(out, metadata, 0, in_headers(formats))
    if uses_natbib(formats):
        out.put(NATBIB, 0)
    listed = [scalar for scalar in metadata.files("rmd_files") if scalar.value.endswith(_CHAPTERS)]
    for scalar in listed:
        _input(out, metadata, scalar)
    chapters = sorted(
        name for name in names if name.endswith((".Rmd", ".rmd")) and name.rpartition("/")[2][0] != "_"
    )
    for name in sorted(chapters, key=lambda name: not name.startswith("index.")) if not listed else ():
        out.put(f"\\input{{{name}}}\n", 0)
    for scalar in metadata.scalars("rmd_subdir") if not listed else ():
        folder = _folder(scalar)
        if folder and not any(name.startswith(f"{folder}/") for name in chapters):
            out.around("\\input{", text, (scalar.start, scalar.end), "}\n")
    return out.done(len(text))


def folders_of_chapters(text: str) -> list[str]:
    """Return the folders of chapters that ``_bookdown.yml`` names; an empty name is all folders."""
    named = Metadata(text, 0, len(text)).scalars("rmd_subdir")
    return [_folder(scalar) for scalar in named if scalar.value.lower() not in ("false", "no")]


def _folder(scalar: Scalar) -> str:
    return "" if scalar.value.lower() in ("true", "yes", "false", "no") else scalar.value.strip("./")


def _input(out: Translation, metadata: Metadata, scalar: Scalar) -> None:
    if scalar.value.endswith(_CHAPTERS):
        out.around("\\input{", metadata.text, (scalar.start, scalar.end), "}\n")
