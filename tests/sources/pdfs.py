"""Writes small PDF files with a text layer: what a press would print, without a press."""

from __future__ import annotations

import re
import zlib
from typing import NamedTuple

_RAISED = re.compile(r"\^\{([^{}]*)\}")


class Line(NamedTuple):
    """One line of text; lengths in points from the lower left corner; ``^{2}`` stands above the line, in a smaller font."""

    text: str
    x: float
    y: float
    size: float = 10
    bold: bool = False
    state: str = ""  #: operators before it, such as ``3 Tr`` for no ink


class Scan(NamedTuple):
    """A page that is a picture of print, and the text that a program recognised in it."""

    printed: list[Line]
    recognised: list[Line] = []  # noqa: RUF012 - not changed


class Garbled(NamedTuple):
    """A page whose font says other letters than it draws."""

    printed: list[Line]


def pdf(*pages: list[Line | str] | Scan | Garbled, scaled: bool = False) -> bytes:
    """Build a file with the standard fonts; what is no line of text is drawn as it is.

    :param scaled: as layout programs do it: the font has size 1, and a matrix makes it larger.
    """
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", _font("Helvetica"), _font("Helvetica-Bold")]
    kids = []
    for page in pages:
        lines: list[Line | str] = [
            *(page.printed if isinstance(page, Garbled) else () if isinstance(page, Scan) else page)
        ]
        more = b""
        if isinstance(page, Scan):
            objects.append(_photographed(page.printed))
            more = b"/XObject << /Im1 %d 0 R >>" % len(objects)
            lines = [
                "q 612 0 0 792 0 0 cm /Im1 Do Q",
                *(line._replace(state="3 Tr") for line in page.recognised),
            ]
        if isinstance(page, Garbled):
            objects.append(b"<< /Length %d >>\nstream\n" % len(_SHIFTED) + _SHIFTED + b"\nendstream")
            objects.append(_font("Helvetica").replace(b" >>", b" /ToUnicode %d 0 R >>" % len(objects)))
        font = len(objects) if isinstance(page, Garbled) else 3
        stream = "\n".join(_drawn(line, scaled=scaled) for line in lines).encode("cp1252")
        objects.append(b"<< /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream")
        content = len(objects)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 %d 0 R /F2 4 0 R >> %b >> >>" % (content, font, more)
        )
        kids.append(len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
        len(kids),
        b" ".join(b"%d 0 R" % kid for kid in kids),
    )
    return _file(objects)


#: Says of each letter the third one behind it, as fonts do that number their characters.
_SHIFTED = (
    b"/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapType 2 def 1 begincodespacerange <00> <FF> "
    b"endcodespacerange 1 beginbfrange <21> <7A> <0024> endbfrange 1 beginbfchar <20> <0020> endbfchar endcmap end end"
)


def _photographed(lines: list[Line]) -> bytes:
    """Draw lines, and give the picture as a part of a file."""
    import pypdfium2

    bitmap = pypdfium2.PdfDocument(pdf([*lines]))[0].render(scale=2, grayscale=True)
    rows = bytes(bitmap.buffer)
    shades = zlib.compress(
        b"".join(rows[row * bitmap.stride :][: bitmap.width] for row in range(bitmap.height))
    )
    head = (
        f"<< /Type /XObject /Subtype /Image /Width {bitmap.width} /Height {bitmap.height} /ColorSpace /DeviceGray "
        f"/BitsPerComponent 8 /Filter /FlateDecode /Length {len(shades)} >>\nstream\n"
    )
    return head.encode() + shades + b"\nendstream"


def column(text: str, *, x: float = 72, top: float = 700, size: float = 10, width: int = 60) -> list[Line]:
    """Set a paragraph in lines of at most ``width`` characters, broken at blanks, the first one indented."""
    lines, current = [], ""
    for word in text.split():
        if len(current) + len(word) >= width:
            lines.append(current)
            current = word
        else:
            current = f"{current} {word}".strip()
    lines.append(current)
    return [
        Line(one, x + (12 if not number else 0), top - 12 * number, size) for number, one in enumerate(lines)
    ]


def _drawn(line: Line | str, *, scaled: bool) -> str:
    return line if isinstance(line, str) else f"q BT {line.state} {_shown(line, scaled=scaled)} ET Q"


def _shown(line: Line, *, scaled: bool) -> str:
    font = f"/F{2 if line.bold else 1}"
    if scaled:
        begin = f"{font} 1 Tf {line.size} 0 0 {line.size} {line.x} {line.y} Tm "
        above, back = f"{font} 0.7 Tf 0.36 Ts", f"{font} 1 Tf 0 Ts"
    else:
        begin = f"{font} {line.size} Tf {line.x} {line.y} Td "
        above = f"{font} {0.7 * line.size:.1f} Tf {0.36 * line.size:.1f} Ts"
        back = f"{font} {line.size} Tf 0 Ts"
    parts = _RAISED.split(line.text)
    shown = [f"({_escaped(one)}) Tj" for one in parts]
    shown[1::2] = [f"{above} {one} {back}" for one in shown[1::2]]
    return begin + " ".join(shown)


def _font(name: str) -> bytes:
    stem = 140 if name.endswith("Bold") else 88  # by which a reader tells heavy fonts
    described = f"<< /Type /FontDescriptor /FontName /{name} /Flags 32 /StemV {stem} >>"
    font = f"/Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding"
    return f"<< {font} /FontDescriptor {described} >>".encode()


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")


def _file(objects: list[bytes]) -> bytes:
    data, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(data))
        data += b"%d 0 obj\n" % number + body + b"\nendobj\n"
    start = len(data)
    data += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    data += b"".join(b"%010d 00000 n \n" % place for place in places)
    return data + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF" % (len(objects) + 1, start)
