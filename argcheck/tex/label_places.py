"""Finds every place that names a label, for renaming it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.directives import spelt

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords


def places_of_label(manuscript: ManuscriptRecords, name: str) -> tuple[Span, ...]:
    """Return the places that set, reference or use a label or name it in comments of argcheck, each once."""
    m = manuscript
    places = [label.span for label in m.labels_by_name.get(name, ())]
    places += (reference.span for reference in m.references if reference.name == name)
    places += (use.span for use in m.uses if use.name == name)
    return tuple(dict.fromkeys((*places, *named_in_comments(m, name))))


def named_in_comments(manuscript: ManuscriptRecords, name: str) -> Iterator[Span]:
    """Yield the places of a name in the comments for argcheck in the text."""
    for directive in manuscript.directives:
        yield from spelt(directive, manuscript.files[directive.span.path].text, name)
