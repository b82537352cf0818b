"""Controls: a verdict of a language model counts only where the same model, asked otherwise, says what must then be said.

Whoever wrote the source or the manuscript may have written for the model, in words that no list foresees.  Three things
meet that, whatever an order says and whatever it exempts:

- what is asked again is shown only what the verdict rests on: the words that were quoted, and the sentence without what stands
  around it.  An order that is neither is not there any more;
- an order that is itself the quotation is there, but it has to tell the sentence from two *twins* of it that the model wrote before
  it saw the source: one that claims the opposite, and one that claims something else of the same subject.  They are as natural
  as the sentence, of its length and in its voice, and each is asked about by itself.  Words that bear on the sentence do not
  bear on both of them;
- words that name the sentence speak of it and not of its subject: they are no evidence;
- what the passages say beside the words that were quoted must not contradict a sentence that these support, and words that repeat an
  accused sentence must support it.

Where a verdict falls, statements made of the source's own words tell whether the source or the manuscript is to blame.
"""

from __future__ import annotations

import asyncio
import re
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from argcheck.llm.client import NoAnswerError
from argcheck.llm.model import Usage
from argcheck.sources.evidence import terms
from argcheck.sources.unspaced import spaced
from argcheck.tex.sentences import lists, split
from argcheck.verdicts import prompts, twins
from argcheck.verdicts.twins import END, words_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.model import ModelAnswer
    from argcheck.sources.evidence import RankedPassage
    from argcheck.verdicts.judging import CitationCase, Quote

_FEWEST = 4  #: words of a sentence that can be a control, or be named by another one
_RUN = 6  #: words of a quote by which its sentence is known
_WORD = re.compile(r"[^\W\d_]{4,}")
_BRACKETS = re.compile(r"\s*\[([^\[\]]*)\]")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_DEEPEST = 5  #: brackets in brackets
_MARKS = "\"'“”„‟‘’‚«»‹›"
_SUPPORTED, _CONTRADICTED, _OPEN = "supported", "contradicted", "open"
_NO_SUPPORT = frozenset({_CONTRADICTED, _OPEN})
_NO_CONTRADICTION = frozenset({_SUPPORTED, _OPEN})


class CheckResult(NamedTuple):
    """One check and how a model answered it."""

    name: str
    statement: str
    shown: str  #: ``quotes``, ``passages``, ``rest`` (what else of them bears on the sentence) or ``sentence``; ``and neighbours`` of it
    answers: tuple[str, ...]  #: one, or three where the first was wrong
    right: bool


class _Texts(NamedTuple):
    """What a check shows of the source."""

    name: str  #: as `CheckResult.shown` has it
    texts: tuple[str, ...]


class Confirmation(NamedTuple):
    """What became of the checks of a verdict."""

    why: str  #: it falls, as `Judgement.abstained` says it; empty where it stands
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
    kept = [quote.text for quote in quotes if not _names(quote.text, _bare(case))]
    if not kept:
        return Confirmation("unconfirmed", _MENTIONED, ())
    examiner = _Examiner(case, client)
    quoted = _Texts("quotes", tuple(dict.fromkeys(kept)))
    if verdict == "supported":
        failed = await examiner.support(quoted, _rest(case, near, quoted.texts))
    else:
        failed = await examiner.accusation(quoted, _all(near))
    why, reason = (await examiner.blamed(near) or failed) if failed else ("", "")
    return Confirmation(why, reason, tuple(examiner.asked), examiner.spent)


async def plan(
    case: CitationCase, near: Sequence[RankedPassage], quotes: Sequence[str], client: Client
) -> None:
    """Put what a supported sentence would lead to into the plan of a client that asks nothing."""
    sentence = _bare(case)
    stand_ins = (sentence, f"{sentence} -", f"{sentence} +")
    questions = [
        prompts.twins(case.sentence),
        *(prompts.confirm(text, case.key, quotes) for text in stand_ins),
        prompts.confirm(sentence, case.key, _rest(case, near, quotes).texts),
    ]
    for question in questions:
        with suppress(NoAnswerError):
            await client.ask(question)


