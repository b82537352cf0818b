"""The characters of a PDF page into its printed lines."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from math import hypot, inf
from typing import Any, NamedTuple

from argcheck.files.patterns import DIGITS
from argcheck.sources.text.loose_accents import composed
from argcheck.sources.text.pdf_lines import HYPHEN, Line
from argcheck.sources.text.raised import raised

_RAISABLE = frozenset("0123456789+-−–")
#: What bitmap fonts in TeX's T1 encoding give for ligatures and dashes, having no table of characters.
_T1 = {0x15: "–", 0x16: "—", 0x1B: "ff", 0x1C: "fi", 0x1D: "fl", 0x1E: "ffi", 0x1F: "ffl"}
#: What fonts of TeX that a Mac has embedded give for ``ff``: the name of the character is that of a line break.
_FF = re.compile(r"(?<=[^\W\d_])\u21b5|\u21b5(?=[a-z])")


class _Stand(NamedTuple):
    """How a character stands, in points."""

    height: float  #: of its base line, from the foot of the page
    size: float  #: of the font

    def above(self, base: _Stand) -> bool:
        """Whether it is smaller than what stands on the line, and above it."""
        return self.size < 0.85 * base.size and 0.15 < (self.height - base.height) / base.size < 0.8


class _Run(NamedTuple):
    """Characters that PDFium gives as one line, which may be a part of a printed one."""

    characters: list[str]
    indexes: list[int]
    stand: _Stand
    letters: bool


def read_lines(textpage: Any, number: int, unseen: Container[int], gutter: float = inf) -> list[Line]:
    """Read the lines of a page.

    :param unseen: indexes of characters to leave out.
    :param gutter: lines are cut at gaps wider than this, in points: PDFium joins what stands at one height in two
        columns.
    """
    from pypdfium2 import raw

    runs: list[_Run] = []
    characters: list[str] = []
    indexes: list[int] = []
    count = textpage.count_chars()
    for index in range(count + 1):
        code = raw.FPDFText_GetUnicode(textpage, index) if index < count else 10
        if code not in (0, 10, 13) and index not in unseen:
            characters.append(_character(code))
            indexes.append(index)
        if code in (2, 10, 13):  # PDFium joins the halves of a broken word to one line
            if any(not character.isspace() for character in characters):
                runs += (
                    _Run(*part, *_stands(textpage, *part))
                    for part in _cut(textpage, characters, indexes, gutter)
                )
            characters, indexes = [], []
    return [_line(textpage, run, number, _base(runs, place)) for place, run in enumerate(runs)]


def _cut(
    textpage: Any, characters: list[str], indexes: list[int], gutter: float
) -> Iterator[tuple[list[str], list[int]]]:
    """Cut characters where the gap between two of them is wider than ``gutter``, and where a line farther down begins."""
    inked = [
        (place, index)
        for place, (character, index) in enumerate(zip(characters, indexes, strict=True))
        if not character.isspace() and character != HYPHEN
    ]
    ends = [textpage.get_charbox(index) for _, index in (inked[:1] + inked[-1:])]
    start = 0
    if gutter < inf or (ends and ends[1][3] < ends[0][1]):
        _, bottom, right, _ = ends[0]
        for place, index in inked[1:]:
            left, foot, end, head = textpage.get_charbox(index)
            # PDFium joins a heading to the paragraph above it; printed upwards or downwards, characters stand nearer
            falls = head < bottom and left < right and bottom - head > _stand(textpage, index).size
            if left - right > gutter or falls:
                yield characters[start:place], indexes[start:place]
                start = place
            bottom, right = foot, end
    yield characters[start:], indexes[start:]


def _character(code: int) -> str:
    if code in _T1:
        return _T1[code]
    return "\ufffd" if code >= 0x110000 or 0xD800 <= code < 0xE000 else chr(code)


def _stand(textpage: Any, index: int) -> _Stand:
    from ctypes import byref, c_double

    from pypdfium2 import raw

    x, y, matrix = c_double(), c_double(), raw.FS_MATRIX()
    raw.FPDFText_GetCharOrigin(textpage, index, byref(x), byref(y))
    raw.FPDFText_GetMatrix(textpage, index, byref(matrix))
    return _Stand(y.value, raw.FPDFText_GetFontSize(textpage, index) * hypot(matrix.c, matrix.d))


def _stands(textpage: Any, characters: list[str], indexes: list[int]) -> tuple[_Stand, bool]:
    """How the largest letters of a run stand, and whether it has any; else how it begins."""
    letters = [index for index, character in zip(indexes, characters, strict=True) if character.isalpha()]
    if letters:
        samples = sorted({letters[0], letters[len(letters) // 2], letters[-1]})
        return max((_stand(textpage, index) for index in samples), key=lambda stand: stand.size), True
    first = next(
        index for index, character in zip(indexes, characters, strict=True) if not character.isspace()
    )
    return _stand(textpage, first), False


def _base(runs: Sequence[_Run], place: int) -> _Stand:
    """How the line of a run stands; numbers alone may stand above the line of the run before or behind them."""
    run = runs[place]
    if not run.letters:
        for other in (*runs[max(0, place - 1) : place], *runs[place + 1 : place + 2]):
            if run.stand.above(other.stand):
                return other.stand
    return run.stand


def _line(textpage: Any, run: _Run, number: int, base: _Stand) -> Line:
    from pypdfium2 import raw

    inked = [
        index for index, character in zip(run.indexes, run.characters, strict=True) if not character.isspace()
    ]
    samples = {inked[0], inked[len(inked) // 2], inked[-1]}
    boxes = [textpage.get_charbox(index) for index in (inked[0], inked[-1])]
    heavy = sum(raw.FPDFText_GetFontWeight(textpage, index) >= 600 for index in samples) * 2 > len(samples)
    text = composed(_FF.sub("ff", _with_raised(textpage, run, base)))
    return Line(
        text.replace("\ufffe", HYPHEN).strip(" \xa0\t"),
        number,
        left=min(box[0] for box in boxes),
        right=max(box[2] for box in boxes),
        bottom=min(base.height, *(box[1] for box in boxes)),
        top=max(box[3] for box in boxes),
        size=base.size,
        heavy=heavy,
        behind=_behind_number(textpage, run, base.size),
        ahead=_ahead_of_number(textpage, run, base.size),
        base=base.height,
    )


def _behind_number(textpage: Any, run: _Run, size: float) -> float:
    """Where the text begins behind a number that stands apart before it, as the number of a line does; else 0."""
    number = DIGITS.match("".join(run.characters))
    if number is None or number.end() == len(run.characters) or not run.characters[number.end()].isspace():
        return 0.0
    rest = zip(run.indexes[number.end() :], run.characters[number.end() :], strict=True)
    first = next((index for index, character in rest if not character.isspace()), None)
    if first is None:
        return 0.0
    left = float(textpage.get_charbox(first)[0])
    return left if left - textpage.get_charbox(run.indexes[number.end() - 1])[2] > 0.6 * size else 0.0


def _ahead_of_number(textpage: Any, run: _Run, size: float) -> float:
    """Where the text ends ahead of a number that stands apart behind it, as lines are numbered on the right; else 0."""
    end = _before(run, len(run.characters), str.isspace)
    number = _before(run, end, str.isdecimal)
    text = _before(run, number, str.isspace)
    if number == end or text in (0, number):
        return 0.0
    right = float(textpage.get_charbox(run.indexes[text - 1])[2])
    return right if textpage.get_charbox(run.indexes[number])[0] - right > 0.6 * size else 0.0


def _before(run: _Run, place: int, kind: Callable[[str], bool]) -> int:
    """Where the characters of a kind begin that end at this place."""
    while place and kind(run.characters[place - 1]):
        place -= 1
    return place


def _with_raised(textpage: Any, run: _Run, base: _Stand) -> str:
    """Write the numbers that stand above the line with raised digits."""
    parts: list[str] = []
    above = ""
    for index, character in zip(run.indexes, run.characters, strict=True):
        if character in _RAISABLE and _stand(textpage, index).above(base):
            above += character
        else:
            parts += (raised(above), character)
            above = ""
    return "".join((*parts, raised(above)))
