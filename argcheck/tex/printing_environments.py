r"""The handlers of ``\begin``, ``\end`` and ``\item`` in reading text: they end paragraphs and skip environments."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.commands import VERBATIM
from argcheck.tex.formulas import LISTING
from argcheck.tex.typography import ARGUMENTS, DISPLAYS, LISTS, SKIPPED, TABLES, TRANSPARENT

if TYPE_CHECKING:
    import re

    from argcheck.tex.flatten import Handler, Reader

_NAME = lazy(r"[ \t]*+(?:\n(?![ \t]*+\n)[ \t]*+)?+\{([^{}\n]*+)\}")
_WORD = lazy(r"[^\W\d_]{3}|\\")
_ARGUMENTS = 3  # verbatim text comes after fewer arguments than these
_PLACEMENT = "!htbpH \t\n"


def _begin(reader: Reader, match: re.Match[str]) -> int:
    r"""Handle ``\begin``."""
    named = _NAME.match(reader.text, match.end(1), reader.end)
    if named is None:
        return match.end()
    name, position = named[1].strip(), named.end()
    if name in DISPLAYS:
        return reader.display(f"\\end{{{named[1]}}}", match.start(), position)
    closing = f"\\end{{{named[1]}}}"
    if name in VERBATIM or name in SKIPPED or _is_dead(reader, position, closing):
        return _skip(reader, closing, match.start(), position)
    if name == "document":
        reader.begin_document()
        return position
    if name in TRANSPARENT:
        reader.lists += name in LISTS
        return reader.skip(position, ARGUMENTS.get(name, 0))
    reader.close()
    if name in TABLES:
        reader.tables += 1
        return reader.skip(position, TABLES[name])
    if name in LISTS:
        reader.lists += 1
        return reader.skip(position, ARGUMENTS.get(name, 0))
    if name in ARGUMENTS:
        return reader.skip(position, ARGUMENTS[name])
    return _head(reader, position)


def _is_dead(reader: Reader, position: int, closing: str) -> bool:
    """Whether the body of an environment, after the arguments at a place, is verbatim or excluded by the document."""
    places = {reader.skip(position, count) for count in range(_ARGUMENTS)}
    ends = (reader.behind_dead(place) for place in places)
    return any(reader.text.startswith(closing, end) for end in ends if end not in places)


def _skip(reader: Reader, closing: str, start: int, position: int) -> int:
    end = reader.find(closing, position)
    behind = end + len(closing) if end >= 0 else reader.end
    if "comment" not in closing:
        reader.put(f" {LISTING}", start, behind)
    return behind


def _head(reader: Reader, position: int) -> int:
    """Read the option of an unknown environment, which is a title as for theorems, unless it is layout."""
    option = reader.option(position)
    if option is None or option[0] - 1 != position:
        return position
    if not _is_layout(reader.text[option[0] : option[1]]):
        reader.aside("title", *option)
    return option[1] + 1


def _is_layout(option: str) -> bool:
    """Whether an optional argument of an environment is about layout (``htbp``, ``label=``), not a title."""
    return "=" in option or not _WORD.search(option) or not option.strip(_PLACEMENT)


def _end(reader: Reader, match: re.Match[str]) -> int:
    r"""Handle ``\end``."""
    named = _NAME.match(reader.text, match.end(1), reader.end)
    if named is None:
        return match.end()
    name = named[1].strip()
    if name == "document":
        reader.close()
        return reader.end
    if name not in TRANSPARENT:
        reader.close()
    if name in TABLES:
        reader.tables = max(0, reader.tables - 1)
    if name in LISTS:
        reader.lists = max(0, reader.lists - 1)
        if reader.kind in ("prose", "item"):
            reader.kind = "item" if reader.lists else "prose"
    return named.end()


def _item(reader: Reader, match: re.Match[str]) -> int:
    r"""Begin an item; the text in its brackets comes first."""
    if reader.kind in ("prose", "item"):
        reader.close()
        reader.kind = "item"
    option = reader.option(match.end())
    if option is None:
        return match.end()
    reader.inside(*option)
    reader.put(" ", option[1], option[1] + 1)
    return option[1] + 1


HANDLERS: dict[str, Handler] = {"begin": _begin, "end": _end, "item": _item}
