"""Controls: a model's verdict counts only if the same model gives the right answers to related questions.

The source or the manuscript may contain orders to the model, in words that no list foresees.  The controls against
them do not depend on the words of an order or on the exceptions that it makes:

- The model is asked again with only the quoted words and the sentence, so that an order elsewhere is not shown.
- An order that is itself quoted must distinguish the sentence from two *twins* of it, which the model wrote before it
  saw the source: one claims the opposite, the other something else of the same subject.  They have the length and the
  style of the sentence, and each is asked about alone.  No evidence for the sentence supports both of them.
- A quotation that mentions the sentence itself, rather than its subject, is no evidence.
- Neither the rest of the passages nor any single quotation may contradict a supported sentence, and a text that
  repeats an accused sentence must support it.
- A supported sentence, and the sentences quoted for it, must not tell their readers how to judge them (`addressed`):
  an order can name one claim and leave all others, and so the twins, open.
- If a sentence of the passages, read alone, supports an accused sentence, the quoted words must limit it: words that
  decide without a word on the matter are an order.

If a verdict falls, statements made of the source's own words tell whether the source or the manuscript is to blame.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TYPE_CHECKING, NamedTuple

from argcheck.llm.client import NoAnswerError
from argcheck.llm.model import Usage
from argcheck.sources.evidence import terms
from argcheck.sources.unspaced import words_of
from argcheck.tex.sentences import lists, split
from argcheck.verdicts import addressed, control_texts, prompts, twins
from argcheck.verdicts.twins import END

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.model import ModelAnswer
    from argcheck.sources.evidence import RankedPassage
    from argcheck.verdicts.judging import CitationCase, Quote

_SUPPORTED, _CONTRADICTED, _OPEN = "supported", "contradicted", "open"
_NO_SUPPORT = frozenset({_CONTRADICTED, _OPEN})
_NO_CONTRADICTION = frozenset({_SUPPORTED, _OPEN})


_CHECKS = 18  #: at most, without those of single sentences: twelve of a support, six of who is to blame


class CheckResult(NamedTuple):
    """A check and the model's answers."""

    name: str
    statement: str
    #: ``quotes``, ``passages``, ``rest`` (other sentences that bear on the case), ``apart`` (a quote or sentence),
    #: ``apart and quotes`` or ``sentence``, with ``and neighbours`` if the text around the statement is shown
    shown: str
    answers: tuple[str, ...]  #: one, or three if the first was wrong
    right: bool


class _Texts(NamedTuple):
    """The texts of the source that a check shows."""

    name: str  #: as `CheckResult.shown` has it
    texts: tuple[str, ...]


class Confirmation(NamedTuple):
    """The result of the checks of a verdict."""

    why: str  #: the verdict falls, in a word for `Judgement.abstained`; empty if it stands
    reason: str
    asked: tuple[CheckResult, ...]
    spent: Usage = Usage()


async def confirmation(
    case: CitationCase, near: Sequence[RankedPassage], verdict: str, quotes: Sequence[Quote], client: Client
) -> Confirmation:
    """Check a verdict.

    :param near: the passages that the model saw.
    :param verdict: ``supported`` or ``miscited``.
    :raises NoAnswerError: a check got no answer.
    """
    kept = [
        quote.text
        for quote in quotes
        if not control_texts.names_sentence(quote.text, control_texts.bare(case))
    ]
    if not kept:
        return Confirmation("unconfirmed", _MENTIONED, ())
    examiner = _Examiner(case, client)
    quoted = _Texts("quotes", tuple(dict.fromkeys(kept)))
    if verdict == "supported":
        failed = await examiner.support(quoted, _rest(case, near, quoted.texts), _holding(case, near, kept))
    else:
        failed = await examiner.accusation(quoted, _all(near), control_texts.nearest(case, near))
    why, reason = (await examiner.blamed(near) or failed) if failed else ("", "")
    return Confirmation(why, reason, tuple(examiner.asked), examiner.spent)


async def plan(
    case: CitationCase, near: Sequence[RankedPassage], quotes: Sequence[str], client: Client
) -> None:
    """Add the checks of a supported sentence to the plan of a dry client, and list those of an accused one."""
    sentence = control_texts.bare(case)
    stand_ins = (sentence, f"{sentence} -", f"{sentence} +")
    questions = [
        prompts.twins(case.sentence),
        *(prompts.confirm(text, case.key, quotes) for text in stand_ins),
        prompts.confirm(sentence, case.key, _rest(case, near, quotes).texts),
        addressed.question([sentence, *_holding(case, near, quotes)]),
    ]
    for question in questions:
        with suppress(NoAnswerError):
            await client.ask(question)
    passages, alone = _all(near).texts, control_texts.nearest(case, near)
    accusation = [
        *questions[:2],
        *(prompts.confirm(text, case.key, passages) for text in stand_ins[:2]),
        prompts.confirm(quotes[0] if quotes else sentence, case.key, quotes),
        prompts.confirm(sentence, case.key, (sentence,)),
        *(prompts.confirm(sentence, case.key, (text,)) for text in alone if (text,) != tuple(quotes)),
    ]
    client.instead[0].extend(questions)
    client.instead[1].extend(accusation)
    checks = _CHECKS + 2 * len(alone)  # each once, and twice more if it fails
    check = prompts.confirm(case.sentence, case.key, passages, case.expanded)
    client.further += [(check, 1), (check, 2)] * checks + [(prompts.twins(case.sentence), 1)]


