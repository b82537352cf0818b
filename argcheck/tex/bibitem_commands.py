"""Reads items of a list of references in the text.

Readers as in `argcheck.tex.scan_state`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.tex.arguments import arguments, names
from argcheck.tex.tokens import BibitemToken

if TYPE_CHECKING:
    from argcheck.tex.scan_state import CommandReader, ScanState


def _bibitem(scan: ScanState, start: int, position: int, _name: str) -> int:
    r"""Read an item of a list of references; the ``\citeauthoryear{...}`` in its label cites nothing."""
    spans, end = arguments(scan.text, position, "[{")
    for name, first, last in names(scan.text, *spans[1], many=False) if spans[1] else ():
        if "#" not in name and "\\" not in name:
            scan.tokens.append(BibitemToken(start, end, name, first, last))
    return spans[0][1] + 1 if spans[0] else position


def _harvarditem(scan: ScanState, start: int, position: int, _name: str) -> None:
    spans, end = arguments(scan.text, position, "[{{{")
    for name, first, last in names(scan.text, *spans[3], many=False) if spans[3] else ():
        scan.tokens.append(BibitemToken(start, end, name, first, last))


def _bib(scan: ScanState, start: int, position: int, _name: str) -> None:
    r"""Read an entry of amsrefs: ``\bib{key}{type}{fields}``."""
    spans, end = arguments(scan.text, position, "{{{")
    if spans[2] and spans[1] and scan.text[slice(*spans[1])].isalpha():
        for name, first, last in names(scan.text, *spans[0], many=False):  # type: ignore[misc]
            scan.tokens.append(BibitemToken(start, end, name, first, last))


READERS: dict[str, CommandReader] = {"bibitem": _bibitem, "harvarditem": _harvarditem, "bib": _bib}
