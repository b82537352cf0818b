"""What an audit reads: folders, archives and lists of them give papers, each a name and bytes.

One rule for folders and archives: each entry is a paper, be it a folder, an archive, a LaTeX file or a PDF. An entry that is the only one
and a folder is looked into; where a LaTeX file lies beside other entries, all of them are one paper.
"""

from __future__ import annotations

import io
import lzma
import os
import tarfile
import zipfile
import zlib
from collections import Counter
from collections.abc import Container, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, NamedTuple, Protocol

from argcheck.audit.columns import OVER_LIMIT, UNREADABLE
from argcheck.errors import UsageError
from argcheck.files.manifest import ARCHIVES, TEX_SUFFIXES

#: What reading a damaged archive raises; ``RuntimeError`` is that of `zipfile` for members with a password.
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

#: Word and XML: letters and data as often as manuscripts, so that a paper is one only where it is the only one there.
ALONE = (".docx", ".docm", ".xml", ".nxml")
#: How the names of manuscripts end, in each notation that is read.
MANUSCRIPTS = (*TEX_SUFFIXES, ".md", ".markdown", ".qmd", ".rmd", ".typ", *ALONE)
#: Of other files in a folder only that they are there is of interest: pictures, mostly.
_READ = (
    *MANUSCRIPTS,
    ".yml",
    ".yaml",
    ".toml",
    ".bib",
    ".bbl",
    ".sty",
    ".cls",
    ".clo",
    ".def",
    ".cfg",
    ".tikz",
    ".csv",
    ".tsv",
    ".json",
    ".jsonl",
)


_CHUNK = 1_000_000
_BLOCK = 512  # of a tar archive


def read_at_most(file: IO[bytes], limit: int) -> bytes:
    """Read a file, of a larger one ``limit`` bytes; takes no more memory than there are bytes, as ``read(limit)`` does."""
    chunks, left = [], limit
    while left and (chunk := file.read(min(left, _CHUNK))):
        chunks.append(chunk)
        left -= len(chunk)
    return b"".join(chunks)


