"""The numbers of chapters, as LaTeX counts them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.live_source import files_with, live_calls
from argcheck.tex.units import class_unseen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import ManuscriptRecords

_CHAPTER, _PART = 0, -1  # levels
#: By which chapters, or the floats in them, are numbered in another way than by the class.
_OWN_NUMBERS = (
    "\\counterwith",
    "\\numberwithin{figure}",
    "\\numberwithin{table}",
    "\\@addtoreset",
    "\\@removefromreset",
    "\\thefigure",
    "\\thetable",
    "\\thechapter}{",
    "\\def\\thechapter",
    "\\renewcommand\\thechapter",
    "\\renewcommand*\\thechapter",
    "\\setcounter{figure}",
    "\\setcounter{table}",
    "counter{chapter}",
)
_START = "\\setcounter{chapter}{0}"  # says what holds anyway, where it stands before the first chapter
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def numbered_chapters(
    manuscript: ManuscriptRecords, position: Callable[[Span], int]
) -> tuple[list[int], list[str]] | None:
    """Return the positions at which chapters with a number begin, and these numbers; None where they may be others."""
    levels = {section.level for section in manuscript.sections}
    if _CHAPTER not in levels:
        return [], []
    if _PART in levels or class_unseen(manuscript) or _numbers_by_itself(manuscript):
        return None
    starts, numbers = [], []
    count, lettered, counted = 0, False, True
    for start, what in sorted(_steps(manuscript, position)):
        if what == "appendix":
            count, lettered = 0, True
        elif what != "chapter":
            counted = what == "mainmatter"
        elif counted:
            if lettered and count == len(_LETTERS):
                return None
            starts.append(start)
            numbers.append(_LETTERS[count] if lettered else str(count + 1))
            count += 1
    return starts, numbers


def _numbers_by_itself(manuscript: ManuscriptRecords) -> bool:
    return any(
        own in manuscript.files[path].text.replace(_START, "")
        for path in files_with(manuscript, _OWN_NUMBERS)
        for own in _OWN_NUMBERS
    )


def _steps(manuscript: ManuscriptRecords, position: Callable[[Span], int]) -> Iterator[tuple[int, str]]:
    r"""Yield where chapters begin that may have a number, and what tells whether they do, and of which kind, with its position."""
    for section in manuscript.sections:
        if section.level == _CHAPTER and not section.starred:
            yield position(section.span), "chapter"
    for span, call in live_calls(manuscript, ("frontmatter", "mainmatter", "backmatter", "appendix")):
        yield position(span), call[1]
    for environment in manuscript.environments:
        if environment.name == "appendices":
            yield position(environment.span), "appendix"