class _Examiner:
    """Puts checks about one case to a model, and notes the answers."""

    def __init__(self, case: CitationCase, client: Client) -> None:
        self.case, self.client = case, client
        self.asked: list[CheckResult] = []
        self.spent = Usage()

    async def support(self, quotes: _Texts, rest: _Texts) -> tuple[str, str] | None:
        """Say why a support falls: the words do not bear it alone, or bear its twins as well, or the rest speaks against it."""
        case, sentence = self.case, _bare(self.case)
        stands, pair = await asyncio.gather(
            self._passes("quoted", sentence, quotes, {_SUPPORTED}),
            self._twins(),
        )
        around: tuple[str, str] | None = None
        if not stands:  # the sentence may need its neighbours to be understood
            around = _neighbours(case)
            if not any(around) or not await self._passes("alone", sentence, quotes, _NO_CONTRADICTION):
                return "unconfirmed", _UNQUOTED
            if not await self._passes("quoted", case.sentence, quotes, {_SUPPORTED}, around):
                return "unconfirmed", _UNQUOTED
        if pair is None:
            return "unsteady", _NO_TWINS
        statements = pair if around else [_stripped(twin, case) for twin in pair]
        refused = await asyncio.gather(
            *(
                self._passes(name, twin, quotes, _NO_SUPPORT, around)
                for name, twin in zip(twins.Twins._fields, statements, strict=True)
            )
        )
        if not all(refused):
            return "unconfirmed", _BLIND
        statement = case.sentence if around else sentence
        if rest.texts and not await self._passes("rest", statement, rest, _NO_CONTRADICTION, around):
            return "unconfirmed", _REST
        return None

    async def accusation(self, quotes: _Texts, near: _Texts) -> tuple[str, str] | None:
        """Say why an accusation falls: without the manuscript's text there is none, or the passages accuse anything."""
        sentence = _bare(self.case)
        itself = _Texts("sentence", (_BRACKETS.sub("", sentence).strip(),))
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
        innocent = await self._passes("other", _stripped(pair.other, self.case), near, _NO_CONTRADICTION)
        return None if innocent else ("unconfirmed", _BLIND)

    async def blamed(self, near: Sequence[RankedPassage]) -> tuple[str, str] | None:
        """Say whose text misleads the model: statements made of the source's words are judged wrongly with it, and rightly without."""
        sentences = _sentences(self.case, near)
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
            ("altered", altered(nearest, case, near), _NO_SUPPORT),
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
    ) -> bool:
        """Ask once, and where the answer is wrong twice more, which must both be right.

        :raises NoAnswerError: there is no answer.
        """
        context = " ".join(filter(None, (around[0], statement, around[1]))) if around else ""
        question = prompts.confirm(statement, self.case.key, passages.texts, context)
        answers = [self._read(await self.client.ask(question))]
        if answers[0] not in right:
            for again in await self.client.sample(question._replace(sample=1), 2):
                if isinstance(again, NoAnswerError):
                    raise again
                answers.append(self._read(again))
        passed = answers[0] in right or all(answer in right for answer in answers[1:])
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
_REST = "the passages contradict the sentence where the words that were quoted are left out"
_NO_TWINS = "the model did not write the sentences by which its verdict is checked"
_UNSTEADY = "the model misjudges a sentence whose verdict is certain"
_TAINTED = f"with these passages before it {_UNSTEADY}, and without them not"
_STEERED = f"with the manuscript's text around it {_UNSTEADY}, and without it not"


