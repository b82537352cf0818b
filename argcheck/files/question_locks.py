"""Locks with which processes and threads that share a store ask each question once: others wait for the answer."""

from __future__ import annotations

import asyncio
import os
import threading
import time
from contextlib import asynccontextmanager, suppress
from hashlib import blake2b
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

_LOOKS = 0.02  #: seconds between two tries
#: Locks held in this process, by file and place: the locks of the system do not distinguish threads.
_HELD: dict[tuple[str, int], QuestionLocks] = {}
#: Handle and number of users of the lock files that are open in this process: closing any handle of a file would
#: release all locks of the process in it.
_OPEN: dict[str, tuple[int, int]] = {}
_OPENING = threading.Lock()


class QuestionLocks:
    """The questions that this process is asking now.

    Each is one locked byte of one file, far beyond its end, so that it takes no space; a process that ends in any way
    releases it.  If the system or the disk has no such locks, every question is free.
    """

    def __init__(self, path: Callable[[], str], patience: float) -> None:
        """Open nothing yet.

        :param path: returns the file to lock in, called when the first question is held; after an `OSError` all are
            free.
        :param patience: seconds to wait while somebody else asks a question; then it is asked all the same.
        """
        self._path, self._patience = path, patience
        self._file = ""  #: the lock file, once it is open
        self._handle: int | None = None

    def close(self) -> None:
        """Release the file; other users in this process keep it open."""
        if self._handle is not None:
            self._handle = None
            _release(self._file)

    @asynccontextmanager
    async def hold(self, question: str) -> AsyncIterator[None]:
        """Wait until nobody else asks a question, at most for the patience, and hold it."""
        place = int.from_bytes(blake2b(question.encode("utf-8", "surrogatepass"), digest_size=7).digest())
        until = time.monotonic() + self._patience
        while not (held := self._hold(place)) and time.monotonic() < until:  # noqa: ASYNC110 - another process holds it
            await asyncio.sleep(_LOOKS)
        try:
            yield
        finally:
            if held:
                self._unlock(place)
                _HELD.pop(self._named(place), None)

    def _named(self, place: int) -> tuple[str, int]:
        return self._file, place

    def _hold(self, place: int) -> bool:
        try:
            if self._handle is None:
                self._file, self._handle = _use(self._path())
        except OSError:
            return True  # the file cannot be opened: nobody can hold anything
        if _HELD.setdefault(self._named(place), self) is not self:  # atomic among threads
            return False
        held = self._lock(self._handle, place)
        if not held:
            del _HELD[self._named(place)]
        return held

    def _lock(self, handle: int, place: int) -> bool:
        try:
            import fcntl

            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except (BlockingIOError, PermissionError):  # systems report a lock of another process in two ways
            return False
        except (ImportError, OSError):
            return True  # this system or disk has no such locks
        return True

    def _unlock(self, place: int) -> None:
        if self._handle is not None:
            with suppress(ImportError, OSError):  # no such locks
                import fcntl

                fcntl.lockf(self._handle, fcntl.LOCK_UN, 1, place)


def _use(path: str) -> tuple[str, int]:
    """Return the real path and a handle of a file, open once per process; each use ends with `_release`.

    :raises OSError: it cannot be opened.
    """
    file = Path(path)
    real = str(file.parent.resolve() / file.name)  # the file itself must not be a link
    with _OPENING:
        if real in _OPEN:
            handle, users = _OPEN[real]
        else:
            handle = os.open(
                real,
                os.O_RDWR | os.O_CREAT | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_CLOEXEC", 0),
                0o600,
            )
            users = 0
        _OPEN[real] = handle, users + 1
    return real, handle


def _release(file: str) -> None:
    with _OPENING:
        handle, users = _OPEN.pop(file)
        if users > 1:
            _OPEN[file] = handle, users - 1
        else:
            os.close(handle)
