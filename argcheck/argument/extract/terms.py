r"""Defined terms: a statement with a term uses the definition of the term.

A term is one of its `defining_phrases`.  Of several definitions of one term the latest before the use counts.  Words
that occur before their definition, except in a remark, belong to the language of the field and are no terms; so, in
the end, do terms defined long ago: what only the text of a statement has counts near its definition, what its title
has in the chapter.  A single word is a use only if it occurs twice, is rare, or comes right after its definition, and
is a term only if the title of its definition, if any, contains it.
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections import Counter
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.adjacency import closure
from argcheck.argument.extract.called_by_name import called_by_name
from argcheck.argument.extract.defining_phrases import phrases, says_something
from argcheck.argument.extract.term_words import TermWords, spellings, stretches
from argcheck.tex.commands import words
from argcheck.tex.live_source import joined
from argcheck.tex.notes import notes
from argcheck.tex.sections import chapter_sections, order

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.builder import Builder
    from argcheck.argument.extract.layout import Layout, Stated
    from argcheck.files.diagnostic import Span

_STATEMENT = 0.6  #: confidence of a use in a statement
_NEAR = 4  #: most statements after a definition for which a term counts that only the text has, and once
_REMEMBERED = 20  #: for one of several words that stands there twice, or, from another chapter, in a title
_RARE = 0.1  #: share of the later statements below which a word is rare
_JUST_DEFINED = 2  #: most statements after a definition for which a single word of it counts

_ARTICLES = frozenset(words("a an the"))


class TermUse(NamedTuple):
    """How a statement uses the terms of a definition."""

    words: int  #: those of terms, each time that they stand there
    titled: bool  #: whether its title has one
    repeated: bool  #: whether a term of several words stands there twice


class Term(NamedTuple):
    """A term of a definition."""

    stems: tuple[str, ...]  #: of its words, in order
    formulas: tuple[str, ...]  #: those joined to its words: the n of an n-category
    definition: Stated
    sure: bool = True  #: whether the definition says so, see `Phrase.sure`


def term_edges(builder: Builder) -> None:
    """Add edges from definitions to statements with their terms, and from results to statements with their names."""
    layout = builder.layout
    users = [stated for stated in layout.statements.values() if stated.family != "remark"]
    texts = _Texts(layout)
    stating = {user.id: texts.of(user.body) for user in users}
    saying = {user.id: texts.with_proofs(user, stating[user.id]) for user in users}
    terms = [term for user in users if user.family == "definition" for term in _terms(user, stating[user.id])]
    book = _Book(_without_common_words(terms, [(user.number, stating[user.id]) for user in users]))
    uses = {user.id: book.uses(stating[user.id], user) for user in users}
    distance = _Distance(layout)
    used = _used_definitions(uses, layout, distance)
    above = {name: {definition.id for definition in definitions} for name, definitions in used.items()}
    for edge in builder.edges:  # a proof also uses the definitions of what it refers to
        above.setdefault(edge.target, set()).add(edge.source)
    for user in users:
        near = [each for each in used[user.id] if distance.remembered(each, user, uses[user.id][each.id])]
        _add(builder, user, [each for each in near if not _implied(each.id, user.id, above)])
    for named, user in called_by_name(users, saying):
        is_near = distance.statements(named, user) <= _NEAR
        if is_near and user.id not in closure((named.id,), lambda name: above.get(name, ())):
            _add(builder, user, [named], "name")


class _Texts:
    """The words of statements and proofs, without what is not typeset and without notes to the authors."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        m = layout.manuscript
        ranges = {path: list(dead) for path, dead in m.dead.items()}
        for span, *_ in notes(m):
            ranges.setdefault(span.path, []).append((span.start, span.end))
        self._left_out = {path: joined(here) for path, here in ranges.items()}

    def of(self, *bodies: Span) -> TermWords:
        """Return the words of ranges of text."""
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


def _add(builder: Builder, user: Stated, used: list[Stated], cause: str = "term") -> None:
    for each in used:
        linked = builder.inferences(user.number, user.id)
        builder.edge(each.id, user.id, user.span, cause, confidence=_STATEMENT, linked=linked)


def _used_definitions(
    uses: dict[str, dict[str, TermUse]], layout: Layout, distance: _Distance
) -> dict[str, list[Stated]]:
    """Return the definitions that each statement uses, near or not.

    A single word counts if it occurs twice, right after its definition, or in the chapter of a definition that few
    statements mention; otherwise it may be an everyday word.
    """
    spread = Counter(name for used in uses.values() for name in used)
    place = {name: place for place, name in enumerate(uses)}

    def counts(user: Stated, definition: Stated, words: int) -> bool:
        if words > 1 or distance.statements(definition, user) <= _JUST_DEFINED:
            return True
        rare = spread[definition.id] < _RARE * (len(place) - place[definition.id] - 1)
        return rare and distance.same_chapter(definition, user)

    return {
        name: [
            definition
            for definition, words in ((layout.by_id[each], use.words) for each, use in used.items())
            if counts(layout.by_id[name], definition, words)
        ]
        for name, used in uses.items()
    }


