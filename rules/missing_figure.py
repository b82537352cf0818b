"""TEX009: a picture that the document includes and that is not there."""

from __future__ import annotations

from posixpath import dirname, join, normpath, splitext
from typing import TYPE_CHECKING

from argcheck.api import PICTURES, Severity, rule

from ._folding import folded
from ._pictures import OF_PACKAGES, OF_TEX, exists, folders

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.api import Diagnostic, Graphic, RuleContext

#: Beginnings of the names of pictures that come with TeX, or from outside of the project.
_ELSEWHERE = (*OF_TEX, "/", "http:", "https:")
_MANY = 2  # more missing pictures have one cause: a build that did not run, or another folder
_GRAPHICS = ("graphicx", "graphics")


@rule("TEX009", "missing-figure", severity=Severity.WARNING, since="0.1.0", everywhere=True)
def missing_figure(ctx: RuleContext) -> Iterator[Diagnostic]:
    r"""The document includes a picture that does not exist, beside others that do.

    ## Why is this bad?

    The document does not build, or prints an empty frame: the picture was renamed, moved, or never added to the
    repository.

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

    Checked are `\includegraphics`, `\includesvg`, `\includepdf`, `\plotone`, `\plottwo`, `\epsfig` and the like,
    and macros of the document that include one picture by an argument
    (`\newcommand{\pic}[2]{\includegraphics{img/#1}...}`).

    A picture is searched beside the root document, beside the file that includes it, at the top of the project and
    in the folders of `\graphicspath`, with every extension of a picture.

    Not reported:
    - A document of whose pictures less than half exist, and a folder of which none exists: a build makes them, or
      they are kept elsewhere.
    - A picture with a source of its name (`plot.R`, `plot.svg`), one that git ignores, and one that `\IfFileExists`
      tests.
    - Documents of knitr, and `graphicx` with the option `draft` or `demo`.
    - Names with macros that cannot be expanded, and names that differ from the file's only in case.

    More than two missing pictures of one folder are one finding and a note, since they have one cause, and most of
    them are kept elsewhere.
    """
    m = ctx.manuscript
    if not m.graphics or m.graphics_folders is None or m.root.endswith("nw") or _framed(m.packages):
        return
    brought = tuple(start for package, start in OF_PACKAGES.items() if package in m.packages)
    places = folders(m)
    lost: dict[str, list[Graphic]] = {}
    there: set[str] = set()
    count = 0
    for graphic in m.graphics:
        folder = dirname(normpath(graphic.target))
        if graphic.target.startswith((*_ELSEWHERE, *brought)):
            continue
        if exists(ctx, graphic, places):
            there.add(folder)
            count += 1
        else:
            lost.setdefault(folder, []).append(graphic)
    if sum(map(len, lost.values())) > count:
        return
    for folder, missing in lost.items():
        if folder in there:
            together = [_report(ctx, graphic) for graphic in missing if not _excused(ctx, places, graphic)]
            more = ", and others of its folder do not either"
            help_ = "pictures of this folder are missing here: if a build makes them, check after it"
            for diagnostic in folded(ctx, together, more, help_, many=_MANY):
                yield diagnostic._replace(severity=Severity.NOTE) if diagnostic.related else diagnostic


def _report(ctx: RuleContext, graphic: Graphic) -> Diagnostic:
    return ctx.report(
        graphic.span,
        f"the picture '{graphic.target}' does not exist",
        help="add the file, or mend the name: other pictures of this document are there",
    )


def _framed(packages: object) -> bool:
    """Whether the options of packages print pictures as frames."""
    options = (packages.get(name, "") for name in _GRAPHICS)  # type: ignore[attr-defined]
    return any(word.strip() in {"draft", "demo"} for given in options for word in given.split(","))


def _excused(ctx: RuleContext, places: list[str], graphic: Graphic) -> bool:
    """Whether git ignores the picture, or the text tests whether it exists."""
    target = graphic.target
    names = [target] if splitext(target)[1] else [f"{target}{ending}" for ending in PICTURES[:5]]
    around = [*places, dirname(graphic.span.path)]
    paths = {normpath(join(folder, name)) for name in names for folder in around}
    _, *asked = ctx.manuscript.files[graphic.span.path].text.split("FileExists{")
    probed = (normpath(join(folder, name.partition("}")[0])) for name in asked for folder in around[:1])
    return not paths.isdisjoint(probed) or any(map(ctx.project.repository.ignored, paths))
