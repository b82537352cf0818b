"""The interrogation loop: read several times, merge the readings, check disputed claims, until the result is stable."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.contradictions import contradictions
from argcheck.argument.model import is_reading
from argcheck.argument.store import GraphStore
from argcheck.interrogation import wording
from argcheck.interrogation.answers import records_of
from argcheck.interrogation.runs_file import LONGEST, Check, Interrogated, RunNote, digest_of
from argcheck.interrogation.shown_parts import ShownPart
from argcheck.interrogation.subjects import InterrogationOptions, ManuscriptSubject
from argcheck.llm.budget import BudgetExhaustedError
from argcheck.llm.client import PASSING, NoAnswerError
from argcheck.sources.unspaced import words_of
from argcheck.verdicts import twins
from argcheck.verdicts.addressed import addressed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.interrogation.runs_file import AuthorWord, RunEdge, RunNode
    from argcheck.interrogation.shown_parts import NumberedSentence
    from argcheck.interrogation.subjects import Disputable, Subject
    from argcheck.llm.client import Client
    from argcheck.llm.model import Question
    from argcheck.reading.read_document import Document

_REPAIRS = 3
_A_ROUND = 3  #: disputed claims that are checked before the graph is built again
_CALLS_A_CHECK = 3
_CALLS_AGAIN = 2  #: calls about the sentences that a refutation rests on
#: Most calls about one claim, with those that check its verdict.
_CALLS_AT_MOST = _CALLS_A_CHECK + twins.ATTEMPTS + 1 + _CALLS_AGAIN
_GROUNDS = 3  #: sentences that a refutation is taken to rest on if it names none
_MAJORITY = 2
#: the answer of the model for each verdict that is decided
_SAID = {"confirmed": wording.SUPPORTED, "refuted": wording.REFUTED}
_SILENT = "no answer about disputed claims came that can be used"
_WAITING = "questions about disputed claims have no answer yet"
_ONLY = "graph"  #: name of the one graph of a store


@dataclass(slots=True)
class AnswerCounts:
    """The numbers of answers in an interrogation."""

    came: int = 0  #: all answers to readings
    usable: int = 0  #: answers to readings that were usable without repair
    unanswered: int = 0  #: questions without an answer; the next run asks them again
    dropped: Counter[str] = field(default_factory=Counter)  #: unusable answers, by cause

    def add_missing(self, error: NoAnswerError) -> None:
        """Count a missing answer: as unanswered after an outage, else as dropped by its cause."""
        if error.kind in PASSING:
            self.unanswered += 1
        else:
            self.dropped[error.kind] += 1


class Interrogation(NamedTuple):
    """The result of interrogating a document."""

    root: str  #: of the document
    interrogated: Interrogated
    graph: ArgumentGraph
    widths: dict[str, int]  #: by id of the conclusion, the greatest first
    disputed: tuple[str, ...]  #: ids that are still disputed
    stopped: str  #: why the loop ended
    answers: AnswerCounts

    @property
    def missing(self) -> int:
        """The number of questions without an answer; if no reading is usable, also those with an unusable answer."""
        return self.answers.unanswered + (0 if self.interrogated.answered else self.answers.dropped.total())


async def interrogated(
    document: Document,
    client: Client,
    options: InterrogationOptions | None = None,
    words: Sequence[AuthorWord] = (),
) -> Interrogation:
    """Interrogate a document.

    Every answer is stored before it is used, so an interrupted run pays for nothing twice.

    :param words: the author's words on claims that were read before; no question is asked about these.
    """
    options = options or InterrogationOptions()
    return await interrogated_subject(ManuscriptSubject(document, words), client, options)


async def interrogated_subject(
    subject: Subject, client: Client, options: InterrogationOptions
) -> Interrogation:
    """Interrogate any subject, as `interrogated` does a document."""
    return await _Interrogator(subject, client, options).run()


class _Interrogator:
    """A running interrogation."""

    def __init__(self, subject: Subject, client: Client, options: InterrogationOptions) -> None:
        self.subject = subject
        self.client = client
        self.options = options
        self.checks: dict[str, Check] = {}  # by key
        self.answers = AnswerCounts()
        self.calls = 0  # calls about disputed claims, made or reserved
        self.spent = ""  # why nothing more can be asked

    async def run(self) -> Interrogation:
        names = [f"r{number}" for number in range(1, self.options.runs + 1)]
        answers = await asyncio.gather(*(self._run(number, name) for number, name in enumerate(names)))
        notes = tuple(note for note, _, _ in answers)
        nodes = tuple(node for _, its_nodes, _ in answers for node in its_nodes)
        edges = tuple(edge for _, _, its_edges in answers for edge in its_edges)
        before: str | None = None
        while True:
            result = Interrogated(notes, nodes, edges, tuple(self.checks.values()))
            graph = self.subject.graph(result)
            widths = dict(sorted(self.subject.widths(graph).items(), key=lambda item: (-item[1], item[0])))
            disputed = {
                name: claim
                for name in _disputed(graph, widths, self.options.width, self.subject.language)
                if (claim := self.subject.disputable(graph, name))
            }
            new = [name for name, claim in disputed.items() if claim.key not in self.checks]
            best = next(iter(widths), None)
            stopped = self._stopped(
                new, stable=best is not None and best == before and widths[best] >= self.options.width
            )
            if stopped:
                return Interrogation(
                    self.subject.name,
                    result,
                    graph,
                    widths,
                    tuple(name for name, claim in disputed.items() if not self._confirmed(claim)),
                    stopped,
                    self.answers,
                )
            before = best
            checks = await asyncio.gather(
                *(self._check(graph.nodes[name].text, disputed[name]) for name in new[:_A_ROUND])
            )
            self.checks |= {check.sentence: check for check in checks if check is not None}

    def _stopped(self, new: Sequence[str], *, stable: bool) -> str:
        """Return why the loop ends; empty if it goes on.

        :param new: ids of disputed claims that were not checked yet.
        :param stable: whether the best conclusion is the same as before and wide enough.
        """
        if self.client.dry and self.answers.unanswered:  # disputes depend on the answers
            return "this is a dry run"
        if self.spent:  # a reading may be missing
            return self.spent
        if not self.answers.came and self.answers.unanswered:
            return "no reading was received"
        if not new:
            return "nothing new is disputed"
        if stable:
            return f"the conclusion is stable and has {self.options.width} independent routes or more"
        if self.calls + _CALLS_AT_MOST > self.options.check_calls:
            return f"of {self.options.check_calls} calls about disputed claims too few are left for one more"
        return ""

    async def _run(self, sample: int, name: str) -> tuple[RunNote, list[RunNode], list[RunEdge]]:
        answers = await asyncio.gather(*(self._part(part, sample, name) for part in self.subject.parts))
        usable = [answer for answer in answers if answer is not None]
        nodes = [node for part_nodes, _ in usable for node in part_nodes]
        edges = [edge for _, part_edges in usable for edge in part_edges]
        untied = sum(not node.sentence for node in nodes)
        digest = digest_of(name, nodes, edges)
        dropped = len(answers) - len(usable)
        note = RunNote(name, self.client.model, len(self.subject.parts), dropped, untied, digest)
        return note, nodes, edges

    async def _part(
        self, part: ShownPart, sample: int, name: str
    ) -> tuple[list[RunNode], list[RunEdge]] | None:
        """Return the claims and edges of a part as one run reads it; None without a usable answer.

        An invalid answer is sent back with its errors, at most three times.
        """
        question = self.subject.question(part, self.options)._replace(sample=sample)
        for _ in range(1 + _REPAIRS):
            try:
                answer = await self.client.ask(question)
            except NoAnswerError as error:
                self.answers.came += 0 if error.kind in PASSING else max(1, len(error.unread))
                self.answers.add_missing(error)
                return None
            except BudgetExhaustedError as error:
                self.spent = str(error)
                self.answers.unanswered += 1
                return None
            self.answers.came += answer.tries
            errors = self.subject.errors(answer.value, self.options)
            if not errors:
                self.answers.usable += not answer.repaired
                return records_of(answer.value, name, part)
            question = wording.repaired(question, json.dumps(answer.value, ensure_ascii=False), errors)
        self.answers.dropped["no graph after three repairs"] += 1
        return None

    def _stop_for(self, *errors: NoAnswerError) -> None:
        """Ask nothing more in this run, because these answers are missing."""
        waiting = any(error.kind in PASSING for error in errors)
        self.spent = self.spent or (_WAITING if waiting else _SILENT)

    def _confirmed(self, claim: Disputable) -> bool:
        check = self.checks.get(claim.key)
        return check is not None and check.verdict == "confirmed"

    async def _check(self, text: str, claim: Disputable) -> Check | None:
        """Return the verdict of two of three answers about a claim.

        None if too few calls are left, or if answers are missing, so that the next run asks again.
        """
        if self.calls + _CALLS_AT_MOST > self.options.check_calls:
            return None
        self.calls += _CALLS_AT_MOST
        question = wording.check(text, claim.part, temperature=self.options.temperature)
        answers = await self._answers(question)
        if answers is None:
            return None
        check = _check_of(claim.key, text, answers)
        if check.verdict not in _SAID:
            self.calls -= _CALLS_AT_MOST - _CALLS_A_CHECK  # without a decision there is nothing to verify
            return check
        try:
            wrong = await self._misjudged(text, claim.part, _SAID[check.verdict])
            if check.verdict == "refuted" and not wrong:
                reasons = [reason for told, reason in answers if told == wording.REFUTED]
                wrong = await self._unfounded(text, claim.part, reasons)
            else:
                self.calls -= _CALLS_AGAIN
        except BudgetExhaustedError as error:
            self.spent = str(error)
            return None
        except NoAnswerError as error:
            self.answers.add_missing(error)
            self._stop_for(error)
            return None
        return check._replace(verdict="undecided", reason=wrong) if wrong else check

    async def _unfounded(self, text: str, part: ShownPart, reasons: Sequence[str]) -> str:
        """Return why a refutation does not count; empty if it does.

        The sentences that it rests on must refute the claim by themselves, without those that give orders to the model.
        """
        grounds = _grounds(text, part, reasons)
        orders = await addressed([sentence.text for sentence in grounds], self.client)
        left = tuple(sentence for sentence in grounds if sentence.text not in orders)
        shown = ShownPart(part.number, (), left)
        answer = await self.client.ask(wording.check(text, shown, temperature=0.0)) if left else None
        if answer and answer.value["verdict"] == wording.REFUTED:
            return ""
        return "the sentences on which it rests do not refute it by themselves"

    async def _misjudged(self, text: str, part: ShownPart, said: str) -> str:
        """Return why a verdict does not count; empty if it does.

        The control is a sentence with another claim, which must not get the same verdict: so a model that agrees with
        everything is not believed.
        """
        pair, _ = await twins.written(text, self.client)
        if pair is None:
            return "the model did not write the sentence by which its verdict is checked"
        other = pair.opposite if said == wording.SUPPORTED else pair.other
        answer = await self.client.ask(wording.check(other, part, temperature=0.0))
        return f"the model says the same of: {other}"[:LONGEST] if answer.value["verdict"] == said else ""

    async def _answers(self, question: Question) -> list[tuple[str, str]] | None:
        """Return verdict and reason of each answer; None if fewer than two came, so that the next run asks again."""
        try:
            answers = await self.client.sample(question, _CALLS_A_CHECK)
        except BudgetExhaustedError as error:
            self.spent = str(error)
            return None
        lost = [answer for answer in answers if isinstance(answer, NoAnswerError)]
        for missing in lost:
            self.answers.add_missing(missing)
        told = [(a.value["verdict"], a.value["reason"]) for a in answers if not isinstance(a, NoAnswerError)]
        if len(told) < _MAJORITY:
            self.client.ask_again(lost)
            self._stop_for(*lost)
            return None
        return told


def _grounds(claim: str, part: ShownPart, reasons: Sequence[str]) -> list[NumberedSentence]:
    """Return the sentences whose numbers the reasons name; without any, those that share most words with the claim."""
    named = {word for reason in reasons for word in words_of(reason)}
    sentences = part.sentences.values()
    claimed = set(words_of(claim))
    nearest = sorted(sentences, key=lambda sentence: -len(claimed.intersection(words_of(sentence.text))))
    return [sentence for sentence in sentences if str(sentence.number) in named] or nearest[:_GROUNDS]


def _check_of(key: str, claim: str, answers: Sequence[tuple[str, str]]) -> Check:
    count = Counter(verdict for verdict, _ in answers)
    verdict = "undecided"
    if count[wording.SUPPORTED] >= _MAJORITY:
        verdict = "confirmed"
    elif count[wording.REFUTED] >= _MAJORITY:
        verdict = "refuted"
    elif count[wording.UNDETERMINED] == _CALLS_A_CHECK:
        verdict = "undetermined"
    wanted = _SAID.get(verdict, wording.UNDETERMINED)
    reason = next((reason for told, reason in answers if told == wanted), answers[0][1])
    return Check(key, claim, verdict, " ".join(reason.split())[:LONGEST], tuple(v for v, _ in answers))


def _disputed(graph: ArgumentGraph, widths: Mapping[str, int], enough: int, language: str) -> list[str]:
    """Return the ids of disputed claims: contradictions first, then claims of a single run, then critical links.

    Critical links count only for conclusions with fewer independent routes than ``enough``.
    """
    suspects = dict.fromkeys((*_contradictory(graph, widths, language), *_suspects(graph, widths, enough)))
    return [name for name in suspects if name not in graph.refutations]


def _contradictory(graph: ArgumentGraph, conclusions: Iterable[str], language: str) -> Iterator[str]:
    """Yield the claims of readings that contradict each other, if one of them is a conclusion or leads to one."""
    bearing = {name for conclusion in conclusions for name in graph.upstream(graph.nodes[conclusion])}
    read = [node for node in graph.nodes.values() if any(map(is_reading, node.run_ids))]
    for family in contradictions(read, lambda _: language):
        names = [node.id for node in family]
        if not bearing.isdisjoint(names):
            yield from names


def _suspects(graph: ArgumentGraph, widths: Mapping[str, int], enough: int) -> Iterator[str]:
    store = GraphStore(auto_merge=False)
    store.load(_ONLY, graph)
    answers = [store.disputed_nodes(_ONLY, conclusion) for conclusion in widths]
    for answer in answers:
        yield from (name for pair in answer["contradiction_pairs"] for name in pair)
    for answer in answers:
        yield from (isolated["id"] for isolated in answer["isolated_load_bearing"])
    for conclusion, width in widths.items():
        if width < enough:
            yield from store.critical_links(_ONLY, conclusion)["min_cut_nodes"]
