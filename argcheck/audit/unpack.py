"""The unpacking of untrusted papers: archives, compressed files and single files."""

from __future__ import annotations

import bz2
import errno
import gzip
import io
import lzma
import tarfile
import zipfile
from typing import IO, TYPE_CHECKING, Any, NamedTuple

from argcheck.audit.columns import NOT_LATEX, OVER_LIMIT, UNREADABLE
from argcheck.audit.containers import DAMAGE, LOCKED, Tar, Zip, damage_of, read_at_most
from argcheck.audit.papers import MANUSCRIPTS
from argcheck.files.manifest import PACKED

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from argcheck.audit.containers import Container


class _Gzip(gzip.GzipFile):
    """Ignores data after the last whole member, as gzip and the other two compressions do."""

    def read(self, size: int | None = -1) -> bytes:
        """Return some of the data; a larger read would fail with data after the last member."""
        try:
            return self.read1(-1 if size is None else size)
        except gzip.BadGzipFile as error:
            if self.tell() and "Not a gzipped" in str(error):
                return b""
            raise


_COMPRESSED: dict[bytes, Any] = {
    b"\x1f\x8b": lambda file: _Gzip(fileobj=file),
    b"BZh": bz2.open,
    b"\xfd7zXZ": lzma.open,
}
#: Formats that are not unpacked, by their first bytes.
_FOREIGN = {
    b"7z\xbc\xaf\x27\x1c": "7z",
    b"Rar!\x1a\x07": "RAR",
    b"\x28\xb5\x2f\xfd": "Zstandard",
    b"\x1f\x9d": "compress",
    b"\x5d\x00\x00": "LZMA",
}
_LATEX = (b"\\documentclass", b"\\documentstyle", b"\\begin{document}", b"\\section", b"\\bibitem")

_TAR_MARK = slice(257, 262)  # of the header of a tar archive
_END_OF_PDF = 2048  # most bytes from the mark of its end to its last; readers want 1,024
_WITHIN = 8  # most archives and compressed files within one another
_DEPTH = 50  # most folders within one another
_LONGEST = 2000  # most bytes of a path; systems allow about twice that, with the folder before it
_LONGEST_PART = 255  # most bytes of a file name, as on common file systems
#: Why members are left out.
LEFT_OUT = "links, or names that lead elsewhere or are too long"


