"""What reading a bibliography gives: entries and fields, each with its place, and the keys that reach them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from argcheck.cache import digest
from argcheck.diagnostic import Span
from argcheck.patterns import lazy
from argcheck.records import NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from argcheck.bib.attribution import Misattributed, Misdated
    from argcheck.bib.plain import PlainCitation
    from argcheck.source import SourceFile
    from argcheck.tex.model import Directive, Manuscript, Missing


_TAKEN_BACK = ("retract", "withdrawn", "rétract", "zurückgezogen")
#: As publishers put it before a title, and as Web of Science puts it behind one.
_RETRACTED = lazy(
    r"\W*(?:retracted(?:\s+article)?|retraction|withdrawn|zurückgezogen|rétracté|article rétracté)\b\s*[:.\]}-]"
    r"|.*[(\[]retracted(?:\s+(?:article|paper))?(?:[.:;,]?\s+see\b[^()\[\]]*)?[)\]][\s}.]*\Z",
    re.IGNORECASE | re.DOTALL,
)
_CLOSING = {"{": "}", '"': '"'}  # of a value that is one piece


class Field(NamedTuple):
    """One field of an entry; ``raw`` is its value as written, delimiters and ``#`` included."""

    name: str  #: lower case
    raw: str  #: value as written
    start: int  #: offset of the name
    value_start: int  #: offset of the value, delimiter included
    value_end: int  #: offset behind it


class LazyFields(Mapping[str, Field]):
    """The fields of an entry, made when asked for: most entries are only looked up by key."""

    __slots__ = ("_flat", "_places", "_text")

    def __init__(self, flat: tuple[Any, ...], text: str) -> None:
        self._flat = flat
        self._text = text
        self._places: dict[str, int] | None = None

    @property
    def places(self) -> dict[str, int]:
        """Where the record of each name begins; of a repeated name, the first."""
        if self._places is None:
            flat = self._flat
            self._places = dict(zip(flat[-4::-4], range(len(flat) - 4, -1, -4), strict=True))
        return self._places

    def __contains__(self, name: object) -> bool:
        return name in (self._places or self.places)

    def __getitem__(self, name: str) -> Field:
        return self._field(self.places[name])

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(self._flat[::4]))

    def __len__(self) -> int:
        return len(self.places)

    def written(self, name: str) -> str | None:
        """Give the value of a field as written, or None: what ``self[name].raw`` gives, for less."""
        place = (self._places or self.places).get(name)
        if place is None:
            return None
        start, end = self._flat[place + 2 : place + 4]
        return self._text[start:end]

    @property
    def repeat(self) -> bool:
        """Whether some name stands more than once."""
        return len(self._flat) > 4 * len(self)

    def all(self) -> list[Field]:
        """Give every field in order, those that repeat a name too."""
        return [self._field(place) for place in range(0, len(self._flat), 4)]

    def _field(self, place: int) -> Field:
        name, start, value, end = self._flat[place : place + 4]
        return Field(name, self._text[value:end], start, value, end)


class Broken(NamedTuple):
    """A piece of a bibliography that cannot be read; reading goes on behind it, at the latest at the next entry.

    ``key`` names the entry that it belongs to, which is an `Entry` too unless nothing of it could be read.
    """

    span: Span
    message: str
    key: str | None


class Fault(NamedTuple):
    """One thing wrong with an entry; ``span`` is the value that is wrong, without its delimiters."""

    span: Span
    message: str
    help: str
    replacement: str | None = None  #: what to write instead, where that is certain
    related: Span | None = None  #: the other of two values that disagree
    minor: bool = False  #: whether hardly a style prints what is wrong, so that few authors mend it


class Status(NamedTuple):
    """Where an entry says "to appear" or the like, in what words, and the year that it is of."""

    span: Span
    words: str
    year: int


