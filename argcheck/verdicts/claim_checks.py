"""Whether a claim that was matched, or was not, stands so: it is read again beside single sentences of the source.

Whoever takes a passage apart sees all that stands in it, an order too: that a claim be listed which it does not make, or that none be.
So the same model is asked how a sentence of the source, read by itself, stands to the claim: the sentences whose words the matched
claims are, and the nearest others.  What an order beside them says is not there any more.  An order that is itself such a sentence
cannot do away with what the others say: where they disagree, nobody knows, and nothing is said of that claim.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from argcheck.sources.evidence import terms
from argcheck.sources.unspaced import words_of
from argcheck.verdicts import prompts, twins
from argcheck.verdicts.control_texts import holds_quote, names_sentence, sentences
from argcheck.verdicts.twins import END

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.model import Question
    from argcheck.sources.evidence import RankedPassage
    from argcheck.verdicts.judging import CitationCase

SHOWN = 2  #: sentences, each by itself
_SUPPORTED, _CONTRADICTED = "supported", "contradicted"


async def stands(
    claim: str, quotes: Sequence[str], case: CitationCase, near: Sequence[RankedPassage], client: Client
) -> bool | None:
    """Whether the source makes a claim; None where its sentences disagree or the model cannot tell.

    :param quotes: the words of the claims of the source that it was matched with; none for one without a match.
    :raises argcheck.llm.client.NoAnswerError: there is no answer.
    """
    own, others = _nearest(claim, quotes, case, near)
    texts = [*own[:SHOWN], *others[: 1 if own else SHOWN]]
    said = await asyncio.gather(*(_asked(question(claim, text, case), client) for text in texts))
    support = [
        text
        for text, verdict in zip(texts, said, strict=True)
        if verdict == _SUPPORTED and not names_sentence(text, claim)  # which speaks of the claim
    ]
    contradicted = _CONTRADICTED in said
    if contradicted or not support:
        return (None if support else not contradicted) if quotes else False
    for_both = await _supports_opposite(claim, support[0], case, client)
    if quotes:
        return None if for_both else True
    return False if for_both in {None, True} else None


async def is_of_its_words(claim: str, span: str, case: CitationCase, client: Client) -> bool:
    """Whether the words of a sentence that a claim is said to be, read by themselves, do not contradict it: around them an order may stand.

    :raises argcheck.llm.client.NoAnswerError: there is no answer.
    """
    if set(terms(claim)) <= set(terms(span)):
        return True
    return await _asked(question(claim, span, case), client) != _CONTRADICTED


def question(claim: str, text: str, case: CitationCase) -> Question:
    """Ask how one sentence of the source stands to a claim."""
    return prompts.confirm(f"{claim.rstrip(END)} [{case.key}].", case.key, (text,))


async def _asked(asked: Question, client: Client) -> str:
    return str((await client.ask(asked)).value["verdict"])


async def _supports_opposite(claim: str, text: str, case: CitationCase, client: Client) -> bool | None:
    """Whether a sentence that is said to support a claim supports its opposite, as it would whatever is asked; None where no opposite is written."""
    pair, _ = await twins.written(f"{claim.rstrip(END)} [{case.key}].", client)
    if pair is None:
        return None
    return await _asked(prompts.confirm(pair.opposite, case.key, (text,)), client) == _SUPPORTED


def _nearest(
    claim: str, quotes: Sequence[str], case: CitationCase, near: Sequence[RankedPassage]
) -> tuple[list[str], list[str]]:
    """Give the sentences of the passages that hold the quotes, and the others that share words with a claim, the nearest first."""
    claimed, quoted = set(terms(claim)), [words_of(quote) for quote in quotes]
    own: list[str] = []
    others: list[tuple[int, str]] = []
    for text in dict.fromkeys(sentences(case, near)):
        shared = len(claimed.intersection(terms(text)))
        if holds_quote(words_of(text), quoted):
            own.append(text)
        elif shared:
            others.append((shared, text))
    return own, [text for _, text in sorted(others, key=lambda other: -other[0])]
