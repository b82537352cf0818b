"""What the numbers of a document contradict: each engine is imported when there is something for it to compare."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING

from argcheck.prose.passages import Passages
from argcheck.prose.spots import TABULARS, alike
from argcheck.tex.numerals import natural
from argcheck.tex.vocabulary import codes, phrases

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Span
    from argcheck.prose.claimed import Unfounded
    from argcheck.prose.counts import Conflict
    from argcheck.prose.sentence_totals import Inconsistent
    from argcheck.prose.statistics import Impossible


class Numbers(Passages):
    """The numbers of one document, made for the first rule that asks and shared by the others."""

    @cached_property
    def unfounded(self) -> list[Unfounded]:
        """Numbers of abstract and conclusion that the body lacks; slides leave to the speaker what they rest on."""
        if self.manuscript.document_class == "beamer" or self.manuscript.fragment_reason:
            return []
        from argcheck.prose.verbatim import doubtful

        left = list(doubtful(self, self.summaries))
        if not left:
            return []
        from argcheck.prose.claimed import unfounded

        return unfounded(self, left)

    @cached_property
    def conflicts(self) -> list[Conflict]:
        """Counts of one thing that differ."""
        if not (self.any("wholes") or self._transposed or self._resized or self.manuscript.abstract):
            return []
        from argcheck.prose.counts import conflicts

        return conflicts(self)

    @property
    def _transposed(self) -> bool:
        """Whether two counts of the same have the same digits, each in another order."""
        seen: dict[tuple[str, str], str] = {}
        return any(
            seen.setdefault((noun, "".join(sorted(digits))), digits) != digits
            for _, _, (noun, digits, _) in self.spots("counts")
        )

    @property
    def _resized(self) -> bool:
        """Whether something of which the size is told may have two of them."""
        sizes: dict[str, set[int]] = {}
        for _, _, (thing, digits, _) in self.spots("sizes"):
            sizes.setdefault(thing, set()).add(natural(digits))
        if not sizes:
            return False
        m = self.manuscript
        return (
            any(map(alike, sizes.values()))
            or any(map(str.isdigit, m.text_macros.values()))
            or any(environment.name in TABULARS for environment in m.environments)
        )

    @cached_property
    def inconsistent(self) -> list[Inconsistent]:
        """Totals and percentages that their parts contradict."""
        tables = [
            environment
            for environment in self.manuscript.environments
            if environment.name in TABULARS and self._has_total(environment.span)
        ]
        if not (
            tables or any(map(self.any, ("shares", "of-these", "sexes", "of-whom", "arms", "out-of-all")))
        ):
            return []
        from argcheck.prose.table_totals import inconsistent

        return inconsistent(self, tables)

    def _has_total(self, span: Span) -> bool:
        text = self.manuscript.files[span.path].text
        return any(
            text.find(word, span.start, span.end) >= 0 for word in phrases(codes(), "samples.total-parts")
        )

    @cached_property
    def impossible(self) -> list[Impossible]:
        """Statistics that their own figures rule out."""
        problems: list[Impossible] = []
        if self.any("p-values") or self.any("means"):
            from argcheck.prose.statistics import impossible

            problems += impossible(self)
        if self.any("intervals"):
            from argcheck.prose.intervals import impossible_intervals

            problems += impossible_intervals(self)
        return problems
