"""Twins of a sentence: two variations written by a model that make other claims in the same style.

An order in a text that is judged cannot distinguish them from the sentence by form, and a text that supports all three
is no evidence for any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import BRACKETED
from argcheck.llm.model import Usage
from argcheck.sources.unspaced import words_of
from argcheck.verdicts import prompts

if TYPE_CHECKING:
    from argcheck.llm.client import Client

ATTEMPTS = 2  #: calls to write a pair
_LIKENESS = 0.5  #: least share of words that a twin has in common with its sentence
END = " .。"  #: signs after the last word of a sentence


class Twins(NamedTuple):
    """The twins of a sentence."""

    opposite: str  #: cannot be true together with the sentence
    other: str  #: claims something else of the same subject


async def written(sentence: str, client: Client) -> tuple[Twins | None, Usage]:
    """Return the twins of a sentence, None if the model fails to write them, and the cost.

    :raises argcheck.llm.client.NoAnswerError: there is no answer.
    """
    question = prompts.twins(sentence)
    spent = Usage()
    for sample in range(ATTEMPTS):
        answer = await client.ask(question._replace(sample=sample))
        value, spent = answer.value, spent.plus(answer.usage)
        twins = Twins(*(_cited(value[name], sentence) for name in Twins._fields))
        different = {tuple(words_of(text)) for text in (*twins, sentence)}
        if len(different) == 3 and all(_is_alike(text, sentence) for text in twins):
            return twins, spent
    return None, spent


def _cited(twin: str, sentence: str) -> str:
    """Return a twin with the citation of the sentence, if the model left it out."""
    text = " ".join(twin.split())
    markers = BRACKETED.findall(sentence)
    if len(markers) == 1 and not BRACKETED.search(text):
        return f"{text.rstrip(END)} [{markers[0]}]."
    return text


def _is_alike(twin: str, sentence: str) -> bool:
    """Whether a twin shares at least half of the words with the sentence, and has the same citations."""
    theirs, ours = words_of(twin), words_of(sentence)
    common = sum(word in ours for word in theirs)
    cited = sorted(BRACKETED.findall(twin)) == sorted(BRACKETED.findall(sentence))
    return cited and common >= _LIKENESS * max(len(theirs), len(ours))
