"""The cache of answers on disk, by key of the question, in `argcheck.llm.disk` and with a checksum or signature."""

from __future__ import annotations

import hmac
import json
import sqlite3
from collections.abc import Callable, Iterable, Mapping
from contextlib import closing, suppress
from hashlib import blake2b
from itertools import count
from pathlib import Path
from typing import Any

from argcheck.errors import UsageError
from argcheck.files.cache import default_folder

_SIZE = 16
_TAG = b"argcheck llm answer\0"


class AnswerCache:
    """Stores JSON objects by text key; an untrusted value is a miss, never an error.

    A value is on disk when `put` returns; if writing fails, it is kept in memory until the cache is closed.  Several
    processes may share a folder.  A damaged database is renamed, and a new one is started.

    :param say: receives messages about failed writes and a renamed database.
    :param secret: signs the answers of a folder that several people use; without it they have a checksum only, which
        anybody can compute.
    :raises UsageError: no database can be opened in the folder.
    """

    def __init__(
        self, folder: str | Path | None = None, say: Callable[[str], None] | None = None, secret: bytes = b""
    ) -> None:
        import diskcache

        self.folder = str(folder or Path(default_folder(), "llm"))
        #: keys whose answers have a wrong signature or checksum
        self.distrusted: set[str] = set()
        #: Answers given by hand, by key; each is stored once its question is asked.
        self.offered: dict[str, dict[str, Any]] = {}
        self._say = say
        self._secret = secret
        self._unkept: dict[str, dict[str, Any]] = {}
        self._errors = (sqlite3.Error, OSError, diskcache.Timeout)
        try:
            self._cache = self._opened()
        except self._errors as error:
            if not self._set_aside(error):
                raise UsageError(self._cannot_be_kept(error)) from None
            self._cache = self._opened()

    def _opened(self) -> Any:
        from argcheck.llm.disk import BytesCache

        return BytesCache(self.folder)

    @property
    def common_file(self) -> str:
        """The path of the file with the locks of processes that share the folder."""
        return str(Path(self.folder, "common.tmp"))

    def get(self, key: str) -> dict[str, Any] | None:
        """Return the value of a key; None if there is none that can be trusted."""
        if key in self.offered:
            self.put({key: self.offered.pop(key)})
        if key in self._unkept:
            return self._unkept[key]
        try:
            data = self._cache.get(key)
        except ValueError:  # refused by `BytesDisk`
            self.distrusted.add(key)
            return None
        except sqlite3.DatabaseError as error:
            self._recovered(error)
            return None
        if data is None:
            return None
        size = len(self._mark(key, b""))
        if not isinstance(data, bytes) or not hmac.compare_digest(data[:size], self._mark(key, data[size:])):
            self.distrusted.add(key)
            return None
        value = json.loads(data[size:])
        return value if isinstance(value, dict) else None

    def put(self, values: Mapping[str, dict[str, Any]]) -> None:
        """Store values by key in one transaction."""
        wrong = self._not_stored(values)
        if wrong is not None and self._recovered(wrong):
            wrong = self._not_stored(values)
        if wrong is not None:
            if self._say and not self._unkept:
                self._say(
                    f"{self._cannot_be_kept(wrong)}; this run uses them, a later one may have to pay for them again"
                )
            self._unkept.update(values)

    def forget(self, keys: Iterable[str]) -> None:
        """Delete the values of some keys, as far as the disk allows."""
        for key in keys:
            self._unkept.pop(key, None)
            with suppress(*self._errors):
                self._cache.delete(key)

    def _not_stored(self, values: Mapping[str, dict[str, Any]]) -> Exception | None:
        """Store values; return the error if the disk does not take them, else None."""
        try:
            self._store(values)
        except self._errors as error:
            exception: Exception = error
            return exception
        return None

    def _store(self, values: Mapping[str, dict[str, Any]]) -> None:
        with self._cache.transact():
            for key, value in values.items():
                text = json.dumps(value, ensure_ascii=False, sort_keys=True)
                body = text.encode("utf-8", "surrogatepass")
                self._cache.set(key, self._mark(key, body) + body)

    def _mark(self, key: str, body: bytes) -> bytes:
        """Return the prefix of a value: a signature with the secret, else a checksum."""
        marked = _TAG + key.encode() + b"\0" + body
        if self._secret:
            return hmac.digest(self._secret, marked, "sha256")
        return blake2b(marked, digest_size=_SIZE).digest()

    def _recovered(self, error: Exception) -> bool:
        """Open a new database in place of a damaged one; return whether the error was of damage and that succeeded."""
        if not _is_damage(error):
            return False
        self._cache.close()  # it reopens itself when used
        if not self._set_aside(error):
            return False
        self._cache = self._opened()
        return True

    def _set_aside(self, error: Exception) -> bool:
        """Rename a damaged database, unless another process already has.

        :returns: whether a new database can be opened.
        """
        file = Path(self.folder, "cache.db")
        if not _is_damage(error):
            return False
        if file.is_file() and _is_damaged(file):
            number = next(n for n in count(1) if not Path(f"{file}.damaged-{n}").exists())
            aside = Path(f"{file}.damaged-{number}")
            try:
                file.rename(aside)
                for more in ("-wal", "-shm"):
                    Path(f"{file}{more}").unlink(missing_ok=True)
            except OSError:
                return False
            if self._say:
                self._say(
                    f"{file} is damaged ({error}) and was renamed to {aside.name}: what it held is asked again"
                )
        return True

    def _cannot_be_kept(self, error: Exception) -> str:
        return f"{self.folder}: answers cannot be kept: {error or type(error).__name__}"

    def close(self) -> None:
        """Close the database."""
        self._cache.close()


def _is_damage(error: Exception) -> bool:
    """Whether an error is of the content of a file, and not of a lock, a full disk or missing permission."""
    return isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError)


def _is_damaged(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(file)) as database:
            fetchone: tuple[str] = database.execute("PRAGMA quick_check(1)").fetchone()
            return fetchone != ("ok",)
    except sqlite3.DatabaseError as error:
        return _is_damage(error)
