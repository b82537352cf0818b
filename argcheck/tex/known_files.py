"""File names that tell what a file is: what comes with TeX, what a run of TeX makes, devices, places of a template."""

# ruff: noqa: SIM905 - lists of names read best as text

from __future__ import annotations

import posixpath

#: Files that come with TeX and that documents read by `\input`; missing from a repository they are missed by nobody.
_OF_TEX = frozenset(
    """glyphtounicode glyphtounicode-cmr regression-test amssym amstex epsf xy xypic pstricks pst-all pst-plot pst-node pst-eps
    tikz pgf pgfplots insbox random lmodern miniltx ulem texdraw eplain opmac supp-pdf supp-mis lazyeqn binhex
    lcg psfig cyracc multido fp pdfcolor mathpazo tugboat.dates picins trimspaces t1ptm lipsum ushyphen hyphen
    null story rotating prepictex pictex postpictex latexpicobjs catmac diagrams commutative birkmult pictexwd
    xintexpr apnum pdf-trans inputtrc docstrip arrayjob schemata dratex aldratex colordvi blackdvi fontch
    harvmac skak kvmacros qobitree eltex1 eltex2 utf8-t1 pgfmanual-en-macros diagxy cwebmac""".split()
)
_OF_TEX_SUFFIXES = tuple(".sty .cls .def .fd .cfg .clo .ldf .enc .lco .code.tex .code .mkii".split())
_SOURCES = frozenset(["tex", "ltx", "latex", "bib", "tikz", "pgf", "inc", "txt"])
_OF_A_RUN = (".acr", ".aux", ".gls", ".ind", ".lof", ".lot", ".nls", ".toc")
#: bibliographies that come with BibTeX or are made by a style: abbreviations and options, no entries
BIBLIOGRAPHIES_OF_TEX = frozenset(["IEEEabrv", "IEEEfull"])
_DEVICES = frozenset(
    ["con", "prn", "aux", "nul"] + [f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10)]
)
#: what files hold that no LaTeX can be read from; another program may make LaTeX of them
_LANGUAGES = {
    ".md": "Markdown", ".markdown": "Markdown", ".rmd": "R Markdown", ".qmd": "Markdown", ".rst": "reStructuredText",
    ".org": "an Org file", ".html": "HTML", ".json": "JSON", ".csv": "a table of values", ".tsv": "a table of values",
}  # fmt: skip


def of_tex(target: str, *, style: str = "") -> bool:
    """Whether an input that the project does not have is one that comes with TeX.

    What a ``style`` asks for by a bare name comes with TeX, as the style itself does, which authors copied into their
    project: its own languages and options (``french.mld``), symbols of another package.
    """
    name = target.rpartition("/")[2]
    if style and name == target:
        return True
    return target.removesuffix(".tex") in _OF_TEX or (name == target and target.endswith(_OF_TEX_SUFFIXES))


def made_by_a_run(target: str, root: str) -> bool:
    r"""Whether an input is made by TeX, or by the programs that sort its indexes, while the document builds.

    So is what is called ``\jobname`` and has a suffix that no source has: a class or a package writes it.
    """
    name, _, suffix = target.removeprefix("./").rpartition(".")
    own = name == root.rpartition("/")[2].rpartition(".")[0]
    return target.endswith(_OF_A_RUN) or (own and suffix not in _SOURCES)


def is_placeholder(target: str) -> bool:
    """Whether a name is a place of a template that a program fills in, such as ``$bibliography$``."""
    return target.count("$") > 1


def is_device(target: str) -> bool:
    """Whether a file name is a device on Windows, whatever its suffix and folder."""
    return target.rpartition("/")[2].partition(".")[0].strip().lower() in _DEVICES


def other_language(path: str) -> str:
    """Return what a file holds, by its suffix, that no LaTeX can be read from; empty for LaTeX and what is not known."""
    return _LANGUAGES.get(posixpath.splitext(path)[1].lower(), "")
