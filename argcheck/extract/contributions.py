"""Contributions that are announced and of which the rest of the document never speaks."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from argcheck.extract.model import CUES
from argcheck.extract.nodes import Builder
from argcheck.extract.parts import summaries
from argcheck.extract.prose import announced
from argcheck.extract.texts import Texts
from argcheck.extract.trace import stems

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.diagnostic import Span
    from argcheck.extract.layout import Layout
    from argcheck.extract.model import Node
    from argcheck.extract.works import Works
    from argcheck.tex.model import Manuscript
    from argcheck.tex.text import Sentence

_TELLING = 2  # words of a contribution that a sentence must have to speak of it; a title or a caption one
_HEADING = frozenset(("title", "caption"))
#: Words in which contributions are announced, whatever they are about.
_ANNOUNCING = """
analysis approach contribute demonstrate develop evaluate evaluation experiment extensive framework implement
implementation introduce main method model novel performance problem proof property propose prove provide report simple state
study system technique theoretical theory
"""


def unsupported(layout: Layout, works: Works) -> Iterator[Node]:
    """Yield each item of a list of contributions that refers to nothing and that nothing behind the list takes up."""
    m = layout.manuscript
    texts = Texts(m)
    items = announced(Builder(CUES, layout, texts, works))
    owing = [(node, _telling(node.text)) for node in items if not _refers(m, texts, node.places[0])]
    said = [(_telling(one.text), one.kind in _HEADING) for one in _behind(m, items)] if owing else []
    for node, words in owing:
        if len(words) >= _TELLING and not any(
            len(words & other) >= (1 if heading else _TELLING) for other, heading in said
        ):
            yield node


def _telling(text: str) -> frozenset[str]:
    return frozenset(stems(text)) - _announcing()


@cache
def _announcing() -> frozenset[str]:
    return frozenset(stems(_ANNOUNCING))


def _refers(manuscript: Manuscript, texts: Texts, place: Span) -> bool:
    """Whether an item refers to anything or cites."""
    path, start, end = texts.paragraph(place.path, place.start)
    named = [one.span for one in manuscript.references] + [one.span for one in manuscript.citations]
    return any(span.path == path and start <= span.start < end for span in named)


def _behind(manuscript: Manuscript, items: list[Node]) -> list[Sentence]:
    """Return the sentences, titles and captions behind the last item, those of conclusions left out."""
    closing = [span for span, _ in summaries(manuscript)]
    places = {(item.places[0].path, item.places[0].start) for item in items}
    sentences = manuscript.sentences
    last = max((n for n, one in enumerate(sentences) if (one.span.path, one.span.start) in places), default=0)
    return [
        one
        for one in sentences[last + 1 :]
        if not any(span.path == one.span.path and span.start <= one.span.start < span.end for span in closing)
    ]
