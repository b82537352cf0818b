"""The support of sentences of abstract, questions and conclusion in the body, as far as words show it.

A summary rests on the passage most similar to it, in the chapter that it summarises or the section that it refers to.
Without a similar passage there is no support.
"""

from __future__ import annotations

import math
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from argcheck.argument.extract.builder import mentions_in
from argcheck.argument.extract.content_words import bag_of, is_foreign, is_telling
from argcheck.argument.extract.passages import SHARED, Passages
from argcheck.argument.extract.shown_numbers import ShownNumbers
from argcheck.argument.model import HELD_BACK
from argcheck.files.grouping import lists_by_key
from argcheck.prose import lexicon
from argcheck.prose.summaries import final_discussion, summaries
from argcheck.tex.live_source import holding, joined
from argcheck.tex.model import Reference
from argcheck.tex.reading_text import document_sentences, sentence_of
from argcheck.tex.vocabulary import any_of, codes, with_english, words

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.argument.extract.builder import Builder
    from argcheck.argument.extract.passages import GroundPassage
    from argcheck.argument.extract.shown_numbers import ShownFloats
    from argcheck.argument.model import Node
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import Citation, Section, Sentence

_ECHO = 0.3
_KINDS = frozenset({"prose", "item", "footnote"})
_ANSWER = 0.25  # least similarity of question and answer
_BRIEF = 6  # least words of a sentence to trace


