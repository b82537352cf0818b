"""Whether a text is read as before by a table of macros that has changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.arguments import command_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from argcheck.tex.macros import MacroTable


class ReadOtherwise(NamedTuple):
    """What another table of macros reads otherwise."""

    names: frozenset[str]  #: wherever they stand, macros with their backslash
    texts: frozenset[str]  #: where they are expanded, and nowhere else; without it


def changes_since(table: MacroTable, before: Mapping[str, str]) -> ReadOtherwise:
    """Name all that is read otherwise than by the table whose ``changes`` were those.

    Values are expanded where they are used: a macro that names a changed one in its value is among the names.
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
    r"""Whether one of the names may stand in a text, as a word of its own; the empty one always does.

    Of a macro, ``\\name`` is looked for, and the name alone in a text that puts names of macros together.
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
