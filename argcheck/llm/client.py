"""The client: every question goes through the cache, the budget, the endpoint and the parser, in this order.

A paid answer is on disk before anything looks at it.  A question that another task is asking just now is not asked
twice.  The second process that meets a question finds the answer of the first.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import TYPE_CHECKING, Any

from argcheck.errors import ArgcheckError
from argcheck.llm.model import Answer, Message, Question, Usage
from argcheck.llm.parse import MalformedError, mended, parsed

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.llm.budget import Budget
    from argcheck.llm.cache import AnswerCache
    from argcheck.llm.options import Endpoint

_PATIENCE = 20.0  #: seconds that answers on their way are waited for when the client is closed
_AGAIN = "Your answer could not be used: {}. Output ONLY the JSON object that was asked for."


class NoAnswerError(ArgcheckError):
    """A question that got no answer that can be used; ``kind`` says why, for the report."""

    def __init__(self, kind: str, detail: str, *, billed: bool = False) -> None:
        super().__init__(detail)
        self.kind = kind  #: ``not-asked``, ``refused``, ``malformed``, ``cut`` or ``unanswered``
        self.billed = billed  #: whether it may have to be paid for although nothing came of it


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
        self.planned: list[Question] = []  #: what would be asked, with ``dry``
        self.counts: Counter[str] = (
            Counter()
        )  #: remembered, asked, repaired, and the kinds of `NoAnswerError`
        self._running: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._places = asyncio.Semaphore(endpoint.concurrency if endpoint else 1)
        self._client: Any = None
        self._plain = False  # the endpoint knows no response_format

    async def ask(self, question: Question) -> Answer:
        """Answer a question from the cache, else from the model.

        :raises NoAnswerError: no answer, or none that the schema allows; counted by kind.
        :raises argcheck.llm.budget.BudgetExhaustedError: it was not asked, since it could cost too much.
        """
        try:
            return await self._answer(question)
        except NoAnswerError as error:
            self.counts[error.kind] += 1
            raise

    async def _answer(self, question: Question) -> Answer:
        first = await self._text(question)
        try:
            return _made(first, parsed(first["text"], question.schema), repaired=False)
        except MalformedError as error:
            wrong = error
        _complete(first, wrong)
        second = await self._text(_again(question, first["text"], str(wrong)))
        for text in (second["text"], first["text"]):
            for read in (parsed, mended):
                try:
                    value = read(text, question.schema)
                except MalformedError as error:
                    wrong = error
                    continue
                self.counts["repaired"] += 1
                return _made(second, value, repaired=True)
        _complete(second, wrong)
        raise NoAnswerError("malformed", f"no usable answer to a question about {question.purpose}: {wrong}")

    async def _text(self, question: Question) -> dict[str, Any]:
        key = question.key(self.model)
        remembered = self.cache.get(key)
        if remembered is not None:
            self.counts["remembered"] += 1
            return {**remembered, "remembered": True}
        if self.dry:
            self.planned.append(question)
        if self.dry or self.endpoint is None or self.budget is None:
            raise NoAnswerError(
                "not-asked", f"the answer about {question.purpose} is not remembered, and nothing is asked"
            )
        running = self._running.get(key)
        if running is None:
            running = self._running[key] = asyncio.ensure_future(self._paid(question, key))
            running.add_done_callback(lambda _: self._running.pop(key, None))
        return {**await asyncio.shield(running), "remembered": False}

    async def _paid(self, question: Question, key: str) -> dict[str, Any]:
        assert self.budget is not None
        async with self._places:
            reserved = self.budget.reserve(question)
            try:
                completion = await self._complete(question, key)
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
            choice = completion.choices[0] if completion.choices else None
            message = getattr(choice, "message", None)
            paid = {
                "text": _string(getattr(message, "content", None)),
                "refusal": _string(getattr(message, "refusal", None)),
                "finish": _string(getattr(choice, "finish_reason", None)),
                "model": _string(completion.model) or self.model,
                "usage": list(cost),
            }
            self.cache.put(key, paid)  # before anybody looks at it: it is paid
            self.counts["asked"] += 1
            return paid

    async def _complete(self, question: Question, key: str) -> Any:
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
            "seed": question.sample,
            "extra_headers": {
                "Idempotency-Key": key
            },  # a service that knows it bills a repeated request once
        }
        schema = {"name": question.purpose.replace(" ", "_"), "strict": True, "schema": dict(question.schema)}
        if not self._plain:
            arguments["response_format"] = {"type": "json_schema", "json_schema": schema}
        try:
            completion = await client.chat.completions.create(**arguments)
        except openai.BadRequestError as error:
            if self._plain or not any(word in str(error) for word in ("response_format", "json_schema")):
                raise NoAnswerError("unanswered", self._said(error)) from None
            self._plain = True
            return await self._complete(question, key)
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


def _string(value: object) -> str:
    """Give a field of an answer that nobody checked; what is no text is none."""
    return value if isinstance(value, str) else ""


def _made(paid: Mapping[str, Any], value: dict[str, Any], *, repaired: bool) -> Answer:
    usage = Usage() if paid["remembered"] else Usage(*paid["usage"])
    return Answer(value, paid["text"], paid["model"], usage, repaired, paid["remembered"])


def _again(question: Question, answer: str, wrong: str) -> Question:
    more = (Message("assistant", answer), Message("user", _AGAIN.format(wrong)))
    return question._replace(messages=(*question.messages, *more))


def _complete(paid: Mapping[str, Any], wrong: Exception) -> None:
    """Stop where asking again is of no use.

    :raises NoAnswerError: the model refused, or the answer was cut at the number of tokens allowed.
    """
    if paid["refusal"] or paid["finish"] == "content_filter":
        raise NoAnswerError("refused", f"the model refused: {paid['refusal'] or 'content filter'}"[:300])
    if paid["finish"] == "length":
        raise NoAnswerError("cut", f"the answer was cut at the number of tokens allowed: {wrong}")
