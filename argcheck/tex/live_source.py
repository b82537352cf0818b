"""Where the source is live: what a search finds there is neither commented out nor dead."""

from __future__ import annotations

import re
from bisect import bisect_right
from operator import itemgetter
from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.files.patterns import lazy
from argcheck.tex.arguments import arguments

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
    """Return the files that hold one of some strings, each searched once."""
    wanted = tuple(needles)
    holds = manuscript.of_each_file(f"holding {' '.join(wanted)}", lambda text: _holds(text, wanted))
    return frozenset(path for path, held in holds.items() if held)


def _holds(text: str, needles: Iterable[str]) -> bool:
    ascii_only = text.isascii()
    return any(needle in text for needle in needles if not ascii_only or needle.isascii())


def parts_around(text: str, needles: Iterable[str]) -> list[tuple[int, int]]:
    """Return the parts of a text that hold one of some strings, each with 500 characters before and behind it; in order, and apart."""
    parts: list[tuple[int, int]] = []
    ascii_only = text.isascii()
    for needle in needles:
        place = text.find(needle) if not ascii_only or needle.isascii() else -1
        while place >= 0:
            end = min(place + len(needle) + _REACH, len(text))
            parts.append((max(0, place - _REACH), end))
            place = text.find(needle, place + 1)
    return joined(parts)


def before_each(sign: str, text: str, needles: Iterable[str]) -> str:
    """Return what stands before each of a sign, and the sign: a string that ends in it, its only one, is found sooner there.

    As much is returned of each place as the longest of these strings takes, in no order.
    """
    ending = [needle for needle in needles if needle.endswith(sign)]
    longest, last = max(map(len, ending)), frozenset(needle[-2] for needle in ending)
    return "".join({f"{part[-longest:]}{sign}" for part in text.split(sign)[:-1] if part[-1:] in last})


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
