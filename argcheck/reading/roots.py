r"""Which LaTeX files are documents: ``\documentclass``, subfiles, ``% !TEX root``, the configuration."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.opening import InputError
from argcheck.files.patterns import COMMENTS, ENVIRONMENT, HEADING, lazy
from argcheck.files.project import sibling
from argcheck.reading.asides import is_by_pandoc

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Iterable, Mapping

    from argcheck.files.project import Project
    from argcheck.tex.model import ManuscriptRecords, Remember

_BLANK = r"(?:\s|%[^\n]{0,400}+\n)*+"
CLASS = lazy(
    rf"\\document(?:class|style){_BLANK}(?:\[([^\]%]{{0,4000}}+(?:%[^\n]{{0,400}}+\n[^\]%]{{0,4000}}+){{0,250}}+)\]{_BLANK})?\{{([^{{}}]*+)\}}"
)
_BODY = lazy(r"\\(?:begin\s*\{document\}|input\b|include\b)")
MAGIC = lazy(r"^%+\s*!\s*(?:TEX|Rnw)\s+root\s*=\s*(\S[^\n]*?)\s*$", re.MULTILINE | re.IGNORECASE)
_INPUT = lazy(r"\\(?:input|include)\s*\{([^{}]+)\}")
_BEGIN = lazy(r"\\begin\s*\{document\}")
_VERB = lazy(r"\\(?:verb|Verb|lstinline|mintinline|string)(?![A-Za-z])[^\n]*\Z")
#: Why a file that a program wrote is not checked, by its kind.
WRITTEN = {
    "difference": "it shows differences, as latexdiff does",
    "translated": "pandoc wrote it from the document beside it",
    "pictures": "LaTeX2HTML wrote it to make pictures",
}
#: Why a file of no document is not checked, by its kind.
NOT_LATEX = {**WRITTEN, "context": "it is written for ConTeXt"}
_CONTEXT = ("\\starttext", "\\startcomponent", "\\startproduct", "\\startproject", "\\startenvironment")
#: Lines that pandoc fills in: a template, not a document.
_TEMPLATE = ("\n$body$\n", "\n$endif$", "$endif$\n", "\n$endfor$", "$endfor$\n")
_FOR_PICTURES = "\\lthtmltypeout"
#: Comments of latexdiff, at the top of what it writes and behind the packages.
_DIFFERENCE, _ADDED = "%DIF LATEXDIFF DIFFERENCE FILE", "%DIF PREAMBLE EXTENSION ADDED BY LATEXDIFF"
_FORMAT = "%&"  # begins a file whose preamble was compiled into a format
_LOOKS = 10  #: matches that are tried: a manual of LaTeX has many examples of how a document begins
_WRAPPER_WITHIN = 4_000  # characters: a wrapper is short
MAGIC_WITHIN = 2_000  # characters: a magic comment stands at the top


class LatexFile(NamedTuple):
    """What discovery knows about one LaTeX file."""

    path: str
    is_root: bool
    #: ``document``, ``body`` (whose class is in another file), ``subfile``, ``standalone``, ``part``, ``template`` (of
    #: pandoc), or one of `NOT_LATEX`
    kind: str
    main: str | None = None  #: the document that the file says it belongs to
    preamble: str | None = None  #: the file with the preamble of a ``body``
    following: tuple[str, ...] = ()  #: files that the build of the document reads after this one


class _Said(NamedTuple):
    """What the text of a file says about it, whatever lies around it."""

    kind: str  #: ``difference``, ``template``, ``class``, ``begun`` (which declares no class), ``context`` or ``part``
    main: str = ""  #: the file that a magic comment names
    options: str = ""  #: of its class
    name: str = ""  #: of its class
    reads: bool = (
        False  #: whether it reads a file before it begins; of one with a class, whether anything follows that
    )
    else_: str = ""  #: the kind of one that is begun, if it is a part of another


def look(
    project: Project, path: str, remember: Remember, preambles: dict[str, list[str]] | None = None
) -> LatexFile:
    """Return what a manuscript says about itself; one that cannot be read is a root only if it is not LaTeX.

    :param preambles: files with preambles by folder, as far as known; what is looked up is added.
    """
    try:
        source = project.read(path)
    except InputError:
        return LatexFile(path, project.reader_of(path) is not None, "document")
    text = source.text
    said = _Said(*remember("look", source.digest, lambda: tuple(_said(text))))
    if said.kind == "difference":
        return LatexFile(path, False, "difference")
    main = _with_suffix(project, sibling(path, said.main)) if said.main else None
    main = main if main != path else None
    if said.kind == "template":
        return LatexFile(path, False, "template", main)
    if following := _tectonic(project, path):
        return LatexFile(path, True, "document", main, following=following)
    if said.kind == "begun" and main is None:
        compiled = said.reads and not text.startswith(_FORMAT)
        preamble = None if compiled else _preamble(project, path, text, preambles)
        return LatexFile(path, False, "body" if said.reads or preamble else "part", preamble=preamble)
    if said.kind != "class":
        return LatexFile(path, False, said.else_ or said.kind, main)
    if said.name == "subfiles":
        target = sibling(path, said.options) if said.options else None
        return LatexFile(path, False, "subfile", _with_suffix(project, target) if target else main)
    if not said.reads:
        return LatexFile(path, False, "part", main)
    if (is_by_pandoc(text) and _has_source(project, path)) or _is_output(project, path):
        return LatexFile(path, False, "translated")
    if _FOR_PICTURES in text:
        return LatexFile(path, False, "pictures")
    if said.name == "standalone":
        return LatexFile(path, False, "standalone")
    return LatexFile(path, True, "document")


def _said(text: str) -> _Said:
    if text.find(_DIFFERENCE, 0, MAGIC_WITHIN) >= 0 or _ADDED in text:
        return _Said("difference")
    magic = MAGIC.search(text, 0, MAGIC_WITHIN)
    main = magic[1].strip("\"'") if magic else ""
    if any(mark in text for mark in _TEMPLATE):
        return _Said("template", main)
    declared = _obeyed(CLASS, text)
    if declared is not None:
        follows = _live(_BODY, text, declared.end()) is not None
        return _Said("class", main, (declared[1] or "").strip(), declared[2].strip(), follows)
    plain = "context" if any(map(text.__contains__, _CONTEXT)) else "part"
    begun = _obeyed(_BEGIN, text)
    if begun is None:
        return _Said(plain, main)
    return _Said("begun", main, reads=_live(_INPUT, text[: begun.start()]) is not None, else_=plain)


def _tectonic(project: Project, path: str) -> tuple[str, ...]:
    """Return the files that Tectonic reads after the ``_preamble.tex`` of its projects, if ``path`` is one; else none.

    Tectonic typesets three files one after the other, and none names another.  If the middle one declares a class, it
    is a document by itself.
    """
    if path.rpartition("/")[2] != "_preamble.tex":
        return ()
    files = sibling(path, "index.tex"), sibling(path, "_postamble.tex")
    if not all(map(project.is_file, files)):
        return ()
    try:
        alone = _obeyed(CLASS, project.read(files[0]).text)
    except InputError:
        return ()
    return () if alone else files


def _has_source(project: Project, path: str) -> bool:
    """Whether a document or book in another notation lies beside a file and can be read instead.

    In a folder with a list of chapters the file may have any name: Quarto calls it as its book is called.
    """
    stem = path.rpartition(".")[0]
    for reader in project.readers:
        names = [sibling(path, name) for name in reader.lists if project.is_file(sibling(path, name))]
        if names:
            beside = (sibling(path, name) for name in project.beside(path))
            names += [name for name in beside if name.endswith(reader.suffixes)]
        else:
            names = [stem + suffix for suffix in reader.suffixes]
        sources = [name for name in names if name != path and project.is_file(name)]
        if reader.documents is None or not sources or reader.lacking():
            continue
        if any(reader.documents(project, sources)):
            return True
    return False


def _is_output(project: Project, path: str) -> bool:
    """Whether a list of chapters, beside a file or in the folder above, says that its book is written to the file."""
    folder, _, name = path.rpartition("/")
    above = folder.rpartition("/")[2]
    lists = [name for reader in project.readers for name in reader.lists]
    beside = [(sibling(path, listed), "") for listed in lists]
    for listing, output in [*beside, *((sibling(folder, listed), above) for listed in lists if above)]:
        if not project.is_file(listing):
            continue
        try:
            lines = [line.partition(":") for line in project.original(listing).text.split("\n")]
        except InputError:
            continue
        said = {key.strip().replace("-", "_"): value.strip(" \t\r\"'./") for key, _, value in lines}
        if said.get("output_dir", "") == output and name.rpartition(".")[0] in (
            said.get("book_filename"),
            said.get("output_file"),
        ):
            return True
    return False


def _preamble(
    project: Project, path: str, text: str, preambles: dict[str, list[str]] | None = None
) -> str | None:
    r"""Return the file with the preamble of a text without a class: ``%&NAME`` names it, or it is the only one.

    Such a file declares a class and does not begin a document.
    """
    folder = path.rpartition("/")[0]
    known = preambles if preambles is not None else {}
    if folder not in known:
        beside = (sibling(path, name) for name in project.beside(path) if name.endswith(TEX_SUFFIXES))
        known[folder] = [other for other in beside if _is_preamble(project, other)]
    of_format = text.startswith(_FORMAT)
    name = text[len(_FORMAT) :].partition("\n")[0].strip()
    if of_format and sibling(path, f"{name}.tex") in known[folder]:
        return sibling(path, f"{name}.tex")
    return known[folder][0] if len(known[folder]) == 1 or (of_format and known[folder]) else None


def _is_preamble(project: Project, path: str) -> bool:
    try:
        text = project.read(path).text
    except InputError:
        return False
    return _obeyed(CLASS, text) is not None and _live(_BEGIN, text) is None


def _obeyed(pattern: re.Pattern[str], text: str) -> re.Match[str] | None:
    """Return the first match that is part of the document itself, not an example of LaTeX; None if there is none."""
    position = 0
    for _ in range(_LOOKS):
        match = _live(pattern, text, position)
        if match is None or not _shown(COMMENTS.sub("", text[: match.start()])):
            return match
        position = match.end()
    return None


def _shown(before: str) -> bool:
    """Whether what follows ``before`` is an example: a heading came before, or an environment or verbatim is open."""
    if "filecontents" not in before and HEADING.search(before):
        return True
    if _VERB.search(before, before.rfind("\n") + 1):
        return True
    ended: set[str] = set()
    for kind, name in reversed(ENVIRONMENT.findall(before) if "\\begin" in before else []):
        if kind == "end":
            ended.add(name)
        elif name not in ended:
            return True
    return False


def _live(pattern: re.Pattern[str], text: str, position: int = 0) -> re.Match[str] | None:
    """Return the first match outside of comments; None if there is none."""
    while match := pattern.search(text, position):
        start = match.start()
        if "%" not in text[text.rfind("\n", 0, start) + 1 : start].replace("\\%", ""):
            return match
        position = text.find("\n", start)
        if position < 0:
            break
    return None


def discover(project: Project, folder: str, remember: Remember) -> dict[str, LatexFile]:
    """Return every LaTeX file under ``folder`` with what it says about itself, in path order."""
    preambles: dict[str, list[str]] = {}
    return {path: look(project, path, remember, preambles) for path in project.walk(TEX_SUFFIXES, folder)}


def discover_translated(
    project: Project,
    folder: str,
    latex: Mapping[str, LatexFile],
    named: Container[str],
    is_given: Callable[[str], bool],
    *,
    remember: Remember,
) -> dict[str, LatexFile]:
    """Return every document under ``folder`` in another notation than LaTeX, by reader and path.

    For one with a LaTeX document of the same name there is a notice instead, and for one whose reader lacks something.

    :param named: the files that the command line or the configuration names, which are documents all the same.
    :param is_given: whether a path is one of those given, or in a folder given.
    """
    files: dict[str, LatexFile] = {}
    written = {file.path.rpartition(".")[0] for file in latex.values() if file.is_root}
    for reader in project.readers:
        if reader.documents is None:
            continue
        documents = []
        for path in reader.documents(project, list(project.walk(reader.endings, folder))):
            stem = path.rpartition(".")[0]
            if stem not in written or path in named:
                documents.append(path)
            elif is_given(path):
                told = f"{path} is not checked, since {stem}.tex is a document of this name: name it to have it checked"
                project.notices.append(told)
        if documents and (lacking := reader.lacking()):
            project.notices.append(f"{documents[0]} is not checked: {lacking}")
        else:
            files |= {path: look(project, path, remember) for path in documents}
    return files


def wrappers(project: Project, parts: Iterable[LatexFile], documents: Iterable[str]) -> list[str]:
    r"""Return the files without a class that read a document (``\def\draft{} \input{main}``): documents, too."""
    known, reading = frozenset(documents), []
    for part in parts:
        if part.kind != "part" or part.path not in project.files:
            continue
        text = project.files[part.path].text
        for match in _INPUT.finditer(text, 0, _WRAPPER_WITHIN):
            if _with_suffix(project, sibling(part.path, match[1].strip())) in known:
                reading.append(part.path)
                break
    return reading


def parts(read: Mapping[str, ManuscriptRecords]) -> set[str]:
    """Return the roots that are parts of others: chapters that also compile alone, and preambles with a class.

    A chapter is read in the text of another root. A file that a wrapper reads before any text is the document itself,
    unless it has nothing to print.
    """
    contained = set()
    for root, manuscript in read.items():
        for part in manuscript.files.keys() & read.keys() - {root}:
            if root in read[part].files:
                continue
            if (
                part in manuscript.parts
                or says_nothing(read[part])
                or (manuscript.begun and not read[part].begun)
            ):
                contained.add(part)
    return contained


def says_nothing(manuscript: ManuscriptRecords) -> bool:
    """Whether a document has neither sections nor labels nor citations, so that nobody would print it."""
    return not (manuscript.sections or manuscript.labels or manuscript.citations)


def _with_suffix(project: Project, path: str) -> str:
    path = project.source_of(path)
    return path if path.endswith(TEX_SUFFIXES) and project.is_file(path) else project.source_of(f"{path}.tex")


def not_looked_at(over: list[tuple[str, InputError]]) -> tuple[str, InputError]:
    """Return an error for the first of the files over a limit, which says that any of them may be a document."""
    path, error = over[0]
    more = f", nor are {len(over) - 1:,} other files" if len(over) > 1 else ""
    advice = "check a folder with fewer files, exclude some, or raise the limit"
    return path, InputError("limit", f"it is not read{more}, since these are {error.detail}; {advice}")
