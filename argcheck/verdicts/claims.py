"""Claims against sources: what a citing sentence asserts and what its source asserts, claim by claim.

Both are taken apart into atomic claims (one assertion each, checkable, faithful, understandable alone, declarative), each
with the words that it was taken from, which must stand in the text verbatim.  A model matches the two lists: a
claim of the sentence without a match is unsupported, a claim of the source that matters to the sentence and that
the manuscript leaves out is omitted.  Where claims are matched no word of the manuscript is shown but the claims, so that
what stands around the sentence cannot say how; only what is left out is asked of the paragraph.  Coverage is the share of the claims that matter which the sentence includes.
After PaperTrail, section 3.1 and appendix A.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.llm.client import NoAnswerError
from argcheck.llm.fence import RULE, fenced
from argcheck.llm.model import Message, Question
from argcheck.sources.evidence import passages
from argcheck.tex.vocabulary import codes, wording
from argcheck.verdicts.citation_places import stands_with
from argcheck.verdicts.control_texts import altered
from argcheck.verdicts.fields import LONGEST_QUOTE
from argcheck.verdicts.functions import function_of
from argcheck.verdicts.judging import Judgement, Quote
from argcheck.verdicts.quotes import verbatim

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.llm.client import Client
    from argcheck.sources.evidence import RankedPassage
    from argcheck.sources.text.model import Block
    from argcheck.verdicts.judging import CitationCase

JUDGE = "claims"
VERSION = "1"  #: of the questions
LOGIC = "4"  #: part of every verdict's key: raise it when the same answers are compared otherwise
NEAR, LIMITS = (
    5,
    3,
)  #: passages that are taken apart: the nearest ones, and the nearest of those that speak of limits
FLOOR = 0.7  #: relevance (0 to 1, as the model says) below which an omission is none
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

_CLAIMS: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "claims": {
            "type": "array",
            "maxItems": 20,
            "items": {
                "type": "object",
                "properties": {
                    "claim": {"type": "string"},
                    "span": {"type": "string"},
                    "limitation": {"type": "boolean"},
                },
                "required": ["claim", "span", "limitation"],
                "additionalProperties": False,
            },
        }
    },
    "required": ["claims"],
    "additionalProperties": False,
}
_MATCHES: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "matches": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "claim": {"type": "integer"},
                    "source": {"type": "array", "items": {"type": "integer"}},
                },
                "required": ["claim", "source"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["matches"],
    "additionalProperties": False,
}
_WEIGHTS: Mapping[str, Any] = {
    "type": "object",
    "properties": {
        "relevance": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "source": {"type": "integer"},
                    "value": {"type": "number", "minimum": 0, "maximum": 1},
                },
                "required": ["source", "value"],
                "additionalProperties": False,
            },
        },
        "included": {"type": "array", "items": {"type": "integer"}},
    },
    "required": ["relevance", "included"],
    "additionalProperties": False,
}


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
        return tuple(
            source_claim
            for source_claim in self._relevant
            if source_claim.limitation and not source_claim.included
        )

    @property
    def _relevant(self) -> tuple[SourceClaim, ...]:
        return tuple(
            source_claim
            for source_claim in self.source
            if source_claim.included or source_claim.relevance >= FLOOR
        )

    def to_data(self) -> dict[str, Any]:
        """Give it as the verdict file keeps it: claims with their words, omissions, coverage as [included, relevant]."""
        relevant = self._relevant
        return {
            "claims": [
                {
                    "claim": sentence_claim.text[:LONGEST_QUOTE],
                    "span": sentence_claim.span[:LONGEST_QUOTE],
                    "supported": bool(sentence_claim.matched),
                }
                for sentence_claim in self.claims
            ],
            "omitted": [
                {
                    "claim": source_claim.text[:LONGEST_QUOTE],
                    "page": source_claim.quote.page,
                    "line": source_claim.quote.line,
                    "quote": source_claim.quote.text[:LONGEST_QUOTE],
                }
                for source_claim in self.omitted
            ],
            "coverage": [sum(source_claim.included for source_claim in relevant), len(relevant)],
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
        claim_comparison = await compare(case, self.client)
        if claim_comparison is None:
            return None
        return Judgement("pointed", JUDGE, "", case.searched, more={"compared": claim_comparison.to_data()})


async def compare(case: CitationCase, client: Client) -> ClaimComparison | None:
    """Take sentence and source apart and match the claims, of a sentence with several citations those that stand with this one.

    :returns: None where the sentence claims nothing, nothing in the source is near it, or an answer is missing: of a passage
        that was not taken apart nobody knows what it supports; and where two claims are matched wrongly whose match is certain.

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
            sentence_claim
            for sentence_claim in claims
            if stands_with(case.sentence, sentence_claim.span, case.key, case.cited)
        )
        source = await _claims_of_source(blocks, client)
        return await _matched(case, claims, source, client, near) if source else ClaimComparison(claims, ())
    except NoAnswerError:
        if client.dry:
            await _plan_match(case, near, client)
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
        await _matched(case, sentence, source, client, near)
    with suppress(NoAnswerError):
        await _weights(case, source, client)


