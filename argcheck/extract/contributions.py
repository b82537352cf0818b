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
from argcheck.tex.structure import LISTS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.diagnostic import Span
    from argcheck.extract.layout import Layout
    from argcheck.extract.model import Node
    from argcheck.extract.works import Works
    from argcheck.tex.model import Manuscript

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
    """Yield each item of a list of contributions that refers to nothing and that nothing behind the list takes up.

    A list in the second half of the document may sum up: what stands before it counts as well.
    """
    m = layout.manuscript
    texts = Texts(m)
    items = announced(Builder(CUES, layout, texts, works))
    owing = [node for node in items if not _refers(m, texts, node.places[0])]
    if not owing:
        return
    order = {(one.span.path, one.span.start): place for place, one in enumerate(m.sentences)}
    places = {node.id: order.get(node.places[0][:2], 0) for node in items}
    lists = {node.id: _list(m, node.places[0]) for node in items}
    said = list(_body(m, frozenset(places.values())))
    for node in owing:
        words = _telling(node.text, _language(texts, node.places[0]))
        last = max(places[one] for one in places if lists[one] == lists[node.id])
        last = -1 if last > len(order) // 2 else last
        if len(words) >= _TELLING and not any(
            place > last and len(words & other) >= enough for place, other, enough in said
        ):
            yield node


def _list(manuscript: Manuscript, place: Span) -> Span | None:
    """Return the outermost list that a place stands in."""
    spans = (one.span for one in manuscript.environments if one.name in LISTS and one.span.path == place.path)
    return next((span for span in spans if span.start <= place.start < span.end), None)


def _body(manuscript: Manuscript, promises: frozenset[int]) -> Iterator[tuple[int, frozenset[str], int]]:
    """Yield place and telling words of each sentence, title and caption, and how many of them take a contribution up.

    Conclusions and contributions are left out. One word does in a title, and in languages of many compounds, in
    which another form of the second hides.
    """
    closing = [span for span, _ in summaries(manuscript)]
    for place, one in enumerate(manuscript.sentences):
        path, start = one.span.path, one.span.start
        if place not in promises and not any(s.path == path and s.start <= start < s.end for s in closing):
            enough = 1 if one.kind in _HEADING or one.language in _EMPTY else _TELLING
            yield place, _telling(one.text, one.language), enough


def _language(texts: Texts, place: Span) -> str:
    sentence = texts.sentence(place.path, place.start)
    return sentence.language if sentence else ""


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
