r"""Citations and references in the bodies of macros that a document calls: ``\newcommand{\tool}{Tool~\cite{t}}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.tex.arguments import arguments, calls, names, names_set_in
from argcheck.tex.commands import SPECS
from argcheck.tex.model import Citation, Reference, once

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import MacroDefinition, ManuscriptRecords


@once
def citations_in_macros(manuscript: ManuscriptRecords) -> tuple[Citation, ...]:
    """Return a citation for each key in a macro that the document calls, at its place in the body."""
    return tuple(
        Citation(name, span, command, command_span, nocite=False, group=-1)
        for name, span, command, command_span in _named(manuscript, "cite")
    )


@once
def references_in_macros(manuscript: ManuscriptRecords) -> tuple[Reference, ...]:
    """Return a reference for each name in a macro that the document calls, at its place in the body."""
    return tuple(Reference(*named, environment=-1) for named in _named(manuscript, "ref"))


def _named(manuscript: ManuscriptRecords, kind: str) -> Iterator[tuple[str, Span, str, Span]]:
    """Yield what the bodies name outright: the name, its place, the command and its place."""
    for definition in _called(manuscript):
        path, start, end = definition.span
        text, body = manuscript.files[path].text, definition.body
        offset = text.find(body, start, end)
        if offset < 0:
            continue
        for command, backslash, behind in calls(body):
            spec = SPECS.get(command)
            if spec is None or spec.kind != kind:
                continue
            spans, last = arguments(body, behind, spec.openers)
            place = Span(path, offset + backslash, offset + last)
            for slot, span in zip(spec.slots, spans, strict=True):
                if span is None or slot.prefix is None:
                    continue
                for name, s, e in names(body, *span, many=spec.many):
                    if not {"#", "\\"}.intersection(name):
                        yield name, Span(path, offset + s, offset + e), command, place


def _called(manuscript: ManuscriptRecords) -> Iterator[MacroDefinition]:
    """Yield the definitions that are sure to be the ones that a call in the text means."""
    for name, definitions in manuscript.macros.items():
        if name not in manuscript.commands or len(definitions) > 1:
            continue
        body = definitions[0].body
        if "\\if" not in body and not names_set_in(body):
            yield definitions[0]
