"""Join the characters of a PDF page to its printed lines."""

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
#: Ligatures and dashes in bitmap fonts of TeX's T1 encoding without a character table.
_T1 = {0x15: "–", 0x16: "—", 0x1B: "ff", 0x1C: "fi", 0x1D: "fl", 0x1E: "ffi", 0x1F: "ffl"}
#: ``ff`` in TeX fonts embedded on a Mac: the name of the character is that of a line break.
_FF = re.compile(r"(?<=[^\W\d_])\u21b5|\u21b5(?=[a-z])")


class _Position(NamedTuple):
    """The height and size of a character, in points."""

    height: float  #: of its base line above the foot of the page
    size: float  #: of the font

    def above(self, base: _Position) -> bool:
        """Whether it is smaller than the characters of the line, and raised above them."""
        return self.size < 0.85 * base.size and 0.15 < (self.height - base.height) / base.size < 0.8


class _Run(NamedTuple):
    """Characters that PDFium returns as one line, which may be part of a printed one."""

    characters: list[str]
    indexes: list[int]
    position: _Position
    letters: bool


def read_lines(textpage: Any, number: int, unseen: Container[int], gutter: float = inf) -> list[Line]:
    """Return the lines of a page.

    :param unseen: indexes of characters to leave out.
    :param gutter: width of gaps, in points, at which lines are cut: PDFium joins lines at one height in two columns.
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
        if code in (2, 10, 13):  # PDFium joins the halves of a broken word in one line
            if any(not character.isspace() for character in characters):
                runs += (
                    _Run(*part, *_position_of_run(textpage, *part))
                    for part in _cut(textpage, characters, indexes, gutter)
                )
            characters, indexes = [], []
    return [_line(textpage, run, number, _base_position(runs, place)) for place, run in enumerate(runs)]


def _cut(
    textpage: Any, characters: list[str], indexes: list[int], gutter: float
) -> Iterator[tuple[list[str], list[int]]]:
    """Yield characters, cut at gaps wider than ``gutter``, and where a line farther down begins."""
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
            # PDFium joins a heading to the paragraph above it; in vertical print characters are nearer
            falls = head < bottom and left < right and bottom - head > _position(textpage, index).size
            if left - right > gutter or falls:
                yield characters[start:place], indexes[start:place]
                start = place
            bottom, right = foot, end
    yield characters[start:], indexes[start:]


def _character(code: int) -> str:
    if code in _T1:
        return _T1[code]
    return "\ufffd" if code >= 0x110000 or 0xD800 <= code < 0xE000 else chr(code)


def _position(textpage: Any, index: int) -> _Position:
    from ctypes import byref, c_double

    from pypdfium2 import raw

    x, y, matrix = c_double(), c_double(), raw.FS_MATRIX()
    raw.FPDFText_GetCharOrigin(textpage, index, byref(x), byref(y))
    raw.FPDFText_GetMatrix(textpage, index, byref(matrix))
    return _Position(y.value, raw.FPDFText_GetFontSize(textpage, index) * hypot(matrix.c, matrix.d))


def _position_of_run(textpage: Any, characters: list[str], indexes: list[int]) -> tuple[_Position, bool]:
    """Return the position of the largest letters of a run and True, without letters that of its start and False."""
    letters = [index for index, character in zip(indexes, characters, strict=True) if character.isalpha()]
    if letters:
        samples = sorted({letters[0], letters[len(letters) // 2], letters[-1]})
        return max(
            (_position(textpage, index) for index in samples), key=lambda position: position.size
        ), True
    first = next(
        index for index, character in zip(indexes, characters, strict=True) if not character.isspace()
    )
    return _position(textpage, first), False


def _base_position(runs: Sequence[_Run], place: int) -> _Position:
    """Return the position of a run's line; numbers alone may be raised above the run before or after them."""
    run = runs[place]
    if not run.letters:
        for other in (*runs[max(0, place - 1) : place], *runs[place + 1 : place + 2]):
            if run.position.above(other.position):
                return other.position
    return run.position


def _line(textpage: Any, run: _Run, number: int, base: _Position) -> Line:
    """Return the printed line of a run, with its box, size and weight."""
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
        behind=_start_after_number(textpage, run, base.size),
        ahead=_end_before_number(textpage, run, base.size),
        base=base.height,
    )


def _start_after_number(textpage: Any, run: _Run, size: float) -> float:
    """Return where the text begins after a number set apart before it, as that of a line, or 0."""
    number = DIGITS.match("".join(run.characters))
    if number is None or number.end() == len(run.characters) or not run.characters[number.end()].isspace():
        return 0.0
    rest = zip(run.indexes[number.end() :], run.characters[number.end() :], strict=True)
    first = next((index for index, character in rest if not character.isspace()), None)
    if first is None:
        return 0.0
    left = float(textpage.get_charbox(first)[0])
    return left if left - textpage.get_charbox(run.indexes[number.end() - 1])[2] > 0.6 * size else 0.0


def _end_before_number(textpage: Any, run: _Run, size: float) -> float:
    """Return where the text ends before a number set apart after it, as that of a line on the right, or 0."""
    end = _start_of_kind(run, len(run.characters), str.isspace)
    number = _start_of_kind(run, end, str.isdecimal)
    text = _start_of_kind(run, number, str.isspace)
    if number == end or text in (0, number):
        return 0.0
    right = float(textpage.get_charbox(run.indexes[text - 1])[2])
    return right if textpage.get_charbox(run.indexes[number])[0] - right > 0.6 * size else 0.0


def _start_of_kind(run: _Run, place: int, kind: Callable[[str], bool]) -> int:
    """Return where the characters of a kind that end at ``place`` begin."""
    while place and kind(run.characters[place - 1]):
        place -= 1
    return place


def _with_raised(textpage: Any, run: _Run, base: _Position) -> str:
    """Return the text with raised digits for numbers above the line."""
    parts: list[str] = []
    above = ""
    for index, character in zip(run.indexes, run.characters, strict=True):
        if character in _RAISABLE and _position(textpage, index).above(base):
            above += character
        else:
            parts += (raised(above), character)
            above = ""
    return "".join((*parts, raised(above)))