class _Distance:
    """Distances between definitions and statements."""

    def __init__(self, layout: Layout) -> None:
        self._place = {stated.id: place for place, stated in enumerate(layout.statements.values())}
        self._starts = [start for start, _ in chapter_sections(layout.manuscript)]
        self._position = order(layout.manuscript).position

    def _chapter(self, stated: Stated) -> int:
        return bisect_right(self._starts, self._position(stated.span))

    def statements(self, definition: Stated, user: Stated) -> int:
        """Return how many statements a statement is after a definition."""
        return self._place[user.id] - self._place[definition.id]

    def remembered(self, definition: Stated, user: Stated, use: TermUse) -> bool:
        """Whether the definition is near enough for such a use, or named in a title of the same of several chapters."""
        statements = self.statements(definition, user)
        if statements <= _NEAR or (statements <= _REMEMBERED and (use.titled or use.repeated)):
            return True
        return use.titled and len(self._starts) > 1 and self.same_chapter(definition, user)

    def same_chapter(self, definition: Stated, user: Stated) -> bool:
        """Whether both are in one chapter, or there are none."""
        return self._chapter(definition) == self._chapter(user)


def _without_common_words(terms: list[Term], readings: list[tuple[int, TermWords]]) -> list[Term]:
    """Return the terms without words that occur before the first definition that may define them.

    Those belong to the language of the field.  Kept are single words that a definition says it defines, and the whole
    titles of definitions.  Remarks look ahead and are not among the readings.
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
    """Yield the terms of a definition."""
    seen: set[tuple[str, ...]] = set()
    for phrase in phrases(definition, reading):
        term = TermWords(phrase.words)
        stems = _without_articles(tuple(term.stems))
        new = stems not in seen and not _is_a_part(stems, definition)
        if new and 0 < len(stems) <= 5 and says_something(term.words, phrase.named):
            formulas = _joined(term, reading)
            for spelling in spellings(stems):
                seen.add(spelling)
                yield Term(spelling, formulas, definition, phrase.sure)


def _without_articles(stems: tuple[str, ...]) -> tuple[str, ...]:
    """Return a term without an article before it and a sign after it: "The modulus $w$" defines the modulus."""
    start = len(stems) > 1 and stems[0] in _ARTICLES
    return stems[start : -1 if stems[1:] and stems[-1] == "@" else None]


def _is_a_part(stems: tuple[str, ...], definition: Stated) -> bool:
    """Whether a single word is not in the title of its definition: the "prover" of an "interactive reduction"."""
    return (
        len(stems) == 1
        and bool(definition.title)
        and stems[0] not in " ".join(TermWords(definition.title).stems)
    )


def _joined(term: TermWords, reading: TermWords) -> tuple[str, ...]:
    """Return the formulas of a term: its own, or those joined to the same words in the definition."""
    length = len(term.stems)
    own = term.formulas(0, length)
    if own or "@-" not in term.stems:
        return own
    starts = (
        start for start in range(len(reading.stems)) if reading.stems[start : start + length] == term.stems
    )
    return next((reading.formulas(start, length) for start in starts), ())


class _Book:
    """All terms of a document, by their stems."""

    def __init__(self, terms: list[Term]) -> None:
        self._own: dict[str, set[tuple[str, ...]]] = {}
        #: By stems and formulas, in document order.
        self._terms: dict[tuple[str, ...], dict[tuple[str, ...], list[Term]]] = {}
        lengths: dict[str, set[int]] = {}
        for term in terms:
            self._own.setdefault(term.definition.id, set()).add(term.stems)
            self._terms.setdefault(term.stems, {}).setdefault(term.formulas, []).append(term)
            lengths.setdefault(term.stems[0], set()).add(len(term.stems))
        self._lengths = {first: sorted(of, reverse=True) for first, of in lengths.items()}

    def uses(self, reading: TermWords, user: Stated) -> dict[str, TermUse]:
        """Return how a text and its title use terms, by the id of the definition before ``user``.

        The longest term counts at each position.
        """
        own = self._own.get(user.id, set())
        in_title = [term for term in self._terms_in(TermWords(user.title), user) if term.stems not in own]
        titled = {term.definition.id for term in in_title}
        defining = set(own)  # the first occurrence of its own term in a definition is not a use
        occurrences: dict[str, list[tuple[str, ...]]] = {}
        for term in (*in_title, *self._terms_in(reading, user)):
            if term.stems not in defining and term.definition.id != user.id:
                occurrences.setdefault(term.definition.id, []).append(term.stems)
            defining.discard(term.stems)
        return {
            name: TermUse(
                sum(1 + stem.count("-") for stems in terms for stem in stems),
                name in titled,
                len([stems for stems in terms if len(stems) > 1 or "-" in stems[0]]) > 1,
            )
            for name, terms in occurrences.items()
        }

    def _terms_in(self, reading: TermWords, user: Stated) -> Iterator[Term]:
        """Yield the terms in a text, the longest at each position."""
        position = 0
        while position < len(reading.stems):
            term = self._at(reading, position, user) if reading.stems[position] in self._lengths else None
            if term:
                yield term
            position += len(term.stems) if term else 1

    def _at(self, reading: TermWords, position: int, user: Stated) -> Term | None:
        """Return the longest term at a position, of its latest definition, preferably with equal formulas, or None."""
        stems = reading.stems
        here = (tuple(stems[position : position + length]) for length in self._lengths[stems[position]])
        longest = next((words for words in here if words in self._terms), None)
        if longest is None:
            return None
        formulas = reading.formulas(position, len(longest))
        same = self._terms[longest].get(formulas, [])
        which = bisect_left(same, user.number, key=lambda term: term.definition.number)
        own = next((term for term in same[which : which + 1] if term.definition.id == user.id), None)
        return (own if formulas else None) or (same[which - 1] if which else own)
