"""Between offsets into a file and the lines and columns of an editor, in the unit that both agreed on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lsprotocol import types

from argcheck.lint.reporters.places import columns

if TYPE_CHECKING:
    from argcheck.files.source import SourceFile

_UNITS = {"utf-8": "byte", "utf-16": "utf16", "utf-32": "char"}


class Positions:
    """The way from offsets to positions and back; lines and columns count from 0, ends are exclusive."""

    def __init__(self, encoding: str) -> None:
        """Count columns as ``utf-8``, ``utf-16`` or ``utf-32`` say."""
        self._unit = _UNITS[encoding]

    def position(self, source: SourceFile, offset: int) -> types.Position:
        """Give the position of an offset; what lies behind the end is the end."""
        line, column = source.position(min(max(offset, 0), len(source.text)))
        start = source.line_starts[line - 1]
        return types.Position(line - 1, columns(source.written[start : start + column - 1], self._unit))

    def range(self, source: SourceFile, start: int, end: int) -> types.Range:
        """Give the range of two offsets."""
        return types.Range(self.position(source, start), self.position(source, max(start, end)))

    def offset(self, source: SourceFile, position: types.Position) -> int:
        """Give the offset of a position; what lies behind the end of a line is its end."""
        if position.line >= len(source.line_starts):
            return len(source.text)
        start, end = source.line_span(position.line + 1)
        return start + self.characters(source.written[start:end], position.character)

    def columns(self, text: str) -> int:
        """Say how many columns a text takes."""
        return columns(text, self._unit)

    def characters(self, line: str, column: int) -> int:
        """Say how many characters of a line stand before a column."""
        if self._unit == "char" or line.isascii():
            return min(column, len(line))
        count = 0
        for index, character in enumerate(line):
            if count >= column:
                return index
            count += columns(character, self._unit)
        return len(line)
