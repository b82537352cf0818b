"""What is said of a file that a document reads and that is not there."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from argcheck.patterns import lazy
from argcheck.project import InputError
from argcheck.tex.commands import is_device, made_by_a_run, of_tex

if TYPE_CHECKING:
    from argcheck.diagnostic import Span
    from argcheck.tex.lookup import Asked, Lookup

_OPTIONAL = frozenset({"InputIfFileExists", "@input"})
_IF_EXISTS = lazy(r"\\(?:Input)?IfFileExists\s*\{[^{}]*\}\s*\Z")
_ARM = 2_000  # characters of a conditional, before a command in it
_DRIVE = lazy(r"[A-Za-z]:[/\\]")


def absence(asked: Asked, lookup: Lookup, text: str) -> tuple[str, str] | None:
    """Return the reason and its details, None where nobody expects the file; ``text`` is that of the asking file."""
    shown = asked.shown
    expected = of_tex(shown) or made_by_a_run(shown, lookup.root)
    if expected or asked.command in _OPTIONAL or _asked_for(text, asked.place):
        return None
    if is_device(shown):
        return "unsafe", "it is the name of a device on Windows"
    if _is_folder(asked, lookup):
        return "unreadable", "it is a folder"
    path = posixpath.normpath(posixpath.join(lookup.top, shown))
    if lookup.files.outside(path) or shown.startswith("/") or _DRIVE.match(shown):
        return "unsafe", "it lies outside the project"
    return "missing", lookup.looked_for(asked.names, asked.place.path, asked.within, asked.folder)


def _asked_for(text: str, place: Span) -> bool:
    r"""Whether the command stands in what an ``\IfFileExists`` does if there is such a file: then nothing is lost."""
    first = max(0, place.start - _ARM)
    end = text.rfind("\\", first, place.start)
    if text.find("IfFileExists", first, end) < 0:
        return False
    closed = 0
    for offset in range(end - 1, first, -1):
        if text[offset] not in "{}" or text[offset - 1] == "\\":
            continue
        if text[offset] == "}":
            closed += 1
        elif closed:
            closed -= 1
        elif _IF_EXISTS.search(text, max(0, offset - 400), offset):
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
