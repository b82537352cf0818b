"""What in the body the sentences of abstract, questions and conclusion rest on, as far as their words tell.

A passage is a paragraph that refers to a float or a result, or cites, with the captions of its floats. A
summary rests on the passage that says most of what it says: the same rare words, the same quantities, in
the chapter that it sums up or the section that it refers to. Nothing is said where no passage is near.
"""

from __future__ import annotations

import math
import re
from collections import Counter
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.builder import by_place, within
from argcheck.argument.extract.content_words import bag_of, is_foreign, is_telling
from argcheck.files.diagnostic import Span
from argcheck.prose import lexicon
from argcheck.prose.summaries import final_discussion, summaries
from argcheck.tex.reading_text import document_sentences, sentence_of
from argcheck.tex.sections import order
from argcheck.tex.vocabulary import any_of, codes, phrases, with_english, wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.argument.extract.builder import Builder
    from argcheck.argument.model import Node
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import Section, Sentence

_ECHO = 0.3
_KINDS = frozenset({"prose", "item", "footnote"})
_SHARED = 3  # words that claim and passage must both have
#: How near passage and claim must be: anywhere, in the chapter summed up, in a section that the claim refers to.
_ANYWHERE, _CHAPTER, _NAMED = 0.4, 0.3, 0.18
_ANSWER = 0.25  # how near question and answer must be
_MEASURED, _SEVERAL = 0.1, 4  # how much a quantity counts that no more than so many paragraphs have
_CITED = 0.1  # how much nearer a passage must be that rests on a source only
_INTRODUCED = 0.1  # how much nearer an introduction must be, which reports what others found
_FAR = 2  # sentences between what says the same and what it refers to
_BRIEF = 6  # words: what is shorter says too little to be traced


class _Passage(NamedTuple):
    """A sentence of the body and the sentence next to it, in its paragraph, that refers to or cites something."""

    sentence: Sentence
    anchor: Sentence
    bag: frozenset[str]
    weight: float
    sections: tuple[Section, ...]  #: around it, outermost first
    closing: bool  #: it stands in a summary itself
    denied: bool  #: it has a negation
    shown: bool  #: a float or a result is referred to, not only a source


def trace(builder: Builder, claims: Iterable[Node]) -> None:
    """Link sentences of abstract, question and conclusion to the passage of the body that grounds them.

    :param claims: those that other runs have found; the others are read here.
    """
    before = set(builder.nodes)
    tracer = _Tracer(builder)
    tracer.trace(list(claims))
    tracer.cite()
    linked = {name for edge in builder.edges for name in (edge.source, edge.target)}
    for name, node in list(builder.nodes.items()):
        if node.sort != "sentence" and name not in before | linked:
            del builder.nodes[name]


