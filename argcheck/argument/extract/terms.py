r"""Defined terms: a definition whose term occurs in a statement is used there.

A term is one of its `defining_phrases`.  Of several definitions of one term the latest before the use counts.  Words
that stand before their definition, but in a remark, are the language of the field and no term, and so is in the end
what was defined long ago, in another chapter; a single word says that it is used where it stands twice, is rare, or
stands right behind its definition, and is a term only where the title of its definition, if there is one, has it.  The
title of a statement says what it uses as its text does.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.adjacency import closure
from argcheck.argument.extract.called_by_name import called_by_name
from argcheck.argument.extract.chapter_sections import chapter_sections
from argcheck.argument.extract.defining_phrases import phrases, says_something
from argcheck.argument.extract.term_words import TermWords, spellings, stretches
from argcheck.tex.commands import words
from argcheck.tex.live_source import joined
from argcheck.tex.notes import notes
from argcheck.tex.sections import order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.builder import Builder
    from argcheck.argument.extract.layout import Layout, Stated
    from argcheck.files.diagnostic import Span

_STATEMENT = 0.6  #: confidence of a use that a statement tells
_REMEMBERED = 20  #: statements after which, in another chapter, authors say no more that they use a definition: it is the language of the text
_RARE = 0.1  #: of the statements behind a definition: of what fewer have a word, a single word is no everyday word
_JUST_DEFINED = 2  #: statements behind a definition in which a single word of it is no everyday word

_ARTICLES = frozenset(words("a an the"))


class Term(NamedTuple):
    """What one definition defines."""

    stems: tuple[str, ...]  #: of its words, in order
    formulas: tuple[str, ...]  #: that are joined to its words: the n of an n-category
    definition: Stated
    sure: bool = True  #: as of its phrase


def term_edges(builder: Builder) -> None:
    """Add an edge from each definition to what uses its term, and from what has a name or a sign to what calls it so."""
    layout = builder.layout
    users = [stated for stated in layout.statements.values() if stated.family != "remark"]
    texts = _Texts(layout)
    stating = {user.id: texts.of(user.body) for user in users}
    saying = {user.id: texts.with_proofs(user, stating[user.id]) for user in users}
    terms = [term for user in users if user.family == "definition" for term in _terms(user, stating[user.id])]
    book = _Book(_told_apart(terms, [(user.number, stating[user.id]) for user in users]))
    standing = {user.id: book.standing(stating[user.id], user) for user in users}
    distance = _Distance(layout)
    used = _used(standing, layout, distance)
    above = {name: {definition.id for definition in definitions} for name, definitions in used.items()}
    for edge in builder.edges:  # what a proof refers to brings its definitions along
        above.setdefault(edge.target, set()).add(edge.source)
    for user in users:
        near = [each for each in used[user.id] if distance.remembered(each, user)]
        _add(builder, user, [each for each in near if not _implied(each.id, user.id, above)])
    for named, user in called_by_name(layout, users, saying):
        if user.id not in closure((named.id,), lambda name: above.get(name, ())):
            _add(builder, user, [named])


class _Texts:
    """The words of statements and proofs, without what is never typeset and without notes to the authors."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        m = layout.manuscript
        ranges = {path: list(dead) for path, dead in m.dead.items()}
        for span, *_ in notes(m):
            ranges.setdefault(span.path, []).append((span.start, span.end))
        self._left_out = {path: joined(here) for path, here in ranges.items()}

    def of(self, *bodies: Span) -> TermWords:
        """Return the words of some bodies."""
        return TermWords("\n\n".join(map(self._printed, bodies)))

    def with_proofs(self, stated: Stated, stating: TermWords) -> TermWords:
        """Return the words of a statement and of its proofs."""
        proofs = [proof.body for proof in self._layout.proofs_of.get(stated.id, ())]
        return self.of(stated.body, *proofs) if proofs else stating

    def _printed(self, span: Span) -> str:
        text, ranges = self._layout.files[span.path].text, self._left_out.get(span.path, ())
        parts, place = [], span.start
        while (after := bisect_right(ranges, place, key=itemgetter(1))) < len(ranges):
            start, end = ranges[after]
            if start >= span.end:
                break
            parts.append(text[place:start])
            place = min(end, span.end)
        return "".join((*parts, text[place : span.end]))


