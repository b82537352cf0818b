"""Where reading a text ends before the end of its file, and whether that is too early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import COMMENTS
from argcheck.tex.arguments import calls
from argcheck.tex.commands import BIBLIOGRAPHIES, INCLUDES, SECTION_LEVELS
from argcheck.tex.model import InputProblem

if TYPE_CHECKING:
    from argcheck.files.diagnostic import Span
    from argcheck.tex.draft import Draft

_TEXT = INCLUDES.keys() | BIBLIOGRAPHIES | SECTION_LEVELS.keys()


class EndOfDocument(Exception):  # noqa: N818 - it ends the walk, nothing went wrong
    r"""Raised at the ``\end{document}`` of the document itself."""

    def __init__(self, place: Span) -> None:
        super().__init__()
        self.place = place
        self.told = False  #: whether it is known to come too early


class EndOfFile(Exception):  # noqa: N818 - it ends the reading of one file
    """Raised where reading stops before the end of a file: where its last piece begins, and where it ends."""

    def __init__(self, piece: int, offset: int) -> None:
        super().__init__()
        self.piece = piece
        self.offset = offset


def learn_early_end(draft: Draft, end: EndOfDocument, path: str, behind: int) -> None:
    r"""Add the problem that a document ends in a chapter, if ``path``, which reads it, goes on behind an offset."""
    rest = COMMENTS.sub("", draft.sources[path].text[behind:].partition("\\end{document}")[0])
    if not end.told and any(name in _TEXT for name, _, _ in calls(rest)):
        message = f"this ends the document, and LaTeX reads nothing of what {path} has behind this file"
        draft.problems.append(InputProblem("ended", end.place, message, f"remove it here: {path} goes on"))
        end.told = True
