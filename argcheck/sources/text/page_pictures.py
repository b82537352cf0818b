"""Pages whose text layer is not what is printed, and pictures of them; runs in the process that reads PDFs.

A page is bad if it has ink without text, invisible text on a picture of the whole page, characters without meaning, or
words without vowels.
"""

from __future__ import annotations

import struct
import zlib
from base64 import b64encode
from contextlib import closing
from typing import TYPE_CHECKING, Any

from argcheck.files.patterns import LETTERS
from argcheck.sources.text.model import BadPage, PagePicture

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

FEW_SIGNS = 20  #: most characters of a page without text: its number, a running head
INKED = 0.002  #: least dark share of a page with two or three lines
COVERED = 0.8  #: least share of a page under the picture of a scan
UNSEEN = 0.5  #: least share of its text without ink
MEANINGLESS = 0.33  #: most share of characters of no script; formulas have up to a fifth on good pages
VOWELLESS = (
    0.3  #: share of words without a vowel; in no language written in Latin letters more than some 0.05
)
_SCAN = "a scan with recognised text"
_WORDS, _LETTERS = 40, 4  #: least words to count, and letters of each
_VOWELS = frozenset("aeiouy")
_NO_INK = frozenset({3, 7})  # text rendering modes of PDF: neither filled nor stroked
_SMALL = 800  # dots of the longer side of a picture for counting ink
_DARK = bytes(shade < 160 for shade in range(256))
_PRIVATE = range(0xE000, 0xF900)
_DAMAGED = {0xFFFD, *range(32)} - {2}  # PDFium's sign for a broken word is no damage

_DPI = 200
_MOST_DOTS = 2400  # most dots of a side, as models scale larger pictures down
#: The grain of paper is most of the file of a scan, so nearly white becomes white, and 16 shades are kept.
_SHADES = bytes(255 if shade >= 224 else (shade + 8) // 17 * 17 for shade in range(256))


def bad_page(page: Any, textpage: Any, number: int, text: str) -> BadPage | None:
    """Return why the text layer of a page is not what is printed, or None.

    :param text: that of the layer, without invisible text.
    """
    signs = [character for character in text if not character.isspace()]
    why = ""
    if len(signs) < FEW_SIGNS:
        why = "no text layer" if _ink(page) >= INKED else ""
    elif sum(map(_means_nothing, signs)) > MEANINGLESS * len(signs):
        why = "signs that mean nothing"
    elif _vowelless(text) > VOWELLESS:
        why = "letters that make no words"
    elif _is_scan(page, textpage):
        why = _SCAN
    return BadPage(number, why, text, len(signs), why == _SCAN) if why else None


def _means_nothing(character: str) -> bool:
    return ord(character) in _DAMAGED or ord(character) in _PRIVATE


def _vowelless(text: str) -> float:
    """Return the share of words without a vowel, or 0 if few words are in Latin letters."""
    words = [word for word in LETTERS.findall(text) if len(word) >= _LETTERS and word.isascii()]
    return (
        sum(_VOWELS.isdisjoint(word.lower()) for word in words) / len(words) if len(words) >= _WORDS else 0.0
    )


def _is_scan(page: Any, textpage: Any) -> bool:
    from pypdfium2 import raw

    count = textpage.count_chars()
    objects = (raw.FPDFText_GetTextObject(textpage, index) for index in range(count))
    unseen = sum(bool(drawn) and raw.FPDFTextObj_GetTextRenderMode(drawn) in _NO_INK for drawn in objects)
    width, height = page.get_size()
    return unseen >= UNSEEN * count and any(
        (right - left) * (top - bottom) >= COVERED * width * height
        for left, bottom, right, top in _picture_boxes(page)
    )


def _picture_boxes(page: Any) -> Iterator[tuple[float, float, float, float]]:
    from pypdfium2 import raw

    for drawn in page.get_objects([raw.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        yield drawn.get_bounds()


def _ink(page: Any) -> float:
    """Return the dark share of a page."""
    shades, _, _ = _drawn(page, _SMALL / max(page.get_size()))
    return shades.translate(_DARK).count(1) / max(1, len(shades))


def _drawn(
    page: Any, scale: float, crop: tuple[float, float, float, float] = (0, 0, 0, 0)
) -> tuple[bytes, int, int]:
    """Return a page in shades of gray, with width and height.

    :param crop: what to cut at the left, bottom, right and top, in points.
    """
    with closing(page.render(scale=scale, grayscale=True, crop=crop)) as bitmap:
        width, height, stride = bitmap.width, bitmap.height, bitmap.stride
        rows = bytes(bitmap.buffer)
    return b"".join(rows[row * stride : row * stride + width] for row in range(height)), width, height


def page_pictures(
    data: bytes, numbers: Sequence[int], divisions: Sequence[int]
) -> list[list[list[PagePicture]]]:
    """Return pictures of pages: for each page and division, overlapping parts from top to bottom.

    :param divisions: into how many parts a page is divided; 1 leaves it whole.
    """
    import pypdfium2

    with closing(pypdfium2.PdfDocument(data)) as document:
        drawn = []
        for number in numbers:
            with closing(document[number - 1]) as page:
                drawn.append([list(_parts(page, parts)) for parts in divisions])
    return drawn


def _parts(page: Any, parts: int) -> Iterator[PagePicture]:
    width, height = page.get_size()
    high = height / parts * (1.1 if parts > 1 else 1)
    scale = min(_DPI * min(parts, 1.5) / 72, _MOST_DOTS / max(width, high))
    for part in range(parts):
        top = (height - high) * part / max(1, parts - 1)
        shades, across, down = _drawn(page, scale, (0, max(0.0, height - high - top), 0, top))
        ink = shades.translate(_DARK).count(1) / scale**2
        yield PagePicture(across, down, round(ink, 1), b64encode(_png(shades, across, down)).decode())


def _png(shades: bytes, width: int, height: int) -> bytes:
    """Return shades of gray as a PNG file."""
    rows = shades.translate(_SHADES)
    lines = b"".join(b"\0" + rows[row * width : (row + 1) * width] for row in range(height))
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(lines)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in chunks
    )
