"""Requests to a chat endpoint, and the reading of its responses.

Endpoints report errors with any status and in any form, so only a response with a message of a model is an answer.
Each `send` is one request; the caller repeats it within its budget.
"""

from __future__ import annotations

import asyncio
import json
import re
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.errors import ArgcheckError
from argcheck.files.patterns import WORDS
from argcheck.files.retry_after import retry_after
from argcheck.llm.endpoint import CONCURRENCY, TIMEOUT
from argcheck.llm.parse import whole_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from argcheck.llm.endpoint import Endpoint
    from argcheck.llm.model import Question

_MOST_BYTES = 8_000_000  #: of one response
_MOST_OF_REFUSAL = 100_000  #: bytes
_MOST_TOKENS = 10**12  #: that any request is billed; a larger count is none
_PAUSE = 0.5  #: seconds until a retry, if the endpoint names no readable time
_SHOWN = 300  #: characters of an error message, or of the name of a model
_REPEATED = frozenset({408, 409, 425, 429})  #: statuses worth a retry, besides 5xx
#: statuses that may be about a parameter; local servers give 500 for one
_OF_THE_REQUEST = frozenset({400, 422, 500, 501})
_REFUSED_FOR_ALL = frozenset({401, 402, 403, 404})  #: statuses that every other question would get
_SPENT = ("insufficient_quota", "exceeded your current quota")  #: messages of an account without credit
#: Parameters that an endpoint may refuse, as its errors name them.
_OPTIONAL = ("response_format", "max_completion_tokens", "max_tokens", "temperature", "top_p", "seed")
_ERROR_KEYS = frozenset({"error", "message", "code", "status", "type", "detail", "success"})
#: Markup of a page; what is not closed ends with it, so that no page takes more than one pass.
_TAGS = re.compile(r"<(script|style)\b.*?(?:</\1\s*>|\Z)|<[^<>]*>", re.DOTALL | re.IGNORECASE)


class Choice(NamedTuple):
    """One message of a model."""

    text: str
    refusal: str
    finish: str


class Completion(NamedTuple):
    """The response to a request."""

    choices: tuple[Choice, ...]  #: at least one
    model: str  #: as the endpoint names it; empty if it does not
    tokens: tuple[int | None, int | None]  #: in and out, as the endpoint counts them


class SendError(ArgcheckError):
    """A request without an answer of a model; the message is that of the endpoint."""

    def __init__(
        self,
        detail: str,
        *,
        sent: bool = True,
        tokens: tuple[int | None, int | None] = (0, 0),
        wait: float | None = None,
        adapted: bool = False,
        final: bool = False,
        perhaps_several: bool = False,
        outage: bool = True,
    ) -> None:
        super().__init__(detail)
        self.sent = sent  #: whether the endpoint received the request
        self.tokens = tokens  #: tokens that are billed nevertheless, in and out; None if unknown
        self.wait = wait  #: seconds to wait before a retry; None if a retry is useless
        self.adapted = adapted  #: whether the next request will have other parameters
        self.final = final  #: whether every other question would fail as well
        self.perhaps_several = perhaps_several  #: whether the number of requested answers may be the cause
        self.outage = outage  #: whether the endpoint failed, rather than this question


class _RefusedError(Exception):
    """An answer whose status is an error."""

    def __init__(self, status: int, text: str, after: str) -> None:
        super().__init__(status)
        self.status = status
        self.text = text  #: of the body, or of its beginning
        self.after = after  #: ``Retry-After``


