"""Committed verdicts as rules see them: found again by work and sentence, whatever was renamed or moved.

Nothing here asks anybody: what was verified once is read from the checkout alone.
"""

from __future__ import annotations

import posixpath
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.project import InputError
from argcheck.verdicts.file import PATH, VerdictFile
from argcheck.verdicts.identity import entry_hash, works_of
from argcheck.verdicts.model import Answer, EntryVerdict, MentionVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from argcheck.bib.model import Bibliography, Entry
    from argcheck.project import Project
    from argcheck.tex.model import Citation, Manuscript
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.model import Verdict

#: Verdicts that say something; the others stand beside any of them.
_DECIDED = frozenset(("supported", "miscited"))
#: Matters that are of the work, whatever the entry says of it.
_OF_THE_WORK = frozenset(("retracted", "concern", "corrected", "superseded", "secondary"))


class Problem(NamedTuple):
    """A line or a file that cannot be used."""

    span: Span
    message: str


class Disagreement(NamedTuple):
    """Two verdicts on one thing that cannot both be right; the first is the one that is used."""

    used: EntryVerdict | MentionVerdict
    other: EntryVerdict | MentionVerdict


def read_verdicts(project: Project, manuscript: Manuscript, bibliography: Bibliography) -> Verdicts:
    """Read the verdict files in the folders from that of the document up to the project."""
    files: list[VerdictFile] = []
    problems: list[Problem] = []
    folder = posixpath.dirname(manuscript.root)
    while True:
        path = posixpath.join(folder, PATH)
        if project.is_file(path):
            try:
                files.append(VerdictFile.load(project.read(path).text, path))
            except InputError as error:
                problems.append(Problem(Span(path, 0, 0), f"the verdicts cannot be read: {error.detail}"))
        if not folder:
            return Verdicts(manuscript, bibliography, files, problems)
        folder = posixpath.dirname(folder)


