"""Where the source is live: what a search finds there is neither commented out nor dead."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from argcheck.diagnostic import Span
from argcheck.patterns import lazy

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator, Sequence

    from argcheck.tex.model import Manuscript

_COMMENT = lazy(r"(?<!\\)(?:\\\\)*%")
_VERB = lazy(r"\\verb\*?([^\w\s])(?:(?!\1).)*\Z")
_LINE = 2_000  # characters: no longer line is looked through for what comments it out


def live(
    manuscript: Manuscript, pattern: re.Pattern[str], needles: Iterable[str]
) -> Iterator[tuple[Span, re.Match[str]]]:
    r"""Yield what ``pattern`` finds in the live source: not in comments, ``\verb`` or dead text.

    ``needles`` are strings of which every match has one; files without any are not searched.  Linear.
    """
    with_needle = holding_any(manuscript, needles)
    for piece in manuscript.pieces:
        if piece.path in with_needle:
            text, dead = manuscript.files[piece.path].text, sorted(manuscript.dead.get(piece.path, ()))
            for match in pattern.finditer(text, piece.start, piece.end):
                if not holding(dead, match.start()) and not commented(text, match.start()):
                    yield Span(piece.path, match.start(), match.end()), match


def holding_any(manuscript: Manuscript, needles: Iterable[str]) -> frozenset[str]:
    """Return the files that hold one of some strings, each searched once."""
    wanted = tuple(needles)
    kind = f"holding {' '.join(wanted)}"
    return frozenset(
        path
        for path, file in manuscript.files.items()
        if manuscript.remember(kind, file.digest, lambda text=file.text: _holds(text, wanted))  # type: ignore[misc]
    )


def _holds(text: str, needles: Iterable[str]) -> bool:
    ascii_only = text.isascii()
    return any(one in text for one in needles if not ascii_only or one.isascii())


def holding(ranges: Sequence[tuple[int, int]], offset: int) -> tuple[int, int] | None:
    """Return the range that holds an offset; the ranges are in order, and none lies in another.  Logarithmic."""
    which = bisect_right(ranges, offset, key=lambda one: one[0]) - 1
    return ranges[which] if which >= 0 and offset < ranges[which][1] else None


def joined(ranges: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Put ranges in order and join those that overlap or touch, as `holding` needs them."""
    found: list[tuple[int, int]] = []
    for start, end in sorted(ranges):
        if found and start <= found[-1][1]:
            found[-1] = found[-1][0], max(end, found[-1][1])
        else:
            found.append((start, end))
    return found


def behind_percent(text: str, offset: int) -> bool:
    """Whether a comment sign stands before a place on its line, near enough to be that of a line that somebody reads."""
    low = max(0, offset - _LINE)
    return "%" in text[max(low, text.rfind("\n", low, offset) + 1) : offset].replace("\\%", "")


def commented(text: str, offset: int) -> bool:
    r"""Whether a place is commented out, or in the argument of a ``\verb`` of its line."""
    low = max(0, offset - _LINE)
    line = text[max(low, text.rfind("\n", low, offset) + 1) : offset]
    return ("%" in line and _COMMENT.search(line) is not None) or (
        "\\verb" in line and _VERB.search(line) is not None
    )
