"""Controls: a verdict of a language model counts only where the same model, shown the same text, also judges what is known.

Whoever wrote the source or the manuscript may have written for the model, in words that no list foresees.  So each verdict
brings two statements of its own whose verdict is certain, made of a sentence of the passages: as it stands, to be granted,
and with words of other places of the source put into it, to be refused.  Both are judged beside the passages that the
verdict rests on, and the manuscript's text.

An order that turns the verdict turns one of them, too, unless it names the sentence.  So the verdict is asked for twice more:
on the words alone that were quoted, and without the manuscript's text around the sentence.
"""

from __future__ import annotations

import asyncio
import re
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from argcheck.llm.client import NoAnswerError
from argcheck.sources.evidence import Passage, terms
from argcheck.sources.text.model import Block
from argcheck.tex.sentences import split
from argcheck.tex.words import lists
from argcheck.verdicts import prompts
from argcheck.verdicts.quotes import verbatim

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from argcheck.llm.client import Client
    from argcheck.llm.model import Answer, Question
    from argcheck.verdicts.judging import Case, Quote

AGAIN, TEMPERATURE, TOP_P = (
    2,
    0.7,
    0.95,
)  #: how a control that failed is asked again; all answers must then be right
_FEWEST = 4  #: words of a sentence that can be a control
_WORD = re.compile(r"[^\W\d_]{4,}")
_MARKER = re.compile(r"\s*\[[^\[\]]*\]")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_DEEPEST = 5  #: brackets in brackets
_MARKS = "\"'“”„‟‘’‚«»‹›"
_SUPPORT, _NO_SUPPORT = frozenset({"supported"}), frozenset({"miscited", "undecidable"})
_NO_ACCUSATION = frozenset({"supported", "undecidable"})


class Check(NamedTuple):
    """A question of whose answers some are wrong."""

    name: str  #: ``granted``, ``refused``, ``quoted`` or ``alone``
    question: Question
    right: frozenset[str]  #: verdicts
    innocent: tuple[
        Question, ...
    ] = ()  #: the same without the manuscript's text, and then without the passages

    def passes(self, answer: Answer | NoAnswerError) -> bool:
        """Whether an answer is right.

        :raises NoAnswerError: there is none.
        """
        if isinstance(answer, NoAnswerError):
            raise answer
        return answer.value["verdict"] in self.right


class Failed(NamedTuple):
    """A check that a model does not pass."""

    name: str
    because: str  #: of the ``manuscript`` or the ``source``, without whose text it passes; empty where that is not so


def checks_of(
    case: Case, near: Sequence[Passage], verdict: str, quotes: Sequence[Quote]
) -> tuple[Check, ...] | None:
    """Make the checks of a verdict; None where the source only mentions the citing sentence, in quotation marks.

    :param near: the passages that the model saw.
    :param verdict: ``supported`` or ``miscited``.
    """
    bare = _MARKER.sub("", case.sentence)
    kept = [one.text for one in quotes if not _mentions(one.text, bare)]
    if not kept:
        return None
    evidence = _as_passages(kept)
    held = [one for one in near if any(verbatim(text, (one.block,)) for text in kept)] or near
    quoted, alone = (_SUPPORT, _NO_ACCUSATION) if verdict == "supported" else (_NO_SUPPORT, _NO_SUPPORT)
    without = case._replace(sentence=_without_asides(case.sentence), before="", after="", title="")
    return (
        *_controls(case, held),
        Check("quoted", _asked(case, evidence), quoted),
        Check("alone", _asked(without, held), alone),
    )


async def failed(checks: Sequence[Check], client: Client) -> Failed | None:
    """Put the checks to a model; the first that it does not pass.

    :raises NoAnswerError: one got no answer.
    """
    results = await asyncio.gather(*(_result(check, client) for check in checks), return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException):
            raise result
    return next((result for result in results if isinstance(result, Failed)), None)


