"""The methods that are compared: the funnel, the whole source in one prompt, and two that read nothing."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, Protocol

from item_checks import bare
from measures import MISCITED, SUPPORTED, Outcome, Twins

from argcheck.llm.budget import Budget
from argcheck.llm.client import Client, NoAnswerError
from argcheck.llm.endpoint import Endpoint
from argcheck.llm.fence import fenced
from argcheck.llm.model import Message, Question, Usage
from argcheck.verdicts.arbiter import MAJORITY, SAMPLES, asked
from argcheck.verdicts.funnel import Funnel, Tools
from argcheck.verdicts.taxonomy import class_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from pairs import Pair

    from argcheck.llm.answer_cache import AnswerCache
    from argcheck.llm.model import ModelAnswer
    from argcheck.verdicts.judging import CitationCase

BASELINE_TEMPERATURE = 0.2  #: of the whole source in one prompt (BibAgent, appendix E.2)
CHARACTERS = 4  #: of English prose to a token, by and large
_BILL: ContextVar[list[Usage]] = ContextVar("bill")


class Judge(Protocol):
    """A method."""

    async def judge(self, case: CitationCase) -> Outcome:
        """Say what it makes of a case."""


class Billed:
    """A cache that notes what each answer cost when it was paid, so that a replay counts the same tokens."""

    def __init__(self, cache: AnswerCache) -> None:
        self.cache = cache

    @property
    def common_file(self) -> str:
        """By which processes agree who asks."""
        return self.cache.common_file

    def get(self, key: str) -> dict[str, Any] | None:
        """Look an answer up and charge it to whom it is for."""
        value = self.cache.get(key)
        if value is not None:
            self._charge(value)
        return value

    def put(self, values: Mapping[str, dict[str, Any]]) -> None:
        """Keep answers and charge them."""
        self.cache.put(values)
        for value in values.values():
            self._charge(value)

    def forget(self, keys: Iterable[str]) -> None:
        """Delete answers that could not be used; what they cost stays charged."""
        self.cache.forget(keys)

    def close(self) -> None:
        """Let go of the files."""
        self.cache.close()

    def _charge(self, value: dict[str, Any]) -> None:
        _BILL.get().append(Usage(*value["usage"]))


class Shifted:
    """A client for one of several independent runs: the same questions with other seeds."""

    def __init__(self, client: Client, shift: int) -> None:
        self.client = client
        self.shift = shift
        self.model = client.model
        self.dry = client.dry
        self.budget = client.budget
        self.do_without = client.do_without

    async def ask(self, question: Question) -> ModelAnswer:
        """Ask for a sample of this run."""
        return await self.client.ask(question._replace(sample=question.sample + self.shift))

    async def sample(self, question: Question, count: int) -> list[ModelAnswer | NoAnswerError]:
        """Ask for several."""
        return await self.client.sample(question._replace(sample=question.sample + self.shift), count)

    async def every(self, question: Question, count: int) -> list[ModelAnswer]:
        """Ask for several, all of which are needed."""
        return await self.client.every(question._replace(sample=question.sample + self.shift), count)


class FunnelJudge:
    """The funnel of the product, as ``argcheck verify --llm`` runs it; without a client it only points."""

    def __init__(self, client: Client | None, run: int = 0) -> None:
        # A `Shifted` is to the funnel what a client is.
        self.funnel = Funnel(Tools(client=client and Shifted(client, run * SAMPLES)))  # type: ignore[arg-type]

    async def judge(self, case: CitationCase) -> Outcome:
        """Judge by the funnel."""
        found = await self.funnel.judge(case)
        return Outcome(found.verdict, found.class_, found.confidence, found.abstained)


class FullText:
    """The citing sentence and the whole source in one prompt, the same model and the same instructions."""

    def __init__(self, client: Client, run: int = 0, samples: int = 1) -> None:
        self.client = Shifted(client, run * samples)
        self.samples = samples

    async def judge(self, case: CitationCase) -> Outcome:
        """Judge by the most frequent of the answers, which are taken as they come."""
        votes: Counter[str] = Counter()
        problems = []
        why = ""
        for answer in await self.client.sample(full_text(case), self.samples):
            if isinstance(answer, NoAnswerError):
                why = answer.kind
            else:
                votes[answer.value["verdict"]] += 1
                if answer.value["verdict"] == MISCITED and answer.value["problem"] != "none":
                    problems.append(answer.value["problem"])
        verdict, count = max(votes.items(), key=lambda one: one[1], default=("undecidable", 0))
        share = count / self.samples
        if share < MAJORITY or verdict not in (MISCITED, SUPPORTED):
            return Outcome("undecidable", why=why or ("undecided" if share >= MAJORITY else "split"))
        class_ = class_of(problems)[0] if verdict == MISCITED and problems else ""
        return Outcome(verdict, class_, share)


class Constant:
    """Says the same of everything: what the measures must not be fooled by."""

    def __init__(self, verdict: str, class_: str = "") -> None:
        self.outcome = Outcome(verdict, class_, 1.0)

    async def judge(self, _case: CitationCase) -> Outcome:
        """Say it."""
        return self.outcome


class ByLength:
    """Calls a sentence of few words miscited and reads nothing: what pairs give away that differ in length.

    :param pairs: to which the number of words is fitted, so that it gets as many of them right as length can.
    """

    def __init__(self, pairs: Sequence[Pair]) -> None:
        lengths = [(len(bare(pair.wrong.sentence)), len(bare(pair.right.sentence))) for pair in pairs]
        words = sorted({length for both in lengths for length in both})
        self.least = max(words, key=lambda least: sum(wrong < least <= right for wrong, right in lengths))

    async def judge(self, case: CitationCase) -> Outcome:
        """Count its words."""
        return Outcome(MISCITED if len(bare(case.sentence)) < self.least else SUPPORTED, confidence=1.0)


def full_text(case: CitationCase) -> Question:
    """Ask about a case with its whole source in place of some passages."""
    question = asked(case, (), temperature=BASELINE_TEMPERATURE, top_p=1.0)
    system, user = question.messages
    whole = case.source.markdown
    return question._replace(
        messages=(system, Message("user", f"{user.content}\n\n{fenced('passage1', whole, len(whole))}"))
    )


async def planned(cases: Sequence[CitationCase]) -> list[tuple[Question, int]]:
    """Give what the funnel would ask about cases, if all of them were supported: questions, and for how many answers."""
    client = Client(Endpoint("http://127.0.0.1", "none"), {}, Budget(), dry=True)  # type: ignore[arg-type]
    funnel = Funnel(Tools(client=client))
    for case in cases:
        await funnel.judge(case)
    return list(client.planned.values())


def tokens_in(question: Question) -> float:
    """Estimate the tokens of a question without a tokenizer."""
    return (question.characters + len(json.dumps(question.schema))) / CHARACTERS


def tokens_out(question: Question, pairs: Sequence[Pair]) -> float:
    """Estimate the tokens of an answer: a word, two sentences, or the mean of what would quote, explain and mend the pairs as they do."""
    if question.purpose in ("confirm", "addressed"):
        return len(json.dumps({"verdict": "contradicted"})) / CHARACTERS
    if question.purpose == "twins":
        twins = ({"opposite": one.wrong.sentence, "other": one.right.sentence} for one in pairs)
        return sum(len(json.dumps(one)) for one in twins) / len(pairs) / CHARACTERS
    answers = [
        {
            "verdict": MISCITED,
            "problem": one.subtype,
            "quotes": [{"passage": 1, "text": one.passage}],
            "reason": one.explanation,
            "would_support": one.right.sentence,
        }
        for one in pairs
    ]
    return sum(len(json.dumps(one)) for one in answers) / len(answers) / CHARACTERS


async def outcomes(judge: Judge, cases: Sequence[CitationCase]) -> list[Outcome]:
    """Judge cases at once, each with its bill.

    :raises argcheck.llm.budget.BudgetExhaustedError: not all could be judged; what was asked has been answered and kept.
    """
    found = await asyncio.gather(*(_billed(judge, case) for case in cases), return_exceptions=True)
    for one in found:
        if isinstance(one, BaseException):
            raise one
    return found  # type: ignore[return-value]


async def _billed(judge: Judge, case: CitationCase) -> Outcome:
    bill: list[Usage] = []
    _BILL.set(bill)
    found = await judge.judge(case)
    total = Usage()
    for one in bill:
        total = total.plus(one)
    return found._replace(usage=total)


async def runs_of(make: Callable[[int], Judge], pairs: Sequence[Pair], runs: int) -> list[list[Twins]]:
    """Judge all pairs in several independent runs."""
    found = []
    for run in range(runs):
        judged = await outcomes(make(run), [case for one in pairs for case in (one.wrong, one.right)])
        found.append([Twins(*judged[place : place + 2]) for place in range(0, len(judged), 2)])
    return found


FLAG_EVERYTHING, FLAG_NOTHING = Constant(MISCITED, "scope"), Constant(SUPPORTED)
