"""Index the bibliographies that are LaTeX: the ``.bbl`` files of BibTeX and of biber."""

from __future__ import annotations

import re
from collections.abc import Iterator

from argcheck.bib.entry import TEXT
from argcheck.bib.index import BibIndex, EntryRecord
from argcheck.tex.arguments import closing, names

_bibitem = re.compile(r"\\bibitem(?![A-Za-z@])\s*+").finditer
_bbl_entry = re.compile(r"\\entry\{([^{}]++)\}\{([^{}]*+)\}").finditer
_bbl_field = re.compile(
    r"\\(?:field|strng)\{([^{}]++)\}\{|\\verb\{([^{}]++)\}\s*+\\verb[ \t]++([^\n]*)"
).finditer
_end_entry = re.compile(r"\\endentry\b|(?=\\entry\{)").search
_key = re.compile(r"(?:\s|%[^\n]*+\n)*+\{([^{}]*+)\}").match
_brackets = re.compile(r"\\.|[{}\]]", re.DOTALL).finditer


def scan_bbl(text: str) -> BibIndex:
    r"""Return the index of a ``.bbl`` of BibTeX (``\bibitem``) or of biber (``\entry``)."""
    index = BibIndex([], [], [], [], [], [])
    index.entries.extend(_biber_entries(text) if "\\entry{" in text else _bibitems(text))
    return index


def _bibitems(text: str) -> Iterator[EntryRecord]:
    starts = list(_bibitem(text))
    closing = text.find("\\end{thebibliography}", starts[-1].end() if starts else 0)
    ends = [match.start() for match in starts[1:]] + [closing if closing >= 0 else len(text)]
    for match, end in zip(starts, ends, strict=False):
        key = _key(text, _after_label(text, match.end(), end), end)
        written = names(text, *key.span(1), many=False) if key else []
        if not key or not written:
            continue
        _, key_start, key_end = written[0]  # apacite breaks the line behind the brace by a comment
        body = end - len(text[key.end() : end].lstrip())
        last = max(body, key.end() + len(text[key.end() : end].rstrip()))
        fields = (TEXT, body, body, last)
        yield text[key_start:key_end], "bibitem", match.start(), last, key_start, key_end, 0, fields


def _after_label(text: str, position: int, end: int) -> int:
    """Return the offset after the optional label, which may contain braces."""
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
        if key in seen:  # a second sorting list repeats the entries
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
        elif (last := closing(text, match.end(), end, reading="raw", depth=1)) > 0:
            yield from (match[1].lower(), match.start(), match.end() - 1, last)
