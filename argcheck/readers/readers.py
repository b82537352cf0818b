"""Which reader takes a file, by its name and by what lies beside it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.manifest import BOOKDOWN, MARKDOWN_SUFFIXES, QUARTO
from argcheck.files.opening import InputError
from argcheck.files.project import sibling
from argcheck.readers.front_matter import BIBLIOGRAPHY, front_matter

if TYPE_CHECKING:
    from argcheck.files.project import Project
    from argcheck.files.source import SourceFile, Translated


NEEDED = "Markdown is read with markdown-it-py and PyYAML: pip install 'argcheck-lint[markdown]'"


def installed() -> bool:
    """Whether the packages that read Markdown are there."""
    from importlib.util import find_spec

    return all(find_spec(name) for name in ("markdown_it", "yaml"))


def translation(project: Project, source: SourceFile) -> Translated | None:
    """Say in LaTeX what stands in a file; None for one that is LaTeX, or that nothing reads.

    :raises InputError: what the file needs is not installed, or it cannot be read.
    """
    path, text = source.path, source.text
    if not path.endswith((*MARKDOWN_SUFFIXES, QUARTO, BOOKDOWN)):
        return None
    if not installed():
        raise InputError("unreadable", NEEDED)
    from argcheck.readers import books, markdown_blocks

    if path.endswith(QUARTO):
        return books.quarto(text)
    if path.endswith(BOOKDOWN):
        return books.bookdown(text, _chapters(project, path, books.folder_of_chapters(text)))
    beside = project.beside(path)
    if BOOKDOWN in beside:
        return markdown_blocks.translate(text, chapter=True)
    if QUARTO in beside:
        of_all = books.QuartoProject(project.original(sibling(path, QUARTO)).text)
        return markdown_blocks.translate(text, chapter=of_all.is_book, bibliographies=of_all.bibliographies)
    return markdown_blocks.translate(text)


def _chapters(project: Project, path: str, folder: str) -> list[str]:
    """Return the names of the manuscripts beside a file, and of those in one folder there."""
    below = project.beside(sibling(path, f"{folder}/_")) if folder else []
    return [*project.beside(path), *(f"{folder}/{name}" for name in below)]


def names_bibliography(project: Project, path: str) -> bool:
    """Whether a manuscript of Markdown, or the project of Quarto that it is in, names a bibliography."""
    try:
        text = project.original(path).text
        matter = front_matter(text)
        if matter is None:
            return False
        if BIBLIOGRAPHY.search(text, *matter[:2]):
            return True
        if QUARTO not in project.beside(path) or not path.endswith(".qmd"):
            return False
        of_all = project.original(sibling(path, QUARTO)).text
    except InputError:
        return False
    return BIBLIOGRAPHY.search(of_all) is not None
