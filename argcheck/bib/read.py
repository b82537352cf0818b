r"""Make entries of an index, and index the bibliographies that are LaTeX: ``.bbl`` and ``thebibliography``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from argcheck.bib.model import Broken, Entry, Field
from argcheck.bib.scan import COMMENT, COMMENTED, DAMAGED, BibIndex
from argcheck.diagnostic import Span

if TYPE_CHECKING:
    from collections.abc import Iterator

    from argcheck.bib.scan import EntryRecord

_TEXT = "text"  #: the only field of a ``\bibitem``: all that it prints

_bibitem = re.compile(r"\\bibitem(?![A-Za-z@])\s*+").finditer
_bbl_entry = re.compile(r"\\entry\{([^{}]++)\}\{([^{}]*+)\}").finditer
_bbl_field = re.compile(
    r"\\(?:field|strng)\{([^{}]++)\}\{|\\verb\{([^{}]++)\}\s*+\\verb[ \t]++([^\n]*)"
).finditer
_end_entry = re.compile(r"\\endentry\b|(?=\\entry\{)").search
_key = re.compile(r"(?:\s|%[^\n]*+\n)*+\{([^{}]*+)\}").match
_braces = re.compile(r"\\.|[{}]", re.DOTALL).finditer
_brackets = re.compile(r"\\.|[{}\]]", re.DOTALL).finditer


class LazyFields(Mapping[str, Field]):
    """The fields of an entry, made when asked for: most entries are only looked up by key."""

    __slots__ = ("_flat", "_text")

    def __init__(self, flat: tuple[str | int, ...], text: str) -> None:
        self._flat = flat
        self._text = text

    def __contains__(self, name: object) -> bool:
        return isinstance(name, str) and name in self._flat

    def __getitem__(self, name: str) -> Field:
        try:
            place = self._flat.index(name)
        except ValueError:
            raise KeyError(name) from None
        return self._field(place)

    def __iter__(self) -> Iterator[str]:
        return iter(dict.fromkeys(str(name) for name in self._flat[::4]))

    def __len__(self) -> int:
        return len(set(self._flat[::4]))

    def all(self) -> list[Field]:
        """Give every field in order, those that repeat a name too."""
        return [self._field(place) for place in range(0, len(self._flat), 4)]

    def _field(self, place: int) -> Field:
        name, start, value, end = self._flat[place : place + 4]
        assert isinstance(start, int)
        assert isinstance(value, int)
        assert isinstance(end, int)
        return Field(str(name), self._text[value:end], start, value, end)


def entries(path: str, index: BibIndex, text: str, *, commented: bool = False) -> list[Entry]:
    """Make the entries of one file; those commented out with ``%`` only if ``commented``."""
    made = []
    for key, kind, start, end, key_start, key_end, flags, fields in index.entries:
        if flags & COMMENTED and not commented:
            continue
        span, key_span = Span(path, start, end), Span(path, key_start, key_end)
        made.append(Entry(key, kind, span, key_span, LazyFields(fields, text), whole=not flags & DAMAGED))
    return made


def broken(path: str, index: BibIndex, *, backend: str = "bibtex") -> list[Broken]:
    """Give the pieces of one file that could not be read, in order of place.

    A ``%`` between fields breaks an entry for BibTeX and is a comment for biber.
    """
    kept = [record for record in index.broken if record[4] != COMMENT or backend == "bibtex"]
    return [
        Broken(Span(path, start, end), message, key)
        for start, end, message, key, _ in sorted(kept, key=_place)
    ]


def _place(record: tuple[int, int, str, str | None, str]) -> tuple[int, int, str]:
    return record[:3]


def strings(index: BibIndex, text: str) -> dict[str, str]:
    """Give the ``@string`` definitions of one file: lower-case name -> raw value; the last one holds."""
    return {name: text[value:end] for name, _, value, end in index.strings}


def bibitem_entry(
    path: str,
    key: str,
    span: tuple[int, int],
    key_span: tuple[int, int],
    *,
    text: str = "",
    body: tuple[int, int] | None = None,
) -> Entry:
    r"""Make the entry of a ``\bibitem`` that stands in a document; ``body`` is what it prints."""
    fields = (_TEXT, body[0], *body) if body else ()
    return Entry(key, "bibitem", Span(path, *span), Span(path, *key_span), LazyFields(fields, text))


def scan_bbl(text: str) -> BibIndex:
    r"""Index a ``.bbl`` of BibTeX (``\bibitem``) or of biber (``\entry``)."""
    index = BibIndex([], [], [], [], [], [])
    index.entries.extend(_biber_entries(text) if "\\entry{" in text else _bibitems(text))
    return index


def _bibitems(text: str) -> Iterator[EntryRecord]:
    starts = list(_bibitem(text))
    closing = text.find("\\end{thebibliography}", starts[-1].end() if starts else 0)
    ends = [match.start() for match in starts[1:]] + [closing if closing >= 0 else len(text)]
    for match, end in zip(starts, ends, strict=False):
        key = _key(text, _after_label(text, match.end(), end), end)
        if not key or not key[1].strip():
            continue
        key_start = key.end() - 1 - len(key[1].lstrip())
        key_end = key_start + len(key[1].strip())
        body = end - len(text[key.end() : end].lstrip())
        last = max(body, key.end() + len(text[key.end() : end].rstrip()))
        fields = (_TEXT, body, body, last)
        yield text[key_start:key_end], "bibitem", match.start(), last, key_start, key_end, 0, fields


def _after_label(text: str, position: int, end: int) -> int:
    """Give the position after the optional label, which may hold braces."""
    if not text.startswith("[", position):
        return position
    depth = 0
    for match in _brackets(text, position + 1, end):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if match[0] == "]" and depth <= 0:
            return match.end()
    return position


def _biber_entries(text: str) -> Iterator[EntryRecord]:
    seen = set()
    for match in _bbl_entry(text):
        key = match[1]
        if key in seen:  # a second sorting list repeats every entry
            continue
        seen.add(key)
        stop = _end_entry(text, match.end())
        end = stop.end() if stop else len(text)
        fields = tuple(_biber_fields(text, match.end(), end))
        yield key, match[2].lower(), match.start(), end, match.start(1), match.end(1), 0, fields


def _biber_fields(text: str, start: int, end: int) -> Iterator[str | int]:
    for match in _bbl_field(text, start, end):
        if match[2]:
            yield from (match[2].lower(), match.start(), match.start(3), match.end(3))
        elif closing := _closing(text, match.end(), end):
            yield from (match[1].lower(), match.start(), match.end() - 1, closing)


def _closing(text: str, position: int, end: int) -> int:
    depth = 1
    for match in _braces(text, position, end):
        depth += {"{": 1, "}": -1}.get(match[0], 0)
        if not depth:
            return match.end()
    return 0
