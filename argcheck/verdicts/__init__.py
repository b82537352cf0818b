"""Verdicts on cited works and citing sentences: how they are made, stored in a committed file, and replayed."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join

PATH = ".argcheck/verdicts.jsonl"


def places(root: str, path: str = PATH) -> Iterator[str]:
    """Yield the possible paths of a document's verdict file, or another such file, the nearest first."""
    folder = dirname(root)
    while folder not in ("", "/", ".."):
        yield join(folder, path)
        folder = dirname(folder)
    yield path
