"""When documents were last changed, by the history of git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.cache import digest
from argcheck.files.manifest import TEX_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from argcheck.files.history import History
    from argcheck.tex.model import ManuscriptRecords

LEFT = 30 * 24 * 3600  #: seconds after which a document is left that another one is changed beside


def last_changes(
    read: Mapping[str, ManuscriptRecords], roots: Collection[str], history: History | None
) -> dict[str, float]:
    """Return the time of the last change of each document, by its own files; empty unless git knows all of them."""
    if history is None:
        return {}
    times = {root: _changed(read[root], _own(root, roots, read), history) for root in roots}
    return times if all(times.values()) else {}


def left_beside(
    whole: str,
    read: Mapping[str, ManuscriptRecords],
    roots: Sequence[str],
    history: History | None,
) -> list[str]:
    """Return the documents last changed at least a month before the last change of the text of the ``whole`` one."""
    own = {root: _own(root, (whole,), read) for root in roots}
    if history is None or not own:
        return []
    others = sorted({whole, *(path for path in read[whole].parts if path.endswith(TEX_SUFFIXES))})
    paths = sorted({path for files in own.values() for path in files})
    # An editor asks at every key press, and must not wait for git.
    sources = {
        path: file for root in roots for path, file in read[root].files.items() if path not in history.opened
    }
    texts = [f"{sources[path].on_disk if path in sources else ''} {path}" for path in paths]
    key = digest("\n".join([history.head, *others, *texts]).encode("utf-8", "surrogatepass"))
    left: frozenset[str] = read[whole].remember("left files", key, lambda: history.left(paths, others, LEFT))
    return [root for root, files in own.items() if left.issuperset(files)]


def named_files(manuscript: ManuscriptRecords) -> frozenset[str]:
    """Return what commands of a document may name files by, without folders, with and without what follows a dot."""
    texts = (file.text for path, file in manuscript.files.items() if path.endswith(TEX_SUFFIXES))
    arguments = (
        piece.partition("}")[0] for text in texts for piece in _without_comments(text).split("{")[1:]
    )
    names = {
        name.strip().rpartition("/")[2]
        for argument in arguments
        if "://" not in argument  # an address is none
        for name in argument.split(",")
    }
    return frozenset(names | {stem(name) for name in names})


def _without_comments(text: str) -> str:
    """Return a text without its comments."""
    return "\n".join(line.partition("%")[0] for line in text.splitlines())


def stem(path: str) -> str:
    """Return the name of a file without its folder and what follows its last dot; empty without a dot."""
    return path.rpartition("/")[2].rpartition(".")[0]


def _own(root: str, others: Collection[str], read: Mapping[str, ManuscriptRecords]) -> list[str]:
    """Return the LaTeX files of a document that none of the others reads."""
    shared = {path for other in others if other != root for path in read[other].files}
    own = [path for path in read[root].files if path.endswith(TEX_SUFFIXES) and path not in shared]
    return sorted(own) or [root]


def _changed(manuscript: ManuscriptRecords, paths: Sequence[str], history: History) -> float:
    # An editor asks at every key press, and must not wait for git.
    texts = ("" if path in history.opened else manuscript.files[path].on_disk for path in paths)
    files = "".join(f" {text} {path}\n" for text, path in zip(texts, paths, strict=True))
    key = digest(f"{history.head}{files}".encode("utf-8", "surrogatepass"))
    time: float = manuscript.remember("last change", key, lambda: history.changed(paths))
    return time
