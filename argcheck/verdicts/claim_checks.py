"""Whether a claim that was matched, or was not, stands so: it is read again beside single sentences of the source.

Whoever takes a passage apart sees all that stands in it, an order too: that a claim be listed which it does not make,
or that none be. So the same model is asked how a sentence of the source, read by itself, stands to the claim: the
sentences whose words the matched claims are, and the nearest others.  What an order beside them says is not there any
more.  An order that is itself such a sentence cannot do away with what the others say: where they disagree, nobody
knows, and nothing is said of that claim.  Who is accused by one answer is accused only if four of five say so.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import repeat
from typing import TYPE_CHECKING

from argcheck.llm.client import NoAnswerError
from argcheck.sources.evidence import terms
from argcheck.sources.unspaced import words_of
from argcheck.tex.vocabulary import codes, phrases
from argcheck.verdicts import addressed, prompts, twins
from argcheck.verdicts.control_texts import holds_quote, names_sentence, sentences
from argcheck.verdicts.twins import END

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.model import ModelAnswer, Question
    from argcheck.sources.evidence import RankedPassage
    from argcheck.verdicts.judging import CitationCase

SHOWN = 2  #: sentences, each by itself
_SUPPORTED, _CONTRADICTED, _OPEN = "supported", "contradicted", "open"
_VOTES, _MOST = 5, 4  #: where somebody is to be accused: how many are asked for, and how many must accuse


async def stands(
    claim: str, quotes: Sequence[str], case: CitationCase, near: Sequence[RankedPassage], client: Client
) -> bool | None:
    """Whether the source makes a claim; None where its sentences disagree or the model cannot tell.

    :param quotes: the words of the claims of the source that it was matched with; none for one without a match.
    :raises argcheck.llm.client.NoAnswerError: there is no answer.
    """
    own, others = _nearest(claim, quotes, case, near)
    texts = [*own[:SHOWN], *others[: 1 if own else SHOWN]]
    asked = [question(claim, text, case) for text in texts]
    said = await asyncio.gather(*(_asked(about, client) for about in asked))
    if _CONTRADICTED in said or not (quotes or _SUPPORTED in said):  # somebody is to be accused
        said = await asyncio.gather(*map(_voted, asked, said, repeat(client)))
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
        return None if for_both == _SUPPORTED else True
    return None if for_both == _OPEN else False


def plan_further(case: CitationCase, near: Sequence[RankedPassage], client: Client) -> None:
    """Put into the plan what the claims of a sentence could lead to at the most, where it makes no more of them than it has clauses, and one."""
    about = question(case.sentence, max((text for text in sentences(case, near)), key=len, default=""), case)
    pair = prompts.twins(case.sentence)
    of_claim = [(about, 1), *[(about, 1), (about, _VOTES - 1)] * (SHOWN + 1)]
    of_opposite = [(pair, 1)] * twins.ATTEMPTS + [(about, 1), (about, _VOTES - 1)]
    to_readers = [(addressed.question([case.sentence]), 1)] * (1 + len(near))
    joining = frozenset(phrases(codes(), "sentences.conjunctions"))
    parts = sum(word in joining or word[-1] in ",;:" for word in case.sentence.split())
    claims = 2 + parts
    client.further += (of_claim + of_opposite) * claims + to_readers


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
    return _said(await client.ask(asked))


def _said(answer: ModelAnswer | NoAnswerError) -> str:
    if isinstance(answer, NoAnswerError):
        raise answer
    return str(answer.value["verdict"])


async def _voted(asked: Question, first: str, client: Client) -> str:
    """Ask four times more: two votes for a claim save it, and only four against it contradict it."""
    answers = await client.sample(asked._replace(sample=1), _VOTES - 1)
    votes = Counter([first, *(_said(answer) for answer in answers)])
    if votes[_SUPPORTED] > _VOTES - _MOST:
        return _SUPPORTED
    return _CONTRADICTED if votes[_CONTRADICTED] >= _MOST else _OPEN


async def _supports_opposite(claim: str, text: str, case: CitationCase, client: Client) -> str:
    """Say how a sentence that is said to support a claim stands to its opposite, which it supports, too, if it does whatever is asked.

    Empty where no opposite is written.
    """
    pair, _ = await twins.written(f"{claim.rstrip(END)} [{case.key}].", client)
    if pair is None:
        return ""
    asked = prompts.confirm(pair.opposite, case.key, (text,))
    first = await _asked(asked, client)
    if first != _SUPPORTED:
        return _OPEN
    answers = await client.sample(asked._replace(sample=1), _VOTES - 1)
    votes = [first, *(_said(answer) for answer in answers)]
    return _SUPPORTED if votes.count(_SUPPORTED) >= _MOST else _OPEN


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
