"""The run ``cues``: what the words of a sentence suggest.  Of low confidence, for suggestions and previews only."""

from __future__ import annotations

import math
import re
from collections import Counter
from typing import TYPE_CHECKING

from argcheck.extract import lexicon
from argcheck.extract.model import ATTACKS, CUES
from argcheck.extract.nodes import Builder
from argcheck.graph.normalise import STOPWORDS, stem
from argcheck.tex.text import main_language

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.extract.layout import Layout
    from argcheck.extract.model import Node, Run
    from argcheck.extract.texts import Texts
    from argcheck.extract.works import Works
    from argcheck.tex.text import Sentence

_ROLE, _LINK, _ECHO = 0.4, 0.3, 0.3
_KINDS = frozenset({"prose", "item", "footnote"})
_WORD = re.compile(r"[^\W_]+")
_NEAR = 0.35  # share of the weight of a claim's words that a sentence must have to be its echo
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
#: Flags of the sentences that should rest on something in the body.
TRACED = frozenset({"abstract", "hypothesis", "concluding", "contribution"})


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
    """Link each claim of abstract, question or conclusion to the sentence of the body that says it."""
    if not claims:
        return
    sentences = [
        one for one in builder.layout.manuscript.sentences if one.kind in _KINDS or one.kind == "caption"
    ]
    bags = [_bag(one.text) for one in sentences]
    counts = Counter(word for bag in bags for word in bag)
    for claim in claims:
        own = _bag(claim.text)
        total = sum(_weight(word, counts, len(bags)) for word in own)
        best, score = None, 0.0
        for sentence, bag in zip(sentences, bags, strict=True):
            shared = own & bag
            if len(shared) >= _WORDS and not _same_place(sentence, claim):
                share = sum(_weight(word, counts, len(bags)) for word in shared) / total
                if share > score and _grounded(sentence):
                    best, score = sentence, share
        if best is not None and score >= _NEAR:
            source = builder.sentence(best)
            source.role = source.role or "result"
            builder.nodes.setdefault(claim.id, claim)
            builder.edge(source.id, claim.id, best.span, "echo", confidence=_ECHO)


def _bag(text: str) -> frozenset[str]:
    words = (word.lower() for word in _WORD.findall(text))
    return frozenset(stem(word) for word in words if len(word) > 2 and word not in _COMMON)


def _weight(word: str, counts: Counter[str], total: int) -> float:
    return math.log((total + 1) / (counts[word] + 0.5))


def _same_place(sentence: Sentence, claim: Node) -> bool:
    spans = [place for place in claim.places if place.path == sentence.span.path]
    return any(sentence.span.start < place.end and place.start < sentence.span.end for place in spans)


def _grounded(sentence: Sentence) -> bool:
    """Whether a sentence rests on something itself: a caption, or a reference or citation in it."""
    return sentence.kind == "caption" or "[" in sentence.text
