"""TEX001: a file that the document reads and that is not there."""

from __future__ import annotations

from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING
from unicodedata import normalize

from argcheck.api import TEX_SUFFIXES, Severity, closest, rule

from ._folding import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, Missing, RuleContext, Span

_COMMANDS = frozenset(
    [
        "input",
        "include",
        "subfile",
        "subfileinclude",
        "@input",
        "@@input",
        "includestandalone",
        "import",
        "subimport",
        "includefrom",
        "inputfrom",
        "subincludefrom",
        "subinputfrom",
        "SweaveInput",
        "loadglsentries",
        "bibliography",
        "addbibresource",
        "addglobalbib",
        "addsectionbib",
        "nobibliography",
        "putbib",
    ]
)
_MANY = 2  # missing files beside the first: a build that has not run, or a template that was left behind
_OTHERS = ", and others do not either"
_SUFFIXES = (*TEX_SUFFIXES, ".bib")


@rule("TEX001", "missing-input", severity=Severity.ERROR, since="0.1.0")
def missing_input(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""The document reads a file that does not exist.

    ## Why is this bad?

    The document does not build, or builds without a chapter.  What the file would define
    is unknown, so rules that infer something from absence are held back.

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

    The name is looked for beside the root document, beside the file that reads it, at the
    top of the project and in the folders of `tex-inputs`.  Files that come with TeX, and
    those that `\IfFileExists` or `\InputIfFileExists` asks for, are not missed.  A file
    that a configure script makes is read from its template (`version.tex.in`); one that another
    script generates has to be generated before the check, or this finding suppressed.  Names in a
    `\foreach` are those of each item of its list.  Names that argcheck cannot work out are no findings, nor are files that R code of the document (`.Rnw`)
    names, which may write them; the run names both.  A file that the document writes itself
    (`\openout`) is not missing.  Where only the case of letters or a hyphen, underscore or blank differs, the file is read, and
    nothing is held back; where only the way differs in which accents are coded, it is read and nothing is said.

    A file that git ignores, or that lies in a submodule, is there for its author, so that it is a note; so is a
    bibliography of a document that cites nothing, and one without a folder in its name that no file is called nearly like: BibTeX looks
    for such a name in other places too, where authors keep the library of their reference manager.  So is a file
    that no other file is called nearly like, if LaTeX goes on without it (`\include`: most are lines of a template), or if the document reads
    nothing else of its folder, which is not its own and is kept elsewhere then; and what a document of Isabelle reads.  The run says which rules are held back.

    More than two names that differ from their files' by the case of letters are one finding. More than two missing files of one document are one, too, at the first of them, and a note, since a build that has
    not run makes them; an `ignore` there is for all of them.  A file whose own line has an `ignore` does not count.  What more
    than five files of a project ask for in the same words is one finding as well, and so is what several files of one folder ask for.
    """
    lost_files: dict[str, list[Diagnostic]] = {}
    causes: dict[tuple[Span, str], Missing] = {}
    names: list[str] = []
    tails: frozenset[str] = frozenset()
    seen: set[tuple[Span, str]] = set()  # one place names several files: in a loop, or in a macro
    for lost in (*ctx.manuscript.missing, *ctx.bibliography.missing):
        if lost.reason != "missing" or (lost.span, lost.target) in seen:
            continue
        seen.add((lost.span, lost.target))
        if not names:
            names, tails = ctx.project.names, _tails(ctx.project.names)
        if lost.command not in _COMMANDS and _stem(lost.target) in tails:
            continue  # an own macro that looks elsewhere than its arguments say
        if lost.command == "includestandalone" and _drawn(ctx, lost.target, names):
            continue
        what = "bibliography" if lost.kind == "bibliography" else "file"
        if reason := _kept_out(ctx, lost):
            message = f"the {what} '{lost.target}' is not here: {reason}"
            diagnostic = ctx.report(
                lost.span, message, help="if a build makes it, or a submodule has it, check after that"
            )
            yield diagnostic._replace(severity=Severity.NOTE)
            continue
        if lost.kind == "bibliography" and not (ctx.manuscript.cited_keys or ctx.manuscript.nocite_all):
            message = f"the bibliography '{lost.target}' does not exist, and nothing is cited from it"
            diagnostic = ctx.report(lost.span, message, help="take the line away, or cite what it has")
            yield diagnostic._replace(severity=Severity.NOTE)
            continue
        diagnostic = ctx.report(lost.span, f"the {what} '{lost.target}' does not exist")
        lost_files.setdefault(what, []).append(diagnostic)
        causes[diagnostic.span, diagnostic.message] = lost
    other_case: list[Diagnostic] = []
    for other in (*ctx.manuscript.read_instead, *ctx.bibliography.read_instead):
        if other.reason == "missing" and (other.span, other.target) not in seen:
            seen.add((other.span, other.target))
            if normalize("NFC", _stem(other.detail)).endswith(normalize("NFC", _stem(other.target))):
                continue  # an accent and its letter are one character here and two there, as macOS has it
            what = "bibliography" if other.kind == "bibliography" else "file"
            if not _last(other.detail).lower().endswith(_last(other.target).lower()):
                message = f"the {what} '{other.target}' does not exist"
                yield ctx.report(
                    other.span, message, help=f"did you mean {other.detail}? it is read in its place"
                )
                continue
            message = f"the {what} '{other.target}' is called '{other.detail}', which is another name where case counts"
            advice = "write the name as the file has it: the document does not build on Linux"
            other_case.append(ctx.report(other.span, message, help=advice))
    if other_case:
        advice = "names: write them as the files have them, or the document does not build on Linux"
        yield from folded(ctx, other_case, "; so it is with others", advice, many=_MANY)
    made = "isabelle" in ctx.manuscript.packages  # its build writes the text of each theory
    for together in lost_files.values():
        for diagnostic in folded(
            ctx,
            together,
            _OTHERS,
            "files are missing here: if a build makes them, check after it",
            many=_MANY,
        ):
            yield (
                diagnostic._replace(severity=Severity.NOTE)
                if diagnostic.help or made
                else _alone(ctx, diagnostic, causes[diagnostic.span, diagnostic.message], names)
            )


def _alone(ctx: RuleContext, diagnostic: Diagnostic, lost: Missing, names: list[str]) -> Diagnostic:
    """Name the files that may be meant, and where one was looked for; weigh what no other file is called like."""
    bibliography = lost.kind == "bibliography"
    near = _near(lost.target, names, bibliography=bibliography)
    advice = f"did you mean {' or '.join(near)}? " if near else ""
    if bibliography:
        left = _of_library(lost.target, near)
    else:
        left = not near and (lost.command == "include" or not _reads_beside(ctx, lost.target))
    diagnostic = diagnostic._replace(help=f"{advice}{lost.detail}")
    return diagnostic._replace(severity=Severity.NOTE) if left else diagnostic


def _reads_beside(ctx: RuleContext, target: str) -> bool:
    """Whether the document itself, or another file that it reads, is in the folder in which a file is missing."""
    m = ctx.manuscript
    folder = dirname(normpath(join(dirname(m.root), target)))
    return any(dirname(path) == folder and path.endswith(TEX_SUFFIXES) for path in m.files)


def _of_library(target: str, near: list[str]) -> bool:
    """Whether a bibliography may be the author's library: a bare name, which BibTeX looks for elsewhere too, and no mistyped one."""
    return "/" not in normpath(target) and all(_last(name) == _last(target) for name in near)


def _tails(names: list[str]) -> frozenset[str]:
    """Return the names of files without their endings, and without any of the folders before them."""
    stems = (f"/{_stem(name)}" for name in names)
    return frozenset(stem[at + 1 :] for stem in stems for at, sign in enumerate(stem) if sign == "/")


def _kept_out(ctx: RuleContext, lost: Missing) -> str:
    """Why git has no such file, though the author may have it."""
    folders = dict.fromkeys((dirname(ctx.manuscript.root), dirname(lost.span.path), ""))
    suffixes = ("", ".bib") if lost.kind == "bibliography" else ("", *TEX_SUFFIXES)
    paths = (normpath(join(folder, lost.target)) + suffix for folder in folders for suffix in suffixes)
    return next(filter(None, map(ctx.project.repository.kept_out, paths)), "")


def _drawn(ctx: RuleContext, target: str, names: list[str]) -> bool:
    """Whether a drawing lies in a folder of pictures, where it is found as a picture."""
    folders = ctx.manuscript.graphics_folders or ()
    top = dirname(ctx.manuscript.root)
    return any(f"{normpath(join(top, folder, _stem(target)))}.tex" in names for folder in folders)


def _near(target: str, names: list[str], *, bibliography: bool) -> list[str]:
    """Name existing files: one of the same name in another folder, else one of a similar name."""
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
    """The name of a file without its folders and suffix."""
    return _stem(name).rpartition("/")[2]


def _stem(name: str) -> str:
    while name.startswith(("./", "../")):
        name = name.partition("/")[2]
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return name
