r"""Finds notes of authors to each other by their own macros: ``\newcommand{\ann}[1]{\textcolor{red}{Ann: #1}}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import COMMENTS
from argcheck.tex.arguments import arguments
from argcheck.tex.live_source import live_calls
from argcheck.tex.notes import MARKS
from argcheck.tex.vocabulary import wording

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import MacroDefinition, ManuscriptRecords

#: The text of such a body: a name with a colon, and the argument.
_NOTE = r"(?<![A-Za-z\\#])([A-Z][A-Za-z]{1,14})(?:'s (?:note|comment))?\}?\s*[:\-–]+(?:[\s~}]|\\ )*\{?#1"
_INITIALS = range(2, 5)  # letters


def author_notes(
    manuscript: ManuscriptRecords, author_words: Callable[[], frozenset[str]]
) -> Iterator[tuple[Span, str]]:
    """Yield place and words of each note: in colour, after a name or initials of an author that its macro has too."""
    labels = {name: _label(name, definitions) for name, definitions in manuscript.macros.items()}
    people = author_words() if any(labels.values()) else frozenset()
    names = sorted(
        name
        for name, label in labels.items()
        if label not in ("", *MARKS)
        and ((label.isupper() and len(label) in _INITIALS) or label.lower() in people)
    )
    if not names:
        return
    for span, match in live_calls(manuscript, names):
        [note], end = arguments(match.string, span.end, "{")
        if note and note[0] < note[1]:
            yield span._replace(end=end), f"the note of {labels[match[1]]}, by \\{match[1]},"


def _label(name: str, definitions: Iterable[MacroDefinition]) -> str:
    """Return the name before the argument in all bodies of a macro, if the macro is named like it; else empty."""
    labels = set(map(_printed_name, definitions))
    label = labels.pop() if len(labels) == 1 else ""
    called = name.lower()
    return label if label and (called.startswith(label.lower()) or label.lower().startswith(called)) else ""


def _printed_name(macro: MacroDefinition) -> str:
    """Return the name that a macro prints in colour before its one argument, empty if it may print none."""
    if macro.openers != "{" or "color" not in macro.body or "\\if" in macro.body:
        return ""
    note = wording((), _NOTE).search(COMMENTS.sub("", macro.body))
    return note[1] if note else ""
