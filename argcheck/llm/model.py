"""What a language model is asked and what it answers; plain data, so that a question has one identity for ever."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b
from typing import Any, NamedTuple

from argcheck.files.json_schema import open_object

LOGIC = "1"  #: part of every key: raise it when answers of old must not be taken for new ones
_TAG = b"argcheck llm question\0"


def object_schema(**properties: Any) -> dict[str, Any]:
    """Give the JSON schema of an object that has all of these properties and no other."""
    return {**open_object(**properties), "additionalProperties": False}


class ShownPicture(NamedTuple):
    """What a model is shown beside words."""

    width: int  #: in dots
    height: int
    png: str  #: the file, in base 64


class Message(NamedTuple):
    """One turn of a conversation."""

    role: str  #: ``system``, ``user`` or ``assistant``
    content: str
    pictures: tuple[ShownPicture, ...] = ()

    @property
    def parts(self) -> str | list[dict[str, Any]]:
        """The content as the protocol has it."""
        if not self.pictures:
            return self.content
        shown = [f"data:image/png;base64,{picture.png}" for picture in self.pictures]
        return [
            {"type": "text", "text": self.content},
            *({"type": "image_url", "image_url": {"url": url}} for url in shown),
        ]


class Question(NamedTuple):
    """All that a model sees, and how it is to draw its answer; equal questions have one answer."""

    purpose: str  #: what it is for, in a word; printed in reports
    version: str  #: of the wording: raise it when the text of the prompt changes
    messages: tuple[Message, ...]
    schema: Mapping[str, Any]  #: JSON schema of the answer, an object
    temperature: float = 0.0
    top_p: float = 1.0
    max_tokens: int = 1_000  #: of the answer
    sample: int = 0  #: which of several independent answers to the same question

    def key(self, model: str) -> str:
        """The identity of this question to this model: a tagged hash of canonical JSON, 32 hexadecimal digits."""
        seen = {
            "logic": LOGIC,
            "model": model,
            "version": self.version,
            "purpose": self.purpose,
            # without pictures as it was before there were any: answers of old have this key
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
        """What is added to the question where nothing else describes the shape of the answer."""
        schema = json.dumps(self.schema, ensure_ascii=False)
        return f"\n\nAnswer with one JSON object of this schema:\n{schema}\n"

    @property
    def characters(self) -> int:
        """The length of what is sent."""
        return sum(len(message.content) for message in self.messages)


#: Is shown the questions to come, each with how many answers it asks for, and says whether they may be asked.
Consent = Callable[[Sequence[tuple[Question, int]]], bool]


class Usage(NamedTuple):
    """What answers cost: tokens as the endpoint counts them, money in US dollars where the price is known."""

    calls: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    money: float = 0.0

    def plus(self, other: Usage) -> Usage:
        """The sum of two."""
        return Usage(
            self.calls + other.calls,
            self.tokens_in + other.tokens_in,
            self.tokens_out + other.tokens_out,
            self.money + other.money,
        )

    @property
    def tokens(self) -> int:
        """Of questions and answers."""
        return self.tokens_in + self.tokens_out


class ModelAnswer(NamedTuple):
    """What a model answered, parsed."""

    value: Mapping[str, Any]  #: valid under the schema of the question
    text: str  #: as it came
    model: str  #: that the endpoint names
    usage: Usage  #: zero where it was remembered
    repaired: bool  #: the JSON was mended by a lenient parser
    remembered: bool  #: nothing was asked
    cut: bool = False  #: it ends where the number of tokens allowed did
