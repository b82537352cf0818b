"""Whether models know a source without its text: questions on its details, which every model of a panel must fail.

After BibAgent, appendix A.2, where people choose and edit the questions; here they are held against the text.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

import build_questions as ask
from item_checks import SHORTEST_PASSAGE, holding, in_its_words
from local_sources import LeftOut
from waiting import together

from argcheck.errors import UsageError
from argcheck.llm.client import PASSING, NoAnswerError
from argcheck.sources.unspaced import words_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from local_sources import Source

    from argcheck.llm.client import Client

SPARE = 5  #: questions that are asked for beyond those that are needed
CLOSE = 0.01  #: a number is right within this share, or this much if it is small
_LONGEST = 12  #: words of an answer
_GUESSED = frozenset({"yes", "no", "true", "false"})
_NUMBER = re.compile(r"[-+−]?\d+(?:,\d{3})+(?:\.\d+)?|[-+−]?\d*\.?\d+(?:[eE][-+]?\d+)?")
#: Whom a grader calls the same that are not, or the other way round, cannot grade: (one text, another, whether they say the same).
_CONTROLS = (
    ("a cohort of nurses in Leeds", "nurses from Leeds, followed over time", True),
    ("a cohort of nurses in Leeds", "a trial with miners in Poland", False),
    ("The sample was of boys, and the sentence speaks of all pupils.", "The sentence speaks of a cause where the study saw a correlation.", False),
)  # fmt: skip


class Probe(NamedTuple):
    """A question that only the text of a source answers."""

    question: str
    answer: str
    passage: str


class KnowledgeGate:
    """Lets sources pass that no model of a panel knows.

    :param panel: by name of the model.
    :param count: questions to a source.
    :param repairs: times that the writer is asked for others in place of those that cannot be used.
    """

    def __init__(
        self, writer: Client, panel: Mapping[str, Client], grader: Client, *, count: int, repairs: int
    ) -> None:
        self.writer, self.panel, self.grader = writer, panel, grader
        self.count, self.repairs = count, repairs

    async def control(self) -> None:
        """Ask the grader what everybody knows.

        :raises UsageError: it does not tell the same from the different.
        """
        for first, second, alike in _CONTROLS:
            if await is_same(self.grader, first, second) != alike:
                but = "the same" if alike else "different"
                raise UsageError(
                    f"{self.grader.model} cannot grade: {first!r} and {second!r} are {but}, and it says otherwise"
                )

    async def passed(self, source: Source) -> tuple[list[Probe], LeftOut | None]:
        """Give the questions on a source, and why it is left out if it is.

        :raises argcheck.llm.budget.BudgetExhaustedError: not all could be asked.
        """
        try:
            probes, refused = await self._probes(source)
            if len(probes) < self.count:
                told = "; ".join(f"{question!r} {why}" for question, why in refused[:3])
                return probes, LeftOut(
                    "source", "too few questions", source.id, f"{len(probes)} can be used: {told}"
                )
            for name in self.panel:
                answers = await together(self._known(source, probe, name) for probe in probes)
                if known := "; ".join(filter(None, answers)):
                    return probes, LeftOut("source", "known", source.id, known)
                if answers.count(None) > len(probes) / 2:
                    silent = f"{name} gives no answer that can be read"
                    return probes, LeftOut("source", "panel silent", source.id, silent)
        except NoAnswerError as error:
            return [], LeftOut("source", error.kind, source.id, str(error))
        return probes, None

    async def _probes(self, source: Source) -> tuple[list[Probe], list[tuple[str, str]]]:
        usable: dict[str, Probe] = {}
        refused: list[tuple[str, str]] = []
        for _ in range(self.repairs + 1):
            wanted = self.count - len(usable) + (0 if usable or refused else SPARE)
            told = [*refused, *((question, "it was used already") for question in usable)] if refused else []
            answer = await self.writer.ask(ask.probes(source, wanted, told))
            for value in answer.value["probes"]:
                probe = Probe(*(" ".join(value[name].split()) for name in Probe._fields))
                probe = probe._replace(passage=in_its_words(probe.passage, source))
                wrong = probe_fault(probe, source, [other.question for other in usable.values()])
                if wrong:
                    refused.append((probe.question[:500], wrong))
                else:
                    usable[probe.question] = probe
            if len(usable) >= self.count:
                break
        return list(usable.values())[: self.count], refused

    async def _known(self, source: Source, probe: Probe, name: str) -> str | None:
        """Say that a model knows an answer; empty if it does not, None if it says nothing that can be read."""
        try:
            value = (await self.panel[name].ask(ask.recall(source, probe.question))).value
        except NoAnswerError as error:
            if error.kind in PASSING:
                raise
            return None
        said = " ".join(value["answer"].split())
        if said.strip(" .\"'").upper() in ("", ask.UNKNOWN):  # an answer may have the word
            return ""
        right = same_number(said, probe.answer)
        if right is None:
            right = await is_same(self.grader, f"{probe.question} {probe.answer}", f"{probe.question} {said}")
        return f"{name} answers {said!r} to {probe.question!r}" if right else ""


def probe_fault(probe: Probe, source: Source, others: Sequence[str]) -> str:
    """Say why a question shows nothing about who answers it; empty if it may."""
    answer, asked = words_of(probe.answer), words_of(probe.question)
    record = words_of(f"{source.title} {source.authors} {source.year} {source.field}")
    if not answer or len(answer) > _LONGEST:
        return f"its answer has {len(answer)} words"
    if {*answer} <= _GUESSED:
        return "its answer can be guessed"
    if len(probe.passage) < SHORTEST_PASSAGE or holding(probe.passage, source) != 1:
        return "its passage does not stand in one paragraph of the text word for word, and in one only"
    if not _holds(words_of(probe.passage), answer):
        return "its passage does not hold the answer"
    if _holds(record, answer) or _holds(asked, answer):
        return "its answer stands in the record or in the question"
    return "it was asked already" if asked in map(words_of, others) else ""


def _holds(text: Sequence[str], answer: Sequence[str]) -> bool:
    """Whether words stand in a text, one after the other."""
    return any(
        list(text[start : start + len(answer)]) == list(answer)
        for start in range(len(text) - len(answer) + 1)
    )


def same_number(said: str, answer: str) -> bool | None:
    """Whether a number is the right one, within a hundredth (BibAgent, appendix A.2); None where either is no single number."""
    if not _NUMBER.fullmatch(answer.strip(" %.")):
        return None
    numbers = _NUMBER.findall(said)
    if len(numbers) != 1:
        return None
    given, right = (
        float(text.replace(",", "").replace("−", "-")) for text in (numbers[0], _NUMBER.findall(answer)[0])
    )
    return abs(given - right) / max(1.0, abs(right)) < CLOSE


async def is_same(grader: Client, first: str, second: str) -> bool:
    """Ask a grader whether two texts say the same."""
    return bool((await grader.ask(ask.same(first, second))).value["same"])
