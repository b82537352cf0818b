"""Committed verdicts as rules see them, looked up by work and sentence, so that renames and moves do not matter.

Nothing here uses the network: verdicts are only read from the checkout.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.committed import committed_files
from argcheck.files.diagnostic import Span
from argcheck.files.grouping import grouped
from argcheck.verdicts import PATH
from argcheck.verdicts.author_answers import AuthorAnswer, LookUp
from argcheck.verdicts.disagreement import Disagreement, disagreement
from argcheck.verdicts.fields import DISPUTED
from argcheck.verdicts.file import VerdictFile
from argcheck.verdicts.identity import quote_hash
from argcheck.verdicts.model import DECIDED, EntryVerdict, MentionVerdict, QuotationVerdict, of_kind
from argcheck.verdicts.verdict_index import Problem, VerdictIndex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

    from argcheck.bib.entries import Entries
    from argcheck.bib.entry import Entry
    from argcheck.files.project import Project
    from argcheck.tex.model import ManuscriptRecords
    from argcheck.verdicts.mentions import Mention
    from argcheck.verdicts.model import Judged
    from argcheck.verdicts.quotations import Quotation

_WORDS = {"retracted": "retracted", "withdrawn": "withdrawn", "replaced": "retracted and replaced"}
#: Matters of the work itself, regardless of the fields of its entry.
_OF_THE_WORK = frozenset(("retracted", "concern", "corrected", "superseded", "secondary"))


class Fall(NamedTuple):
    """The reason why a work supports nothing."""

    matter: str  #: ``retracted`` or ``ghost``
    reason: str


class Dispute(NamedTuple):
    """An author's answer that a verdict is wrong."""

    span: Span  #: the key of the entry, or of the mention
    verdict: EntryVerdict | MentionVerdict
    matter: str
    answer: AuthorAnswer


class Outdated(NamedTuple):
    """A verdict on an entry or a sentence that has changed since."""

    span: Span
    verdict: EntryVerdict | MentionVerdict
    changed: str  #: what has changed: ``entry``, ``neighbours`` or ``sentence``


def read_verdicts(
    project: Project,
    manuscript: ManuscriptRecords,
    bibliography: Entries,
    known: dict[str, VerdictFile] | None = None,
) -> Verdicts:
    """Read the verdict files in the folders from that of the document up to that of the project.

    :param known: files that were read before, by path; files that are read here are added.
    """
    known = {} if known is None else known
    files: list[VerdictFile] = []
    problems: list[Problem] = []
    # read for each document, which depends on it, and parsed once
    for path, text, problem in committed_files(project, manuscript.root, PATH, "the verdicts"):
        if problem:
            problems.append(Problem(Span(path, 0, 0), problem))
            continue
        if path not in known:
            known[path] = VerdictFile.load(text, path)
        files.append(known[path])
    return Verdicts(manuscript, bibliography, files, problems)


class Coverage(NamedTuple):
    """Number of works that a document cites, and of those that were checked."""

    cited: int
    checked: int
    unknown: tuple[str, ...] = ()  #: keys of entries with the outcome ``unknown``
    #: keys of entries without a verdict, or with one from before the entry changed
    missing: tuple[str, ...] = ()
    mentions: tuple[str, ...] = ()  #: keys of mentions without a verdict, if other mentions have one


def coverage(verdicts: Verdicts) -> Coverage:
    """Return how many of a document's sources were checked; a work with two keys counts once."""
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


