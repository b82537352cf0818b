"""Contributions that are announced and of which the rest of the document never speaks."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from argcheck.argument.extract.builder import Builder
from argcheck.argument.extract.content_words import stems
from argcheck.argument.extract.prose import announced
from argcheck.argument.model import CUES
from argcheck.prose.summaries import summaries
from argcheck.prose.texts import Texts
from argcheck.tex.reading_text import document_sentences
from argcheck.tex.units import LISTS
from argcheck.tex.vocabulary import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.cited_works import Works
    from argcheck.argument.extract.layout import Layout
    from argcheck.argument.model import Node
    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_TELLING = 2  # words of a contribution that a sentence must have to speak of it; a title or a caption one
_HEADING = frozenset(("title", "caption"))
_TRUNK = 5  # letters of a word in which its forms agree there: comparons, comparaison


def unsupported(layout: Layout, works: Works) -> Iterator[Node]:
    """Yield each item of a list of contributions that refers to nothing and that nothing behind the list takes up.

    A list in the second half of the document may sum up: what stands before it counts as well.
    """
    m = layout.manuscript
    texts = Texts(m)
    items = announced(Builder(CUES, layout, texts, works))
    owing = [node for node in items if not _refers(m, texts, node.places[0])]
    if not owing:
        return
    order = {
        (sentence.span.path, sentence.span.start): place
        for place, sentence in enumerate(document_sentences(m))
    }
    places = {node.id: order.get(node.places[0][:2], 0) for node in items}
    lists = {node.id: _list(m, node.places[0]) for node in items}
    said = list(_body(m, frozenset(places.values())))
    for node in owing:
        words = _telling(node.text, _language(texts, node.places[0]))
        last = max(places[place] for place in places if lists[place] == lists[node.id])
        last = -1 if last > len(order) // 2 else last
        if len(words) >= _TELLING and not any(
            place > last and len(words & other) >= enough for place, other, enough in said
        ):
            yield node


def _list(manuscript: ManuscriptRecords, place: Span) -> Span | None:
    """Return the outermost list that a place stands in."""
    spans = (environment.span for environment in manuscript.environments if environment.name in LISTS)
    return next(filter(place.starts_in, spans), None)


def _body(
    manuscript: ManuscriptRecords, promises: frozenset[int]
) -> Iterator[tuple[int, frozenset[str], int]]:
    """Yield place and telling words of each sentence, title and caption, and how many of them take a contribution up.

    Conclusions and contributions are left out. One word does in a title, and in languages of many compounds, in
    which another form of the second hides.
    """
    closing = [span for span, _ in summaries(manuscript)]
    for place, sentence in enumerate(document_sentences(manuscript)):
        path, start = sentence.span.path, sentence.span.start
        if place not in promises and not any(s.path == path and s.start <= start < s.end for s in closing):
            enough = 1 if sentence.kind in _HEADING or _is_cut(sentence.language) else _TELLING
            yield place, _telling(sentence.text, sentence.language), enough


def _language(texts: Texts, place: Span) -> str:
    sentence = texts.sentence(place.path, place.start)
    return sentence.language if sentence else ""


def _is_cut(language: str) -> bool:
    """Whether words of a language are cut to where all their forms agree; only English words have few forms."""
    return bool(words(language, "contributions.empty"))


def _telling(text: str, language: str) -> frozenset[str]:
    """Return what tells a sentence from others: stems, which in German and French are cut to where all forms agree."""
    telling = frozenset(stems(text)) - _announcing(language)
    return frozenset(word[:_TRUNK] for word in telling) if _is_cut(language) else telling


@cache
def _announcing(language: str) -> frozenset[str]:
    empty = words("en", "contributions.announcing") | words(language, "contributions.empty")
    return frozenset(stems(" ".join(sorted(empty))))


def _refers(manuscript: ManuscriptRecords, texts: Texts, place: Span) -> bool:
    """Whether an item refers to anything or cites."""
    path, start, end = texts.paragraph(place.path, place.start)
    named = [reference.span for reference in manuscript.references] + [
        citation.span for citation in manuscript.citations
    ]
    return any(span.path == path and start <= span.start < end for span in named)
