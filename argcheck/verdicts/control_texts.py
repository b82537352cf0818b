"""What controls ask and show: statements and texts that are made of a case and of the passages of its source."""

from __future__ import annotations

import re
from hashlib import blake2b
from typing import TYPE_CHECKING

from argcheck.files.patterns import LETTERS, long_words
from argcheck.sources.evidence import terms
from argcheck.sources.unspaced import spaced, words_of
from argcheck.tex.sentences import lists, split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from argcheck.sources.evidence import RankedPassage
    from argcheck.verdicts.judging import CitationCase

_FEWEST = 4  #: words of a sentence that can be a control, or be named by another one
_RUN = 6  #: words of a quote by which its sentence is known
_APART = 3  #: sentences of the passages that are read each by itself before anybody is accused
_LETTERS = 4  #: of a word that is put in the place of another one
_BRACKETS = re.compile(r"\s*\[([^\[\]]*)\]")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_DEEPEST = 5  #: brackets in brackets
_MARKS = "\"'“”„‟‘’‚«»‹›"


def altered(sentence: str, case: CitationCase, near: Sequence[RankedPassage]) -> str:
    """Put words of other places of the source into a sentence, so that the source does not say it; some words of the claim stay."""
    claimed = set(terms(case.sentence))
    places = [place for place in LETTERS.finditer(sentence) if len(place[0]) >= _LETTERS]
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
    shown = {word.lower() for passage in near for word in long_words(passage.block.text, _LETTERS)}
    here = {word.lower() for word in long_words(f"{sentence} {case.sentence}", _LETTERS)}
    everywhere = {word.lower() for block in case.source.blocks for word in long_words(block.text, _LETTERS)}
    pool = everywhere - shown - here or everywhere - here
    return sorted(pool, key=lambda word: blake2b(f"{sentence}\0{word}".encode()).digest())


def nearest(case: CitationCase, near: Sequence[RankedPassage]) -> list[str]:
    """The sentences of the passages that bear the most on a case, each once."""
    sentences = [sentence for passage in bearing(case, near) for sentence in passage]
    ranked = sorted(sentences, key=lambda sentence: -sentence[1])
    return list(dict.fromkeys(text for text, shared in ranked if shared))[:_APART]


def bearing(
    case: CitationCase, near: Sequence[RankedPassage], quotes: Sequence[str] = ()
) -> list[list[tuple[str, int]]]:
    """Give of each passage the sentences that hold no quote and bear on the case, each with the number of its words that it shares.

    These are the ones with a quarter of its words, however many are put beside them; where none has so many, those with
    half as many as the nearest.
    """
    words, quoted = lists(case.language), [words_of(quote) for quote in quotes]
    claimed = set(terms(bare(case)))
    passages = [
        [
            (text[start:end].strip(), len(claimed.intersection(terms(text[start:end]))))
            for start, end in split(text, words)
            if not holds_quote(words_of(text[start:end]), quoted)
        ]
        for text in (passage.block.text for passage in near)
    ]
    nearest = max((shared for sentences in passages for _, shared in sentences), default=0)
    least = min(nearest / 2, len(claimed) / 4)
    return [[sentence for sentence in sentences if sentence[1] >= least] for sentences in passages]


def holds_quote(sentence: Sequence[str], quoted: Sequence[Sequence[str]]) -> bool:
    """Whether a sentence holds a quote, or is part of one; both as words."""
    return any(
        _has_run(sentence, quote, min(len(quote), _RUN)) or _has_run(quote, sentence, len(sentence))
        for quote in quoted
    )


def without_keys(sentence: str) -> str:
    """Give a sentence without its citations."""
    return _BRACKETS.sub("", sentence).strip()


def bare(case: CitationCase) -> str:
    """Give the sentence of a case without what is no part of its claim."""
    return stripped(case.sentence, case)


def stripped(sentence: str, case: CitationCase) -> str:
    """Take out of a sentence what is no part of its claim: asides in brackets, and what a citation holds besides keys."""
    for _ in range(_DEEPEST):
        sentence = _ASIDE.sub("", sentence)
    known = {*case.cited, case.key}

    def keys(match: re.Match[str]) -> str:
        kept = [part.strip() for part in match[1].split(",") if part.strip() in known]
        return f" [{', '.join(kept)}]" if kept else ""

    return _BRACKETS.sub(keys, sentence)


def neighbours(case: CitationCase) -> tuple[str, str]:
    """The sentences beside one, empty where one names it."""
    words = words_of(without_keys(bare(case)))
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


def names_sentence(quote: str, sentence: str) -> bool:
    """Whether a quote speaks of a sentence and not of its subject: holds it in quotation marks, or as the lesser part of one of its own."""
    words = words_of(without_keys(sentence))
    if len(words) <= _FEWEST:  # so few may stand together for another reason
        return False
    quote, run = spaced(quote), r"\W+".join(map(re.escape, words))
    if re.search(rf"[{_MARKS}]\s*{run}[\s.]*[{_MARKS}]", quote, re.IGNORECASE):
        return True
    held = re.search(rf"[^.!?。！？]*\b{run}\b[^.!?。！？]*", quote, re.IGNORECASE)
    return held is not None and 2 * len(words) < len(words_of(held[0]))


def sentences(case: CitationCase, near: Sequence[RankedPassage]) -> list[str]:
    """Give the sentences of the passages that are long enough to be a statement."""
    words = lists(case.language)
    texts = (
        passage.block.text[start:end].strip()
        for passage in near
        for start, end in split(passage.block.text, words)
    )
    return [text for text in texts if len(words_of(text)) >= _FEWEST]
