"""Questions to language models and their answers, as plain data with a stable key."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from argcheck.files.json_schema import open_object

LOGIC = "1"  #: part of every key: bump to invalidate stored answers
_TAG = b"argcheck llm question\0"
_AGAIN = "Your answer could not be used: {}. Output ONLY the JSON object that was asked for.{}"


def object_schema(**properties: Any) -> dict[str, Any]:
    """Return the JSON schema of an object with exactly these properties."""
    return {**open_object(**properties), "additionalProperties": False}


class ShownPicture(NamedTuple):
    """A picture in a message."""

    width: int  #: in pixels
    height: int  #: in pixels
    png: str  #: the PNG file in base 64


class Message(NamedTuple):
    """One turn of a conversation."""

    role: str  #: ``system``, ``user`` or ``assistant``
    content: str
    pictures: tuple[ShownPicture, ...] = ()

    @property
    def parts(self) -> str | list[dict[str, Any]]:
        """The content in the form of OpenAI's chat completions."""
        if not self.pictures:
            return self.content
        shown = [f"data:image/png;base64,{picture.png}" for picture in self.pictures]
        return [
            {"type": "text", "text": self.content},
            *({"type": "image_url", "image_url": {"url": url}} for url in shown),
        ]


class Question(NamedTuple):
    """All that a model sees, and the parameters of its answer; equal questions have one answer."""

    purpose: str  #: what it is for, in few words; printed in reports
    version: str  #: of the wording: bump when the text of the prompt changes
    messages: tuple[Message, ...]
    schema: Mapping[str, Any]  #: JSON schema of the answer, an object
    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 1_000  #: of the answer
    sample: int = 0  #: number of the answer, of several independent ones to the same question

    def key(self, model: str) -> str:
        """Return the key of this question to a model: a tagged hash of canonical JSON, 32 hexadecimal digits."""
        seen = {
            "logic": LOGIC,
            "model": model,
            "version": self.version,
            "purpose": self.purpose,
            # without pictures as in earlier versions, so that keys of stored answers stay
            "messages": [list(message if message.pictures else message[:2]) for message in self.messages],
            "schema": self.schema,
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "sample": self.sample,
        }
        text = json.dumps(seen, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return blake2b(_TAG + text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    @property
    def shape(self) -> str:
        """The description of the answer for endpoints that do not take a schema."""
        schema = json.dumps(self.schema, ensure_ascii=False)
        return f"\n\nAnswer with one JSON object of this schema:\n{schema}\n"

    @property
    def characters(self) -> int:
        """The number of characters of the messages."""
        return sum(len(message.content) for message in self.messages)

    def put_again(self, answer: str, wrong: str) -> Question:
        """Return the question with an unusable answer and what is wrong with it, put once more."""
        more = (Message("assistant", answer), Message("user", _AGAIN.format(wrong, self.shape)))
        return self._replace(messages=(*self.messages, *more))


#: Receives the planned questions, each with the number of answers, and returns whether they may be asked.
Consent = Callable[[Sequence[tuple[Question, int]]], bool]


class Usage(NamedTuple):
    """The cost of answers: tokens as the endpoint counts them, and US dollars if the price is known, else 0."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    money: float = 0.0

    def plus(self, other: Usage) -> Usage:
        """Return the sum of two usages."""
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.money + other.money,
        )

    @property
    def tokens(self) -> int:
        """The number of tokens of questions and answers."""
        return self.tokens_in + self.tokens_out


class ModelAnswer(NamedTuple):
    """A parsed answer of a model."""

    value: Mapping[str, Any]  #: valid under the schema of the question
    text: str  #: as it came
    model: str  #: as the endpoint names it
    usage: Usage  #: zero for a stored answer
    repaired: bool  #: whether a lenient parser repaired the JSON
    remembered: bool  #: whether it is from the cache
    cut: bool = False  #: whether it ends at the limit of tokens
    tries: int = 1  #: 2 if an unusable answer came before it, and was sent back

    @classmethod
    def of(cls, paid: Mapping[str, Any], value: Mapping[str, Any], *, repaired: bool) -> ModelAnswer:
        """Return the answer that the cache or an endpoint gave, with the value that was read from it."""
        usage = Usage() if paid["remembered"] else Usage(*paid["usage"])
        cut = paid["finish"] == "length"
        return cls(value, paid["text"], paid["model"], usage, repaired, paid["remembered"], cut)