class AuditOptions(NamedTuple):
    """What is done with each paper; part of the manifest of an audit."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    graph: bool = True  #: whether nodes and edges are written
    max_bytes: int = 100_000_000  #: of all files of a paper, unpacked
    max_files: int = 5_000
    seconds: int = 60  #: for one paper, by the clock
    memory: int = 2_000  #: MB of address space of the process that reads papers; 0 for no limit


class Paper(NamedTuple):
    """A paper before it is looked at."""

    id: str  #: unique within an audit; does not depend on where the inputs lie
    name: str  #: of the file that `data` is: an archive of the paper, or its only file
    data: bytes
    status: str = ""  #: what is known to be wrong with it already, see `argcheck.audit.columns.STATUSES`
    detail: str = ""


class _Files(Protocol):
    """Files under one name: a folder, or an archive."""

    damage: str  #: what is wrong with the rest, behind the last name

    def names(self) -> list[str]: ...

    def read(self, name: str, limit: int) -> bytes:
        """Read a file, of a larger one ``limit`` bytes.

        :raises DAMAGE: it cannot be read.
        """


def papers_of(
    inputs: Iterable[str], known: Container[str] = (), max_bytes: int = 100_000_000
) -> Iterator[Paper]:
    """Yield each paper of ``inputs``.

    :param inputs: folders, archives, LaTeX files and PDFs, addresses of fsspec, and ``@FILE``, a list of all these, one a line.
    :param known: ids that are passed over, and not read.
    :param max_bytes: a larger paper comes without its bytes, with the status ``over-limit``.
    :raises UsageError: an input that does not exist or cannot be opened.
    """
    ids = _Ids()
    for text in listed(inputs):
        with _files_of(text) as (name, files):
            for entry, members in _by_paper(files.names()):
                id_ = ids.unique(f"{name}/{entry}" if entry else name)
                if id_ not in known:
                    yield _paper(Paper(id_, name, b""), files, entry, members, max_bytes)
            if files.damage and (id_ := ids.unique(name + "#rest")) not in known:
                yield Paper(id_, name, b"", UNREADABLE, f"the archive is damaged: {files.damage}")


class _Ids:
    def __init__(self) -> None:
        self._times: Counter[str] = Counter()

    def unique(self, id_: str) -> str:
        """Number the second of two equal ids; what is no text in a name is spelled out, for tables hold texts."""
        id_ = id_.encode("utf-8", "backslashreplace").decode("utf-8")
        self._times[id_] += 1
        return id_ if self._times[id_] == 1 else self.unique(f"{id_}#{self._times[id_]}")


def listed(inputs: Iterable[str]) -> Iterator[str]:
    """Yield each input, those of lists (``@FILE``) in their place.

    :raises UsageError: a list that cannot be read.
    """
    for text in inputs:
        if text.startswith("@"):
            try:
                lines = Path(text[1:]).read_text("utf-8").splitlines()
            except (OSError, UnicodeDecodeError) as error:
                raise UsageError(f"{text[1:]}: the list of inputs cannot be read: {error}") from None
            yield from (line.strip() for line in lines if line.strip() and not line.startswith("#"))
        else:
            yield text


def _by_paper(names: Iterable[str]) -> Iterator[tuple[str, list[str]]]:
    """Group the file names of a folder or an archive by the path of the paper that they belong to; '' is all of it."""
    parts = {name: _parts(name) for name in names}
    depth, whole = 0, False
    while parts and not whole:
        direct = {path[depth] for path in parts.values() if len(path) == depth + 1}
        whole = any(name.lower().endswith(TEX_SUFFIXES) for name in direct)
        if min(map(len, parts.values())) <= depth + 1 or len({path[depth] for path in parts.values()}) > 1:
            break
        depth += 1
    papers: dict[str, list[str]] = {}
    for name, path in parts.items():
        papers.setdefault("/".join(path[: depth + (not whole)]), []).append(name)
    yield from papers.items()


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part for part in name.split("/") if part not in ("", "."))


def _paper(empty: Paper, files: _Files, entry: str, members: list[str], max_bytes: int) -> Paper:
    """Read a paper: its only file, or an archive made of its files.

    :param empty: with its id, and the name of the input.
    """
    paper = empty._replace(name=members[0].rpartition("/")[2] or empty.name)
    try:
        if len(members) == 1:
            paper = paper._replace(data=files.read(members[0], max_bytes + 1))
        else:
            paper = paper._replace(name="folder.tar", data=_packed(files, entry, members, max_bytes))
    except DAMAGE as error:
        return paper._replace(status=UNREADABLE, detail=f"it cannot be read: {error}")
    if len(paper.data) > max_bytes:
        return paper._replace(data=b"", status=OVER_LIMIT, detail=f"it has more than {max_bytes} bytes")
    return paper


def _packed(files: _Files, entry: str, members: list[str], max_bytes: int) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for path in members:
            data = files.read(path, max_bytes) if path.lower().endswith(_READ) else b""
            member = tarfile.TarInfo("/".join(_parts(path)[len(_parts(entry)) :]))
            member.size = len(data)
            archive.addfile(member, io.BytesIO(data))
            if buffer.tell() > max_bytes:
                break
    return buffer.getvalue()


# --- where files lie ------------------------------------------------------------------------------------------------


@contextmanager
def _files_of(text: str) -> Iterator[tuple[str, _Files]]:
    """Open an input, and give its name and its files.

    :raises UsageError: it does not exist or cannot be opened.
    """
    name = text.rstrip("/").rpartition("/")[2] or "input"
    if os.path.isdir(text):
        yield name, _Folder(Path(text))
        return
    with _opened(text) as file:
        try:
            if not name.endswith(ARCHIVES):
                opened: _Files = _File(file)
            else:
                opened = _Zip(file) if name.endswith(".zip") else _Tar(file)
        except (*DAMAGE, MemoryError) as error:
            opened = _Nothing(str(error) or type(error).__name__)
        yield name, opened


@contextmanager
def _opened(text: str) -> Iterator[IO[bytes]]:
    try:
        if "://" in text:
            import fsspec  # type: ignore[import-untyped]

            file: IO[bytes] = fsspec.open(text, "rb").open()
        else:
            file = Path(text).open("rb")  # noqa: SIM115 - closed below
    except ImportError as error:
        raise UsageError(f"{text}: {error}; addresses need pip install 'argcheck-lint[audit]'") from None
    except (OSError, ValueError) as error:
        raise UsageError(f"{text}: cannot be opened: {error}") from None
    with file:
        yield file


class _Folder:
    damage = ""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def names(self) -> list[str]:
        names = []
        for place, folders, files in os.walk(self.folder):
            folders[:] = sorted(name for name in folders if name != ".git")
            names += [(Path(place) / file).relative_to(self.folder).as_posix() for file in sorted(files)]
        return names

    def read(self, name: str, limit: int) -> bytes:
        """Read a regular file; a link or a pipe has no bytes."""
        path = self.folder / name
        if path.is_symlink() or not path.is_file():
            return b""
        with path.open("rb") as file:
            return read_at_most(file, limit)


class _File:
    damage = ""

    def __init__(self, file: IO[bytes]) -> None:
        self.file = file

    def names(self) -> list[str]:
        return [""]

    def read(self, name: str, limit: int) -> bytes:  # noqa: ARG002 - there is one
        return read_at_most(self.file, limit)


class _Nothing:
    def __init__(self, damage: str) -> None:
        self.damage = damage

    def names(self) -> list[str]:
        return []

    def read(self, name: str, limit: int) -> bytes:
        raise NotImplementedError


class _Tar:
    def __init__(self, file: IO[bytes]) -> None:
        self.archive = tarfile.open(fileobj=file)  # noqa: SIM115 - the file is closed by its opener
        self.members: dict[str, tarfile.TarInfo] = {}
        self.damage = ""
        try:
            for member in self.archive:
                if member.isreg():
                    self.members.setdefault(member.name, member)
            if self._behind() != bytes(_BLOCK):
                self.damage = "it ends without its end mark"
        except (*DAMAGE, MemoryError) as error:  # a header can claim any size
            self.damage = str(error) or type(error).__name__

    def _behind(self) -> bytes:
        """What stands behind the last member; tarfile takes a header that is cut off for the end."""
        assert self.archive.fileobj
        self.archive.fileobj.seek(self.archive.offset)
        return self.archive.fileobj.read(_BLOCK)

    def names(self) -> list[str]:
        return list(self.members)

    def read(self, name: str, limit: int) -> bytes:
        file = self.archive.extractfile(self.members[name])
        return read_at_most(file, limit) if file else b""


class _Zip:
    damage = ""

    def __init__(self, file: IO[bytes]) -> None:
        self.archive = zipfile.ZipFile(file)

    def names(self) -> list[str]:
        return list(dict.fromkeys(info.filename for info in self.archive.infolist() if not info.is_dir()))

    def read(self, name: str, limit: int) -> bytes:
        with self.archive.open(name) as file:
            return read_at_most(file, limit)
