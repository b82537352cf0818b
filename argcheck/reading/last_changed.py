"""Which of several documents was changed last, by the history of git."""

from __future__ import annotations

from typing import TYPE_CHECKING

from argcheck.files.cache import digest
from argcheck.files.manifest import TEX_SUFFIXES

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from argcheck.files.history import History
    from argcheck.tex.model import ManuscriptRecords


def last_changes(
    read: Mapping[str, ManuscriptRecords], roots: Collection[str], history: History | None
) -> dict[str, float]:
    """Return when each of some documents was changed, in seconds, by the files that it has for itself; nothing where git does not know."""
    if history is None:
        return {}
    times = {}
    for root in roots:
        others = {path for other in roots if other != root for path in read[other].files}
        own = [path for path in read[root].files if path.endswith(TEX_SUFFIXES) and path not in others]
        times[root] = _changed(read[root], sorted(own) or [root], history)
    return times if all(times.values()) else {}


def _changed(manuscript: ManuscriptRecords, paths: Sequence[str], history: History) -> float:
    # Nobody waits for git at each key that is pressed.
    texts = ("" if path in history.opened else manuscript.files[path].on_disk for path in paths)
    files = "".join(f" {text} {path}\n" for text, path in zip(texts, paths, strict=True))
    key = digest(f"{history.head}{files}".encode("utf-8", "surrogatepass"))
    time: float = manuscript.remember("last change", key, lambda: history.changed(paths))
    return time
