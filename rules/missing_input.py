"""TEX001: a file that the document reads and that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.api import TEX_SUFFIXES, Severity, closest, rule

from ._folding import folded

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, RuleContext

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
        "bibliography",
        "addbibresource",
        "addglobalbib",
        "addsectionbib",
        "nobibliography",
        "putbib",
    ]
)
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
    script generates has to be generated before the check, or this finding suppressed.  Names
    that argcheck cannot work out are no findings, nor are files that R code of the document (`.Rnw`)
    names, which may write them; the run names both.  A file that the document writes itself
    (`\openout`) is not missing.  Where only the case of letters differs, the file is read, and
    nothing is held back.

    More than five missing files of one folder are one finding, at the first of them, and an
    `ignore` there is for all of them.  A file whose own line has an `ignore` does not count.
    """
    folders: dict[tuple[str, str], list[Diagnostic]] = {}
    names: list[str] = []
    seen = set()
    for lost in (*ctx.manuscript.missing, *ctx.bibliography.missing):
        if lost.reason != "missing" or lost.span in seen:
            continue
        seen.add(lost.span)
        names = names or ctx.project.names
        if lost.command not in _COMMANDS and any(
            f"/{_stem(name)}".endswith(f"/{_stem(lost.target)}") for name in names
        ):
            continue  # an own macro that looks elsewhere than its arguments say
        what = "bibliography" if lost.kind == "bibliography" else "file"
        near = _near(lost.target, names, bibliography=lost.kind == "bibliography")
        advice = f"did you mean {' or '.join(near)}? " if near else ""
        found = ctx.report(
            lost.span, f"the {what} '{lost.target}' does not exist", help=f"{advice}{lost.detail}"
        )
        folders.setdefault((what, lost.target.rpartition("/")[0]), []).append(found)
    for other in ctx.manuscript.in_other_case:
        if other.span not in seen:
            seen.add(other.span)
            what = "bibliography" if other.kind == "bibliography" else "file"
            yield ctx.report(
                other.span,
                f"the {what} '{other.target}' is called '{other.detail}', which is another name where case counts",
                help="write the name as the file has it: the document does not build on Linux",
            )
    for together in folders.values():
        yield from folded(
            ctx,
            together,
            ", and others of its folder do not either",
            "files of this folder are missing here: if a build makes them, check after it",
        )


def _near(target: str, names: list[str], *, bibliography: bool) -> list[str]:
    """Name existing files: one of the same name in another folder, else one of a similar name."""
    fitting = [name for name in names if name.endswith(".bib") == bibliography]
    stem = _stem(target).rpartition("/")[2]
    elsewhere = [name for name in fitting if _stem(name).rpartition("/")[2] == stem]
    if elsewhere:
        return elsewhere[:3]
    stems = {_stem(name): name for name in fitting}
    found = closest(_stem(target), list(stems))
    if not found:
        tails = {one.rpartition("/")[2]: name for one, name in stems.items()}
        return [tails[one] for one in closest(stem, list(tails))]
    return [stems[one] for one in found]


def _stem(name: str) -> str:
    while name.startswith(("./", "../")):
        name = name.partition("/")[2]
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    return name
