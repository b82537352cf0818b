"""Files of ``.argcheck`` that are committed: JSON, one record a line, sorted, so that git merges them without a conflict.

A line that cannot be read is kept unchanged; it may be of a later version.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from errno import EINVAL
from posixpath import dirname, join
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from argcheck.errors import LineError, UsageError
from argcheck.files.diagnostic import Span
from argcheck.files.opening import InputError
from argcheck.files.writing import NEW, replace_file, unfinished

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from pathlib import Path

    from argcheck.files.project import Project

_ROOM = 65_536  #: bytes that must be free on the disk
_Record = TypeVar("_Record")


class Unreadable(NamedTuple):
    """A line that cannot be read."""

    span: Span
    text: str
    why: str


# -- where they are


def places(root: str, path: str) -> Iterator[str]:
    """Yield where a file may be in the folders from that of a document up to that of the project.

    :param root: path of the document in the project.
    :param path: of the file in any folder, such as ``.argcheck/verdicts.jsonl``.
    """
    folder = dirname(root)
    while folder not in ("", "/", ".."):
        yield join(folder, path)
        folder = dirname(folder)
    yield path


def committed_files(project: Project, root: str, path: str, what: str) -> Iterator[tuple[str, str, str]]:
    """Yield the files at these places that exist, the nearest first: path, text, and why it cannot be read, else empty.

    :param what: the content of such a file, as the subject of a sentence.
    """
    for place in filter(project.is_file, places(root, path)):
        text, problem = "", ""
        try:
            text = project.read(place).text
        except InputError as error:
            problem = f"{what} cannot be read: {error.detail}"
        yield place, text, problem


# -- their lines


def read_lines(
    text: str, path: str, read: Callable[[object], _Record]
) -> tuple[list[tuple[Span, _Record]], tuple[Unreadable, ...]]:
    """Read the lines of a file; blank ones are skipped.

    :param read: returns the record of the data of a line, or raises a `LineError`.
    :returns: the records with their places, and the unreadable lines.
    """
    records: list[tuple[Span, _Record]] = []
    bad: list[Unreadable] = []
    start = 0
    for line in text.removeprefix("\ufeff").split("\n"):
        if line.strip():
            span = Span(path, start, start + len(line))
            try:
                records.append((span, read(_parsed(line))))
            except LineError as error:
                bad.append(Unreadable(span, line, str(error)))
        start += len(line) + 1
    return records, tuple(bad)


def _parsed(line: str) -> object:
    try:
        return json.loads(line, parse_constant=_refused)
    except LineError:
        raise
    except (ValueError, RecursionError):
        pass
    if line.startswith(("<<<<<<<", "=======", ">>>>>>>", "|||||||")):
        raise LineError("it is a mark of a merge that was not finished")
    raise LineError("it is no JSON")


def _refused(constant: str) -> None:
    raise LineError(f"{constant} is no number of JSON")


def dumped(lines: Iterable[Mapping[str, Any]], unreadable: Iterable[Unreadable]) -> str:
    """Return the text of a file with some lines, then the unreadable ones."""
    kept = sorted({line.text for line in unreadable})
    return "".join(f"{line}\n" for line in (*map(dumped_line, lines), *kept))


def dumped_line(data: Mapping[str, Any]) -> str:
    """Return the data of a line as JSON; lone surrogates, which UTF-8 cannot encode, are escaped."""
    text = json.dumps(data, sort_keys=True, ensure_ascii=False)
    return text.encode("utf-8", "backslashreplace").decode()


# -- on the disk


def held_text(file: Path) -> str:
    """Return the text of a file, with bytes that are not UTF-8 as surrogates; empty if it is missing.

    :raises OSError: the file cannot be read, or is no regular file: a pipe would block.
    """
    _require_regular(file)
    try:
        return file.read_bytes().decode("utf-8", "surrogateescape").replace("\r\n", "\n")
    except FileNotFoundError:
        return ""


def put_text(file: Path, text: str) -> bool:
    """Write a file atomically, and the line of ``.gitattributes`` beside it that lets git merge it.

    :returns: whether the file changed.
    :raises OSError: the file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    attributes = file.parent / ".gitattributes"
    known = attributes.read_bytes() if attributes.is_file() else b""
    union = f"{file.name} merge=union".encode()
    if union not in known.splitlines():
        begun = known if known.endswith(b"\n") or not known else known + b"\n"
        replace_file(attributes, begun + union + b"\n")
    data = text.encode("utf-8", "surrogateescape")
    if file.is_file() and file.read_bytes() == data:
        return False
    replace_file(file, data)
    return True


def put_beside(file: Path, data: bytes) -> None:
    """Write a file that belongs to a committed one in its folder or below, atomically and under a lock.

    :raises OSError: the file cannot be written.
    """
    with locked(file.parent):
        replace_file(file, data)


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Make a folder and lock it; where the system has no locks of folders, the last writer wins.

    Every writer takes the lock, so an unfinished file in the folder is of a process that was killed, and is deleted.
    """
    folder.mkdir(parents=True, exist_ok=True)
    try:
        import fcntl
    except ImportError:
        yield
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        for file in unfinished(folder):
            file.unlink()
        yield
    finally:
        os.close(handle)


def require_writable(file: Path) -> None:
    """Check that a file can be written, before anything is paid for its content.

    :raises UsageError: the folder is read-only, the disk is full, or the path is no regular file.
    """
    import tempfile

    try:
        _require_regular(file)
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(prefix=f"{file.name}.", suffix=NEW, dir=file.parent) as stream:
            stream.write(bytes(_ROOM))
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise UsageError(f"{file}: cannot be written: {error.strerror}; nothing was asked") from None


def _require_regular(file: Path) -> None:
    if file.exists() and not file.is_file():
        raise OSError(EINVAL, "it is no regular file")
