"""An entry: its fields with their places, and their values, inherited ones included."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from argcheck.bib.field_text import plain_text
from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import closing
from argcheck.tex.commands import named_in, words
from argcheck.tex.vocabulary import codes, phrases, wording

TEXT = "text"  #: the only field of a ``\bibitem``: all that it prints
FOUR_DIGITS = lazy(r"\d{4}")
#: How publishers mark a title at its beginning, and Web of Science at its end.
_RETRACTED = (
    r"\W*{retractions.titles}\b\s*[:.\]}-]"
    r"|.*[(\[]retracted(?:\s+(?:article|paper))?(?:[.:;,]?\s+see\b[^()\[\]]*)?[)\]][\s}.]*\Z"
)
_CLOSING = {"{": "}", '"': '"'}  # the ends of values that are one piece
_ALIASES: Mapping[str, tuple[str, ...]] = {
    "journal": ("journaltitle",),
    "journaltitle": ("journal",),
    "address": ("location",),
    "location": ("address",),
    "school": ("institution",),
    "institution": ("school",),
    "eprinttype": ("archiveprefix",),
    "archiveprefix": ("eprinttype",),
    "eprintclass": ("primaryclass",),
    "primaryclass": ("eprintclass",),
    "annotation": ("annote",),
    "annote": ("annotation",),
    "date": ("year",),
}
#: Fields that are never inherited.
_OWN = frozenset(
    words(
        """crossref entryset entrysubtype execute ids key keywords label options presort related relatedoptions
        relatedstring relatedtype shorthand shorthandintro sortkey xdata xref"""
    )
)
_PARTS_OF_BOOK = frozenset({"inbook", "bookinbook", "suppbook"})
_PARTS_OF_COLLECTION = frozenset({"incollection", "inreference", "suppcollection"})
_TITLES = {"title": "title", "subtitle": "subtitle", "titleaddon": "titleaddon"}
_DEEPEST = 16  # most entries and definitions that refer to each other


class EntriesByKey(Protocol):
    """What an entry needs of its bibliography."""

    @property
    def backend(self) -> str:
        """``bibtex``, ``biber``, ``either`` or ``none``."""

    @property
    def strings(self) -> Mapping[str, str]:
        """The raw values of ``@string`` definitions, by lower-case name."""

    def fold(self, key: str) -> str:
        """Return a key in the form in which the backend compares keys."""

    def find(self, key: str) -> Entry | None:
        """Return the entry that the backend finds for a key, or None."""


class Field(NamedTuple):
    """A field of an entry; ``raw`` is its value as written, with delimiters and ``#``."""

    name: str  #: lower case
    raw: str  #: value as written
    start: int  #: offset of the name
    value_start: int  #: offset of the value with its delimiter
    value_end: int  #: offset after the value


class LazyFields(Mapping[str, Field]):
    """The fields of an entry, made on demand, since most entries are only looked up by key."""

    __slots__ = ("_flat", "_places", "_text")

    def __init__(self, flat: tuple[Any, ...], text: str) -> None:
        self._flat = flat
        self._text = text
        self._places: dict[str, int] | None = None

    @property
    def places(self) -> dict[str, int]:
        """The position of the record of each name, of a repeated name that of the first."""
        if self._places is None:
            flat = self._flat
            self._places = dict(zip(flat[-4::-4], range(len(flat) - 4, -1, -4), strict=True))
        return self._places

    def __contains__(self, name: object) -> bool:
        return name in (self._places or self.places)

    def __getitem__(self, name: str) -> Field:
        return self._field(self.places[name])

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(self._flat[::4]))

    def __len__(self) -> int:
        return len(self.places)

    def written(self, name: str) -> str | None:
        """Return the value of a field as written, or None; the same as ``self[name].raw``, but cheaper."""
        place = (self._places or self.places).get(name)
        if place is None:
            return None
        start, end = self._flat[place + 2 : place + 4]
        return self._text[start:end]

    @property
    def source(self) -> str:
        """All fields as written, with the text between them."""
        return self._text[self._flat[1] : self._flat[-1]] if self._flat else ""

    @property
    def repeat(self) -> bool:
        """Whether a name occurs more than once."""
        return len(self._flat) > 4 * len(self)

    def all(self) -> list[Field]:
        """Return every field in order, repeated names included."""
        return [self._field(place) for place in range(0, len(self._flat), 4)]

    def _field(self, place: int) -> Field:
        name, start, value, end = self._flat[place : place + 4]
        return Field(name, self._text[value:end], start, value, end)


