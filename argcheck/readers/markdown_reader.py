"""The reader of Markdown, and which files are documents, by their names and the files beside them."""

from __future__ import annotations

from functools import partial
from posixpath import basename, dirname, join, normpath, relpath
from typing import TYPE_CHECKING

from argcheck.files.manuscript_reader import NOT_LATEX, ManuscriptReader
from argcheck.files.opening import InputError
from argcheck.files.project import sibling
from argcheck.readers.front_matter import BIBLIOGRAPHY, SUFFIXES, Shared, front_matter
from argcheck.readers.translation import in_words

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Sequence

    from argcheck.files.manuscript_reader import ProjectFiles
    from argcheck.files.source import Translated

#: Names of the files that list the chapters of a book, or stand beside them.
QUARTO, BOOKDOWN, MANUBOT = "_quarto.yml", "_bookdown.yml", "metadata.yaml"


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
        return books.quarto(text, _profiles(files, path))
    if path.endswith(BOOKDOWN):
        chapters = _chapters(files, path, books.folders_of_chapters(text))
        return books.bookdown(text, chapters, lambda name: _text(files, sibling(path, name)))
    if path.endswith(MANUBOT):
        return books.manubot(text, _sections(files, path), lambda name: _text(files, sibling(path, name)))
    if _sections(files, path):
        return markdown_blocks.translate(text, Shared(chapter=True))
    if BOOKDOWN in files.beside(path):
        chapters = [sibling(path, name) for name in files.beside(path) if name.endswith((".Rmd", ".rmd"))]
        session = partial(map, partial(_text, files), chapters)
        return markdown_blocks.translate(text, Shared(chapter=True, session=session))
    return markdown_blocks.translate(text, _project(files, path))


def _bibtex(files: ProjectFiles, path: str) -> Translated:
    from argcheck.readers import csl_bibliography

    return csl_bibliography.translate(files.original(path).text)


def _text(files: ProjectFiles, path: str) -> str:
    """Return the text of a file, empty if there is none."""
    return files.original(path).text if files.is_file(path) else ""


def _project(files: ProjectFiles, path: str) -> Shared:
    """Return the settings of the project of Quarto to which a file belongs."""
    from argcheck.readers.books import QuartoProject

    listing = _listing(files, path)
    text = files.original(listing).text if listing else ""
    profiles = _profiles(files, listing) if listing else ()
    return QuartoProject(text, relpath(path, dirname(listing) or "."), profiles).shared


def _profiles(files: ProjectFiles, listing: str) -> list[str]:
    """Return the texts of the profiles beside a ``_quarto.yml``: ``_quarto-pdf.yml``."""
    from argcheck.readers.books import profiles

    names = (f"_quarto-{name}.yml" for name in profiles(files.original(listing).text))
    return list(filter(None, (_text(files, sibling(listing, name)) for name in names)))


def _listing(files: ProjectFiles, path: str) -> str:
    """Return the path of the ``_quarto.yml`` in the folder of a file, of Quarto's own also above; empty without one."""
    folder = path
    while folder:
        folder = dirname(folder)
        listing = f"{folder}/{QUARTO}".lstrip("/")
        if files.is_file(listing):
            return listing
        if not path.endswith(".qmd"):
            break
    return ""


def _sections(files: ProjectFiles, path: str) -> list[str]:
    """Return the names of the files beside a file from which manubot makes a manuscript; none if it makes nothing there.

    They begin with numbers, and are in a folder ``content`` with ``metadata.yaml``.
    """
    if basename(dirname(path)) != "content" or not files.is_file(sibling(path, MANUBOT)):
        return []
    return [name for name in files.beside(path) if name[0].isdecimal() and name.endswith(".md")]


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
        if path.endswith((QUARTO, BOOKDOWN, MANUBOT)):
            if (_sections(files, path) or not path.endswith(MANUBOT)) and _lists_chapters(files, path):
                yield path
            continue
        made = path.endswith(".md") and _is_made(files, path.rpartition(".")[0], sources)
        # in folders of books and sites for included files, output, posts and extensions
        inside = "/_" in f"/{path}"
        if not (made or inside) and (_names_bibliography(files, path) or _includes_parts(files, path)):
            yield path


def _is_made(files: ProjectFiles, name: str, sources: Container[str]) -> bool:
    """Whether knitr or Quarto wrote a file beside its source, or bookdown in a folder below that of its book."""
    folder, _, stem = name.rpartition("/")
    book = dirname(folder)
    below = (
        bool(folder)
        and files.is_file(sibling(folder, BOOKDOWN))
        and not files.is_file(f"{folder}/{BOOKDOWN}")
    )
    return name in sources or (below and normpath(join(book, stem)) in sources)


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
        listing = _listing(files, path)
        if not listing or not path.endswith(".qmd"):
            return False
        of_all = files.original(listing).text
    except InputError:
        return False
    if lacking():
        return matter is not None and BIBLIOGRAPHY.search(of_all) is not None
    shared = _project(files, path)
    # without front matter it is mostly a part of another file
    return shared.listed or (matter is not None and bool(shared.bibliographies))


def _reworded(message: str) -> str:
    return in_words(message, "@{}", "[@...]")


MARKDOWN = ManuscriptReader(
    "Markdown",
    SUFFIXES,
    _translate,
    _documents,
    lists=(QUARTO, BOOKDOWN, MANUBOT),
    comment=("<!-- ", " -->"),
    silent=NOT_LATEX,
    reworded=_reworded,
    kinds=_KINDS,
    citation="citation such as [@key]",
    lacking=lacking,
    bibliographies=(".json",),
    bibtex=_bibtex,
)