async def _claims_of_sentence(case: CitationCase, client: Client) -> tuple[SentenceClaim, ...]:
    user = "\n\n".join((fenced("context", case.expanded, 4_000), fenced("text", case.sentence, 2_000)))
    answer = await client.ask(_question("claims", _TAKE_APART, user, _CLAIMS))
    block = _as_block(case.sentence)
    return tuple(
        SentenceClaim(" ".join(item["claim"].split()), quote.text)
        for item in answer.value["claims"]
        if (quote := verbatim(item["span"], (block,)))
    )


async def _claims_of_source(blocks: Sequence[Block], client: Client) -> tuple[SourceClaim, ...]:
    answers = await asyncio.gather(
        *(
            client.ask(_question("claims", _TAKE_APART, fenced("text", block.text, 6_000), _CLAIMS))
            for block in blocks
        ),
        return_exceptions=True,
    )
    source_claims: list[SourceClaim] = []
    for block, answer in zip(blocks, answers, strict=True):
        if isinstance(answer, BaseException):
            raise answer
        for item in answer.value["claims"]:
            quote = verbatim(item["span"], (block,))
            if quote:
                source_claims.append(SourceClaim(" ".join(item["claim"].split()), quote, item["limitation"]))
    return tuple(source_claims)


def _near(case: CitationCase) -> list[RankedPassage]:
    """The passages nearest to the sentence, and those near it that speak of limits."""
    near = passages(case.sentence, case.source, 40)
    speaks_of_limits = wording(codes(), r"\b{sources.limits}\b", re.IGNORECASE).search
    limits = [passage for passage in near[NEAR:] if speaks_of_limits(passage.block.text)]
    return [*near[:NEAR], *limits[:LIMITS]]


async def _matched(
    case: CitationCase,
    claims: Sequence[SentenceClaim],
    source: Sequence[SourceClaim],
    client: Client,
    near: Sequence[RankedPassage],
) -> ClaimComparison | None:
    """Match claims; None where of two more, one of the source and one that it does not make, either is matched wrongly."""
    known = source[0].text
    asked = [*(claim.text for claim in claims), known, altered(known, case, near)]
    user = "\n\n".join(
        (
            fenced("sentence", _numbered(asked)),
            fenced("source", _numbered(source_claim.text for source_claim in source)),
        )
    )
    value = (await client.ask(_question("match", _MATCH, user, _MATCHES))).value
    matched = {item["claim"] - 1: item["source"] for item in value["matches"]}
    if 1 not in matched.get(len(claims), ()) or matched.get(len(claims) + 1):
        return None
    weights = await _weights(case, source, client)
    relevance = {item["source"] - 1: item["value"] for item in weights["relevance"]}
    included = {number - 1 for number in weights["included"]}
    joined = [
        sentence_claim._replace(
            matched=tuple(n - 1 for n in matched.get(place, ()) if n - 1 in range(len(source)))
        )
        for place, sentence_claim in enumerate(claims)
    ]
    included |= {number for sentence_claim in joined for number in sentence_claim.matched}
    weighed = tuple(
        source_claim._replace(relevance=relevance.get(place, 0.0), included=place in included)
        for place, source_claim in enumerate(source)
    )
    return ClaimComparison(tuple(joined), weighed)


async def _weights(case: CitationCase, source: Sequence[SourceClaim], client: Client) -> Any:
    user = "\n\n".join(
        (
            fenced("paragraph", case.paragraph or case.expanded, 8_000),
            fenced("source", _numbered(source_claim.text for source_claim in source)),
        )
    )
    return (await client.ask(_question("weigh", _WEIGH, user, _WEIGHTS))).value


def _numbered(texts: Any) -> str:
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))


def _question(purpose: str, system: str, user: str, schema: Mapping[str, Any]) -> Question:
    return Question(
        purpose, VERSION, (Message("system", system), Message("user", user)), schema, max_tokens=_TOKENS
    )


def _as_block(text: str) -> Block:
    from argcheck.sources.text.model import Block

    return Block("paragraph", text)
