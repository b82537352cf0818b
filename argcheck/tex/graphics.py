r"""The picture files that a document includes, and the folders in which it looks for them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import BRACED, lazy
from argcheck.tex.arguments import names
from argcheck.tex.commands import VERBATIM
from argcheck.tex.live_source import holding, live
from argcheck.tex.macro_text import expand
from argcheck.tex.model import ManuscriptRecords, once

_INCLUDING = (
    "includegraphics",
    "includesvg",
    "includepdf",
    "plotone",
    "plottwo",
    "epsffile",
    "epsfig",
    "psfig",
)
_NAME = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
#: A command with the name of a picture, or two, or with an option that has it.
_INCLUDE = lazy(
    rf"\\(?:includegraphics|includesvg|includepdf|plotone|epsffile)\*?\s*(?:\[[^\]]*\]\s*){{0,2}}{_NAME}"
    rf"|\\plottwo\s*{_NAME}\s*{_NAME}|\\(?:epsfig|psfig)\s*\{{(?:[^{{}}]*,)?\s*(?:file|figure)\s*=\s*([^{{}},]*)"
)
_PATH = lazy(r"\\graphicspath\s*\{\s*((?:\{[^{}]*\}\s*(?:%[^\n]*\n\s*)*)*)\}")


class Graphic(NamedTuple):
    r"""One picture that ``\includegraphics`` or a command like it includes."""

    target: str  #: the name as TeX sees it, macros expanded, without quotes and braces
    span: Span  #: of the name as written


@once
def graphics(manuscript: ManuscriptRecords) -> tuple[Graphic, ...]:
    r"""Return the pictures that the document includes by a name that can be worked out, in document order."""
    return tuple(_graphics(manuscript))


def _graphics(manuscript: ManuscriptRecords) -> Iterator[Graphic]:
    verbatim = _verbatim(manuscript)
    needles = [f"\\{command}" for command in _INCLUDING]
    for span, match in live(manuscript, _INCLUDE, needles):
        if holding(verbatim.get(span.path, ()), span.start):
            continue
        for number in filter(match.group, range(1, _INCLUDE.groups + 1)):
            for name, start, end in names(match.string, *match.span(number), many=False):
                target = expand(name, manuscript.text_macros).strip()
                target = target.replace('"', "").replace("{", "").replace("}", "").strip()
                if target and not set(target) & set("\\#$~^"):
                    yield Graphic(target, Span(span.path, start, end))


def graphics_folders(manuscript: ManuscriptRecords) -> list[str] | None:
    r"""Folders of every ``\graphicspath``, relative to that of the root; None if one of them cannot be worked out."""
    folders: list[str] = []
    for source in manuscript.files.values():
        if "\\graphicspath" not in source.text:
            continue
        lists = _PATH.findall(source.text)
        if not lists:
            return None
        for folder in (name for listed in lists for name in BRACED.findall(listed)):
            name = expand(folder, manuscript.text_macros).strip().strip('"')
            if set(name) & set("\\#$~"):
                return None
            folders.append(name)
    return list(dict.fromkeys(folders))


def _verbatim(manuscript: ManuscriptRecords) -> dict[str, list[tuple[int, int]]]:
    ranges: dict[str, list[tuple[int, int]]] = {}
    for environment in manuscript.environments:
        if environment.name in VERBATIM:
            span = environment.span
            ranges.setdefault(span.path, []).append((span.start, span.end))
    return {path: sorted(some) for path, some in ranges.items()}