class Verdicts(VerdictIndex):
    """The verdicts on one document, and what follows from them; false without a verdict file."""

    @cached_property
    def miscited(self) -> tuple[tuple[Mention, MentionVerdict], ...]:
        """The mentions with the verdict ``miscited`` that is not stale and that no author disputes."""
        return tuple(
            (mention, best)
            for mention, (best, *_) in self._looked_up
            if self.open(best, "miscited") and not self.stale(best, mention)
        )

    @cached_property
    def outdated(self) -> tuple[Outdated, ...]:
        """The verdicts on cited works whose entry or sentence has changed since.

        A sentence counts as changed, not as new, if a sentence beside it has stayed the same.
        """
        outdated = [
            Outdated(entry.key_span, verdict, "entry")
            for entry, verdict in self.judged
            if self.stale(verdict, entry)
        ]
        for mention in self.cited if self._mentions else ():
            best = next(iter(self.mentions(mention)), None)
            around = (mention.before_hash, mention.after_hash)
            if best is None:
                best = next((lost for lost in self._lost(mention) if _beside(lost, around)), None)
                changed = "sentence"
            elif (best.before, best.after) != around:
                changed = "neighbours"
            else:
                continue
            if best is not None and best.verdict in DECIDED:
                outdated.append(Outdated(mention.citation.span, best, changed))
        return tuple(outdated)

    @cached_property
    def _gone(self) -> dict[str, list[MentionVerdict]]:
        """The verdicts whose sentence is no longer in the document, by work."""
        present = {mention.hash for mention in self.cited}
        gone: dict[str, list[MentionVerdict]] = {}
        for (work, sentence), known in self._mentions.items():
            if sentence not in present:
                gone.setdefault(work, []).extend(known)
        return gone

    def _lost(self, mention: Mention) -> Iterator[MentionVerdict]:
        for work in self.works_of(mention.entry):
            yield from self._gone.get(work, ())

    @cached_property
    def needed(self) -> frozenset[str]:
        """The keys of the lines that this document uses, with all answers on works that it cites."""
        works = {work for entry in self.used for work in self.works_of(entry)}
        needed = {verdict.key for _, verdict in self.judged}
        needed |= {best.key for mention in self.cited for best in self.mentions(mention)[:1]}
        needed |= {verdict.key for _, verdict in self.quotations if verdict}
        needed |= {said.key for mention in self.cited for said in self.look_ups(mention)}
        return frozenset(needed | {answer.key for work in works for answer in self._answers.get(work, ())})

    # -- what supports nothing

    def open(self, verdict: EntryVerdict | MentionVerdict, matter: str) -> bool:
        """Whether a verdict has a matter that no author disputes."""
        if matter not in verdict.matters:
            return False
        answer = self.answer(verdict, matter)
        return answer is None or answer.stand != DISPUTED

    def unanswered(self, verdict: Judged, matter: str) -> bool:
        """Whether a verdict has a matter that no author has answered."""
        return matter in verdict.matters and self.answer(verdict, matter) is None

    def fall(self, entry: Entry) -> Fall | None:
        """Return why the work of an entry supports nothing: it was retracted, or no index knows it; None if it may."""
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
        """The mentions of retracted works that say so in their sentence or the next."""
        fallen = {id(entry) for entry, verdict in self.judged if verdict.fallen}
        if not fallen:
            return ()
        from argcheck.verdicts.cues import says_retracted

        return tuple(
            mention
            for mention in self.cited
            if id(mention.entry) in fallen
            and (says_retracted(mention.sentence.text) or says_retracted(mention.after))
        )

    @cached_property
    def unjudged(self) -> tuple[str, ...]:
        """The keys of mentions of readable sources without a verdict; empty if no mention at all has one."""
        if not self._mentions:
            return ()
        readable = {id(entry) for entry, verdict in self.judged if verdict.outcome == "accessible"}
        mentions = (
            mention for mention in self.cited if id(mention.entry) in readable and not self.mentions(mention)
        )
        return tuple(dict.fromkeys(mention.key for mention in mentions))

    @cached_property
    def compared(self) -> tuple[tuple[Mention, MentionVerdict], ...]:
        """The mentions with a comparison of claims that is not stale."""
        compared = (
            (mention, next((verdict for verdict in known if "compared" in verdict.more), None))
            for mention, known in self._looked_up
        )
        return tuple((mention, best) for mention, best in compared if best and not self.stale(best, mention))

    @cached_property
    def unmatched(self) -> tuple[tuple[Mention, MentionVerdict, Mapping[str, Any]], ...]:
        """The claims of compared mentions that match none of the sources cited at their place."""
        from argcheck.verdicts.citation_places import unmatched

        return tuple(unmatched(self.compared, self._manuscript.cited_keys))

    @cached_property
    def undecided(self) -> tuple[tuple[Mention, MentionVerdict], ...]:
        """The mentions with the verdict ``undecidable`` that is not stale."""
        return tuple(
            (mention, best)
            for mention, (best, *_) in self._looked_up
            if best.verdict == "undecidable" and not self.stale(best, mention)
        )

    # -- quotations and look-ups

    @cached_property
    def quotations(self) -> tuple[tuple[Quotation, QuotationVerdict | None], ...]:
        """Every quotation of the document, with its verdict if its sentence and words are unchanged."""
        from argcheck.verdicts.quotations import quotations_of

        known = {verdict.thing: verdict for verdict in of_kind(self.all, QuotationVerdict)}
        return tuple(
            (quotation, next((known[thing] for thing in self._things(quotation) if thing in known), None))
            for quotation in quotations_of(self._manuscript, self._bibliography)
        )

    def _things(self, quotation: Quotation) -> Iterator[tuple[str, ...]]:
        words = quote_hash(quotation.text)
        for mention in (*quotation.owners, *quotation.others):
            for work in self.works_of(mention.entry):
                yield ("quotation", work, mention.hash, words)

    @cached_property
    def misquoted(self) -> tuple[tuple[Quotation, QuotationVerdict], ...]:
        """The quotations that differ from their source and that no author has answered."""
        if not any(of_kind(self.all, QuotationVerdict)):
            return ()
        return tuple(
            (quotation, verdict)
            for quotation, verdict in self.quotations
            if verdict and self.unanswered(verdict, "misquoted")
        )

    def look_ups(self, mention: Mention) -> tuple[LookUp, ...]:
        """Return the look-ups by readers of exactly this sentence, the latest first."""
        works = self.works_of(mention.entry)
        look_ups = [
            look_up
            for look_up in of_kind(self.all, LookUp)
            if look_up.work in works and look_up.sentence == mention.hash
        ]
        return tuple(sorted(look_ups, key=lambda look_up: (look_up.checked, look_up.key), reverse=True))

    # -- answers

    @cached_property
    def _answers(self) -> dict[str, list[AuthorAnswer]]:
        return grouped(of_kind(self.all, AuthorAnswer), lambda answer: answer.work)

    def answer(self, verdict: Judged, matter: str) -> AuthorAnswer | None:
        """Return the author's latest answer to one matter of a verdict; None without one.

        An answer stays valid for later verdicts on the same thing: to a notice on the work always, to any other
        matter as long as the entry or the sentence is unchanged.
        """
        known = [
            answer for answer in self._answers.get(verdict.work, ()) if is_answer_to(answer, verdict, matter)
        ]
        return max(known, key=lambda answer: (answer.checked, answer.key), default=None)

    # -- contradictions

    @cached_property
    def disagreements(self) -> tuple[Disagreement, ...]:
        """Verdicts on works that the document cites, in pairs that cannot both be right."""
        disagreements = [
            disagreement(entry.key_span, verdict, self._on(entry)) for entry, verdict in self.judged
        ]
        disagreements += [
            disagreement(mention.citation.span, known[0], known) for mention, known in self._looked_up
        ]
        return tuple(disagreement for disagreement in disagreements if disagreement is not None)

    @cached_property
    def disputes(self) -> tuple[Dispute, ...]:
        """The disputed verdicts on works that the document cites."""
        seen: list[tuple[Span, EntryVerdict | MentionVerdict]] = []
        seen += [(entry.key_span, verdict) for entry, verdict in self.judged]
        seen += [
            (mention.citation.span, known[0])
            for mention in self._answered()
            if (known := self.mentions(mention))
        ]
        return tuple(
            Dispute(span, verdict, matter, answer)
            for span, verdict in seen
            for matter in verdict.matters
            if (answer := self.answer(verdict, matter)) and answer.stand == DISPUTED
        )

    def _answered(self) -> Iterator[Mention]:
        works = {answer.work for known in self._answers.values() for answer in known if answer.sentence}
        for mention in self.cited if works else ():
            if not works.isdisjoint(self.works_of(mention.entry)):
                yield mention


def _beside(verdict: MentionVerdict, around: tuple[str, str]) -> bool:
    """Whether a verdict has the same sentence before or after it as a mention."""
    return any(
        then and then == now for then, now in zip((verdict.before, verdict.after), around, strict=True)
    )


def is_answer_to(answer: AuthorAnswer, verdict: Judged, matter: str) -> bool:
    """Whether an answer on the work of a verdict applies to this matter of it."""
    if answer.of_ == verdict.key:
        return not answer.about or matter in answer.about
    if matter not in answer.about:
        return False
    if isinstance(verdict, MentionVerdict | QuotationVerdict):
        return answer.sentence == verdict.sentence
    return matter in _OF_THE_WORK or answer.entry == verdict.entry
