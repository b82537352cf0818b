"""Committed verdicts as rules see them: found again by work and sentence, whatever was renamed or moved.

Nothing here asks anybody: what was verified once is read from the checkout alone.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.diagnostic import Span
from argcheck.project import InputError
from argcheck.verdicts import places
from argcheck.verdicts.file import VerdictFile
from argcheck.verdicts.identity import entry_hash, quote_hash, works_of
from argcheck.verdicts.model import DISPUTED, Answer, EntryVerdict, LookUp, MentionVerdict, QuotationVerdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Any

    from argcheck.bib.model import Bibliography, Entry
    from argcheck.project import Project
    from argcheck.tex.model import Citation, Manuscript
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.model import Verdict
    from argcheck.verdicts.quotations import Quotation

#: Verdicts that say something; the others stand beside any of them.
_DECIDED = frozenset(("supported", "miscited"))
_WORDS = {"retracted": "retracted", "withdrawn": "withdrawn", "replaced": "retracted and replaced"}
#: Types of entries that stand for no work.
_NO_WORKS = frozenset(("xdata", "set", "control", "string", "ieeetranbstctl", "comment"))
#: Matters that are of the work, whatever the entry says of it.
_OF_THE_WORK = frozenset(("retracted", "concern", "corrected", "superseded", "secondary"))


class Problem(NamedTuple):
    """A line or a file that cannot be used."""

    span: Span
    message: str


class Fall(NamedTuple):
    """Why a work supports nothing."""

    matter: str  #: ``retracted`` or ``ghost``
    reason: str


class Disagreement(NamedTuple):
    """Two verdicts on one thing that cannot both be right; the first is the one that is used."""

    span: Span  #: the key of the entry, or of the mention
    used: EntryVerdict | MentionVerdict
    other: EntryVerdict | MentionVerdict


class Dispute(NamedTuple):
    """An author's answer that a verdict is wrong."""

    span: Span  #: the key of the entry, or of the mention
    verdict: EntryVerdict | MentionVerdict
    matter: str
    answer: Answer


class Outdated(NamedTuple):
    """A verdict on what has changed since."""

    span: Span
    verdict: EntryVerdict | MentionVerdict
    changed: str  #: ``entry``, ``neighbours`` or ``sentence``


def read_verdicts(
    project: Project,
    manuscript: Manuscript,
    bibliography: Bibliography,
    known: dict[str, VerdictFile | Problem] | None = None,
) -> Verdicts:
    """Read the verdict files in the folders from that of the document up to the project.

    :param known: files that were read already, by path; what is read here is put in.
    """
    known = {} if known is None else known
    for path in places(manuscript.root):
        if path not in known and project.is_file(path):
            known[path] = _read(project, path)
    found = [known[path] for path in places(manuscript.root) if path in known]
    return Verdicts(
        manuscript,
        bibliography,
        [one for one in found if isinstance(one, VerdictFile)],
        [one for one in found if isinstance(one, Problem)],
    )


def _read(project: Project, path: str) -> VerdictFile | Problem:
    try:
        return VerdictFile.load(project.read(path).text, path)
    except InputError as error:
        return Problem(Span(path, 0, 0), f"the verdicts cannot be read: {error.detail}")


def sources_of(manuscript: Manuscript, bibliography: Bibliography) -> tuple[Entry, ...]:
    """Give the entries that a document cites, each once, in the order of the bibliography."""
    entries = bibliography.entries
    if not manuscript.nocite_all:
        found = (bibliography.find(key) for key in manuscript.cited_keys)
        cited = {id(entry) for entry in found if entry}
        entries = tuple(entry for entry in entries if id(entry) in cited)
    return tuple(entry for entry in entries if entry.type not in _NO_WORKS)


class Coverage(NamedTuple):
    """How many of the works that a document cites were checked."""

    cited: int
    checked: int
    unknown: tuple[str, ...] = ()  #: keys of entries that could not be decided
    missing: tuple[
        str, ...
    ] = ()  #: keys of entries without a verdict, or with one on what the entry was before
    mentions: tuple[str, ...] = ()  #: keys of mentions without a verdict, where other mentions have one


