"""What is said of a file that a document reads and that is not there."""

from __future__ import annotations

import posixpath
import re
from typing import TYPE_CHECKING

from argcheck.patterns import lazy
from argcheck.project import InputError
from argcheck.tex.commands import OPTIONAL, is_device, made_by_a_run, of_tex
from argcheck.tex.live import commented
from argcheck.tex.model import Place

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.diagnostic import Span
    from argcheck.source import SourceFile
    from argcheck.tex.lookup import Asked, AskedAt, Lookup
    from argcheck.tex.model import Manuscript, Missing

_ONLY_THEN = lazy(
    r"\\(?:(?:Input)?IfFileExists\s*\{(?:[^{}]|\{[^{}]*\})*\}|DeclareOption\s*(?:\{[^{}]*\}|\*))\s*\Z"
)
_WRITES = lazy(r"\\openout\s*(?:\\[A-Za-z@]+|\d+)\s*=?\s*\{?\s*((?:\\[A-Za-z@]+)?[^\s{}%\\]*)")
_ARM = 2_000  # characters of a conditional, before a command in it
_DRIVE = lazy(r"[A-Za-z]:[/\\]")
_DRAWINGS = (
    ".pdf_tex",
    ".eps_tex",
    ".ps_tex",
    ".pspdftex",
    ".pdf_t",
    ".pdftex_t",
    ".pgf",
)
_DATA = (".csv", ".tsv", ".json")  # that hold words and numbers
_GROUP = lazy(r"[{}\[\]\n]")
_COMMAND = lazy(r"\\(?:[A-Za-z@]+\*?|.)|%.*")
_CONTENTS = lazy(r"^[^%\n]*\\(?:tableofcontents|mainmatter|maketitle)(?![A-Za-z])", re.MULTILINE)
_SHOWN = frozenset(
    (
        "tabular",
        "tabular*",
        "tabularx",
        "tabulary",
        "array",
        "tabbing",
        "threeparttable",
    )
)


def absence(asked: Asked, lookup: Lookup, text: str, *, style: bool) -> tuple[str, str] | None:
    """Return the reason and its details, None where nobody expects the file.

    ``text`` is that of the asking file; ``style`` says that it is a package or a class.
    """
    shown = asked.shown
    beside = posixpath.splitext(posixpath.basename(asked.place.path))[0] if style else ""
    if of_tex(shown, style=beside) or made_by_a_run(shown, lookup.root) or optional(asked, text):
        return None
    if is_device(shown):
        return "unsafe", "it is the name of a device on Windows"
    if _is_folder(asked, lookup):
        return "unreadable", "it is a folder"
    path = posixpath.normpath(posixpath.join(lookup.top, shown))
    if lookup.files.outside(path) or shown.startswith("/") or _DRIVE.match(shown):
        return "unsafe", "it lies outside the project"
    return "missing", lookup.looked_for(asked.names, asked.place.path, asked.within, asked.folder)


def writes(sources: Iterable[SourceFile], names: Iterable[str]) -> bool:
    r"""Whether a document writes one of some files itself, by ``\openout``: then it is not missing."""
    wanted = frozenset(names)
    return any(
        match[1] in wanted and not commented(source.text, match.start())
        for source in sources
        if "\\openout" in source.text
        for match in _WRITES.finditer(source.text)
    )


def place_of(m: Manuscript, lost: Missing, at: AskedAt) -> Place:
    """Tell where a missing file is read, as far as that says what it can hold."""
    if at.style or (not at.live and bool(m.pieces)):
        return Place.PREAMBLE
    if _in_sentence(m.files[lost.span.path].text, lost.span):
        return Place.SENTENCE
    if lost.target.lower().endswith(_DATA):
        return Place.SENTENCE
    if lost.target.endswith(_DRAWINGS) or _in_table(m, at.environment):
        return Place.TABLE
    if not at.begun and _before_contents(m, lost.span):
        return Place.FRONT
    return Place.BODY


def _in_sentence(text: str, name: Span) -> bool:
    """Whether words or signs of a formula stand beside the command, in the same line and group."""
    command = text.rfind("\\", 0, name.start)
    before = _GROUP.split(text[text.rfind("\n", 0, command) + 1 : command])[-1]
    after = _GROUP.split(text[name.end : name.end + 400].removeprefix("}"))[0]
    return any(
        character.isalnum() or character == "$" for character in _COMMAND.sub(" ", f"{before} {after}")
    )


def _in_table(m: Manuscript, index: int) -> bool:
    """Whether a table or tabular shows what it holds, and has its label outside of that."""
    while index >= 0:
        name = m.environments[index].name
        if name in _SHOWN:
            return True
        if name in m.float_names:  # a figure has labels of its parts in it, an algorithm those of its lines
            return "table" in name and any(
                label.environment == index or index in m.around(m.environments[label.environment])
                for label in m.labels
                if label.environment >= index
            )
        index = m.environments[index].parent
    return False


def _before_contents(m: Manuscript, place: Span) -> bool:
    """Whether the table of contents, or the title, follows in the same file with no section between."""
    contents = _CONTENTS.search(m.files[place.path].text, place.end)
    if contents is None:
        return False
    between = {path for span, path in m.inputs if span.path == place.path and span.start < contents.start()}
    return not any(
        one.span.path in between or (one.span.path == place.path and one.span.start < contents.start())
        for one in m.sections
    )


def optional(asked: Asked, text: str) -> bool:
    """Whether a file is only tried: its command does without it, or stands where it may never be obeyed."""
    return asked.command in OPTIONAL or probed(text, asked.place.start)


def probed(text: str, offset: int) -> bool:
    r"""Whether a command stands in what an ``\IfFileExists`` does if there is such a file, or what an option does."""
    first = max(0, offset - _ARM)
    end = text.rfind("\\", first, offset)
    if text.find("IfFileExists", first, end) < 0 and text.find("DeclareOption", first, end) < 0:
        return False
    closed = 0
    for at in range(end - 1, first, -1):
        if text[at] not in "{}" or text[at - 1] == "\\":
            continue
        if text[at] == "}":
            closed += 1
        elif closed:
            closed -= 1
        elif _ONLY_THEN.search(text, max(0, at - 400), at):
            return True
    return False


def _is_folder(asked: Asked, lookup: Lookup) -> bool:
    named = [name for name in asked.names if name.endswith(".tex")]
    for path in lookup.paths(named, asked.place.path, asked.within, asked.folder):
        try:
            lookup.files.read(path)
        except InputError as error:
            if error.detail == "it is a folder":
                return True
    return False