def _add(builder: Builder, user: Stated, used: list[Stated]) -> None:
    for each in used:
        linked = builder.inferences(user.number, user.id)
        builder.edge(each.id, user.id, user.span, "term", confidence=_STATEMENT, linked=linked)


def _used(
    standing: dict[str, dict[str, int]], layout: Layout, distance: _Distance
) -> dict[str, list[Stated]]:
    """Return the definitions that statements use, by the words of their terms that stand there.

    A single word says it where it stands twice, right behind its definition, or in the chapter of a definition of
    which few statements have a word: else it may be an everyday word.
    """
    spread = Counter(name for words in standing.values() for name in words)
    place = {name: place for place, name in enumerate(standing)}

    def uses(user: Stated, definition: Stated, words: int) -> bool:
        if words > 1 or distance.statements(definition, user) <= _JUST_DEFINED:
            return True
        rare = spread[definition.id] < _RARE * (len(place) - place[definition.id] - 1)
        return rare and distance.same_chapter(definition, user)

    return {
        name: [
            definition
            for definition, count in ((layout.by_id[each], count) for each, count in words.items())
            if uses(layout.by_id[name], definition, count)
        ]
        for name, words in standing.items()
    }


class _Distance:
    """How far a statement stands behind a definition."""

    def __init__(self, layout: Layout) -> None:
        self._place = {stated.id: place for place, stated in enumerate(layout.statements.values())}
        self._starts = [start for start, _ in chapter_sections(layout.manuscript)]
        self._position = order(layout.manuscript).position

    def _chapter(self, stated: Stated) -> int:
        return bisect_right(self._starts, self._position(stated.span))

    def statements(self, definition: Stated, user: Stated) -> int:
        """Return how many statements on it is."""
        return self._place[user.id] - self._place[definition.id]

    def remembered(self, definition: Stated, user: Stated) -> bool:
        """Whether the definition is near, or of the same chapter, where there are chapters."""
        if self.statements(definition, user) <= _REMEMBERED:
            return True
        return len(self._starts) > 1 and self.same_chapter(definition, user)

    def same_chapter(self, definition: Stated, user: Stated) -> bool:
        """Whether both stand in one chapter, or there are none."""
        return self._chapter(definition) == self._chapter(user)


def _told_apart(terms: list[Term], readings: list[tuple[int, TermWords]]) -> list[Term]:
    """Leave out what only looks like a term.

    What is used before the first definition that might define it is the language of the field; a single word of which
    a definition says that it defines it may be told beforehand, and so may what is the whole title of its definition.
    A remark looks ahead, and is not among the readings.
    """
    defined: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for term in terms:
        defined.setdefault((term.stems, term.formulas), term.definition.number)
    known = {stems for stems, _ in defined}
    lengths = {len(stems) for stems in known}
    first: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for number, reading in readings:
        for start, stems in stretches(reading, lengths):
            if stems in known:
                first.setdefault((stems, reading.formulas(start, len(stems))), number)
    return [
        term
        for term in terms
        if (term.sure and len(term.stems) - term.stems.count("@-") == 1)
        or term.stems == tuple(TermWords(term.definition.title).stems)
        or first.get((term.stems, term.formulas), math.inf) >= defined[term.stems, term.formulas]
    ]


def _implied(definition: str, user: str, above: dict[str, set[str]]) -> bool:
    """Whether another definition that is used here rests on this one already."""
    pending, seen = [name for name in above[user] if name != definition], {user}
    while pending:
        name = pending.pop()
        if name not in seen:
            seen.add(name)
            if definition in above.get(name, ()):
                return True
            pending += above.get(name, ())
    return False


