"""The check of a claim, matched or not, against single sentences of the source.

A model that splits a passage into claims also reads the orders in it: to list a claim that the passage does not make,
or to list none.  So the same model is asked whether a sentence of the source, read alone, supports the claim: the
sentences that the matched claims were taken from, and the nearest others.  An order beside them is not shown.  An order
that is itself such a sentence cannot cancel the others: if they disagree, nothing is said of the claim.  An answer
that accuses counts only if four of five agree.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from itertools import repeat
from typing import TYPE_CHECKING

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

SHOWN = 2  #: most sentences that are shown, each alone
_SUPPORTED, _CONTRADICTED, _OPEN = "supported", "contradicted", "open"
_VOTES, _MOST = 5, 4  #: for an accusation: the answers asked for, and the least number that must accuse


async def stands(
    claim: str, quotes: Sequence[str], case: CitationCase, near: Sequence[RankedPassage], client: Client
) -> bool | None:
    """Whether the source makes a claim; None if its sentences disagree with each other or with the match.

    :param quotes: the words of the source's claims that match this claim; empty if none does.
    :raises argcheck.llm.client.NoAnswerError: there is no answer.
    """
    own, others = _nearest(claim, quotes, case, near)
    texts = [*own[:SHOWN], *others[: 1 if own else SHOWN]]
    asked = [question(claim, text, case) for text in texts]
    verdicts = await asyncio.gather(*(_asked(about, client) for about in asked))
    if _CONTRADICTED in verdicts or not (quotes or _SUPPORTED in verdicts):  # the claim would be unsupported
        verdicts = await asyncio.gather(*map(_voted, asked, verdicts, repeat(client)))
    support = [
        text
        for text, verdict in zip(texts, verdicts, strict=True)
        if verdict == _SUPPORTED and not names_sentence(text, claim)  # a text about the claim is no evidence
    ]
    contradicted = _CONTRADICTED in verdicts
    if contradicted or not support:
        return (None if support else not contradicted) if quotes else False
    for_both = await _supports_opposite(claim, support[0], case, client)
    if quotes:
        return None if for_both == _SUPPORTED else True
    return None if for_both == _OPEN else False


def plan_further(case: CitationCase, near: Sequence[RankedPassage], client: Client) -> None:
    """Add to the plan the most questions that a sentence can lead to, if it has at most one claim more than clauses."""
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
    """Whether the words that a claim was taken from, read without their surroundings, do not contradict it.

    :raises argcheck.llm.client.NoAnswerError: there is no answer.
    """
    if set(terms(claim)) <= set(terms(span)):
        return True
    return await _asked(question(claim, span, case), client) != _CONTRADICTED


def question(claim: str, text: str, case: CitationCase) -> Question:
    """Return the question whether a sentence of the source supports a claim."""
    return prompts.confirm(f"{claim.rstrip(END)} [{case.key}].", case.key, (text,))


async def _asked(asked: Question, client: Client) -> str:
    return _said(await client.ask(asked))


def _said(answer: ModelAnswer) -> str:
    return str(answer.value["verdict"])


async def _voted(asked: Question, first: str, client: Client) -> str:
    """Ask four times more; two votes support a claim, and it takes four to contradict it."""
    answers = await client.every(asked._replace(sample=1), _VOTES - 1)
    votes = Counter([first, *map(_said, answers)])
    if votes[_SUPPORTED] > _VOTES - _MOST:
        return _SUPPORTED
    return _CONTRADICTED if votes[_CONTRADICTED] >= _MOST else _OPEN


async def _supports_opposite(claim: str, text: str, case: CitationCase, client: Client) -> str:
    """Return ``supported`` if a sentence also supports the opposite of a claim, and so is no evidence, else ``open``.

    Empty if the model wrote no opposite.
    """
    pair, _ = await twins.written(f"{claim.rstrip(END)} [{case.key}].", client)
    if pair is None:
        return ""
    asked = prompts.confirm(pair.opposite, case.key, (text,))
    first = await _asked(asked, client)
    if first != _SUPPORTED:
        return _OPEN
    votes = [first, *map(_said, await client.every(asked._replace(sample=1), _VOTES - 1))]
    return _SUPPORTED if votes.count(_SUPPORTED) >= _MOST else _OPEN


def _nearest(
    claim: str, quotes: Sequence[str], case: CitationCase, near: Sequence[RankedPassage]
) -> tuple[list[str], list[str]]:
    """Return the sentences of the passages with a quote, and others that share words with the claim, nearest first."""
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
