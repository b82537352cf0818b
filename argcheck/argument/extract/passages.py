"""The passages of the body that can support a claim, and the one most similar to a claim by its words.

A passage is a sentence next to one that refers to a float or a result, or cites a work, with the captions of floats.
Similar passages share rare words and quantities; the smaller the searched part of the document, the less is required.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.content_words import bag_of, is_telling
from argcheck.files.grouping import lists_by_key
from argcheck.prose import lexicon
from argcheck.tex.reading_text import document_sentences
from argcheck.tex.sections import order
from argcheck.tex.vocabulary import codes, phrases, wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from argcheck.argument.model import Node
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords, Section, Sentence

SHARED = 3  #: least words that claim and passage have in common
#: Least similarity of passage and claim: anywhere, in the summarised chapter, in a section that the claim refers to.
_ANYWHERE, _CHAPTER, _NAMED = 0.4, 0.3, 0.18
_MEASURED, _SEVERAL = 0.1, 4  # added similarity for a quantity that is in at most so many paragraphs
_CITED = 0.1  # similarity subtracted for a passage that rests on works only
_INTRODUCED = 0.1  # similarity subtracted for an introduction, which reports what others found
_FAR = 2  # most sentences between a passage and the reference


class GroundPassage(NamedTuple):
    """A sentence of the body, and the sentence in its paragraph that refers to or cites something."""

    sentence: Sentence
    anchor: Sentence
    bag: frozenset[str]
    weight: float
    sections: tuple[Section, ...]  #: around it, outermost first
    denied: bool  #: whether it has a negation
    shown: bool  #: whether a float or a result is referred to, not only a work cited
    introducing: bool  #: whether the outermost section introduces or reports related work
    answering: bool  #: whether the title of the innermost section says that it reports results


class Passages:
    """The passages of a document."""

    def __init__(
        self,
        manuscript: ManuscriptRecords,
        sentences: Sequence[Sentence],
        grounds: Mapping[Span, Sequence[Node]],
        closing: Callable[[Span], bool],
    ) -> None:
        """Prepare the search.

        :param sentences: those that can support a claim, in document order.
        :param grounds: what they refer to and cite, by the place of the sentence.
        :param closing: whether a place is in a summary, which supports nothing.
        """
        self._manuscript = manuscript
        self._sentences = sentences
        self._grounds = grounds
        self._closing = closing

    def _captions(self, sentence: Sentence) -> str | None:
        """Return the captions of the floats that a sentence refers to, or None if it refers to no float or result."""
        shown = [node for node in self._grounds.get(sentence.span, ()) if node.sort != "work"]
        return " ".join(node.text for node in shown if node.sort == "float") if shown else None

    def _bears(self, sentence: Sentence) -> bool:
        """Whether a sentence refers to what can support a claim; not to a float that only illustrates something."""
        return sentence.span in self._grounds and not (
            self._captions(sentence) is not None
            and lexicon.says("illustrating", sentence.text, sentence.language)
        )

    @cached_property
    def _passages(self) -> list[GroundPassage]:
        """The passages of the body, in document order."""
        paragraphs = lists_by_key((sentence.paragraph, sentence) for sentence in self._sentences)
        bodies = (sentences for sentences in paragraphs.values() if not self._closing(sentences[0].span))
        return [passage for sentences in bodies for passage in self._passages_of(sentences)]

    def _passages_of(self, sentences: Sequence[Sentence]) -> Iterator[GroundPassage]:
        """Yield the passages of one paragraph."""
        anchors = [place for place, sentence in enumerate(sentences) if self._bears(sentence)]
        if not anchors:
            return
        around = self.around(sentences[0].span)
        introducing = _introduces(" ".join(map(self.heading, around[:1])))
        answering = lexicon.answers(" ".join(map(self.heading, around[-1:])))
        shown = [place for place in anchors if self._captions(sentences[place]) is not None]
        for place, sentence in enumerate(sentences):
            near = min(shown, key=lambda other: (abs(other - place), other > place), default=place)
            if abs(near - place) > _FAR:
                near = place
            if near not in anchors:
                continue
            bags = {bag_of(sentence.text)}
            if near == place:
                bags |= {bag | bag_of(self._captions(sentence) or "") for bag in bags}
            denied, anchor = _denies(sentence.text), sentences[near]
            for bag in sorted(bags, key=len):
                yield GroundPassage(
                    sentence,
                    anchor,
                    bag,
                    self.weight(bag),
                    around,
                    denied,
                    near in shown,
                    introducing,
                    answering,
                )

    @cached_property
    def _by_section(self) -> dict[Section, list[int]]:
        """The numbers of the passages in each section and its subsections."""
        return lists_by_key(
            (section, number) for number, passage in enumerate(self._passages) for section in passage.sections
        )

    @cached_property
    def _by_word(self) -> dict[str, list[int]]:
        """The numbers of the passages that have a word."""
        return lists_by_key(
            (word, number) for number, passage in enumerate(self._passages) for word in passage.bag
        )

    @cached_property
    def _counts(self) -> Counter[str]:
        """The number of paragraphs with each word."""
        return Counter(word for bag in self._paragraph_bags for word in bag)

    @cached_property
    def _paragraph_bags(self) -> list[frozenset[str]]:
        texts = lists_by_key(
            (sentence.paragraph, sentence.text) for sentence in document_sentences(self._manuscript)
        )
        return [bag_of(" ".join(text)) for text in texts.values()]

    @cached_property
    def _weights(self) -> dict[str, float]:
        """The weight of each word: the logarithm of the inverse share of paragraphs with it."""
        many = len(self._paragraph_bags) + 1
        return defaultdict(
            lambda: math.log(many / 0.5),
            {word: math.log(many / (count + 0.5)) for word, count in self._counts.items()},
        )

    def weight(self, bag: frozenset[str]) -> float:
        """Return the sum of the weights of words, or 1 without any."""
        return sum(map(self._weights.__getitem__, bag)) or 1.0

    def heading(self, section: Section) -> str:
        """Return the title of a section as written."""
        return self._manuscript.files[section.title.path].text[section.title.start : section.title.end]

    def around(self, span: Span) -> tuple[Section, ...]:
        """Return the sections around a place, outermost first, without parts of a book."""
        around = order(self._manuscript).around(span)
        return tuple(section for section in around if section.level >= 0)

    def nearest(self, node: Node, sentence: Sentence, named: tuple[Section, ...]) -> GroundPassage | None:
        """Return the passage most similar to a claim, or None if none is similar enough.

        :param named: the sections to which the sentence of the claim refers.
        """
        own = bag_of(node.text)
        whole = self.weight(own)
        around = self.around(sentence.span)
        chapter = around[:-1] if self._closing(sentence.span) else ()
        denied = _denies(node.text)
        bar = _NAMED if named else _CHAPTER if chapter else _ANYWHERE
        best, score = None, 0.0
        for passage in self._scope(named, chapter) if named or chapter else self._likely(own):
            if passage.anchor.paragraph == sentence.paragraph:
                continue
            shared = own & passage.bag
            if len(shared) < (SHARED - 1 if named else SHARED) or denied != passage.denied:
                continue
            near = self.weight(shared) / math.sqrt(whole * passage.weight) - bar
            measured = sum(map(self._measures, shared))
            if passage.anchor is not passage.sentence and not measured and not named:
                continue  # a neighbouring sentence alone says too little
            near += _MEASURED * measured
            near -= _CITED * (not passage.shown)
            near -= _INTRODUCED * passage.introducing
            if near > score:
                best, score = passage, near
        return best

    def _measures(self, word: str) -> bool:
        return self._counts[word] <= _SEVERAL and is_telling(word)

    def _scope(self, named: tuple[Section, ...], chapter: tuple[Section, ...]) -> list[GroundPassage]:
        """Return the passages in the named sections or the summarised chapter: those with results, if any."""
        of_each = (self._by_section.get(section, ()) for section in named or chapter[-1:])
        body = [self._passages[number] for number in sorted(set(chain.from_iterable(of_each)))]
        return [passage for passage in body if passage.answering] or body

    def _likely(self, own: frozenset[str]) -> Iterator[GroundPassage]:
        """Yield the passages that can be similar enough: all others share only words of too little weight."""
        little = self.weight(own) * _ANYWHERE**2
        numbers: set[int] = set()
        for word in sorted(own, key=lambda word: (self._weights[word], word)):
            little -= self._weights[word]
            if little < 0 or self._measures(word):
                numbers.update(self._by_word.get(word, ()))
        return map(self._passages.__getitem__, sorted(numbers))


def _denies(text: str) -> bool:
    return wording(codes(), r"\b{claims.denying}\b|n['’]t\b", re.IGNORECASE).search(text) is not None


def _introduces(title: str) -> bool:
    lower = title.lower()
    return any(word in lower for word in phrases(codes(), "sections.introducing"))
