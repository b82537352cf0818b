"""The numbers of siunitx as it prints them."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from argcheck.files.patterns import lazy
from argcheck.tex.vocabulary import flag

if TYPE_CHECKING:
    from argcheck.tex.flatten import Flat

_SIUNITX = ("\\num", "\\SI", "\\qty", "\\ang")
_GROUPED = lazy(r"(?<=\d) (?=\d)")
_EXPONENT = lazy(r"(?<=\d)[dD](?=[-+]?\d)")
_POWER_FIRST = lazy(r"([²³])([^\W\d_]+)")  # \square\metre


def as_printed(flat: Flat, language: str, source: str) -> str:
    """Return the text with the numbers of siunitx as it prints them, each character in its place.

    siunitx reads both comma and full stop as the decimal sign, ignores spaces, and reads d as e: see "Numbers" and
    "Parsing numbers" in its manual.
    """
    start, end = flat.starts[0], flat.ends[-1]
    if not _called_in(source) or all(source.find(command, start, end) < 0 for command in _SIUNITX):
        return flat.text
    pieces = []
    ends = [*flat.offsets[1:], len(flat.text)]
    for start, end, place in zip(flat.offsets, ends, flat.starts, strict=True):
        piece = flat.text[start:end]
        if source.startswith(_SIUNITX, place):
            number, space, unit = piece.partition("\xa0")
            number = _GROUPED.sub("\u202f", _EXPONENT.sub("e", number.replace(",", ".")))
            number = number.replace(".", ",") if flag(language, "numbers.comma") else number
            piece = number + space + _POWER_FIRST.sub(r"\2\1", unit)
        pieces.append(piece)
    return "".join(pieces)


@lru_cache(maxsize=4)
def _called_in(source: str) -> bool:
    """Whether a file calls any command of siunitx; cached for all of its paragraphs."""
    return any(command in source for command in _SIUNITX)
