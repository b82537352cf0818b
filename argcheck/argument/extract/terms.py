r"""Defined terms: a definition whose term occurs in a statement is used there.

A term is what the definition marks (``\emph``, its title), else what its first sentences define: "a
loop is a map", "a relation is called ample if", "we say that a loop surrounds".  Of several
definitions of one term the latest before the use counts.  Words that stand before their definition, but in a remark,
are the language of the field and no term, and so is in the end what was defined long ago; a single word says that it is used where it stands
twice, and is a term only where the title of its definition, if there is one, has it.  The title of a statement says what it uses as its text does.
"""

from __future__ import annotations

import math
import re
from bisect import bisect_left
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.argument.normalise import stem
from argcheck.tex import vocabulary
from argcheck.tex.accents import accent
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.builder import Builder
    from argcheck.argument.extract.layout import Stated

_STATEMENT = 0.6  #: confidence of a use that a statement tells
_REMEMBERED = 20  #: statements after which authors say no more that they use a definition: it is the language of the text

_MARKUP = re.compile(
    r"\\(?:emph|textbf|textit|textsl|defn?|define|dfn|defined|definiendum|term|newterm|concept|keyword|alert)\s*"
    r"\{((?:[^{}$\\]|\$[^$]{1,40}\$){2,60})\}|\{\\(?:it|em|bf|sl)(?:shape)?\s+((?:[^{}$\\]|\$[^$]{1,40}\$){2,60})\}"
)
_DROPPED = re.compile(
    r"%[^\n]*|\\(?:label|ref|eqref|[cC]ref|autoref|uses|lean|proves|cite[a-z]*|index|leanok|mathlibok|notready)(?![A-Za-z])\s*"
    r"(?:\[[^\]]*\])*(?:\{[^{}]*\})?"
)
_ACCENT = re.compile(r"\\(?:([\"'`^~])\s*(?:\{(\\?[A-Za-z])\}|([A-Za-z]))|([cvHu])\{([A-Za-z])\})")
_PREFIX = re.compile(r"\$([^$]{1,40}(?:\$-\$[^$]{1,40}){0,4})\$\s?(?:--?|–)\s?(?=[A-Za-z])")
#: Signs that stand for themselves in a formula that is joined to a word; all others are letters, which may be any.
_OWN_SIGNS = frozenset(words("omega infty aleph"))
_NUMBERED = re.compile(r"(?<![\w^$])(\$?)([1-9])\1-(?=[A-Za-z])")
_DIGITS = ("", *words("one two three four five six seven eight nine"))
_FORMULA = re.compile(r"\$\$?[^$]*\$\$?|\\\[.*?\\\]|\\\(.*?\\\)", re.DOTALL)
_COMMAND = re.compile(r"\\begin\{[^}]*\}|\\end\{[^}]*\}|\\[A-Za-z@]+\*?|[{}~]")
_TOKEN = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*|@-?|[.:;]")
_WORD = r"(?:@-)?[^\W\d_@]+(?:-[^\W\d_]+)*"

