"""The last stage of the funnel: samples of a language model, their majority, and the checks of its verdict."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.llm.client import PASSING, NoAnswerError, led_to_by_answers
from argcheck.sources.evidence import terms
from argcheck.tex.sentences import lists, split
from argcheck.verdicts import audit, controls, prompts
from argcheck.verdicts.judging import Judgement
from argcheck.verdicts.quotes import verbatim
from argcheck.verdicts.taxonomy import ABSENCES, class_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from argcheck.llm.client import Client
    from argcheck.llm.model import ModelAnswer, Question
    from argcheck.sources.evidence import RankedPassage
    from argcheck.sources.text.model import Block
    from argcheck.verdicts.judging import CitationCase, Quote

SAMPLES = 5
MAJORITY = 0.6  #: least share of the samples for a verdict
ACCUSED = 0.8  #: least share for ``miscited``


async def decided(
    case: CitationCase, near: Sequence[RankedPassage], client: Client, samples: int = SAMPLES
) -> Judgement:
    """Return the judgement of a model, with the evidence in `Judgement.bundle`, or why it decided nothing.

    :param near: the passages to show.
    :raises argcheck.llm.budget.BudgetExhaustedError: the budget does not cover the next question.
    """
    question = asked(case, [passage.block.text for passage in near])
    answers = await client.sample(question, samples)
    failures = [answer for answer in answers if isinstance(answer, NoAnswerError)]
    if client.dry and failures:  # the plan includes the checks of a decision
        quotes = [_first(passage.block.text, case) for passage in near[:1]]
        with led_to_by_answers():
            await controls.plan(case, near, quotes, client)
    lost = next((failure for failure in failures if failure.kind in PASSING), None)
    if lost is None and len(failures) == len(answers):
        lost = failures[0]
    if lost is not None:
        return abstained(case, "model", lost.kind, str(lost))
    opinions = [
        None if isinstance(answer, NoAnswerError) else _opinion(case, near, answer) for answer in answers
    ]
    models = (answer.model for answer in answers if not isinstance(answer, NoAnswerError))
    judgement = _majority(case, [opinion for opinion in opinions if opinion is not None], samples)
    judgement = judgement._replace(more={"answered_by": list(dict.fromkeys(models))})
    checked = controls.Confirmation("", "", ())
    if judgement.verdict in ("supported", "miscited"):
        try:
            checked = await controls.confirmation(case, near, judgement.verdict, judgement.quotes, client)
        except NoAnswerError as error:
            checked = controls.Confirmation(error.kind, f"a control question got no answer: {error}", ())
    counted = [opinion is not None for opinion in opinions]
    priced = client.budget is not None and client.budget.price is not None
    bundle = audit.bundle(
        case,
        near,
        question.key(client.model),
        answers,
        counted,
        judgement=judgement,
        checked=checked,
        priced=priced,
    )
    if checked.why:
        fallen = abstained(case, "guard", checked.why, checked.reason)
        judgement = fallen._replace(votes=judgement.votes, more=judgement.more)
    return judgement._replace(bundle=bundle)


def asked(case: CitationCase, passages: Iterable[str], **sampling: float) -> Question:
    """Return the question whether these passages of the source support the sentence of a case."""
    return prompts.arbiter(
        case.sentence, context=case.expanded, key=case.key, title=case.title, passages=passages, **sampling
    )


def _majority(case: CitationCase, opinions: Sequence[_Opinion], samples: int) -> Judgement:
    """Return the judgement of the majority; undecidable if it is too small."""
    votes = Counter(opinion.verdict for opinion in opinions)
    counted = dict(sorted(votes.items()))
    if len(opinions) < samples:
        counted["dropped"] = samples - len(opinions)
    if not votes:
        reason = "no sample gave words of the source for its verdict"
        return abstained(case, "model", "dropped", reason)._replace(votes=counted)
    order = ("undecidable", "supported", "miscited")  # a tie is never ``miscited``
    verdict = max(order, key=lambda name: (votes[name], -order.index(name)))
    share = votes[verdict] / samples
    agreed = [opinion for opinion in opinions if opinion.verdict == verdict]
    if share < (ACCUSED if verdict == "miscited" else MAJORITY):
        split_votes = ", ".join(f"{name} {count}" for name, count in counted.items())
        judgement = abstained(case, "model", "split", f"the samples do not agree ({split_votes})")
    elif verdict == "undecidable":
        judgement = abstained(case, "model", "undecided", agreed[0].reason)
    elif verdict == "supported":
        claimed = set(terms(case.sentence))
        # the checks that follow see the words of one sample only
        speaker = max(agreed, key=lambda opinion: len(claimed & _terms_quoted(opinion)))
        judgement = Judgement(verdict, "model", speaker.reason, case.searched, quotes=speaker.quotes)
    else:
        judgement = _accused(case, agreed, samples)
    return judgement._replace(confidence=share, votes=counted)


def _accused(case: CitationCase, agreed: Sequence[_Opinion], samples: int) -> Judgement:
    """Return the judgement of the samples for ``miscited``; undecidable if it rests on text that was not read."""
    class_, subtype = class_of(opinion.problem for opinion in agreed)
    speaker = next(opinion for opinion in agreed if opinion.problem == subtype)
    present = sum(opinion.problem not in ABSENCES for opinion in agreed)
    if case.searched != "full" and (subtype in ABSENCES or present / samples < MAJORITY):
        reason = (
            f"only the {case.searched} of the source was read, and what is missing there may stand elsewhere"
        )
        return abstained(case, "model", "abstract", reason)
    return Judgement(
        "miscited",
        "model",
        speaker.reason,
        case.searched,
        class_=class_,
        subtype=subtype,
        quotes=speaker.quotes,
        would_support=speaker.would_support,
    )


class _Opinion(NamedTuple):
    """A sample that counts as a vote."""

    verdict: str
    problem: str
    quotes: tuple[Quote, ...]
    reason: str
    would_support: str


def _terms_quoted(opinion: _Opinion) -> set[str]:
    return {term for quote in opinion.quotes for term in terms(quote.text)}


def _opinion(case: CitationCase, near: Sequence[RankedPassage], answer: ModelAnswer) -> _Opinion | None:
    """Read a sample; None if it decides on no or wrong or unrelated quotes, or its verdict and problem contradict."""
    value: Mapping[str, Any] = answer.value
    verdict, problem = value["verdict"], value["problem"]
    shown = tuple(passage.block for passage in near)
    quotes = [quote for item in value["quotes"] if (quote := verbatim(item["text"], shown))]
    reason = " ".join(value["reason"].split())
    if verdict == "undecidable":
        return _Opinion(verdict, "none", tuple(quotes), reason, "")
    if not quotes or len(quotes) < len(value["quotes"]):
        return None
    if (verdict == "miscited") == (problem == "none"):  # it contradicts itself
        return None
    bearing = [quote.text for quote in quotes] if verdict == "supported" else _around(quotes, shown)
    claimed = set(terms(case.expanded))
    if all(claimed.isdisjoint(terms(text)) for text in bearing):
        return None
    would = " ".join(value["would_support"].split()) if verdict == "miscited" else ""
    return _Opinion(verdict, problem, tuple(quotes), reason, would)


def _around(quotes: Sequence[Quote], blocks: Sequence[Block]) -> list[str]:
    """Return the paragraphs with the quotes: a quote of what a sentence leaves out need not share a word with it."""
    return [block.text for block in blocks if any(verbatim(quote.text, (block,)) for quote in quotes)]


def abstained(case: CitationCase, stage: str, why: str, reason: str) -> Judgement:
    """Return the judgement that nothing was decided."""
    return Judgement("undecidable", stage, reason, case.searched, abstained=why)


def _first(text: str, case: CitationCase) -> str:
    places = split(text, lists(case.language)) or [(0, len(text))]
    return text[places[0][0] : places[0][1]]
