"""Fingerprints of findings that survive moved lines: argcheck's own, and the one of GitHub code scanning."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.patterns import ENTRY, lazy

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from argcheck.files.diagnostic import Diagnostic
    from argcheck.files.source import SourceFile

_TAG = "a1"
_WORDS = 3  #: on each side of a finding: with more, edits nearby change it; with fewer, more findings collide
_WORD = 40
_OWN = 200
_REACH = 2000

_SUFFIXES = "|".join((*TEX_SUFFIXES, ".bib", ".bbl", ".sty", ".cls", ".tikz")).replace(".", "")
_FILE = lazy(rf"[\w./-]+\.(?:{_SUFFIXES})\b(?::\d+)*", re.IGNORECASE)
_LINE = lazy(r"\b(lines?|columns?) \d+(?:(?:-|, | and | to )\d+)*", re.IGNORECASE)
_SOME_READERS = lazy(r" \(in [^()]*\)\Z")  # the documents that have a finding: others may come and go
_PARAGRAPH = lazy(r"\n[^\S\n]*\n")
_COMMENT = lazy(r"(?<!\\)((?:\\\\)*)%.*")
_ASTRAL = lazy("[\U00010000-\U0010ffff]")

_BLOCK = 100
_FACTOR = 37
_MASK = (1 << 64) - 1
_END = "\uffff"


def fingerprint(diagnostic: Diagnostic, sources: Mapping[str, SourceFile]) -> str:
    """Return a hash of a finding's rule, its words, the words around it and its message.

    It stays the same when lines are added elsewhere, the paragraph is moved or
    rewrapped, or the file is renamed: it holds no path, line or column.
    Findings that agree in all four have the same fingerprint.
    """
    from hashlib import blake2b

    source = sources.get(diagnostic.span.path)
    words = _words(source, diagnostic.span.start, diagnostic.span.end) if source else ("", "", "")
    parts = (diagnostic.name, *words, plain_message(diagnostic.message))
    digest = blake2b("\0".join(parts).encode("utf-8", "surrogatepass"), digest_size=10)
    return f"{_TAG}:{digest.hexdigest()}"


def outline(diagnostic: Diagnostic, sources: Mapping[str, SourceFile]) -> tuple[str, str, str]:
    """Return a finding's rule, its own words and its message, which do not change with the words around it."""
    source = sources.get(diagnostic.span.path)
    words = _words(source, diagnostic.span.start, diagnostic.span.end)[1] if source else ""
    return diagnostic.name, words, plain_message(diagnostic.message)


def fingerprints(diagnostics: Iterable[Diagnostic], sources: Mapping[str, SourceFile]) -> tuple[str, ...]:
    """Return the fingerprint of each finding, in order; the second of two equal ones ends in ``:2``."""
    return numbered(fingerprint(diagnostic, sources) for diagnostic in diagnostics)


def numbered(names: Iterable[str]) -> tuple[str, ...]:
    """Make ``names`` unique: the n-th of equal ones gets ``:n``, the first stays as it is."""
    seen: dict[str, int] = {}
    unique = []
    for name in names:
        seen[name] = count = seen.get(name, 0) + 1
        unique.append(name if count == 1 else f"{name}:{count}")
    return tuple(unique)


def plain_message(message: str) -> str:
    """Return the message without line numbers, names of LaTeX files and the documents that have the finding."""
    of_all = _SOME_READERS.sub("", message)
    return " ".join(_LINE.sub(r"\1 N", _FILE.sub("FILE", of_all)).split())


def _words(source: SourceFile, start: int, end: int) -> tuple[str, str, str]:
    """Return the words before, in and after a range; those around it only from its paragraph or entry."""
    text = source.text
    before, after = text[max(0, start - _REACH) : start], text[end : end + _REACH]
    if breaks := [match.end() for match in _PARAGRAPH.finditer(before)]:
        before = before[breaks[-1] :]
    if following_break := _PARAGRAPH.search(after):
        after = after[: following_break.start()]
    if source.path.endswith(".bib"):
        before, after = _within_entry(before, after)
    front = [word[-_WORD:] for word in _without_comments(before).split()[-_WORDS:]]
    back = [word[:_WORD] for word in _without_comments(after).split()[:_WORDS]]
    return " ".join(front), " ".join(text[start:end].split())[:_OWN], " ".join(back)


def _within_entry(before: str, after: str) -> tuple[str, str]:
    starts = [match.start() for match in ENTRY.finditer(before)]
    following = next((match.start() for match in ENTRY.finditer(after) if match.start()), len(after))
    return before[starts[-1] :] if starts else "", after[:following]


def _without_comments(text: str) -> str:
    return _COMMENT.sub(r"\1", text) if "%" in text else text


def line_hashes(text: str, lines: Iterable[int]) -> dict[int, str]:
    """Compute ``primaryLocationLineHash`` of ``lines`` (from 1), as GitHub's upload action does.

    The hash is of the hundred UTF-16 units from the start of the line, without
    blanks; a number after it counts the lines so far that have the same.
    """
    wanted, units = set(lines), _units(text)
    counts: dict[str, int] = {}
    hashes = {}
    start, line = 0, 1
    while start < len(units):
        block = units[start : start + _BLOCK]
        counts[block] = count = counts.get(block, 0) + 1
        if line in wanted:
            hashes[line] = f"{_rolling_hash(block):x}:{count}"
        newline = units.find("\n", start)
        start, line = (newline + 1 if newline >= 0 else len(units)), line + 1
    return hashes


def _units(text: str) -> str:
    """Return the text without blanks, one character for each UTF-16 unit, and an end mark."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace(" ", "").replace("\t", "")
    return _ASTRAL.sub(_surrogates, text) + _END


def _surrogates(match: re.Match[str]) -> str:
    code = ord(match[0]) - 0x10000
    return chr(0xD800 + (code >> 10)) + chr(0xDC00 + (code & 0x3FF))


def _rolling_hash(block: Sequence[str]) -> int:
    value = 0
    for unit in block:
        value = value * _FACTOR + ord(unit) & _MASK
    return value * pow(_FACTOR, _BLOCK - len(block), 1 << 64) & _MASK
