"""Searches the live source: the parts that are neither commented out nor dead."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.grouping import grouped, lists_by_key
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import arguments, command_names
from argcheck.tex.model import once

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from argcheck.tex.model import ManuscriptRecords

_DEFINING = lazy(r"\\[A-Za-z@]*(?:[cC]ommand|cmd|def|let)\*?\s*\{?\s*\Z")
_COMMENT = lazy(r"(?<!\\)(?:\\\\)*%")
_VERB = lazy(r"\\verb\*?([^\w\s])(?:(?!\1).)*\Z")
_OPTION = lazy(r"(?:\\begin\s*\{[^{}]*\}|\\[A-Za-z@]+\*?|\\\\)\s*\[\Z|[}\]]\[\Z")
#: A text that ends in the columns of a table, or in its width before them.
_COLUMNS = lazy(
    r"\\begin\s*\{(?:(?:long|super|x)?tabular[xy]?\*?|longtable|xltabular|(?:long)?tab[ul]|(?:long)?tblr|NiceTabularX?)\}"
    r"(?:\s*\[[^\]\n]*\])?(?:\s*to\s*[^{}\n]*)?(?:\s*\{[^{}\n]*\})?\s*\{(?:[^{}&]|\{[^{}]*\})*\Z"
)
_FORMULA = lazy(r"(?<!\\)\$([^$\n]*)\$")
_AROUND = 300
_LINE = 2_000  # at most so many characters of a line are searched for a percent sign
_REACH = 500  # characters searched on either side of a needle
_COMMON = frozenset(" \\{}-,.~0123456789")  # signs that are common in texts, besides small letters


def live(
    manuscript: ManuscriptRecords, pattern: re.Pattern[str], needles: Iterable[str]
) -> Iterator[tuple[Span, re.Match[str]]]:
    r"""Yield the matches of ``pattern`` that do not begin in a comment, a ``\verb`` or dead text.  Linear.

    Every match contains one of ``needles``; files without any of them are not searched.
    """
    with_needle = files_with(manuscript, needles)
    for piece in manuscript.pieces:
        if piece.path in with_needle:
            for match in _live_in(manuscript, piece, pattern):
                yield Span(piece.path, match.start(), match.end()), match


def _live_in(manuscript: ManuscriptRecords, piece: Span, pattern: re.Pattern[str]) -> Iterator[re.Match[str]]:
    text, dead = manuscript.files[piece.path].text, sorted(manuscript.dead.get(piece.path, ()))
    low = piece.start
    while match := pattern.search(text, low, piece.end):
        start, low = match.start(), max(match.end(), match.start() + 1)
        # a match that begins in dead source may hide one after it: search again from there
        if gone := holding(dead, start):
            low = min(low, gone[1])
        elif commented(text, start):
            line_end = text.find("\n", start + 1)
            low = min(low, line_end) if line_end >= 0 else low
        else:
            yield match


def places_in_source(manuscript: ManuscriptRecords, pattern: re.Pattern[str] | str) -> tuple[Span, ...]:
    r"""Return the matches of ``pattern`` outside of comments, ``\verb`` and dead text, preamble included, by file."""
    compiled = re.compile(pattern)
    return tuple(
        Span(path, match.start(), match.end())
        for path, file in manuscript.files.items()
        for match in _live_in(manuscript, Span(path, 0, len(file.text)), compiled)
    )


def live_calls(manuscript: ManuscriptRecords, names: Collection[str]) -> Iterator[tuple[Span, re.Match[str]]]:
    """Yield the calls of some commands in the live source, without their definitions; group 1 is the name."""
    with_needle = files_with(manuscript, [f"\\{name}" for name in names])
    for piece in manuscript.pieces:
        if piece.path in with_needle:
            for match in live_calls_in(manuscript, piece, names):
                yield Span(piece.path, match.start(), match.end()), match


def live_calls_in(
    manuscript: ManuscriptRecords, piece: Span, names: Collection[str]
) -> Iterator[re.Match[str]]:
    """Yield the calls in one piece of the document."""
    call = re.compile(rf"\\({'|'.join(map(re.escape, names))})(?![A-Za-z@])\*?")
    for match in _live_in(manuscript, piece, call):
        if not _DEFINING.search(match.string, max(0, match.start() - 60), match.start()):
            yield match


def arguments_of(manuscript: ManuscriptRecords, command: str, openers: str) -> Iterator[list[str]]:
    """Yield the arguments of each live call of a command, file by file, preambles and styles included."""
    holding = files_with(manuscript, [f"\\{command}"])
    for path in filter(holding.__contains__, manuscript.files):
        text = manuscript.files[path].text
        for call in live_calls_in(manuscript, Span(path, 0, len(text)), [command]):
            given, _ = arguments(text, call.end(), openers)
            yield [text[slice(*place)].strip() if place else "" for place in given]


def files_with(manuscript: ManuscriptRecords, needles: Iterable[str]) -> frozenset[str]:
    r"""Return the files with one of some strings; a needle such as ``\name`` is any command that begins so."""
    wanted = tuple(needles)
    commands = tuple(needle for needle in wanted if command_names(needle) == {needle[1:]})
    others = tuple(needle for needle in wanted if needle not in commands)
    files: set[str] = set()
    if others:
        kind = f"holding {' '.join(others)}"
        holds = manuscript.of_each_file(kind, lambda text: any(needles_in(text, others)))
        files.update(path for path, held in holds.items() if held)
    if commands:
        called = (paths for name, paths in _by_command(manuscript).items() if name.startswith(commands))
        files.update(*called)
    return frozenset(files)


@once
def _by_command(manuscript: ManuscriptRecords) -> dict[str, list[str]]:
    """Return the files with each command, by its name with a backslash."""
    named = manuscript.of_each_file("commands", lambda text: sorted(command_names(text)))
    return lists_by_key((f"\\{name}", path) for path, names in named.items() for name in names)


def parts_around(text: str, needles: Iterable[str]) -> list[tuple[int, int]]:
    """Return the parts of a text within 500 characters of one of some strings, sorted and disjoint."""
    return joined(
        (max(0, start - _REACH), min(end + _REACH, len(text)))
        for start, end in needles_in(text, tuple(needles))
    )


def needles_in(text: str, needles: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield a range for each place of one of some strings: that of the string, or of a rare sign in it.

    Ranges of the same sign are in order.  Searching for a single sign is many times faster than for a string.
    """
    for sign, pattern in _by_sign(needles):
        if sign in text:
            yield from (match.span() for match in pattern.finditer(text))


