r"""Notes that authors write to each other by macros of their own: ``\newcommand{\ann}[1]{\textcolor{red}{Ann: #1}}``."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.manifest import TEX_SUFFIXES
from argcheck.files.patterns import COMMENTS, WORDS
from argcheck.tex.arguments import arguments, group_end
from argcheck.tex.live_source import commented, live_calls
from argcheck.tex.vocabulary import wording

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from argcheck.files.diagnostic import Span
    from argcheck.tex.model import MacroDefinition, ManuscriptRecords

#: What such a body prints: a name with a colon behind it, and the argument.
_NOTE = r"(?<![A-Za-z\\#])([A-Z][A-Za-z]{1,14})(?:'s (?:note|comment))?\}?\s*[:\-–]+(?:[\s~}]|\\ )*\{?#1"
_AUTHOR = r"\\(?:author|name|fname|sname|fnm|sur)\*?\s*(?:\[[^\[\]]*\]\s*)?(?=\{)"
_COMMAND = r"\\[A-Za-z]+"
_LONGEST = 5_000  # characters of a body, and of the names of authors
_NO_LETTERS = "0123456789_"
_INITIALS = range(2, 5)  # letters


def author_notes(manuscript: ManuscriptRecords) -> Iterator[tuple[Span, str]]:
    """Yield the notes that are printed: each is coloured, and begins with the name or initials of its author, which the macro has, too."""
    labels = {name: _label(name, definitions) for name, definitions in manuscript.macros.items()}
    people = author_names(manuscript) if any(labels.values()) else frozenset()
    names = sorted(
        name
        for name, label in labels.items()
        if label and ((label.isupper() and len(label) in _INITIALS) or label.lower() in people)
    )
    if not names:
        return
    for span, match in live_calls(manuscript, names):
        [note], end = arguments(match.string, span.end, "{")
        if note and note[0] < note[1]:
            yield span._replace(end=end), f"the note of {labels[match[1]]}, by \\{match[1]},"


def _label(name: str, definitions: Iterable[MacroDefinition]) -> str:
    """Return the name that all bodies of a macro begin their coloured argument with, if the macro is called like it; else nothing."""
    labels = set(map(_printed_name, definitions))
    label = labels.pop() if len(labels) == 1 else ""
    called = name.lower()
    return label if label and (called.startswith(label.lower()) or label.lower().startswith(called)) else ""


def _printed_name(macro: MacroDefinition) -> str:
    """Return the name that a macro prints before its one argument, in colour; empty where it may print none."""
    if macro.openers != "{" or "color" not in macro.body or "\\if" in macro.body:
        return ""
    note = wording((), _NOTE).search(COMMENTS.sub("", macro.body))
    return note[1] if note else ""


def author_names(manuscript: ManuscriptRecords) -> frozenset[str]:
    """Return the words in what names the authors, in lower case; those of commands and addresses are none."""
    names = manuscript.of_each_file("author names", _names).items()
    return frozenset().union(*(words for path, words in names if path.endswith(TEX_SUFFIXES)))


def _names(text: str) -> list[str]:
    plain = wording((), _COMMAND).sub(" ", COMMENTS.sub("", "\n".join(_fields(text))))
    written = " ".join(piece for piece in plain.split() if "@" not in piece)
    return sorted({word.strip(_NO_LETTERS).lower() for word in WORDS.findall(written)} - {""})


def _fields(text: str) -> Iterator[str]:
    """Yield the arguments of the commands that name authors, none that stands in another."""
    command, position = wording((), _AUTHOR), 0
    while match := command.search(text, position):
        position = max(match.end(), group_end(text, match.end(), _LONGEST))
        if not commented(text, match.start()):
            yield text[match.end() : position]
