"""Cited works as nodes: one node for each work, whatever the number of its entries and keys."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry


class Works:
    """The works of a bibliography; entries with one DOI are one work."""

    def __init__(self, bibliography: Entries, cited: Iterable[str] = ()) -> None:
        """Prepare the works; of entries with one DOI, the first of the ``cited`` ones gives the id."""
        self.bibliography = bibliography
        self._cited = cited
        self._by_key: dict[str, tuple[str, Entry | None]] = {}
        self._by_doi: dict[str, tuple[str, Entry | None]] = {}

    def known(self, key: str) -> bool:
        """Whether some entry has the key."""
        return self.bibliography.find(key) is not None

    def name(self, key: str) -> str:
        """Return the id of the work that a key cites."""
        return self._work(key)[0]

    def entry(self, key: str) -> Entry | None:
        """Return the entry of the work that a key cites, or None."""
        return self._work(key)[1]

    def _work(self, key: str) -> tuple[str, Entry | None]:
        if self._cited:
            cited, self._cited = {self.bibliography.fold(key) for key in self._cited}, ()
            for entry in self.bibliography.entries:
                if self.bibliography.fold(entry.key) in cited:
                    self._work(entry.key)
        folded = self.bibliography.fold(key)
        work = self._by_key.get(folded)
        if work is None:
            work = self._by_key[folded] = self._identify(key)
        return work

    def _identify(self, key: str) -> tuple[str, Entry | None]:
        entry = self.bibliography.find(key)
        if entry is None:
            return f"cite:{key}", None
        from argcheck.bib.entry_identifiers import entry_doi

        doi = entry_doi(entry)
        own = (f"cite:{entry.key}", entry)
        return self._by_doi.setdefault(doi, own) if doi else own
