"""The interrogation: ask several times, join what was said, ask again about what is disputed, stop when it holds."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

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
    from collections.abc import Iterator, Mapping, Sequence

    from argcheck.argument.graph import ArgumentGraph
    from argcheck.interrogation.runs_file import AuthorWord, RunEdge, RunNode
    from argcheck.interrogation.shown_parts import NumberedSentence
    from argcheck.interrogation.subjects import Disputable, Subject
    from argcheck.llm.client import Client
    from argcheck.llm.model import Question
    from argcheck.reading.read_document import Document

_REPAIRS = 3
_A_ROUND = 3  #: disputed claims that are asked about before the graph is looked at again
_CALLS_A_CHECK = 3
_CALLS_AGAIN = 2  #: about the sentences on which a refutation rests
#: About one claim, with those by which its verdict is checked.
_CALLS_AT_MOST = _CALLS_A_CHECK + twins.ATTEMPTS + 1 + _CALLS_AGAIN
_GROUNDS = 3  #: sentences on which a refutation rests where it names none
_MAJORITY = 2
#: what a model says where this comes of it
_SAID = {"confirmed": wording.SUPPORTED, "refuted": wording.REFUTED}
_SILENT = "no answer about disputed claims came that can be used"
_WAITING = "questions about disputed claims have no answer yet"
_ONLY = "graph"  #: name of the one graph of a store


class Interrogation(NamedTuple):
    """What came of interrogating one document."""

    root: str  #: of the document
    interrogated: Interrogated
    graph: ArgumentGraph
    widths: dict[str, int]  #: of the conclusions, the best supported first
    disputed: tuple[str, ...]  #: ids that are still disputed
    stopped: str  #: why no more was asked
    dropped: dict[str, int]  #: answers that could not be used, by cause
    unanswered: int  #: questions that got no answer; they are asked again next time
    usable: int = 0  #: answers to a reading that could be used as they came
    came: int = 0  #: all answers to a reading that came

    @property
    def missing(self) -> int:
        """Questions that got no answer; where no reading can be used at all, also those whose answers cannot be."""
        return self.unanswered + (0 if self.interrogated.answered else sum(self.dropped.values()))


async def interrogated(
    document: Document,
    client: Client,
    options: InterrogationOptions | None = None,
    words: Sequence[AuthorWord] = (),
) -> Interrogation:
    """Interrogate a document.

    Every answer is on disk before it is looked at, so that whatever ends this, nothing is paid twice.

    :param words: what the author said to claims that were read before; nobody is asked about these.
    """
    options = options or InterrogationOptions()
    return await interrogated_subject(ManuscriptSubject(document, words, options.part), client, options)


async def interrogated_subject(
    subject: Subject, client: Client, options: InterrogationOptions
) -> Interrogation:
    """Interrogate whatever has parts to ask about; as `interrogated` else."""
    return await _Interrogator(subject, client, options).run()


class _Interrogator:
    """One interrogation as it goes on."""

    def __init__(self, subject: Subject, client: Client, options: InterrogationOptions) -> None:
        self.subject = subject
        self.client = client
        self.options = options
        self.checks: dict[str, Check] = {}  # by key
        self.usable = self.came = 0
        self.calls = 0  # about disputed claims, made or set aside for one that is asked about
        self.dropped: Counter[str] = Counter()
        self.unanswered = 0
        self.spent = ""  # what the budget says, when it is used up

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
            widths = dict(sorted(graph.widths.items(), key=lambda item: (-item[1], item[0])))
            disputed = {
                name: claim
                for name in _disputed(graph, widths, self.options.width)
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
                    dict(self.dropped),
                    self.unanswered,
                    self.usable,
                    self.came,
                )
            before = best
            checks = await asyncio.gather(
                *(self._check(graph.nodes[name].text, disputed[name]) for name in new[:_A_ROUND])
            )
            self.checks |= {check.sentence: check for check in checks if check is not None}

    def _stopped(self, new: Sequence[str], *, stable: bool) -> str:
        """Say why nothing more is to be asked; empty while something is."""
        if self.client.dry and self.unanswered:  # what is disputed depends on answers
            return "this is a dry run"
        if self.spent:  # it may be a reading that was not asked for
            return self.spent
        if not new:
            return "nothing new is disputed"
        if stable:
            return f"the conclusion is stable and has {self.options.width} independent routes"
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
        """Ask one run about one part, with its errors where the answer cannot be used; None where none comes."""
        question = self.subject.question(part, self.options)._replace(sample=sample)
        for _ in range(1 + _REPAIRS):
            try:
                answer = await self.client.ask(question)
            except NoAnswerError as error:
                self.came += error.kind not in PASSING
                self._lost(error)
                return None
            except BudgetExhaustedError as error:
                self.spent = str(error)
                return None
            self.came += 1
            errors = self.subject.errors(answer.value, self.options)
            if not errors:
                self.usable += not answer.repaired
                return records_of(answer.value, name, part, self.subject.language)
            question = wording.repaired(question, json.dumps(answer.value, ensure_ascii=False), errors)
        self.dropped["no graph after three repairs"] += 1
        return None

    def _lost(self, error: NoAnswerError) -> None:
        """Count an answer that did not come: an outage says nothing about the text."""
        if error.kind in PASSING:
            self.unanswered += 1
        else:
            self.dropped[error.kind] += 1

    def _stop_for(self, *errors: NoAnswerError) -> None:
        """Ask no more: answers did not come, of which some may come yet."""
        waiting = any(error.kind in PASSING for error in errors)
        self.spent = self.spent or (_WAITING if waiting else _SILENT)

    def _confirmed(self, claim: Disputable) -> bool:
        check = self.checks.get(claim.key)
        return check is not None and check.verdict == "confirmed"

    async def _check(self, text: str, claim: Disputable) -> Check | None:
        """Ask three times about one claim, and return what two of three say; None where nothing can be asked or said."""
        if self.calls + _CALLS_AT_MOST > self.options.check_calls:
            return None
        self.calls += _CALLS_AT_MOST
        question = wording.check(text, claim.part, temperature=self.options.temperature)
        answers = await self._answers(question)
        if answers is None:
            return None
        check = _check_of(claim.key, text, answers)
        if check.verdict not in _SAID:
            self.calls -= _CALLS_AT_MOST - _CALLS_A_CHECK  # nothing was decided, so nothing is checked
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
            self._lost(error)
            self._stop_for(error)
            return None
        return check._replace(verdict="undecided", reason=wrong) if wrong else check

    async def _unfounded(self, text: str, part: ShownPart, reasons: Sequence[str]) -> str:
        """Say why a refutation does not count: by themselves the sentences on which it rests, without those that are orders, do not refute."""
        grounds = _grounds(text, part, reasons)
        orders = await addressed([sentence.text for sentence in grounds], self.client)
        left = tuple(sentence for sentence in grounds if sentence.text not in orders)
        shown = ShownPart(part.number, (), left)
        answer = await self.client.ask(wording.check(text, shown, temperature=0.0)) if left else None
        if answer and answer.value["verdict"] == wording.REFUTED:
            return ""
        return "the sentences on which it rests do not refute it by themselves"

    async def _misjudged(self, text: str, part: ShownPart, said: str) -> str:
        """Say why a verdict does not count: the model gives it to a sentence that claims what this one does not, too.

        Whoever says yes to everything, of his own accord or as a text orders, is not believed.
        """
        pair, _ = await twins.written(text, self.client)
        if pair is None:
            return "the model did not write the sentence by which its verdict is checked"
        other = pair.opposite if said == wording.SUPPORTED else pair.other
        answer = await self.client.ask(wording.check(other, part, temperature=0.0))
        return f"the model says the same of: {other}"[:LONGEST] if answer.value["verdict"] == said else ""

    async def _answers(self, question: Question) -> list[tuple[str, str]] | None:
        """Return verdict and reason of each call; None where one of them got no answer, so that it is asked again next time."""
        try:
            answers = await self.client.sample(question, _CALLS_A_CHECK)
        except BudgetExhaustedError as error:
            self.spent = str(error)
            return None
        lost = [answer for answer in answers if isinstance(answer, NoAnswerError)]
        for missing in lost:
            self._lost(missing)
        told = [(a.value["verdict"], a.value["reason"]) for a in answers if not isinstance(a, NoAnswerError)]
        if len(told) < _MAJORITY:
            self._stop_for(*lost)
            return None
        return told


def _grounds(claim: str, part: ShownPart, reasons: Sequence[str]) -> list[NumberedSentence]:
    """Give the sentences whose numbers some reasons name; where they name none, those that share the most words with a claim."""
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


def _disputed(graph: ArgumentGraph, widths: Mapping[str, int], enough: int) -> list[str]:
    """Return the ids of what is disputed: contradictions first, then what one run alone carries, then critical links.

    Links are critical where a conclusion has fewer independent routes than ``enough``.
    """
    suspects = dict.fromkeys(_suspects(graph, widths, enough))
    return [name for name in suspects if name not in graph.refutations]


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