def _terms(definition: Stated, reading: TermWords) -> Iterator[Term]:
    """Yield what a definition defines."""
    seen: set[tuple[str, ...]] = set()
    for phrase in phrases(definition, reading):
        said = TermWords(phrase.words)
        stems = _without_articles(tuple(said.stems))
        new = stems not in seen and not _is_a_part(stems, definition)
        if new and 0 < len(stems) <= 5 and says_something(said.words, phrase.named):
            formulas = _joined(said, reading)
            for spelling in spellings(stems):
                seen.add(spelling)
                yield Term(spelling, formulas, definition, phrase.sure)


def _without_articles(stems: tuple[str, ...]) -> tuple[str, ...]:
    """Cut the article before a term and the sign behind it off: the modulus is defined by "The modulus $w$"."""
    start = len(stems) > 1 and stems[0] in _ARTICLES
    return stems[start : -1 if stems[1:] and stems[-1] == "@" else None]


def _is_a_part(stems: tuple[str, ...], definition: Stated) -> bool:
    """Whether a single word names a part of what a title says is defined: the "prover" of an "interactive reduction"."""
    return (
        len(stems) == 1
        and bool(definition.title)
        and stems[0] not in " ".join(TermWords(definition.title).stems)
    )


def _joined(said: TermWords, reading: TermWords) -> tuple[str, ...]:
    """Return the formulas of a term: its own, or, where its definition was reduced to words, those of these words there."""
    length = len(said.stems)
    own = said.formulas(0, length)
    if own or "@-" not in said.stems:
        return own
    starts = (
        start for start in range(len(reading.stems)) if reading.stems[start : start + length] == said.stems
    )
    return next((reading.formulas(start, length) for start in starts), ())


class _Book:
    """All terms of a document, by their stems."""

    def __init__(self, terms: list[Term]) -> None:
        self._own: dict[str, set[tuple[str, ...]]] = {}
        #: by stems and formulas, in document order
        self._terms: dict[tuple[str, ...], dict[tuple[str, ...], list[Term]]] = {}
        lengths: dict[str, set[int]] = {}
        for term in terms:
            self._own.setdefault(term.definition.id, set()).add(term.stems)
            self._terms.setdefault(term.stems, {}).setdefault(term.formulas, []).append(term)
            lengths.setdefault(term.stems[0], set()).add(len(term.stems))
        self._lengths = {first: sorted(of, reverse=True) for first, of in lengths.items()}

    def standing(self, reading: TermWords, user: Stated) -> dict[str, int]:
        """Return how many words of terms stand in a text, by the definition before ``user`` that they are of.

        The longest term counts at each place.
        """
        words: Counter[str] = Counter()
        own = self._own.get(user.id, set())
        defining = set(own)  # where a definition first says its own term, it uses none
        in_title = [term for term in self._standing(TermWords(user.title), user) if term.stems not in own]
        for term in (*in_title, *self._standing(reading, user)):
            if term.stems not in defining and term.definition.id != user.id:
                words[term.definition.id] += sum(1 + stem.count("-") for stem in term.stems)
            defining.discard(term.stems)
        return dict(words)

    def _standing(self, reading: TermWords, user: Stated) -> Iterator[Term]:
        """Yield the terms that stand in a text, the longest at each place."""
        position = 0
        while position < len(reading.stems):
            term = self._at(reading, position, user) if reading.stems[position] in self._lengths else None
            if term:
                yield term
            position += len(term.stems) if term else 1

    def _at(self, reading: TermWords, position: int, user: Stated) -> Term | None:
        """Return the latest definition of the longest term that stands at a position, best with the same formulas."""
        stems = reading.stems
        standing = (tuple(stems[position : position + length]) for length in self._lengths[stems[position]])
        longest = next((words for words in standing if words in self._terms), None)
        if longest is None:
            return None
        formulas = reading.formulas(position, len(longest))
        same = self._terms[longest].get(formulas, [])
        which = bisect_left(same, user.number, key=lambda term: term.definition.number)
        own = next((term for term in same[which : which + 1] if term.definition.id == user.id), None)
        return (own if formulas else None) or (same[which - 1] if which else own)
