"""Numbers chapters as LaTeX does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.diagnostic import Span
from argcheck.tex.live_source import files_with, live_calls
from argcheck.tex.units import class_unseen

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from argcheck.tex.model import ManuscriptRecords

_CHAPTER = 0  # level
#: Code that numbers chapters otherwise than the class does.
_OWN_CHAPTERS = (
    "\\counterwithin{chapter",
    "\\counterwithin*{chapter",
    "\\numberwithin{chapter",
    "\\@addtoreset{chapter}",
    "command{\\thechapter}{",
    "command*{\\thechapter}{",
    "\\def\\thechapter",
    "\\renewcommand\\thechapter",
    "\\renewcommand*\\thechapter",
    "\\let\\thechapter",
    "{secnumdepth}{-",
    "counter{chapter}",
)
#: Code that numbers floats otherwise.
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
_START = "\\setcounter{chapter}{0}"
#: Code that changes nothing; the first only before the first chapter.
_NO_OTHER = (
    _START,
    *(
        f"\\{within}{{{kind}}}{{chapter}}"
        for within in ("numberwithin", "counterwithin")
        for kind in ("figure", "table")
    ),
)
#: The same in classes and packages: it steps the number of chapters, and letters it in the appendix.
_NO_OTHER_IN_STYLES = (
    "\\refstepcounter{chapter}",
    "\\renewcommand\\thechapter{\\@Alph\\c@chapter}",
    "\\renewcommand*\\thechapter{\\@Alph\\c@chapter}",
)
_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def numbered_chapters(
    manuscript: ManuscriptRecords, position: Callable[[Span], int]
) -> tuple[list[int], list[str]] | None:
    """Return the positions at which numbered chapters begin, and their numbers; None if these are uncertain."""
    if not _has_chapters(manuscript):
        return [], []
    if class_unseen(manuscript) or _says_otherwise(manuscript, _OWN_CHAPTERS):
        return None
    starts: list[int] = []
    numbers: list[str] = []
    count, before, lettered, counted = 0, 0, False, True
    for start, what in sorted(_steps(manuscript, position)):
        if what == "appendix":
            count, before, lettered = 0, count, True
        elif what == "body":
            count, lettered = before, False
        elif what == "setcounter":
            if starts:
                return None
        elif what != "chapter":
            counted = what == "mainmatter"
        elif counted:
            if lettered and count == len(_LETTERS):
                return None
            starts.append(start)
            numbers.append(_LETTERS[count] if lettered else str(count + 1))
            count += 1
    return starts, numbers


def _has_chapters(manuscript: ManuscriptRecords) -> bool:
    return any(section.level == _CHAPTER for section in manuscript.sections)


def floats_numbered_otherwise(manuscript: ManuscriptRecords) -> bool:
    """Whether the document has chapters and may number their floats otherwise than the class does."""
    return _has_chapters(manuscript) and _says_otherwise(manuscript, _OWN_FLOATS)


def _says_otherwise(manuscript: ManuscriptRecords, words: tuple[str, ...]) -> bool:
    for path in files_with(manuscript, words):
        text = manuscript.files[path].text
        for same in _NO_OTHER + _NO_OTHER_IN_STYLES * path.endswith((".cls", ".sty")):
            text = text.replace(same, "")
        if any(word in text for word in words):
            return True
    return False


def _steps(manuscript: ManuscriptRecords, position: Callable[[Span], int]) -> Iterator[tuple[int, str]]:
    r"""Yield position and name of each unstarred chapter and of each command that changes the numbering."""
    for section in manuscript.sections:
        if section.level == _CHAPTER and not section.starred:
            yield position(section.span), "chapter"
    for span, call in live_calls(manuscript, ("frontmatter", "mainmatter", "backmatter", "appendix")):
        yield position(span), call[1]
    for span, call in live_calls(manuscript, ("setcounter",)):
        if call.string.startswith(_START, call.start()):
            yield position(span), "setcounter"
    for environment in manuscript.environments:
        if environment.name == "appendices":
            yield position(environment.span), "appendix"
            yield position(Span(environment.span.path, environment.span.end, environment.span.end)), "body"
