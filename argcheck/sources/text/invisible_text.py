"""Invisible text of a PDF page: text whose removal does not change the picture of the page.

It may be drawn without ink or in that of the paper, off the page, under something else, or too small to read.  The
invisible text on a scan is what was recognised in it; it is kept where the scan has ink.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from ctypes import addressof, byref, c_double, c_int, c_uint
from itertools import groupby
from math import ceil, floor, hypot
from time import monotonic
from typing import Any, NamedTuple, TypeAlias

_SECONDS = 40.0  # most seconds for pictures of one file; later pages are judged by their ink only
_PIXELS = 4_000_000  # most pixels of one picture
#: Two scales of 16 shades, shifted by half a step: nobody sees a difference of a few shades.
_RULERS = (bytes(shade >> 4 for shade in range(256)), bytes((shade + 8) >> 4 for shade in range(256)))
_NONZERO = bytes((0, *[1] * 255))
_SCAN = 0.8  # share of the text of a page: if more leaves no trace, it is the text of a scan
_SHORT = 3  # most characters of a run without traces by chance
_FEW, _NARROW = (
    8,
    0.18,
)  # characters; of the size of the font: the mean width of letters is more than twice as much
_CELL = 12  # half pixels; two characters in one cell may be drawn over each other
_INK = 48  # least difference of 255 shades between a letter of a scan and its paper
_PALE = 230  # of 255: a lighter shade may be that of the paper
_TINY = 1.0  # points; smaller text cannot be read
_LATIN = 0x250  # characters below it can be drawn whatever fonts a machine has
_NO_INK = frozenset({3, 7})  # text rendering modes of PDF: neither filled nor stroked


_Box: TypeAlias = tuple[int, int, int, int]  # pixels: left, top, right, bottom; empty if it is off the page


class _Glyph(NamedTuple):
    """A character with a place on the page."""

    place: int  #: position among the characters of the page
    code: int
    box: _Box


class _Piece(NamedTuple):
    """Text that is drawn as one object."""

    drawn: Any  #: PDFium's object
    mode: int
    pale: bool  #: whether its ink may be none or that of the paper
    size: float  #: of the font, in points
    squeezed: float  #: ratio of its width to its height
    embedded: bool
    glyphs: list[_Glyph]

    def is_invisible(self, glyph: _Glyph) -> bool:
        """Whether a character is too small to read or off the page."""
        left, top, right, bottom = glyph.box
        return self.size * min(1.0, self.squeezed) < _TINY or left >= right or top >= bottom

    def crowded(self, scale: float) -> bool:
        """Whether there are more characters than have room: extracted text may differ from drawn text."""
        left, top, right, bottom = _around(self)
        room = max(right - left, bottom - top)
        return len(self.glyphs) > _FEW and room < _NARROW * self.size * scale * len(self.glyphs)


class _Picture(NamedTuple):
    """Shades of gray, row by row from the top."""

    stride: int  #: bytes of a row
    shades: bytes

    def changes(self, other: _Picture) -> _Picture:
        """Return 1 where the difference to a picture of the same size is visible, else 0."""
        # shades that differ on both scales are not neighbours on either side of a step
        ours, theirs = self.shades, other.shades
        first, second = (
            _unlike(ours.translate(ruler), theirs.translate(ruler)).translate(_NONZERO) for ruler in _RULERS
        )
        both = int.from_bytes(first, "big") & int.from_bytes(second, "big")
        return _Picture(self.stride, both.to_bytes(len(ours), "big"))

    def marked(self, box: _Box) -> bool:
        """Whether a picture of changes has one in a box or at its edge."""
        left, top, right, bottom = box
        size, stride = right - left + 2, self.stride
        start = max(0, (top - 1) * stride + left - 1)
        return any(
            self.shades.find(1, place, place + size) >= 0
            for place in range(start, start + (bottom - top + 2) * stride, stride)
        )

    def has_ink(self, box: _Box) -> bool:
        """Whether something is drawn in a box."""
        left, top, right, bottom = box
        rows = [
            self.shades[row * self.stride + left : row * self.stride + right] for row in range(top, bottom)
        ]
        return any(rows) and max(map(max, rows)) - min(map(min, rows)) > _INK

    def is_pale(self, box: _Box) -> bool:
        """Whether most of a box has the colour of paper."""
        left, top, right, bottom = box
        shades = b"".join(
            self.shades[row * self.stride + left : row * self.stride + right] for row in range(top, bottom)
        )
        return sum(shade >= _PALE for shade in shades) * 2 > len(shades)


def _unlike(ours: bytes, theirs: bytes) -> bytes:
    return (int.from_bytes(ours, "big") ^ int.from_bytes(theirs, "big")).to_bytes(len(ours), "big")


class Eye:
    """Finds invisible text on the pages of one file, one after the other."""

    def __init__(self) -> None:
        self._left = _SECONDS

    def unseen(self, page: Any, textpage: Any) -> frozenset[int]:
        """Return the positions of the invisible characters of a page."""
        scale = min(1.0, (_PIXELS / max(1.0, page.get_width() * page.get_height())) ** 0.5)
        pieces = list(_pieces(page, textpage, scale))
        if not pieces:
            return frozenset()
        if self._left <= 0:
            return _places(g for piece in pieces for g in piece.glyphs if piece.pale or piece.is_invisible(g))
        began = monotonic()
        hidden = list(_hidden(page, pieces, scale))
        self._left -= monotonic() - began
        return _places(hidden)


def _hidden(page: Any, pieces: Sequence[_Piece], scale: float) -> Iterator[_Glyph]:
    """Yield the characters that leave no trace if all text is removed, or only that which may be under other text."""
    whole, bare = _picture(page, scale), _picture_without(page, pieces, scale)
    traces = whole.changes(bare)
    glyphs = sorted(g for piece in pieces for g in piece.glyphs)
    traceless = set(_long_runs(glyphs, traces))
    if len(traceless) > _SCAN * len(glyphs):
        inked = {id(piece) for piece in pieces if whole.has_ink(_around(piece))}
        yield from (
            g for piece in pieces for g in piece.glyphs if id(piece) not in inked or piece.is_invisible(g)
        )
        return
    for piece in pieces:
        if piece.crowded(scale) or (piece.pale and bare.is_pale(_around(piece))):
            yield from piece.glyphs
        without_font = not (piece.embedded or piece.pale) and traceless.issuperset(piece.glyphs)
        yield from (
            g
            for g in piece.glyphs
            if piece.is_invisible(g) or (g in traceless and not (without_font and g.code >= _LATIN))
        )
    under = _under_others(pieces)
    if under:
        traces = whole.changes(_picture_without(page, under, scale))
        yield from _long_runs(sorted(g for piece in under for g in piece.glyphs), traces)


def _long_runs(glyphs: Sequence[_Glyph], traces: _Picture) -> Iterator[_Glyph]:
    """Yield the glyphs without trace, except single ones beside others that leave one, such as a full stop."""
    for hidden, run in groupby(glyphs, lambda glyph: not traces.marked(glyph.box)):
        members = list(run)
        if hidden and len(members) > min(_SHORT, len(glyphs) - 1):
            yield from members


def _under_others(pieces: Sequence[_Piece]) -> list[_Piece]:
    """Return the pieces that may have the colour of the paper, or near which later ones are drawn."""
    over: set[tuple[int, int]] = set()
    under: list[_Piece] = []
    for piece in reversed(pieces):
        cells = [((g.box[0] + g.box[2]) // _CELL, (g.box[1] + g.box[3]) // _CELL) for g in piece.glyphs]
        if piece.pale or sum(cell in over for cell in cells) * 2 > len(cells):
            under.append(piece)
        over.update(cells)
    return under


def _pieces(page: Any, textpage: Any, scale: float) -> Iterator[_Piece]:
    """Yield the text objects of a page, in the order of drawing."""
    from pypdfium2 import raw

    places = _Places(page, textpage, scale)
    pieces: dict[int, _Piece] = {}
    for index in range(textpage.count_chars()):
        drawn = raw.FPDFText_GetTextObject(textpage, index)
        code = raw.FPDFText_GetUnicode(textpage, index)
        if not drawn or code in (0, 2, 10, 13, 32, 160):
            continue
        identity = addressof(drawn.contents)
        if identity not in pieces:
            pieces[identity] = _piece(drawn, textpage, index)
        pieces[identity].glyphs.append(_Glyph(index, code, places.box(index)))
    yield from pieces.values()


def _piece(drawn: Any, textpage: Any, index: int) -> _Piece:
    from pypdfium2 import raw

    mode = raw.FPDFTextObj_GetTextRenderMode(drawn)
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(textpage, index, byref(matrix))
    size = raw.FPDFText_GetFontSize(textpage, index)
    width, height = hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)
    read_ink = raw.FPDFText_GetStrokeColor if mode in (1, 5) else raw.FPDFText_GetFillColor
    ink = [c_uint() for _ in range(4)]
    read_ink(textpage, index, *map(byref, ink))
    red, green, blue, opaque = (part.value for part in ink)
    pale = mode in _NO_INK or min(red, green, blue) >= _PALE or opaque < 255 - _PALE
    embedded = raw.FPDFFont_GetIsEmbedded(raw.FPDFTextObj_GetFont(drawn)) == 1
    return _Piece(drawn, mode, pale, abs(size) * height, width / (height or 1.0), embedded, [])


class _Places:
    """Converts the boxes of characters to pixels, cut at the edges of the page."""

    def __init__(self, page: Any, textpage: Any, scale: float) -> None:
        from pypdfium2 import raw

        self._page, self._textpage = page, textpage
        self._width, self._height = ceil(page.get_width() * scale), ceil(page.get_height() * scale)
        self._e, self._f = self._device(0, 0)
        self._a, self._b = self._slope(self._device(1000, 0))
        self._c, self._d = self._slope(self._device(0, 1000))
        self._turned = not (self._a > 0 > self._d)
        self._read = raw.FPDFText_GetCharBox
        self._sides = tuple(c_double() for _ in range(4))
        self._asked = tuple(map(byref, self._sides))

    def _device(self, x: float, y: float) -> tuple[float, float]:
        from pypdfium2 import raw

        across, down = c_int(), c_int()
        size = 1000 * self._width, 1000 * self._height
        raw.FPDF_PageToDevice(self._page, 0, 0, *size, 0, x, y, byref(across), byref(down))
        return across.value / 1000, down.value / 1000

    def _slope(self, end: tuple[float, float]) -> tuple[float, float]:
        return (end[0] - self._e) / 1000, (end[1] - self._f) / 1000

    def box(self, place: int) -> _Box:
        """Return the box of a character in pixels; that of its whole space if its font has no shape for it."""
        self._read(self._textpage, place, *self._asked)
        left, right, bottom, top = (side.value for side in self._sides)
        if left >= right or bottom >= top:
            left, bottom, right, top = self._textpage.get_charbox(place, loose=True)
        x1, y1 = self._pixel(left, bottom)
        x2, y2 = self._pixel(right, top)
        if self._turned:
            x3, y3 = self._pixel(left, top)
            x4, y4 = self._pixel(right, bottom)
            x1, x2, y1, y2 = (
                min(x1, x2, x3, x4),
                max(x1, x2, x3, x4),
                min(y1, y2, y3, y4),
                max(y1, y2, y3, y4),
            )
        else:
            y1, y2 = y2, y1
        return max(0, floor(x1)), max(0, floor(y1)), min(self._width, ceil(x2)), min(self._height, ceil(y2))

    def _pixel(self, x: float, y: float) -> tuple[float, float]:
        return self._a * x + self._c * y + self._e, self._b * x + self._d * y + self._f


def _picture_without(page: Any, pieces: Iterable[_Piece], scale: float) -> _Picture:
    """Return the picture of a page without some of its text."""
    from pypdfium2 import raw

    pieces = list(pieces)
    for piece in pieces:
        raw.FPDFTextObj_SetTextRenderMode(piece.drawn, 3)
    picture = _picture(page, scale)
    for piece in pieces:
        raw.FPDFTextObj_SetTextRenderMode(piece.drawn, piece.mode)
    return picture


def _picture(page: Any, scale: float) -> _Picture:
    bitmap = page.render(scale=scale, grayscale=True)
    return _Picture(bitmap.stride, bytes(bitmap.buffer))


def _around(piece: _Piece) -> _Box:
    lefts, tops, rights, bottoms = zip(*(glyph.box for glyph in piece.glyphs), strict=True)
    return min(lefts), min(tops), max(rights), max(bottoms)


def _places(glyphs: Iterable[_Glyph]) -> frozenset[int]:
    return frozenset(glyph.place for glyph in glyphs)
