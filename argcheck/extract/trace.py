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

from argcheck.diagnostic import Span
from argcheck.extract import lexicon
from argcheck.extract.nodes import by_place, within
from argcheck.extract.parts import summaries
from argcheck.graph.normalise import STOPWORDS, stem
from argcheck.patterns import lazy
from argcheck.tex.text import sentence_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.extract.model import Node
    from argcheck.extract.nodes import Builder
    from argcheck.tex.model import Section
    from argcheck.tex.text import Sentence

_ECHO = 0.3
_KINDS = frozenset({"prose", "item", "footnote"})
_WORD = lazy(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_QUANTITY = lazy(r"(?<![\w.])(\d+(?:[.,]\d+)*)\s?(%|°|[A-Za-zµ]{1,3}\b)?")
_SHARED = 3  # words that claim and passage must both have
#: How near passage and claim must be: anywhere, in the chapter summed up, in a section called by its title, in one referred to.
_ANYWHERE, _CHAPTER, _TITLED, _NAMED = 0.34, 0.3, 0.18, 0.12
_ANSWER = 0.25  # how near question and answer must be
_TITLE = 2  # words of a title that names its section
_RARE = 0.08  # of the paragraphs may have the rarest of them
_MEASURED, _SEVERAL = 0.1, 4  # how much a quantity counts that no more than so many paragraphs have
_CITED = 0.1  # how much nearer a passage must be that rests on a source only
_INTRODUCED = 0.1  # how much nearer an introduction must be, which reports what others found
_FAR = 2  # sentences between what says the same and what it refers to
_BRIEF = 6  # words: what is shorter says too little to be traced
_ASKING = lazy(
    r"\b(?:research|following|main|central|guiding|our|leading) questions?\b|\bforschungsfragen?\b|\bquestions? de recherche\b"
    r"|\bthis (?:thesis|paper|work|article) (?:asks|answers|addresses)\b|\bwe ask\b",
    re.IGNORECASE,
)
_DONE = lazy(
    r"\b(?:was|were) (?:carried out|conducted|formulated|performed)\b|\bshould be\b|\bone way is\b|\bis devoted to\b"
    r"|\bare (?:discussed|investigated|conducted)\b|\bresearch topic\b|\bwill be produced\b|\bthe way to\b"
    r"|\b(?:we|i) (?:envision|predict|expect|anticipate|hope)\b|\bbackground is\b|\bgoal of\b|\bin order to investigate\b|\b(?:this|these|the) (?:thesis|experiments?) (?:investigates?|summari[sz]es?)\b",
    re.IGNORECASE,
)
_BACK = lazy(
    r"(?:this|these|that|those|it|they|their|such|in this (?:case|table|figure|way)"
    r"|the (?:results?|findings?|experiments?|tables?|figures?|authors?) )\b",
    re.IGNORECASE,
)
_SETTING = lazy(
    r"introduction|background|related|previous|motivation|einleitung|grundlagen|introduction", re.IGNORECASE
)
_MACRO = lazy(r"\\[A-Za-z]*cite[A-Za-z]*\*?(?:\[[^\]]*\])*\{[^{}]*\}|\\[A-Za-z]+")
_DISCUSSION = lazy(r"(?:general )?(?:discussion|diskussion)\b", re.IGNORECASE)
_NOT = lazy(r"\b(?:not|no|never|cannot|without|nicht|kein\w*|ne|pas)\b|n['’]t\b", re.IGNORECASE)
_LEAD = lazy(r"\A[^:]{0,30}\d+:\s*")  # "Example 3: ..."
_COMMON_WORDS = """
we our us these those which with for from by as be been can may not has have had its their than then
also such more most other between both into over under about only very show shown find found use
used using result results method paper thesis figure table section chapter in this work study what
how many where when while whereas could would will should must might does did done there here
however further already even well way present presented provide provided describe described
demonstrate demonstrated indicate indicates different given case cases order possible able any all
each some one two three first second new number
"""
_ALSO_GERMAN = frozenset({"in", "an", "was", "also", "under", "so"})
_ENGLISH = 1
_COMMON = STOPWORDS["en"].union(_COMMON_WORDS.split())


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
        self.summaries = list(summaries(self.manuscript)) + list(self._discussion())

    def _discussion(self) -> Iterator[tuple[Span, str]]:
        """Yield the discussion of a document that ends with one and has no conclusion."""
        sections = self.manuscript.sections
        top = min((section.level for section in sections), default=0)
        outer = [section for section in sections if section.level == top]
        titles = [self._heading(section) for section in outer]
        last = next((one for one in reversed(outer) if _DISCUSSION.match(self._heading(one))), None)
        if last is None or any(map(lexicon.concludes, titles)):
            return
        here = [one.span.start for one in sections if one.span.path == last.span.path]
        following = (start for start in here if start > last.span.start)
        end = next(following, len(self.manuscript.files[last.span.path].text))
        yield Span(last.span.path, last.span.end, end), "concluding"

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
                and bool(_BACK.match(sentence.text))
            )
            named = self._named(sentence) or (named if follows else ())
            before, previous = sentence, grounded if follows else None
            grounded = None
            if node is None:
                if len(sentence.text.split()) < _BRIEF or lexicon.META.search(sentence.text):
                    continue
                if _DONE.search(sentence.text) or lexicon.role_of(sentence.text) == "limitation":
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
            found = sentence_at(self.manuscript, node.places[0])
            if found is not None:
                self._ground(node, found, self._named(found), None)

    def cite(self) -> None:
        """Let what a sentence reports rest on what it cites for it."""
        for sentence in self.manuscript.sentences:
            if sentence.span in self._anchors and lexicon.REPORTED.search(sentence.text):
                node = self.builder.sentence(sentence)
                node.flags |= {"reported"}
                node.role = node.role or "evidence"
                self._rest(node, sentence)

    def _sentences(self) -> Iterator[tuple[Sentence, str]]:
        """Yield the sentences of abstract and conclusions, and the questions that the document says it asks."""
        asking = -1
        for sentence in self.manuscript.sentences:
            if sentence.kind not in ("prose", "item") or self.builder.layout.at(sentence.span) >= 0:
                continue
            if _ASKING.search(sentence.text):
                asking = sentence.paragraph
            if sentence.text.endswith("?"):
                if sentence.paragraph == asking:
                    yield sentence, "question"
            elif self._closing(sentence.span) and not (sentence.language == "en" and _foreign(sentence.text)):
                yield sentence, "summary"

    def _closing(self, span: Span) -> bool:
        return any(one.path == span.path and one.start <= span.start < one.end for one, _ in self.summaries)

    # -- where a claim looks

    def _named(self, sentence: Sentence) -> tuple[Section, ...]:
        """Return the sections that a sentence refers to, else those whose title it has all words of."""
        found = [self._section_of(name) for _, name in within(self._references, sentence.span)]
        sections = tuple(section for section in found if section is not None)
        if sections:
            return sections
        words = " ".join(stems(sentence.text))
        chapter = self._around(sentence.span)[:-1]
        return tuple(
            section
            for section, title in self._titles
            if f" {title} " in f" {words} "
            and not self._closing(section.span)
            and self._around(section.span)[: len(chapter)] == chapter
        )

    @cached_property
    def _titles(self) -> list[tuple[Section, str]]:
        """The sections that can be known by their titles: rare words, not the subject of all, and no other section has them."""
        found: dict[str, list[Section]] = {}
        titles = [one for one in self.manuscript.sentences if one.kind == "title"]
        subject = {word for one in titles if not self._around(one.span) for word in stems(one.text)}
        for section in self.manuscript.sections:
            words = stems(_MACRO.sub(" ", _LEAD.sub("", self._heading(section))))
            if set(words) <= subject:
                continue
            if len(words) >= _TITLE and min(self._counts[one] for one in words) < _RARE * self._total:
                found.setdefault(" ".join(words), []).append(section)
        return [(one[0], title) for title, one in found.items() if len(one) == 1]

    def _heading(self, section: Section) -> str:
        return self.manuscript.files[section.title.path].text[section.title.start : section.title.end]

    @cached_property
    def _references(self) -> dict[str, tuple[list[int], list[tuple[Span, str]]]]:
        return by_place([(one.span, one.name) for one in self.manuscript.references])

    def _section_of(self, name: str) -> Section | None:
        meaning = self.builder.layout.label_meaning(name)
        label = next(iter(self.manuscript.labels_by_name.get(name, ())), None)
        if meaning is None or meaning.kind != "section" or label is None:
            return None
        around = self._around(label.span)
        return around[-1] if around else None

    def _around(self, span: Span) -> tuple[Section, ...]:
        """Return the sections around a place of a file, the outermost first."""
        around: list[Section] = []
        for section in self.manuscript.sections:
            if section.span.path == span.path and section.span.start <= span.start:
                around = [one for one in around if one.level < section.level] + [section]
        return tuple(around)

    @cached_property
    def _anchors(self) -> dict[Span, list[Node]]:
        """Sentences of the body that refer to a float or a result, or cite, with what they rest on."""
        m, layout, builder = self.manuscript, self.builder.layout, self.builder
        citations = by_place([(one.span, one.key) for one in m.citations if one.key and not one.nocite])
        found = {}
        for sentence in m.sentences:
            if sentence.kind not in _KINDS or layout.at(sentence.span) >= 0:
                continue
            named = [builder.node_of_label(name) for _, name in within(self._references, sentence.span)]
            works = [
                builder.work(key) for _, key in within(citations, sentence.span) if builder.works.known(key)
            ]
            grounds = [node for node in named if node is not None] + works
            if grounds:
                found[sentence.span] = grounds
        return found

    def _captions(self, sentence: Sentence) -> str | None:
        """Return the captions of the floats that a sentence refers to; None where it refers to no float or result."""
        shown = [node for node in self._anchors.get(sentence.span, ()) if node.sort != "work"]
        return " ".join(node.text for node in shown if node.sort == "float") if shown else None

    @cached_property
    def _passages(self) -> list[_Passage]:
        layout = self.builder.layout
        paragraphs: dict[int, list[Sentence]] = {}
        for one in self.manuscript.sentences:
            if one.kind in _KINDS and layout.at(one.span) < 0:
                paragraphs.setdefault(one.paragraph, []).append(one)
        passages = []
        for sentences in paragraphs.values():
            anchors = [place for place, one in enumerate(sentences) if one.span in self._anchors]
            if not anchors:
                continue
            around, closing = self._around(sentences[0].span), self._closing(sentences[0].span)
            shown = [place for place in anchors if self._captions(sentences[place]) is not None]
            for place, one in enumerate(sentences):
                near = min(shown, key=lambda other: (abs(other - place), other > place), default=place)
                if abs(near - place) > _FAR:
                    near = place
                if near not in anchors:
                    continue
                bags = {_bag(one.text)}
                if near == place:
                    bags |= {bag | _bag(self._captions(one) or "") for bag in bags}
                denied = bool(_NOT.search(one.text))
                passages += [
                    _Passage(
                        one, sentences[near], bag, self._weight(bag), around, closing, denied, near in shown
                    )
                    for bag in sorted(bags, key=len)
                ]
        return passages

    @cached_property
    def _counts(self) -> Counter[str]:
        """How many paragraphs a word is in."""
        paragraphs: dict[int, list[str]] = {}
        for one in self.manuscript.sentences:
            paragraphs.setdefault(one.paragraph, []).append(one.text)
        self._total = len(paragraphs)
        return Counter(word for texts in paragraphs.values() for word in _bag(" ".join(texts)))

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
        found = self._nearest(node, sentence, named)
        if found is not None:
            source = self.builder.sentence(found.anchor)
            source.role = source.role or "result"
            self._rest(source, found.anchor)
            self.builder.edge(source.id, node.id, found.anchor.span, "echo", confidence=_ECHO)
            return True
        return False

    def _answer(self, question: Node, asked: Sentence, answers: list[tuple[Node, Sentence]]) -> None:
        """Link a question to the sentence of a conclusion that says most of what it asks for."""
        self.builder.nodes.setdefault(question.id, question)
        own, best, score = _bag(question.text), None, _ANSWER
        for node, sentence in answers:
            bag = _bag(node.text)
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
        own = _bag(node.text)
        whole = self._weight(own)
        around = self._around(sentence.span)
        chapter = around[:-1] if self._closing(sentence.span) else ()
        denied = bool(_NOT.search(node.text))
        refers = next(within(self._references, sentence.span), None) is not None
        bar = (
            _NAMED
            if named and (refers or len(named) > 1)
            else _TITLED
            if named
            else _CHAPTER
            if chapter
            else _ANYWHERE
        )
        best, score = None, 0.0
        for passage in self._scope(named, chapter):
            if passage.anchor.paragraph == sentence.paragraph:
                continue
            shared = own & passage.bag
            if len(shared) < (_SHARED - 1 if named else _SHARED) or denied != passage.denied:
                continue
            near = self._weight(shared) / math.sqrt(whole * passage.weight) - bar
            near += _MEASURED * sum(self._counts[one] <= _SEVERAL for one in shared if _telling(one))
            near -= _CITED * (not passage.shown)
            near -= _INTRODUCED * bool(_SETTING.search(self._title(passage, 1)))
            if near > score:
                best, score = passage, near
        return best

    def _scope(self, named: tuple[Section, ...], chapter: tuple[Section, ...]) -> list[_Passage]:
        """Return where the ground of a claim can be: of what it sums up, the sections of results if it has any."""
        body = [passage for passage in self._passages if not passage.closing]
        if not named and not chapter:
            return body
        if named:
            body = [one for one in body if any(section in one.sections for section in named)]
        else:
            body = [one for one in body if one.sections[: len(chapter)] == chapter]
        results = [one for one in body if lexicon.ANSWERING.search(self._title(one))]
        return results or body

    def _title(self, passage: _Passage, first: int | None = None) -> str:
        """Return the title of the innermost section around a passage, or of the outermost ones."""
        sections = passage.sections[-1:] if first is None else passage.sections[:first]
        return " ".join(self._heading(section) for section in sections)

    def _weight(self, bag: frozenset[str]) -> float:
        counts = self._counts
        return sum(math.log((self._total + 1) / (counts[word] + 0.5)) for word in bag) or 1.0


def _foreign(text: str) -> bool:
    """Whether a sentence of an English document is in another language: it has hardly a common English word."""
    return len(_COMMON.intersection(text.lower().split()) - _ALSO_GERMAN) < _ENGLISH


def _telling(word: str) -> bool:
    """Whether a word is a quantity that is hardly met twice by chance: with a unit, or of two digits."""
    return word[0].isdigit() and len(word) > 1


def stems(text: str) -> list[str]:
    """Return the stems of the words that carry a sentence, in order."""
    return [stem(word) for word in _WORD.findall(text.lower()) if len(word) > 2 and word not in _COMMON]


def _bag(text: str) -> frozenset[str]:
    """Return these stems and the quantities."""
    return frozenset(stems(text)) | {number + unit for number, unit in _QUANTITY.findall(text.lower())}