async def _result(check: Check, client: Client) -> Failed | None:
    """Ask once, and where the answer is wrong twice more, which must both be right."""
    if check.passes(await client.ask(check.question)):
        return None
    more = await client.sample(check.question._replace(sample=1), 2)
    passed = [check.passes(one) for one in more]
    if all(passed):
        return None
    if not any(passed):
        for because, question in zip(("manuscript", "source"), check.innocent, strict=False):
            if check.passes(await client.ask(question)):
                return Failed(check.name, because)
    return Failed(check.name, "")


# -- what is asked


def _controls(case: Case, near: Sequence[Passage]) -> list[Check]:
    sentences = _sentences(case, near)
    if not sentences:
        return []
    claimed = set(terms(case.sentence))
    others = [one for one in sentences if terms(one) != terms(case.sentence)]
    nearest = max(others or sentences, key=lambda one: len(claimed.intersection(terms(one))))
    beside = case._replace(after=f"{case.sentence} {case.after}".strip())
    found = []
    for name, text, right in (
        ("granted", nearest, _SUPPORT),
        ("refused", altered(nearest, case, near), _NO_SUPPORT),
    ):
        statement = beside._replace(sentence=f"{text.rstrip(' .')} [{case.key}].")
        alone = statement._replace(before="", after="", title="")
        innocent = (_asked(alone, near), _asked(alone, _as_passages([nearest])))
        found.append(Check(name, _asked(statement, near), right, innocent))
    return found


def altered(sentence: str, case: Case, near: Sequence[Passage]) -> str:
    """Put words of other places of the source into a sentence, so that the source does not say it; some words of the claim stay."""
    claimed = set(terms(case.sentence))
    places = list(_WORD.finditer(sentence))
    spare = [one for one in places if not claimed.intersection(terms(one[0]))]
    shared = [one for one in places if one not in spare]
    count = max(2, (len(places) + 1) // 2)
    replaced = sorted([*spare, *shared[1:]][:count], key=lambda one: one.start())
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


def _foreign(sentence: str, case: Case, near: Sequence[Passage]) -> list[str]:
    """Words of the source that its passages do not hold, in an order that depends on the sentence; else words of other sentences."""
    shown = {word.lower() for one in near for word in _WORD.findall(one.block.text)}
    here = {word.lower() for word in _WORD.findall(f"{sentence} {case.sentence}")}
    everywhere = {word.lower() for block in case.source.blocks for word in _WORD.findall(block.text)}
    pool = everywhere - shown - here or everywhere - here
    return sorted(pool, key=lambda word: blake2b(f"{sentence}\0{word}".encode()).digest())


def _without_asides(sentence: str) -> str:
    for _ in range(_DEEPEST):
        sentence = _ASIDE.sub("", sentence)
    return sentence


def _mentions(quote: str, statement: str) -> bool:
    """Whether a quote holds a statement between quotation marks: it speaks of the sentence, and not of its subject."""
    words = re.findall(r"\w+", statement)
    if len(words) <= _FEWEST:  # so few may be quoted for another reason
        return False
    pattern = rf"[{_MARKS}]\s*" + r"\W+".join(map(re.escape, words)) + rf"[\s.]*[{_MARKS}]"
    return re.search(pattern, quote, re.IGNORECASE) is not None


def _sentences(case: Case, near: Sequence[Passage]) -> list[str]:
    words = lists(case.language)
    found = [one.block.text[start:end].strip() for one in near for start, end in split(one.block.text, words)]
    return [one for one in found if len(one.split()) >= _FEWEST]


def _as_passages(texts: Iterable[str]) -> tuple[Passage, ...]:
    return tuple(
        Passage(Block("paragraph", text), -1, rank, 0.0) for rank, text in enumerate(dict.fromkeys(texts), 1)
    )


def _asked(case: Case, near: Sequence[Passage]) -> Question:
    return prompts.arbiter(case, near, temperature=TEMPERATURE, top_p=TOP_P)
