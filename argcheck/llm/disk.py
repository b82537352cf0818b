"""diskcache without its pickles: a `Disk` that stores bytes in the database, and nothing else.

diskcache unpickles rows whose mode says so (CVE-2025-69872), whatever class wrote them, and reads files that a row
names.  `BytesDisk` refuses both: such a row is no answer.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress

import diskcache

_NEVER = 1 << 62  # bytes: values never go to files


class RefusedError(ValueError):
    """A row that this program did not write."""


class BytesDisk(diskcache.Disk):  # type: ignore[misc]
    """Bytes in the database, under text keys; every other form is refused on the way out."""

    def __init__(self, directory: str, **_settings: object) -> None:
        # a database may ask for values in files: not this one
        super().__init__(directory, min_file_size=_NEVER)

    def put(self, key: object) -> tuple[object, bool]:
        """Keep a text key as it is."""
        if not isinstance(key, str):
            raise RefusedError(f"a key of type {type(key).__name__}")
        return key, True

    def get(self, key: object, raw: bool) -> str:
        """Give a text key back; a pickled one is refused."""
        if not raw or not isinstance(key, str):
            raise RefusedError("a key that is no text")
        return key

    def store(
        self,
        value: object,
        read: bool,
        key: object = diskcache.UNKNOWN,  # noqa: ARG002 - of the library
    ) -> tuple[int, int, None, object]:
        """Keep bytes in the database."""
        if not isinstance(value, bytes) or read:
            raise RefusedError(f"a value of type {type(value).__name__}")
        return 0, diskcache.core.MODE_RAW, None, sqlite3.Binary(value)

    def fetch(self, mode: int, filename: object, value: object, read: bool) -> bytes:
        """Give bytes back; pickles, files and all else are refused."""
        if (
            mode != diskcache.core.MODE_RAW
            or filename is not None
            or read
            or not isinstance(value, bytes | memoryview)
        ):
            raise RefusedError("a value that is not bytes in the database")
        return bytes(value)


class BytesCache(diskcache.Cache):  # type: ignore[misc]
    """A durable cache of bytes, which never throws anything out; where it cannot be opened, it holds no file open."""

    def __init__(self, folder: str) -> None:
        try:
            super().__init__(folder, disk=BytesDisk, eviction_policy="none", sqlite_synchronous=2)
        except BaseException:
            with suppress(AttributeError):  # it failed before there was anything to close
                self.close()
            raise