class Verdicts:
    """The verdicts on one document; false where there is no verdict file, so that a rule can leave at once."""

    def __init__(
        self,
        manuscript: Manuscript,
        bibliography: Bibliography,
        files: Sequence[VerdictFile] = (),
        problems: Iterable[Problem] = (),
    ) -> None:
        """Hold the files, the nearest first; nothing is looked up yet."""
        self._manuscript = manuscript
        self._bibliography = bibliography
        self.files = tuple(files)
        self.problems = (
            *problems,
            *(
                Problem(line.span, f"this line of the verdicts is not used: {line.why}")
                for file in self.files
                for line in file.unreadable
            ),
        )
        self._hashes: dict[int, str] = {}

    def __bool__(self) -> bool:
        return bool(self.files or self.problems)

    # -- the lines

    @cached_property
    def all(self) -> tuple[Verdict, ...]:
        """Every verdict and answer of the files; what a nearer file says of a judgement goes before."""
        return tuple({one.key: one for file in reversed(self.files) for one in file.verdicts}.values())

    def place(self, verdict: Verdict) -> Span:
        """Where the line of a verdict stands."""
        for file in self.files:
            for one, span in zip(file.verdicts, file.places, strict=True):
                if one.key == verdict.key:
                    return span
        raise LookupError(verdict.key)

    @cached_property
    def _entries(self) -> dict[str, list[EntryVerdict]]:
        found: dict[str, list[EntryVerdict]] = {}
        for one in self.all:
            if isinstance(one, EntryVerdict):
                found.setdefault(one.work, []).append(one)
        return found

    @cached_property
    def _mentions(self) -> dict[tuple[str, str], list[MentionVerdict]]:
        found: dict[tuple[str, str], list[MentionVerdict]] = {}
        for one in self.all:
            if isinstance(one, MentionVerdict):
                found.setdefault((one.work, one.sentence), []).append(one)
        return found

    # -- entries

    def hash_of(self, entry: Entry) -> str:
        """Hash the bibliographic fields of an entry, once a run."""
        if id(entry) not in self._hashes:
            self._hashes[id(entry)] = entry_hash(entry)
        return self._hashes[id(entry)]

    def entry(self, entry: Entry) -> EntryVerdict | None:
        """Return the verdict on the work that an entry names: on these very fields if there is one, else the latest."""
        known = [one for work in works_of(entry) for one in self._entries.get(work, ())]
        return max(known, key=lambda one: (one.entry == self.hash_of(entry), *_weight(one)), default=None)

    def stale(self, verdict: EntryVerdict | MentionVerdict, seen: Entry | Mention) -> bool:
        """Whether a verdict was made when the entry, or what stands around the mention, was another."""
        from argcheck.verdicts.mentions import Mention

        if not isinstance(seen, Mention):
            return verdict.entry != self.hash_of(seen)
        assert isinstance(verdict, MentionVerdict)
        return (verdict.before, verdict.after, verdict.entry) != self._around(seen)

    def _around(self, mention: Mention) -> tuple[str, str, str]:
        return mention.before_hash, mention.after_hash, self.hash_of(mention.entry)

    @cached_property
    def used(self) -> tuple[Entry, ...]:
        """The entries that the document cites, in the order of the bibliography."""
        m, b = self._manuscript, self._bibliography
        if m.nocite_all:
            return b.entries
        reached = b.used(m.cited_keys | m.hidden_keys)
        return tuple(
            {id(e): e for e in b.entries if b.fold(e.key) in reached and b.find(e.key) is e}.values()
        )

    @cached_property
    def judged(self) -> tuple[tuple[Entry, EntryVerdict], ...]:
        """The cited entries that have a verdict, each with it."""
        if not self._entries:
            return ()
        found = ((entry, self.entry(entry)) for entry in self.used)
        return tuple((entry, verdict) for entry, verdict in found if verdict is not None)

    # -- mentions

    @cached_property
    def cited(self) -> tuple[Mention, ...]:
        """Every citation that stands in a sentence and has an entry, in document order."""
        from argcheck.verdicts.mentions import mentions_of

        return tuple(mentions_of(self._manuscript, self._bibliography))

    @cached_property
    def _by_citation(self) -> dict[Span, Mention]:
        return {one.citation.span: one for one in self.cited}

    def mentions(self, citation: Citation | Mention) -> tuple[MentionVerdict, ...]:
        """Return the verdicts on one citation, best first: those made where all around it was as it is now."""
        if not self._mentions:
            return ()
        from argcheck.verdicts.mentions import Mention

        mention = citation if isinstance(citation, Mention) else self._by_citation.get(citation.span)
        if mention is None:
            return ()
        known = [
            one for work in works_of(mention.entry) for one in self._mentions.get((work, mention.hash), ())
        ]
        around = self._around(mention)

        def rank(one: MentionVerdict) -> tuple[bool, int, bool, str, str]:
            same = (one.before, one.after, one.entry)
            alike = sum(a == b for a, b in zip(same, around, strict=True))
            return (same == around, alike, one.verdict in _DECIDED, one.checked, one.key)

        return tuple(sorted(known, key=rank, reverse=True))

    @cached_property
    def miscited(self) -> tuple[tuple[Mention, MentionVerdict], ...]:
        """The mentions whose verdict, still fresh, is that the source does not say so, and no author disputes it."""
        found = []
        for mention in self.cited if self._mentions else ():
            best = next(iter(self.mentions(mention)), None)
            if best and best.verdict == "miscited" and not self.stale(best, mention):
                answer = self.answer(best, "miscited")
                if answer is None or answer.stand == "accepted":
                    found.append((mention, best))
        return tuple(found)

    # -- answers

    @cached_property
    def _answers(self) -> dict[str, list[Answer]]:
        found: dict[str, list[Answer]] = {}
        for one in self.all:
            if isinstance(one, Answer):
                found.setdefault(one.work, []).append(one)
        return found

    def answer(self, verdict: EntryVerdict | MentionVerdict, matter: str) -> Answer | None:
        """Return the author's latest answer to one matter of a verdict.

        An answer outlives a new check of the same thing.  To a notice on the work it holds whatever
        the entry says; to anything else, as long as the entry or the sentence is the same.
        """
        known = [one for one in self._answers.get(verdict.work, ()) if _answers(one, verdict, matter)]
        return max(known, key=lambda one: (one.checked, one.key), default=None)

    # -- what does not agree

    @cached_property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """Pairs of verdicts on one thing that cannot both be right, of the works that the document cites."""
        groups: dict[tuple[str, ...], list[EntryVerdict | MentionVerdict]] = {}
        for one in self.all:
            if not isinstance(one, Answer):
                groups.setdefault(one.thing, []).append(one)
        works = {work for entry in self.used for work in works_of(entry)} if groups else set()
        found = []
        for members in groups.values():
            if len(members) < 2 or members[0].work not in works:
                continue
            used, *others = sorted(members, key=_weight, reverse=True)
            other = next((one for one in others if _contradict(used, one)), None)
            if other is not None:
                found.append(Disagreement(used, other))
        return tuple(found)


def _weight(one: EntryVerdict | MentionVerdict) -> tuple[bool, str, bool, str]:
    """Order verdicts: what was answered before what was not, then the later, then the one that accuses nobody."""
    known = one.outcome != "unknown" if isinstance(one, EntryVerdict) else one.verdict in _DECIDED
    return (known, one.checked, not one.matters, one.key)


def _contradict(used: EntryVerdict | MentionVerdict, other: EntryVerdict | MentionVerdict) -> bool:
    """Whether two verdicts on one thing cannot both be right; a later notice is news, not a contradiction."""
    if isinstance(used, MentionVerdict) or isinstance(other, MentionVerdict):
        assert isinstance(used, MentionVerdict)
        assert isinstance(other, MentionVerdict)
        return {used.verdict, other.verdict} == _DECIDED
    exists = [_existence(one) for one in (used, other)]
    if "" in exists:
        return False
    if exists[0] != exists[1]:
        return True
    now, then = ({notice.status for notice in one.notices} for one in (used, other))
    return bool(then - now) or (used.checked == other.checked and now != then)


def _existence(one: EntryVerdict) -> str:
    return {"unknown": "", "ghost": "ghost", "mismatch": "mismatch"}.get(one.outcome, "found")


def _answers(answer: Answer, verdict: EntryVerdict | MentionVerdict, matter: str) -> bool:
    if answer.of_ == verdict.key:
        return not answer.about or matter in answer.about
    if matter not in answer.about:
        return False
    if isinstance(verdict, MentionVerdict):
        return answer.sentence == verdict.sentence
    return matter in _OF_THE_WORK or answer.entry == verdict.entry