class Entry:
    r"""An entry of a ``.bib``, ``.bbl`` or ``thebibliography`` (``type`` is then ``bibitem``).

    ``fields`` maps lower-case names to the *first* field of that name.  ``whole`` is false if a part could not be
    parsed (there is a `Broken` for it), so that a field that seems missing may be there.
    """

    __slots__ = ("_raw", "bibliography", "fields", "key", "key_span", "place", "span", "type", "whole")

    def __init__(
        self,
        key: str,
        type_: str,
        span: Span,
        key_span: Span,
        fields: LazyFields,
        *,
        whole: bool = True,
    ) -> None:
        self.key = key  #: as written
        self.type: str = type_  #: lower case, such as ``article``
        self.span = span  #: from the at sign to after the closing brace
        self.key_span = key_span  #: of the key
        self.fields = fields  #: lower-case name -> `Field`
        self.whole = whole  #: False if a part could not be parsed
        self.bibliography: EntriesByKey | None = None
        self.place = -1  # position among the entries of its bibliography
        self._raw: dict[str, str | None] = {}  # results of `raw`, since many rules need the same few fields

    def raw(self, name: str) -> str | None:
        """Return the value of a field, with ``@string`` and ``#`` resolved and without delimiters, as LaTeX.

        A field that the entry lacks is inherited by ``crossref`` and ``xdata``; None if there is none.
        """
        known = self._raw
        if name not in known:
            known[name] = self._find(name)
        return known[name]

    def _find(self, name: str) -> str | None:
        written = self.fields.written(name)
        if written and written[-1] == _CLOSING.get(written[0]) and "#" not in written and len(written) > 1:
            return written[1:-1].strip()
        return _field_value(self, name)

    def text(self, name: str) -> str | None:
        """Return the value of a field as plain text, without LaTeX and braces and with single blanks, or None."""
        value = self.raw(name)
        return None if value is None else plain_text(value)

    def cited(self) -> Iterator[tuple[str, Span]]:
        r"""Yield the keys that its fields cite, with places: ``note = {English in \cite{frege1953}}``."""
        for field in self.fields.all() if "cite" in self.fields.source else ():
            for key, (start, end), *_ in named_in(field.raw, "cite"):
                yield key, Span(self.span.path, field.value_start + start, field.value_start + end)

    @property
    def retracted(self) -> bool:
        """Whether its own title says that the work was retracted: ``RETRACTED: ...``."""
        title = (self.raw("title") or "") if "title" in self.fields else ""
        lower = title.lower()
        if not any(sign in lower for sign in phrases(codes(), "retractions.signs")):
            return False
        return wording(codes(), _RETRACTED, re.IGNORECASE | re.DOTALL).match(title) is not None


def _field_value(entry: Entry, name: str) -> str | None:
    """Return the value of a field as LaTeX, or None if neither the entry nor its parents have it.

    Looked up in the entry, under the other names of the field, then in its ``xdata`` and its ``crossref`` as the
    backend does it.  Cycles are harmless.
    """
    written = entry.fields.written(name)
    if written is not None:
        return _resolved(written, entry)
    return _inherited_value(entry, name, {(id(entry), name)})


def _inherited_value(entry: Entry, name: str, seen: set[tuple[int, str]]) -> str | None:
    own = _own_value(entry, name)
    if own is not None or name in _OWN or entry.bibliography is None:
        return own
    for parent, wanted in _parents(entry, name):
        if (id(parent), wanted) not in seen and len(seen) < _DEEPEST:
            seen.add((id(parent), wanted))
            result = _inherited_value(parent, wanted, seen)
            if result is not None:
                return result
    return None


def _own_value(entry: Entry, name: str) -> str | None:
    """Return the value of a field of the entry itself, under any name of the field, or None."""
    for own in (name, *_ALIASES.get(name, ())):
        written = entry.fields.written(own)
        if written is not None:
            return _resolved(written, entry)
    if name == "year" and (date := entry.fields.written("date")) is not None:
        match = FOUR_DIGITS.search(_resolved(date, entry))
        return match[0] if match else None
    return None


def _parents(entry: Entry, name: str) -> Iterator[tuple[Entry, str]]:
    """Yield the entries that this one inherits from, each with the name of the field there."""
    bibliography, fields = entry.bibliography, entry.fields
    if bibliography is None:
        return
    if (xdata := fields.written("xdata")) is not None:
        for key in _resolved(xdata, entry).split(","):
            parent = bibliography.find(key.strip())
            if parent is not None:
                yield parent, name
    if (crossref := fields.written("crossref")) is not None:
        parent = bibliography.find(_resolved(crossref, entry).strip())
        if parent is not None:
            yield from ((parent, wanted) for wanted in _wanted(entry, parent, name))


