"""Lookup of committed verdicts: on entries by work, on mentions by work and sentence."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.grouping import grouped
from argcheck.verdicts.identity import entry_hash, works_of
from argcheck.verdicts.model import DECIDED, EntryVerdict, MentionVerdict, of_kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import Citation, ManuscriptRecords
    from argcheck.verdicts.file import VerdictFile
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.model import Verdict

#: Types of entries that name no work.
_NO_WORKS = frozenset(("xdata", "set", "control", "string", "ieeetranbstctl", "comment"))


class Problem(NamedTuple):
    """A line or a file that cannot be used."""

    span: Span
    message: str


class VerdictIndex:
    """The verdicts on one document, by work and sentence; false without a verdict file."""

    def __init__(
        self,
        manuscript: ManuscriptRecords,
        bibliography: Entries,
        files: Sequence[VerdictFile] = (),
        problems: Iterable[Problem] = (),
    ) -> None:
        """Keep the files, the nearest first; lookups happen later."""
        self._manuscript = manuscript
        self._bibliography = bibliography
        self.files = tuple(files)
        unreadable = (line for file in self.files for line in file.unreadable)
        unused = (
            Problem(line.span, f"this line of the verdicts is not used: {line.why}") for line in unreadable
        )
        self.problems = (*problems, *unused)
        self._hashes: dict[int, str] = {}
        self._works: dict[int, tuple[str, ...]] = {}
        self._found: dict[Span, tuple[MentionVerdict, ...]] = {}

    @property
    def root(self) -> str:
        """The root file of the document."""
        return self._manuscript.root

    def __bool__(self) -> bool:
        return bool(self.files or self.problems)

    # -- the lines

    @cached_property
    def all(self) -> tuple[Verdict, ...]:
        """All lines of the files; of lines with the same key, that of the nearest file."""
        return tuple(
            {verdict.key: verdict for file in reversed(self.files) for verdict in file.verdicts}.values()
        )

    def place(self, verdict: Verdict) -> Span:
        """Return the place of the line of a verdict; LookupError if no file has it."""
        for file in self.files:
            for item, span in zip(file.verdicts, file.places, strict=True):
                if item.key == verdict.key:
                    return span
        raise LookupError(verdict.key)

    @cached_property
    def _entries(self) -> dict[str, list[EntryVerdict]]:
        return grouped(of_kind(self.all, EntryVerdict), lambda verdict: verdict.work)

    @cached_property
    def _mentions(self) -> dict[tuple[str, str], list[MentionVerdict]]:
        return grouped(of_kind(self.all, MentionVerdict), lambda verdict: (verdict.work, verdict.sentence))

    # -- entries

    def works_of(self, entry: Entry) -> tuple[str, ...]:
        """Return the identifiers of the work of an entry, cached."""
        if id(entry) not in self._works:
            self._works[id(entry)] = works_of(entry)
        return self._works[id(entry)]

    def hash_of(self, entry: Entry) -> str:
        """Return the hash of the bibliographic fields of an entry, cached."""
        if id(entry) not in self._hashes:
            self._hashes[id(entry)] = entry_hash(entry)
        return self._hashes[id(entry)]

    def entry(self, entry: Entry) -> EntryVerdict | None:
        """Return the best verdict on an entry's work: on exactly its fields, then decided, then latest; None if none."""
        return max(
            self._on(entry),
            key=lambda verdict: (verdict.entry == self.hash_of(entry), *weight(verdict)),
            default=None,
        )

    def _on(self, entry: Entry) -> list[EntryVerdict]:
        if not self._entries:
            return []
        return [verdict for work in self.works_of(entry) for verdict in self._entries.get(work, ())]

    def stale(self, verdict: EntryVerdict | MentionVerdict, seen: Entry | Mention) -> bool:
        """Whether the entry, or the sentences beside the mention, have changed since a verdict was made.

        A verdict without a hash of the entry, such as one written by hand, holds for any entry of the work.
        """
        from argcheck.verdicts.mentions import Mention

        if not isinstance(seen, Mention):
            return verdict.entry not in ("", self.hash_of(seen))
        assert isinstance(verdict, MentionVerdict)
        before, after, entry = self._around(seen)
        return (verdict.before, verdict.after, verdict.entry or entry) != (before, after, entry)

    def _around(self, mention: Mention) -> tuple[str, str, str]:
        return mention.before_hash, mention.after_hash, self.hash_of(mention.entry)

    @cached_property
    def used(self) -> tuple[Entry, ...]:
        """The entries that the document cites, in the order of the bibliography."""
        return sources_of(self._manuscript, self._bibliography)

    @cached_property
    def judged(self) -> tuple[tuple[Entry, EntryVerdict], ...]:
        """The cited entries with a verdict, each with that verdict."""
        if not self._entries:
            return ()
        judged = ((entry, self.entry(entry)) for entry in self.used)
        return tuple((entry, verdict) for entry, verdict in judged if verdict is not None)

    # -- mentions

    @cached_property
    def cited(self) -> tuple[Mention, ...]:
        """The citations in sentences that have an entry, in document order."""
        from argcheck.verdicts.mentions import mentions_of

        return tuple(mentions_of(self._manuscript, self._bibliography))

    @cached_property
    def _by_citation(self) -> dict[Span, Mention]:
        return {mention.citation.span: mention for mention in self.cited}

    def mentions(self, citation: Citation | Mention) -> tuple[MentionVerdict, ...]:
        """Return the verdicts on the unchanged sentence of a citation; those with unchanged neighbours first."""
        if not self._mentions:
            return ()
        from argcheck.verdicts.mentions import Mention

        mention = citation if isinstance(citation, Mention) else self._by_citation.get(citation.span)
        if mention is None:
            return ()
        if mention.citation.span not in self._found:
            self._found[mention.citation.span] = self._on_mention(mention)
        return self._found[mention.citation.span]

    def _on_mention(self, mention: Mention) -> tuple[MentionVerdict, ...]:
        known = [
            verdict
            for work in self.works_of(mention.entry)
            for verdict in self._mentions.get((work, mention.hash), ())
        ]
        around = self._around(mention)

        def rank(verdict: MentionVerdict) -> tuple[object, ...]:
            same = (verdict.before, verdict.after, verdict.entry or around[2])
            return (same == around, sum(map(str.__eq__, same, around)), *weight(verdict))

        return tuple(sorted(known, key=rank, reverse=True))

    @cached_property
    def _looked_up(self) -> tuple[tuple[Mention, tuple[MentionVerdict, ...]], ...]:
        """The mentions with verdicts, each with these, best first."""
        looked_up = ((mention, self.mentions(mention)) for mention in (self.cited if self._mentions else ()))
        return tuple((mention, known) for mention, known in looked_up if known)


def sources_of(manuscript: ManuscriptRecords, bibliography: Entries) -> tuple[Entry, ...]:
    """Return the entries that a document cites, each once, in the order of the bibliography."""
    entries = bibliography.entries
    if not manuscript.nocite_all:
        resolved = (bibliography.find(key) for key in manuscript.cited_keys)
        cited = {id(entry) for entry in resolved if entry}
        entries = tuple(entry for entry in entries if id(entry) in cited)
    return tuple(entry for entry in entries if entry.type not in _NO_WORKS)


def weight(verdict: EntryVerdict | MentionVerdict) -> tuple[bool, str, bool, str]:
    """Return a sort key; the greatest is a verdict that decides, then the latest, then one without faults."""
    known = verdict.outcome != "unknown" if isinstance(verdict, EntryVerdict) else verdict.verdict in DECIDED
    return (known, verdict.checked, not verdict.matters, verdict.key)