class Entry:
    r"""One entry of a ``.bib``, ``.bbl`` or ``thebibliography`` (``type`` is then ``bibitem``).

    ``key`` is as written; ``type`` is lower case; ``fields`` maps lower-case names
    to the *first* field of that name.  ``whole`` is false where a part could not be
    read (there is a `Broken` for it), so that a field that seems missing may be there.
    """

    __slots__ = ("_raw", "bibliography", "fields", "key", "key_span", "place", "span", "type", "whole")

    def __init__(
        self,
        key: str,
        type_: str,
        span: Span,
        key_span: Span,
        fields: LazyFields,
        *,
        whole: bool = True,
    ) -> None:
        self.key = key  #: as written
        self.type = type_  #: lower case, such as ``article``
        self.span = span  #: from the at sign to behind the closing brace
        self.key_span = key_span  #: of the key
        self.fields = fields  #: lower-case name -> `Field`
        self.whole = whole  #: False where a part could not be read
        self.bibliography: Bibliography | None = None
        self.place = -1  # of the entry among those of its bibliography
        self._raw: dict[str, str | None] = {}  # what `raw` gave: many rules ask for the same few fields

    def raw(self, name: str) -> str | None:
        """Give the value of a field: ``@string`` and ``#`` resolved, delimiters taken off, LaTeX left in.

        Looks in the entry, then in what it inherits by ``crossref`` and ``xdata``.
        """
        known = self._raw
        if name not in known:
            known[name] = self._find(name)
        return known[name]

    def _find(self, name: str) -> str | None:
        written = self.fields.written(name)
        if written and written[-1] == _CLOSING.get(written[0]) and "#" not in written and len(written) > 1:
            return written[1:-1].strip()
        from argcheck.bib.values import field_value

        return field_value(self, name)

    def text(self, name: str) -> str | None:
        """Give the value of a field as plain text: LaTeX decoded, braces gone, blanks folded."""
        from argcheck.bib.values import plain_value

        return plain_value(self, name)

    @property
    def authors_in_short(self) -> str:
        """The authors, or else the editors, in short: ``Smith``, ``Smith and Lee``, ``Smith et al.``."""
        from argcheck.bib.people import brief

        return brief(self)

    @property
    def retracted(self) -> bool:
        """Whether the work's own title says that it was retracted: ``RETRACTED: ...``."""
        title = (self.raw("title") or "") if "title" in self.fields else ""
        lower = title.lower()
        return any(word in lower for word in _TAKEN_BACK) and _RETRACTED.match(title) is not None

    @property
    def awaited(self) -> bool:
        """Whether the entry says that the work is still to appear, or was submitted."""
        from argcheck.bib.faults import status_of

        return status_of(self) is not None


