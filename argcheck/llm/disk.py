"""diskcache without pickles: a `Disk` that stores only bytes in the database.

diskcache unpickles rows whose mode says so (CVE-2025-69872), whatever class wrote them, and reads files that a row
names.  `BytesDisk` refuses such rows.
"""

from __future__ import annotations

import sqlite3
from contextlib import suppress

import diskcache

_NEVER = 1 << 62  # bytes: larger values would go to files


class RefusedError(ValueError):
    """A key or value of another type than this program writes."""


class BytesDisk(diskcache.Disk):  # type: ignore[misc]
    """Bytes in the database by text key; other types are refused when read and when written."""

    def __init__(self, directory: str, **_settings: object) -> None:
        # the settings in the database could ask for values in files
        super().__init__(directory, min_file_size=_NEVER)

    def put(self, key: object) -> tuple[object, bool]:
        """Return a text key unchanged for the database, and that it is not pickled.

        :raises RefusedError: the key is not a text.
        """
        if not isinstance(key, str):
            raise RefusedError(f"a key of type {type(key).__name__}")
        return key, True

    def get(self, key: object, raw: bool) -> str:
        """Return a text key of the database.

        :raises RefusedError: the key is pickled or not a text.
        """
        if not raw or not isinstance(key, str):
            raise RefusedError("a key that is no text")
        return key

    def store(
        self,
        value: object,
        read: bool,
        key: object = diskcache.UNKNOWN,  # noqa: ARG002 - of the library
    ) -> tuple[int, int, None, object]:
        """Return size, mode, file name and value of bytes for the database.

        :raises RefusedError: the value is not bytes.
        """
        if not isinstance(value, bytes) or read:
            raise RefusedError(f"a value of type {type(value).__name__}")
        return 0, diskcache.core.MODE_RAW, None, sqlite3.Binary(value)

    def fetch(self, mode: int, filename: object, value: object, read: bool) -> bytes:
        """Return the bytes of a value of the database.

        :raises RefusedError: the value is pickled, in a file, or not bytes.
        """
        if (
            mode != diskcache.core.MODE_RAW
            or filename is not None
            or read
            or not isinstance(value, bytes | memoryview)
        ):
            raise RefusedError("a value that is not bytes in the database")
        return bytes(value)


class BytesCache(diskcache.Cache):  # type: ignore[misc]
    """A durable cache of bytes without eviction; if opening fails, no file stays open."""

    def __init__(self, folder: str) -> None:
        try:
            super().__init__(folder, disk=BytesDisk, eviction_policy="none", sqlite_synchronous=2)
        except BaseException:
            with suppress(AttributeError):  # nothing was opened yet
                self.close()
            raise
