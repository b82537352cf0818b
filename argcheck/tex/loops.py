r"""Expands names in loops over lists and numbers: ``\foreach \x in {one, two} {\input{chapters/\x}}`` reads two files."""

from __future__ import annotations

from collections import ChainMap
from functools import lru_cache
from itertools import product
from math import prod
from typing import TYPE_CHECKING, NamedTuple

from argcheck.tex.arguments import MAX_BODY, arguments, behind_blanks, group_end, names, probed
from argcheck.tex.macro_text import expand

if TYPE_CHECKING:
    from collections.abc import Mapping

_LOOP, _COUNTED = "\\foreach", "\\forloop"
_REACH = 2_000  # characters from a loop to a name in its body
_TRIED = 4  # loops before a name that are tried as ones around it
#: Limits that no list of chapters exceeds, against endless reading: loops in a file, input commands before one in a
#: loop, and items.
_LOOPS, _BEFORE, _ITEMS = 20, 5, 60
_ASKED = 1_000  # items where each file is asked for first, so that most may be missing
_DIGITS = 6  # in a number
_ENDS = 2  # the items on either side of dots


def looped(text: str, start: int, name: str, macros: Mapping[str, str]) -> list[str]:
    r"""Return the name at ``start`` for each item of the ``\foreach`` loops around it; once without a loop."""
    place = start if _loops(text) <= _LOOPS else -1
    around: list[tuple[_Variables, list[str]]] = []  # innermost first
    for _ in range(_TRIED):
        place = text.rfind(_LOOP, max(0, start - _REACH), place) if place >= 0 else -1
        loop = _read(text, place + len(_LOOP), macros) if place >= 0 else None
        if loop and loop[2] > start and text.count("\\in", place, start) <= _BEFORE:
            around.append(loop[:2])
    if around or not (counted := _counted(text, start, macros)):
        counter = ""
    else:
        counter, items = counted
        around = [(_Variables([f"the{counter}"], []), items)]
    most = _ASKED if around and probed(text, start + 1) else _ITEMS
    if not around or not 0 < prod(len(items) for _, items in around) <= most:
        return [name]
    set_by_turn = [
        [_values(variables, item, turn) for turn, item in enumerate(items, 1)] for variables, items in around
    ]
    name = name.replace(f"\\arabic{{{counter}}}", f"\\the{counter}{{}}")
    read = [
        expand(name, ChainMap(*reversed(values), macros))  # type: ignore[arg-type] # not set
        for values in product(*reversed(set_by_turn))
    ]
    return list(dict.fromkeys(read))


def _counted(text: str, start: int, macros: Mapping[str, str]) -> tuple[str, list[str]] | None:
    r"""Return the counter of the loop around a place and its values: ``\forloop{n}{1}{\value{n} < 9}{\input{ch\arabic{n}}}``."""
    place = text.rfind(_COUNTED, max(0, start - _REACH), start)
    if place < 0 or _loops(text) > _LOOPS or text.count("\\in", place, start) > _BEFORE:
        return None
    spans, end = arguments(text, place + len(_COUNTED), "[{{{{")
    step, counter, first, while_, body = (text[slice(*span)].strip() if span else "" for span in spans)
    compared, sign, last = while_.partition("<")
    numbers = [_number(expand(number.strip(), macros)) for number in (step or "1", first, last)]
    if end <= start or not body or not sign or compared.strip() != f"\\value{{{counter}}}" or None in numbers:
        return None
    by, begin, behind = (number for number in numbers if number is not None)
    return counter, [str(number) for number in range(begin, behind, by or 1)][:_ASKED]


@lru_cache(maxsize=4)
def _loops(text: str) -> int:
    return text.count(_LOOP) + text.count(_COUNTED)


class _Variables(NamedTuple):
    """The variables of a loop: those for the parts of an item, and those that count its turns."""

    items: list[str]
    counters: list[str]


def _read(text: str, position: int, macros: Mapping[str, str]) -> tuple[_Variables, list[str], int] | None:
    """Return the variables of a loop, the items of its list, and the end of its body; None if it cannot be read."""
    opened = text.find("{", position, position + _REACH)
    variables, keyword, listed = text[position:opened].partition(" in")
    if opened < 0 or not keyword:
        return None
    here, items = opened, expand(listed.strip(), macros)
    if not listed.strip():
        here = group_end(text, opened, MAX_BODY)
        listed = ",".join(item for item, _, _ in names(text, opened + 1, here - 1, many=True))
        items = expand(listed, macros)
        here = behind_blanks(text, here)
    end = group_end(text, here, MAX_BODY)
    return (_named(variables), _items(items.split(",")), end) if end > 0 and "\\" not in items else None


def _named(variables: str) -> _Variables:
    r"""Read ``\x/\y [count=\i]`` and ``[count=\i] \x``."""
    before, _, rest = variables.partition("[")
    options, _, behind = rest.partition("]")
    settings = (option.partition("=") for option in options.split(","))
    counters = [value.strip(" \\") for key, _, value in settings if key.strip() == "count"]
    return _Variables([variable.strip(" \\") for variable in f"{before}{behind}".split("/")], counters)


def _items(listed: list[str]) -> list[str]:
    """Return the items of a list with dots expanded (``1,...,9``, ``1,3,...,9``, ``a,...,e``); empty if unknown."""
    given = [item.strip() for item in listed if item.strip()]
    if "..." not in given:
        return given
    dots = given.index("...")
    last = next(iter(given[dots + 1 :]), "")
    numbers = [_number(item) for item in (*given[max(0, dots - 2) : dots], last)]
    if None in numbers or len(numbers) < _ENDS:
        return []
    *_, before, stop = known = [number for number in numbers if number is not None]
    step = before - known[0] if len(known) > _ENDS else (1 if before < stop else -1)
    between = range(before + step, stop, step)[:_ASKED] if step else range(0)
    expanded = [str(number) if last.isdigit() else chr(number) for number in between]
    return [*given[:dots], *expanded, *given[dots + 1 :]]


def _number(item: str) -> int | None:
    if item.isdecimal() and len(item) <= _DIGITS:
        return int(item)
    return ord(item) if len(item) == 1 and item.isalpha() else None


def _values(variables: _Variables, item: str, turn: int) -> dict[str, str]:
    """Return the value of each variable for an item; surplus variables get its last part."""
    parts = item.strip("{} ").split("/")
    parts_by_name = {
        variable: parts[min(number, len(parts) - 1)].strip()
        for number, variable in enumerate(variables.items)
    }
    return parts_by_name | dict.fromkeys(variables.counters, str(turn))
