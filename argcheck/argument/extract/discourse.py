"""The run ``cues``: what words of sentences suggest, with low confidence, for suggestions and previews only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.argument.extract.builder import Builder
from argcheck.argument.extract.trace import trace
from argcheck.argument.model import ATTACKS, CUES, TRACED
from argcheck.prose import lexicon
from argcheck.tex.reading_text import document_sentences

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.argument.extract.builder import RunInputs
    from argcheck.argument.model import ArgumentRun, Node
    from argcheck.tex.model import Sentence

_ROLE, _LINK = 0.4, 0.3
_KINDS = frozenset({"prose", "item", "footnote"})


def cues_run(inputs: RunInputs, claims: Iterable[Node] = ()) -> ArgumentRun:
    """Return the run of discourse cues in the whole prose of a document.

    :param claims: nodes of other runs; those of abstract, questions and conclusion are traced to the body.
    """
    builder, layout = Builder(CUES, inputs), inputs.layout
    before: Sentence | None = None
    for sentence in document_sentences(layout.manuscript):
        if sentence.kind in _KINDS and layout.at(sentence.span) < 0:
            _read(builder, sentence, before)
            before = sentence
    trace(builder, [node for node in claims if node.flags & TRACED])
    return builder.run()


def _read(builder: Builder, sentence: Sentence, before: Sentence | None) -> None:
    role = lexicon.role_of(sentence.text, sentence.language)
    if role:
        _node(builder, sentence, role)
    link = lexicon.link_of(sentence.text, sentence.language)
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
