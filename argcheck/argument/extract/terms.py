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
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.extract.chapter_sections import chapter_sections
from argcheck.argument.extract.defining_phrases import phrases, says_something
from argcheck.argument.extract.term_words import TermWords
from argcheck.tex.positions import order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.builder import Builder
    from argcheck.argument.extract.layout import Layout, Stated

_STATEMENT = 0.6  #: confidence of a use that a statement tells
_REMEMBERED = 20  #: statements after which, in another chapter, authors say no more that they use a definition: it is the language of the text
_RARE = 0.1  #: of the statements behind a definition: of what fewer have a word, a single word is no everyday word
_JUST_DEFINED = 2  #: statements behind a definition in which a single word of it is no everyday word


class Term(NamedTuple):
    """What one definition defines."""

    stems: tuple[str, ...]  #: of its words, in order
    formulas: tuple[str, ...]  #: that are joined to its words: the n of an n-category
    definition: Stated
    sure: bool = True  #: as of its phrase


def term_edges(builder: Builder) -> None:
    """Add an edge from each definition to what uses its term."""
    layout = builder.layout
    readings = {
        index: TermWords(layout.files[stated.body.path].text[stated.body.start : stated.body.end])
        for index, stated in layout.statements.items()
    }
    terms = [
        term
        for stated in layout.statements.values()
        if stated.family == "definition"
        for term in _terms(stated, readings[stated.number])
    ]
    book = _Book(
        _told_apart(
            terms,
            [
                (stated.number, readings[stated.number])
                for stated in layout.statements.values()
                if stated.family != "remark"
            ],
        )
    )
    distance = _Distance(layout)
    standing = {
        stated.id: book.standing(readings[stated.number], stated)
        for stated in layout.statements.values()
        if stated.family != "remark"
    }
    used = _used(standing, layout, distance)
    above = {name: {definition.id for definition in definitions} for name, definitions in used.items()}
    for edge in builder.edges:  # what a proof refers to brings its definitions along
        above.setdefault(edge.target, set()).add(edge.source)
    for stated in layout.statements.values():
        for definition in used.get(stated.id, ()):
            if distance.remembered(definition, stated) and not _implied(definition.id, stated.id, above):
                linked = builder.inferences(stated.number, stated.id)
                builder.edge(
                    definition.id, stated.id, stated.span, "term", confidence=_STATEMENT, linked=linked
                )


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
        for length in lengths:
            for start, stems in enumerate(
                zip(*(reading.stems[start:] for start in range(length)), strict=False)
            ):
                if stems in known:
                    first.setdefault((stems, reading.formulas(start, length)), number)
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
        stems = tuple(said.stems)
        new = stems not in seen and not _is_a_part(stems, definition)
        if new and 0 < len(stems) <= 5 and says_something(said.words, phrase.named):
            formulas = _joined(said, reading)
            for spelling in _spellings(stems):
                seen.add(spelling)
                yield Term(spelling, formulas, definition, phrase.sure)


def _spellings(stems: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the words of a term as they are, and with a hyphen in place of each blank: "extreme-value law"."""
    yield stems
    for place in range(1, len(stems)):
        before, after = stems[place - 1 : place + 1]
        if before.isalpha() and after.isalpha():
            yield (*stems[: place - 1], f"{before}-{after}", *stems[place + 1 :])


def _is_a_part(stems: tuple[str, ...], definition: Stated) -> bool:
    """Whether a single word names a part of what a title says is defined: the "prover" of an "interactive reduction"."""
    return len(stems) == 1 and bool(definition.title) and stems[0] not in definition.title.lower()


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
