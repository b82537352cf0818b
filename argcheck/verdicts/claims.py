"""Claims against sources: what a citing sentence asserts and what its source asserts, claim by claim.

Both are taken apart into atomic claims (one assertion each, checkable, faithful, understandable alone, declarative), each
with the words that it was taken from, which must stand in the text verbatim.  A model matches the two lists: a
claim of the sentence without a match is unsupported, a claim of the source that matters to the sentence and that
the manuscript leaves out is omitted.  Coverage is the share of the claims that matter which the sentence includes.
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
from argcheck.verdicts.functions import function_of
from argcheck.verdicts.judging import Judgement, Quote
from argcheck.verdicts.model import LONGEST_QUOTE
from argcheck.verdicts.quotes import verbatim
from argcheck.verdicts.standing import stands_with
from argcheck.verdicts.witnesses import Taints

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.llm.client import Client
    from argcheck.sources.text.model import Block
    from argcheck.verdicts.judging import Case
    from argcheck.verdicts.verify_mentions import MentionRun

JUDGE = "claims"
VERSION = "1"  #: of the questions
LOGIC = "2"  #: part of every verdict's key: raise it when the same answers are compared otherwise
NEAR, LIMITS = (
    5,
    3,
)  #: passages that are taken apart: the nearest ones, and the nearest of those that speak of limits
FLOOR = 0.7  #: relevance (0 to 1, as the model says) below which an omission is none
_TOKENS = 1_200
_LIMITS = re.compile(
    r"\b(?:limitation|limited to|caution|caveat|generali[sz]\w+|small sample|only (?:in|for|one|a)|did not|cannot|could not|further (?:work|research|studies)"
    r"|einschränk\w+|grenzen|limites?|prudence)\b",
    re.IGNORECASE,
)

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
    "required": ["matches", "relevance", "included"],
    "additionalProperties": False,
}


class Claim(NamedTuple):
    """One assertion of a sentence, and the claims of the source that it matches."""

    text: str
    span: str  #: words of the sentence
    matched: tuple[int, ...] = ()  #: indexes into `Comparison.source`


class SourceClaim(NamedTuple):
    """One assertion of a source."""

    text: str
    quote: Quote
    limitation: bool
    relevance: float = 0.0  #: to the citing paragraph, 0 to 1
    included: bool = False  #: whether the paragraph says it


class Comparison(NamedTuple):
    """The claims of a sentence beside those of its source."""

    claims: tuple[Claim, ...]
    source: tuple[SourceClaim, ...]

    @property
    def omitted(self) -> tuple[SourceClaim, ...]:
        """The limitations that matter to the paragraph and that it does not mention."""
        return tuple(one for one in self._relevant if one.limitation and not one.included)

    @property
    def _relevant(self) -> tuple[SourceClaim, ...]:
        return tuple(one for one in self.source if one.included or one.relevance >= FLOOR)

    def to_data(self) -> dict[str, Any]:
        """Give it as the verdict file keeps it: claims with their words, omissions, coverage as [included, relevant]."""
        relevant = self._relevant
        return {
            "claims": [
                {
                    "claim": one.text[:LONGEST_QUOTE],
                    "span": one.span[:LONGEST_QUOTE],
                    "supported": bool(one.matched),
                }
                for one in self.claims
            ],
            "omitted": [
                {
                    "claim": one.text[:LONGEST_QUOTE],
                    "page": one.quote.page,
                    "line": one.quote.line,
                    "quote": one.quote.text[:LONGEST_QUOTE],
                }
                for one in self.omitted
            ],
            "coverage": [sum(one.included for one in relevant), len(relevant)],
        }


class Claims:
    """Compares the claims of a case; a judge that accuses nobody and keeps what it saw for the rules."""

    def __init__(self, client: Client) -> None:
        self.client = client
        self._taints = Taints()

    @property
    def identity(self) -> dict[str, Any]:
        """Who compares."""
        return {"name": JUDGE, "version": LOGIC, "model": self.client.model}

    async def judge(self, case: Case) -> Judgement | None:
        """Compare; None where the citation claims nothing, the source speaks to models or has nothing near, or an answer is missing.

        :raises argcheck.llm.budget.BudgetExhaustedError: what is left does not cover the next question.
        """
        if not function_of(case.sentence, case.key).checkable or self._taints.of(case.source):
            return None
        found = await compare(case, self.client)
        if found is None:
            return None
        return Judgement("pointed", JUDGE, "", case.searched, more={"compared": found.to_data()})


def summary(run: MentionRun) -> list[str]:
    """Lines for a reader: claims with and without support, and the coverage of each source and of all."""
    compared = [one.more["compared"] for one in run.verdicts if "compared" in one.more]
    if not compared:
        return ["no claims were compared"]
    claims = [claim for one in compared for claim in one["claims"]]
    bare = sum(not claim["supported"] for claim in claims)
    lines = [
        f"{len(claims)} claims of {len(compared)} citations compared, {bare} without a match in the source"
    ]
    table: dict[str, list[int]] = {}
    for verdict in run.verdicts:
        included, relevant = verdict.more.get("compared", {}).get("coverage", (0, 0))
        row = table.setdefault(verdict.cited_as, [0, 0])
        row[0] += included
        row[1] += relevant
    included, relevant = (sum(row[place] for row in table.values()) for place in (0, 1))
    lines.append(f"  coverage: {included} of {relevant} claims that matter are included")
    lines += [f"  {key}: {row[0]} of {row[1]}" for key, row in sorted(table.items()) if row[1]]
    if run.left:
        lines.append(f"  {run.left} citations were not compared: {run.stopped}")
    return lines


async def compare(case: Case, client: Client) -> Comparison | None:
    """Take sentence and source apart and match the claims, of a sentence with several citations those that stand with this one.

    :returns: None where the sentence claims nothing, nothing in the source is near it, or an answer is missing: of a passage
        that was not taken apart nobody knows what it supports.

    :raises argcheck.llm.budget.BudgetExhaustedError: what is left does not cover the next question.
    """
    blocks = _blocks(case)
    if not blocks:
        return None
    if client.dry:  # what claims of the sentence would lead to belongs to the plan
        with suppress(NoAnswerError):
            await _claims_of_source(blocks, client)
    try:
        claims = await _claims_of_sentence(case, client)
        if not claims:
            return None
        claims = tuple(one for one in claims if stands_with(case.sentence, one.span, case.key, case.cited))
        source = await _claims_of_source(blocks, client)
        return await _matched(case, claims, source, client) if source else Comparison(claims, ())
    except NoAnswerError:
        if client.dry:
            await _plan_match(case, blocks, client)
        return None


async def _plan_match(case: Case, blocks: Sequence[Block], client: Client) -> None:
    """Plan the matching as if the texts were taken apart into claims that are as long as they are."""
    sentence = (Claim(case.sentence, case.sentence),)
    source = [SourceClaim(one.text, Quote(one.text, one.page, one.line), limitation=False) for one in blocks]
    with suppress(NoAnswerError):
        await _matched(case, sentence, source, client)


async def _claims_of_sentence(case: Case, client: Client) -> tuple[Claim, ...]:
    user = "\n\n".join((fenced("context", case.expanded, 4_000), fenced("text", case.sentence, 2_000)))
    answer = await client.ask(_question("claims", _TAKE_APART, user, _CLAIMS))
    block = _as_block(case.sentence)
    return tuple(
        Claim(" ".join(one["claim"].split()), quote.text)
        for one in answer.value["claims"]
        if (quote := verbatim(one["span"], (block,)))
    )


async def _claims_of_source(blocks: Sequence[Block], client: Client) -> tuple[SourceClaim, ...]:
    answers = await asyncio.gather(
        *(
            client.ask(_question("claims", _TAKE_APART, fenced("text", one.text, 6_000), _CLAIMS))
            for one in blocks
        ),
        return_exceptions=True,
    )
    found: list[SourceClaim] = []
    for block, answer in zip(blocks, answers, strict=True):
        if isinstance(answer, BaseException):
            raise answer
        for one in answer.value["claims"]:
            quote = verbatim(one["span"], (block,))
            if quote:
                found.append(SourceClaim(" ".join(one["claim"].split()), quote, one["limitation"]))
    return tuple(found)


def _blocks(case: Case) -> list[Block]:
    """The passages nearest to the sentence, and those near it that speak of limits."""
    near = passages(case.sentence, case.source, 40)
    limits = [one for one in near[NEAR:] if _LIMITS.search(one.block.text)]
    return [one.block for one in (*near[:NEAR], *limits[:LIMITS])]


async def _matched(
    case: Case, claims: Sequence[Claim], source: Sequence[SourceClaim], client: Client
) -> Comparison:
    user = "\n\n".join(
        (
            fenced("paragraph", case.paragraph or case.expanded, 8_000),
            fenced("sentence", _numbered(one.text for one in claims)),
            fenced("source", _numbered(one.text for one in source)),
        )
    )
    value = (await client.ask(_question("match", _MATCH, user, _MATCHES))).value
    matched = {one["claim"] - 1: one["source"] for one in value["matches"]}
    relevance = {one["source"] - 1: one["value"] for one in value["relevance"]}
    included = {number - 1 for number in value["included"]}
    known = range(len(source))
    joined = [
        one._replace(matched=tuple(n - 1 for n in matched.get(place, ()) if n - 1 in known))
        for place, one in enumerate(claims)
    ]
    included |= {number for one in joined for number in one.matched}
    weighed = tuple(
        one._replace(relevance=relevance.get(place, 0.0), included=place in included)
        for place, one in enumerate(source)
    )
    return Comparison(tuple(joined), weighed)


def _numbered(texts: Any) -> str:
    return "\n".join(f"{number}. {text}" for number, text in enumerate(texts, 1))


def _question(purpose: str, system: str, user: str, schema: Mapping[str, Any]) -> Question:
    return Question(
        purpose, VERSION, (Message("system", system), Message("user", user)), schema, max_tokens=_TOKENS
    )


def _as_block(text: str) -> Block:
    from argcheck.sources.text.model import Block

    return Block("paragraph", text)
