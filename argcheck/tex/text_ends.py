"""Where reading a text ends before the end of its file, and whether that is too early."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.live_source import commented
from argcheck.tex.model import InputProblem
from argcheck.tex.tokens import EndDocumentToken, EndInputToken, InputToken, ResourceToken, SectionToken

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from argcheck.files.diagnostic import Span
    from argcheck.tex.draft import Draft

_TEXT = (InputToken, ResourceToken, SectionToken)
_ENDS = (EndDocumentToken, EndInputToken)
_END_INPUT = "\\endinput"


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


def early_end(end: EndOfDocument, path: str, rest: Iterable[object]) -> list[InputProblem]:
    r"""Return the problem that a document ends in a chapter, if the ``rest`` of the tokens of its reader goes on."""
    kinds = _TEXT + _ENDS
    follows = next((token for token in rest if isinstance(token, kinds)), None)
    if end.told or not isinstance(follows, _TEXT):
        return []
    end.told = True
    message = f"this ends the document, and LaTeX reads nothing of what {path} has behind this file"
    return [InputProblem("ended", end.place, message, f"remove it here: {path} goes on")]


def may_go_on(end: EndDocumentToken, text: str, draft: Draft, seen: Collection[str]) -> bool:
    r"""Whether LaTeX may read on behind the ``\end{document}`` of a chapter.

    A chapter that may stand alone reads it in a conditional, or behind an ``\endinput`` in one; ``\includeonly`` may
    leave the chapter out, and a document may give the command another meaning.
    """
    if end.perhaps or draft.arms or "includeonly" in seen or "enddocument" in draft.macros:
        return True
    at = text.find(_END_INPUT, 0, end.start)
    while at >= 0 and commented(text, at):
        at = text.find(_END_INPUT, at + 1, end.start)
    return at >= 0
