"""Verdicts on cited works and citing sentences: how they are made, stored in a committed file, and replayed."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import dirname, join
from typing import TYPE_CHECKING

from argcheck.files.opening import InputError

if TYPE_CHECKING:
    from argcheck.files.project import Project

PATH = ".argcheck/verdicts.jsonl"


def places(root: str, path: str = PATH) -> Iterator[str]:
    """Yield the possible paths of a document's verdict file, or another such file, the nearest first."""
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
