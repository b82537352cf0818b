"""Claims against sources: what a citing sentence asserts and what its source asserts, claim by claim.

Both are taken apart into atomic claims (one assertion each, checkable, faithful, understandable alone, declarative),
each with the words that it was taken from, which must stand in the text verbatim.  A model matches the two lists: a
claim of the sentence without a match is unsupported, a claim of the source that matters to the sentence and that the
manuscript leaves out is omitted.  Where claims are matched no word of the manuscript is shown but the claims, so that
what stands around the sentence cannot say how; only what is left out is asked of the paragraph.  Coverage is the share
of the claims that matter which the sentence includes. A claim is then read again beside single sentences of the source
(`claim_checks`), what the paragraph is said to mention counts only where it is not said to mention a limitation that
nobody stated, and words to the reader (`addressed`) accuse nobody. After PaperTrail, section 3.1 and appendix A.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.llm.client import NoAnswerError, led_to_by_answers
from argcheck.sources.evidence import passages, terms
from argcheck.sources.unspaced import words_of
from argcheck.tex.vocabulary import any_of, codes
from argcheck.verdicts import claim_checks, claim_questions, twins
from argcheck.verdicts.addressed import addressed
from argcheck.verdicts.citation_places import stands_with
from argcheck.verdicts.control_texts import altered, bare, holds_quote, sentences
from argcheck.verdicts.fields import LONGEST_QUOTE
from argcheck.verdicts.functions import function_of
from argcheck.verdicts.judging import Judgement, Quote
from argcheck.verdicts.quotes import verbatim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.llm.client import Client
    from argcheck.sources.evidence import RankedPassage
    from argcheck.sources.text.model import Block
    from argcheck.verdicts.judging import CitationCase

JUDGE = "claims"
LOGIC = "6"  #: part of every verdict's key: raise it when the same answers are compared otherwise
#: passages that are taken apart: the nearest ones, and the nearest of those that speak of limits
NEAR, LIMITS = 5, 3
_ATTEMPTS = 2  #: to match claims so that those are matched rightly whose match is certain
FLOOR = 0.7  #: relevance (0 to 1, as the model says) below which an omission is none


class SentenceClaim(NamedTuple):
    """One assertion of a sentence, and the claims of the source that it matches."""

    text: str
    span: str  #: words of the sentence
    matched: tuple[int, ...] = ()  #: indexes into `ClaimComparison.source`


class SourceClaim(NamedTuple):
    """One assertion of a source."""

    text: str
    quote: Quote
    limitation: bool
    relevance: float = 0.0  #: to the citing paragraph, 0 to 1
    included: bool = False  #: whether the paragraph says it


class ClaimComparison(NamedTuple):
    """The claims of a sentence beside those of its source."""

    claims: tuple[SentenceClaim, ...]
    source: tuple[SourceClaim, ...]

    @property
    def omitted(self) -> tuple[SourceClaim, ...]:
        """The limitations that matter to the paragraph and that it does not mention."""
        return tuple(claim for claim in self._relevant if claim.limitation and not claim.included)

    @property
    def _relevant(self) -> tuple[SourceClaim, ...]:
        return tuple(claim for claim in self.source if claim.included or claim.relevance >= FLOOR)

    def to_data(self) -> dict[str, Any]:
        """Give it as the verdict file keeps it: claims with their words, omissions, coverage as [included, relevant]."""
        relevant = self._relevant
        return {
            "claims": [
                {
                    "claim": claim.text[:LONGEST_QUOTE],
                    "span": claim.span[:LONGEST_QUOTE],
                    "supported": bool(claim.matched),
                }
                for claim in self.claims
            ],
            "omitted": [
                {
                    "claim": claim.text[:LONGEST_QUOTE],
                    "page": claim.quote.page,
                    "line": claim.quote.line,
                    "quote": claim.quote.text[:LONGEST_QUOTE],
                }
                for claim in self.omitted
            ],
            "coverage": [sum(claim.included for claim in relevant), len(relevant)],
        }


class ClaimsJudge:
    """Compares the claims of a case; a judge that accuses nobody and keeps what it saw for the rules."""

    def __init__(self, client: Client) -> None:
        self.client = client

    @property
    def identity(self) -> dict[str, Any]:
        """Who compares."""
        return {"name": JUDGE, "version": LOGIC, "model": self.client.model}

    async def judge(self, case: CitationCase) -> Judgement | None:
        """Compare; None where the citation claims nothing, the source has nothing near, or an answer is missing or not to be trusted.

        :raises argcheck.llm.budget.BudgetExhaustedError: what is left does not cover the next question.
        """
        if not function_of(case.sentence, case.key).checkable:
            return None
        comparison = await compare(case, self.client)
        if comparison is None:
            return None
        return Judgement("pointed", JUDGE, "", case.searched, more={"compared": comparison.to_data()})


async def compare(case: CitationCase, client: Client) -> ClaimComparison | None:
    """Take sentence and source apart and match the claims, of a sentence with several citations those that stand with this one.

    :returns: None where the sentence claims nothing, nothing in the source is near it, or an answer is missing: of a
        passage that was not taken apart nobody knows what it supports; and where two claims are matched wrongly whose
        match is certain.

    :raises argcheck.llm.budget.BudgetExhaustedError: what is left does not cover the next question.
    """
    near = _near(case)
    blocks = [passage.block for passage in near]
    if not blocks:
        return None
    if client.dry:  # what claims of the sentence would lead to belongs to the plan
        with suppress(NoAnswerError):
            await _claims_of_source(blocks, client)
    try:
        claims = await _claims_of_sentence(case, client)
        if not claims:
            return None
        claims = tuple(
            claim for claim in claims if stands_with(case.sentence, claim.span, case.key, case.cited)
        )
        source = await _claims_of_source(blocks, client)
        return await _matched(case, claims, source, client, near)
    except NoAnswerError:
        if client.dry:
            with led_to_by_answers():
                await _plan_match(case, near, client)
            claim_checks.plan_further(case, near, client)
            client.further += [(claim_questions.match([case.sentence], [block.text for block in blocks]), 1)]
        return None


async def _plan_match(case: CitationCase, near: Sequence[RankedPassage], client: Client) -> None:
    """Plan the matching as if the texts were taken apart into claims that are as long as they are."""
    sentence = (SentenceClaim(case.sentence, case.sentence),)
    blocks = (passage.block for passage in near)
    source = [
        SourceClaim(block.text, Quote(block.text, block.page, block.line), limitation=False)
        for block in blocks
    ]
    with suppress(NoAnswerError):
        await _matches(case, sentence, source, client, near)
    for text in sentences(case, near)[: claim_checks.SHOWN]:
        with suppress(NoAnswerError):
            await client.ask(claim_checks.question(case.sentence, text, case))
    with suppress(NoAnswerError):
        await twins.written(case.sentence, client)
    with suppress(NoAnswerError):
        await _weights(case, source, client)


async def _claims_of_sentence(case: CitationCase, client: Client) -> tuple[SentenceClaim, ...]:
    from argcheck.sources.text.model import Block

    sentence = bare(case)
    context = case.expanded.replace(case.sentence, sentence)
    answer = await client.ask(claim_questions.take_apart(sentence, 2_000, context))
    block = Block("paragraph", case.sentence)
    claims = [
        SentenceClaim(" ".join(item["claim"].split()), quote.text)
        for item in answer.value["claims"]
        if (quote := verbatim(item["span"], (block,)))
    ]
    own = await asyncio.gather(
        *(claim_checks.is_of_its_words(claim.text, claim.span, case, client) for claim in claims)
    )
    return tuple(claim for claim, is_own in zip(claims, own, strict=True) if is_own)


async def _claims_of_source(blocks: Sequence[Block], client: Client) -> tuple[SourceClaim, ...]:
    answers = await asyncio.gather(
        *(client.ask(claim_questions.take_apart(block.text, 6_000)) for block in blocks),
        return_exceptions=True,
    )
    claims: list[SourceClaim] = []
    for block, answer in zip(blocks, answers, strict=True):
        if isinstance(answer, BaseException):
            raise answer
        for item in answer.value["claims"]:
            quote = verbatim(item["span"], (block,))
            if quote:
                claims.append(SourceClaim(" ".join(item["claim"].split()), quote, item["limitation"]))
    return tuple(claim for claim in claims if not claim.limitation or _is_in_words_of(claim.text, blocks))


def _is_in_words_of(claim: str, blocks: Sequence[Block]) -> bool:
    """Whether most words of a claim stand in one of the passages, be it in other forms: whom it accuses of an omission nobody would read it to."""
    said = set(terms(claim))
    return any(2 * len(said.intersection(terms(block.text))) > len(said) for block in blocks)


def _near(case: CitationCase) -> list[RankedPassage]:
    """The passages nearest to the sentence, and those near it that speak of limits."""
    near = passages(case.sentence, case.source, 40)
    speaks_of_limits = any_of(codes(), "sources.limits").search
    limits = [passage for passage in near[NEAR:] if speaks_of_limits(passage.block.text)]
    return [*near[:NEAR], *limits[:LIMITS]]


async def _matched(
    case: CitationCase,
    claims: Sequence[SentenceClaim],
    source: Sequence[SourceClaim],
    client: Client,
    near: Sequence[RankedPassage],
) -> ClaimComparison | None:
    """Match claims; None where of two more, one of the source and one that it does not make, either is matched wrongly, or where no claim is left."""
    matches = await _matches(case, claims, source, client, near) if source else ((),) * len(claims)
    if matches is None:
        return None
    standing = await asyncio.gather(
        *(
            claim_checks.stands(claim.text, [source[n].quote.text for n in matched], case, near, client)
            for claim, matched in zip(claims, matches, strict=True)
        )
    )
    joined = [
        claim._replace(matched=matched if stands else ())
        for claim, matched, stands in zip(claims, matches, standing, strict=True)
        if stands is not None
    ]
    if not joined:
        return None
    weighed = await _weighed(case, joined, source, client, near) if source else ()
    return await _fair(ClaimComparison(tuple(joined), weighed), case, client, near)


async def _fair(
    comparison: ClaimComparison, case: CitationCase, client: Client, near: Sequence[RankedPassage]
) -> ClaimComparison | None:
    """Take out what nobody is to be accused of: claims and limitations that words to the reader make up; None where no claim is left."""
    unmatched = [claim for claim in comparison.claims if not claim.matched]
    shown = [(words_of(text), text) for text in sentences(case, near)]
    stated = {
        limit: next(
            (text for words, text in shown if holds_quote(words, [words_of(limit.quote.text)])),
            limit.quote.text,
        )
        for limit in comparison.omitted
    }
    sentence = bare(case)
    asked = dict.fromkeys([*([sentence] if unmatched else []), *stated.values()])
    came = await asyncio.gather(*(addressed([text], client) for text in asked))  # each can be remembered
    to_readers = frozenset[str]().union(*came)
    claims = tuple(claim for claim in comparison.claims if claim.matched or sentence not in to_readers)
    source = tuple(
        claim._replace(relevance=0.0) if stated.get(claim) in to_readers else claim
        for claim in comparison.source
    )
    return ClaimComparison(claims, source) if claims else None


async def _matches(
    case: CitationCase,
    claims: Sequence[SentenceClaim],
    source: Sequence[SourceClaim],
    client: Client,
    near: Sequence[RankedPassage],
) -> tuple[tuple[int, ...], ...] | None:
    """Give for each claim those of the source that it matches; None where a match that is certain is wrong."""
    known = source[0].text
    asked = [*(claim.text for claim in claims), known, altered(known, case, near)]
    question = claim_questions.match(asked, _texts(source))
    for sample in range(_ATTEMPTS):
        value = (await client.ask(question._replace(sample=sample))).value
        matched = {item["claim"] - 1: item["source"] for item in value["matches"]}
        if 1 in matched.get(len(claims), ()) and not matched.get(len(claims) + 1):
            return tuple(
                tuple(n - 1 for n in matched.get(place, ()) if n - 1 in range(len(source)))
                for place in range(len(claims))
            )
    return None


async def _weighed(
    case: CitationCase,
    claims: Sequence[SentenceClaim],
    source: Sequence[SourceClaim],
    client: Client,
    near: Sequence[RankedPassage],
) -> tuple[SourceClaim, ...]:
    """Give the claims of the source with their relevance.

    Who says that the paragraph mentions what nobody stated is not believed about the others.
    """
    limit = next((claim for claim in source if claim.limitation), source[0])
    unstated = limit._replace(text=altered(limit.text, case, near))
    weights = await _weights(case, [*source, unstated], client)
    relevance = {item["source"] - 1: item["value"] for item in weights["relevance"]}
    mentioned = {number - 1 for number in weights["included"]}
    included = {number for claim in claims for number in claim.matched}
    if len(source) not in mentioned:
        included |= mentioned
    return tuple(
        claim._replace(relevance=relevance.get(place, 0.0), included=place in included)
        for place, claim in enumerate(source)
    )


async def _weights(case: CitationCase, source: Sequence[SourceClaim], client: Client) -> Any:
    asked = claim_questions.weigh(case.paragraph or case.expanded, _texts(source))
    return (await client.ask(asked)).value


def _texts(source: Sequence[SourceClaim]) -> list[str]:
    return [claim.text for claim in source]
