"""Twins of a sentence: two that a model writes of it, as natural as it is, and that claim what it does not.

Whoever gives orders in a text that is judged later cannot tell them from the sentence by their form: what holds of all
three alike is no evidence for any of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.patterns import BRACKETED
from argcheck.llm.model import Usage
from argcheck.sources.unspaced import words_of
from argcheck.verdicts import prompts

if TYPE_CHECKING:
    from argcheck.llm.client import Client

ATTEMPTS = 2  #: to write a pair, a call each
_LIKENESS = 0.5  #: share of the words of a sentence that its twins have
END = " .。"  #: what stands behind the last word of a sentence


class Twins(NamedTuple):
    """Two sentences that differ from one in what it claims."""

    opposite: str  #: cannot be true together with it
    other: str  #: claims something else of the same subject


async def written(sentence: str, client: Client) -> tuple[Twins | None, Usage]:
    """Let a model write the twins of a sentence; None where it does not, and what was spent on it.

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
    """Give a twin the citation back that the model left out."""
    text = " ".join(twin.split())
    markers = BRACKETED.findall(sentence)
    if len(markers) == 1 and not BRACKETED.search(text):
        return f"{text.rstrip(END)} [{markers[0]}]."
    return text


def _is_alike(twin: str, sentence: str) -> bool:
    """Whether a twin has most of its words from the sentence, and all of its citations."""
    theirs, ours = words_of(twin), words_of(sentence)
    common = sum(word in ours for word in theirs)
    cited = sorted(BRACKETED.findall(twin)) == sorted(BRACKETED.findall(sentence))
    return cited and common >= _LIKENESS * max(len(theirs), len(ours))