def _wanted(entry: Entry, parent: Entry, name: str) -> tuple[str, ...]:
    """Return the names of a field in a crossref parent.

    BibTeX uses the same name.  biber inherits a title of the parent as book title and the like, and then not as title.
    """
    if entry.bibliography is not None and entry.bibliography.backend in ("bibtex", "either"):
        return (name,)
    prefix = _title_prefix(entry.type, parent.type)
    if prefix is None:
        return (name,)
    if name in _TITLES:
        return ()
    if name == "bookauthor" and entry.type in _PARTS_OF_BOOK:
        return (name, "author")
    if prefix == "journal" and name == "journal":
        return ("title",)
    title = name.removeprefix(prefix)
    return (title,) if name != title and title in _TITLES else (name,)


def _title_prefix(child: str, parent: str) -> str | None:
    """Return the prefix of the inherited title in the child: ``book``, ``main`` or ``journal``; or None."""
    if parent == "periodical":
        return "journal" if child in {"article", "suppperiodical"} else None
    if parent.startswith("mv"):
        return "main" if child != parent else None
    if parent == "book":
        return "book" if child in _PARTS_OF_BOOK else None
    if parent in {"collection", "reference"}:
        return "book" if child in _PARTS_OF_COLLECTION else None
    return "book" if parent == "proceedings" and child == "inproceedings" else None


def _resolved(raw: str, entry: Entry) -> str:
    if "#" not in raw and raw[:1] in {"{", '"'}:
        return (
            raw[1:-1].strip()
            if len(raw) > 1 and raw[-1] == ("}" if raw[0] == "{" else '"')
            else raw[1:].strip()
        )
    if entry.type == "bibitem":
        return raw.strip()
    return resolve(raw, entry.bibliography.strings if entry.bibliography is not None else {})


MONTHS: Mapping[str, str] = {
    "jan": "January",
    "feb": "February",
    "mar": "March",
    "apr": "April",
    "may": "May",
    "jun": "June",
    "jul": "July",
    "aug": "August",
    "sep": "September",
    "oct": "October",
    "nov": "November",
    "dec": "December",
}

_LONGEST = 20_000  # most characters; definitions that double each other grow without end

_piece = lazy(r"""\s*+(?:(\{)|"((?:[^"{}]|\{[^{}]*+\})*+)"|([^\s"#%'(),={}]++))""")
_joint = lazy(r"\s*+(?:#|$)")


def resolve(raw: str, strings: Mapping[str, str]) -> str:
    """Return a raw value with ``@string`` names and ``#`` resolved, without delimiters."""
    return _resolve(raw, strings, {}, 0).strip()


def _resolve(raw: str, strings: Mapping[str, str], known: dict[str, str], depth: int) -> str:
    pieces = list(_pieces(raw))
    if not pieces:
        return raw
    joined, length = [], 0
    for text, is_name in pieces:
        value = _named(text, strings, known, depth) if is_name else text
        joined.append(value)
        length += len(value)
        if length > _LONGEST and depth:
            break
    return "".join(joined)


def _named(name: str, strings: Mapping[str, str], known: dict[str, str], depth: int) -> str:
    """Return the value of a bare word, which is the word itself if it is not defined."""
    folded = name.lower()
    if folded in known:
        return known[folded]
    if folded not in strings or depth >= _DEEPEST:
        return MONTHS.get(folded, name)
    known[folded] = name  # for a name that is defined by itself
    known[folded] = _resolve(strings[folded], strings, known, depth + 1)[:_LONGEST]
    return known[folded]


def _pieces(raw: str) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a raw value between ``#``: (text, whether it is a name); nothing if it does not parse."""
    result, position = [], 0
    while position < len(raw):
        match = _piece.match(raw, position)
        end = match.end() if match else 0
        if match and match[1]:
            end = closing(raw, match.start(1), len(raw), reading="plain")
        joint = _joint.match(raw, end) if end > 0 else None
        if match is None or joint is None:
            return
        inner = raw[match.end() : end - 1] if match[1] else match[2] if match[3] is None else match[3]
        result.append((inner, match[3] is not None))
        position = joint.end()
    yield from result
