"""Decides whether a changed table of macros still reads a text as before."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.arguments import command_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from argcheck.tex.macros import MacroTable


class ReadOtherwise(NamedTuple):
    """The names that another table of macros reads differently."""

    names: frozenset[str]  #: different everywhere; macros have their backslash
    texts: frozenset[str]  #: macros that differ only where they are expanded, without backslash


def changes_since(table: MacroTable, before: Mapping[str, str]) -> ReadOtherwise:
    """Return the names that a table reads differently from the one whose ``changes`` are ``before``.

    Values are expanded where they are used, so a macro with a changed one in its value is among the names.
    """
    now = table.changes
    differ = {name for name in {*before, *now} if before.get(name) != now.get(name)}
    texts = {name for name in differ if name[:1] == "="}
    changed = differ - texts
    values = {
        f"\\{name}": {f"\\{called}" for called in command_names(str(value))}
        for known in (table.text, table.setters, table.includes)
        for name, value in known.items()
    }
    while more := {name for name in values.keys() - changed if not values[name].isdisjoint(changed)}:
        changed |= more
    return ReadOtherwise(frozenset(changed), frozenset(name[1:] for name in texts))


def stands_in(names: Iterable[str], text: str) -> bool:
    r"""Whether one of the names may be a word of a text; the empty name always is.

    A macro is searched for as ``\\name``, and without the backslash in a text that builds names of macros.
    """
    built = "csname" in text or "@name" in text
    return any(
        _is_word(name, text) or (built and name[:1] == "\\" and _is_word(name[1:], text)) for name in names
    )


def _is_word(name: str, text: str) -> bool:
    place = text.find(name)
    while place >= 0:
        behind = place + len(name)
        begins = name[:1].isalpha() and text[place - 1 : place].isalpha()
        if not begins and not (name[-1:].isalpha() and text[behind : behind + 1].isalpha()):
            return True
        place = text.find(name, behind)
    return False
