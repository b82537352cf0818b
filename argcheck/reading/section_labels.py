"""Names for the sections of a manuscript: their labels, else their titles."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from typing import TYPE_CHECKING

from argcheck.tex.by_file import labels_by_file

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords


class SectionLabels:
    """The sections of a manuscript by place."""

    def __init__(self, manuscript: ManuscriptRecords) -> None:
        """Index the sections and their labels."""
        labels = labels_by_file(manuscript)
        self._sections: dict[str, list[tuple[int, str]]] = {}
        for section in manuscript.sections:
            here = labels.get(section.span.path, [])
            text, title = manuscript.files[section.title.path].text, section.title
            name = text[title.start : title.end]
            following = bisect_left(here, section.span.end, key=lambda label: label.span.start)
            if following < len(here) and not text[section.span.end : here[following].span.start].strip():
                name = here[following].name
            self._sections.setdefault(section.span.path, []).append((section.span.start, name))
        for sections in self._sections.values():
            sections.sort()

    def of(self, span: Span) -> str:
        """Return the label of the section that a place is in, else its title as written; empty before the first."""
        sections = self._sections.get(span.path, [])
        which = bisect_right(sections, (span.start, "")) - 1
        return sections[which][1] if which >= 0 else ""
