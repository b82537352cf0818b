"""The pictures of a project, in the folders in which LaTeX looks for them."""

from __future__ import annotations

from functools import lru_cache
from posixpath import basename, dirname, join, normpath, splitext
from typing import TYPE_CHECKING
from unicodedata import normalize

from argcheck.api import PICTURE_SOURCES, PICTURES

if TYPE_CHECKING:
    from argcheck.api import Graphic, Manuscript, RuleContext

_MOST = 200  # folders that are looked into
OF_TEX = ("example-image", "example-grid")  #: beginnings of the names of pictures that come with TeX
OF_PACKAGES = {"bclogo": "bc-"}  #: and of those that a package brings


def folders(m: Manuscript) -> list[str]:
    r"""Return the folders of a document's pictures, with those of ``\graphicspath`` as far as they are known."""
    top = dirname(m.root)
    return [top, "", *(join(top, folder) for folder in m.graphics_folders or ())][:_MOST]


def exists(ctx: RuleContext, graphic: Graphic, places: list[str]) -> bool:
    """Whether a picture, or the file that a build makes it from, is in one of the folders, in any case of letters.

    :param places: the `folders` of the document.
    """
    for folder in (*places, dirname(graphic.span.path)):
        path = normpath(join(folder, graphic.target))
        if ctx.project.outside(path):
            return True
        names, name = ctx.project.pictures(dirname(path)), normalize("NFC", basename(path)).lower()
        if name in names or not _stems(names).isdisjoint((name, _stem(name))) or ctx.project.is_file(path):
            return True
    return False


@lru_cache(maxsize=64)
def _stems(names: frozenset[str]) -> frozenset[str]:
    return frozenset(map(_stem, names))


def _stem(name: str) -> str:
    """Return the name of a picture without its format."""
    stem, ending = splitext(name)
    stem = stem if ending in PICTURES or ending in PICTURE_SOURCES else name
    return stem.removesuffix("-eps-converted-to").removesuffix("-crop")
