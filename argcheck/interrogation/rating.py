"""Rate the six metrics of claims with a model, and keep values that quote the text or a source.

Each claim is rated several times, independently.  The control is the opposite of the claim, written by the model
itself: if the model finds the grounds as strong for both, its ratings do not count, whatever the text told it to say.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from statistics import median
from typing import NamedTuple

from argcheck.argument.trust.weights import METRICS
from argcheck.files.json_schema import open_object
from argcheck.interrogation.runs_file import LONGEST, Rating
from argcheck.interrogation.tying import is_quoted
from argcheck.llm.budget import BudgetExhaustedError
from argcheck.llm.client import PASSING, Client, NoAnswerError
from argcheck.llm.fence import RULE, fenced
from argcheck.llm.model import Message, ModelAnswer, Question
from argcheck.verdicts import twins

VERSION = "1"  #: of the wording
#: Least difference in strength between the grounds of a claim and those of its opposite, for the ratings to count.
LEAST_DIFFERENCE = 0.2
_STRENGTH = "evidence_strength"
_TOKENS = 1_500  #: of an answer
_TEMPERATURE = 0.8
_OF_CONTROLS = 0.0  #: temperature: a control is asked once, and its answer decides

_MEANINGS = {
    "credibility": "how far those who say it can be believed: who observed or published it, and with what interest",
    "relevance": "how directly the grounds speak of this very claim and not of something beside it",
    _STRENGTH: "how strongly what is shown bears the claim out: how much of it there is, and how good it is",
    "method_rigor": "how sound the way is in which it was found out: design, controls, sizes, analysis",
    "reproducibility": "how well others could repeat it: data, code, procedures that are given",
    "citation_support": "how far the passages of sources say what the claim takes from them",
}
_RATED = open_object(
    metric={"type": "string", "enum": list(METRICS)},
    value={"type": "number", "minimum": 0, "maximum": 1},
    quote={"type": "string"},
)
_ANSWER = open_object(metrics={"type": "array", "items": _RATED})


class RatedClaim(NamedTuple):
    """A claim with the material that a model is shown."""

    sentence: str  #: hash of the sentence that says it
    claim: str
    text: str  #: the sentences around it
    grounds: tuple[str, ...]  #: claims that it directly rests on
    passages: Mapping[str, tuple[str, ...]]  #: of the sources that are cited for it, by key


class RatingOutcome(NamedTuple):
    """The ratings of some claims."""

    ratings: tuple[Rating, ...]
    sentences: frozenset[str]  #: hashes of the rated sentences, with those whose ratings do not count
    left_out: Mapping[str, int]  #: number of values, answers and claims that do not count, by cause
    unanswered: int  #: number of questions without an answer; the next run asks them again
    stopped: str = ""  #: message of the budget, when it is used up


def question_of(rated: RatedClaim, claim: str, temperature: float) -> Question:
    """Return the question for the metrics of a claim.

    :param claim: the claim itself, or its opposite.
    """
    meanings = "; ".join(f"`{name}`: {meaning}" for name, meaning in _MEANINGS.items())
    rules = (
        "You rate one claim by what is shown: the text around it, the claims that it directly rests on, and passages of the sources that"
        f" are cited for it. There are six metrics, each from 0 (none) to 1 (as good as can be). {meanings}.\n"
        "`quote` is at least four words in a row of the material, copied exactly, that the value rests on. Leave out every metric of which"
        " the material says nothing: an unknown value is better than a guess.\n" + RULE
    )
    material = [fenced("text", rated.text), fenced("grounds", "\n".join(rated.grounds))]
    material += [fenced("source", f"[{key}]\n" + "\n\n".join(texts)) for key, texts in rated.passages.items()]
    material.append(fenced("claim", claim, 2_000))
    messages = Message("system", rules), Message("user", "\n".join(material))
    return Question(
        "metrics of a claim", VERSION, messages, _ANSWER, temperature=temperature, max_tokens=_TOKENS
    )


async def rate(claims: Sequence[RatedClaim], client: Client, samples: int, *, foresee: bool) -> RatingOutcome:
    """Rate some claims, each ``samples`` times; every answer is stored before it is used.

    :param foresee: whether a client that only plans also plans the questions that depend on answers.
    """
    return await _Rater(client, samples, foresee=foresee).run(claims)


class _Rater:
    """A running rating of some claims."""

    def __init__(self, client: Client, samples: int, *, foresee: bool) -> None:
        self.client, self.samples, self.foresee = client, samples, foresee
        self.left_out: Counter[str] = Counter()
        self.unanswered = 0
        self.stopped = ""

    async def run(self, claims: Sequence[RatedClaim]) -> RatingOutcome:
        each = await asyncio.gather(*map(self._rated, claims))
        answered = {
            claim.sentence: ratings
            for claim, ratings in zip(claims, each, strict=True)
            if ratings is not None
        }
        ratings = tuple(rating for some in answered.values() for rating in some)
        return RatingOutcome(ratings, frozenset(answered), dict(self.left_out), self.unanswered, self.stopped)

    async def _rated(self, claim: RatedClaim) -> list[Rating] | None:
        """Return the ratings of a claim that count; None if answers are missing, so that the next run asks again."""
        answers, control = await asyncio.gather(
            self.client.sample(question_of(claim, claim.claim, _TEMPERATURE), self.samples),
            self._control(claim),
            return_exceptions=True,  # if one fails, the other is still paid and stored
        )
        for outcome in (answers, control):
            if isinstance(outcome, BudgetExhaustedError):
                self.stopped = str(outcome)
            elif isinstance(outcome, BaseException) and not isinstance(outcome, NoAnswerError):
                raise outcome
        for lost in (*(answers if isinstance(answers, list) else ()), control):
            if isinstance(lost, NoAnswerError):
                self._count_missing(lost)
        came = [a for a in answers if isinstance(a, ModelAnswer)] if isinstance(answers, list) else []
        if not came or isinstance(control, BaseException) or any(map(_is_outage, answers)):
            return None
        ratings = [
            rating
            for sample, answer in enumerate(came)
            for rating in self._counted(claim, sample, answer, len(came))
        ]
        wrong = _not_counted(ratings, control)
        if not wrong:
            return ratings
        self.left_out[f"claims {wrong}"] += 1
        return []

    async def _control(self, claim: RatedClaim) -> ModelAnswer | None:
        """Return the rating of the opposite of a claim; None if the model writes no opposite.

        A plan with ``foresee`` has the claim in place of the opposite, which is not written yet.
        """
        try:
            pair, _ = await twins.written(claim.claim, self.client)
        except NoAnswerError:
            if self.foresee:
                with suppress(NoAnswerError):
                    await self.client.ask(question_of(claim, f"{claim.claim} -", _OF_CONTROLS))
            raise
        if pair is None:
            return None
        return await self.client.ask(question_of(claim, pair.opposite, _OF_CONTROLS))

    def _count_missing(self, error: NoAnswerError) -> None:
        if _is_outage(error):
            self.unanswered += 1
        else:
            self.left_out[error.kind] += 1

    def _counted(self, claim: RatedClaim, sample: int, answer: ModelAnswer, samples: int) -> Iterator[Rating]:
        """Yield the values of an answer that quote the shown material; metrics given twice are left out."""
        said = answer.value["metrics"]
        often = Counter(item["metric"] for item in said)
        for item in said:
            place = _place_of(item["quote"], claim)
            if often[item["metric"]] > 1:
                self.left_out["values of a metric that was given twice"] += 1
            elif place is None:
                self.left_out["values without words of the text or a source"] += 1
            else:
                quote = " ".join(item["quote"].split())[:LONGEST]
                value, model = float(item["value"]), answer.model[:LONGEST]
                yield Rating(claim.sentence, sample, item["metric"], value, quote, place, model, samples)


def _is_outage(outcome: object) -> bool:
    """Whether an answer is missing that the next run may get."""
    return isinstance(outcome, NoAnswerError) and outcome.kind in PASSING


def _not_counted(ratings: Sequence[Rating], control: ModelAnswer | None) -> str:
    """Return why the ratings of a claim do not count; empty if they do.

    They count if its evidence strength differs from that of its opposite by at least `LEAST_DIFFERENCE`.
    """
    strength = [rating.value for rating in ratings if rating.metric == _STRENGTH]
    if not strength:
        return "without an evidence strength that rests on words"
    if control is None:
        return "of which no opposite was written"
    opposite = [item["value"] for item in control.value["metrics"] if item["metric"] == _STRENGTH]
    difference = abs(median(strength) - (median(opposite) if opposite else 0.0))
    return "" if difference >= LEAST_DIFFERENCE else "of which the opposite was rated alike"


def _place_of(quote: str, claim: RatedClaim) -> str | None:
    """Return the key of the source that has a quotation; empty for the text itself, None without either."""
    if any(is_quoted(quote, text) for text in (claim.text, *claim.grounds)):
        return ""
    holding = (key for key, texts in claim.passages.items() if any(is_quoted(quote, text) for text in texts))
    return next(holding, None)
