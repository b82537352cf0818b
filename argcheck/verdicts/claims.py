"""The comparison of the claims of a citing sentence with those of its source.

A model splits both into atomic claims (one assertion each, checkable, faithful, understandable alone, declarative),
each with the verbatim words of the text that it was taken from.  It matches the two lists: a claim of the sentence
without a match is unsupported; a limitation in the source that matters to the paragraph but is not in it is omitted.
For matching, the model sees only the claims, so that the text around the sentence cannot influence it; the paragraph
is shown only for omissions.  Coverage is the share of the relevant claims of the source that the paragraph includes.

Each claim is then checked against single sentences of the source (`claim_checks`).  What the model says that the
paragraph includes counts only if that excludes an invented limitation, and findings that rest on words to the reader
(`addressed`) are dropped.  After PaperTrail, section 3.1 and appendix A.
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
from argcheck.verdicts.judging import Judge, Judgement, Quote
from argcheck.verdicts.quotes import verbatim

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.llm.client import Client
    from argcheck.sources.evidence import RankedPassage
    from argcheck.sources.text.model import Block
    from argcheck.verdicts.judging import CitationCase

JUDGE = "claims"
LOGIC = "6"  #: part of every verdict's key: raise it when the same answers lead to other comparisons
#: passages that are split: the nearest ones, and the nearest others that speak of limits
NEAR, LIMITS = 5, 3
_ATTEMPTS = 2  #: to match claims with both controls matched rightly
FLOOR = 0.7  #: least relevance (0 to 1, as the model says) of an omission


class SentenceClaim(NamedTuple):
    """A claim of a sentence, and the claims of the source that it matches."""

    text: str
    span: str  #: words of the sentence
    matched: tuple[int, ...] = ()  #: indexes into `ClaimComparison.source`


class SourceClaim(NamedTuple):
    """A claim of a source."""

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
        """The limitations that matter to the paragraph but are not in it."""
        return tuple(claim for claim in self._relevant if claim.limitation and not claim.included)

    @property
    def _relevant(self) -> tuple[SourceClaim, ...]:
        return tuple(claim for claim in self.source if claim.included or claim.relevance >= FLOOR)

    def to_data(self) -> dict[str, Any]:
        """Return the data for the verdict file: claims, omissions, and coverage as [included, relevant]."""
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


class ClaimsJudge(Judge):
    """Compares the claims of a case; it decides nothing itself, and keeps the comparison for the rules."""

    reads_paragraphs = True

    def __init__(self, client: Client) -> None:
        self.client = client

    @property
    def identity(self) -> dict[str, Any]:
        """The judge for verdicts."""
        return {"name": JUDGE, "version": LOGIC, "model": self.client.model}

    async def judge(self, case: CitationCase) -> Judgement | None:
        """Return the judgement ``pointed`` with the comparison; None if the citation claims nothing or `compare` fails.

        :raises argcheck.llm.budget.BudgetExhaustedError: the budget does not cover the next question.
        """
        if not function_of(case.sentence, case.key).checkable:
            return None
        comparison = await compare(case, self.client)
        if comparison is None:
            return None
        return Judgement("pointed", JUDGE, "", case.searched, more={"compared": comparison.to_data()})


async def compare(case: CitationCase, client: Client) -> ClaimComparison | None:
    """Compare the claims of a sentence with those of its source; of several citations, only this one's claims count.

    :returns: None if the sentence claims nothing, no passage of the source is near it, a control is matched wrongly,
        no claim is left, or an answer is missing: a passage that was not split could support any claim.

    :raises argcheck.llm.budget.BudgetExhaustedError: the budget does not cover the next question.
    """
    near = _near(case)
    blocks = [passage.block for passage in near]
    if not blocks:
        return None
    if client.dry:  # the plan includes the questions on the source
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
    """Plan the matching as if each text were one claim."""
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
    """Whether one of the passages has most words of a claim, in any form; no other limitation is believed."""
    claimed = set(terms(claim))
    return any(2 * len(claimed.intersection(terms(block.text))) > len(claimed) for block in blocks)


def _near(case: CitationCase) -> list[RankedPassage]:
    """Return the passages nearest to the sentence, and further near ones that speak of limits."""
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
    """Match, check and weigh the claims; None if a control is matched wrongly, or no claim is left."""
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
    """Drop unmatched claims and omissions that rest on words to the reader; None if no claim is left."""
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
    answers = await asyncio.gather(*(addressed([text], client) for text in asked))  # each is cached alone
    to_readers = frozenset[str]().union(*answers)
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
    """Return for each claim the indexes of the source's claims that it matches; None if a control is mismatched."""
    known = source[0].text
    # two controls: a claim of the source, which must match itself, and an altered one, which must match none
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
    """Return the claims of the source with their relevance.

    A model that finds an invented limitation in the paragraph is not believed about the others.
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
