"""Containers of papers: folders, archives and single files, on this machine or at an address."""

from __future__ import annotations

import io
import lzma
import os
import posixpath
import stat
import tarfile
import zipfile
import zlib
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Protocol

from argcheck.errors import UsageError, require
from argcheck.files.manifest import ARCHIVES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

#: Exceptions from damaged archives; `zipfile` raises ``RuntimeError`` for members with a password.
DAMAGE = (
    tarfile.TarError,
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    NotImplementedError,
    OverflowError,
    ValueError,
)

_CHUNK = 1_000_000
_DAMAGED = "the archive is damaged"
LOCKED = "it has a password"
_ZIP = b"PK\x03\x04"
_BLOCK = 512  # of a tar archive
_MOST_LINKS, _LONGEST_LINK = 8, 4096  # links behind one another, and bytes of one
_UNIX = 3  # number of the system in a zip archive whose members may be links


def damage_of(error: Exception) -> str:
    """Return in a line what is wrong with an archive or a file."""
    if isinstance(error, RuntimeError) and "password" in str(error):
        return LOCKED
    if isinstance(error, tarfile.ReadError) and "opened successfully" in str(error):
        return "it is no tar archive"  # the message of tarfile has a line for each compression
    said = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return " ".join(str(said).split())


def read_at_most(file: IO[bytes], limit: int) -> bytes:
    """Return at most ``limit`` bytes of a file, without allocating ``limit`` bytes for a smaller file."""
    chunks, left = [], limit
    while left and (chunk := file.read(min(left, _CHUNK))):
        chunks.append(chunk)
        left -= len(chunk)
    return b"".join(chunks)


class Container(Protocol):
    """Files under one name: a folder, or an archive."""

    names: list[str]  #: paths of the files; in an archive, several may be equal
    damage: (
        str  #: what is wrong with the archive after the last name, or with a folder within; empty if nothing
    )
    unopened: str  #: why it could not be opened and has no names; empty if it was

    def read(self, number: int, limit: int) -> bytes | None:
        """Return at most ``limit`` bytes of a file, by its number in ``names``; None for a link or a special file.

        :raises DAMAGE: it cannot be read.
        """


@contextmanager
def container_of(text: str) -> Iterator[tuple[str, Container]]:
    """Open an input; the value is its name and its files.  One that cannot be opened has none and says why."""
    name = text.rstrip("/").rpartition("/")[2] or "input"
    if os.path.isdir(text):
        yield name, _Folder(Path(text))
        return
    if is_address(text) and text.endswith("/") and (folder := _far_folder(text)):
        yield name, folder
        return
    try:
        file: IO[bytes] = _far(text) if is_address(text) else Path(text).open("rb")  # noqa: SIM115 - closed below
    except Exception as error:  # noqa: BLE001 - each kind of address has a library of its own, with errors of its own
        if is_address(text) and (folder := _far_folder(text)):
            yield name, folder
            return
        if text in str(error):  # fsspec then has the reason as the cause
            error = error.__cause__ if isinstance(error.__cause__, Exception) else error
        yield name, _Nothing(unopened=damage_of(error))
        return
    with file:
        try:
            if not name.lower().endswith(ARCHIVES):
                opened: Container = _File(file)
            elif not (head := file.read(len(_ZIP))):
                opened = _Nothing()
            else:
                file.seek(0)
                is_zip = head == _ZIP or (name.lower().endswith(".zip") and not tarfile.is_tarfile(file))
                file.seek(0)
                opened = Zip(file) if is_zip else Tar(file)
        except (*DAMAGE, MemoryError) as error:
            opened = _Nothing(f"{_DAMAGED}: {damage_of(error)}")
        yield name, opened


def is_address(text: str) -> bool:
    """Whether an input is an address of fsspec rather than a path."""
    return "://" in text


def expanded(text: str) -> list[str]:
    """Return the addresses that one with a ``*`` stands for, as a shell does with paths; itself if there are none."""
    if not is_address(text) or "*" not in text or "::" in text:
        return [text]
    import fsspec  # type: ignore[import-untyped]

    try:
        system, path = fsspec.core.url_to_fs(text)
        return sorted(map(system.unstrip_protocol, system.glob(path))) or [text]
    except Exception:  # noqa: BLE001 - each kind of address has errors of its own; opening it says what is wrong
        return [text]


def require_library(address: str) -> None:
    """Check that the library for addresses of this kind is installed, without opening the address.

    :raises UsageError: it is not installed, or there is none.
    """
    require(address, "audit", "fsspec")
    import fsspec

    try:
        fsspec.get_filesystem_class(address.partition("://")[0].partition("::")[0])
    except (ImportError, ValueError) as error:
        raise UsageError(f"{address}: cannot be opened: {error}") from None


def _far(address: str) -> IO[bytes]:
    import fsspec

    return io.BufferedReader(_Far(fsspec.open(address, "rb").open()))


def _far_folder(address: str) -> _FarFolder | None:
    """Return the folder at an address; None if there is none, or if its kind of address cannot list one."""
    import fsspec

    try:
        system, path = fsspec.core.url_to_fs(address)
        return _FarFolder(system, path) if system.isdir(path) else None
    except Exception:  # noqa: BLE001 - each kind of address has errors of its own; opening it says what is wrong
        return None


class _FarFolder:
    damage = unopened = ""

    def __init__(self, system: Any, path: str) -> None:
        self._system = system
        self._path = path.rstrip("/") + "/"
        below = (str(file).removeprefix(self._path) for file in system.find(path))
        self.names = sorted(name for name in below if ".git" not in name.split("/"))

    def read(self, number: int, limit: int) -> bytes | None:
        try:
            with self._system.open(self._path + self.names[number], "rb") as file:
                return read_at_most(file, limit)
        except Exception as error:
            raise OSError(str(error) or type(error).__name__) from error


