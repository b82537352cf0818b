r"""What a definition defines: marked words (``\emph``), its title, their initials, or what its sentences define.

"A loop is a map", "a relation is called ample if", "we say that a loop surrounds".
"""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex import vocabulary
from argcheck.tex.commands import words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.argument.extract.layout import Stated
    from argcheck.argument.extract.term_words import TermWords

_MARKUP = re.compile(
    r"\\(?:emph|textbf|textit|textsl|defn?|define|dfn|defined|definiendum|term|newterm|concept|keyword|alert)\s*"
    r"\{(?:\([^(){}$\\]*\)\s+)?((?:[^{}$\\]|\$[^$]{1,40}\$){2,60})\}|\{\\(?:it|em|bf|sl)(?:shape)?\s+((?:[^{}$\\]|\$[^$]{1,40}\$){2,60})\}"
)
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
_CONDITIONAL = 3  # patterns from here on are tried only if nothing is marked or called
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
_OPENING_NO_TERM = frozenset(words("if iff only not no out at then this these that it but or"))
_CITATION = re.compile(r"\d{4}|(?<![-\w$^])\d+(?![-\w$])|\\cite|[Tt]heorem|[Dd]efinition")
_REACH = 60  # characters before a marked word that may show that a term is named
_NAMING = re.compile(
    r"(?:\b(?:call(?:ed|s)?|sa(?:id|y)(?:\s+that)?|known\s+as|termed|named|defined?|denoted?|is|are|be)\b[^.\\]{0,30}"
    r"|\b(?:an?|the)\s+(?:\$[^$]*\$-?)?)\Z",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\s*(?:if\b|iff\b|when\b|of\b|on\b|is\b|are\b|:)")


class Phrase(NamedTuple):
    """Words that a definition may define."""

    words: str
    sure: bool = True  #: whether the definition says so: "is called", a title, a mark where a term is named
    named: bool = False  #: whether it is the title or several marked words, which may be everyday ones


def says_something(words: list[str], named: bool) -> bool:
    """Whether words name something: not everyday words, nor, unless named by the definition, "the following map"."""
    empty = _everyday() if named else _EMPTY
    left = [word for word in words if word not in empty and word not in {"@", "@-"}]
    if words and words[0] in _OPENING_NO_TERM:
        return False
    return bool(left) and not (len(words) == 1 and words[0] in _everyday())


@cache
def _everyday() -> frozenset[str]:
    return vocabulary.words("en", "claims.common") | vocabulary.words("en", "claims.stopwords")


def phrases(definition: Stated, reading: TermWords) -> list[Phrase]:
    """Return what a definition may define: marked words and its title, then what its sentences call, else guesses."""
    marked = []
    for match in _MARKUP.finditer(reading.raw):
        words = match[1] or match[2]
        marked += [
            Phrase(words, _named(reading.raw, match), " " in words),
            *_shortened(words, reading.raw[match.end() :]),
        ]
    title, _, behind = _without_source(definition.title).partition("(")
    if title and not _CITATION.search(title):
        marked += [Phrase(title, named=True), *_shortened(title, f"({behind}")]
    text = _OPENING.sub("", reading.text)
    called = [_trimmed(match) for pattern in _PATTERNS[:_CONDITIONAL] for match in pattern.finditer(text)]
    simple = _SIMPLE.match(text)
    phrases = [*marked, *map(Phrase, called), *([Phrase(_trimmed(simple), sure=False)] if simple else [])]
    if not marked and not called:
        conditional = [_trimmed(m) for pattern in _PATTERNS[_CONDITIONAL:-1] for m in pattern.finditer(text)]
        implied = [phrase for phrase in conditional if phrase and phrase not in _EMPTY]
        guessed = implied or [
            _trimmed(match) for match in _PATTERNS[-1].finditer(text) if not _names_a_sign(match)
        ]
        phrases += [Phrase(words, sure=False) for words in guessed]
    return [phrase for phrase in phrases if phrase.words]


def _without_source(title: str) -> str:
    r"""Return a title without a citation at its end: "Path \cite[4.1]{source}" is about a path."""
    head, _, last = title.rpartition("\\")
    closed = (
        head.strip() and last.rstrip().endswith("}") and (last.startswith("cite") or _CITATION.search(last))
    )
    return head.strip() if closed else title


def _shortened(words: str, behind: str) -> Iterator[Phrase]:
    """Yield the initials of a term that follow it in parentheses: "distribution function (d.f.)"."""
    opening, _, rest = behind.lstrip(" ~}").partition("(")
    short = rest.partition(")")[0].strip()
    initials = "".join(word[0] for word in words.replace("-", " ").split())
    if not opening and len(initials) > 1 and short.replace(".", "").lower() == initials.lower():
        yield Phrase(short.rstrip("."))


def _names_a_sign(match: re.Match[str]) -> bool:
    """Whether a sign is defined: "the path @ is" says what the sign means, not what a path is."""
    return " " not in _trimmed(match) and match.string.startswith(" @", match.end("noun"))


def _named(raw: str, match: re.Match[str]) -> bool:
    """Whether marked words are a term that is named, not merely stressed: "is called X", "X is", "an X"."""
    words = (match[1] or match[2]).split()
    before = raw[max(0, match.start() - _REACH) : match.start()]
    return len(words) > 1 or bool(_NAMING.search(before) or _NAMED.match(raw, match.end()))


def _trimmed(match: re.Match[str]) -> str:
    """Return a phrase without articles and the like before it; "homotopy of sections" is one term."""
    words = (match["noun"] + (match.groupdict().get("more") or "")).split()
    while words and words[0] in ("a", "an", "the", "any", "some", "every", "such", "continuous", "smooth"):
        words.pop(0)
    return " ".join(words)
