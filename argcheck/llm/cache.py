"""Answers on disk, by the identity of their question: diskcache behind `argcheck.llm.disk`, and a checksum."""

from __future__ import annotations

import json
import sqlite3
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING, Any

from argcheck.cache import default_folder
from argcheck.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_SIZE = 16
_TAG = b"argcheck llm answer\0"


class AnswerCache:
    """Remembers JSON objects by text key; what cannot be trusted is a miss, and never an error.

    A value is on disk when `put` returns; where the disk does not take it, the value is remembered until the cache is
    closed.  Several processes may share one folder.

    :param say: is told, once, that the disk takes no more.
    :raises UsageError: the folder can hold no answers.
    """

    def __init__(self, folder: str | Path | None = None, say: Callable[[str], None] | None = None) -> None:
        import diskcache

        from argcheck.llm.disk import BytesDisk

        self.folder = str(folder or Path(default_folder(), "llm"))
        self._say = say
        self._unkept: dict[str, dict[str, Any]] = {}
        self._errors = (sqlite3.Error, OSError, diskcache.Timeout)
        try:
            self._cache = diskcache.Cache(
                self.folder, disk=BytesDisk, eviction_policy="none", sqlite_synchronous=2
            )
        except self._errors as error:
            raise UsageError(self._said(error)) from None

    def get(self, key: str) -> dict[str, Any] | None:
        """Return what was put under ``key``, None if nothing or nothing that can be trusted."""
        if key in self._unkept:
            return self._unkept[key]
        try:
            data = self._cache.get(key)
        except (ValueError, sqlite3.DatabaseError):  # refused by `BytesDisk`, or a damaged file
            return None
        if not isinstance(data, bytes) or data[:_SIZE] != _checksum(key, data[_SIZE:]):
            return None
        value = json.loads(data[_SIZE:])
        return value if isinstance(value, dict) else None

    def put(self, values: Mapping[str, dict[str, Any]]) -> None:
        """Remember values by key, durably; all of them or none, if the process is killed."""
        try:
            with self._cache.transact():
                for key, value in values.items():
                    body = json.dumps(value, ensure_ascii=False, sort_keys=True).encode(
                        "utf-8", "surrogatepass"
                    )
                    self._cache.set(key, _checksum(key, body) + body)
        except self._errors as error:
            if self._say and not self._unkept:
                self._say(
                    f"{self._said(error)}; this run uses them, a later one may have to pay for them again"
                )
            self._unkept.update(values)

    def _said(self, error: Exception) -> str:
        return f"{self.folder}: answers cannot be kept: {error or type(error).__name__}"

    def close(self) -> None:
        """Let go of the files."""
        self._cache.close()


def _checksum(key: str, body: bytes) -> bytes:
    return blake2b(_TAG + key.encode() + b"\0" + body, digest_size=_SIZE).digest()
