"""The papers of an audit, from folders, archives and lists of these.

Each entry of a folder or an archive is a paper: a folder, an archive, a LaTeX file or a PDF.  If the only entry is a
folder, its entries are papers.  A LaTeX file, or another manuscript that is more than a note, makes all entries beside
it one paper.
"""

from __future__ import annotations

import io
import tarfile
from collections import Counter, deque
from collections.abc import Container as Ids
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from argcheck.audit.columns import OVER_LIMIT, UNREADABLE
from argcheck.audit.containers import DAMAGE, Container, container_of, damage_of, expanded
from argcheck.errors import UsageError
from argcheck.files.manifest import PACKED, TEX_SUFFIXES

#: Word and XML: often letters or data, so such a file is a manuscript only if it is the only one.
ALONE = (".docx", ".docm", ".xml", ".nxml", ".jats")
_BINDING = (*TEX_SUFFIXES, ".qmd", ".rmd", ".typ")
_MARKDOWN = (".md", ".markdown")
#: Files that make a Markdown file beside them a manuscript: a bibliography or a list of chapters.
_OF_MARKDOWN = (".bib", "_quarto.yml", "_bookdown.yml")
#: Endings of the names of manuscripts, in all formats.
MANUSCRIPTS = (*_BINDING, *_MARKDOWN, *ALONE)
_KEPT = ".argcheck"  #: folder of what argcheck keeps of archives beside it
#: Files of folders that are packed with their content; of others, such as pictures, only the name matters.
_READ = (
    *MANUSCRIPTS, ".yml", ".yaml", ".toml", ".bib", ".bbl", ".sty", ".cls", ".clo", ".def", ".cfg", ".tikz", ".csv", ".tsv",
    ".json", ".jsonl",
)  # fmt: skip


class AuditOptions(NamedTuple):
    """The options of an audit; part of its manifest."""

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    graph: bool = True  #: whether nodes and edges are written
    max_bytes: int = 100_000_000  #: limit of all unpacked files of a paper
    max_files: int = 5_000
    seconds: int = 60  #: limit of CPU time for a paper
    memory: int = 2_000  #: limit of address space of a child process, in MB; 0 for no limit


class Paper(NamedTuple):
    """A paper that was not checked yet."""

    id: str  #: unique within an audit, and independent of the folder of the inputs
    name: str  #: of the file that `data` is: an archive of the paper, or its only file
    data: bytes
    status: str = ""  #: one of `argcheck.audit.columns.STATUSES` if it cannot be checked, else empty
    detail: str = ""  #: why it cannot be checked


def papers_of(inputs: Iterable[str], known: Ids[str] = (), max_bytes: int = 100_000_000) -> Iterator[Paper]:
    """Yield each paper of ``inputs``.

    An input that cannot be opened is tried again after all others, in case of a network error, and is then a paper with
    that status.

    :param inputs: folders, archives, LaTeX files and PDFs, addresses of fsspec, and ``@FILE``, a list of these with one
        a line.
    :param known: ids of papers to skip without reading.
    :param max_bytes: a larger paper has no bytes and the status ``over-limit``.
    :raises UsageError: a list cannot be read.
    """
    ids = _Ids()
    closed: list[str] = []
    for text in listed(inputs):
        with container_of(text) as (name, files):
            if files.unopened:
                closed.append(text)
                continue
            yield from _papers_in(name, files, ids, known, max_bytes)
    for text in closed:
        with container_of(text) as (name, files):
            yield from _papers_in(name, files, ids, known, max_bytes)


def _papers_in(name: str, files: Container, ids: _Ids, known: Ids[str], max_bytes: int) -> Iterator[Paper]:
    for entry, members in _by_paper(files.names):
        id_ = ids.unique(f"{name}/{entry}" if entry else name)
        if id_ not in known:
            yield _paper(Paper(id_, name, b""), files, entry, members, max_bytes)
    if files.damage:
        rest = Paper(ids.unique(name + "#rest"), name, b"", UNREADABLE, files.damage)
    elif not files.names:
        why = f"it cannot be opened: {files.unopened}" if files.unopened else "it is empty"
        rest = Paper(ids.unique(name), name, b"", UNREADABLE, why)
    else:
        return
    if rest.id not in known:
        yield rest


class _Ids:
    def __init__(self) -> None:
        self._times: Counter[str] = Counter()

    def unique(self, id_: str) -> str:
        """Return an id as valid UTF-8, with a number if it was used before."""
        id_ = id_.encode("utf-8", "backslashreplace").decode("utf-8")
        self._times[id_] += 1
        return id_ if self._times[id_] == 1 else self.unique(f"{id_}#{self._times[id_]}")


