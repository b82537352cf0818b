"""The chapters of a document: its sections of the highest level that occurs more than once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.sections import order

if TYPE_CHECKING:
    from argcheck.tex.model import ManuscriptRecords, Section


def chapter_sections(manuscript: ManuscriptRecords) -> list[tuple[int, Section]]:
    """Return the sections that begin chapters, in document order, each with its position in the document."""
    levels = [section.level for section in manuscript.sections]
    level = next((each for each in sorted(set(levels)) if levels.count(each) > 1), min(levels, default=0))
    return sorted(
        (order(manuscript).position(section.span), section)
        for section in manuscript.sections
        if section.level <= level
    )
