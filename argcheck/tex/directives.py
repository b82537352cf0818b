"""The grammar of ``% argcheck:`` annotations: one comment in, an `Annotation` out."""

# ruff: noqa: SIM905 - lists of names read best as text

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.tex.model import Directive

#: Verbs that make a node of the statement at their place.
MAKERS = frozenset(
    "claim evidence hypothesis assumption conclusion result method limitation context counterevidence".split()
)
#: Verbs that mark the statements whose ids follow, else the one at their place.
MARKS = frozenset(("root", "open", "given"))
#: Verbs that relate the statement at their place to the ids that follow; ``conf=`` belongs to the relation.
RELATIONS = frozenset(("uses", "assumes", "proves", "supports", "attacks"))
VERBS = MAKERS | MARKS | RELATIONS | {"refuted", "from"}
#: What verbs that make a node take; a relation as one says the same as on a line of its own.
ATTRIBUTES = ("id", "role", "kind", "conf", "uses", "assumes", "supports", "attacks", "proves")

_HEAD = lazy(r"%+\s*argcheck:\s*([^\s:\[\]]*)", re.IGNORECASE)
_ATTRIBUTE = lazy(r"([^\W\d_]+)\s*=\s*(\"[^\"]*\"|(?:[^\s,]|,[ \t]*(?![\w-]+\s*=)(?=\S))*)")
_NAME = lazy(r"[^\s,]+")
_ADDRESS = lazy(r"(?:\[[^\[\]]*\]|\"[^\"]*\"|[^\s,\[\]\"])+")
_REASON = lazy(r":(?:[ \t]+|$)")


class DirectiveName(NamedTuple):
    """An id in an annotation, with its place."""

    name: str
    span: Span


class Attribute(NamedTuple):
    """``key=value``."""

    key: str
    value: str
    span: Span  #: of the value


class Annotation(NamedTuple):
    """One annotation as written, unchecked."""

    verb: str
    span: Span  #: of the verb
    names: tuple[DirectiveName, ...]
    attributes: tuple[Attribute, ...]
    stray: tuple[DirectiveName, ...]  #: words that fit neither
    reason: str

    def get(self, key: str) -> Attribute | None:
        """Return the first attribute with a key, None without one."""
        return next((attribute for attribute in self.attributes if attribute.key == key), None)


def parse(directive: Directive, text: str) -> Annotation | None:
    """Parse a directive of the file ``text``; None if it is no annotation (an ``ignore``, an unknown verb)."""
    span = directive.span
    head = _HEAD.match(text, span.start, span.end)
    verb = head[1].lower() if head else ""
    if head is None or verb not in VERBS:
        return None
    here = Span(span.path, head.start(1), head.end(1))
    start, end, reason = head.end(), span.end, ""
    if verb == "refuted":
        colon = _REASON.search(text, start, end)
        if colon:
            reason, end = text[colon.end() : end].strip(), colon.start()
    if verb == "from":
        return Annotation(verb, here, tuple(_addresses(text, span.path, start, end)), (), (), "")
    attributes = tuple(_attributes(text, span.path, start, end))
    loose = tuple(_loose(text, span.path, start, end))
    if verb in MAKERS or (verb in MARKS and attributes):
        return Annotation(verb, here, (), attributes, loose, reason)
    kept = tuple(attribute for attribute in attributes if attribute.key == "conf" and verb in RELATIONS)
    stray = tuple(
        DirectiveName(f"{attribute.key}=", attribute.span)
        for attribute in attributes
        if attribute not in kept
    )
    return Annotation(verb, here, loose, kept, stray, reason)


def _attributes(text: str, path: str, start: int, end: int) -> Iterator[Attribute]:
    for match in _ATTRIBUTE.finditer(text, start, end):
        value = match[2].strip('"').strip()
        yield Attribute(match[1].lower(), value, Span(path, match.start(2), match.end(2)))


def _loose(text: str, path: str, start: int, end: int) -> Iterator[DirectiveName]:
    """Yield the words outside of attributes."""
    position = start
    for match in (*_ATTRIBUTE.finditer(text, start, end), None):
        stop = match.start() if match else end
        for word in _NAME.finditer(text, position, stop):
            yield DirectiveName(word[0], Span(path, word.start(), word.end()))
        position = match.end() if match else end


def _addresses(text: str, path: str, start: int, end: int) -> Iterator[DirectiveName]:
    """Yield addresses of data, which may have blanks and commas in brackets and quotes."""
    for match in _ADDRESS.finditer(text, start, end):
        yield DirectiveName(match[0], Span(path, match.start(), match.end()))


def spelt(directive: Directive, text: str, name: str) -> Iterator[Span]:
    """Yield the places in a comment that spell a name; ``text`` is that of its file."""
    path, start, end = directive.span
    for match in re.finditer(rf"(?<![\w:.-]){re.escape(name)}(?![\w-]|[:.]\w)", text[start:end]):
        yield Span(path, start + match.start(), start + match.end())


def names_of(attribute: Attribute, text: str) -> list[DirectiveName]:
    """Return the ids in the value of a relation such as ``uses=``, each with its place."""
    span = attribute.span
    matches = _NAME.finditer(text, span.start, span.end)
    return [DirectiveName(word[0].strip('"'), Span(span.path, word.start(), word.end())) for word in matches]
