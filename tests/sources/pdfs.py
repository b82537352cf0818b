"""Writes small PDF files with a text layer: what a press would print, without a press."""

from __future__ import annotations

import re
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


def pdf(*pages: list[Line | str], scaled: bool = False) -> bytes:
    """Build a file with the standard fonts; what is no line of text is drawn as it is.

    :param scaled: as layout programs do it: the font has size 1, and a matrix makes it larger.
    """
    objects = [b"<< /Type /Catalog /Pages 2 0 R >>", b"", _font("Helvetica"), _font("Helvetica-Bold")]
    kids = []
    for lines in pages:
        stream = "\n".join(_drawn(line, scaled=scaled) for line in lines).encode("cp1252")
        objects.append(b"<< /Length %d >>\nstream\n" % len(stream) + stream + b"\nendstream")
        content = len(objects)
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents %d 0 R "
            b"/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>" % content
        )
        kids.append(len(objects))
    objects[1] = b"<< /Type /Pages /Count %d /Kids [%s] >>" % (
        len(kids),
        b" ".join(b"%d 0 R" % kid for kid in kids),
    )
    return _file(objects)


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
    return f"<< /Type /Font /Subtype /Type1 /BaseFont /{name} /Encoding /WinAnsiEncoding >>".encode()


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
