"""Recognises files by their names: those that come with TeX or that a run of TeX makes, devices, placeholders."""

from __future__ import annotations

import posixpath
from functools import cache

from argcheck.files.data import table

_SOURCES = frozenset(["tex", "ltx", "latex", "bib", "tikz", "pgf", "inc", "txt"])
_OF_A_RUN = (".acr", ".aux", ".gls", ".ind", ".lof", ".lot", ".nls", ".toc")
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul"] + [f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)]
)
VALUES = "a table of values"
#: suffix -> contents of files that are not LaTeX, though another program may make LaTeX of them
_LANGUAGES = {
    ".md": "Markdown", ".markdown": "Markdown", ".rmd": "R Markdown", ".qmd": "Markdown", ".rst": "reStructuredText", ".typ": "Typst",
    ".org": "an Org file", ".ipynb": "a notebook", ".html": "HTML", ".json": "JSON", ".yaml": "YAML", ".yml": "YAML", ".csv": VALUES, ".tsv": VALUES,
}  # fmt: skip


@cache
def _known(title: str, key: str) -> frozenset[str]:
    """Return a list of names of files that come with TeX."""
    files = ("tex/known", "tex/texlive-files")
    return frozenset(name for file in files for name in table(file, title).get(key, "").split())


def of_tex(target: str, *, style: str = "") -> bool:
    """Whether an input that the project lacks comes with TeX.

    So does every file that a ``style`` reads by a bare name (``french.mld``, symbols of another package), since authors
    copy only the style itself into their project.
    """
    name = target.rpartition("/")[2]
    if style and name == target:
        return True
    if target.removesuffix(".tex") in _known("files", "inputs"):
        return True
    return name == target and target.endswith(tuple(_known("files", "suffixes")))


def is_plain_class(name: str) -> bool:
    """Whether a class comes with TeX or from a publisher, loads no bibliography and sets no labels by itself."""
    return name in _known("classes", "plain")


def prints_by_maketitle(name: str) -> bool:
    r"""Whether a class prints a title, its authors and a date where ``\maketitle`` stands, and nowhere else."""
    return name in _known("classes", "maketitle")


def loads_natbib(name: str) -> bool:
    """Whether a class loads natbib by itself, and chooses how it cites."""
    return name in _known("classes", "natbib")


def is_sent_as_draft(name: str) -> bool:
    """Whether papers of a class are submitted with its option ``draft``, as the journal asks for."""
    return name in _known("classes", "sent-as-draft")


def holds_strings(target: str) -> bool:
    """Whether a bibliography comes with BibTeX or is made by a style, with abbreviations or options but no entries."""
    return target.removesuffix(".bib") in _known("bibliographies", "strings")


def is_example(target: str) -> bool:
    """Whether a bibliography is one of the examples that come with TeX."""
    return target.removesuffix(".bib") in _known("bibliographies", "examples")


def made_by_a_run(target: str, root: str) -> bool:
    r"""Whether an input is made during the build, by TeX or by programs that sort its indexes.

    So is a file named ``\jobname`` with a suffix that sources do not have: a class or a package writes it.
    """
    name, _, suffix = target.removeprefix("./").rpartition(".")
    own = name == root.rpartition("/")[2].rpartition(".")[0]
    return target.endswith(_OF_A_RUN) or (own and suffix not in _SOURCES)


def why_filled_in(target: str) -> str:
    """Return why a name is filled in elsewhere, as ``$bibliography$`` by a program and ``$BIB`` by TeX; else empty."""
    if target.count("$") > 1:
        return "it is a placeholder of a template"
    return "a variable of the environment names it" if target.startswith("$") else ""


def is_device(target: str) -> bool:
    """Whether a file name is a device on Windows, whatever its suffix and folder."""
    return target.rpartition("/")[2].partition(".")[0].strip().lower() in _DEVICES


def other_language(path: str) -> str:
    """Return the contents of a file that is neither LaTeX nor BibTeX, by its suffix; empty if unknown."""
    return _LANGUAGES.get(posixpath.splitext(path)[1].lower(), "")
