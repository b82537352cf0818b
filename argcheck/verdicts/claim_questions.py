"""The questions that split texts into claims, match claims, and weigh omissions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.llm.fence import RULE, fenced
from argcheck.llm.model import Message, Question, object_schema

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

VERSION = "1"  #: of the questions
_TOKENS = 1_200

_TAKE_APART = f"""You take scientific text apart into the claims that it makes.
A claim is atomic (one assertion), checkable against evidence, faithful to the text (nothing added, every qualifier, number and scope kept),
understandable without the text (pronouns resolved from the context), and declarative (no question, no description of what was done).
Text that makes no claim gives an empty list.

span: the words of the text that make the claim, copied exactly.
limitation: whether the claim says how far the text's own findings do not reach, or how uncertain they are.

{RULE}"""
_MATCH = f"""You compare claims that a sentence makes about a source with claims that the source makes.

matches: for each claim of the sentence, the numbers of the claims of the source that assert the same; different words, more
or less detail are the same assertion, a shared topic is not. No match is an empty list.

{RULE}"""
_WEIGH = f"""You compare a paragraph that cites a source with claims that the source makes.

relevance: for each claim of the source, from 0 to 1, how much a fair reader of the paragraph would miss it if it were left out: 1 for a
limitation or a contrary result that changes what the paragraph may conclude, 0 for what does not concern it.
included: the numbers of the claims of the source that the paragraph itself says, anywhere in it.

{RULE}"""

_NUMBERS = {"type": "array", "items": {"type": "integer"}}
_CLAIM = object_schema(claim={"type": "string"}, span={"type": "string"}, limitation={"type": "boolean"})
_CLAIMS = object_schema(claims={"type": "array", "maxItems": 20, "items": _CLAIM})
_PAIR = object_schema(claim={"type": "integer"}, source=_NUMBERS)
_MATCHES = object_schema(matches={"type": "array", "items": _PAIR})
_WEIGHT = object_schema(source={"type": "integer"}, value={"type": "number", "minimum": 0, "maximum": 1})
_WEIGHTS = object_schema(relevance={"type": "array", "items": _WEIGHT}, included=_NUMBERS)


def take_apart(text: str, longest: int, context: str = "") -> Question:
    """Return the question which claims a text makes.

    :param longest: characters of the text that are shown.
    :param context: text around it, if it cannot be understood alone.
    """
    around = [fenced("context", context, 4_000)] if context else []
    user = "\n\n".join((*around, fenced("text", text, longest)))
    return _question("claims", _TAKE_APART, user, _CLAIMS)


def match(claims: Iterable[str], source: Iterable[str]) -> Question:
    """Return the question which claims of a source match those of a sentence; both are numbered from 1."""
    user = "\n\n".join((fenced("sentence", _numbered(claims)), fenced("source", _numbered(source))))
    return _question("match", _MATCH, user, _MATCHES)


def weigh(paragraph: str, source: Iterable[str]) -> Question:
    """Return the question which claims of a source, numbered from 1, matter to a paragraph, and which are in it."""
    user = "\n\n".join((fenced("paragraph", paragraph, 8_000), fenced("source", _numbered(source))))
    return _question("weigh", _WEIGH, user, _WEIGHTS)


def _numbered(texts: Iterable[str]) -> str:
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))


def _question(purpose: str, system: str, user: str, schema: Mapping[str, Any]) -> Question:
    return Question(
        purpose, VERSION, (Message("system", system), Message("user", user)), schema, max_tokens=_TOKENS
    )
