"""The client: every question goes through the cache, the budget, the endpoint and the parser, in this order.

A paid answer is on disk before anything looks at it.  A question that another task is asking just now is not asked
twice.  The second process that meets a question finds the answer of the first.  Several samples of one question are
asked for in one call, which bills the question once; from an endpoint that gives one answer a call, the rest is asked
for one by one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from argcheck.errors import ArgcheckError
from argcheck.llm.model import Answer, Message, Question, Usage
from argcheck.llm.parse import MalformedError, mended, parsed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.llm.budget import Budget
    from argcheck.llm.cache import AnswerCache
    from argcheck.llm.options import Endpoint

_PATIENCE = 20.0  #: seconds that answers on their way are waited for when the client is closed
_AGAIN = "Your answer could not be used: {}. Output ONLY the JSON object that was asked for."


PASSING = frozenset({"not-asked", "unanswered"})  #: kinds of `NoAnswerError` that the next run may not have
_Paid = dict[str, Any] | BaseException  #: a text as it came, or why none did


class NoAnswerError(ArgcheckError):
    """A question that got no answer that can be used; ``kind`` says why, for the report."""

    def __init__(self, kind: str, detail: str, *, billed: bool = False) -> None:
        super().__init__(detail)
        self.kind = kind  #: ``not-asked``, ``refused``, ``malformed``, ``cut`` or ``unanswered``
        self.billed = billed  #: whether it may have to be paid for although nothing came of it


class _OneAtATimeError(Exception):
    """The endpoint does not take a question for several answers."""


class Client:
    """Asks one model, and remembers.

    :param endpoint: None to replay only: what is not remembered raises ``not-asked``.
    :param budget: what may be spent; None with a replay.
    :param dry: ask nothing, and list what would be asked.
    """

    def __init__(
        self,
        endpoint: Endpoint | None,
        cache: AnswerCache,
        budget: Budget | None = None,
        *,
        model: str = "",
        dry: bool = False,
    ) -> None:
        self.dry = dry
        self.endpoint = endpoint
        self.cache = cache
        self.budget = budget
        self.model = endpoint.model if endpoint else model
        self.planned: dict[
            str, tuple[Question, int]
        ] = {}  #: with ``dry``: what would be asked, and for how many answers
        self.counts: Counter[str] = (
            Counter()
        )  #: remembered, asked, repaired, and the kinds of `NoAnswerError`
        self._running: dict[str, asyncio.Future[dict[str, _Paid]]] = {}
        self._places = asyncio.Semaphore(endpoint.concurrency if endpoint else 1)
        self._client: Any = None
        self._plain = False  # the endpoint knows no response_format
        self._one_at_a_time = False  # it gives one answer a call

    async def ask(self, question: Question) -> Answer:
        """Answer a question from the cache, else from the model.

        :raises NoAnswerError: no answer, or none that the schema allows; counted by kind.
        :raises argcheck.llm.budget.BudgetExhaustedError: it was not asked, since it could cost too much.
        """
        (answer,) = await self.sample(question, 1)
        if isinstance(answer, NoAnswerError):
            raise answer
        return answer

    async def sample(self, question: Question, count: int) -> list[Answer | NoAnswerError]:
        """Answer a question ``count`` times, the sample numbers counting from that of the question; as `ask` else.

        :returns: an answer for each sample, or why there is none.
        :raises argcheck.llm.budget.BudgetExhaustedError: something was not asked; what was answered is remembered.
        """
        samples = [question._replace(sample=question.sample + number) for number in range(count)]
        texts = await self._texts(samples)
        answers = await asyncio.gather(*map(self._read, samples, texts), return_exceptions=True)
        found: list[Answer | NoAnswerError] = []
        for answer in answers:
            if isinstance(answer, NoAnswerError):
                self.counts[answer.kind] += 1
            elif isinstance(answer, BaseException):
                raise answer
            found.append(answer)
        return found

    async def _read(self, question: Question, first: _Paid) -> Answer:
        """Make an answer of the text that came, asking once more where it cannot be used."""
        if isinstance(first, BaseException):
            raise first
        try:
            return _made(first, parsed(first["text"], question.schema), repaired=False)
        except MalformedError as error:
            wrong = error
        _raise_if_final(first, wrong)
        (second,) = await self._texts([_again(question, first["text"], str(wrong))])
        if isinstance(second, BaseException):
            raise second
        for text in (second["text"], first["text"]):
            for read in (parsed, mended):
                try:
                    value = read(text, question.schema)
                except MalformedError as error:
                    wrong = error
                    continue
                self.counts["repaired"] += 1
                return _made(second, value, repaired=True)
        _raise_if_final(second, wrong)
        raise NoAnswerError("malformed", f"no usable answer to a question about {question.purpose}: {wrong}")

    async def _texts(self, samples: Sequence[Question]) -> list[_Paid]:
        """Give the text of each sample of a question, or why there is none."""
        found: dict[str, _Paid] = {}
        missing: dict[str, Question] = {}
        for sample in samples:
            key = sample.key(self.model)
            remembered = self.cache.get(key)
            if remembered is None:
                missing[key] = sample
            else:
                self.counts["remembered"] += 1
            found[key] = _not_asked(sample) if remembered is None else {**remembered, "remembered": True}
        if missing and self.dry:
            key, sample = next(iter(missing.items()))
            self.planned[key] = sample, len(missing)
        if missing and not self.dry and self.endpoint is not None and self.budget is not None:
            new = {key: sample for key, sample in missing.items() if key not in self._running}
            if new:
                call = asyncio.ensure_future(self._paid(new))
                self._running.update(dict.fromkeys(new, call))
                call.add_done_callback(lambda _: [self._running.pop(key) for key in new])
            for key, running in [(key, self._running[key]) for key in missing]:
                paid = (await asyncio.shield(running))[key]
                found[key] = paid if isinstance(paid, BaseException) else {**paid, "remembered": False}
        return list(found.values())

    async def _paid(self, wanted: Mapping[str, Question]) -> dict[str, _Paid]:
        """Ask for samples of one question: in one call, and one by one for what that leaves out."""
        found: dict[str, _Paid] = {}
        together = len(wanted) > 1 and not self._one_at_a_time
        if together:
            try:
                found = await self._call(wanted)
            except _OneAtATimeError:
                pass
            except ArgcheckError as error:
                return dict.fromkeys(wanted, error)
        rest = {key: sample for key, sample in wanted.items() if key not in found}
        calls = (self._call({key: sample}) for key, sample in rest.items())
        for key, answer in zip(rest, await asyncio.gather(*calls, return_exceptions=True), strict=True):
            found[key] = answer if isinstance(answer, BaseException) else answer[key]
        if together and any(not isinstance(found[key], BaseException) for key in rest):
            self._one_at_a_time = True  # else nothing was answered for another reason
        return found

    async def _call(self, wanted: Mapping[str, Question]) -> dict[str, _Paid]:
        """Ask once for samples of one question, and remember what comes: as many as the endpoint gives, at least one.

        :raises _OneAtATimeError: the endpoint takes no question for several answers.
        """
        assert self.budget is not None
        question, count = next(iter(wanted.values())), len(wanted)
        async with self._places:
            reserved = self.budget.reserve(question, count)
            try:
                completion = await self._complete(question, next(iter(wanted)), count)
            except BaseException as error:
                if isinstance(error, NoAnswerError) and error.billed:
                    self.budget.settle(reserved, reserved.tokens_in, reserved.tokens_out)
                else:
                    self.budget.release(reserved)
                raise
            usage = completion.usage
            told = (getattr(usage, "prompt_tokens", None), getattr(usage, "completion_tokens", None))
            cost = self.budget.settle(
                reserved,
                *(
                    number if type(number) is int and number >= 0 else most
                    for number, most in zip(told, (reserved.tokens_in, reserved.tokens_out), strict=True)
                ),
            )
            choices = completion.choices or [None]
            paid: dict[str, dict[str, Any]] = {}
            for key, choice in zip(wanted, choices, strict=False):
                message = getattr(choice, "message", None)
                paid[key] = {
                    "text": _string(getattr(message, "content", None)),
                    "refusal": _string(getattr(message, "refusal", None)),
                    "finish": _string(getattr(choice, "finish_reason", None)),
                    "model": _string(completion.model) or self.model,
                    "usage": list(Usage() if paid else cost),  # the first sample bears what all of them cost
                }
            self.cache.put(paid)  # before anybody looks at it: it is paid
            self.counts["asked"] += len(paid)
            return dict(paid)

    async def _complete(self, question: Question, key: str, count: int) -> Any:
        import httpx2
        import openai

        assert self.endpoint is not None
        client = self._client = self._client or self._connect()
        arguments: dict[str, Any] = {
            "model": self.model,
            "messages": [{"role": one.role, "content": one.content} for one in question.messages],
            "temperature": question.temperature,
            "top_p": question.top_p,
            "max_tokens": question.max_tokens,
            # Of several answers each has a seed of its own, which is the endpoint's: by one seed some draw all alike.
            **({"seed": question.sample} if count == 1 else {"n": count}),
            # A service that knows it bills a repeated request once.
            "extra_headers": {"Idempotency-Key": key if count == 1 else f"{key}-{count}"},
        }
        schema = {"name": question.purpose.replace(" ", "_"), "strict": True, "schema": dict(question.schema)}
        if not self._plain:
            arguments["response_format"] = {"type": "json_schema", "json_schema": schema}
        try:
            completion = await client.chat.completions.create(**arguments)
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            if not self._plain and any(word in str(error) for word in ("response_format", "json_schema")):
                self._plain = True
                return await self._complete(question, key, count)
            if count > 1:
                raise _OneAtATimeError from None
            raise NoAnswerError("unanswered", self._said(error)) from None
        except (openai.APIConnectionError, ValueError) as error:  # time-outs, and bodies that are no JSON
            never_sent = isinstance(error.__cause__, httpx2.ConnectError | httpx2.ConnectTimeout)
            raise NoAnswerError("unanswered", self._said(error), billed=not never_sent) from None
        except openai.APIError as error:
            raise NoAnswerError("unanswered", self._said(error)) from None
        if not isinstance(completion, openai.types.chat.ChatCompletion):
            raise NoAnswerError(
                "unanswered", f"{self.endpoint.host}: the answer is no completion", billed=True
            )
        return completion

    def _connect(self) -> Any:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient

        assert self.endpoint is not None
        place = self.endpoint
        return AsyncOpenAI(
            api_key=place.key,
            base_url=place.base_url,
            timeout=place.timeout,
            max_retries=place.retries,
            # the text goes to the address that the user named, and not on to where that one points
            http_client=DefaultAsyncHttpxClient(follow_redirects=False),
        )

    def _said(self, error: Exception) -> str:
        """Say what the endpoint said, without the key, which some services repeat."""
        assert self.endpoint is not None
        detail = str(error).replace(self.endpoint.key, "***") if self.endpoint.key else str(error)
        return f"{self.endpoint.host} did not answer: {' '.join(detail.split())[:300]}"

    async def close(self) -> None:
        """Let go of connections; the cache stays open.

        What is being answered is paid for: it is waited for a while, though nobody asks for it any more.
        """
        if self._running:
            await asyncio.wait(list(self._running.values()), timeout=_PATIENCE)
        if self._client is not None:
            await self._client.close()


def _not_asked(question: Question) -> NoAnswerError:
    return NoAnswerError(
        "not-asked", f"the answer about {question.purpose} is not remembered, and nothing is asked"
    )


def _string(value: object) -> str:
    """Give a field of an answer that nobody checked; what is no text is none."""
    return value if isinstance(value, str) else ""


def _made(paid: Mapping[str, Any], value: dict[str, Any], *, repaired: bool) -> Answer:
    usage = Usage() if paid["remembered"] else Usage(*paid["usage"])
    return Answer(value, paid["text"], paid["model"], usage, repaired, paid["remembered"])


def _again(question: Question, answer: str, wrong: str) -> Question:
    more = (Message("assistant", answer), Message("user", _AGAIN.format(wrong)))
    return question._replace(messages=(*question.messages, *more))


def _raise_if_final(paid: Mapping[str, Any], wrong: Exception) -> None:
    """Stop where asking again is of no use.

    :raises NoAnswerError: the model refused, or the answer was cut at the number of tokens allowed.
    """
    if paid["refusal"] or paid["finish"] == "content_filter":
        raise NoAnswerError("refused", f"the model refused: {paid['refusal'] or 'content filter'}"[:300])
    if paid["finish"] == "length":
        raise NoAnswerError("cut", f"the answer was cut at the number of tokens allowed: {wrong}")
