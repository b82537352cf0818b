r"""Finds the displayed formulas of a document: environments, ``\[...\]`` and ``$$...$$``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.tex.model import ManuscriptRecords, once
from argcheck.tex.pieces import flats_in
from argcheck.tex.sections import order

if TYPE_CHECKING:
    from collections.abc import Iterator

_NAMES = """
equation align alignat xalignat xxalignat gather multline eqnarray subeqnarray flalign IEEEeqnarray dmath dgroup displaymath empheq
"""
_ENVIRONMENTS = frozenset(_NAMES.split())
_OPENERS = ("\\[", "$$")


@once
def displays(manuscript: ManuscriptRecords) -> tuple[Span, ...]:
    """Return the displayed formulas in document order, those within another left out."""
    named = (e.span for e in manuscript.environments if e.name.removesuffix("*") in _ENVIRONMENTS)
    place = order(manuscript).position
    kept: list[Span] = []
    for span in sorted({*named, *_without_name(manuscript)}, key=lambda span: (place(span), -span.end)):
        if not kept or not kept[-1].contains(span):
            kept.append(span)
    return tuple(kept)


def _without_name(manuscript: ManuscriptRecords) -> Iterator[Span]:
    """Yield the displayed formulas that are no environment, as they are read."""
    for path, flat in flats_in(manuscript, manuscript.pieces):
        text = manuscript.files[path].text
        for start, end in zip(flat.starts, flat.ends, strict=True):
            if text.startswith(_OPENERS, start) and end - start > len(_OPENERS[0]):
                yield Span(path, start, end)
