"""Verdicts on cited works and on citing sentences: the file that is committed, and its replay."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join

PATH = ".argcheck/verdicts.jsonl"


def places(root: str, path: str = PATH) -> Iterator[str]:
    """Yield where the verdicts of a document, or another such file, may be, the nearest place first; none need be there."""
    folder = dirname(root)
    while folder not in ("", "/", ".."):
        yield join(folder, path)
        folder = dirname(folder)
    yield path
