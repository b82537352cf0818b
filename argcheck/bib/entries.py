"""All entries that a document loads, and the keys that reach them."""

from __future__ import annotations

from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.files.cache import digest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from argcheck.bib.entry import Entry
    from argcheck.files.diagnostic import Span
    from argcheck.files.source import SourceFile
    from argcheck.tex.model import Directive, Missing


class Broken(NamedTuple):
    """A piece of a bibliography that cannot be parsed; parsing continues after it, at the latest at the next entry.

    ``key`` is that of its entry, which is also an `Entry` unless nothing of it could be parsed.
    """

    span: Span
    message: str
    key: str | None


class KeyPlace(NamedTuple):
    """The place of a key in a ``.bib`` of the project, loaded or not."""

    span: Span
    commented: bool  #: whether each line of the entry begins with a percent sign


class KeyedEntries:
    """Entries and their keys: all that an entry needs of its bibliography."""

    def __init__(self, entries: Iterable[Entry], backend: str, strings: Mapping[str, str] | None) -> None:
        self.entries: tuple[Entry, ...] = tuple(entries)  #: in order of loading
        self.backend = backend  #: ``bibtex``, ``biber``, ``either`` or ``none``
        self.strings = strings or {}  # lower-case @string name -> raw value
        self._folded: Callable[[str], str] = str.lower if backend in ("bibtex", "either") else str

    def fold(self, key: str) -> str:
        """Return a key in the form in which the backend compares keys."""
        return self._folded(key)

    @cached_property
    def by_key(self) -> Mapping[str, Entry]:
        """The first entry with each folded key, ``ids`` aliases included."""
        entries: dict[str, Entry] = {}
        for entry in self.entries:
            entries.setdefault(self.fold(entry.key), entry)
        for entry in self.entries:
            for alias in self.aliases(entry):
                entries.setdefault(self.fold(alias), entry)
        return entries

    def aliases(self, entry: Entry) -> tuple[str, ...]:
        """Return the further keys of an entry (biblatex ``ids``)."""
        if "ids" not in entry.fields:
            return ()
        return tuple(key for key in (part.strip() for part in (entry.raw("ids") or "").split(",")) if key)

    def find(self, key: str) -> Entry | None:
        """Return the entry that the backend finds for a key, or None."""
        return self.by_key.get(self._folded(key))


class Entries(KeyedEntries):
    """All entries that a document loads, in order of loading.

    ``backend`` is ``bibtex`` (keys differ by more than case), ``biber`` (exact), ``either`` (that is open, so that
    what one of them accepts is not a mistake) or ``none``.  ``complete`` is false if a bibliography is missing or
    unreadable.  ``remember`` stores between runs results that depend on the entries alone: by name, as plain tuples and
    lists with positions in ``entries`` in place of entries.  ``cited`` are the keys that the document cites, or None if
    it prints every entry.
    """

    def __init__(
        self,
        files: Mapping[str, SourceFile],
        entries: Iterable[Entry],
        *,
        backend: str = "bibtex",
        complete: bool = True,
        strings: Mapping[str, str] | None = None,
        broken: Iterable[Broken] = (),
        missing: Iterable[Missing] = (),
        read_instead: Iterable[Missing] = (),
        directives: Iterable[Directive] = (),
        remember: Callable[[str, Callable[[], Any]], Any] | None = None,
        cited: frozenset[str] | None = None,
        project_places: Callable[[str], Sequence[KeyPlace]] | None = None,
        written: frozenset[str] = frozenset(),
    ) -> None:
        super().__init__(entries, backend, strings)
        self.remember = remember or (lambda _, make: make())
        self.files = files  #: path -> the file
        self.complete = complete  #: False while a bibliography is missing or unreadable
        self.broken = tuple(broken)
        self.missing = tuple(missing)
        # files that were read in place of those that the document names, as in the manuscript
        self.read_instead = tuple(read_instead)
        self.directives = tuple(directives)
        self.project_places = project_places or (
            lambda _: ()
        )  #: key -> where any ``.bib`` of the project has it
        self.written = written  #: keys of entries that the document writes while it is built
        self._cited = cited
        self._reached: dict[tuple[frozenset[str], bool], frozenset[str]] = {}
        keyed = KeyedEntries(self.entries, self.backend, self.strings)
        for place, entry in enumerate(self.entries):
            entry.bibliography, entry.place = keyed, place

    def used(self, keys: Iterable[str], *, fields: bool = True) -> frozenset[str]:
        """Return the folded keys of the entries that ``keys`` reach, also by crossref, xdata and sets.

        :param fields: whether to follow citations in fields of these entries.
        """
        asked = frozenset(keys), fields
        if asked not in self._reached:
            self._reached[asked] = frozenset(self._reach(*asked))
        return self._reached[asked]

    def _reach(self, keys: Iterable[str], fields: bool) -> set[str]:
        """Return the folded keys of the entries reached from ``keys``."""
        reached: set[str] = set()
        pending = [entry for key in keys if (entry := self.find(key))]
        while pending:
            entry = pending.pop()
            folded = self.fold(entry.key)
            if folded in reached:
                continue
            reached.add(folded)
            if fields:
                pending += [other for key, _ in entry.cited() if (other := self.find(key))]
            for name in ("crossref", "xdata", "xref", "entryset", "related"):
                if name in entry.fields:
                    parents = (entry.raw(name) or "").split(",")
                    pending += [parent for key in parents if (parent := self.find(key.strip()))]
        return reached

    @cached_property
    def printed_from(self) -> tuple[Entry, ...]:
        """The entries whose fields the document prints: the cited ones and those that they inherit from."""
        used = None if self._cited is None else self.used(self._cited)
        return tuple(
            entry
            for entry in self.entries
            if (used is None or self.fold(entry.key) in used) and self.find(entry.key) is entry
        )

    @cached_property
    def printed(self) -> tuple[Entry, ...]:
        """The entries that the document prints: cited ones, and those in ``crossref`` or ``xref`` of two of them.

        Of entries with one key only the one that is found.
        """
        if self._cited is None:
            return self.printed_from
        named = Counter(
            parent.place
            for entry in self.printed_from
            for field in ("crossref", "xref")
            if (parent := self.find((entry.raw(field) or "").strip()))
        )
        cited = {entry.place for key in self._cited if (entry := self.find(key))}
        return tuple(
            entry
            for entry in self.printed_from
            if entry.place in cited or (entry.type != "xdata" and named[entry.place] != 1)
        )

    @cached_property
    def _printed_places(self) -> str:
        return digest(" ".join(str(entry.place) for entry in self.printed_from).encode())

    def remember_of_printed(self, kind: str, find: Callable[[], Any]) -> Any:
        """Return what ``remember`` returns for a result that also depends on which entries are printed."""
        return self.remember(f"{kind} {self._printed_places}", find)

    def unused(self, keys: Iterable[str], *, fields: bool = True) -> list[Entry]:
        """Return the entries that none of ``keys`` reaches, in order.

        :param fields: whether to follow citations in fields of used entries.
        """
        used = self.used(keys, fields=fields)
        return [entry for entry in self.entries if self.fold(entry.key) not in used]

    @cached_property
    def by_lower(self) -> Mapping[str, Entry]:
        """The first entry with each lower-case key, whatever the backend, for similar keys."""
        return {entry.key.lower(): entry for entry in reversed(self.entries)}