def trace(builder: Builder, claims: Iterable[Node]) -> None:
    """Link sentences of abstract, questions and conclusion to the passage of the body that supports them.

    :param claims: such sentences that other runs have; the others are read here.
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
    """Traces the sentences of one document."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.manuscript = builder.layout.manuscript
        spans = [
            summary.span for summary in chain(summaries(self.manuscript), final_discussion(self.manuscript))
        ]
        ranges = lists_by_key((path, (start, end)) for path, start, end in spans)
        self._ahead = -1  # the last paragraph that turned to future work
        self._summed_up = {path: joined(here) for path, here in ranges.items()}
        self.passages = Passages(self.manuscript, self._bearing, self._anchors, self._closing)
        self.numbers = ShownNumbers(
            builder.layout, self._bearing, self._anchors, self._closing, self.passages.weight
        )

    def trace(self, claims: list[Node]) -> None:
        """Link the sentences of abstract, questions and conclusions, and the claims of other runs, to their support."""
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
                node = self.builder.sentence(sentence)
                node.flags |= {flag}
                node.confidence = min(node.confidence, _ECHO)
            if flag == "summary" and self._held_back(sentence):
                node.flags |= {HELD_BACK}
            elif sentence.text.endswith("?"):
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
        """Let sentences that report what others found rest on what they cite."""
        for sentence in document_sentences(self.manuscript):
            if sentence.span in self._anchors and lexicon.says("reported", sentence.text, sentence.language):
                node = self.builder.sentence(sentence)
                node.flags |= {"reported"}
                node.role = node.role or "evidence"
                self._rest(node, sentence)

    def _sentences(self) -> Iterator[tuple[Sentence, str]]:
        """Yield the sentences of abstract and conclusions, and the questions that the document asks."""
        asking = -1
        for sentence in document_sentences(self.manuscript):
            if sentence.kind not in ("prose", "item") or self.builder.layout.at(sentence.span) >= 0:
                continue
            if sentence.text.endswith(":"):
                continue  # the claim is the list after it
            if any_of(codes(), "questions.asking").search(sentence.text):
                asking = sentence.paragraph
            if sentence.text.endswith("?"):
                if sentence.paragraph == asking:
                    yield sentence, "question"
            elif self._closing(sentence.span) and not (
                sentence.language == "en" and is_foreign(sentence.text)
            ):
                yield sentence, "summary"

    def _held_back(self, sentence: Sentence) -> bool:
        """Whether a sentence tells of a plan, a limit, a possibility or what the text will do, which nothing supports.

        After the first words about future work, the rest of their paragraph counts, too.
        """
        text, language = sentence.text, sentence.language
        if lexicon.says("outlook", text, language):
            self._ahead = sentence.paragraph
            return True
        if lexicon.says("announcing", text, language):
            return True
        if lexicon.claims(text, language):
            return False
        may_be = lexicon.says("may-be", text, language) and not any(map(is_telling, bag_of(text)))
        limits = (
            lexicon.role_of(text) == "limitation"
        )  # English only: "malgré leurs limites" concedes them, and claims
        around = map(self.passages.heading, self.passages.around(sentence.span)[-1:])
        return (
            may_be
            or limits
            or self._ahead == sentence.paragraph
            or lexicon.says("planned", text, language)
            or any(map(lexicon.looks_ahead, around))
        )

    def _closing(self, span: Span) -> bool:
        return holding(self._summed_up.get(span.path, ()), span.start) is not None

    @cached_property
    def _bearing(self) -> list[Sentence]:
        """The sentences that can support a claim."""
        return [
            sentence
            for sentence in document_sentences(self.manuscript)
            if sentence.kind in _KINDS and self.builder.layout.at(sentence.span) < 0
        ]

    @cached_property
    def _anchors(self) -> dict[Span, list[Node]]:
        """The floats, results and works that sentences of the body refer to or cite, by place of the sentence."""
        anchors = {}
        for sentence in self._bearing:
            meant = map(self._meant, mentions_in(self.manuscript, sentence.span))
            if grounds := [node for node in meant if node is not None]:
                anchors[sentence.span] = grounds
        return anchors

    def _meant(self, mention: Citation | Reference) -> Node | None:
        if isinstance(mention, Reference):
            return self.builder.node_of_label(mention.name)
        known = mention.key and not mention.nocite and self.builder.works.known(mention.key)
        return self.builder.work(mention.key) if known else None

    # -- where support is searched

    def _named(self, sentence: Sentence) -> tuple[Section, ...]:
        """Return the sections that a sentence refers to."""
        mentions = mentions_in(self.manuscript, sentence.span)
        meant = [self._section_of(mention.name) for mention in mentions if isinstance(mention, Reference)]
        return tuple(section for section in meant if section is not None)

    def _section_of(self, name: str) -> Section | None:
        meaning = self.builder.layout.label_meaning(name)
        label = next(iter(self.manuscript.labels_by_name.get(name, ())), None)
        if meaning is None or meaning.kind != "section" or label is None:
            return None
        around = self.passages.around(label.span)
        return around[-1] if around else None

    # -- the link

    def _ground(
        self, node: Node, sentence: Sentence, named: tuple[Section, ...], previous: Node | None
    ) -> bool:
        """Link a claim to what its sentence refers to, a similar passage, or the sentence before; return success."""
        self.builder.nodes.setdefault(node.id, node)
        if own := self._anchors.get(sentence.span):
            if all(ground.sort == "work" for ground in own) and _works_on(sentence):
                return False
            self._rest(node, sentence)
            return True
        if previous is not None and previous.places[0] in self._anchors:
            self.builder.edge(previous.id, node.id, sentence.span, "echo", confidence=_ECHO)
            return True
        if shown := self._shown(sentence):
            if shown.anchor is None:
                for name in sorted(shown.floats):
                    self.builder.float(self.builder.layout.float_index[name])
                    self.builder.edge(name, node.id, sentence.span, "float", confidence=_ECHO)
                return True
            self._echo(node, shown.anchor)
            return True
        passage = self.passages.nearest(node, sentence, named)
        if passage is None or self._only_done(sentence, passage):
            return False
        self._echo(node, passage.anchor)
        return True

    def _shown(self, sentence: Sentence) -> ShownFloats | None:
        """Return the floats that show the numbers of a sentence; None also if it reports what was done."""
        if not self._closing(sentence.span) or lexicon.only_done(sentence.text, sentence.language):
            return None
        around = self.passages.around(sentence.span)[:-1]
        summed_up = [section for section in around if not lexicon.concludes(self.passages.heading(section))][
            -1:
        ]
        return self.numbers.ground(sentence, lambda place: set(summed_up) <= set(self.passages.around(place)))

    def _echo(self, node: Node, anchor: Sentence) -> None:
        """Let a claim rest on a similar sentence, and this on what it refers to."""
        source = self.builder.sentence(anchor)
        source.role = source.role or "result"
        self._rest(source, anchor)
        self.builder.edge(source.id, node.id, anchor.span, "echo", confidence=_ECHO)

    def _only_done(self, sentence: Sentence, passage: GroundPassage) -> bool:
        """Whether a sentence reports what was done, which no passage supports, without a number of the passage."""
        return lexicon.only_done(sentence.text, sentence.language) and not any(
            map(is_telling, bag_of(sentence.text) & passage.bag)
        )

    def _answer(self, question: Node, asked: Sentence, answers: list[tuple[Node, Sentence]]) -> None:
        """Link a question to the most similar sentence of a conclusion."""
        self.builder.nodes.setdefault(question.id, question)
        own, best, score = bag_of(question.text), None, _ANSWER
        for node, sentence in answers:
            bag = bag_of(node.text)
            shared = own & bag
            near = self.passages.weight(shared) / math.sqrt(
                self.passages.weight(own) * self.passages.weight(bag)
            )
            if len(shared) >= SHARED and near > score and sentence.paragraph != asked.paragraph:
                best, score = node, near
        if best is not None:
            self.builder.edge(best.id, question.id, best.places[0], "answer", confidence=_ECHO)

    def _rest(self, node: Node, sentence: Sentence) -> None:
        for ground in self._anchors[sentence.span]:
            cause = "citation" if ground.sort == "work" else "float"
            self.builder.edge(ground.id, node.id, sentence.span, cause, confidence=_ECHO)


def _works_on(sentence: Sentence) -> bool:
    """Whether a sentence reports what was done with cited works: "ELECTRA [3] and BERT [4] were compared".

    A work cited at the end is its source, as is one that did it: "first explored by [3], and not since".
    """
    parts = [part.split() for part in sentence.text.split("[")[:-1]]
    doers = words(with_english(sentence.language), "claims.doers")
    by_them = any(words_before and words_before[-1] in doers for words_before in parts)
    at_its_end = sentence.text.rstrip(" .)").endswith("]")
    return lexicon.only_done(sentence.text, sentence.language) and not (by_them or at_its_end)
