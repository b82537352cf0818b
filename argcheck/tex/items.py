"""Items of a list of references that stands in the text.

Readers as in `argcheck.tex.definitions`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.arguments import arguments, names
from argcheck.tex.commands import Slot
from argcheck.tex.events import BIBITEM

if TYPE_CHECKING:
    from collections.abc import Callable

    from argcheck.tex.scan import Scanner

_FILE = Slot("{", "", "")
_OPTION = Slot("[", "", "")


def _bibitem(scanner: Scanner, start: int, position: int, _name: str) -> int:
    r"""Read an item of a list of references; the ``\citeauthoryear{...}`` in its label cites nothing."""
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE))
    for name, first, last in names(scanner.text, *spans[1], many=False) if spans[1] else ():
        if "#" not in name and "\\" not in name:
            scanner.events.append((BIBITEM, start, end, name, first, last))
    return spans[0][1] + 1 if spans[0] else position


def _harvarditem(scanner: Scanner, start: int, position: int, _name: str) -> None:
    spans, end = arguments(scanner.text, position, (_OPTION, _FILE, _FILE, _FILE))
    for name, first, last in names(scanner.text, *spans[3], many=False) if spans[3] else ():
        scanner.events.append((BIBITEM, start, end, name, first, last))


def _bib(scanner: Scanner, start: int, position: int, _name: str) -> None:
    r"""Read an entry of amsrefs: ``\bib{key}{type}{fields}``."""
    spans, end = arguments(scanner.text, position, (_FILE, _FILE, _FILE))
    if spans[2] and spans[1] and scanner.text[slice(*spans[1])].isalpha():
        for name, first, last in names(scanner.text, *spans[0], many=False):  # type: ignore[misc]
            scanner.events.append((BIBITEM, start, end, name, first, last))


READERS: dict[str, Callable[[Scanner, int, int, str], int | None]] = {
    "bibitem": _bibitem,
    "harvarditem": _harvarditem,
    "bib": _bib,
}
