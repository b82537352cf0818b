r"""Macros of a document that print arguments in a note beside the text: ``\newcommand{\fn}[1]{\footnote{#1}}``."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.arguments import arguments, command_names, executed
from argcheck.tex.model import once
from argcheck.tex.typography import FORMS

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

    from argcheck.tex.flatten import Handler, Reader
    from argcheck.tex.model import MacroDefinition, ManuscriptRecords

_NOTES = frozenset(FORMS["footnotes"].split())


class NoteMacro(NamedTuple):
    """A macro that prints arguments in a note."""

    openers: str  #: one opening bracket for each parameter
    noted: tuple[int, ...]  #: indexes of the parameters that stand in a note only, sorted


@once
def note_macros(manuscript: ManuscriptRecords) -> dict[str, NoteMacro]:
    """Return the document's macros that print an argument in a note, by name, with those that call them."""
    made: dict[str, NoteMacro] = {}
    for name, definitions in manuscript.macros.items():  # most are defined behind what they call
        macro = _macro(definitions, made)
        if macro is not None:
            made[name] = macro
    return made


def _macro(definitions: Sequence[MacroDefinition], known: Mapping[str, NoteMacro]) -> NoteMacro | None:
    """Return the macro with some definitions, of which one may throw its arguments away; None if it makes no note."""
    longest = max((definition.openers.partition("\0")[0] for definition in definitions), key=len)
    noted: set[int] = set()
    running: set[int] = set()
    for definition in definitions:
        if not longest.startswith(definition.openers.partition("\0")[0]):
            return None
        inside, rest = _parted(definition.body, known)
        noted |= _parameters(inside)
        running |= _parameters(rest)
    return NoteMacro(longest, tuple(sorted(noted - running))) if noted - running else None


def _parted(body: str, known: Mapping[str, NoteMacro]) -> tuple[str, str]:
    """Return what a body prints in notes, and what stands outside of them and their options."""
    if _NOTES.isdisjoint(command_names(body)) and known.keys().isdisjoint(command_names(body)):
        return "", body
    inside, rest, behind = [], [], 0
    for name, start, end in executed(body):
        if start < behind or not (name in _NOTES or name in known):
            continue
        openers, noted = known.get(name, ("[{", (1,)))
        spans, stop = arguments(body, end, openers)
        words = [body[slice(*span)] if span else "" for span in spans]
        inside += [words[index] for index in noted]
        rest.append(body[behind:start])
        if name in known:
            rest += [text for index, text in enumerate(words) if index not in noted]
        behind = stop
    return "".join(inside), "".join([*rest, body[behind:]])


def _parameters(text: str) -> set[int]:
    """Return the indexes of the parameters in a text: 0 for ``#1``."""
    return {int(part[0]) - 1 for part in text.split("#")[1:] if part[:1].isdecimal()}


def handler(macro: NoteMacro) -> Handler:
    """Return the handler of a macro, which reads some arguments as notes and the others as running text."""

    def handle(reader: Reader, match: re.Match[str]) -> int:
        position = match.end()
        for index, opener in enumerate(macro.openers):
            span = reader.group(position) if opener == "{" else reader.option(position)
            if span is None:
                if opener == "{":
                    break
                continue
            if index in macro.noted:
                reader.aside("footnote", *span)
            elif opener == "{":
                reader.inside(*span)
            position = span[1] + 1
        return position

    return handle