_NOUNS = rf"(?P<noun>{_WORD}(?: {_WORD}){{0,4}}?)"
_AFTER = r"(?= (?:of|for|on|in|from|at|between|with|to|over|@|is|are|consists|if|associated|obtained)\b| @)"
_PATTERNS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"\b(?:is|are|be) (?:then )?(?:called|said to be|termed|known as) (?:an? |the )?{_NOUNS}(?= (?:if|when|whenever|provided|iff|by|for|of|on|in|with|to)\b|[ ,]*[.:;]| @)",
        rf"\b(?:we|one) (?:get|obtain|call)s? (?:[^.]{{0,40}}?@,? )?(?:an?|the) {_NOUNS}{_AFTER}",
        rf"\b(?:we (?:then )?say|one says) (?:that )?(?:an? |the |@ )*[^.@]{{0,40}}?@ (?:is |are )?(?:an? |the )?{_NOUNS}(?= (?:an?|the|if|by|with|at)\b| @)",
        rf"\b(?:is|are) (?!an? |the |in |called |said |defined |then )(?P<noun>{_WORD})(?= (?:[^.]{{0,60}} )?if\b)",
        rf"@ (?:satisfies|has|admits) (?:an? |the )?{_NOUNS}(?= if\b)",
        r"@ (?P<noun>[^\W\d_]+s) (?:an?|the|@) [^.]{0,90}\bif\b",
        rf"(?:^|[.:,] )(?:an?|the) {_NOUNS}(?P<more> of (?!an? |the |any |all |@ ){_WORD}(?: (?!is |are )[^\W\d_@]+)?)?(?= (?:of|for|on|in|from|at|between|with|to|over|@)[^.]{{0,120}}? (?:is|are|consists)\b| @[^.]{{0,80}}? (?:is|are)\b| (?:is|are|consists)\b)(?![^.]{{0,80}} (?:is|are) (?:called|said))",
    )
)
_CONDITIONAL = 3  # patterns from here on are tried only where nothing marked or called was found
_SIMPLE = re.compile(
    rf"^(?:an?|the) (?P<noun>(?:@-)?{_WORD}(?: {_WORD}){{0,3}}?) (?:is|are) (?:an?|the|any) "
)
_OPENING = re.compile(r"^(?:(?:let|given|denote|suppose|assume|fix|for|in|also|if)\b[^.]*\. )*")
_EMPTY = frozenset(
    words("""
a an the it this that such same following map maps function functions set sets space point points
element elements number numbers family image subset relation bundle operator vector section structure
sequence collection pair tuple object property value way case one result notion definition notation used
real smooth open closed defined denoted given obtained average there we is are be has satisfies lies
belongs gives admits contains restriction projection action inclusion homotopy if then former latter
aforementioned totally
""")
)
_CITATION = re.compile(r"\d{4}|(?<![-\w$^])\d+(?![-\w$])|\\cite|[Tt]heorem|[Dd]efinition")
_REACH = 60  # characters before a marked word
_NAMING = re.compile(
    r"(?:\b(?:call(?:ed|s)?|sa(?:id|y)(?:\s+that)?|known\s+as|termed|named|defined?|denoted?|is|are|be)\b[^.\\]{0,30}"
    r"|\b(?:an?|the)\s+(?:\$[^$]*\$-?)?)\Z",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\s*(?:if\b|iff\b|when\b|of\b|on\b|is\b|are\b|:)")


class Phrase(NamedTuple):
    """Words that a definition may define."""

    words: str
    sure: bool = True  #: the definition says so: "is called", a title, an emphasis where a term is named


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
        index: _Reading(layout.files[stated.body.path].text[stated.body.start : stated.body.end])
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
    used = {
        stated.id: book.used(readings[stated.number], stated)
        for stated in layout.statements.values()
        if stated.family != "remark"
    }
    above = {name: {definition.id for definition in definitions} for name, definitions in used.items()}
    for edge in builder.edges:  # what a proof refers to brings its definitions along
        above.setdefault(edge.target, set()).add(edge.source)
    order = {stated.id: place for place, stated in enumerate(layout.statements.values())}
    for stated in layout.statements.values():
        for definition in used.get(stated.id, ()):
            near = order[stated.id] - order[definition.id] <= _REMEMBERED
            if near and not _implied(definition.id, stated.id, above):
                linked = builder.inferences(stated.number, stated.id)
                builder.edge(
                    definition.id, stated.id, stated.span, "term", confidence=_STATEMENT, linked=linked
                )


def _told_apart(terms: list[Term], readings: list[tuple[int, _Reading]]) -> list[Term]:
    """Leave out what only looks like a term.

    What is used before the first definition that might define it is the language of the field; a single word of which
    a definition says that it defines it may be told beforehand, and so may what is the whole title of its definition.
    A remark looks ahead, and is not among the readings.
    """
    defined: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for term in terms:
        defined.setdefault((term.stems, term.formulas), term.definition.number)
    known = {stems for stems, _ in defined}
    first: dict[tuple[tuple[str, ...], tuple[str, ...]], int] = {}
    for number, reading in readings:
        for length in {len(stems) for stems in known}:
            for start, stems in enumerate(
                zip(*(reading.stems[start:] for start in range(length)), strict=False)
            ):
                if stems in known:
                    first.setdefault((stems, reading.formulas(start, length)), number)
    return [
        term
        for term in terms
        if (term.sure and len(term.stems) - term.stems.count("@-") == 1)
        or term.stems == tuple(_Reading(term.definition.title).stems)
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


class _Reading:
    """The words of one environment or phrase, formulas reduced to ``@``."""

    def __init__(self, raw: str) -> None:
        self.raw = _ACCENT.sub(_letter, raw)
        plain = _NUMBERED.sub(_spelled, _DROPPED.sub(" ", self.raw))
        self.text = _words_of(plain)
        self.words = _TOKEN.findall(self.text)
        self.stems = [_stem(word) for word in self.words]
        joined = map(_sign, _PREFIX.findall(plain))
        self._joined = {place: next(joined, "") for place, word in enumerate(self.words) if word == "@-"}

    def formulas(self, start: int, length: int) -> tuple[str, ...]:
        """Return the formulas that are joined to words of a stretch."""
        if not self._joined:
            return ()
        return tuple(self._joined[place] for place in range(start, start + length) if place in self._joined)


def _words_of(text: str) -> str:
    """Reduce LaTeX to lower-case words, ``@`` for a formula and ``@-`` for one joined to a word."""
    text = _FORMULA.sub(" @ ", _PREFIX.sub(" @-", text))
    text = _COMMAND.sub(" ", text.replace("}-", "-")).replace("--", "-").replace("@-\n", "@-")
    return " ".join(text.lower().split()).replace("@ ,", "@,")


def _letter(match: re.Match[str]) -> str:
    """Print the letter under an accent, so that a term that has one is marked and cut into words like others."""
    return accent(match[1] or match[4], match[2] or match[3] or match[5])


def _spelled(match: re.Match[str]) -> str:
    """Write the number that a term begins with as a word: "1-sum" is "one-sum"."""
    return f" {_DIGITS[int(match[2])]}-"


def _sign(formula: str) -> str:
    """Return what a formula that is joined to a word stands for: a letter may be any, an "ω" is itself."""
    signs = (
        word if word in _OWN_SIGNS or (len(word) > 1 and word[0].isupper()) else "n"
        for word in _TOKEN.findall(formula)
    )
    return " ".join((*signs, *filter(str.isdigit, formula)))


_stems: dict[str, str] = {}


def _stem(word: str) -> str:
    known = _stems.get(word)
    if known is None:
        known = _stems[word] = "-".join(stem(part) for part in word.split("-"))
    return known


def _terms(definition: Stated, reading: _Reading) -> Iterator[Term]:
    """Yield what a definition defines."""
    seen: set[tuple[str, ...]] = set()
    for phrase in _phrases(definition, reading):
        said = _Reading(phrase.words)
        stems = tuple(said.stems)
        new = stems not in seen and not _is_a_part(stems, definition)
        if new and 0 < len(stems) <= 5 and _says_something(said.words):
            seen.add(stems)
            yield Term(stems, _joined(said, reading), definition, phrase.sure)


def _is_a_part(stems: tuple[str, ...], definition: Stated) -> bool:
    """Whether a single word names a part of what a title says is defined: the "prover" of an "interactive reduction"."""
    return len(stems) == 1 and bool(definition.title) and stems[0] not in definition.title.lower()


def _joined(said: _Reading, reading: _Reading) -> tuple[str, ...]:
    """Return the formulas of a term: its own, or, where its definition was reduced to words, those of these words there."""
    length = len(said.stems)
    own = said.formulas(0, length)
    if own or "@-" not in said.stems:
        return own
    starts = (
        start for start in range(len(reading.stems)) if reading.stems[start : start + length] == said.stems
    )
    return next((reading.formulas(start, length) for start in starts), ())


def _says_something(words: list[str]) -> bool:
    left = [word for word in words if word not in _EMPTY and word not in {"@", "@-"}]
    return bool(left) and not (len(words) == 1 and words[0] in _everyday())


@cache
def _everyday() -> frozenset[str]:
    return vocabulary.words("en", "claims.common") | vocabulary.words("en", "claims.stopwords")


def _phrases(definition: Stated, reading: _Reading) -> list[Phrase]:
    marked = [
        Phrase(match[1] or match[2], _named(reading.raw, match)) for match in _MARKUP.finditer(reading.raw)
    ]
    if definition.title and not _CITATION.search(definition.title):
        marked.append(Phrase(definition.title))
    text = _OPENING.sub("", reading.text)
    told = [_trimmed(match) for pattern in _PATTERNS[:_CONDITIONAL] for match in pattern.finditer(text)]
    simple = _SIMPLE.match(text)
    phrases = [*marked, *map(Phrase, told), *([Phrase(_trimmed(simple), sure=False)] if simple else [])]
    if not marked and not told:
        conditional = [_trimmed(m) for pattern in _PATTERNS[_CONDITIONAL:-1] for m in pattern.finditer(text)]
        said = [phrase for phrase in conditional if phrase and phrase not in _EMPTY]
        guessed = said or [
            _trimmed(match) for match in _PATTERNS[-1].finditer(text) if not _names_a_sign(match)
        ]
        phrases += [Phrase(words, sure=False) for words in guessed]
    return [phrase for phrase in phrases if phrase.words]


def _names_a_sign(match: re.Match[str]) -> bool:
    """Whether it is a sign that is defined: "the path @ is" says what the sign means, and not what a path is."""
    return " " not in _trimmed(match) and match.string.startswith(" @", match.end("noun"))


def _named(raw: str, match: re.Match[str]) -> bool:
    """Whether marked words stand where a term is named, not where one is only stressed: "is called X", "X is", "an X"."""
    words = (match[1] or match[2]).split()
    before = raw[max(0, match.start() - _REACH) : match.start()]
    return len(words) > 1 or bool(_NAMING.search(before) or _NAMED.match(raw, match.end()))


def _trimmed(match: re.Match[str]) -> str:
    """Cut words that define nothing off the front; "homotopy of sections" is one term."""
    words = (match["noun"] + (match.groupdict().get("more") or "")).split()
    while words and words[0] in ("a", "an", "the", "any", "some", "every", "such", "continuous", "smooth"):
        words.pop(0)
    return " ".join(words)


class _Book:
    """All terms of a document, by their first stem."""

    def __init__(self, terms: list[Term]) -> None:
        self._own: dict[str, set[tuple[str, ...]]] = {}
        self._by_first: dict[str, set[tuple[str, ...]]] = {}
        self._terms: dict[tuple[str, ...], list[Term]] = {}  # in document order
        for term in terms:
            self._own.setdefault(term.definition.id, set()).add(term.stems)
            self._by_first.setdefault(term.stems[0], set()).add(term.stems)
            self._terms.setdefault(term.stems, []).append(term)

    def used(self, reading: _Reading, user: Stated) -> list[Stated]:
        """Return the definitions before ``user`` whose terms its text holds, the longest term at each place.

        A single word says it where it stands twice: authors who declare what they use name half of the others.
        """
        words: Counter[str] = Counter()  # of a definition's terms that stand here
        definitions: dict[str, Stated] = {}
        own = self._own.get(user.id, set())
        defining = set(own)  # where a definition first says its own term, it uses none
        in_title = [term for term in self._standing(_Reading(user.title), user) if term.stems not in own]
        for term in (*in_title, *self._standing(reading, user)):
            if term.stems not in defining and term.definition.id != user.id:
                definitions.setdefault(term.definition.id, term.definition)
                words[term.definition.id] += sum(1 + stem.count("-") for stem in term.stems)
            defining.discard(term.stems)
        return [definition for name, definition in definitions.items() if words[name] > 1]

    def _standing(self, reading: _Reading, user: Stated) -> Iterator[Term]:
        """Yield the terms that stand in a text, the longest at each place."""
        position = 0
        while position < len(reading.stems):
            term = self._at(reading, position, user) if reading.stems[position] in self._by_first else None
            if term:
                yield term
            position += len(term.stems) if term else 1

    def _at(self, reading: _Reading, position: int, user: Stated) -> Term | None:
        """Return the latest definition of the longest term that stands at a position, best with the same formulas."""
        stems = reading.stems
        fitting = (term for term in self._by_first[stems[position]] if _stands(term, stems, position))
        longest = max(fitting, key=len, default=None)
        if longest is None:
            return None
        formulas = reading.formulas(position, len(longest))
        same = [term for term in self._terms[longest] if term.formulas == formulas]
        own = (term for term in same if formulas and term.definition.id == user.id)
        return next(own, None) or _latest(same, user)


def _stands(term: tuple[str, ...], stems: list[str], position: int) -> bool:
    return len(term) == 1 or tuple(stems[position : position + len(term)]) == term


def _latest(terms: list[Term], user: Stated) -> Term | None:
    which = bisect_left(terms, user.number, key=lambda term: term.definition.number)
    return terms[which - 1] if which else None
