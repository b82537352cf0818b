"""The reader of Markdown, and which files are documents, by their names and the files beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.manuscript_reader import NOT_LATEX, ManuscriptReader
from argcheck.files.opening import InputError
from argcheck.files.project import sibling
from argcheck.readers.front_matter import BIBLIOGRAPHY, SUFFIXES, front_matter
from argcheck.readers.translation import in_words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from argcheck.files.manuscript_reader import ProjectFiles
    from argcheck.files.source import Translated

#: Names of the files that list the chapters of a book.
QUARTO, BOOKDOWN = "_quarto.yml", "_bookdown.yml"


#: Kinds of labels by prefix, in Quarto, bookdown and pandoc-crossref.
_KINDS = {
    "fig": "figure",
    "tbl": "table",
    "tab": "table",
    "eq": "equation",
    "lst": "listing",
    "alg": "algorithm",
    "sec": "section",
    "thm": "theorem",
    "lem": "lemma",
    "cor": "corollary",
    "prp": "proposition",
    "def": "definition",
}


def lacking() -> str:
    """Return a message about missing packages for Markdown; empty if none is missing."""
    from importlib.util import find_spec

    if all(find_spec(name) for name in ("markdown_it", "yaml")):
        return ""
    return "Markdown is read with markdown-it-py and PyYAML: pip install 'argcheck-lint[markdown]'"


def _translate(files: ProjectFiles, path: str) -> Translated:
    from argcheck.readers import books, markdown_blocks

    text = files.original(path).text
    if path.endswith(QUARTO):
        return books.quarto(text)
    if path.endswith(BOOKDOWN):
        chapters = _chapters(files, path, books.folders_of_chapters(text))
        output = sibling(path, "_output.yml")
        return books.bookdown(text, chapters, files.original(output).text if files.is_file(output) else "")
    beside = files.beside(path)
    if BOOKDOWN in beside:
        return markdown_blocks.translate(text, chapter=True)
    if QUARTO in beside:
        of_all = books.QuartoProject(files.original(sibling(path, QUARTO)).text)
        return markdown_blocks.translate(
            text,
            chapter=of_all.is_book,
            bibliographies=of_all.bibliographies,
            listed=of_all.renders(path.rpartition("/")[2]),
            headers=of_all.headers,
            run=of_all.run is not False,
        )
    return markdown_blocks.translate(text)


def _chapters(files: ProjectFiles, path: str, folders: Sequence[str]) -> list[str]:
    """Return the names of the files beside a file, and of the chapters in ``folders``; an empty name is all folders."""
    here = path[: path.rfind("/") + 1]
    below = [
        name.removeprefix(here)
        for folder in folders
        for name in files.walk((".Rmd", ".rmd"), f"{here}{folder}".rstrip("/"))
    ]
    return list(dict.fromkeys((*files.beside(path), *below)))


def _documents(files: ProjectFiles, paths: Sequence[str]) -> Iterator[str]:
    """Yield the files that list chapters or have a bibliography; most Markdown files are no documents.

    Also yields files that have parts and no bibliography, which is how they come to be named among those not checked.
    """
    sources = {path.rpartition(".")[0] for path in paths if path.endswith(SUFFIXES) and path[-3:] != ".md"}
    for path in paths:
        if path.endswith((QUARTO, BOOKDOWN)):
            if _lists_chapters(files, path):
                yield path
            continue
        made = path.endswith(".md") and path.rpartition(".")[0] in sources  # output of knitr or Quarto
        # in folders of books and sites for included files, output, posts and extensions
        inside = "/_" in f"/{path}"
        if not (made or inside) and (_names_bibliography(files, path) or _includes_parts(files, path)):
            yield path


def _lists_chapters(files: ProjectFiles, path: str) -> bool:
    try:
        return bool(lacking()) or "\\input{" in _translate(files, path).text
    except InputError:
        return True  # reading the document reports the error


def _includes_parts(files: ProjectFiles, path: str) -> bool:
    """Whether a file of Quarto with front matter includes others; what begins with ``_`` is used by several pages."""
    if not path.endswith(".qmd"):
        return False
    try:
        text = files.original(path).text
    except InputError:
        return False
    return text.count("{{< include ") - text.count("{{< include _") > 1 and front_matter(text) is not None


def _names_bibliography(files: ProjectFiles, path: str) -> bool:
    """Whether a manuscript or its Quarto project has a bibliography."""
    try:
        text = files.original(path).text
        matter = front_matter(text)
        if matter and BIBLIOGRAPHY.search(text, *matter[:2]):
            return True
        if QUARTO not in files.beside(path) or not path.endswith(".qmd"):
            return False
        of_all = files.original(sibling(path, QUARTO)).text
    except InputError:
        return False
    if lacking():
        return matter is not None and BIBLIOGRAPHY.search(of_all) is not None
    from argcheck.readers.books import QuartoProject

    project = QuartoProject(of_all)
    if matter is None:  # mostly a part of another file
        return project.renders(path.rpartition("/")[2])
    return bool(project.bibliographies)


def _reworded(message: str) -> str:
    return in_words(message, "@{}", "[@...]")


MARKDOWN = ManuscriptReader(
    "Markdown",
    SUFFIXES,
    _translate,
    _documents,
    lists=(QUARTO, BOOKDOWN),
    comment=("<!-- ", " -->"),
    silent=NOT_LATEX,
    reworded=_reworded,
    kinds=_KINDS,
    citation="citation such as [@key]",
    lacking=lacking,
)
