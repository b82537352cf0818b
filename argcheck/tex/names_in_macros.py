r"""Finds citations and references in the bodies of macros and environments: ``\newcommand{\tool}{Tool~\cite{t}}``."""

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
    """Return a citation for each key in a macro or environment that the document uses, at its place in the body."""
    return tuple(
        Citation(name, span, command, command_span, nocite=False, group=-1)
        for name, span, command, command_span in _named(manuscript, "cite", _called(manuscript))
    )


@once
def references_in_macros(manuscript: ManuscriptRecords) -> tuple[Reference, ...]:
    """Return a reference for each name in a macro or environment that the document uses, at its place in the body."""
    return tuple(
        Reference(*named, environment=-1) for named in _named(manuscript, "ref", _called(manuscript))
    )


def places_in_definitions(manuscript: ManuscriptRecords, kinds: Iterable[str]) -> Iterator[tuple[str, Span]]:
    """Yield the names in the bodies of all macros and environments, used or not, with their places.

    :param kinds: kinds of commands: ``cite``, ``ref``.
    """
    known = (*manuscript.macros.values(), *manuscript.environment_macros.values())
    definitions = [each for several in known for each in several]
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
    """Yield the definitions of macros and environments that are used and print the same each time.

    A macro that is defined more than once is left out.
    """
    defined = (each for name, each in manuscript.macros.items() if name in manuscript.commands)
    used = [several[0] for several in defined if len(several) == 1]
    for name in {environment.name: None for environment in manuscript.environments}:
        used += manuscript.environment_macros.get(name, ())
    for definition in used:
        if "\\if" not in definition.body and not names_set_in(definition.body):
            yield definition