class _Tracer:
    """The passages of a document, and what was asked of them."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.manuscript = builder.layout.manuscript
        self.summaries = list(summaries(self.manuscript)) + list(final_discussion(self.manuscript))

    def trace(self, claims: list[Node]) -> None:
        known = {(node.places[0].path, node.places[0].start): node for node in claims if node.places}
        before: Sentence | None = None
        named: tuple[Section, ...] = ()
        grounded: Node | None = None
        questions: list[tuple[Node, Sentence]] = []
        answers: list[tuple[Node, Sentence]] = []
        for sentence, flag in self._sentences():
            node = known.pop((sentence.span.path, sentence.span.start), None)
            follows = (
                before is not None
                and before.paragraph == sentence.paragraph
                and any_of(with_english(sentence.language), "findings.back").match(sentence.text) is not None
            )
            named = self._named(sentence) or (named if follows else ())
            before, previous = sentence, grounded if follows else None
            grounded = None
            if node is None:
                if len(sentence.text.split()) < _BRIEF or lexicon.says(
                    "text", sentence.text, sentence.language
                ):
                    continue
                if (
                    lexicon.says("planned", sentence.text, sentence.language)
                    or lexicon.role_of(sentence.text) == "limitation"
                ):
                    continue
                node = self.builder.sentence(sentence)
                node.flags |= {flag}
                node.confidence = min(node.confidence, _ECHO)
            if sentence.text.endswith("?"):
                questions.append((node, sentence))
            elif self._ground(node, sentence, named, previous):
                grounded = node
                answers.append((node, sentence))
        for node, sentence in questions:
            self._answer(node, sentence, answers)
        for node in known.values():
            around = sentence_of(self.manuscript, node.places[0])
            if around is not None:
                self._ground(node, around, self._named(around), None)

    def cite(self) -> None:
        """Let what a sentence reports rest on what it cites for it."""
        for sentence in document_sentences(self.manuscript):
            if sentence.span in self._anchors and lexicon.says("reported", sentence.text, sentence.language):
                node = self.builder.sentence(sentence)
                node.flags |= {"reported"}
                node.role = node.role or "evidence"
                self._rest(node, sentence)

    def _sentences(self) -> Iterator[tuple[Sentence, str]]:
        """Yield the sentences of abstract and conclusions, and the questions that the document says it asks."""
        asking = -1
        for sentence in document_sentences(self.manuscript):
            if sentence.kind not in ("prose", "item") or self.builder.layout.at(sentence.span) >= 0:
                continue
            if sentence.text.endswith(":"):
                continue  # what is concluded stands in the list behind it
            if any_of(codes(), "questions.asking").search(sentence.text):
                asking = sentence.paragraph
            if sentence.text.endswith("?"):
                if sentence.paragraph == asking:
                    yield sentence, "question"
            elif self._closing(sentence.span) and not (
                sentence.language == "en" and is_foreign(sentence.text)
            ):
                yield sentence, "summary"

    def _closing(self, span: Span) -> bool:
        return any(span.starts_in(summary.span) for summary in self.summaries)

    # -- where a claim looks

    def _named(self, sentence: Sentence) -> tuple[Section, ...]:
        """Return the sections that a sentence refers to."""
        meant = [self._section_of(name) for _, name in within(self._references, sentence.span)]
        return tuple(section for section in meant if section is not None)

    def _heading(self, section: Section) -> str:
        return self.manuscript.files[section.title.path].text[section.title.start : section.title.end]

    @cached_property
    def _references(self) -> dict[str, tuple[list[int], list[tuple[Span, str]]]]:
        return by_place([(reference.span, reference.name) for reference in self.manuscript.references])

    def _section_of(self, name: str) -> Section | None:
        meaning = self.builder.layout.label_meaning(name)
        label = next(iter(self.manuscript.labels_by_name.get(name, ())), None)
        if meaning is None or meaning.kind != "section" or label is None:
            return None
        around = self._around(label.span)
        return around[-1] if around else None

    def _around(self, span: Span) -> tuple[Section, ...]:
        """Return the sections around a place, the outermost first, which is no part of a book."""
        around = order(self.manuscript).around(span)
        return tuple(section for section in around if section.level >= 0)

    @cached_property
    def _anchors(self) -> dict[Span, list[Node]]:
        """Sentences of the body that refer to a float or a result, or cite, with what they rest on."""
        m, layout, builder = self.manuscript, self.builder.layout, self.builder
        citations = by_place(
            [
                (citation.span, citation.key)
                for citation in m.citations
                if citation.key and not citation.nocite
            ]
        )
        anchors = {}
        for sentence in document_sentences(m):
            if sentence.kind not in _KINDS or layout.at(sentence.span) >= 0:
                continue
            named = [builder.node_of_label(name) for _, name in within(self._references, sentence.span)]
            works = [
                builder.work(key) for _, key in within(citations, sentence.span) if builder.works.known(key)
            ]
            grounds = [node for node in named if node is not None] + works
            if grounds:
                anchors[sentence.span] = grounds
        return anchors

    def _captions(self, sentence: Sentence) -> str | None:
        """Return the captions of the floats that a sentence refers to; None where it refers to no float or result."""
        shown = [node for node in self._anchors.get(sentence.span, ()) if node.sort != "work"]
        return " ".join(node.text for node in shown if node.sort == "float") if shown else None

    def _bears(self, sentence: Sentence) -> bool:
        """Whether a sentence refers to what can bear a claim: no float that only illustrates something."""
        return sentence.span in self._anchors and not (
            self._captions(sentence) is not None
            and lexicon.says("illustrating", sentence.text, sentence.language)
        )

    @cached_property
    def _passages(self) -> list[_Passage]:
        layout = self.builder.layout
        paragraphs: dict[int, list[Sentence]] = {}
        for sentence in document_sentences(self.manuscript):
            if sentence.kind in _KINDS and layout.at(sentence.span) < 0:
                paragraphs.setdefault(sentence.paragraph, []).append(sentence)
        passages = []
        for sentences in paragraphs.values():
            anchors = [place for place, sentence in enumerate(sentences) if self._bears(sentence)]
            if not anchors:
                continue
            around, closing = self._around(sentences[0].span), self._closing(sentences[0].span)
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
                denied = _denies(sentence.text)
                passages += [
                    _Passage(
                        sentence,
                        sentences[near],
                        bag,
                        self._weight(bag),
                        around,
                        closing,
                        denied,
                        near in shown,
                    )
                    for bag in sorted(bags, key=len)
                ]
        return passages

    @cached_property
    def _counts(self) -> Counter[str]:
        """How many paragraphs a word is in."""
        paragraphs: dict[int, list[str]] = {}
        for sentence in document_sentences(self.manuscript):
            paragraphs.setdefault(sentence.paragraph, []).append(sentence.text)
        self._total = len(paragraphs)
        return Counter(word for texts in paragraphs.values() for word in bag_of(" ".join(texts)))

    # -- the link

    def _ground(
        self, node: Node, sentence: Sentence, named: tuple[Section, ...], previous: Node | None
    ) -> bool:
        """Link a claim to what its sentence refers to, to the passage that says the same, or to what it goes on from."""
        self.builder.nodes.setdefault(node.id, node)
        if sentence.span in self._anchors:
            self._rest(node, sentence)
            return True
        if previous is not None and previous.places[0] in self._anchors:
            self.builder.edge(previous.id, node.id, sentence.span, "echo", confidence=_ECHO)
            return True
        passage = self._nearest(node, sentence, named)
        if passage is not None and not self._only_done(sentence, passage):
            source = self.builder.sentence(passage.anchor)
            source.role = source.role or "result"
            self._rest(source, passage.anchor)
            self.builder.edge(source.id, node.id, passage.anchor.span, "echo", confidence=_ECHO)
            return True
        return False

    def _only_done(self, sentence: Sentence, passage: _Passage) -> bool:
        """Whether a sentence tells what was done, which no passage bears out, and no number that the passage has."""
        if not lexicon.says("done", sentence.text, sentence.language):
            return False
        claims = lexicon.role_of(sentence.text, sentence.language) in lexicon.CLAIMING
        return not claims and not any(map(is_telling, bag_of(sentence.text) & passage.bag))

    def _answer(self, question: Node, asked: Sentence, answers: list[tuple[Node, Sentence]]) -> None:
        """Link a question to the sentence of a conclusion that says most of what it asks for."""
        self.builder.nodes.setdefault(question.id, question)
        own, best, score = bag_of(question.text), None, _ANSWER
        for node, sentence in answers:
            bag = bag_of(node.text)
            shared = own & bag
            near = self._weight(shared) / math.sqrt(self._weight(own) * self._weight(bag))
            if len(shared) >= _SHARED and near > score and sentence.paragraph != asked.paragraph:
                best, score = node, near
        if best is not None:
            self.builder.edge(best.id, question.id, best.places[0], "answer", confidence=_ECHO)

    def _rest(self, node: Node, sentence: Sentence) -> None:
        for ground in self._anchors[sentence.span]:
            cause = "citation" if ground.sort == "work" else "float"
            self.builder.edge(ground.id, node.id, sentence.span, cause, confidence=_ECHO)

    def _nearest(self, node: Node, sentence: Sentence, named: tuple[Section, ...]) -> _Passage | None:
        own = bag_of(node.text)
        whole = self._weight(own)
        around = self._around(sentence.span)
        chapter = around[:-1] if self._closing(sentence.span) else ()
        denied = _denies(node.text)
        bar = _NAMED if named else _CHAPTER if chapter else _ANYWHERE
        best, score = None, 0.0
        for passage in self._scope(named, chapter):
            if passage.anchor.paragraph == sentence.paragraph:
                continue
            shared = own & passage.bag
            if len(shared) < (_SHARED - 1 if named else _SHARED) or denied != passage.denied:
                continue
            near = self._weight(shared) / math.sqrt(whole * passage.weight) - bar
            measured = sum(self._counts[word] <= _SEVERAL for word in shared if is_telling(word))
            if passage.anchor is not passage.sentence and not measured and not named:
                continue  # what stands beside says too little
            near += _MEASURED * measured
            near -= _CITED * (not passage.shown)
            near -= _INTRODUCED * _introduces(self._title(passage, 1))
            if near > score:
                best, score = passage, near
        return best

    def _scope(self, named: tuple[Section, ...], chapter: tuple[Section, ...]) -> list[_Passage]:
        """Return where the ground of a claim can be: of what it sums up, the sections of results if it has any."""
        body = [passage for passage in self._passages if not passage.closing]
        if not named and not chapter:
            return body
        if named:
            body = [passage for passage in body if any(section in passage.sections for section in named)]
        else:
            body = [passage for passage in body if passage.sections[: len(chapter)] == chapter]
        results = [passage for passage in body if lexicon.answers(self._title(passage))]
        return results or body

    def _title(self, passage: _Passage, first: int | None = None) -> str:
        """Return the title of the innermost section around a passage, or of the outermost ones."""
        sections = passage.sections[-1:] if first is None else passage.sections[:first]
        return " ".join(self._heading(section) for section in sections)

    def _weight(self, bag: frozenset[str]) -> float:
        counts = self._counts
        return sum(math.log((self._total + 1) / (counts[word] + 0.5)) for word in bag) or 1.0


def _denies(text: str) -> bool:
    return wording(codes(), r"\b{claims.denying}\b|n['’]t\b", re.IGNORECASE).search(text) is not None


def _introduces(title: str) -> bool:
    lower = title.lower()
    return any(word in lower for word in phrases(codes(), "sections.introducing"))
