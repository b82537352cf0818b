"""The bibliography of a document for rules: its entries, and what comparing them shows."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from argcheck.bib.entries import Entries
from argcheck.bib.faults import AwaitedStatus, Fault
from argcheck.files.diagnostic import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.bib.entry import Entry
    from argcheck.bib.mismatches import Misattributed, Misdated
    from argcheck.bib.names import Name
    from argcheck.bib.typed_citations import PlainCitation
    from argcheck.tex.model import ManuscriptRecords

_FORBIDDEN = str.maketrans(dict.fromkeys('\\/:*?"<>|', "_"))  #: in file names, on some system


class Bibliography(Entries):
    """The entries that a document loads, with their mistakes, each kind of which is searched on first use."""

    _beside_citations: list[tuple[list[Misattributed], list[Misdated]]] | None = None

    @cached_property
    def by_first_author(self) -> Mapping[str, list[Entry]]:
        """The entries by folded family name of their first author, in all its spellings."""

        def find() -> list[tuple[str, list[int]]]:
            from argcheck.bib.people import authors, spellings

            by_name: dict[str, list[int]] = {}
            for entry in self.entries:
                families = authors(entry)
                for form in sorted(spellings(families[0])) if families and families[0] else ():
                    by_name.setdefault(form, []).append(entry.place)
            return list(by_name.items())

        return {
            name: [self.entries[place] for place in places]
            for name, places in self.remember("first authors", find)
        }

    def names(self, entry: Entry, field: str = "author") -> tuple[Name, ...]:
        """Return the names in a field of an entry, such as ``author``, in order; empty without the field."""
        from argcheck.bib.names import parse_names

        return parse_names(entry.raw(field) or "").names

    def year(self, entry: Entry) -> int:
        r"""Return the first year in ``year`` or ``date``, or the only one that a ``\bibitem`` prints; else 0."""
        from argcheck.bib.works import year_of
        from argcheck.bib.years import one_year

        return int((one_year if entry.type == "bibitem" else year_of)(entry) or 0)

    @cached_property
    def duplicates(self) -> list[tuple[Entry, Entry, str]]:
        """The pairs of entries of one work: (earlier entry, later entry, reason).

        Of entries with one key only the one that the backend finds is compared.
        """

        def find() -> list[tuple[int, int, str]]:
            from argcheck.bib.duplicates import duplicate_entries

            read = (entry for entry in self.entries if self.find(entry.key) is entry)
            repeated = duplicate_entries(read)
            return [(first.place, second.place, reason) for first, second, reason in repeated]

        duplicates = self.remember("duplicates", find)
        return [(self.entries[first], self.entries[second], reason) for first, second, reason in duplicates]

    def faults(self, kind: str) -> list[tuple[Entry, Fault]]:
        """Return the mistakes within printed entries: ``kind`` is ``malformed``, ``conflicting`` or ``placeholder``."""

        def find() -> list[tuple[Any, ...]]:
            from argcheck.bib.conflicting import conflicting
            from argcheck.bib.malformed import malformed
            from argcheck.bib.placeholder_authors import placeholder

            find_faults = {"malformed": malformed, "conflicting": conflicting, "placeholder": placeholder}[
                kind
            ]
            return [
                (entry.place, fault.span[1:], fault[1:4], fault.related and fault.related[1:], fault.minor)
                for entry in self.printed_from
                for fault in find_faults(entry)
            ]

        faults: list[tuple[Entry, Fault]] = []
        remembered = self.remember_of_printed(f"{kind} faults", find)
        for place, span, (message, help_, replacement), related, minor in remembered:
            entry = self.entries[place]
            path = entry.span.path
            other = Span(path, *related) if related else None
            faults.append((entry, Fault(Span(path, *span), message, help_, replacement, other, minor)))
        return faults

    @property
    def unpublished(self) -> list[tuple[Entry, AwaitedStatus]]:
        """The printed entries that say "to appear" or the like, with the place, the words and the year of the entry."""

        def find() -> list[tuple[int, int, int, str, int]]:
            from argcheck.bib.statuses import unpublished

            return [
                (entry.place, *awaited.span[1:], awaited.words, awaited.year)
                for entry in self.printed_from
                if (awaited := unpublished(entry))
            ]

        return [
            (entry := self.entries[place], AwaitedStatus(Span(entry.span.path, start, end), words, year))
            for place, start, end, words, year in self.remember_of_printed("unpublished", find)
        ]

    @property
    def retracted(self) -> list[Entry]:
        """The printed entries whose titles say that the work was retracted."""

        def find() -> list[int]:
            return [entry.place for entry in self.printed_from if entry.retracted]

        return [self.entries[place] for place in self.remember_of_printed("retracted", find)]

    def dated_after(self, year: int) -> list[tuple[Entry, int, Span]]:
        """Return the printed entries with an own ``year`` or ``date`` later than ``year``, with that year and its place."""

        def find() -> list[tuple[int, int, int, int]]:
            from argcheck.bib.faults import overlong_year, stated_year, year_span

            dated = ((entry, stated_year(entry) or overlong_year(entry)) for entry in self.printed_from)
            return [(entry.place, own, *year_span(entry)[1:]) for entry, own in dated if own > year]

        return [
            (entry := self.entries[place], own, Span(entry.span.path, start, end))
            for place, own, start, end in self.remember_of_printed(f"after {year}", find)
        ]

    def misattributed(self, manuscript: ManuscriptRecords) -> list[Misattributed]:
        """Return the places where the text names other authors than the entry of a citation."""
        return [
            misattributed for wrong_names, _ in self._mismatches(manuscript) for misattributed in wrong_names
        ]

    def misdated(self, manuscript: ManuscriptRecords) -> list[Misdated]:
        """Return the places where the text gives another year than the entry of a citation."""
        return [misdated for _, wrong_years in self._mismatches(manuscript) for misdated in wrong_years]

    def _mismatches(self, manuscript: ManuscriptRecords) -> list[tuple[list[Misattributed], list[Misdated]]]:
        if self._beside_citations is None:
            from argcheck.bib.mismatches import mismatches

            self._beside_citations = list(mismatches(manuscript, self, lambda: self.by_first_author))
        return self._beside_citations

    def plain_citations(self, manuscript: ManuscriptRecords) -> tuple[PlainCitation, ...]:
        """Return the citations that the document types out instead of citing."""
        from argcheck.bib.typed_citations import plain_citations

        return tuple(plain_citations(manuscript, self, lambda: self.by_first_author))


def file_name(key: str) -> str:
    """Return a citation key as a file name that is valid on every system: ``smith:2020`` as ``smith_2020``."""
    return key.translate(_FORBIDDEN)
