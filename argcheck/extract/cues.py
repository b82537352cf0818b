"""The run ``cues``: what the words of a sentence suggest.  Of low confidence, for suggestions and previews only."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

from argcheck.diagnostic import Span
from argcheck.extract import lexicon
from argcheck.extract.export import TRACED
from argcheck.extract.model import ATTACKS, CUES
from argcheck.extract.nodes import Builder
from argcheck.graph.normalise import STOPWORDS, stem
from argcheck.tex.text import main_language, sentence_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.extract.layout import Layout
    from argcheck.extract.model import Node, Run
    from argcheck.extract.texts import Texts
    from argcheck.extract.works import Works
    from argcheck.tex.text import Sentence

_ROLE, _LINK, _ECHO = 0.4, 0.3, 0.3
_KINDS = frozenset({"prose", "item", "footnote"})
_WORD = re.compile(r"[^\W_]+")
_NEAR, _NEAR_WITHIN = 0.2, 0.03  # cosine of the words of claim and passage; where both are of one chapter
_WORDS = 3  # words that both must have
_COMMON = STOPWORDS | frozenset(
    [
        "we",
        "our",
        "us",
        "this",
        "these",
        "those",
        "which",
        "with",
        "for",
        "from",
        "by",
        "as",
        "be",
        "been",
        "can",
        "may",
        "not",
        "has",
        "have",
        "had",
        "its",
        "their",
        "than",
        "then",
        "also",
        "such",
        "more",
        "most",
        "other",
        "between",
        "both",
        "into",
        "over",
        "under",
        "about",
        "only",
        "very",
        "show",
        "shown",
        "find",
        "found",
        "use",
        "used",
        "using",
        "result",
        "results",
        "method",
        "paper",
        "thesis",
        "figure",
        "table",
        "section",
        "chapter",
    ]
)


def cues_run(layout: Layout, texts: Texts, works: Works, claims: Iterable[Node] = ()) -> Run:
    """Read the whole prose of a document for discourse cues.

    :param claims: nodes of other runs; those of abstract, questions and conclusion are traced to the body.
    """
    builder = Builder(CUES, layout, texts, works)
    language = main_language(layout.manuscript)
    before: Sentence | None = None
    for sentence in layout.manuscript.sentences:
        if sentence.kind in _KINDS and layout.at(sentence.span) < 0:
            _read(builder, sentence, before, language)
            before = sentence
    _trace(builder, [node for node in claims if node.flags & TRACED])
    return builder.run()


def _read(builder: Builder, sentence: Sentence, before: Sentence | None, language: str) -> None:
    role = lexicon.role_of(sentence.text, language)
    if role:
        _node(builder, sentence, role)
    link = lexicon.link_of(sentence.text, language)
    if link and before is not None and before.paragraph == sentence.paragraph:
        here, other = _node(builder, sentence, role), _node(builder, before, "")
        if link == "rests":
            builder.edge(other.id, here.id, sentence.span, "cue", confidence=_LINK)
        else:
            relation = ATTACKS if link == "attacks" else "supports"
            builder.edge(here.id, other.id, sentence.span, "cue", relation=relation, confidence=_LINK)


def _node(builder: Builder, sentence: Sentence, role: str) -> Node:
    node = builder.sentence(sentence)
    node.role = node.role or role
    node.confidence = _ROLE
    if node.role == "assumption":
        node.kind = "assumption"
    return node


# -- what in the body a claim of the abstract echoes


def _trace(builder: Builder, claims: list[Node]) -> None:
    """Link each claim of abstract, question or conclusion to the passage of the body that grounds it.

    A passage is a paragraph that refers to a float or a result, with the captions of its floats: the
    claim rests on the sentence of it that refers.
    """
    if not claims:
        return
    passages = list(_passages(builder))
    counts = Counter(word for _, bag in passages for word in bag)
    norms = [_norm(bag, counts, len(passages)) for _, bag in passages]
    for claim in claims:
        own, chapter = _bag(claim.text), _chapter(builder, claim)
        best, score = None, 0.0
        for (sentence, bag), norm in zip(passages, norms, strict=True):
            shared = own & bag
            if len(shared) >= _WORDS and not _same_place(sentence, claim) and _inside(sentence, chapter):
                likeness = _norm(shared, counts, len(passages)) ** 2 / (
                    norm * _norm(own, counts, len(passages))
                )
                if likeness > score:
                    best, score = sentence, likeness
        if best is not None and score >= (_NEAR_WITHIN if chapter else _NEAR):
            source = builder.sentence(best)
            source.role = source.role or "result"
            builder.nodes.setdefault(claim.id, claim)
            builder.edge(source.id, claim.id, best.span, "echo", confidence=_ECHO)


def _chapter(builder: Builder, claim: Node) -> Span | None:
    """Return what a summary inside of a chapter sums up: from the heading above its own to the claim."""
    if "concluding" not in claim.flags:
        return None
    place = claim.places[0]
    sections = [one for one in builder.layout.manuscript.sections if one.span.path == place.path]
    before = [one for one in sections if one.span.start < place.start]
    if not before:
        return None
    above = [one.span.end for one in before if one.level < before[-1].level]
    return Span(place.path, above[-1], place.start) if above else None


def _inside(sentence: Sentence, chapter: Span | None) -> bool:
    span = sentence.span
    return chapter is None or (span.path == chapter.path and chapter.start <= span.start < chapter.end)


def _passages(builder: Builder) -> Iterator[tuple[Sentence, frozenset[str]]]:
    """Yield each sentence that refers to a float or a result, with the words of its paragraph and captions."""
    layout, m = builder.layout, builder.layout.manuscript
    paragraphs: dict[int, list[str]] = {}
    for one in m.sentences:
        paragraphs.setdefault(one.paragraph, []).append(one.text)
    captions: dict[str, str] = {}
    for reference in m.references:
        sentence = sentence_at(m, reference.span)
        meaning = layout.label_meaning(reference.name)
        if sentence is None or sentence.kind not in _KINDS or meaning is None or not meaning.id:
            continue
        if meaning.id not in captions:
            node = builder.node_of_label(reference.name)
            captions[meaning.id] = node.text if node else ""
        yield sentence, _bag(" ".join([*paragraphs[sentence.paragraph], captions[meaning.id]]))


def _bag(text: str) -> frozenset[str]:
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(stem(word) for word in words if len(word) > 2 and word not in _COMMON)


def _weight(word: str, counts: Counter[str], total: int) -> float:
    return math.log((total + 1) / (counts[word] + 0.5))


def _norm(bag: frozenset[str], counts: Counter[str], total: int) -> float:
    return math.sqrt(sum(_weight(word, counts, total) ** 2 for word in bag)) or 1.0


def _same_place(sentence: Sentence, claim: Node) -> bool:
    spans = [place for place in claim.places if place.path == sentence.span.path]
    return any(sentence.span.start < place.end and place.start < sentence.span.end for place in spans)
