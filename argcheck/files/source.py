"""A text file of the manuscript: decoded text, and the way from offsets to lines and columns."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

_STRAY = re.compile("[\udc80-\udcff]")  # what "surrogateescape" makes of a byte that is no UTF-8
_AS_LATIN1 = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
_ESCAPE = b"\x1b"  # begins the double bytes of JIS; one byte is found many times faster than two
#: Encodings in which a byte of a character may look like a brace or a backslash, and what only text in them holds:
#: three hiragana in a row, and the commonest word of Chinese behind another character.
DOUBLE_BYTE = {
    "cp932": rb"(?:\x82[\x9f-\xf1]){3}",
    "big5": rb"(?<![\x80-\xff])(?:[\xa1-\xf9][\x40-\x7e\xa1-\xfe])+?\xaa\xba",
}


def line_starts(text: str) -> list[int]:
    """Return the offset of the first character of each line, a line being what ends in a line feed."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]


class Piece(NamedTuple):
    """Where a stretch of a translation comes from; it ends where the next one begins."""

    start: int  #: offset in the translation
    written: int  #: offset in the file of the first character that it says again
    written_end: int  #: and behind the last one
    verbatim: bool  #: whether it is what stands there, character by character


class Translated(NamedTuple):
    """A file in another notation, said again in LaTeX."""

    text: str
    pieces: tuple[Piece, ...]  #: in order
    unread: tuple[str, ...] = ()  #: what of the file is not said again, and why, a sentence each


class SourceFile:
    """One decoded file.

    ``path`` has forward slashes and is relative to the project root; ``written`` is what stands in the file if that is
    not the ``text`` that is read, character by character in the same places; ``on_disk`` is the BLAKE2b hash of the
    bytes on disk, and ``digest`` that of what is read; ``encoding`` is ``utf-8``, ``utf-16``, ``latin-1``, ``mixed``
    (UTF-8 with some Latin-1 bytes), ``iso2022_jp``, ``cp932`` (Shift-JIS) or ``big5``, ``bad`` the offsets of the
    characters that were not UTF-8 and are read as Latin-1.
    """

    def __init__(
        self,
        path: str,
        text: str,
        digest: str,
        encoding: str = "utf-8",
        bad: tuple[int, ...] = (),
        *,
        written: str | None = None,
    ) -> None:
        self.path = path  #: relative to the project, with forward slashes
        self.text = text  #: as it is read
        self.written = text if written is None else written
        self.on_disk = digest
        self.digest = digest if self.written == text else f"{digest}-woven"
        self.encoding = encoding  #: ``utf-8``, ``latin-1`` and the like
        self.bad = bad
        self.comment = ("% ", "")  # what stands before and behind a comment
        self.is_text = True  # whether it can be changed

    def __repr__(self) -> str:
        return f"SourceFile({self.path!r}, {len(self.text)} characters)"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, SourceFile):
            return NotImplemented
        return self._values == other._values

    def __hash__(self) -> int:
        return hash((self.path, self.digest))

    @property
    def original(self) -> SourceFile:
        """The file as it stands on disk, by whose offsets `span` counts; itself unless it was translated."""
        return self

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Where in `original` a range of the text stands."""
        return start, end

    def verbatim(self, start: int, end: int) -> bool:
        """Whether a range of the text stands in `original` as it is read, so that it can be changed there."""
        return 0 <= start <= end

    @property
    def _values(self) -> tuple[object, ...]:
        return self.path, self.digest, self.text, self.written, self.encoding, self.bad

    def has_code(self, start: int, end: int) -> bool:
        """Whether a program prints something between two offsets: what is read there is not what is written."""
        return self.text is not self.written and self.text[start:end] != self.written[start:end]

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of the first character of each line."""
        return line_starts(self.text)

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of ``offset``, both from 1, the column in code points."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_span(self, line: int) -> tuple[int, int]:
        """Start and end (without the line end) of ``line``, counted from 1."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < len(self.line_starts) else len(self.text)
        return start, end


def decode(data: bytes) -> tuple[str, str, tuple[int, ...]]:
    r"""Decode a LaTeX or BibTeX file: (text, encoding, offsets of the characters that are no UTF-8).

    UTF-8 first, byte by byte Latin-1 where that fails, so a file of both keeps
    every character; an East Asian encoding where the bytes leave no doubt.
    A byte-order mark is dropped, line ends become ``\n``.

    :raises UnicodeDecodeError: a file with a UTF-16 mark that is not UTF-16.
    """
    if data[:2] in (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE):
        return _newlines(data.decode("utf-16")), "utf-16", ()
    data = data.removeprefix(codecs.BOM_UTF8)
    if _ESCAPE in data and data.isascii():
        with suppress(UnicodeDecodeError):
            # TeX takes JIS Roman, in which a backslash is a yen sign, for ASCII.
            text = data.replace(b"\x1b(J", b"\x1b(B").decode("iso2022_jp")
            return _newlines(text), "iso2022_jp", ()
    try:
        return _newlines(data.decode("utf-8")), "utf-8", ()
    except UnicodeDecodeError:
        for codec, sign in DOUBLE_BYTE.items():
            if re.search(sign, data):
                with suppress(UnicodeDecodeError):
                    return _newlines(data.decode(codec)), codec, ()
        text = _newlines(data.decode("utf-8", "surrogateescape"))
        bad = tuple(match.start() for match in _STRAY.finditer(text))
        text = text.translate(_AS_LATIN1)
        with suppress(UnicodeEncodeError):
            text.encode("latin-1")
            return text, "latin-1", bad
        return text, "mixed", bad


def _newlines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text
