"""The statements and texts of controls, made of a case and the passages of its source."""

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

_FEWEST = 4  #: least number of words of a sentence that can be a control
_RUN = 6  #: consecutive words of a quote that identify its sentence
_APART = 3  #: most sentences of the passages that are checked alone before an accusation
_LETTERS = 4  #: least length of a word that is replaced, or replaces another
_BRACKETS = re.compile(r"\s*\[([^\[\]]*)\]")
_ASIDE = re.compile(r"\s*\([^()]*\)")
_DEEPEST = 5  #: levels of nested brackets
_MARKS = "\"'“”„‟‘’‚«»‹›"


def altered(sentence: str, case: CitationCase, near: Sequence[RankedPassage]) -> str:
    """Replace half of the words of a sentence by others of the source, which so does not say it; the topic remains."""
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
    """Return words of the source outside the passages, else outside the sentence, in an order that depends on it."""
    shown = {word.lower() for passage in near for word in long_words(passage.block.text, _LETTERS)}
    here = {word.lower() for word in long_words(f"{sentence} {case.sentence}", _LETTERS)}
    everywhere = {word.lower() for block in case.source.blocks for word in long_words(block.text, _LETTERS)}
    pool = everywhere - shown - here or everywhere - here
    return sorted(pool, key=lambda word: blake2b(f"{sentence}\0{word}".encode()).digest())


def nearest(case: CitationCase, near: Sequence[RankedPassage]) -> list[str]:
    """Return up to three sentences of the passages, those that share the most words with a case."""
    sentences = [sentence for passage in bearing(case, near) for sentence in passage]
    ranked = sorted(sentences, key=lambda sentence: -sentence[1])
    return list(dict.fromkeys(text for text, shared in ranked if shared))[:_APART]


def bearing(
    case: CitationCase, near: Sequence[RankedPassage], quotes: Sequence[str] = ()
) -> list[list[tuple[str, int]]]:
    """Return, for each passage, the sentences without a quote that bear on the case, and how many words they share.

    They share at least a quarter of its words, or half as many as the nearest sentence, whichever is less.
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
    """Whether a sentence contains a quote or six words of it in a row, or is part of one; both as words."""
    return any(
        _has_run(sentence, quote, min(len(quote), _RUN)) or _has_run(quote, sentence, len(sentence))
        for quote in quoted
    )


def without_keys(sentence: str) -> str:
    """Return a sentence without citations."""
    return _BRACKETS.sub("", sentence).strip()


def bare(case: CitationCase) -> str:
    """Return the sentence of a case without asides and notes in citations."""
    return stripped(case.sentence, case)


def stripped(sentence: str, case: CitationCase) -> str:
    """Return a sentence without asides in parentheses, and with only the keys in its citations."""
    for _ in range(_DEEPEST):
        sentence = _ASIDE.sub("", sentence)
    known = {*case.cited, case.key}

    def keys(match: re.Match[str]) -> str:
        kept = [part.strip() for part in match[1].split(",") if part.strip() in known]
        return f" [{', '.join(kept)}]" if kept else ""

    return _BRACKETS.sub(keys, sentence)


def neighbours(case: CitationCase) -> tuple[str, str]:
    """Return the sentences before and after, each empty if it repeats half of the sentence between them."""
    words = words_of(without_keys(bare(case)))
    run = max(_FEWEST, (len(words) + 1) // 2)
    before, after = (
        "" if _has_run(words_of(text), words, run) else text for text in (case.before, case.after)
    )
    return before, after


def _has_run(text: Sequence[str], words: Sequence[str], length: int) -> bool:
    """Whether a text contains ``length`` of these words in a row."""
    if not text or len(words) < length:
        return False
    joined = f" {' '.join(text)} "
    return any(
        f" {' '.join(words[start : start + length])} " in joined for start in range(len(words) - length + 1)
    )


def names_sentence(quote: str, sentence: str) -> bool:
    """Whether a quote mentions a sentence: in quotation marks, or within a sentence more than twice as long."""
    words = words_of(without_keys(sentence))
    if len(words) <= _FEWEST:  # so few may occur together by chance
        return False
    quote, run = spaced(quote), r"\W+".join(map(re.escape, words))
    if re.search(rf"[{_MARKS}]\s*{run}[\s.]*[{_MARKS}]", quote, re.IGNORECASE):
        return True
    held = re.search(rf"[^.!?。！？]*\b{run}\b[^.!?。！？]*", quote, re.IGNORECASE)
    return held is not None and 2 * len(words) < len(words_of(held[0]))


def sentences(case: CitationCase, near: Sequence[RankedPassage]) -> list[str]:
    """Return the sentences of the passages with at least four words."""
    words = lists(case.language)
    texts = (
        passage.block.text[start:end].strip()
        for passage in near
        for start, end in split(passage.block.text, words)
    )
    return [text for text in texts if len(words_of(text)) >= _FEWEST]
