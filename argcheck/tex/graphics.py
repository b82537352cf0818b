r"""The picture files that a document includes, and the folders in which it searches for them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import BRACED, lazy
from argcheck.tex.arguments import arguments, names
from argcheck.tex.commands import VERBATIM
from argcheck.tex.file_lookup import input_folders
from argcheck.tex.live_source import holding, live, live_calls
from argcheck.tex.macro_text import expand
from argcheck.tex.model import MacroDefinition, ManuscriptRecords, once

_INCLUDING = tuple("includegraphics includesvg includepdf plotone plottwo epsffile epsfig psfig".split())  # noqa: SIM905 - shorter
_NAME = r"\{((?:[^{}]|\{[^{}]*\})*)\}"
#: A command with one or two names of pictures, or with an option that has the name.
_INCLUDE = lazy(
    rf"\\(?:includegraphics|includesvg|includepdf|plotone|epsffile)\*?\s*(?:\[[^\]]*\]\s*){{0,2}}{_NAME}"
    rf"|\\plottwo\s*{_NAME}\s*{_NAME}|\\(?:epsfig|psfig)\s*\{{(?:[^{{}}]*,)?\s*(?:file|figure)\s*=\s*([^{{}},]*)"
)
_PATH = lazy(r"\\graphicspath\s*\{\s*((?:\{[^{}]*\}\s*(?:%[^\n]*\n\s*)*)*|[^{}]*)\}")


_PARAMETER = r"#([1-9])"
_LONGEST = 2_000  # characters of the body of a macro


class _Including(NamedTuple):
    r"""A macro of the document that includes one picture: ``\newcommand{\pic}[2]{\includegraphics{img/#1.png}...}``."""

    openers: str  #: opening brackets of its arguments
    number: int  #: number of the argument for the name, from 1
    name: str  #: name of the picture, with ``#n`` for that argument


class Graphic(NamedTuple):
    r"""One picture, included by ``\includegraphics``, a similar command or an unconditional macro with one name."""

    target: str  #: the name as TeX sees it, macros expanded, without quotes and braces
    span: Span  #: of the name as written


@once
def graphics(manuscript: ManuscriptRecords) -> tuple[Graphic, ...]:
    r"""Return the pictures that the document includes, if their names can be expanded, file by file."""
    order = {path: rank for rank, path in enumerate(manuscript.files)}
    both = [*_graphics(manuscript), *_in_macros(manuscript)]
    return tuple(sorted(both, key=lambda graphic: (order[graphic.span.path], graphic.span.start)))


def _graphics(manuscript: ManuscriptRecords) -> Iterator[Graphic]:
    verbatim = _verbatim(manuscript)
    needles = [f"\\{command}" for command in _INCLUDING]
    for span, match in live(manuscript, _INCLUDE, needles):
        if holding(verbatim.get(span.path, ()), span.start):
            continue
        for number in filter(match.group, range(1, _INCLUDE.groups + 1)):
            for name, start, end in names(match.string, *match.span(number), many=False):
                if target := _target(manuscript, name):
                    yield Graphic(target, Span(span.path, start, end))


def _target(manuscript: ManuscriptRecords, name: str) -> str:
    """Return the name of a picture as TeX sees it, empty if it cannot be expanded."""
    target = expand(name, manuscript.text_macros).replace('"', "").replace("{", "").replace("}", "").strip()
    return "" if set(target) & set("\\#$~^") else target


def _in_macros(manuscript: ManuscriptRecords) -> Iterator[Graphic]:
    """Yield the pictures that the document's own macros include."""
    known: dict[str, _Including] = {}
    for name, definitions in manuscript.macros.items():
        drawing = [made for made in definitions if "\\include" in made.body or "\\plot" in made.body]
        if len(drawing) == 1 and (how := _inclusion(drawing[0])):
            known[name] = how
    if not known:
        return
    verbatim = _verbatim(manuscript)
    for span, match in live_calls(manuscript, known):
        text, including = match.string, known[match[1]]
        spans, _ = arguments(text, span.end, including.openers)
        place = spans[including.number - 1]
        if place is None or holding(verbatim.get(span.path, ()), span.start):
            continue
        argument = text[slice(*place)].strip()
        target = _target(manuscript, including.name.replace(f"#{including.number}", argument))
        if argument and target and "\n" not in target:
            yield Graphic(target, Span(span.path, *place))


def _inclusion(macro: MacroDefinition) -> _Including | None:
    """Return how a macro includes its picture, None if that is not surely one named by one mandatory argument."""
    body, openers = macro.body, macro.openers.partition("\0")[0]
    if not openers or len(body) > _LONGEST or "\\if" in body.lower():
        return None
    named = [name for include in _INCLUDE.finditer(body) for name in include.groups() if name]
    parameters = [int(number) for number in re.findall(_PARAMETER, named[0])] if len(named) == 1 else []
    if len(parameters) != 1 or parameters[0] > len(openers) or openers[parameters[0] - 1] != "{":
        return None
    return _Including(openers, parameters[0], named[0])


def graphics_folders(manuscript: ManuscriptRecords) -> list[str] | None:
    r"""Return the folders of every ``\graphicspath`` and ``\input@path``, relative to that of the root.

    None if one of ``\graphicspath`` cannot be expanded.
    """
    folders: list[str] = []
    for source in manuscript.files.values():
        folders += input_folders(source.text)
        if "\\graphicspath" not in source.text:
            continue
        lists = _PATH.findall(source.text)
        if not lists:
            return None
        # without inner braces TeX reads each letter as a folder, but the author means one folder
        for folder in (name for listed in lists for name in BRACED.findall(listed) or [listed]):
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
