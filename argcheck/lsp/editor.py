"""The file names and column units of the editor."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from lsprotocol import types

from argcheck.lint.reporters.places import columns

if TYPE_CHECKING:
    from collections.abc import Iterable

    from argcheck.files.diagnostic import Edit, Span
    from argcheck.files.source import SourceFile
    from argcheck.lsp.open_project import Snapshot

_UNITS = {"utf-8": "byte", "utf-16": "utf16", "utf-32": "char"}


class Positions:
    """Converts between offsets and positions; lines and columns count from 0, ends are exclusive."""

    def __init__(self, encoding: str) -> None:
        """Count columns in code units of ``utf-8``, ``utf-16`` or ``utf-32``."""
        self._unit = _UNITS[encoding]

    def position(self, source: SourceFile, offset: int) -> types.Position:
        """Return the position of an offset; offsets after the end give the end."""
        line, column = source.position(min(max(offset, 0), len(source.text)))
        start = source.line_starts[line - 1]
        return types.Position(line - 1, columns(source.written[start : start + column - 1], self._unit))

    def range(self, source: SourceFile, start: int, end: int) -> types.Range:
        """Return the range of two offsets."""
        return types.Range(self.position(source, start), self.position(source, max(start, end)))

    def offset(self, source: SourceFile, position: types.Position) -> int:
        """Return the offset of a position; columns after the end of a line give its end."""
        if position.line >= len(source.line_starts):
            return len(source.text)
        start, end = source.line_span(position.line + 1)
        return start + self.characters(source.written[start:end], position.character)

    def columns(self, text: str) -> int:
        """Return the number of columns of a text."""
        return columns(text, self._unit)

    def characters(self, line: str, column: int) -> int:
        """Return the number of characters of a line before a column."""
        if self._unit == "char" or line.isascii():
            return min(column, len(line))
        count = 0
        for index, character in enumerate(line):
            if count >= column:
                return index
            count += columns(character, self._unit)
        return len(line)


_START = types.Range(types.Position(0, 0), types.Position(0, 0))


def file_of(uri: str) -> Path | None:
    """Return the real path of the file of a URI; None if it is not a file."""
    from pygls import uris

    path = uris.to_fs_path(uri) if uri.startswith("file:") else None
    return Path(os.path.realpath(path)) if path and "\0" not in path else None


class Editor:
    """Names of files and units of columns."""

    def __init__(self, encoding: str) -> None:
        self.positions = Positions(encoding)
        #: URIs by which files are open, as the editor spells them, the last used one last; links make several
        self.names: dict[Path, list[str]] = {}
        self.line_ends: dict[Path, str] = {}  #: of open files

    def use(self, file: Path, uri: str) -> None:
        """Note that an open file was used by this URI."""
        self.forget(file, uri)
        self.names.setdefault(file, []).append(uri)

    def forget(self, file: Path, uri: str) -> None:
        """Note that a file is no longer open by this URI."""
        names = [name for name in self.names.pop(file, ()) if name != uri]
        if names:
            self.names[file] = names

    def uris(self, file: Path) -> list[str]:
        """Return the URIs of a file: for an open one those that it is open by, as the editor spells them."""
        from pygls import uris

        return self.names.get(file) or [uris.from_fs_path(str(file)) or file.as_uri()]

    def uri(self, file: Path) -> str:
        """Return the URI of a file: for an open one the last used one."""
        return self.uris(file)[-1]

    def range(self, snapshot: Snapshot, span: Span) -> types.Range:
        """Return the range of a span; the beginning of the file if it was not read."""
        source = snapshot.source(span.path)
        return self.positions.range(source, span.start, span.end) if source else _START

    def location(self, snapshot: Snapshot, span: Span) -> types.Location:
        """Return the location of a span."""
        return types.Location(self.uri(snapshot.file(span.path)), self.range(snapshot, span))

    def edit(self, snapshot: Snapshot, edits: Iterable[Edit]) -> types.WorkspaceEdit:
        """Return edits in the form of the protocol, with the line ends of each file."""
        changes: dict[str, list[types.TextEdit]] = {}
        for edit in edits:
            file = snapshot.file(edit.span.path)
            text = edit.replacement.replace("\n", self._line_end(file))
            changes.setdefault(self.uri(file), []).append(
                types.TextEdit(self.range(snapshot, edit.span), text)
            )
        return types.WorkspaceEdit(changes=changes)

    def _line_end(self, file: Path) -> str:
        if file in self.line_ends:
            return self.line_ends[file]
        try:
            with file.open("rb") as stream:
                return line_end(stream.read(4096).decode("utf-8", "replace"))
        except OSError:
            return "\n"


def line_end(text: str) -> str:
    """Return the line end of a text: CR LF if it has any, else LF."""
    return "\r\n" if "\r\n" in text else "\n"