def coverage(manuscript: Manuscript, bibliography: Bibliography, verdicts: Verdicts | None) -> Coverage:
    """Count what was checked; a work under two keys is one."""
    if verdicts is None:
        verdicts = Verdicts(manuscript, bibliography)
    works: dict[str, Entry] = {}
    for entry in verdicts.used:
        works.setdefault(verdicts.works_of(entry)[0], entry)
    unknown, missing = [], []
    for entry in works.values():
        verdict = verdicts.entry(entry)
        if verdict is None or verdicts.stale(verdict, entry):
            missing.append(entry.key)
        elif verdict.outcome == "unknown":
            unknown.append(entry.key)
    checked = len(works) - len(unknown) - len(missing)
    return Coverage(len(works), checked, tuple(unknown), tuple(missing), verdicts.unjudged)


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

    def works_of(self, entry: Entry) -> tuple[str, ...]:
        """Name the work of an entry, once a run."""
        if id(entry) not in self._works:
            self._works[id(entry)] = works_of(entry)
        return self._works[id(entry)]

    def hash_of(self, entry: Entry) -> str:
        """Hash the bibliographic fields of an entry, once a run."""
        if id(entry) not in self._hashes:
            self._hashes[id(entry)] = entry_hash(entry)
        return self._hashes[id(entry)]

    def entry(self, entry: Entry) -> EntryVerdict | None:
        """Return the verdict on the work that an entry names: on these very fields if there is one, else the latest."""
        known = self._on(entry)
        return max(known, key=lambda one: (one.entry == self.hash_of(entry), *_weight(one)), default=None)

    def _on(self, entry: Entry) -> list[EntryVerdict]:
        return [one for work in self.works_of(entry) for one in self._entries.get(work, ())]

    def stale(self, verdict: EntryVerdict | MentionVerdict, seen: Entry | Mention) -> bool:
        """Whether a verdict was made when the entry, or what stands around the mention, was another.

        A verdict that holds no hash of the entry, as one written by hand, is never stale for its sake.
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
        if mention.citation.span not in self._found:
            self._found[mention.citation.span] = self._on_mention(mention)
        return self._found[mention.citation.span]

    def _on_mention(self, mention: Mention) -> tuple[MentionVerdict, ...]:
        known = [
            one
            for work in self.works_of(mention.entry)
            for one in self._mentions.get((work, mention.hash), ())
        ]
        around = self._around(mention)

        def rank(one: MentionVerdict) -> tuple[object, ...]:
            same = (one.before, one.after, one.entry or around[2])
            return (same == around, sum(map(str.__eq__, same, around)), *_weight(one))

        return tuple(sorted(known, key=rank, reverse=True))

    @cached_property
    def _looked_up(self) -> tuple[tuple[Mention, tuple[MentionVerdict, ...]], ...]:
        """The mentions that have verdicts, each with them, best first."""
        found = ((mention, self.mentions(mention)) for mention in (self.cited if self._mentions else ()))
        return tuple((mention, known) for mention, known in found if known)

    @cached_property
    def miscited(self) -> tuple[tuple[Mention, MentionVerdict], ...]:
        """The mentions whose verdict, still fresh, is that the source does not say so, and no author disputes it."""
        return tuple(
            (mention, best)
            for mention, (best, *_) in self._looked_up
            if self.open(best, "miscited") and not self.stale(best, mention)
        )

    @cached_property
    def outdated(self) -> tuple[Outdated, ...]:
        """The verdicts on cited works that were made when the entry or the text was another.

        A sentence counts as changed, not new, where a neighbour of it is as it was.
        """
        found = [
            Outdated(entry.key_span, verdict, "entry")
            for entry, verdict in self.judged
            if self.stale(verdict, entry)
        ]
        for mention in self.cited if self._mentions else ():
            best = next(iter(self.mentions(mention)), None)
            around = (mention.before_hash, mention.after_hash)
            if best is None:
                best = next((one for one in self._lost(mention) if _beside(one, around)), None)
                changed = "sentence"
            elif (best.before, best.after) != around:
                changed = "neighbours"
            else:
                continue
            if best is not None and best.verdict in _DECIDED:
                found.append(Outdated(mention.citation.span, best, changed))
        return tuple(found)

    @cached_property
    def _gone(self) -> dict[str, list[MentionVerdict]]:
        """The verdicts whose sentence is not in the document any more, by work."""
        present = {one.hash for one in self.cited}
        found: dict[str, list[MentionVerdict]] = {}
        for (work, sentence), known in self._mentions.items():
            if sentence not in present:
                found.setdefault(work, []).extend(known)
        return found

    def _lost(self, mention: Mention) -> Iterator[MentionVerdict]:
        for work in self.works_of(mention.entry):
            yield from self._gone.get(work, ())

    @cached_property
    def needed(self) -> frozenset[str]:
        """The keys of the lines that say something of this document: what is used, and answers on cited works."""
        works = {work for entry in self.used for work in self.works_of(entry)}
        found = {verdict.key for _, verdict in self.judged}
        found |= {best.key for one in self.cited for best in self.mentions(one)[:1]}
        found |= {verdict.key for _, verdict in self.quotations if verdict}
        found |= {said.key for one in self.cited for said in self.look_ups(one)}
        return frozenset(found | {one.key for work in works for one in self._answers.get(work, ())})

    # -- what supports nothing

    def open(self, verdict: EntryVerdict | MentionVerdict, matter: str) -> bool:
        """Whether a verdict holds a matter against its entry or mention, and no author disputes it."""
        if matter not in verdict.matters:
            return False
        answer = self.answer(verdict, matter)
        return answer is None or answer.stand != DISPUTED

    def fall(self, entry: Entry) -> Fall | None:
        """Say why the work that an entry names supports nothing: it was retracted, or no index knows it."""
        verdict = self.entry(entry)
        if verdict is None:
            return None
        notice = verdict.fallen
        if notice is not None and self.open(verdict, "retracted"):
            because = f": {notice.reason}" if notice.reason else ""
            return Fall("retracted", f"{_WORDS[notice.status]}{notice.when}{because}")
        if self.open(verdict, "ghost") and not self.stale(verdict, entry):
            return Fall("ghost", f"no index that was asked on {verdict.checked} knows it")
        return None

    @cached_property
    def acknowledging(self) -> tuple[Mention, ...]:
        """The mentions of retracted works whose sentence, or the one after it, says that it was retracted."""
        fallen = {id(entry) for entry, verdict in self.judged if verdict.fallen}
        if not fallen:
            return ()
        from argcheck.verdicts.cues import says_retracted

        return tuple(
            one
            for one in self.cited
            if id(one.entry) in fallen and (says_retracted(one.sentence.text) or says_retracted(one.after))
        )

    @cached_property
    def unjudged(self) -> tuple[str, ...]:
        """The keys of mentions of readable sources that have no verdict, where other mentions have one."""
        if not self._mentions:
            return ()
        readable = {id(entry) for entry, one in self.judged if one.outcome == "accessible"}
        found = (one for one in self.cited if id(one.entry) in readable and not self.mentions(one))
        return tuple(dict.fromkeys(one.key for one in found))

    @cached_property
    def compared(self) -> tuple[tuple[Mention, MentionVerdict], ...]:
        """The mentions that were compared with their source claim by claim; still fresh."""
        found = (
            (mention, next((one for one in known if "compared" in one.more), None))
            for mention, known in self._looked_up
        )
        return tuple((mention, best) for mention, best in found if best and not self.stale(best, mention))

    @cached_property
    def unmatched(self) -> tuple[tuple[Mention, MentionVerdict, Mapping[str, Any]], ...]:
        """The claims of compared mentions that no source matches which is cited beside them."""
        from argcheck.verdicts.standing import unmatched

        return tuple(unmatched(self.compared, self._manuscript.cited_keys))

    @cached_property
    def undecided(self) -> tuple[tuple[Mention, MentionVerdict], ...]:
        """The mentions of which a judge, who could have decided, said that he could not; still fresh."""
        return tuple(
            (mention, best)
            for mention, (best, *_) in self._looked_up
            if best.verdict == "undecidable" and not self.stale(best, mention)
        )

    # -- quotations and look-ups

    @cached_property
    def quotations(self) -> tuple[tuple[Quotation, QuotationVerdict | None], ...]:
        """Every quotation of the document, with what was found of it while its sentence and words were the same."""
        from argcheck.verdicts.quotations import quotations_of

        known = {one.thing: one for one in self.all if isinstance(one, QuotationVerdict)}
        return tuple(
            (one, next((known[thing] for thing in self._things(one) if thing in known), None))
            for one in quotations_of(self._manuscript, self._bibliography)
        )

    def _things(self, quotation: Quotation) -> Iterator[tuple[str, ...]]:
        words = quote_hash(quotation.text)
        for mention in (*quotation.owners, *quotation.others):
            for work in self.works_of(mention.entry):
                yield ("quotation", work, mention.hash, words)

    @cached_property
    def misquoted(self) -> tuple[tuple[Quotation, QuotationVerdict], ...]:
        """The quotations from which their source differs, as far as no author answered."""
        if not any(isinstance(one, QuotationVerdict) for one in self.all):
            return ()
        return tuple(
            (quotation, verdict)
            for quotation, verdict in self.quotations
            if verdict and "misquoted" in verdict.matters and self.answer(verdict, "misquoted") is None
        )

    def look_ups(self, mention: Mention) -> tuple[LookUp, ...]:
        """Give what readers of the source said to this very sentence, the latest first."""
        works = self.works_of(mention.entry)
        found = [
            one
            for one in self.all
            if isinstance(one, LookUp) and one.work in works and one.sentence == mention.hash
        ]
        return tuple(sorted(found, key=lambda one: (one.checked, one.key), reverse=True))

    # -- answers

    @cached_property
    def _answers(self) -> dict[str, list[Answer]]:
        found: dict[str, list[Answer]] = {}
        for one in self.all:
            if isinstance(one, Answer):
                found.setdefault(one.work, []).append(one)
        return found

    def answer(self, verdict: EntryVerdict | MentionVerdict | QuotationVerdict, matter: str) -> Answer | None:
        """Return the author's latest answer to one matter of a verdict.

        An answer outlives a new check of the same thing.  To a notice on the work it holds whatever
        the entry says; to anything else, as long as the entry or the sentence is the same.
        """
        known = [one for one in self._answers.get(verdict.work, ()) if _answers(one, verdict, matter)]
        return max(known, key=lambda one: (one.checked, one.key), default=None)

    # -- what does not agree

    @cached_property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """Verdicts on one thing that cannot both be right, of the works that the document cites."""
        found = [_disagreement(entry.key_span, one, self._on(entry)) for entry, one in self.judged]
        found += [_disagreement(one.citation.span, known[0], known) for one, known in self._looked_up]
        return tuple(one for one in found if one is not None)

    @cached_property
    def disputes(self) -> tuple[Dispute, ...]:
        """What authors say is not so, of the works that the document cites."""
        seen: list[tuple[Span, EntryVerdict | MentionVerdict]] = []
        seen += [(entry.key_span, verdict) for entry, verdict in self.judged]
        seen += [(one.citation.span, known[0]) for one in self._answered() if (known := self.mentions(one))]
        return tuple(
            Dispute(span, verdict, matter, answer)
            for span, verdict in seen
            for matter in verdict.matters
            if (answer := self.answer(verdict, matter)) and answer.stand == DISPUTED
        )

    def _answered(self) -> Iterator[Mention]:
        works = {one.work for known in self._answers.values() for one in known if one.sentence}
        return (
            (one for one in self.cited if not works.isdisjoint(self.works_of(one.entry)))
            if works
            else iter(())
        )


def _disagreement(
    span: Span,
    used: EntryVerdict | MentionVerdict,
    known: Sequence[EntryVerdict | MentionVerdict],
) -> Disagreement | None:
    others = (one for one in known if one.thing == used.thing and one is not used)
    other = next((one for one in others if _contradict(used, one)), None)
    return Disagreement(span, used, other) if other else None


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


def _beside(verdict: MentionVerdict, around: tuple[str, str]) -> bool:
    """Whether a verdict was made beside one of the sentences around a mention."""
    return any(
        then and then == now for then, now in zip((verdict.before, verdict.after), around, strict=True)
    )


def _existence(one: EntryVerdict) -> str:
    return {"unknown": "", "ghost": "ghost", "mismatch": "mismatch"}.get(one.outcome, "found")


def _answers(answer: Answer, verdict: EntryVerdict | MentionVerdict | QuotationVerdict, matter: str) -> bool:
    if answer.of_ == verdict.key:
        return not answer.about or matter in answer.about
    if matter not in answer.about:
        return False
    if isinstance(verdict, MentionVerdict | QuotationVerdict):
        return answer.sentence == verdict.sentence
    return matter in _OF_THE_WORK or answer.entry == verdict.entry