class _Examiner:
    """Asks a model the checks of one case, and records the answers."""

    def __init__(self, case: CitationCase, client: Client) -> None:
        self.case, self.client = case, client
        self.asked: list[CheckResult] = []
        self.spent = Usage()

    async def support(self, quotes: _Texts, rest: _Texts, holding: Sequence[str]) -> tuple[str, str] | None:
        """Return why a support falls, as (``why``, ``reason``) of `Confirmation`; None if it stands.

        :param holding: the sentences of the passages that contain the quotes.
        """
        case, sentence = self.case, control_texts.bare(self.case)
        stands, pair = await asyncio.gather(
            self._passes("quoted", sentence, quotes, {_SUPPORTED}), self._twins()
        )
        around: tuple[str, str] | None = None
        if not stands:  # the sentence may need its neighbours to be understood
            around = control_texts.neighbours(case)
            if not any(around) or not await self._passes("alone", sentence, quotes, _NO_CONTRADICTION):
                return "unconfirmed", _UNQUOTED
            if not await self._passes("quoted", case.sentence, quotes, {_SUPPORTED}, around):
                return "unconfirmed", _UNQUOTED
        if pair is None:
            return "unsteady", _NO_TWINS
        statements = pair if around else [control_texts.stripped(twin, case) for twin in pair]
        refused = await asyncio.gather(
            *(
                self._passes(name, twin, quotes, _NO_SUPPORT, around)
                for name, twin in zip(twins.Twins._fields, statements, strict=True)
            )
        )
        if not all(refused):
            return "unconfirmed", _BLIND
        statement = case.sentence if around else sentence
        apart = [_Texts("apart", (text,)) for text in quotes.texts] if len(quotes.texts) > 1 else []
        free = await asyncio.gather(
            *(
                self._passes(texts.name, statement, texts, _NO_CONTRADICTION, around)
                for texts in (*apart, rest)
                if texts.texts
            )
        )
        if not all(free):
            return "unconfirmed", _REST
        return ("unconfirmed", _TO_READERS) if await self._is_addressed(sentence, holding) else None

    async def _is_addressed(self, sentence: str, holding: Sequence[str]) -> bool:
        texts = list(dict.fromkeys([sentence, *holding]))
        answer = await self.client.ask(addressed.question(texts))
        self.spent = self.spent.plus(answer.usage)
        orders = addressed.told(texts, answer)
        self.asked.append(
            CheckResult("addressed", sentence, "quotes", (f"{len(orders)} of {len(texts)}",), not orders)
        )
        return bool(orders)

    async def accusation(
        self, quotes: _Texts, near: _Texts, nearest: Sequence[str]
    ) -> tuple[str, str] | None:
        """Return why an accusation falls, as (``why``, ``reason``) of `Confirmation`; None if it stands."""
        sentence = control_texts.bare(self.case)
        itself = _Texts("sentence", (control_texts.without_keys(sentence),))
        accused, alone, granted, repeated, pair = await asyncio.gather(
            self._passes("quoted", sentence, quotes, _NO_SUPPORT),
            self._passes("alone", sentence, near, _NO_SUPPORT),
            self._passes(
                "granted", f"{quotes.texts[0].rstrip(END)} [{self.case.key}].", quotes, {_SUPPORTED}
            ),
            self._passes("repeated", sentence, itself, {_SUPPORTED}),
            self._twins(),
        )
        if not accused:
            return "unconfirmed", _UNQUOTED
        if not alone:
            return "unconfirmed", _ALONE
        if not granted or not repeated:
            return "unsteady", _UNSTEADY
        if pair is None:
            return "unsteady", _NO_TWINS
        unasked = [text for text in nearest if (text,) != quotes.texts]
        innocent, *apart = await asyncio.gather(
            self._passes("other", control_texts.stripped(pair.other, self.case), near, _NO_CONTRADICTION),
            *(
                self._passes("apart", sentence, _Texts("apart", (text,)), _NO_SUPPORT, enough=any)
                for text in unasked
            ),
        )
        if not innocent:
            return "unconfirmed", _BLIND
        said = [text for text, passed in zip(unasked, apart, strict=True) if not passed]
        return None if not said or await self._limited(sentence, said, quotes) else ("unconfirmed", _SAID)

    async def _limited(self, sentence: str, said: Sequence[str], quotes: _Texts) -> bool:
        """Whether quotes limit sentences that support the claim: alone they leave it open, and with each it is lost."""
        words, known = lists(self.case.language), [words_of(text) for text in said]
        parts = [text[start:end] for text in quotes.texts for start, end in split(text, words)]
        limits = tuple(text for text in parts if not control_texts.holds_quote(words_of(text), known))
        if not limits:
            return False
        limited = await asyncio.gather(
            self._passes("limits", sentence, _Texts("quotes", limits), {_OPEN}),
            *(
                self._passes("limited", sentence, _Texts("apart and quotes", (text, *limits)), _NO_SUPPORT)
                for text in said
            ),
        )
        return all(limited)

    async def blamed(self, near: Sequence[RankedPassage]) -> tuple[str, str] | None:
        """Return whose text makes the model misjudge statements made of the source's words; None if nobody's does."""
        sentences = control_texts.sentences(self.case, near)
        if not sentences:
            return None
        case = self.case
        claimed = set(terms(case.sentence))
        others = [text for text in sentences if terms(text) != terms(case.sentence)]
        nearest = max(others or sentences, key=lambda text: len(claimed.intersection(terms(text))))
        texts = _all(near)
        around = (case.before, f"{case.sentence} {case.after}".strip())
        for name, text, right in (
            ("known", nearest, frozenset({_SUPPORTED})),
            ("altered", control_texts.altered(nearest, case, near), _NO_SUPPORT),
        ):
            statement = f"{text.rstrip(END)} [{case.key}]."
            if await self._passes(name, statement, texts, right, around):
                continue
            if await self._passes(name, statement, texts, right):
                return "steered", _STEERED
            if await self._passes(name, statement, _Texts("quotes", (nearest,)), right):
                return "tainted", _TAINTED
            return "unsteady", _UNSTEADY
        return None

    async def _passes(
        self,
        name: str,
        statement: str,
        passages: _Texts,
        right: Iterable[str],
        around: tuple[str, str] | None = None,
        *,
        enough: Callable[[Iterable[bool]], bool] = all,
    ) -> bool:
        """Whether the first answer is right, or, after a wrong one, both of two more.

        :param enough: ``any`` if one of these two is enough.
        :raises NoAnswerError: there is no answer.
        """
        context = " ".join(filter(None, (around[0], statement, around[1]))) if around else ""
        question = prompts.confirm(statement, self.case.key, passages.texts, context)
        answers = [self._read(await self.client.ask(question))]
        if answers[0] not in right:
            answers += [
                self._read(again) for again in await self.client.every(question._replace(sample=1), 2)
            ]
        passed = answers[0] in right or enough(answer in right for answer in answers[1:])
        shown = passages.name + (" and neighbours" if around else "")
        self.asked.append(CheckResult(name, statement, shown, tuple(answers), passed))
        return passed

    async def _twins(self) -> twins.Twins | None:
        pair, spent = await twins.written(self.case.sentence, self.client)
        self.spent = self.spent.plus(spent)
        return pair

    def _read(self, answer: ModelAnswer) -> str:
        self.spent = self.spent.plus(answer.usage)
        return str(answer.value["verdict"])


