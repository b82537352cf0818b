"""TEX009: a picture that the document includes and that is not there."""

from __future__ import annotations

from posixpath import dirname, join, normpath, splitext
from typing import TYPE_CHECKING

from argcheck.api import Severity, rule

from ._folding import folded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.api import Diagnostic, RuleContext

#: What the drivers of graphicx try behind a name without ending, the most frequent first.
_PICTURES = (".pdf", ".png", ".jpg", ".jpeg", ".eps", ".PDF", ".PNG", ".JPG", ".JPEG", ".EPS", ".ps", ".mps", ".svg", ".jbig2", ".jb2", ".gif", ".tif", ".tiff", ".bmp", ".wmf", ".emf")  # fmt: skip
#: What a build makes pictures from.
_SOURCES = (".tex", ".tikz", ".pgf", ".asy", ".mp", ".fig", ".dot", ".gv", ".gp", ".gnuplot", ".plt", ".py", ".ipynb", ".R", ".r", ".Rnw", ".m", ".jl", ".nb", ".drawio", ".dia", ".odg", ".vsd", ".vsdx", ".ai", ".cdr", ".xcf", ".psd", ".puml", ".plantuml", ".mmd", ".uxf", ".graffle", ".graphml", ".ggb", ".svgz", ".csv", ".dat", ".bb", ".xbb", ".dvc", ".pdf_tex", ".pdf_t", ".pstex")  # fmt: skip
#: Pictures that come with TeX, and packages that print a frame in place of each.
_OF_TEX = ("example-image", "example-grid")
_GRAPHICS = ("graphicx", "graphics")


@rule("TEX009", "missing-figure", severity=Severity.WARNING, since="0.1.0", everywhere=True)
def missing_figure(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""The document includes a picture that does not exist, beside others that do.

    ## Why is this bad?

    The document does not build, or builds with an empty frame: a picture was renamed, moved,
    or never added to the repository.

    ## Example

    ```tex
    \includegraphics{plots/rates-2019}
    \includegraphics{plots/ages}
    % file: plots/rates-2020.pdf
    % file: plots/ages.pdf
    ```

    ## Use instead

    ```tex
    \includegraphics{plots/rates-2020}
    \includegraphics{plots/ages}
    % file: plots/rates-2020.pdf
    % file: plots/ages.pdf
    ```

    ## Limits

    A name is looked for beside the root document, beside the file that includes it, at the top of the project and in
    the folders of `\graphicspath`, with each ending of a picture. Pictures are often made by a build, or left out of a
    repository: a document is silent where no picture, or less than half of them, is there, and so is each folder
    without any that the document includes. So is a name that a file which pictures are made from has too
    (`plot.R`, `plot.svg`), a name that git ignores, one that `\IfFileExists` asks for, a document of knitr, and
    one with the option `draft` or `demo`. Names with macros that cannot be worked out are no findings, nor is a
    name that differs from the file's by the case of its letters: many systems take one for the other.
    """
    m = ctx.manuscript
    folders = m.graphics_folders
    if not m.graphics or folders is None or m.root.endswith("nw") or _framed(m.packages):
        return
    places = [dirname(m.root), *(join(dirname(m.root), folder) for folder in folders), ""]
    there: set[str] = set()
    lost: dict[str, list[Diagnostic]] = {}
    count = 0
    for graphic in m.graphics:
        target = graphic.target
        around = [*places, dirname(graphic.span.path)]
        if target.startswith(_OF_TEX) or target.startswith(("/", "http:", "https:")):
            continue
        folder = dirname(normpath(target))
        if _exists(ctx, around, target, _PICTURES):
            there.add(folder)
            count += 1
        elif not _made(ctx, around, target) and not _probed(ctx, graphic.span.path, target):
            finding = ctx.report(
                graphic.span,
                f"the picture '{target}' does not exist",
                help="add the file, or mend the name: other pictures of this document are there",
            )
            lost.setdefault(folder, []).append(finding)
    if sum(map(len, lost.values())) > count:
        return
    for folder, together in lost.items():
        if folder in there:
            yield from folded(
                ctx,
                together,
                ", and others of its folder do not either",
                "pictures of this folder are missing here: if a build makes them, check after it",
            )


def _framed(packages: object) -> bool:
    """Whether pictures are printed as frames."""
    options = (packages.get(name, "") for name in _GRAPHICS)  # type: ignore[attr-defined]
    return any(word.strip() in {"draft", "demo"} for given in options for word in given.split(","))


def _exists(ctx: RuleContext, around: Iterable[str], target: str, endings: Iterable[str]) -> bool:
    named = splitext(target)[1].lower() in _PICTURES
    candidates = (
        [target, *(target + ending for ending in endings)]
        if named
        else [target + ending for ending in endings]
    )
    return any(ctx.project.is_file(path) or ctx.project.outside(path) for path in _paths(around, candidates))


def _paths(around: Iterable[str], names: Iterable[str]) -> dict[str, None]:
    return dict.fromkeys(normpath(join(folder, name)) for name in names for folder in around)


def _made(ctx: RuleContext, around: list[str], target: str) -> bool:
    """Whether a build may make the picture, from what stands beside it or as git ignores it, or the case alone differs."""
    stem = splitext(target)[0].removesuffix("-eps-converted-to").removesuffix("-crop")
    if any(_exists(ctx, around, name, ("", *_PICTURES, *_SOURCES)) for name in {stem, target}):
        return True
    names = [target] if splitext(target)[1] else [f"{target}{ending}" for ending in _PICTURES[:5]]
    return any(ctx.project.ignored(path) or ctx.project.in_other_case(path) for path in _paths(around, names))


def _probed(ctx: RuleContext, path: str, target: str) -> bool:
    return f"FileExists{{{target}" in ctx.manuscript.files[path].text
