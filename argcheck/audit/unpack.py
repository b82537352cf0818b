"""The files of a paper, from its bytes: an archive, a compressed file, or the file itself. Nothing of it is trusted."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zipfile
from typing import TYPE_CHECKING, Any, NamedTuple

from argcheck.audit.columns import NOT_LATEX, OVER_LIMIT, UNREADABLE
from argcheck.audit.papers import DAMAGE, MANUSCRIPTS, read_at_most

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_COMPRESSED: dict[bytes, Any] = {
    b"\x1f\x8b": gzip.open,
    b"BZh": bz2.open,
    b"\xfd7zXZ": lzma.open,
}
_LATEX = (b"\\documentclass", b"\\documentstyle", b"\\begin{document}", b"\\section", b"\\bibitem")

_DEPTH = 50  # folders within one another
_LONGEST = 2000  # bytes of a name; disks take about twice that, with the folder before it


class NotUnpacked(Exception):  # noqa: N818 - an outcome
    """There is no manuscript to check, with the status and the words of the row that says so."""

    def __init__(self, status: str, detail: str) -> None:
        super().__init__(detail)
        self.status = status
        self.detail = detail


class Unpacked(NamedTuple):
    """How much was written."""

    files: int
    size: int  #: bytes
    left_out: int = (
        0  #: members that are links, have the name of another, or one that leads out of the folder
    )


def unpack(
    name: str, data: bytes, folder: Path, max_bytes: int, max_files: int, *, any_kind: bool = False
) -> Unpacked:
    """Write the files of a paper into an empty folder.

    :param max_bytes: how many bytes all files may have, however small ``data`` is.
    :param any_kind: whether it may be without a manuscript.
    :raises NotUnpacked: it holds no manuscript, is damaged, or over a limit.
    """
    size = count = left_out = 0
    manuscript = False
    try:
        for path, content in _members(name, data, max_bytes):
            if path.startswith("__MACOSX/"):  # what macOS knows of the files beside it
                continue
            count += 1
            size += len(content or b"")
            if size > max_bytes or count > max_files:
                raise NotUnpacked(
                    OVER_LIMIT, f"it has more than {max_bytes} bytes or {max_files} files unpacked"
                )
            target = _inside(folder, path)
            if content is not None and target is not None and _written(target, content):
                manuscript = manuscript or path.lower().endswith(MANUSCRIPTS)
            else:
                left_out += 1
    except DAMAGE as error:
        said = getattr(error, "strerror", None) or str(error) or type(error).__name__
        raise NotUnpacked(UNREADABLE, f"it is damaged: {said}") from None
    if not manuscript and not any_kind:
        raise NotUnpacked(NOT_LATEX, "it holds no LaTeX file and no other manuscript")
    return Unpacked(count, size, left_out)


def _members(name: str, data: bytes, max_bytes: int) -> Iterator[tuple[str, bytes | None]]:
    """Yield the members of an archive, links without content."""
    for magic, opened in _COMPRESSED.items():
        if data.startswith(magic):
            with opened(io.BytesIO(data)) as file:
                data = read_at_most(file, max_bytes + 1)
            if len(data) > max_bytes:
                raise NotUnpacked(OVER_LIMIT, f"it has more than {max_bytes} bytes unpacked")
            name = name.rpartition(".")[0] or name
            break
    if data.startswith(b"PK\x03\x04") and not name.lower().endswith(MANUSCRIPTS):  # Word is an archive, too
        with zipfile.ZipFile(io.BytesIO(data)) as zipped:
            for info in zipped.infolist():
                if not info.is_dir():
                    with zipped.open(info) as file:
                        yield info.filename, read_at_most(file, max_bytes + 1)
    elif data[257:262] == b"ustar":
        with tarfile.open(fileobj=io.BytesIO(data)) as archive:
            for member in archive:
                if member.isreg() and (extracted := archive.extractfile(member)):
                    yield member.name, read_at_most(extracted, max_bytes + 1)
                elif not member.isdir():
                    yield member.name, None
    else:
        yield _file_name(name, data), data


def _file_name(name: str, data: bytes) -> str:
    """Name the only file of a paper; archives of preprints keep a LaTeX file without its suffix.

    :raises NotUnpacked: it is no manuscript.
    """
    if data.startswith(b"%PDF"):
        raise NotUnpacked(NOT_LATEX, "it is a PDF without its source")
    if data.startswith(b"%!PS"):
        raise NotUnpacked(NOT_LATEX, "it is PostScript without its source")
    if name.lower().endswith(MANUSCRIPTS):
        return name
    if not data.strip():
        raise NotUnpacked(UNREADABLE, "it is empty")
    if not any(sign in data for sign in _LATEX):
        raise NotUnpacked(NOT_LATEX, "it is no LaTeX")
    return "main.tex"


def _written(target: Path, content: bytes) -> bool:
    """Write a member, if none before it has its name, or is a file where this one needs a folder."""
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with target.open("xb") as file:
            file.write(content)
    except (FileExistsError, NotADirectoryError, IsADirectoryError):
        return False
    return True


def _inside(folder: Path, name: str) -> Path | None:
    """Return the place of a member; None where its name leads out of the folder or cannot be one."""
    parts = [part for part in name.replace("\\", "/").split("/") if part not in ("", ".")]
    if (
        not parts
        or ".." in parts
        or "\0" in name
        or len(parts) > _DEPTH
        or len(name.encode("utf-8", "replace")) > _LONGEST
        or any(len(part.encode("utf-8", "replace")) > 200 for part in parts)
    ):
        return None
    return folder.joinpath(*parts)
