"""Where the source is live: what a search finds there is neither commented out nor dead."""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from operator import itemgetter
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.grouping import grouped
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import arguments, command_names

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from argcheck.tex.model import ManuscriptRecords

_DEFINING = lazy(r"\\[A-Za-z@]*(?:[cC]ommand|cmd|def|let)\*?\s*\{?\s*\Z")
_COMMENT = lazy(r"(?<!\\)(?:\\\\)*%")
_VERB = lazy(r"\\verb\*?([^\w\s])(?:(?!\1).)*\Z")
_OPTION = lazy(r"(?:\\begin\s*\{[^{}]*\}|\\[A-Za-z@]+\*?|\\\\)\s*\[\Z|[}\]]\[\Z")
#: In the columns of a table, or its width before them: the first groups behind its beginning.
_COLUMNS = lazy(
    r"\\begin\s*\{(?:(?:long|super|x)?tabular[xy]?\*?|longtable|xltabular|(?:long)?tab[ul]|(?:long)?tblr|NiceTabularX?)\}"
    r"(?:\s*\[[^\]\n]*\])?(?:\s*to\s*[^{}\n]*)?(?:\s*\{[^{}\n]*\})?\s*\{(?:[^{}&]|\{[^{}]*\})*\Z"
)
_FORMULA = lazy(r"(?<!\\)\$([^$\n]*)\$")
_AROUND = 300
_LINE = 2_000  # characters: no longer line is looked through for what comments it out
_REACH = 500  # characters on either side of a string by which something is found
_COMMON = frozenset(" \\{}-,.~0123456789")  # signs that most texts have often, beside small letters


def live(
    manuscript: ManuscriptRecords, pattern: re.Pattern[str], needles: Iterable[str]
) -> Iterator[tuple[Span, re.Match[str]]]:
    r"""Yield what ``pattern`` finds in the live source: not in comments, ``\verb`` or dead text.

    ``needles`` are strings of which every match has one; files without any are not searched.  Linear.
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
        # what begins in dead source may go on behind it: there it is sought again
        if gone := holding(dead, start):
            low = min(low, gone[1])
        elif commented(text, start):
            line_end = text.find("\n", start + 1)
            low = min(low, line_end) if line_end >= 0 else low
        else:
            yield match


def places_in_source(manuscript: ManuscriptRecords, pattern: re.Pattern[str] | str) -> tuple[Span, ...]:
    """Return where ``pattern`` finds source that TeX obeys, in the preamble too: file by file, each once."""
    compiled = re.compile(pattern)
    return tuple(
        Span(path, match.start(), match.end())
        for path, file in manuscript.files.items()
        for match in _live_in(manuscript, Span(path, 0, len(file.text)), compiled)
    )


def live_calls(manuscript: ManuscriptRecords, names: Collection[str]) -> Iterator[tuple[Span, re.Match[str]]]:
    """Yield the calls of some commands in the live source, and not where they are defined; the first group is the name."""
    with_needle = files_with(manuscript, [f"\\{name}" for name in names])
    for piece in manuscript.pieces:
        if piece.path in with_needle:
            for match in live_calls_in(manuscript, piece, names):
                yield Span(piece.path, match.start(), match.end()), match


def live_calls_in(
    manuscript: ManuscriptRecords, piece: Span, names: Collection[str]
) -> Iterator[re.Match[str]]:
    """Yield the same of one piece of the document alone."""
    call = re.compile(rf"\\({'|'.join(map(re.escape, names))})(?![A-Za-z@])\*?")
    for match in _live_in(manuscript, piece, call):
        if not _DEFINING.search(match.string, max(0, match.start() - 60), match.start()):
            yield match


def arguments_of(manuscript: ManuscriptRecords, command: str, openers: str) -> Iterator[list[str]]:
    """Yield the arguments of each live call of a command in any file, the preamble and styles too, in order."""
    holding = files_with(manuscript, [f"\\{command}"])
    for path in filter(holding.__contains__, manuscript.files):
        text = manuscript.files[path].text
        for call in live_calls_in(manuscript, Span(path, 0, len(text)), [command]):
            given, _ = arguments(text, call.end(), openers)
            yield [text[slice(*place)].strip() if place else "" for place in given]


def files_with(manuscript: ManuscriptRecords, needles: Iterable[str]) -> frozenset[str]:
    """Return the files that hold one of some strings, each searched once: its commands for all that begin as one does."""
    wanted = tuple(needles)
    commands = tuple(needle for needle in wanted if command_names(needle) == {needle[1:]})
    others = tuple(needle for needle in wanted if needle not in commands)
    holds = manuscript.of_each_file(f"holding {' '.join(others)}", lambda text: any(needles_in(text, others)))
    named = manuscript.of_each_file("commands", lambda text: sorted(command_names(text))) if commands else {}
    called = {
        path for path, names in named.items() if any(f"\\{name}".startswith(commands) for name in names)
    }
    return frozenset(path for path, held in holds.items() if held or path in called)


def parts_around(text: str, needles: Iterable[str]) -> list[tuple[int, int]]:
    """Return the parts of a text that hold one of some strings, each with 500 characters before and behind it; in order, and apart."""
    return joined(
        (max(0, start - _REACH), min(end + _REACH, len(text)))
        for start, end in needles_in(text, tuple(needles))
    )


def needles_in(text: str, needles: tuple[str, ...]) -> Iterator[tuple[int, int]]:
    """Yield a range in each place where one of some strings stands: of the string, or of a rare sign of it.

    Those of one sign are in order. A single sign is found many times faster than a string.
    """
    for sign, pattern in _by_sign(needles):
        if sign in text:
            yield from (match.span() for match in pattern.finditer(text))


@lru_cache(maxsize=256)
def _by_sign(needles: tuple[str, ...]) -> list[tuple[str, re.Pattern[str]]]:
    """Return signs of which each string has one, with the pattern of what stands around each."""
    patterns = []
    for sign, having in grouped(needles, _rare_sign).items():
        around = (map(re.escape, needle.partition(sign)[::2]) for needle in having)
        beside = "|".join(f"(?<={before}{re.escape(sign)})(?={behind})" for before, behind in around)
        patterns.append((sign, lazy(f"{re.escape(sign)}(?:{beside})")))
    return patterns


def _rare_sign(needle: str) -> str:
    """Return a sign of a string that few texts have often, all of it where there is none."""
    rare = [sign for sign in needle if not sign.isascii() or not (sign.islower() or sign in _COMMON)]
    return min(rare, key=lambda sign: (sign.isascii(), sign), default=needle)


def holding(ranges: Sequence[tuple[int, int]], offset: int) -> tuple[int, int] | None:
    """Return the range that holds an offset; the ranges are in order, and none lies in another.  Logarithmic."""
    which = bisect_right(ranges, offset, key=itemgetter(0)) - 1
    return ranges[which] if which >= 0 and offset < ranges[which][1] else None


def within(pieces: Sequence[Span], span: Span) -> tuple[Span, ...]:
    """Return the ranges of ``span`` and of the files that are read in it; itself where it is in none of the pieces of a text."""
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
    """Put ranges in order and join those that overlap or touch, as `holding` needs them."""
    merged: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if merged and start <= merged[-1][1]:
            merged[-1] = merged[-1][0], max(end, merged[-1][1])
        else:
            merged.append((start, end))
    return merged


def outermost(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put ranges in order and leave out those that begin in another, as `holding` needs them."""
    kept: list[tuple[int, int]] = []
    for start, end in sorted(ranges, key=lambda item: (item[0], -item[1])):
        if not kept or kept[-1][1] <= start:
            kept.append((start, end))
    return kept


