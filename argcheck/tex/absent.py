"""What is said of a file that a document reads and that is not there."""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from argcheck.patterns import lazy
from argcheck.project import InputError
from argcheck.tex.commands import OPTIONAL, is_device, made_by_a_run, of_tex

if TYPE_CHECKING:
    from argcheck.tex.lookup import Asked, Lookup

_ONLY_THEN = lazy(r"\\(?:(?:Input)?IfFileExists\s*\{[^{}]*\}|DeclareOption\s*(?:\{[^{}]*\}|\*))\s*\Z")
_ARM = 2_000  # characters of a conditional, before a command in it
_DRIVE = lazy(r"[A-Za-z]:[/\\]")


def absence(asked: Asked, lookup: Lookup, text: str, *, style: bool) -> tuple[str, str] | None:
    """Return the reason and its details, None where nobody expects the file.

    ``text`` is that of the asking file; ``style`` says that it is a package or a class.
    """
    shown = asked.shown
    if of_tex(shown, style=style) or made_by_a_run(shown, lookup.root) or optional(asked, text):
        return None
    if is_device(shown):
        return "unsafe", "it is the name of a device on Windows"
    if _is_folder(asked, lookup):
        return "unreadable", "it is a folder"
    path = posixpath.normpath(posixpath.join(lookup.top, shown))
    if lookup.files.outside(path) or shown.startswith("/") or _DRIVE.match(shown):
        return "unsafe", "it lies outside the project"
    return "missing", lookup.looked_for(asked.names, asked.place.path, asked.within, asked.folder)


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
