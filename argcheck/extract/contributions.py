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
#: Words that tell nothing, in languages other than English, those in which contributions are announced among them.
_EMPTY = {
    "de": """
aber alle allen aller als also analyse analysieren analysiert anhand ansatz arbeit auch aus bei beim beitrag beiträge beschreiben
beschreibt bietet bis damit dann das dass dazu dem den denn der des dessen die dies diese dieser dieses drei durch ein eine
einem einen einer eines entwickeln entwickelt ergebnis ergebnisse erste ersten erstmals für gegen gibt habe haben hat hier ihr
ihre ihren ihrer ihres ist jede jeder kann kapitel kein keine können leistet liefern liefert mehr methode methoden mit modell nach
neu neue neuen neuer neues nicht noch nur oder ohne schlagen schlägt schließlich sehr sein seine sich sie sind sowie stellen
stellt studie über und unser unsere unseren unserer unter untersuchen untersucht viel vier vom von vor vorgestellt war waren was
welche welcher wenn werden wie wir wird wurde wurden zeigen zeigt zum zur zwei zwischen
""",
    "fr": """
afin ainsi alors analyse analysons approche après article aucun aussi autre autres aux avant avec car ce cela celle celles celui
ceux ces cet cette chapitre chaque comme comparons contre contribution contributions décrit décrivons dans depuis des deux donc
dont développons elle elles encore entre est étude étudions été être évaluons fait font ici ils leur leurs les lors lui mais
méthode même mêmes modèle moins montre montrons nos notre nous nouveau nouvelle nouvelles ont par parmi pas pendant peu peut
plus pour première premier présente présentons proposons quand que qui quoi résultat résultats sans selon ses sont sous sur
tous tout toute toutes travail très trois une vers vos
""",
}
_TRUNK = 5  # letters of a word in which its forms agree there: comparons, comparaison


def unsupported(layout: Layout, works: Works) -> Iterator[Node]:
    """Yield each item of a list of contributions that refers to nothing and that nothing behind the list takes up."""
    m = layout.manuscript
    texts = Texts(m)
    items = announced(Builder(CUES, layout, texts, works))
    owing = [
        (node, _telling(node.text, _language(texts, node.places[0])))
        for node in items
        if not _refers(m, texts, node.places[0])
    ]
    said = [_said(one) for one in _behind(m, items)] if owing else []
    for node, words in owing:
        if len(words) >= _TELLING and not any(len(words & other) >= enough for other, enough in said):
            yield node


def _language(texts: Texts, place: Span) -> str:
    sentence = texts.sentence(place.path, place.start)
    return sentence.language if sentence else ""


def _said(sentence: Sentence) -> tuple[frozenset[str], int]:
    """Return what tells a sentence from others, and how much of it takes a contribution up.

    One word does in a title and in languages of many compounds, in which another form of the second hides.
    """
    enough = 1 if sentence.kind in _HEADING or sentence.language in _EMPTY else _TELLING
    return _telling(sentence.text, sentence.language), enough


def _telling(text: str, language: str) -> frozenset[str]:
    """Return what tells a sentence from others: stems, which in German and French are cut to where all forms agree."""
    found = frozenset(stems(text)) - _announcing(language)
    return frozenset(one[:_TRUNK] for one in found) if language in _EMPTY else found


@cache
def _announcing(language: str) -> frozenset[str]:
    return frozenset(stems(_ANNOUNCING + _EMPTY.get(language, "")))


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
