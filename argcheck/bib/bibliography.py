"""The bibliography of a document as rules see it: its entries, and what reading them together shows."""

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

_FORBIDDEN = str.maketrans(dict.fromkeys('\\/:*?"<>|', "_"))  #: in names of files, on one system or another


class Bibliography(Entries):
    """All entries that one document loads, with what is wrong with them; each is looked for when first asked for."""

    _beside_citations: list[tuple[list[Misattributed], list[Misdated]]] | None = None

    @cached_property
    def by_first_author(self) -> Mapping[str, list[Entry]]:
        """Folded family name of the first author -> entries, under every spelling of it."""

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
        """Give the names in a field of an entry, such as ``author`` or ``editor``, in order; none where it has none."""
        from argcheck.bib.names import parse_names

        return parse_names(entry.raw(field) or "").names

    def year(self, entry: Entry) -> int:
        r"""Give the year of an entry: the first that its ``year`` or ``date`` has, or the only one that a ``\bibitem`` prints; 0 for none."""
        from argcheck.bib.works import year_of
        from argcheck.bib.years import one_year

        return int((one_year if entry.type == "bibitem" else year_of)(entry) or 0)

    @cached_property
    def duplicates(self) -> list[tuple[Entry, Entry, str]]:
        """Entries that are the work of an earlier entry: (earlier entry, later entry, reason).

        Of entries with one key the one that is read is compared: the others are another mistake.
        """

        def find() -> list[tuple[int, int, str]]:
            from argcheck.bib.duplicates import duplicate_entries

            read = (entry for entry in self.entries if self.find(entry.key) is entry)
            repeated = duplicate_entries(read)
            return [(first.place, second.place, reason) for first, second, reason in repeated]

        duplicates = self.remember("duplicates", find)
        return [(self.entries[first], self.entries[second], reason) for first, second, reason in duplicates]

    def faults(self, kind: str) -> list[tuple[Entry, Fault]]:
        """What is wrong with the printed entries as they stand: ``malformed``, ``conflicting`` or ``placeholder``."""

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
        """The printed entries that say "to appear" or the like, with the words and the year that they are of."""

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
        """The printed entries whose own titles say that the work was retracted."""

        def find() -> list[int]:
            return [entry.place for entry in self.printed_from if entry.retracted]

        return [self.entries[place] for place in self.remember_of_printed("retracted", find)]

    def dated_after(self, year: int) -> list[tuple[Entry, int, Span]]:
        """The printed entries whose own ``year`` or ``date`` is later than ``year``, with that and its place."""

        def find() -> list[tuple[int, int, int, int]]:
            from argcheck.bib.faults import overlong_year, stated_year, year_span

            dated = ((entry, stated_year(entry) or overlong_year(entry)) for entry in self.printed_from)
            return [(entry.place, own, *year_span(entry)[1:]) for entry, own in dated if own > year]

        return [
            (entry := self.entries[place], own, Span(entry.span.path, start, end))
            for place, own, start, end in self.remember_of_printed(f"after {year}", find)
        ]

    def misattributed(self, manuscript: ManuscriptRecords) -> list[Misattributed]:
        """Where the text names other authors than an entry has."""
        return [
            misattributed for wrong_names, _ in self._mismatches(manuscript) for misattributed in wrong_names
        ]

    def misdated(self, manuscript: ManuscriptRecords) -> list[Misdated]:
        """Where the text gives another year than an entry."""
        return [misdated for _, wrong_years in self._mismatches(manuscript) for misdated in wrong_years]

    def _mismatches(self, manuscript: ManuscriptRecords) -> list[tuple[list[Misattributed], list[Misdated]]]:
        if self._beside_citations is None:
            from argcheck.bib.mismatches import mismatches

            self._beside_citations = list(mismatches(manuscript, self, lambda: self.by_first_author))
        return self._beside_citations

    def plain_citations(self, manuscript: ManuscriptRecords) -> tuple[PlainCitation, ...]:
        """Citations that the document types out instead of citing."""
        from argcheck.bib.typed_citations import plain_citations

        return tuple(plain_citations(manuscript, self, lambda: self.by_first_author))


def file_name(key: str) -> str:
    """Give a citation key as every system can have it as the name of a file, of a source: ``smith:2020`` as ``smith_2020``."""
    return key.translate(_FORBIDDEN)
