"""A text file of the manuscript: decoded text, and the conversion of offsets to lines and columns."""

from __future__ import annotations

import codecs
import re
from bisect import bisect_right
from contextlib import suppress
from functools import cached_property
from itertools import accumulate
from typing import NamedTuple

_STRAY = re.compile("[\udc80-\udcff]")  # what "surrogateescape" makes of a byte that is not UTF-8
_AS_LATIN1 = {0xDC00 + byte: byte for byte in range(0x80, 0x100)}
_ESCAPE = b"\x1b"  # begins the double bytes of JIS; one byte is found many times faster than two
#: Encodings in which a byte of a character may look like a brace or a backslash, and patterns that only text in them
#: matches: three hiragana in a row, and the commonest word of Chinese after another character.
DOUBLE_BYTE = {
    "cp932": rb"(?:\x82[\x9f-\xf1]){3}",
    "big5": rb"(?<![\x80-\xff])(?:[\xa1-\xf9][\x40-\x7e\xa1-\xfe])+?\xaa\xba",
}


def line_starts(text: str) -> list[int]:
    """Return the offset of the first character of each line; only line feeds end a line."""
    return [0, *accumulate(len(line) + 1 for line in text.split("\n")[:-1])]


class Piece(NamedTuple):
    """Where a stretch of a translation comes from; it ends where the next one begins."""

    start: int  #: offset in the translation
    written: int  #: offset in the file of the first character that it translates
    written_end: int  #: offset after the last one
    verbatim: bool  #: whether the file has it character by character


class Translated(NamedTuple):
    """A file in another notation, translated into LaTeX."""

    text: str
    pieces: tuple[Piece, ...]  #: in order
    unread: tuple[str, ...] = ()  #: a sentence for each part that is not translated, with the reason


class SourceFile:
    """One decoded file.

    ``path`` has forward slashes and is relative to the project root; ``written`` is the text of the file, which may
    differ from the ``text`` that is read, but has all characters in the same places; ``on_disk`` is the BLAKE2b hash of
    the bytes on disk, and ``digest`` that of the text; ``encoding`` is ``utf-8``, ``utf-16``, ``latin-1``, ``mixed``
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
        self.comment = ("% ", "")  # what begins and ends a comment
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
        """The file as it is on disk, whose offsets `range` returns; itself unless it was translated."""
        return self

    def range(self, start: int, end: int) -> tuple[int, int]:
        """Return the range in `original` of a range of the text."""
        return start, end

    def verbatim(self, start: int, end: int) -> bool:
        """Whether `original` has a range of the text character by character, so that it can be changed there."""
        return 0 <= start <= end

    @property
    def _values(self) -> tuple[object, ...]:
        return self.path, self.digest, self.text, self.written, self.encoding, self.bad

    def has_code(self, start: int, end: int) -> bool:
        """Whether a program prints something between two offsets, so that the text differs from the file."""
        return self.text is not self.written and self.text[start:end] != self.written[start:end]

    @cached_property
    def line_starts(self) -> list[int]:
        """The offset of the first character of each line."""
        return line_starts(self.text)

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of ``offset``, both from 1, the column in code points."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line_span(self, line: int) -> tuple[int, int]:
        """Return the start and the end (without the line end) of ``line``, counted from 1."""
        start = self.line_starts[line - 1]
        end = self.line_starts[line] - 1 if line < len(self.line_starts) else len(self.text)
        return start, end


def decode(data: bytes) -> tuple[str, str, tuple[int, ...]]:
    r"""Decode a LaTeX or BibTeX file: (text, encoding, offsets of the characters that are not UTF-8).

    UTF-8 is tried first; bytes that are not UTF-8 are read as Latin-1, so a file of both
    keeps every character. An East Asian encoding is used only if the bytes leave no doubt.
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
