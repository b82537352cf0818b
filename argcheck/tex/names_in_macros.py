r"""Finds citations and references in the bodies of macros: ``\newcommand{\tool}{Tool~\cite{t}}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.tex.arguments import names_set_in
from argcheck.tex.commands import named_in
from argcheck.tex.model import Citation, Reference, once

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.tex.model import MacroDefinition, ManuscriptRecords


@once
def citations_in_macros(manuscript: ManuscriptRecords) -> tuple[Citation, ...]:
    """Return a citation for each key in a macro that the document calls, at its place in the body."""
    return tuple(
        Citation(name, span, command, command_span, nocite=False, group=-1)
        for name, span, command, command_span in _named(manuscript, "cite", _called(manuscript))
    )


@once
def references_in_macros(manuscript: ManuscriptRecords) -> tuple[Reference, ...]:
    """Return a reference for each name in a macro that the document calls, at its place in the body."""
    return tuple(
        Reference(*named, environment=-1) for named in _named(manuscript, "ref", _called(manuscript))
    )


def places_in_definitions(manuscript: ManuscriptRecords, kinds: Iterable[str]) -> Iterator[tuple[str, Span]]:
    """Yield the names in the bodies of all macros, called or not, with their places.

    :param kinds: kinds of commands: ``cite``, ``ref``.
    """
    definitions = [each for several in manuscript.macros.values() for each in several]
    for kind in kinds:
        yield from ((name, span) for name, span, *_ in _named(manuscript, kind, definitions))


def _named(
    manuscript: ManuscriptRecords, kind: str, definitions: Iterable[MacroDefinition]
) -> Iterator[tuple[str, Span, str, Span]]:
    for definition in definitions:
        path, start, end = definition.span
        body = definition.body
        offset = manuscript.files[path].text.find(body, start, end)
        if offset >= 0:
            for name, (s, e), command, (first, last) in named_in(body, kind):
                place = Span(path, offset + first, offset + last)
                yield name, Span(path, offset + s, offset + e), command, place


def _called(manuscript: ManuscriptRecords) -> Iterator[MacroDefinition]:
    """Yield the definitions of called macros that are defined once and print the same at each call."""
    for name, definitions in manuscript.macros.items():
        if name not in manuscript.commands or len(definitions) > 1:
            continue
        body = definitions[0].body
        if "\\if" not in body and not names_set_in(body):
            yield definitions[0]