def commented(text: str, offset: int) -> bool:
    r"""Whether a place is commented out, or in the argument of a ``\verb`` of its line."""
    low = max(0, offset - _LINE)
    line = text[max(low, text.rfind("\n", low, offset) + 1) : offset]
    return ("%" in line and _COMMENT.search(line) is not None) or (
        "\\verb" in line and _VERB.search(line) is not None
    )


def in_a_formula(text: str, span: Span, word: str) -> bool:
    """Whether a word stands in a formula of the paragraph around a place, within a few hundred characters.

    No formula that is looked at crosses lines, so that the search begins with a line.
    """
    begin = max(0, span.start - _AROUND)
    low = max(0, begin - _LINE)
    begin = max(low, text.rfind("\n\n", low, span.start), text.rfind("\n", low, begin))
    formulas = _FORMULA.finditer(text, begin, span.end + _AROUND)
    near = (formula[1] for formula in formulas if formula.end() > span.start - _AROUND)
    return any(word in formula and _is_symbol(word, formula) for formula in near)


def _is_symbol(word: str, formula: str) -> bool:
    """Whether a formula is one of symbols, not of blanks that numbers go into: ``[XXX, XXX]``."""
    rest = formula.replace(word, "").strip()
    return not rest or any(char.isalpha() for char in rest)


def is_option(before: str) -> bool:
    r"""Whether a text ends in a bracket that opens the option of a command or an environment, on its line or the next.

    The columns of a table are an option, too: ``\begin{longtabu} to \linewidth {lXX}``.
    """
    opened = before.endswith("[") and _OPTION.search(before) is not None
    return opened or ("{" in before and _COLUMNS.search(before) is not None)
