"""The completeness gate: what a missing file holds back, and what it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span, Unchecked
from argcheck.lint.rule import Needs
from argcheck.tex.document_language import main_language
from argcheck.tex.model import InputPlace, once
from argcheck.tex.vocabulary import language_names

if TYPE_CHECKING:
    from argcheck.bib.entries import Entries
    from argcheck.reading.manuscript import Manuscript
    from argcheck.tex.model import Missing

#: What a file that is read at a place may hold.  A table body may cite, but its label is in the float around it.
_HOLDS = {
    InputPlace.PREAMBLE: Needs.MACROS,
    InputPlace.SENTENCE: Needs.WORDS,
    InputPlace.TABLE: Needs.WORDS | Needs.CITATIONS,
    InputPlace.FIGURE: Needs.WORDS | Needs.CITATIONS | Needs.FIGURE_LABELS,
    InputPlace.FRONT: Needs.WORDS | Needs.CITATIONS | Needs.REFERENCES | Needs.MACROS,
    InputPlace.THANKS: Needs.WORDS | Needs.CITATIONS | Needs.REFERENCES,
    InputPlace.BODY: Needs.TEXT,
}


def _meant(language: str) -> str:
    from argcheck.prose.spelling import closest

    names = sorted(language_names())
    near = closest(language, names, 1) if language not in names else []
    return f"; did you mean '{near[0]}'?" if near else ""


def missing(needs: Needs, m: Manuscript, b: Entries) -> tuple[Unchecked, ...]:
    """Return the missing files, or the missing word list, that could hold one of ``needs``."""
    if Needs.LANGUAGE in needs and not m.language:
        name = main_language(m)
        return (Unchecked(f"a word list for the language {name or 'of the text'} is missing{_meant(name)}"),)
    because: list[Unchecked] = []
    if needs & Needs.TEXT:
        because += _text(m, needs)
    if Needs.BIBLIOGRAPHY in needs:
        because += map(_lost, b.missing)
        if not b.entries:  # a missing file may load one
            because += _text(m, Needs.MACROS)
    first: dict[str, Unchecked] = {}  # a file may be read several times
    for unchecked in because:
        first.setdefault(unchecked.because, unchecked)
    return tuple(first.values())


def _text(m: Manuscript, needs: Needs) -> list[Unchecked]:
    places = [place for place, holds in _HOLDS.items() if holds & needs]
    lost = [unchecked for place, unchecked in _lost_inputs(m) if place in places]
    return [*lost, Unchecked(m.fragment_reason, Span(m.root, 0, 0))] if m.fragment_reason else lost


@once
def _lost_inputs(m: Manuscript) -> list[tuple[InputPlace, Unchecked]]:
    return [(gap.place, _lost(gap)) for gap in m.missing]


def _lost(gap: Missing) -> Unchecked:
    if gap.reason == "missing":
        return Unchecked(f"{gap.target} is missing", gap.span)
    return Unchecked(f"{gap.target} is not read ({gap.detail})", gap.span)