class Bibliography:
    """All entries that one document loads, in order of loading.

    ``backend`` is ``bibtex`` (keys differ by more than case), ``biber`` (exact) or
    ``none``.  ``complete`` is false while a bibliography is missing or unreadable.
    ``remember`` keeps between runs what is dear to find and depends on the entries alone: under a name for
    it, as plain tuples and lists, in which the places of entries in ``entries`` stand for them.  ``cited``
    are the keys that the document cites, None where it prints every entry.
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
        directives: Iterable[Directive] = (),
        remember: Callable[[str, Callable[[], Any]], Any] | None = None,
        cited: frozenset[str] | None = None,
    ) -> None:
        self.remember = remember or (lambda _, make: make())
        self.files = files  #: path -> the file
        self.entries = tuple(entries)  #: in order of loading
        self.backend = backend  #: ``bibtex``, ``biber`` or ``none``
        self.complete = complete  #: False while a bibliography is missing or unreadable
        self.strings = strings or {}  # lower-case @string name -> raw value
        self.broken = tuple(broken)
        self.missing = tuple(missing)
        self.directives = tuple(directives)
        self._cited = cited
        self._said: list[tuple[list[Misattributed], list[Misdated]]] | None = None
        self._reached: dict[frozenset[str], frozenset[str]] = {}
        for place, entry in enumerate(self.entries):
            entry.bibliography, entry.place = self, place

    def fold(self, key: str) -> str:
        """Give the form of ``key`` by which the backend compares keys."""
        return key.lower() if self.backend == "bibtex" else key

    @cached_property
    def by_key(self) -> Mapping[str, Entry]:
        """Folded key -> the first entry that has it; ``ids`` aliases too."""
        found: dict[str, Entry] = {}
        for entry in self.entries:
            found.setdefault(self.fold(entry.key), entry)
        for entry in self.entries:
            for alias in self.aliases(entry):
                found.setdefault(self.fold(alias), entry)
        return found

    def aliases(self, entry: Entry) -> tuple[str, ...]:
        """Give the further keys of an entry (biblatex ``ids``)."""
        if "ids" not in entry.fields:
            return ()
        return tuple(key for key in (part.strip() for part in (entry.raw("ids") or "").split(",")) if key)

    def find(self, key: str) -> Entry | None:
        """Give the entry that the backend finds for ``key``."""
        return self.by_key.get(self.fold(key))

    def used(self, keys: Iterable[str]) -> frozenset[str]:
        """Give the folded keys of the entries that ``keys`` reach, by crossref, xdata and sets too."""
        asked = frozenset(keys)
        if asked not in self._reached:
            self._reached[asked] = frozenset(self._reach(asked))
        return self._reached[asked]

    def _reach(self, keys: Iterable[str]) -> set[str]:
        reached: set[str] = set()
        pending = [entry for key in keys if (entry := self.find(key))]
        while pending:
            entry = pending.pop()
            folded = self.fold(entry.key)
            if folded in reached:
                continue
            reached.add(folded)
            for name in ("crossref", "xdata", "xref", "entryset", "related"):
                if name in entry.fields:
                    parents = (entry.raw(name) or "").split(",")
                    pending += [found for parent in parents if (found := self.find(parent.strip()))]
        return reached

    @cached_property
    def printed(self) -> tuple[Entry, ...]:
        """The entries that the document prints: those that it cites; of two with one key, the one that is found."""
        used = None if self._cited is None else self.used(self._cited)
        return tuple(
            entry
            for entry in self.entries
            if (used is None or self.fold(entry.key) in used) and self.find(entry.key) is entry
        )

    @cached_property
    def _printed_places(self) -> str:
        return digest(" ".join(str(entry.place) for entry in self.printed).encode())

    def remember_of_printed(self, kind: str, find: Callable[[], Any]) -> Any:
        """Remember like ``remember`` what depends on which entries are printed, too."""
        return self.remember(f"{kind} {self._printed_places}", find)

    def unused(self, keys: Iterable[str]) -> list[Entry]:
        """Give the entries that none of ``keys`` reaches, in order."""
        used = self.used(keys)
        return [entry for entry in self.entries if self.fold(entry.key) not in used]

    @cached_property
    def duplicates(self) -> list[tuple[Entry, Entry, str]]:
        """Entries that are the work of an earlier entry: (earlier entry, later entry, reason).

        Of entries with one key the one that is read is compared: the others are another mistake.
        """

        def find() -> list[tuple[int, int, str]]:
            from argcheck.bib.duplicates import duplicate_entries

            read = (entry for entry in self.entries if self.find(entry.key) is entry)
            found = duplicate_entries(read)
            return [(one.place, two.place, reason) for one, two, reason in found]

        found = self.remember("duplicates", find)
        return [(self.entries[first], self.entries[second], reason) for first, second, reason in found]

    def faults(self, kind: str) -> list[tuple[Entry, Fault]]:
        """What is wrong with the printed entries as they stand: ``malformed``, ``conflicting`` or ``placeholder``."""

        def find() -> list[tuple[Any, ...]]:
            from argcheck.bib.faults import KINDS

            return [
                (entry.place, fault.span[1:], fault[1:4], fault.related and fault.related[1:], fault.minor)
                for entry in self.printed
                for fault in KINDS[kind](entry)
            ]

        found: list[tuple[Entry, Fault]] = []
        remembered = self.remember_of_printed(f"{kind} faults", find)
        for place, span, (message, help_, replacement), related, minor in remembered:
            entry = self.entries[place]
            path = entry.span.path
            other = Span(path, *related) if related else None
            found.append((entry, Fault(Span(path, *span), message, help_, replacement, other, minor)))
        return found

    @property
    def unpublished(self) -> list[tuple[Entry, Status]]:
        """The printed entries that say "to appear" or the like, with the words and the year that they are of."""

        def find() -> list[tuple[int, int, int, str, int]]:
            from argcheck.bib.faults import unpublished

            found = ((entry, unpublished(entry)) for entry in self.printed)
            return [(entry.place, *one.span[1:], one.words, one.year) for entry, one in found if one]

        return [
            (entry := self.entries[place], Status(Span(entry.span.path, start, end), words, year))
            for place, start, end, words, year in self.remember_of_printed("unpublished", find)
        ]

    @property
    def retracted(self) -> list[Entry]:
        """The printed entries whose own titles say that the work was retracted."""

        def find() -> list[int]:
            return [entry.place for entry in self.printed if entry.retracted]

        return [self.entries[place] for place in self.remember_of_printed("retracted", find)]

    def dated_after(self, year: int) -> list[tuple[Entry, int, Span]]:
        """The printed entries whose own ``year`` or ``date`` is later than ``year``, with that and its place."""

        def find() -> list[tuple[int, int, int, int]]:
            from argcheck.bib.faults import stated_year, year_span

            dated = ((entry, stated_year(entry)) for entry in self.printed)
            return [(entry.place, own, *year_span(entry)[1:]) for entry, own in dated if own > year]

        return [
            (entry := self.entries[place], own, Span(entry.span.path, start, end))
            for place, own, start, end in self.remember_of_printed(f"after {year}", find)
        ]

    def misattributed(self, manuscript: Manuscript) -> list[Misattributed]:
        """Where the text names other authors than an entry has."""
        return [one for found, _ in self._mismatches(manuscript) for one in found]

    def misdated(self, manuscript: Manuscript) -> list[Misdated]:
        """Where the text gives another year than an entry."""
        return [one for _, found in self._mismatches(manuscript) for one in found]

    def _mismatches(self, manuscript: Manuscript) -> list[tuple[list[Misattributed], list[Misdated]]]:
        if self._said is None:
            from argcheck.bib.attribution import mismatches

            self._said = list(mismatches(manuscript, self))
        return self._said

    def plain_citations(self, manuscript: Manuscript) -> tuple[PlainCitation, ...]:
        """Citations that the document types out instead of citing."""
        from argcheck.bib.plain import plain_citations

        return tuple(plain_citations(manuscript, self))

    @cached_property
    def by_first_author(self) -> Mapping[str, list[Entry]]:
        """Folded family name of the first author -> entries, under every spelling of it."""

        def find() -> list[tuple[str, list[int]]]:
            from argcheck.bib.people import first_authors

            found = first_authors(self.entries)
            return [(name, [entry.place for entry in entries]) for name, entries in found.items()]

        return {
            name: [self.entries[place] for place in places]
            for name, places in self.remember("first authors", find)
        }

    @cached_property
    def by_lower(self) -> Mapping[str, Entry]:
        """Lower-case key -> entry, whatever the backend: for near misses."""
        return {entry.key.lower(): entry for entry in reversed(self.entries)}
