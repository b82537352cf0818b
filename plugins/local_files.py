"""Local full texts: the files in the ``file`` field of JabRef and Zotero, and ``sources/KEY.*``."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from argcheck.bib.bibliography import file_name
from argcheck.sources.model import Record, Reply

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from argcheck.sources.http import Http
    from argcheck.sources.model import Query

SUFFIXES = (".pdf", ".xml", ".nxml", ".jats", ".html", ".htm", ".tex", ".md", ".txt")
FOLDER = "sources"


class LocalFiles:
    """Looks in the project, and in the folders that the user opened with ``--extra-root``."""

    name = "files"
    services = ()
    answers = frozenset({"file"})
    authority = False

    def __init__(self, folders: tuple[Path, ...]) -> None:
        """Look in ``folders``, which also limit where links may lead."""
        self.folders = folders

    async def ask(self, query: Query, http: Http, *, by: str) -> Reply:  # noqa: ARG002 - nothing is sent
        """Return the files of one entry."""
        result = tuple(dict.fromkeys(str(path) for path in self._files(query)))
        return Reply.of(self.name, Record(self.name, texts=result) if result else None)

    def _files(self, query: Query) -> Iterator[Path]:
        keys = dict.fromkeys((query.key, file_name(query.key)))
        names = [*query.files, *(f"{FOLDER}/{key}{suffix}" for key in keys for suffix in SUFFIXES)]
        for folder in self.folders:
            for name in names:
                try:
                    if not os.path.isfile(os.path.join(folder, name)):  # noqa: PTH113, PTH118 - most are missing, and a `Path` is slow
                        continue
                    path = (folder / name).resolve()
                    inside = any(path.is_relative_to(folder) for folder in self.folders)
                    if inside and path.suffix.lower() in SUFFIXES:
                        yield path
                except (OSError, ValueError):  # an impossible file name: too long, or with a null byte
                    continue
