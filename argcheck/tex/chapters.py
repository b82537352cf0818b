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
#: By which chapters are numbered in another way than by the class.
_OWN_CHAPTERS = (
    "\\counterwithin{chapter",
    "\\thechapter}{",
    "\\def\\thechapter",
    "\\renewcommand\\thechapter",
    "\\renewcommand*\\thechapter",
    "counter{chapter}",
)
#: By which the floats in them are.
_OWN_FLOATS = (
    "\\counterwith",
    "\\numberwithin{figure}",
    "\\numberwithin{table}",
    "\\@addtoreset",
    "\\@removefromreset",
    "\\thefigure",
    "\\thetable",
    "\\setcounter{figure}",
    "\\setcounter{table}",
)
#: What says no more than holds anyway, the first of them before the first chapter.
_NO_OTHER = (
    "\\setcounter{chapter}{0}",
    *(f"\\{within}{{{kind}}}{{chapter}}" for within in ("numberwithin", "counterwithin") for kind in ("figure", "table")),
)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def numbered_chapters(
    manuscript: ManuscriptRecords, position: Callable[[Span], int]
) -> tuple[list[int], list[str]] | None:
    """Return the positions at which chapters with a number begin, and these numbers; None where they may be others."""
    levels = {section.level for section in manuscript.sections}
    if _CHAPTER not in levels:
        return [], []
    if _PART in levels or class_unseen(manuscript) or _says_otherwise(manuscript, _OWN_CHAPTERS):
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


def floats_numbered_otherwise(manuscript: ManuscriptRecords) -> bool:
    """Whether the document has chapters and may number the floats in them in a way of its own."""
    chapters = any(section.level == _CHAPTER for section in manuscript.sections)
    return chapters and _says_otherwise(manuscript, _OWN_FLOATS)


def _says_otherwise(manuscript: ManuscriptRecords, words: tuple[str, ...]) -> bool:
    return any(_holds(manuscript.files[path].text, words) for path in files_with(manuscript, words))


def _holds(text: str, words: tuple[str, ...]) -> bool:
    for same in _NO_OTHER:
        text = text.replace(same, "")
    return any(word in text for word in words)


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