def altered(sentence: str, case: CitationCase, near: Sequence[RankedPassage]) -> str:
    """Put words of other places of the source into a sentence, so that the source does not say it; some words of the claim stay."""
    claimed = set(terms(case.sentence))
    places = list(_WORD.finditer(sentence))
    spare = [place for place in places if not claimed.intersection(terms(place[0]))]
    shared = [place for place in places if place not in spare]
    count = max(2, (len(places) + 1) // 2)
    replaced = sorted([*spare, *shared[1:]][:count], key=lambda place: place.start())
    words = _foreign(sentence, case, near)
    if not words or not replaced:
        half = len(sentence.split()) // 2
        return " ".join((*sentence.rstrip(".").split()[half:], *sentence.split()[:half]))
    text, end = "", 0
    for number, place in enumerate(replaced):
        word = words[number % len(words)]
        text += sentence[end : place.start()] + (word.capitalize() if place[0][0].isupper() else word)
        end = place.end()
    return text + sentence[end:]


def _foreign(sentence: str, case: CitationCase, near: Sequence[RankedPassage]) -> list[str]:
    """Words of the source that its passages do not hold, in an order that depends on the sentence; else words of other sentences."""
    shown = {word.lower() for passage in near for word in _WORD.findall(passage.block.text)}
    here = {word.lower() for word in _WORD.findall(f"{sentence} {case.sentence}")}
    everywhere = {word.lower() for block in case.source.blocks for word in _WORD.findall(block.text)}
    pool = everywhere - shown - here or everywhere - here
    return sorted(pool, key=lambda word: blake2b(f"{sentence}\0{word}".encode()).digest())


def _all(near: Sequence[RankedPassage]) -> _Texts:
    return _Texts("passages", tuple(passage.block.text for passage in near))


def _rest(case: CitationCase, near: Sequence[RankedPassage], quotes: Sequence[str]) -> _Texts:
    """Give of each passage the sentences that hold no quote and bear on the case.

    These are the ones with a quarter of its words, however many are put beside them; where none has so many, those with half as many as the nearest.
    """
    words, quoted = lists(case.language), [words_of(quote) for quote in quotes]
    claimed = set(terms(_bare(case)))
    passages = [
        [
            (text[start:end], len(claimed.intersection(terms(text[start:end]))))
            for start, end in split(text, words)
            if not _holds_quote(words_of(text[start:end]), quoted)
        ]
        for text in (passage.block.text for passage in near)
    ]
    nearest = max((shared for sentences in passages for _, shared in sentences), default=0)
    least = min(nearest / 2, len(claimed) / 4)
    rest = (" ".join(text.strip() for text, shared in sentences if shared >= least) for sentences in passages)
    return _Texts("rest", tuple(text for text in rest if words_of(text)))


def _holds_quote(sentence: Sequence[str], quoted: Sequence[Sequence[str]]) -> bool:
    return any(
        _has_run(sentence, quote, min(len(quote), _RUN)) or _has_run(quote, sentence, len(sentence))
        for quote in quoted
    )


def _bare(case: CitationCase) -> str:
    return _stripped(case.sentence, case)


def _stripped(sentence: str, case: CitationCase) -> str:
    """Take out of a sentence what is no part of its claim: asides in brackets, and what a citation holds besides keys."""
    for _ in range(_DEEPEST):
        sentence = _ASIDE.sub("", sentence)
    known = {*case.cited, case.key}

    def keys(match: re.Match[str]) -> str:
        kept = [part.strip() for part in match[1].split(",") if part.strip() in known]
        return f" [{', '.join(kept)}]" if kept else ""

    return _BRACKETS.sub(keys, sentence)


def _neighbours(case: CitationCase) -> tuple[str, str]:
    """The sentences beside one, empty where one names it."""
    words = words_of(_BRACKETS.sub("", _bare(case)))
    run = max(_FEWEST, (len(words) + 1) // 2)
    before, after = (
        "" if _has_run(words_of(text), words, run) else text for text in (case.before, case.after)
    )
    return before, after


def _has_run(text: Sequence[str], words: Sequence[str], length: int) -> bool:
    """Whether so many consecutive words stand in a text one after the other."""
    if not text or len(words) < length:
        return False
    joined = f" {' '.join(text)} "
    return any(
        f" {' '.join(words[start : start + length])} " in joined for start in range(len(words) - length + 1)
    )


def _names(quote: str, sentence: str) -> bool:
    """Whether a quote speaks of a sentence and not of its subject: holds it in quotation marks, or as the lesser part of one of its own."""
    words = words_of(_BRACKETS.sub("", sentence))
    if len(words) <= _FEWEST:  # so few may stand together for another reason
        return False
    quote, run = spaced(quote), r"\W+".join(map(re.escape, words))
    if re.search(rf"[{_MARKS}]\s*{run}[\s.]*[{_MARKS}]", quote, re.IGNORECASE):
        return True
    held = re.search(rf"[^.!?。！？]*\b{run}\b[^.!?。！？]*", quote, re.IGNORECASE)
    return held is not None and 2 * len(words) < len(words_of(held[0]))


def _sentences(case: CitationCase, near: Sequence[RankedPassage]) -> list[str]:
    words = lists(case.language)
    texts = (
        passage.block.text[start:end].strip()
        for passage in near
        for start, end in split(passage.block.text, words)
    )
    return [text for text in texts if len(words_of(text)) >= _FEWEST]
