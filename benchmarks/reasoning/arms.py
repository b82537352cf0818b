"""Ways to spend the tokens of one model on one question, at what the loop of `argcheck ask` spends on it."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.interrogation.candidates import candidates
from argcheck.interrogation.loop import interrogated_subject
from argcheck.interrogation.source_documents import QuestionSubject
from argcheck.llm.client import Client, NoAnswerError
from argcheck.llm.fence import RULE, fenced
from argcheck.llm.model import Message, Question, Usage

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterable, Mapping

    from questions import Item

    from argcheck.interrogation.subjects import InterrogationOptions
    from argcheck.llm.answer_cache import AnswerCache
    from argcheck.llm.budget import Budget
    from argcheck.llm.endpoint import Endpoint

TEMPERATURE = 0.8
_TOKENS = 2_000  #: of an answer
_MOST_ROUNDS = 50
_SAMPLES_OF_AN_ARM = 1_000
_REASONED = {
    "type": "object",
    "properties": {"reasoning": {"type": "string"}, "answer": {"type": "string"}},
    "required": ["reasoning", "answer"],
}
_CHAIN = {"type": "object", "properties": {"chain": {"type": "string"}}, "required": ["chain"]}
_VERIFIED = {
    "type": "object",
    "properties": {"holds": {"type": "boolean"}, "answer": {"type": "string"}},
    "required": ["holds", "answer"],
}
_RULES = "You answer a question from documents. `answer` is the answer alone: a name, or a number. "
_PLAIN = f"{_RULES}`reasoning` leads to it, step by step. {RULE}"
_ARROWS = f"{_RULES}`reasoning` is nothing but short claims joined by arrows: a -> b -> c. {RULE}"


class Metered:
    """A cache that adds up what the answers that went through it cost when they were paid, so that a replay counts the same."""

    def __init__(self, cache: AnswerCache) -> None:
        self.cache = cache
        self.remembered = False  # whether any answer was
        self._costs: dict[str, Usage] = {}

    @property
    def spent(self) -> Usage:
        """What all answers cost."""
        total = Usage()
        for cost in self._costs.values():
            total = total.plus(cost)
        return total

    @property
    def common_file(self) -> str:
        """By which processes agree who asks."""
        return self.cache.common_file

    def get(self, key: str) -> dict[str, Any] | None:
        """Look an answer up."""
        value = self.cache.get(key)
        if value is not None:
            self.remembered |= key not in self._costs
            self._costs[key] = Usage(*value["usage"])
        return value

    def put(self, values: Mapping[str, dict[str, Any]]) -> None:
        """Keep answers."""
        self.cache.put(values)
        self._costs |= {key: Usage(*value["usage"]) for key, value in values.items()}

    def forget(self, keys: Iterable[str]) -> None:
        """Remember answers no longer; they were paid all the same."""
        self.cache.forget(keys)


class Outcome(NamedTuple):
    """What one arm made of one item."""

    arm: str
    item: str
    right: bool
    answer: str
    calls: int
    tokens: int
    dollars: float | None  #: None where the price of the model is unknown
    seconds: float | None  #: None where an answer was remembered
    width: int = 0  #: of the loop's answer
    error: str = ""  #: why there is no answer


class Asker:
    """Asks about one item, and knows what that cost until now."""

    def __init__(self, item: Item, client: Client, meter: Metered, limit: int, first_sample: int) -> None:
        self.item, self.client, self.meter, self.limit = item, client, meter, limit
        self.first_sample = first_sample  # arms share no answer: each is independent, and its time is its own
        self.width = 0
        self._dearest = 0

    async def say(
        self, rules: str, *turns: str, schema: Mapping[str, Any] = _REASONED, sample: int = 0
    ) -> dict[str, Any]:
        """Ask; turns after the first are those of the model and of the user, one after the other."""
        before = self.meter.spent.tokens
        material = "\n".join(fenced("document", text) for text in self.item.documents)
        first = f"{material}\n{fenced('question', self.item.question)}"
        said = (first, *turns)
        messages = (
            Message("system", rules),
            *(Message("assistant" if number % 2 else "user", text) for number, text in enumerate(said)),
        )
        question = Question(
            "answer",
            "1",
            messages,
            schema,
            temperature=TEMPERATURE,
            max_tokens=_TOKENS,
            sample=self.first_sample + sample,
        )
        answer = await self.client.ask(question)
        self._dearest = max(self._dearest, self.meter.spent.tokens - before)
        return dict(answer.value)

    @property
    def may_go_on(self) -> bool:
        """Whether one more call, as dear as the dearest until now, stays within the limit."""
        return self.meter.spent.tokens + self._dearest <= self.limit


async def single(asker: Asker) -> str:
    """One answer."""
    return str((await asker.say(_PLAIN))["answer"])


async def revisited(asker: Asker) -> str:
    """Ask to think again, in one conversation, while tokens are left."""
    turns: list[str] = []
    value = await asker.say(_PLAIN)
    for _ in range(_MOST_ROUNDS):
        turns += [
            json.dumps(value),
            "Look at your reasoning again, mend what is wrong, and answer once more.",
        ]
        if not asker.may_go_on:
            break
        value = await asker.say(_PLAIN, *turns)
    return str(value["answer"])


async def shown_again(asker: Asker) -> str:
    """Show the whole trace of the last answer to a fresh context, while tokens are left."""
    value = await asker.say(_PLAIN)
    for number in range(1, _MOST_ROUNDS):
        if not asker.may_go_on:
            break
        trace = fenced("reasoning", f"{value['reasoning']}\nAnswer: {value['answer']}")
        value = await asker.say(
            f"{_PLAIN} Your own reasoning of before is shown; go on from it.", "", trace, sample=number
        )
    return str(value["answer"])


async def arrows(asker: Asker) -> str:
    """One answer, reasoned in arrows."""
    return str((await asker.say(_ARROWS))["answer"])


async def compressed(asker: Asker) -> str:
    """Let the model compress its trace to a chain and a fresh context verify that; where it does not hold, begin again."""
    answer = ""
    for number in range(_MOST_ROUNDS):
        value = await asker.say(_PLAIN, sample=number)
        trace = fenced("reasoning", str(value["reasoning"]))
        told = f"You compress reasoning to a chain of short claims joined by arrows, and leave nothing out. {RULE}"
        chain = await asker.say(told, "", trace, schema=_CHAIN, sample=number)
        told = f"{_RULES}Somebody has reasoned in a chain. `holds` says whether each step follows from the documents. {RULE}"
        shown = fenced("chain", str(chain["chain"]))
        verified = await asker.say(told, "", shown, schema=_VERIFIED, sample=number)
        answer = str(verified["answer"])
        if verified["holds"] or not asker.may_go_on:
            break
    return answer


async def voted(asker: Asker) -> str:
    """Take the most frequent of as many single answers as the tokens give; of equals the first."""
    answers: list[str] = []
    while not answers or (asker.may_go_on and len(answers) < _MOST_ROUNDS):
        answers.append(str((await asker.say(_PLAIN, sample=len(answers)))["answer"]))
    count = Counter(answer.strip().casefold() for answer in answers)
    return max(answers, key=lambda answer: count[answer.strip().casefold()])


async def looped(asker: Asker, options: InterrogationOptions) -> str:
    """Ask by the loop of `argcheck ask`."""
    subject = QuestionSubject(asker.item.question, asker.item.sources)
    done = await interrogated_subject(subject, asker.client, options)
    ranked = candidates(subject, done)
    if not ranked:
        raise NoAnswerError("no candidate", "no reading concludes anything")
    asker.width = ranked[0].width
    return ranked[0].answer


class Means(NamedTuple):
    """Whom an arm asks, and at what cost."""

    place: Endpoint
    cache: AnswerCache
    budget: Budget


LOOP = "argcheck"
ARMS: dict[str, Callable[[Asker], Awaitable[str]]] = {
    "single pass": single,
    "revisit": revisited,
    "trace shown again": shown_again,
    "arrow notation": arrows,
    "compressed and verified": compressed,
    "majority of single passes": voted,
}
FRONTIER = "single pass of another model"


async def outcome(
    arm: str, item: Item, means: Means, how: Callable[[Asker], Awaitable[str]], limit: int = 0
) -> Outcome:
    """Run one arm on one item.

    :param limit: tokens that it may use; it always asks once.
    :raises argcheck.llm.budget.BudgetExhaustedError: the whole budget is used up; nothing is known of this arm then.
    """
    meter = Metered(means.cache)
    client = Client(means.place, meter, means.budget)  # type: ignore[arg-type]
    asker = Asker(item, client, meter, limit, _SAMPLES_OF_AN_ARM * [*ARMS, FRONTIER, LOOP].index(arm))
    answer = error = ""
    begun = time.perf_counter()
    try:
        answer = await how(asker)
    except NoAnswerError as wrong:
        error = wrong.kind
    finally:
        await client.close()
    seconds = None if meter.remembered else time.perf_counter() - begun
    spent = meter.spent
    right = not error and item.is_right(answer)
    dollars = spent.money if means.budget.price else None
    return Outcome(
        arm, item.id, right, answer, spent.calls, spent.tokens, dollars, seconds, asker.width, error
    )
