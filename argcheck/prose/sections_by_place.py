"""Where in the sections of a document a place is."""

from __future__ import annotations

import re
from bisect import bisect_right
from typing import TYPE_CHECKING

from argcheck.tex.vocabulary import codes, wording

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords


class SectionsByPlace:
    """The sections of a document, asked by places."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        self._pieces: dict[str, list[tuple[int, int]]] = {}
        for number, piece in enumerate(manuscript.pieces):
            self._pieces.setdefault(piece.path, []).append((piece.start, number))
        # A file that the document reads may have no live text: another document, of which nothing is printed here.
        sections = [section for section in manuscript.sections if section.span.path in self._pieces]
        self._titles = [
            manuscript.files[section.title.path].text[section.title.start : section.title.end]
            for section in sections
        ]
        self._orders = [self.order(section.span) for section in sections]
        self._chapters: list[int] = []
        for number, section in enumerate(sections):
            self._chapters.append(number if section.level <= 0 else self._chapters[-1] if number else -1)

    def order(self, place: Span) -> tuple[int, int]:
        """Return what places are in document order by."""
        here = self._pieces[place.path]
        return here[max(0, bisect_right(here, (place.start, len(self._pieces))) - 1)][1], place.start

    def _section(self, place: Span) -> int:
        return bisect_right(self._orders, self.order(place)) - 1

    def title(self, place: Span) -> str:
        """Return the title of the section that a place is in."""
        which = self._section(place)
        return self._titles[which] if which >= 0 else ""

    def apart(self, first: Span, second: Span) -> bool:
        """Whether each of two places may be about a study of its own: chapters, several sections about studies."""
        sections = [self._section(place) for place in (first, second)]
        chapters = {self._chapters[which] if which >= 0 else -1 for which in sections}
        study = wording(codes(), "{samples.studies}", re.IGNORECASE)
        return len(chapters) > 1 or sum(study.search(title) is not None for title in self._titles) > 1