class _Far(io.RawIOBase):
    """A file at an address; exceptions of its library become ``OSError``."""

    def __init__(self, file: Any) -> None:
        self._file = file

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        data = self._done(self._file.read, len(buffer))
        buffer[: len(data)] = data
        return len(data)

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        place: int = self._done(self._file.seek, offset, whence)
        return place

    def close(self) -> None:
        if not self.closed:
            self._done(self._file.close)
        super().close()

    def _done(self, call: Callable[..., Any], *given: Any) -> Any:
        try:
            return call(*given)
        except Exception as error:
            raise OSError(str(error) or type(error).__name__) from error


class _Folder:
    unopened = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.damage = ""
        self.names: list[str] = []
        for place, folders, files in os.walk(folder, onerror=self._note):
            folders[:] = sorted(name for name in folders if name != ".git")
            links = [name for name in folders if os.path.islink(f"{place}/{name}")]  # noqa: PTH114 - raises nothing
            self.names += [
                (Path(place) / name).relative_to(folder).as_posix() for name in sorted([*files, *links])
            ]

    def _note(self, error: OSError) -> None:
        place = os.path.relpath(error.filename or "", self.folder)
        self.damage = self.damage or f"the folder cannot be read: {_shortened(place)}: {damage_of(error)}"

    def read(self, number: int, limit: int) -> bytes | None:
        path = self.folder / self.names[number]
        if path.is_symlink() or (path.exists() and not path.is_file()):
            return None
        with path.open("rb") as file:
            return read_at_most(file, limit)


def _shortened(path: str) -> str:
    return path if len(path) <= 100 else f"{path[:48]}…{path[-48:]}"


class _File:
    damage = unopened = ""
    names = [""]  # noqa: RUF012 - never changed

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def read(self, number: int, limit: int) -> bytes | None:  # noqa: ARG002 - there is one
        return read_at_most(self.file, limit)


class _Nothing:
    def __init__(self, damage: str = "", unopened: str = "") -> None:
        self.damage, self.unopened = damage, unopened
        self.names: list[str] = []

    def read(self, number: int, limit: int) -> bytes | None:
        raise NotImplementedError


class Tar:
    """The members of a tar archive, compressed or not."""

    unopened = ""

    def __init__(self, file: IO[bytes]) -> None:
        self.archive = tarfile.open(fileobj=file)  # noqa: SIM115 - the file is closed by its opener
        self.members: list[tarfile.TarInfo] = []
        self.damage = ""
        try:
            for member in self.archive:
                if not member.isdir():
                    self.members.append(member)
            self._read_to_the_end()
        except (*DAMAGE, MemoryError) as error:  # a header can claim any size
            self.damage = f"{_DAMAGED}: {damage_of(error)}"
        self.names = [_name(member.name) for member in self.members]
        self._numbers = _numbers(self.names)

    def _read_to_the_end(self) -> None:
        """Check the end mark, as tarfile accepts a cut header as one, and the checksum of the compression.

        :raises DAMAGE: either is wrong.
        """
        file = self.archive.fileobj
        assert file
        file.seek(self.archive.offset)
        if file.read(_BLOCK) != bytes(_BLOCK):
            raise EOFError("it ends without its end mark")
        while file.read(_CHUNK):
            pass

    def read(self, number: int, limit: int) -> bytes | None:
        """Return at most ``limit`` bytes of a member, or of that which a link names; None for others."""
        member = self.members[number]
        for _ in range(_MOST_LINKS):
            if not member.issym():
                break
            linked = self._numbers.get(_target(_name(member.name), _name(member.linkname)))
            if linked is None:
                return None
            member = self.members[linked]
        if not (member.isreg() or member.islnk()):
            return None
        try:
            file = self.archive.extractfile(member)
        except (KeyError, RecursionError):  # the target of a link is missing, or the link itself
            return None
        return read_at_most(file, limit) if file else None


def _name(name: str) -> str:
    """Return the name of a member, decoded as Latin-1 if it is not UTF-8, as texts are."""
    raw = name.encode("utf-8", "surrogateescape")
    return name if raw.decode("utf-8", "replace") == name else raw.decode("latin-1")


def _numbers(names: list[str]) -> dict[str, int]:
    """Return the numbers of members by their plain paths; of several with the same path, that of the last."""
    return {posixpath.normpath(name): number for number, name in enumerate(names)}


def _target(name: str, link: str) -> str:
    """Return the plain path that a symbolic link names."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), link))


class Zip:
    """The members of a zip archive."""

    damage = unopened = ""

    def __init__(self, file: IO[bytes]) -> None:
        self.archive = zipfile.ZipFile(file)
        self.members = [info for info in self.archive.infolist() if not info.is_dir()]
        self.names = [info.filename for info in self.members]
        self._numbers = _numbers(self.names)

    def read(self, number: int, limit: int) -> bytes | None:
        """Return at most ``limit`` bytes of a member, or of that which a link names; None for other links."""
        linked: int | None = number
        for _ in range(_MOST_LINKS + 1):
            if linked is None:
                break
            member = self.members[linked]
            is_link = member.create_system == _UNIX and stat.S_ISLNK(member.external_attr >> 16)
            with self.archive.open(member) as file:
                data = read_at_most(file, _LONGEST_LINK if is_link else limit)
            if not is_link:
                return data
            linked = self._numbers.get(_target(member.filename, os.fsdecode(data)))
        return None
