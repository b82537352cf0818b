r"""Calls of a document's own macros: which arguments are printed in the text, which beside it, which not at all.

``\newcommand{\fn}[1]{\footnote{#1}}`` prints its argument in a note, ``\newcommand{\term}[2]{\emph{#1}\index{#2}}``
only the first one.  A macro is read once, with a sign in place of each parameter, and tells where the sign is printed.
"""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.arguments import command_names
from argcheck.tex.commands import DEFINITIONS
from argcheck.tex.flatten import Reader
from argcheck.tex.formulas import FORMULA, OBJECT
from argcheck.tex.model import once

if TYPE_CHECKING:
    import re
    from collections.abc import Mapping, Sequence

    from argcheck.tex.flatten import Handler
    from argcheck.tex.model import MacroDefinition, ManuscriptRecords

_MAX_BODY = 2_000
_SIGNS = tuple(map(chr, range(0xE001, 0xE00A)))  # for private use: one for each parameter
_BESIDE = ("footnote", "caption", "title")  # kinds of paragraphs beside the running text
_STORING = frozenset(
    chain(["g@addto@macro"], *DEFINITIONS.values())
)  # what they store may be printed elsewhere


class OwnCall(NamedTuple):
    """A macro with parameters."""

    openers: str  #: one opening bracket for each parameter
    bodies: tuple[str, ...]  #: of all its definitions


@once
def own_calls(manuscript: ManuscriptRecords) -> dict[str, OwnCall]:
    """Return the document's macros with parameters by name."""
    calls = {}
    for name, definitions in manuscript.macros.items():
        call = _call(definitions)
        if call is not None:
            calls[name] = call
    return calls


def _call(definitions: Sequence[MacroDefinition]) -> OwnCall | None:
    """Return the macro with some definitions; None if it has no parameters, others in each, or a long body."""
    forms = [definition.openers.partition("\0")[0] for definition in definitions]
    openers = max(forms, key=len)
    bodies = tuple(definition.body for definition in definitions)
    fits = openers and not openers.strip("[{") and all(map(openers.startswith, forms))
    return OwnCall(openers, bodies) if fits and max(map(len, bodies)) <= _MAX_BODY else None


def handler(
    call: OwnCall, table: Mapping[str, Handler], macros: Mapping[str, str], plain: Handler
) -> Handler:
    """Return the handler of a macro, which is read at its first use.

    :param table: the handlers of all commands.
    :param macros: the bodies of the document's macros without arguments, by name.
    :param plain: the handler of a command that prints all arguments in the text.
    """
    kinds: list[str | None] = []

    def handle(reader: Reader, match: re.Match[str]) -> int:
        if not kinds:
            kinds[:] = ["prose"] * len(call.openers)  # for a macro that calls itself
            kinds[:] = _kinds(call, table, macros)
        if all(kind == "prose" for kind in kinds):
            return plain(reader, match)
        position, before = match.end(), False
        for opener, kind in zip(call.openers, kinds, strict=True):
            span = reader.group(position) if opener == "{" else reader.option(position)
            if span is None:
                if opener == "{":
                    break
                continue
            if kind in _BESIDE:
                reader.aside(kind, *span)
            elif kind and opener == "{":
                if before:
                    reader.put(" ", span[0], span[0])
                reader.inside(*span)
                before = True
            position = span[1] + 1
        return position

    return handle


def _kinds(call: OwnCall, table: Mapping[str, Handler], macros: Mapping[str, str]) -> list[str | None]:
    """Return the kind of paragraph in which each parameter is printed, None for one that is not.

    A definition that leaves all of them out, as one that turns notes off, does not count.
    """
    printed: list[set[str]] = [set() for _ in call.openers]
    hidden = False
    for body in call.bodies:
        text = body
        for number, sign in enumerate(_SIGNS, 1):
            text = text.replace(f"#{number}", sign)
        flats = Reader(text, table, macros=macros).read(0, len(text))
        hidden = hidden or any(sign in flat.text for flat in flats for sign in (OBJECT, FORMULA))
        hidden = hidden or not _STORING.isdisjoint(command_names(body))
        for flat in flats:
            for kinds, sign in zip(printed, _SIGNS, strict=False):
                if sign in flat.text:
                    kinds.add(flat.kind)
    return [_kind_of(kinds, hidden=hidden) for kinds in printed]


def _kind_of(kinds: set[str], *, hidden: bool) -> str | None:
    beside = [kind for kind in _BESIDE if kind in kinds]
    if len(kinds) > len(beside) or (hidden and not kinds):  # a formula may print it, or a title page
        return "prose"
    return beside[0] if beside else None
