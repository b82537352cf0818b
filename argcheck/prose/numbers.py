"""Contradictions among the numbers of a document; each engine is imported when a rule first asks for it."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.prose.reading import ReadText

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Span
    from argcheck.prose.samples import Count
    from argcheck.prose.statistics import Impossible
    from argcheck.prose.unfounded_numbers import Unfounded
    from argcheck.prose.wholes import Inconsistent


class Numbers(ReadText):
    """The numbers of one document, computed on demand and shared by all rules."""

    @cached_property
    def unfounded(self) -> list[Unfounded]:
        """Numbers of abstract and conclusion that the body lacks; empty for slides and fragments."""
        if self.manuscript.document_class == "beamer" or self.manuscript.fragment_reason:
            return []
        from argcheck.prose.unfounded_numbers import unfounded

        return unfounded(self)

    @cached_property
    def conflicts(self) -> list[tuple[Count, Count]]:
        """Pairs of counts of one thing that differ: the one that stands first or more often, and the other."""
        from argcheck.prose.counts import conflicting_counts

        return conflicting_counts(self)

    @cached_property
    def inconsistent(self) -> list[Inconsistent]:
        """Totals and percentages that their parts contradict."""
        from argcheck.prose.table_totals import inconsistent

        return inconsistent(self)

    @cached_property
    def broken_off(self) -> list[tuple[Span, str]]:
        """Places and last words of sentences that break off at the end of their paragraph or at a percent sign."""
        from argcheck.prose.broken_off import broken_off, cut_off

        return sorted([*broken_off(self), *cut_off(self)])

    @cached_property
    def doubled_words(self) -> list[tuple[Span, str]]:
        """Places and words of words that are doubled by mistake."""
        from argcheck.prose.doubled_words import doubled_words

        return list(doubled_words(self))

    @cached_property
    def impossible(self) -> list[Impossible]:
        """Statistics that their own figures rule out."""
        from argcheck.prose.intervals import impossible_intervals
        from argcheck.prose.statistics import impossible

        return [*impossible(self), *impossible_intervals(self)]
