"""The client: every question goes through the cache, the budget, the endpoint and the parser, in this order.

A paid answer is on disk before anything looks at it.  A question that another task, or another process with the same
cache, is asking at the moment is not asked twice: the client waits for that answer.  Several samples of a question are
requested in one call, which bills the question once; from an endpoint that gives one answer a call, one by one.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any

from argcheck.errors import ArgcheckError
from argcheck.files.question_locks import QuestionLocks
from argcheck.llm.model import ModelAnswer, Question, Usage
from argcheck.llm.parse import CutError, MalformedError, mended, parsed
from argcheck.llm.wire import SendError, Wire

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from argcheck.llm.answer_cache import AnswerCache
    from argcheck.llm.budget import Budget
    from argcheck.llm.endpoint import Endpoint

#: Characters; an answer beyond that for each token allowed is not repaired, which takes long.
_LONGEST_TOKEN = 20
_PATIENCE = 20.0  #: most seconds that closing waits for running requests
_ENOUGH = 5  #: failures in a row after which nothing more is asked
PASSING = frozenset({"not-asked", "unanswered"})  #: kinds of `NoAnswerError` without an answer
UNUSABLE = frozenset({"malformed", "cut", "refused"})  #: kinds of `NoAnswerError` whose answers came
_Paid = dict[str, Any] | BaseException  #: an answer as it came, or the error

#: Whether what is planned depends on answers.
_led_to: ContextVar[bool] = ContextVar("led_to", default=False)


@contextmanager
def led_to_by_answers() -> Iterator[None]:
    """Plan the questions within as depending on earlier answers, so that they are not certain."""
    token = _led_to.set(True)
    try:
        yield
    finally:
        _led_to.reset(token)


class NoAnswerError(ArgcheckError):
    """A question without a usable answer; ``kind`` says why, for the report."""

    def __init__(self, kind: str, detail: str, unread: Sequence[Question] = ()) -> None:
        super().__init__(detail)
        self.unread = unread  #: questions whose answers came and were unusable
        self.kind = kind  #: ``not-asked``, ``refused``, ``malformed``, ``cut`` or ``unanswered``


class _OneAtATimeError(Exception):
    """The endpoint refuses requests for several answers."""


class Client:
    """Asks one model, and stores its answers.

    :param endpoint: None to replay only: questions without a stored answer raise ``not-asked``.
    :param budget: the limits of the run; None for a replay.
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
        #: with ``dry`` or without an endpoint: questions that would be asked, with the number of answers
        self.planned: dict[str, tuple[Question, int]] = {}
        self.certain: list[tuple[Question, int]] = []  #: of these, the ones that do not depend on answers
        self.further: list[tuple[Question, int]] = []  #: further questions that answers may lead to, at most
        #: planned questions that only a support leads to, and those that an accusation leads to instead
        self.instead: tuple[list[Question], list[Question]] = [], []
        #: of ``remembered``, ``asked`` and ``repaired`` answers, and of the kinds of `NoAnswerError`
        self.counts: Counter[str] = Counter()
        self._running: dict[str, asyncio.Future[dict[str, _Paid]]] = {}
        self._places = asyncio.Semaphore(endpoint.concurrency if endpoint else 1)
        self.silent: Counter[str] = Counter()  #: errors of the endpoint, by message
        self.uncounted = 0  #: requests booked with the most that they can cost, as their tokens are unknown
        self._wire = Wire(endpoint) if endpoint else None
        self._claims = QuestionLocks(lambda: cache.common_file, endpoint.timeout) if endpoint else None
        self._one_at_a_time = False  # the endpoint gives one answer a call
        self._failed = 0  # failed requests in a row
        self._unusable: dict[str, Any] = {}  # answers to questions without any usable one, by key
        self._unneeded: set[str] = set()  # of these, the keys of which no answer is needed
        self._gone = ""  # why nothing more is asked

    @property
    def waiting(self) -> int:
        """The number of running requests for answers."""
        return len(self._running)

    @property
    def left_unanswered(self) -> bool:
        """Whether a question that needs an answer has no usable one."""
        return bool(self.counts["unanswered"] or self._unusable.keys() - self._unneeded)

    def do_without(self, errors: Iterable[NoAnswerError]) -> None:
        """Mark questions as needing no answer: other answers decided."""
        self._unneeded |= {question.key(self.model) for error in errors for question in error.unread}

    async def ask(self, question: Question) -> ModelAnswer:
        """Return the answer to a question, from the cache or else from the model.

        :raises NoAnswerError: there is no answer, or none that the schema allows; counted by kind.
        :raises argcheck.llm.budget.BudgetExhaustedError: the call could exceed the budget.
        """
        return (await self.every(question, 1))[0]

    async def sample(self, question: Question, count: int) -> list[ModelAnswer | NoAnswerError]:
        """Return ``count`` answers to a question, as `ask`; sample numbers count up from that of the question.

        :returns: an answer or an error for each sample.
        :raises argcheck.llm.budget.BudgetExhaustedError: a call could exceed the budget; other answers are stored.
        """
        samples = [question._replace(sample=question.sample + number) for number in range(count)]
        texts = await self._texts(samples)
        answers = await asyncio.gather(*map(self._read, samples, texts), return_exceptions=True)
        sample: list[ModelAnswer | NoAnswerError] = []
        for answer in answers:
            if isinstance(answer, NoAnswerError):
                self.counts[answer.kind] += 1
            elif isinstance(answer, BaseException):
                raise answer
            sample.append(answer)
        lost = [answer for answer in sample if isinstance(answer, NoAnswerError)]
        if len(lost) == count and all(error.unread for error in lost):
            self.ask_again(lost)
        return sample

    async def every(self, question: Question, count: int) -> list[ModelAnswer]:
        """Return ``count`` answers to a question, as `sample`, all of which are needed.

        :raises NoAnswerError: one is missing or unusable; the next run asks for it again.
        :raises argcheck.llm.budget.BudgetExhaustedError: a call could exceed the budget.
        """
        answers = await self.sample(question, count)
        lost = [answer for answer in answers if isinstance(answer, NoAnswerError)]
        if lost:
            self.ask_again(lost)
            raise lost[0]
        return [answer for answer in answers if not isinstance(answer, NoAnswerError)]

    def ask_again(self, errors: Iterable[NoAnswerError]) -> None:
        """Delete unusable answers from the cache, so that the next run asks again, and this run does not."""
        unread = {question.key(self.model): question for error in errors for question in error.unread}
        self._unusable |= {key: self._unusable.get(key) or self.cache.get(key) for key in unread}
        if unread and self.endpoint is not None:
            self.cache.forget(unread)
        else:  # a replay keeps what it has; who answers by hand is asked for another answer
            self.planned |= {key: (question, 1) for key, question in unread.items()}

    def refuse(self, question: Question, kind: str, detail: str) -> NoAnswerError:
        """Return the error of an answer that its reader finds unusable; the next run asks for another one."""
        self.counts[kind] += 1
        self.ask_again([error := NoAnswerError(kind, detail, (question,))])
        return error

    async def _read(self, question: Question, first: _Paid) -> ModelAnswer:
        """Return the parsed answer; an unusable one is asked for once more.

        :raises NoAnswerError: neither is usable.
        """
        if isinstance(first, BaseException):
            raise first
        try:
            return self._usable(first, question)
        except MalformedError as error:
            wrong = error
        _raise_if_final(first, wrong, (question,))
        once_more = question.put_again(first["text"], str(wrong))
        (second,) = await self._texts([once_more])
        if isinstance(second, BaseException):
            raise second
        try:
            return self._usable(second, question)._replace(tries=2)
        except MalformedError as error:
            wrong = error
        _raise_if_final(second, wrong, (question, once_more))
        said = f"no usable answer to a question about {question.purpose}: {wrong}"
        raise NoAnswerError("malformed", said, (question, once_more))

    def _usable(self, paid: Mapping[str, Any], question: Question) -> ModelAnswer:
        """Return the parsed or repaired answer.

        :raises MalformedError: neither has the schema of the question.
        """
        text, cut = paid["text"], paid["finish"] == "length"
        try:
            return ModelAnswer.of(paid, parsed(text, question.schema, cut=cut), repaired=False)
        except MalformedError as error:
            wrong = error
        too_long = len(text) > _LONGEST_TOKEN * question.max_tokens
        if too_long or paid["refusal"] or paid["finish"] == "content_filter":
            raise wrong
        try:
            value = mended(text, question.schema, cut=cut)
        except MalformedError as error:
            raise (error if isinstance(error, CutError) else wrong) from None
        self.counts["repaired"] += 1
        return ModelAnswer.of(paid, value, repaired=True)

    async def _texts(self, samples: Sequence[Question]) -> list[_Paid]:
        """Return the text of each sample of a question, or an error."""
        wanted = {sample.key(self.model): sample for sample in samples}
        known = self._remembered(wanted)
        missing = {key: sample for key, sample in wanted.items() if key not in known}
        texts: dict[str, _Paid] = {
            key: known.get(key) or _not_asked(sample) for key, sample in wanted.items()
        }
        if missing and (self.dry or self.endpoint is None):
            key, sample = next(iter(missing.items()))
            self.certain += [] if _led_to.get() or key in self.planned else [(sample, len(missing))]
            self.planned[key] = sample, len(missing)
        if missing and not self.dry and self.endpoint is not None and self.budget is not None:
            new = {key: sample for key, sample in missing.items() if key not in self._running}
            if new:
                call = asyncio.ensure_future(self._paid(new))
                self._running.update(dict.fromkeys(new, call))
                call.add_done_callback(lambda _: [self._running.pop(key) for key in new])
            for key, running in [(key, self._running[key]) for key in missing]:
                paid = (await asyncio.shield(running))[key]
                texts[key] = paid if isinstance(paid, BaseException) else {"remembered": False, **paid}
        return list(texts.values())

    async def _paid(self, wanted: Mapping[str, Question]) -> dict[str, _Paid]:
        """Return samples of one question by key: in one call, then one by one for missing ones."""
        call: dict[str, _Paid] = {}
        together = len(wanted) > 1 and not self._one_at_a_time
        if together:
            try:
                call = await self._call(wanted)
            except _OneAtATimeError:
                pass
            except ArgcheckError as error:
                return dict.fromkeys(wanted, error)
        rest = {key: sample for key, sample in wanted.items() if key not in call}
        calls = (self._call({key: sample}) for key, sample in rest.items())
        for key, answer in zip(rest, await asyncio.gather(*calls, return_exceptions=True), strict=True):
            call[key] = answer if isinstance(answer, BaseException) else answer[key]
        if together and any(not isinstance(call[key], BaseException) for key in rest):
            self._one_at_a_time = True  # single calls work where the common one gave too few
        return call

    async def _call(self, wanted: Mapping[str, Question]) -> dict[str, _Paid]:
        """Request samples of one question and store them: as many as the endpoint gives, at least one.

        Passing errors are retried within the time limit of one answer; each request counts in the budget.

        :raises _OneAtATimeError: the endpoint refuses requests for several answers.
        :raises NoAnswerError: there is no answer.
        """
        assert self.endpoint is not None
        assert self._claims is not None
        assert self.budget is not None
        question = next(iter(wanted.values()))._replace(sample=0).key(self.model)
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self.endpoint.timeout
        repeated = 0
        while True:
            waits = loop.time()
            async with self._places, self._claims.hold(question):
                known = self._remembered(wanted)  # another process may have stored it meanwhile
                missing = {key: sample for key, sample in wanted.items() if key not in known}
                if not missing:
                    return known
                reserved = await self.budget.reserve(next(iter(missing.values())), len(missing))
                deadline += loop.time() - waits  # the wait for a place and for the budget does not count
                try:
                    return known | await self._request(missing, reserved, deadline - loop.time())
                except SendError as error:
                    wrong = error
            if wrong.adapted:
                continue
            pause = (wrong.wait or 0.0) * (2**repeated if (wrong.wait or 0.0) < 1 else 1)
            if wrong.wait is None or repeated >= self.endpoint.retries or loop.time() + pause >= deadline:
                raise self._unanswered(wrong, len(wanted))
            repeated += 1
            await asyncio.sleep(pause)

    def _remembered(self, wanted: Iterable[str]) -> dict[str, _Paid]:
        """Return the stored answers of some keys."""
        known: dict[str, _Paid] = {}
        for key in wanted:
            remembered = self._unusable.get(key) or self.cache.get(key)
            if remembered is not None:
                self.counts["remembered"] += 1
                known[key] = {**remembered, "remembered": True}
        return known

    async def _request(
        self, wanted: Mapping[str, Question], reserved: Usage, seconds: float
    ) -> dict[str, _Paid]:
        """Send one request, book its cost in place of ``reserved``, and store the answers."""
        assert self.budget is not None
        assert self._wire is not None
        if self._gone:
            self.budget.release(reserved)
            raise SendError(self._gone, sent=False)
        (key, question), count = next(iter(wanted.items())), len(wanted)
        most = (reserved.tokens_in, reserved.tokens_out)
        try:
            completion = await self._wire.send(
                question, key if count == 1 else f"{key}-{count}", count, max(seconds, 0.001)
            )
        except SendError as error:
            if error.sent:
                self.budget.settle(reserved, *self._counted(error.tokens, most))
            else:
                self.budget.release(reserved)
            raise
        except BaseException:
            self.budget.release(reserved)
            raise
        cost = self.budget.settle(reserved, *self._counted(completion.tokens, most))
        self._failed = 0
        paid: dict[str, dict[str, Any]] = {}
        for key, choice in zip(wanted, completion.choices, strict=False):
            paid[key] = {
                **choice._asdict(),
                "model": completion.model or self.model,
                "usage": list(Usage() if paid else cost),  # the first sample has the cost of all
            }
        self.cache.put(paid)  # before anything can fail: it is paid
        self.counts["asked"] += len(paid)
        return dict(paid)

    def _counted(self, tokens: tuple[int | None, int | None], most: tuple[int, int]) -> tuple[int, int]:
        """Return the tokens to book: the count of the endpoint, or the most possible if it gives none."""
        self.uncounted += None in tokens
        (tokens_in, tokens_out), (most_in, most_out) = tokens, most
        return most_in if tokens_in is None else tokens_in, most_out if tokens_out is None else tokens_out

    def _unanswered(self, wrong: SendError, count: int) -> Exception:
        """Return the error of a failed request; after several failures in a row, nothing more is asked."""
        if count > 1 and wrong.perhaps_several:
            return _OneAtATimeError()
        said = str(wrong)
        if said != self._gone:
            self.silent[said] += 1
        self._failed += wrong.outage
        if not self._gone and (wrong.final or self._failed >= _ENOUGH):
            self._gone = said
        return NoAnswerError("unanswered", said)

    def planner(self) -> Client:
        """Return a client that asks nothing, and lists what this one would ask."""
        return Client(None, self.cache, model=self.model, dry=True)

    def send_nothing(self) -> None:
        """From now on, only replay stored answers."""
        self.endpoint = None

    async def close(self) -> None:
        """Close the connections; the cache stays open.

        Running requests are paid for, so their answers are waited for, up to 20 seconds.
        """
        if self._running:
            await asyncio.wait(list(self._running.values()), timeout=_PATIENCE)
        if self._wire is not None:
            await self._wire.close()
        if self._claims is not None:
            self._claims.close()


def _not_asked(question: Question) -> NoAnswerError:
    return NoAnswerError(
        "not-asked", f"the answer about {question.purpose} is not remembered, and nothing is asked"
    )


def _raise_if_final(paid: Mapping[str, Any], wrong: Exception, unread: Sequence[Question]) -> None:
    """Raise if asking once more with the error is useless.

    :raises NoAnswerError: the model refused, or the answer was cut at the number of tokens allowed.
    """
    if paid["refusal"] or paid["finish"] == "content_filter":
        said = f"the model refused: {paid['refusal'] or 'content filter'}"[:300]
        raise NoAnswerError("refused", said, unread)
    if paid["finish"] == "length":
        raise NoAnswerError("cut", f"the answer was cut at the number of tokens allowed: {wrong}", unread)
