"""The audit bundle: the evidence for a language model's verdict, for review.

A JSON file beside the verdict file, with the passages that were shown, all answers, even those outvoted or not counted,
the checks and their answers, hashes of the question and of the source, the cost, and the models that answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from argcheck.files.cache import digest
from argcheck.llm.client import NoAnswerError
from argcheck.verdicts import prompts
from argcheck.verdicts.identity import quote_hash

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from argcheck.llm.model import ModelAnswer, Usage
    from argcheck.sources.evidence import RankedPassage
    from argcheck.sources.text.model import SourceText
    from argcheck.verdicts.controls import Confirmation
    from argcheck.verdicts.judging import CitationCase, Judgement

FOLDER = "audit"  #: beside the verdict file
VERSION = 1
_NOT_KNOWN = dict.fromkeys(("tokens_in", "tokens_out", "dollars"))
_LONGEST = 2_000  #: characters kept of a passage and of a model's text; the hash of a passage is of the whole


def bundle(
    case: CitationCase,
    near: Sequence[RankedPassage],
    question: str,
    answers: Sequence[ModelAnswer | NoAnswerError],
    counted: Sequence[bool],
    *,
    judgement: Judgement,
    checked: Confirmation,
    priced: bool,
) -> dict[str, Any]:
    """Return the bundle of a decision.

    :param question: hash of all that the model was shown.
    :param counted: whether each answer was a vote.
    :param judgement: of the majority, before the checks.
    :param priced: whether the price of the model is known.
    """
    spent = checked.spent
    for answer in answers:
        if not isinstance(answer, NoAnswerError):
            spent = spent.plus(answer.usage)
    return {
        "version": VERSION,
        "folder": FOLDER,
        "sentence": case.sentence,
        "source": source_hash(case.source),
        "question": question,
        "prompts": prompts.VERSION,
        "passages": [
            {
                "number": number,
                "page": passage.block.page,
                "line": passage.block.line,
                "score": round(passage.score, 4),
                "hash": quote_hash(passage.block.text),
                "text": passage.block.text[:_LONGEST],
            }
            for number, passage in enumerate(near, 1)
        ],
        "majority": {
            "verdict": judgement.verdict,
            "confidence": judgement.confidence,
            "votes": dict(judgement.votes),
        },
        "answers": [
            _answer(answer, counts, priced=priced) for answer, counts in zip(answers, counted, strict=True)
        ],
        "checks": [_check(asked._asdict()) for asked in checked.asked],
        "fell": {"why": checked.why, "reason": checked.reason} if checked.why else {},
        "spent": _cost(spent, priced=priced),
    }


def source_hash(source: SourceText) -> str:
    """Return the hash of the text of a source, as it was read."""
    text = "\0".join(f"{block.kind}\1{block.text}" for block in source.blocks)
    return digest(text.encode("utf-8", "surrogatepass"))


def without_quotes(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return a bundle with hashes instead of the words of the source."""
    return {
        **kept,
        "passages": [
            {name: value for name, value in passage.items() if name != "text"} for passage in kept["passages"]
        ],
        "answers": [
            {**answer, "quotes": [quote_hash(quote) for quote in answer["quotes"]]}
            if "quotes" in answer
            else answer
            for answer in kept["answers"]
        ],
        "checks": [
            {**check, "statement": quote_hash(check["statement"])}
            if check["name"] in ("granted", "known", "altered")
            else check
            for check in kept["checks"]
        ],
    }


def _answer(answer: ModelAnswer | NoAnswerError, counts: bool, *, priced: bool) -> dict[str, Any]:
    if isinstance(answer, NoAnswerError):
        return {"failed": answer.kind, "detail": str(answer)[:_LONGEST]}
    value = answer.value
    # the first answer of a call has the cost of all
    is_shared = not (answer.usage.calls or answer.remembered)
    return {
        "verdict": value["verdict"],
        "problem": value["problem"],
        "counted": counts,
        "reason": value["reason"][:_LONGEST],
        "quotes": [quote["text"][:_LONGEST] for quote in value["quotes"]],
        "would_support": value["would_support"][:_LONGEST],
        "model": answer.model,
        "remembered": answer.remembered,
        **(_NOT_KNOWN if is_shared else _cost(answer.usage, priced=priced)),
    }


def _check(asked: dict[str, Any]) -> dict[str, Any]:
    return {**asked, "statement": asked["statement"][:_LONGEST], "answers": list(asked["answers"])}


def _cost(usage: Usage, *, priced: bool) -> dict[str, Any]:
    """Return a cost as in a bundle, with None for dollars that are not known."""
    dollars = round(usage.money, 6) if priced or not usage.tokens else None
    return {"tokens_in": usage.tokens_in, "tokens_out": usage.tokens_out, "dollars": dollars}