class Wire:
    """Sends requests to one endpoint, without the parameters that it refused."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self._refused: set[str] = {"max_completion_tokens"}
        self._form = "json_schema"  # type of ``response_format`` that the endpoint takes
        self._client: Any = None

    async def send(self, question: Question, key: str, count: int, seconds: float) -> Completion:
        """Request ``count`` answers to a question.

        :param key: idempotency key: services that support it bill a repeated request once.
        :param seconds: time limit for the whole response.
        :raises SendError: there is no answer.
        """
        import httpx2
        import openai

        self._client = self._client or self._connect()
        arguments = self._arguments(question, count)
        try:
            async with asyncio.timeout(seconds):
                body = await self._received(arguments, key)
        except _RefusedError as error:
            raise self._refusal(error, arguments) from None
        except (TimeoutError, openai.APITimeoutError, httpx2.TimeoutException) as error:
            connecting = isinstance(error.__cause__, httpx2.ConnectTimeout)
            raise self._error(
                f"no whole answer within {self.endpoint.timeout:g} s, of up to {self.endpoint.concurrency} questions at"
                f" once ({TIMEOUT} and {CONCURRENCY} set both)",
                (None, None),
                sent=not connecting,
            ) from None
        except (openai.APIConnectionError, httpx2.HTTPError) as error:
            cause = error.__cause__ or error
            if isinstance(cause, _RefusedError):  # some versions of openai wrap it
                raise self._refusal(cause, arguments) from None
            raise self._error(
                f"the connection failed: {str(cause) or type(cause).__name__}",
                (None, None),
                sent=not isinstance(cause, httpx2.ConnectError),
                wait=_PAUSE,
            ) from None
        return self._read(body)

    async def _received(self, arguments: Mapping[str, Any], key: str) -> bytes:
        body = bytearray()
        async with self._client.chat.completions.with_streaming_response.create(
            **arguments, extra_headers={"Idempotency-Key": key}
        ) as response:
            async for part in response.iter_bytes():
                body += part
                if len(body) > _MOST_BYTES:
                    raise self._error("the answer is longer than any that was asked for", (None, None))
        return bytes(body)

    async def close(self) -> None:
        """Close the connections."""
        if self._client is not None:
            await self._client.close()

    def _connect(self) -> Any:
        from openai import AsyncOpenAI, DefaultAsyncHttpxClient

        place = self.endpoint
        return AsyncOpenAI(
            api_key=place.key,
            base_url=place.base_url,
            timeout=place.timeout,
            max_retries=0,  # the budget must know of each request
            # text goes only to the address that the user named
            http_client=DefaultAsyncHttpxClient(follow_redirects=False, event_hooks={"response": [_refuse]}),
        )

    # -- what is sent

    def _arguments(self, question: Question, count: int) -> dict[str, Any]:
        schema = {"name": question.purpose.replace(" ", "_"), "strict": True, "schema": dict(question.schema)}
        wanted = {
            "max_tokens": question.max_tokens,
            "max_completion_tokens": question.max_tokens,
            "temperature": question.temperature,
            "top_p": question.top_p,
            # With several answers the endpoint chooses the seeds: with a common one, some give equal answers.
            **({"seed": question.sample} if count == 1 else {"n": count}),
            "response_format": {
                "type": self._form,
                **({"json_schema": schema} if self._form == "json_schema" else {}),
            },
        }
        messages = list(question.messages)
        if self._form != "json_schema" or "response_format" in self._refused:
            messages[-1] = messages[-1]._replace(content=messages[-1].content + question.shape)
        return {
            "model": self.endpoint.model,
            "messages": [{"role": message.role, "content": message.parts} for message in messages],
            **{name: value for name, value in wanted.items() if name not in self._refused},
        }

    def _adapted(self, status: int, said: str, arguments: Mapping[str, Any]) -> bool:
        """Drop or replace the parameter that an error names; return whether it names one.

        With status 5xx only ``response_format`` counts, since other words may have another meaning: the temperature of
        a machine.  Further requests with a parameter that was dropped meanwhile need no other change.
        """
        words = frozenset(WORDS.findall(said))
        optional = _OPTIONAL if status < 500 else _OPTIONAL[:1]
        named = next((item for item in optional if item in words), "")
        if "json_schema" in said or "json_object" in said:
            named = "response_format"
        if named == "max_completion_tokens" and named not in arguments:  # "use that one instead"
            named = "max_tokens"
        if named not in arguments:
            return False
        if named in self._refused or (named == "response_format" and arguments[named]["type"] != self._form):
            return True
        if named == "response_format" and self._form == "json_schema" and "json_" in said:
            self._form = "json_object"
            return True
        if named == "max_tokens" and "max_completion_tokens" not in said and any(map(str.isdecimal, said)):
            return False  # the number is too large
        self._refused.add(named)
        if named == "max_tokens":
            self._refused.discard("max_completion_tokens")
        return True

    # -- what comes back

    def _refusal(self, error: _RefusedError, arguments: Mapping[str, Any]) -> SendError:
        """Return the error of a response whose status is one."""
        status = error.status
        said = self._words(error.text)
        detail = f"{status} {said}".strip()
        if status in _OF_THE_REQUEST and self._adapted(status, said, arguments):
            return self._error(detail, adapted=True)
        passing = status in _REPEATED or (status >= 500 and status != 501)
        spent = status == 429 and any(words in error.text for words in _SPENT)
        asked = retry_after(error.after)
        wait = (_PAUSE if asked is None else asked) if passing and not spent else None
        bad = status in (400, 413, 422)
        return self._error(
            detail,
            wait=wait,
            final=bool(status in _REFUSED_FOR_ALL or spent),
            perhaps_several=bad,
            outage=not bad,
        )

    def _read(self, body: bytes) -> Completion:
        """Return the answers in a body with status 200.

        :raises SendError: it has none.
        """
        text = body.decode("utf-8-sig", "replace")
        try:
            data = _event_stream(text) if "\ndata:" in f"\n{text}" else json.loads(text)
            data = self.endpoint.masked(data)
        except (
            ValueError,
            TypeError,
            AttributeError,
            RecursionError,
        ):  # the pieces of a stream may have any type
            data = None
        if not isinstance(data, dict):
            raise self._error(
                f"the answer is no completion: {self._words(text) or 'it is empty'}", (None, None)
            )
        tokens = _tokens(data.get("usage"))
        if data.get("error"):
            raise self._error(self._words(json.dumps(data)), tuple(number or 0 for number in tokens))
        choices: Any = data.get("choices")
        choices = choices if isinstance(choices, list) else []
        failures = [choice for choice in choices if isinstance(choice, dict) and choice.get("error")]
        read = tuple(_choice(choice) for choice in choices if choice not in failures)
        choices_read = tuple(
            choice
            for choice in read
            if choice.text or choice.refusal or choice.finish in ("length", "content_filter")
        )
        if failures and not choices_read:
            raise self._error(self._words(json.dumps(failures[0])), tokens)
        if not choices_read:
            why = f" (finish_reason {read[0].finish!r})" if read and read[0].finish else ""
            raise self._error(
                f"the answer holds no message{why}: {self._words(text)}",
                tokens,
                perhaps_several=True,
                outage=False,
            )
        if failed := next((choice.text for choice in choices_read if _is_error(choice.text)), ""):
            raise self._error(self._words(failed), tokens)
        return Completion(choices_read, _string(data.get("model"))[:_SHOWN], tokens)

    def _error(self, detail: str, tokens: Any = (0, 0), **more: Any) -> SendError:
        """Return an error with a message of the endpoint."""
        said = " ".join(self.endpoint.masked(whole_text(detail)).split())[:_SHOWN]
        return SendError(f"{self.endpoint.host} did not answer: {said}", tokens=tokens, **more)

    def _words(self, body: str) -> str:
        """Return at most 300 characters of a response: the message of an error in JSON, or the text of an HTML page."""
        try:
            data = self.endpoint.masked(json.loads(body))
        except (ValueError, RecursionError):
            return " ".join(self.endpoint.masked(_TAGS.sub(" ", body)).split())[:_SHOWN]
        said = data.get("error", data) if isinstance(data, dict) else data
        for name in ("message", "detail", "title", "msg"):
            if isinstance(said, dict) and said.get(name):
                return str(said[name])[:_SHOWN]
        return (said if isinstance(said, str) else json.dumps(said, ensure_ascii=False))[:_SHOWN]


async def _refuse(response: Any) -> None:
    """Read the beginning of a response whose status is an error, in its encoding if that is one of text, else UTF-8.

    :raises _RefusedError: the status is one.
    """
    if response.is_success:
        return
    body = bytearray()
    async for part in response.aiter_bytes():
        body += part
        if len(body) > _MOST_OF_REFUSAL:
            break
    try:
        text = body.decode(response.charset_encoding or "utf-8", "replace")
    except (LookupError, ValueError):  # an unknown encoding, or one of bytes
        text = body.decode("utf-8", "replace")
    raise _RefusedError(response.status_code, text, response.headers.get("retry-after", ""))


def _is_error(text: str) -> bool:
    """Whether the text of an answer is an error of a gateway: an object with ``error`` and only keys of errors."""
    try:
        data = json.loads(text)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and bool(data.get("error")) and not data.keys() - _ERROR_KEYS


def _choice(data: object) -> Choice:
    item = data if isinstance(data, dict) else {}
    message: Any = item.get("message")
    message = message if isinstance(message, dict) else {}
    content = message.get("content")
    if isinstance(content, list):  # parts of a message
        content = "".join(_string(part.get("text")) for part in content if isinstance(part, dict))
    return Choice(_string(content), _string(message.get("refusal")), _string(item.get("finish_reason")))


def _event_stream(text: str) -> dict[str, Any]:
    """Return the completion that an unrequested stream of server-sent events has.

    :raises ValueError: a piece is not JSON, or the end is missing.
    :raises TypeError, AttributeError: a piece, or a part of it, has a wrong type.
    """
    whole: dict[str, Any] = {}
    messages: dict[int, dict[str, Any]] = {}
    ended = False
    for line in text.split("\n"):  # other line ends may be within a piece
        piece = line.removeprefix("data:").strip()
        ended = ended or piece == "[DONE]"
        if not line.startswith("data:") or piece == "[DONE]":
            continue
        data = json.loads(piece)
        whole |= {name: data[name] for name in ("model", "usage", "error") if data.get(name)}
        for item in data.get("choices") or ():
            choice = messages.setdefault(item.get("index", 0), {"message": {"content": ""}})
            choice["message"]["content"] += _string((item.get("delta") or {}).get("content"))
            choice["finish_reason"] = item.get("finish_reason") or choice.get("finish_reason")
    if not (ended or whole.get("error") or all(choice["finish_reason"] for choice in messages.values())):
        raise ValueError("the stream was cut")
    return {**whole, "choices": [messages[index] for index in sorted(messages)]}


def _tokens(usage: object) -> tuple[int | None, int | None]:
    counted = usage if isinstance(usage, dict) else {}
    result = (counted.get("prompt_tokens"), counted.get("completion_tokens"))
    tokens_in, tokens_out = (
        item if type(item) is int and 0 <= item <= _MOST_TOKENS else None for item in result
    )
    return tokens_in, tokens_out


def _string(value: object) -> str:
    """Return an unchecked field as a text without lone surrogates; empty if it is not a text."""
    return whole_text(value) if isinstance(value, str) else ""