_UNQUOTED = "the words that were quoted do not lead to the same verdict when they stand alone"
_ALONE = "without the text around the sentence the verdict is another one"
_MENTIONED = "the source only mentions the sentence, and nothing else that was quoted bears on it"
_BLIND = "the words that were quoted lead to the same verdict on a sentence that claims something else"
_SAID = "a sentence of the source, read by itself, says what the sentence says"
_REST = "the passages contradict the sentence where the words that were quoted, or some of them, are left out"
_TO_READERS = "the sentence, or one that was quoted for it, tells its readers what to take it for"
_NO_TWINS = "the model did not write the sentences by which its verdict is checked"
_UNSTEADY = "the model misjudges a sentence whose verdict is certain"
_TAINTED = f"with these passages before it {_UNSTEADY}, and without them not"
_STEERED = f"with the manuscript's text around it {_UNSTEADY}, and without it not"


def _all(near: Sequence[RankedPassage]) -> _Texts:
    return _Texts("passages", tuple(passage.block.text for passage in near))


def _holding(case: CitationCase, near: Sequence[RankedPassage], quotes: Sequence[str]) -> list[str]:
    """Return the sentences of the passages that contain a quote; the quotes if none does."""
    quoted = [words_of(quote) for quote in quotes]
    texts = control_texts.sentences(case, near)
    return [text for text in texts if control_texts.holds_quote(words_of(text), quoted)] or [*quotes]


def _rest(case: CitationCase, near: Sequence[RankedPassage], quotes: Sequence[str]) -> _Texts:
    """Return, for each passage, the sentences without a quote that bear on the case."""
    passages = (
        " ".join(text for text, _ in sentences) for sentences in control_texts.bearing(case, near, quotes)
    )
    return _Texts("rest", tuple(text for text in passages if words_of(text)))