@lru_cache(maxsize=256)
def _by_sign(needles: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    """Return for each rare sign in the strings a pattern that matches the sign within one of its strings."""
    patterns = []
    for sign, having in grouped(needles, _rare_sign).items():
        around = (map(re.escape, needle.partition(sign)[::2]) for needle in having)
        beside = "|".join(f"(?<={before}{re.escape(sign)})(?={behind})" for before, behind in around)
        patterns.append((sign, lazy(f"{re.escape(sign)}(?:{beside})")))
    return patterns


def _rare_sign(needle: str) -> str:
    """Return a sign of the string that is rare in texts, or the whole string if all its signs are common."""
    rare = [sign for sign in needle if not sign.isascii() or not (sign.islower() or sign in _COMMON)]
    return min(rare, key=lambda sign: (sign.isascii(), sign), default=needle)


def holding(ranges: Sequence[tuple[int, int]], offset: int) -> tuple[int, int] | None:
    """Return the range that contains an offset, None without one; the ranges are sorted and disjoint.  Logarithmic."""
    which = bisect_right(ranges, offset, key=itemgetter(0)) - 1
    return ranges[which] if which >= 0 and offset < ranges[which][1] else None


def within(pieces: Sequence[Span], span: Span) -> tuple[Span, ...]:
    """Return the pieces within ``span``, those of the files read in it included; ``span`` itself if there are none."""
    of_file = [number for number, piece in enumerate(pieces) if piece.path == span.path]
    first, last = (
        next((number for number in of_file if offset <= pieces[number].end), len(pieces))
        for offset in (span.start, span.end)
    )
    ranges = list(pieces[first : last + 1])
    if first < len(pieces):
        ranges[0] = ranges[0]._replace(start=max(ranges[0].start, span.start))
    if last < len(pieces):
        ranges[-1] = ranges[-1]._replace(end=min(ranges[-1].end, span.end))
    return tuple(part for part in ranges if part.start < part.end) or (span,)


def joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort ranges and join those that overlap or touch, as `holding` needs them."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def outermost(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Sort ranges and drop those that begin within another, as `holding` needs them."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(ranges, key=lambda item: (item[0], -item[1])):
        if not kept or kept[-1][1] <= start:
            kept.append((start, end))
    return kept


def commented(text: str, offset: int) -> bool:
    r"""Whether a place is in a comment, or in the argument of a ``\verb`` on the same line."""
    low = max(0, offset - _LINE)
    line = text[max(low, text.rfind("\n", low, offset) + 1) : offset]
    return ("%" in line and _COMMENT.search(line) is not None) or (
        "\\verb" in line and _VERB.search(line) is not None
    )


def in_a_formula(text: str, span: Span, word: str) -> bool:
    """Whether a word is a symbol in a formula of the paragraph around a place, within a few hundred characters.

    Only formulas on one line count, so the search starts at the beginning of a line.
    """
    begin = max(0, span.start - _AROUND)
    low = max(0, begin - _LINE)
    begin = max(low, text.rfind("\n\n", low, span.start), text.rfind("\n", low, begin))
    formulas = _FORMULA.finditer(text, begin, span.end + _AROUND)
    near = (formula[1] for formula in formulas if formula.end() > span.start - _AROUND)
    return any(word in formula and _is_symbol(word, formula) for formula in near)


def _is_symbol(word: str, formula: str) -> bool:
    """Whether the word is a symbol in a formula, not a placeholder for a number as in ``[XXX, XXX]``."""
    rest = formula.replace(word, "").strip()
    return not rest or any(char.isalpha() for char in rest)


def is_option(before: str) -> bool:
    r"""Whether a text ends in a bracket that opens the option of a command or an environment, on its line or the next.

    The column specification of a table counts too: ``\begin{longtabu} to \linewidth {lXX}``.
    """
    opened = before.endswith("[") and _OPTION.search(before) is not None
    return opened or ("{" in before and _COLUMNS.search(before) is not None)


def opens_link(before: str) -> bool:
    r"""Whether a text ends where the words of a link begin, in brackets or not: ``\href{https://example.org}{[``."""
    return "\\href{" in before and before.rstrip("([ ").endswith("}{")
