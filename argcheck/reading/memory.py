"""The results of scanning texts, kept between runs."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.bib.index import BibIndex
from argcheck.tex.changed_macros import changes_since, stands_in
from argcheck.tex.scanner import Scanner
from argcheck.tex.tokens import Segment

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from argcheck.files.cache import Store
    from argcheck.files.source import SourceFile
    from argcheck.files.traced import Question, TracedProject
    from argcheck.tex.changed_macros import ReadOtherwise
    from argcheck.tex.macros import MacroTable
    from argcheck.tex.model import ManuscriptRecords
    from argcheck.tex.open_groups import ScanLimits
    from argcheck.tex.tokens import Definition

    Key = tuple[Any, ...]  # of what is remembered

_LOGIC = "101"  #: part of every key: raise it when scanners or rules would remember something else of the same text
_PARTS = ("whole", "since")  #: names of the stored parts


class _Scanned(NamedTuple):
    """One scanned stretch of a file."""

    segment: Segment
    definitions: list[Definition]
    expanded: frozenset[str] | None  #: the text macros that were looked for; None if not known


class _Reading(NamedTuple):
    """One document that was read."""

    trace: list[tuple[Question, Any]]  #: the questions that reading asked, with their answers
    fields: dict[str, Any]  #: of its records
    segments: list[Key]  #: the stretches that were scanned for it
    slots: list[Key]  #: the slots of `ScanMemory.keep` that were used


class ScanMemory:
    """The results of scans in this run and the last one, by the hash of what they read.

    The store has two parts: all that some run knew, and what was added since, so that little is written after a change
    of one file.
    """

    def __init__(self, store: Store | None, name: str) -> None:
        self.store = store
        self.name = name
        self.new: dict[Key, Any] = {}
        self._old: dict[Key, Any] = {}  # of the run before, in this process, or merged from others
        self._segments: dict[Key, _Scanned] = {}  # of this run
        self._earlier: dict[Key, _Scanned] = {}  # of the one before it
        self._tables: dict[Key, str] = {}  # fingerprint of the macros with which each stretch was scanned
        self._changes: dict[str, dict[str, str]] = {}  # fingerprint -> changes of that macro table
        self._earlier_tables: dict[Key, str] = {}
        self._earlier_changes: dict[str, dict[str, str]] = {}
        #: names that an earlier table and one of this run read differently
        self._changed: dict[tuple[str, str], ReadOtherwise] = {}
        self._kept: dict[Key, tuple[Key, Any]] = {}  # slot -> inputs and value
        self._before: dict[Key, tuple[Key, Any]] = {}  # of the run before this one
        self._readings: dict[Question, _Reading] = {}
        self._earlier_readings: dict[Question, _Reading] = {}
        self._used: tuple[list[Key], list[Key]] = [], []  # stretches and slots, since a document began
        self.lasts = store is not None  #: whether a later run will have the results of this one
        self.noted: set[Key] = set()  #: keys that were recalled or made since it was last cleared
        self.checks: defaultdict[str, dict[str, Any]] = defaultdict(dict)  #: of this run, by key and root
        self._earlier_checks: dict[str, dict[str, Any]] = {}

    def following(self) -> ScanMemory:
        """Return a memory for the next run of this process, with what this run used and nothing older."""
        memory = ScanMemory(None, self.name)
        memory.lasts = True
        memory._old = self.new
        memory._earlier_checks = self.checks
        memory._earlier = self._segments
        memory._earlier_tables, memory._earlier_changes = self._tables, self._changes
        memory._before = self._kept
        memory._earlier_readings = self._readings
        return memory

    def records(
        self, question: Question, project: TracedProject, read: Callable[[], ManuscriptRecords]
    ) -> dict[str, Any]:
        """Return the fields of the records that ``read`` returns; those of the run before if its answers still hold.

        :param question: which document is read, and how.
        :param project: the project of the document, which has not been asked anything yet.
        """
        known = self._earlier_readings.get(question)
        if known and project.unchanged(known.trace):
            for *stretch, table in known.segments:
                key = (*stretch, table)
                self.new[key], self._segments[key] = self._old[key], self._earlier[key]
                if table in self._earlier_changes:  # a first run notes no macros
                    self._tables[tuple(stretch)], self._changes[table] = table, self._earlier_changes[table]
            self._kept.update((slot, self._before[slot]) for slot in known.slots)
        else:
            used = self._used = [], []
            records = vars(read())
            fields = records | {"analyses": None, "files": tuple(records["files"])}
            known = _Reading(list(project.trace.items()), fields, *used)
            self._used = [], []
        if project.whole:
            self._readings[question] = known
        return known.fields | {"files": {path: project.read(path) for path in known.fields["files"]}}

    def keep(self, slot: Key, inputs: Key, make: Callable[[], Any]) -> Any:
        """Return what ``make`` returns, which depends only on ``inputs``; the earlier value if they are equal.

        The value is not stored on disk, and must not be changed.

        :param slot: names the value; only the latest of each is kept.
        """
        self._used[1].append(slot)
        known = self._kept.get(slot) or self._before.get(slot)
        if known is None or known[0] != inputs:
            known = inputs, make()
        self._kept[slot] = known
        return known[1]

    def segment(
        self,
        source: SourceFile,
        start: int,
        table: MacroTable,
        state: Any,
        *,
        style: bool,
        limits: ScanLimits,
    ) -> Segment:
        """Scan one stretch of a file, or recall it; the macro table learns its definitions either way."""
        stretch = (_LOGIC, source.digest, start, style, state, *limits)
        key = (*stretch, table.fingerprint)
        self._used[0].append(key)
        if key not in self._segments:
            packed = self._recall(key)
            if self.lasts and self.store is None:
                self._note_macros(stretch, table)
            if packed is None and (same := self._as_before(stretch, source.text, table)):
                self.new[key], self._segments[key] = self._old[same], self._earlier[same]
            elif packed is not None and key in self._earlier:
                self._segments[key] = self._earlier[key]
            elif packed is None:
                scanner = Scanner(source.text, table, style=style, limits=limits)
                segment = scanner.segment(start, state)
                self.new[key] = segment.packed()
                expanded = frozenset(scanner.texts.names)
                self._segments[key] = _Scanned(segment, segment.definitions(), expanded)
                return segment
            else:
                segment = Segment.unpacked(packed)
                self._segments[key] = _Scanned(segment, segment.definitions(), None)
        segment, definitions, _ = self._segments[key]
        for definition in definitions:
            table.define(definition)
        return segment

    def _note_macros(self, stretch: Key, table: MacroTable) -> None:
        """Record the macros with which a stretch is scanned."""
        self._tables[stretch] = table.fingerprint
        if table.fingerprint not in self._changes:
            self._changes[table.fingerprint] = dict(table.changes)

    def _as_before(self, stretch: Key, text: str, table: MacroTable) -> Key | None:
        """Return the key of a stretch in the run before if the present macros read it the same; else None.

        The text must not contain a name that is read differently.  A macro with changed words may occur if the scan did
        not expand it in the name of a label, a file or the like.
        """
        between = before, _ = self._earlier_tables.get(stretch, ""), table.fingerprint
        if before not in self._earlier_changes:
            return None
        if between not in self._changed:
            self._changed[between] = changes_since(table, self._earlier_changes[before])
        names, texts = self._changed[between]
        same = (*stretch, before)
        expanded = self._earlier[same].expanded
        if expanded is None:
            names = names.union(f"\\{name}" for name in texts)
        elif not expanded.isdisjoint(texts):
            return None
        return None if stands_in(names, text) else same

    def index(self, source: SourceFile, kind: str) -> BibIndex:
        """Scan a ``bib`` or ``bbl`` file, or recall it."""
        packed = self.remember(kind, source.digest, lambda: _scanner(kind)(source.text).unwrap())
        return BibIndex.wrap(packed)

    def remember(self, kind: str, digest: str, make: Callable[[], Any]) -> Any:
        """Return what ``make`` returns, or recall it; it depends only on the texts that ``digest`` is the hash of."""
        key = (_LOGIC, kind, digest)
        value = self._recall(key)
        if value is None:
            value = self.new[key] = make()
        return value

    def hold(self, noted: Iterable[Key]) -> None:
        """Keep the values of the keys that an earlier run noted, since they still hold."""
        for key in noted:
            self._recall(key)

    def earlier_checks(self, key: str) -> dict[str, Any]:
        """Return what an earlier run put into `checks` under a key; empty if nothing."""
        if key not in self._earlier_checks:
            stored = self.store.get("checks", self.name + key) if self.store else None
            self._earlier_checks[key] = stored if isinstance(stored, dict) else {}
        return self._earlier_checks[key]

    def merge(self, scanned: dict[Key, Any]) -> None:
        """Add the results of another process."""
        self._old.update(scanned)

    def _recall(self, key: Key) -> Any:
        self.noted.add(key)
        value = self.new.get(key)
        if value is None:
            value = self._old.get(key)
            if value is None:
                whole, since = self._stored
                value = since.get(key, whole.get(key))
            if value is not None:
                # a mapping of names may grow; the stored one is kept as it was, to tell whether it has
                self.new[key] = value = dict(value) if type(value) is dict else value
        return value

    @cached_property
    def _stored(self) -> tuple[dict[Key, Any], dict[Key, Any]]:
        """What earlier processes stored: all of one run, and what was added since."""
        whole, since = (
            (self.store.get("scan", self.name + part) for part in _PARTS) if self.store else ({}, {})
        )
        return whole if isinstance(whole, dict) else {}, since if isinstance(since, dict) else {}

    def save(self) -> None:
        """Store the results for the next run."""
        if self.store is None:
            return
        whole, since = self._stored
        added = {
            key: value
            for key, value in self.new.items()
            if value is not (old := whole.get(key)) and value != old
        }
        left = sum(key not in self.new for key in whole)
        if 2 * max(left, len(added)) > len(whole):
            self._store(self.new, {})
        elif added != since:
            self._store(whole, added)
        for key, checks in self.checks.items():
            if checks != self.earlier_checks(key):
                self.store.put("checks", self.name + key, checks)

    def _store(self, *parts: dict[Key, Any]) -> None:
        for part, before, values in zip(_PARTS, self._stored, parts, strict=True):
            if values is not before and (values or before):
                self.store.put("scan", self.name + part, values)  # type: ignore[union-attr]
        self._stored = parts[0], parts[1]


def _scanner(kind: str) -> Callable[[str], BibIndex]:
    """Return the scanner of ``bib`` or ``bbl`` files, imported on demand."""
    if kind == "bbl":
        from argcheck.bib.bbl import scan_bbl

        return scan_bbl
    from argcheck.bib.scan import scan_bib

    return scan_bib