def listed(inputs: Iterable[str]) -> Iterator[str]:
    """Yield each input, with lists (``@FILE``) replaced by their lines, and addresses with a ``*`` by what they stand for.

    :raises UsageError: a list cannot be read.
    """
    for text in inputs:
        if text.startswith("@"):
            try:
                lines = Path(text[1:]).read_text("utf-8").splitlines()
            except (OSError, UnicodeDecodeError) as error:
                raise UsageError(f"{text[1:]}: the list of inputs cannot be read: {error}") from None
            for line in lines:
                if line.strip() and not line.startswith("#"):
                    yield from expanded(line.strip())
        else:
            yield from expanded(text)


def _by_paper(names: list[str]) -> Iterator[tuple[str, list[int]]]:
    """Yield the path of each paper in a folder or an archive, with the numbers of its files.

    The path is empty if all files are one paper.
    """
    looked_into = deque([(0, {number: _parts(name) for number, name in enumerate(names)})])
    while looked_into:
        depth, paths = looked_into.popleft()
        direct = [names[number] for number, path in paths.items() if len(path) <= depth + 1]
        if _is_one_paper([name.lower() for name in direct]):
            yield "/".join(next(iter(paths.values()))[:depth]), [*paths]
            continue
        folders: dict[str, list[int]] = {}
        for number, path in paths.items():
            entry = "/".join(path[: depth + 1])
            if path[depth : depth + 1] == (_KEPT,):
                continue
            if len(path) <= depth + 1:
                yield entry, [number]
            else:
                folders.setdefault(entry, []).append(number)
        alone = len(folders) == 1 and not direct
        for entry, members in folders.items():
            if alone or _is_shelf([names[number] for number in members]):
                looked_into.append((depth + 1, {number: paths[number] for number in members}))
            else:
                yield entry, members


def _is_one_paper(direct: list[str]) -> bool:
    """Whether files in one folder make it and its subfolders one paper; Markdown alone may be a note to readers."""
    return any(name.endswith(_BINDING) for name in direct) or (
        any(name.endswith(_MARKDOWN) for name in direct)
        and any(name.endswith(_OF_MARKDOWN) for name in direct)
    )


def _is_shelf(names: list[str]) -> bool:
    """Whether a folder has many papers: no manuscript, but archives, PDFs, or several Word or XML files."""
    names = [name.lower() for name in names]
    if sum(name.endswith(ALONE) for name in names) == 1 or any(
        name.endswith(MANUSCRIPTS) and not name.endswith(ALONE) for name in names
    ):
        return False
    packed = sum(name.endswith((*PACKED, ".pdf", ".ps", *ALONE)) for name in names)
    return packed == len(names) or (packed > 1 and 2 * packed >= len(names))


def _parts(name: str) -> tuple[str, ...]:
    return tuple(part for part in name.split("/") if part not in ("", "."))


def _paper(empty: Paper, files: Container, entry: str, members: list[int], max_bytes: int) -> Paper:
    """Return a paper with its bytes: its only file, or an archive of its files.

    :param empty: the paper with its id and the name of the input.
    :param entry: the path of its folder.
    """
    paper = empty._replace(name=files.names[members[0]].rpartition("/")[2] or empty.name)
    try:
        if len(members) > 1:
            paper = paper._replace(name="folder.tar", data=_packed(files, entry, members, max_bytes))
        elif (data := files.read(members[0], max_bytes + 1)) is not None:
            paper = paper._replace(data=data)
        else:
            return paper._replace(status=UNREADABLE, detail="it is a link or no file, and is not followed")
    except DAMAGE as error:
        return paper._replace(status=UNREADABLE, detail=f"it cannot be read: {damage_of(error)}")
    if len(paper.data) > max_bytes:
        return paper._replace(data=b"", status=OVER_LIMIT, detail=f"it has more than {max_bytes:,} bytes")
    return paper


def _packed(files: Container, entry: str, members: list[int], max_bytes: int) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for number in members:
            path = files.names[number]
            is_read = path.lower().endswith(_READ)
            data = files.read(number, max_bytes) if is_read else None
            if is_read and data is None:
                continue  # a link must be missing, not empty
            member = tarfile.TarInfo("/".join(_parts(path)[len(_parts(entry)) :]))
            member.size = len(data or b"")
            archive.addfile(member, io.BytesIO(data or b""))
            if buffer.tell() > max_bytes:
                break
    return buffer.getvalue()