class NotUnpacked(Exception):  # noqa: N818 - an outcome
    """There is no manuscript to check; ``status`` and ``detail`` are those of its row."""

    def __init__(self, status: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class Unpacked(NamedTuple):
    """The numbers of unpacked files and bytes."""

    files: int
    size: int  #: bytes
    left_out: tuple[str, ...] = ()  #: members that are links, conflict with a folder, or have an invalid path


def unpack(
    name: str, data: bytes, folder: Path, max_bytes: int, max_files: int, *, any_kind: bool = False
) -> Unpacked:
    """Write the files of a paper into an empty folder.

    :param max_bytes: limit of all unpacked files.
    :param any_kind: whether a paper without a manuscript is allowed.
    :raises NotUnpacked: the paper has no manuscript, is damaged, or exceeds a limit.
    """
    size = count = 0
    left_out: list[str] = []
    manuscript, packed = False, ""
    try:
        for path, content in _members(name, data, max_bytes):
            count += 1
            size += len(content or b"")
            if size > max_bytes or count > max_files:
                raise NotUnpacked(
                    OVER_LIMIT, f"it has more than {max_bytes:,} bytes or {max_files:,} files unpacked"
                )
            target = _inside(folder, path)
            if content is not None and target is not None and _written(target, content):
                manuscript = manuscript or path.lower().endswith(MANUSCRIPTS)
                packed = packed or (path if path.lower().endswith(PACKED) else "")
            else:
                left_out.append(path)
    except DAMAGE as error:
        why = damage_of(error)
        raise NotUnpacked(UNREADABLE, why if why == LOCKED else f"it is damaged: {why}") from None
    if not manuscript and not any_kind:
        others = f", but archives such as {packed}" if packed else ""
        others += f" but what is left out, {len(left_out)} members: {LEFT_OUT}" if left_out else ""
        raise NotUnpacked(NOT_LATEX, f"it holds no LaTeX file and no other manuscript{others}")
    return Unpacked(count, size, tuple(left_out))


def _members(name: str, data: bytes, max_bytes: int) -> Iterator[tuple[str, bytes | None]]:
    """Yield path and content of the members of an archive; links have None.

    If the only member is an archive, its members are yielded instead.
    """
    for _ in range(_WITHIN):
        opened = next((opened for magic, opened in _COMPRESSED.items() if data.startswith(magic)), None)
        if opened:
            with opened(io.BytesIO(data)) as file:
                name, data = name.rpartition(".")[0] or name, _at_most(file, max_bytes)
            continue
        archive = _archive(name, data)
        if archive is None:
            yield _file_name(name, data), data
            return
        if archive.damage:
            raise NotUnpacked(UNREADABLE, f"it is damaged: {archive.damage}")
        # metadata of macOS is no part of the paper
        numbers = [n for n, path in enumerate(archive.names) if not path.startswith("__MACOSX/")]
        only = archive.names[numbers[0]] if len(numbers) == 1 else ""
        content = archive.read(numbers[0], max_bytes + 1) if only.lower().endswith(PACKED) else None
        if content is None:
            for number in numbers:
                yield archive.names[number], archive.read(number, max_bytes + 1)
            return
        name, data = only.rpartition("/")[2], content
    raise NotUnpacked(OVER_LIMIT, f"it has more than {_WITHIN} archives within one another")


def _at_most(file: IO[bytes], max_bytes: int) -> bytes:
    data = read_at_most(file, max_bytes + 1)
    if len(data) > max_bytes:
        raise NotUnpacked(OVER_LIMIT, f"it has more than {max_bytes:,} bytes unpacked")
    return data


def _archive(name: str, data: bytes) -> Container | None:
    if data.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        # a Word file is a zip archive
        return None if name.lower().endswith(MANUSCRIPTS) else Zip(io.BytesIO(data))
    if name.lower().endswith(".zip") and zipfile.is_zipfile(io.BytesIO(data)):
        return Zip(io.BytesIO(data))  # after a self-extracting program, or a spanning mark
    try:
        tarfile.TarInfo.frombuf(data[: tarfile.BLOCKSIZE], "utf-8", "surrogateescape")
    except tarfile.HeaderError as error:
        if data[_TAR_MARK].startswith(b"ustar"):
            raise NotUnpacked(UNREADABLE, f"it is damaged: {error}") from None
        return None
    return Tar(io.BytesIO(data))


def _file_name(name: str, data: bytes) -> str:
    """Return a name for the only file of a paper: preprint servers have LaTeX files without a suffix.

    :raises NotUnpacked: it is not a manuscript.
    """
    if data.startswith(b"%PDF"):
        raise _pdf(data)
    if data.startswith(b"%!PS"):
        raise NotUnpacked(NOT_LATEX, "it is PostScript without its source")
    for magic, program in _FOREIGN.items():
        if data.startswith(magic):
            raise NotUnpacked(UNREADABLE, f"it is packed with {program}, which is not read")
    if name.lower().endswith(MANUSCRIPTS):
        return name
    if not data.strip():
        raise NotUnpacked(UNREADABLE, "it is empty")
    if not any(data[: tarfile.BLOCKSIZE]):
        raise NotUnpacked(UNREADABLE, "it is damaged: it begins with zeros")
    if not any(sign in data for sign in _LATEX):
        raise NotUnpacked(NOT_LATEX, "it is no LaTeX")
    return "main.tex"


def _pdf(data: bytes) -> NotUnpacked:
    """Return the outcome for a PDF, by its bytes alone: tables must not depend on which library is installed."""
    if b" obj" not in data:
        return NotUnpacked(UNREADABLE, "it is damaged: a PDF without any object")
    if b"%%EOF" not in data.rstrip(b"\0 \t\r\n")[-_END_OF_PDF:]:
        return NotUnpacked(UNREADABLE, "it is damaged: a PDF without its end")
    if b"/Encrypt" in data:
        return NotUnpacked(UNREADABLE, "it is an encrypted PDF")
    without_text = b"/Font" not in data and b"/ObjStm" not in data
    return NotUnpacked(NOT_LATEX, "it is a PDF without its source" + ", and without text" * without_text)


def _written(target: Path, content: bytes) -> bool:
    """Write a member, over an earlier one of the same name, as tar does.

    :returns: False if a file and a folder conflict, or the name is too long for the disk.
    """
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("wb") as file:
            file.write(content)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        return False
    except OSError as error:
        if error.errno != errno.ENAMETOOLONG:
            raise
        return False
    return True


def _inside(folder: Path, name: str) -> Path | None:
    """Return the path of a member; None if it would be outside of the folder, or is too long or deep."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    if (
        not parts
        or ".." in parts
        or "\0" in name
        or len(parts) > _DEPTH
        or len(name.encode("utf-8", "replace")) > _LONGEST
        or any(len(part.encode("utf-8", "replace")) > _LONGEST_PART for part in parts)
    ):
        return None
    return folder.joinpath(*parts)
