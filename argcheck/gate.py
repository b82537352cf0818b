"""The completeness gate: what a missing file holds back, and what it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.diagnostic import Span, Unchecked
from argcheck.rule import Needs
from argcheck.tex.language import main_language
from argcheck.tex.model import Place

if TYPE_CHECKING:
    from argcheck.bib.model import Bibliography
    from argcheck.tex.model import Manuscript, Missing

#: What a file may hold that is read at a place.  A table body cites, but it is the float around it that has the label.
_HOLDS = {
    Place.PREAMBLE: Needs.MACROS,
    Place.SENTENCE: Needs.WORDS,
    Place.TABLE: Needs.WORDS | Needs.CITATIONS,
    Place.FRONT: Needs.WORDS | Needs.CITATIONS | Needs.REFERENCES | Needs.MACROS,
    Place.BODY: Needs.TEXT,
}


def missing(needs: Needs, m: Manuscript, b: Bibliography) -> tuple[Unchecked, ...]:
    """Say what is missing that could hold one of ``needs``."""
    if Needs.LANGUAGE in needs and not m.language:
        return (Unchecked(f"a word list for the language {main_language(m) or 'of the text'} is missing"),)
    because: list[Unchecked] = []
    if needs & Needs.TEXT:
        because += _text(m, needs)
    if Needs.BIBLIOGRAPHY in needs:
        because += map(_lost, b.missing)
        if not b.entries:  # it may be loaded by what is not here
            because += _text(m, Needs.MACROS)
    return tuple(dict.fromkeys(because))


def _text(m: Manuscript, needs: Needs) -> list[Unchecked]:
    lost = [_lost(one) for one in m.missing if _HOLDS[one.place] & needs]
    return [*lost, Unchecked(f"{m.lacks} is missing", Span(m.root, 0, 0))] if m.lacks else lost


def _lost(one: Missing) -> Unchecked:
    if one.reason == "missing":
        return Unchecked(f"{one.target} is missing", one.span)
    return Unchecked(f"{one.target} is not read ({one.detail})", one.span)
