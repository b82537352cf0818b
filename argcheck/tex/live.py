"""Where the source is live: what a search finds there is neither commented out nor dead."""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from argcheck.diagnostic import Span
from argcheck.patterns import lazy

if TYPE_CHECKING:
    import re
    from collections.abc import Iterable, Iterator

    from argcheck.tex.model import Manuscript

_COMMENT = lazy(r"(?<!\\)(?:\\\\)*%")
_VERB = lazy(r"\\verb\*?([^\w\s])(?:(?!\1).)*\Z")
_LINE = 20_000  # characters: no longer line is looked through for what comments it out


def live(
    manuscript: Manuscript, pattern: re.Pattern[str], needles: Iterable[str]
) -> Iterator[tuple[Span, re.Match[str]]]:
    r"""Yield what ``pattern`` finds in the live source: not in comments, ``\verb`` or dead text.

    ``needles`` are strings of which every match has one; files without any are not searched.  Linear.
    """
    with_needle = {
        path for path, file in manuscript.files.items() if any(one in file.text for one in needles)
    }
    for piece in manuscript.pieces:
        if piece.path in with_needle:
            text, dead = manuscript.files[piece.path].text, sorted(manuscript.dead.get(piece.path, ()))
            for match in pattern.finditer(text, piece.start, piece.end):
                which = bisect_right(dead, match.start(), key=lambda one: one[0]) - 1
                if (which < 0 or dead[which][1] <= match.start()) and not _commented(text, match.start()):
                    yield Span(piece.path, match.start(), match.end()), match


def _commented(text: str, offset: int) -> bool:
    line = text[max(text.rfind("\n", 0, offset), offset - _LINE) + 1 : offset]
    return ("%" in line and _COMMENT.search(line) is not None) or (
        "\\verb" in line and _VERB.search(line) is not None
    )
