"""TEX001: a file that the document reads and that is not there."""

from __future__ import annotations

from posixpath import basename, dirname, join, normpath, splitext
from typing import TYPE_CHECKING
from unicodedata import normalize

from argcheck.api import PICTURE_SOURCES, TEX_SUFFIXES, Severity, closest, rule

from ._folding import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.api import Diagnostic, Missing, RuleContext, Span

_COMMANDS = frozenset({
    "input", "include", "subfile", "subfileinclude", "@input", "@@input", "includestandalone", "import",
    "subimport", "includefrom", "inputfrom", "subincludefrom", "subinputfrom", "SweaveInput",
    "loadglsentries", "bibliography", "addbibresource", "addglobalbib", "addsectionbib", "defaultbibliography",
    "nobibliography", "putbib",
})  # fmt: skip
_MANY = 2  # more missing files have one cause: a build that did not run, or an unused template
_OTHERS = ", and others do not either"
_SUFFIXES = (*TEX_SUFFIXES, ".bib")


@rule("TEX001", "missing-input", severity=Severity.ERROR, since="0.1.0")
def missing_input(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""The document reads a file that does not exist.

    ## Why is this bad?

    The document does not build, or builds without a chapter. Its contents are unknown, so rules that conclude from
    absence are held back.

    ## Example

    ```tex
    \input{chapters/introdution}
    % file: chapters/introduction.tex
    It began in 1950.
    ```

    ## Use instead

    ```tex
    \input{chapters/introduction}
    % file: chapters/introduction.tex
    It began in 1950.
    ```

    ## Limits

    A file is searched beside the root document, beside the file that reads it, at the top of the project and in the
    folders of `tex-inputs`, or that a Makefile or latexmkrc names (`TEXINPUTS`). A name in a `\foreach` or `\forloop`
    stands for every item of its list.

    Not reported:
    - Files that come with TeX, that `\IfFileExists` or `\InputIfFileExists` tests, or that the document writes
      itself (`\openout`).
    - A file in one arm of a conditional, such as `\ifenglish`, if that arm reads no file and another arm does.
    - A file whose template for a configure script exists: it is read instead (`version.tex.in`).
    - Names that cannot be worked out, and files that R code names (`.Rnw`), since it may write them; the run lists
      both.

    Reported, but another file is read in its place, so that no rule is held back:
    - A name that differs only in a hyphen, underscore or blank, or in the number of a chapter (`02_methods` for
      `03_methods`, `intro` for `chap_1_intro`), if only one file of the folder fits and nothing else reads that
      file.
    - A name that differs only in case (of a package or class: one with a folder, whose file has it in small letters);
      a note, since it builds on the authors' machines. More than two are one finding.
    - A bibliography, if a single file of the project has such a name and nine in ten of the cited keys.

    If only the encoding of accents differs, the file is read and nothing is reported.

    A note instead of an error:
    - A file that git ignores, or in a submodule: its author has it.
    - A drawing that a program exports (`flow.pdf_tex`, `flow.pstex_t`) beside its source (`flow.svg`, `flow.fig`).
    - A bibliography of a document that cites nothing, and one without a folder in its name to which no file has a
      similar name: BibTeX also searches elsewhere, where authors keep the library of their reference manager.
    - If no other file has a similar name: an `\include`, without which LaTeX goes on; a file of a folder from which
      the document reads nothing else; and a file beside two others that git ignores, since one build makes them
      all.
    - What a document of Isabelle reads.

    Grouped as one finding:
    - More than two missing files of a document, at the first, as a note: a build that has not run makes them. The
      help names the folder that has files of all these names, if there is one. An `ignore` there silences all of
      them; a file with an `ignore` of its own does not count.
    - What more than five files of a project ask for in the same words, or several files of one folder.

    A file that a script generates has to be generated before the check. The run says which rules are held back.
    """
    m, b = ctx.manuscript, ctx.bibliography
    gone = [lost for lost in (*m.missing, *b.missing) if lost.reason == "missing"]
    gone += [other for other in b.read_instead if other.reason == "elsewhere"]
    missing = {(lost.span, lost.target): lost for lost in gone}
    if missing:
        yield from _not_there(ctx, missing.values())
    instead = {(other.span, other.target): other for other in (*m.read_instead, *b.read_instead)}
    others = [other for place, other in instead.items() if other.reason == "missing" and place not in missing]
    yield from _called_otherwise(ctx, others)


def _not_there(ctx: RuleContext, missing: Iterable[Missing]) -> Iterator[Diagnostic]:
    """Report missing files; many of the same kind are grouped."""
    names = ctx.project.names
    tails = _tails(names)
    together: dict[str, list[Diagnostic]] = {}
    causes: dict[tuple[Span, str], Missing] = {}
    unbuilt = 0
    for lost in missing:
        if lost.command not in _COMMANDS and _stem(lost.target) in tails:
            continue  # an own macro that adds a folder to its argument
        if lost.command == "includestandalone" and _drawn(ctx, lost.target, names):
            continue
        if note := _expected(ctx, lost):
            yield note
            unbuilt += lost.kind != "bibliography"
            continue
        diagnostic = ctx.report(lost.span, f"the {_kind(lost)} '{lost.target}' does not exist")
        together.setdefault(_kind(lost), []).append(diagnostic)
        causes[diagnostic.span, diagnostic.message] = lost
    made = "isabelle" in ctx.manuscript.packages  # its build writes the files of theories
    advice = "files are missing here: if a build makes them, check after it"
    for lost_files in together.values():
        moved = _moved([causes[lost.span, lost.message] for lost in lost_files], names)
        for diagnostic in folded(ctx, lost_files, _OTHERS, moved or advice, many=_MANY):
            if diagnostic.help or made:
                yield diagnostic._replace(severity=Severity.NOTE)
            else:
                lost = causes[diagnostic.span, diagnostic.message]
                yield _alone(ctx, diagnostic, lost, names, unbuilt=unbuilt >= _MANY)


def _moved(missing: Sequence[Missing], names: Sequence[str]) -> str:
    """Return a help that names a folder with files of all of these names; empty without one."""
    targets = {lost.target for lost in missing}
    wanted = {_last(target) for target in targets}
    bibliography = missing[0].kind == "bibliography"
    folders: dict[str, set[str]] = {}
    for name in names:
        if name.endswith(".bib") == bibliography:
            folders.setdefault(dirname(name), set()).add(_last(name))
    holding = [folder for folder, held in sorted(folders.items()) if wanted <= held]
    if len(wanted) < len(targets) or not holding:  # one file is not several
        return ""
    folder = holding[-1] or "the top of the project"
    return (
        f"files are missing here, and files of these names are in {folder}: is that the folder that is meant?"
    )


def _expected(ctx: RuleContext, lost: Missing) -> Diagnostic | None:
    """Report as a note a file that may be missing: git ignores it, or nothing is cited from it; else return None."""
    if reason := _kept_out(ctx, lost):
        message = f"the {_kind(lost)} '{lost.target}' is not here: {reason}"
        advice = "if a build makes it, or a submodule has it, check after that"
        return ctx.report(lost.span, message, help=advice, note=True)
    if lost.kind == "bibliography" and not (ctx.manuscript.cited_keys or ctx.manuscript.nocite_all):
        message = f"the bibliography '{lost.target}' does not exist, and nothing is cited from it"
        return ctx.report(lost.span, message, help="take the line away, or cite what it has", note=True)
    return None


def _called_otherwise(ctx: RuleContext, others: Iterable[Missing]) -> Iterator[Diagnostic]:
    """Report files that are read by another name than the document's; names that differ only in case are grouped."""
    other_case: list[Diagnostic] = []
    other_name: list[Diagnostic] = []
    for other in others:
        detail, target = (normalize("NFC", _stem(name)) for name in (other.detail, other.target))
        if f"/{detail}".endswith(f"/{target}"):
            continue  # the names differ only in Unicode normalisation, as on macOS
        message = f"the {_kind(other)} '{other.target}' "
        if f"/{_last(detail)}".lower().endswith(f"/{_last(target)}".lower()):
            message += f"is called '{other.detail}', which is another name where case counts"
            advice = "write the name as the file has it: the document does not build on Linux"
            # a note, since it builds on the authors' machines
            other_case.append(ctx.report(other.span, message, help=advice, note=True))
        else:
            advice = f"did you mean {other.detail}? it is read in its place"
            other_name.append(ctx.report(other.span, f"{message}does not exist", help=advice))
    advice = "names: write them as the files have them, or the document does not build on Linux"
    yield from folded(ctx, other_case, "; other names are wrong, too", advice, many=_MANY)
    advice = "files have other names, and are read all the same: write the names as they have them"
    yield from folded(ctx, other_name, "; other names are wrong, too", advice, many=_MANY)


def _kind(lost: Missing) -> str:
    return "bibliography" if lost.kind == "bibliography" else "file"


def _alone(
    ctx: RuleContext, diagnostic: Diagnostic, lost: Missing, names: list[str], *, unbuilt: bool
) -> Diagnostic:
    """Return the finding with similar files and the places searched as help; as a note if the file may be elsewhere."""
    bibliography = lost.kind == "bibliography"
    near = _near(lost.target, names, bibliography=bibliography)
    advice = f"did you mean {' or '.join(near)}? " if near else ""
    if bibliography:
        elsewhere = _of_library(lost.target, near)
    else:
        elsewhere = not near and (unbuilt or lost.command == "include" or not _reads_beside(ctx, lost.target))
    where = f"{lost.detail} is read in its place" if lost.reason == "elsewhere" else lost.detail
    diagnostic = diagnostic._replace(help=f"{advice}{where}")
    return diagnostic._replace(severity=Severity.NOTE) if elsewhere else diagnostic


def _reads_beside(ctx: RuleContext, target: str) -> bool:
    """Whether a file of the document is in the folder of a missing file."""
    m = ctx.manuscript
    folder = dirname(normpath(join(dirname(m.root), target)))
    return any(dirname(path) == folder and path.endswith(TEX_SUFFIXES) for path in m.files)


def _of_library(target: str, near: list[str]) -> bool:
    """Whether a bibliography may be outside of the project: its name has no folder, and is similar to no other."""
    return "/" not in normpath(target) and all(_last(name) == _last(target) for name in near)


def _tails(names: list[str]) -> frozenset[str]:
    """Return the names of files without suffixes, with none, some or all of their folders."""
    stems = (f"/{_stem(name)}" for name in names)
    return frozenset(stem[at + 1 :] for stem in stems for at, sign in enumerate(stem) if sign == "/")


def _kept_out(ctx: RuleContext, lost: Missing) -> str:
    """Return why git has no such file, though the author may have it; empty without a reason."""
    folders = dict.fromkeys((dirname(ctx.manuscript.root), dirname(lost.span.path), ""))
    suffixes = ("", ".bib") if lost.kind == "bibliography" else ("", *TEX_SUFFIXES)
    paths = (normpath(join(folder, lost.target)) + suffix for folder in folders for suffix in suffixes)
    kept_out = next(filter(None, map(ctx.project.repository.kept_out, paths)), "")
    return kept_out or next(filter(None, (_original(ctx, folder, lost.target) for folder in folders)), "")


def _original(ctx: RuleContext, folder: str, target: str) -> str:
    """Return why a drawing (``flow.pdf_t``) may be missing: the file is there that a build exports it from."""
    path = normpath(join(folder, target))
    stem, ending = splitext(basename(path).lower())
    if ctx.project.outside(path) or ending in ("", *_SUFFIXES):
        return ""
    names = ctx.project.pictures(dirname(path)) & {f"{stem}{source}" for source in (".svg", *PICTURE_SOURCES)}
    return next((f"it is exported from {name}" for name in sorted(names)), "")


def _drawn(ctx: RuleContext, target: str, names: list[str]) -> bool:
    """Whether a drawing is in one of the folders of pictures."""
    folders = ctx.manuscript.graphics_folders or ()
    top = dirname(ctx.manuscript.root)
    return any(f"{normpath(join(top, folder, _stem(target)))}.tex" in names for folder in folders)


def _near(target: str, names: list[str], *, bibliography: bool) -> list[str]:
    """Return existing files with the same name in other folders, else with similar names."""
    fitting = [name for name in names if name.endswith(".bib") == bibliography]
    stem = _last(target)
    elsewhere = [name for name in fitting if _last(name) == stem]
    if elsewhere:
        return elsewhere[:3]
    stems = {_stem(name): name for name in fitting}
    near = closest(_stem(target), list(stems))
    if not near:
        tails = {item.rpartition("/")[2]: name for item, name in stems.items()}
        return [tails[item] for item in closest(stem, list(tails))]
    return [stems[item] for item in near]


def _last(name: str) -> str:
    """Return the name of a file without folders and suffix."""
    return _stem(name).rpartition("/")[2]


def _stem(name: str) -> str:
    while name.startswith(("./", "../")):
        name = name.partition("/")[2]
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return name
