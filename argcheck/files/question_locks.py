"""Processes and threads that share a store ask each question once: whoever asks holds it, and the others wait for the answer."""

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

_LOOKS = 0.02  #: seconds between two looks
#: What is asked in this process, by file and place, and by whom: the locks of the system do not tell threads apart.
_HELD: dict[tuple[str, int], QuestionLocks] = {}
#: The files of locks that are open in this process, and by how many: closing any handle of a file would let go of all
#: that the process has locked in it.
_OPEN: dict[str, tuple[int, int]] = {}
_OPENING = threading.Lock()


class QuestionLocks:
    """The questions that this process is asking now.

    Each is one locked byte of one file, far behind its end, so that it takes no room; a process that ends, however it
    does, lets go.  Where the system or the disk has no such locks, every question is free.
    """

    def __init__(self, path: Callable[[], str], patience: float) -> None:
        """Open nothing yet.

        :param path: gives the file in which to lock, when the first question is held; an `OSError` leaves all of them
            free.
        :param patience: seconds to wait for whoever asks a question; then it is asked all the same.
        """
        self._path, self._patience = path, patience
        self._file = ""  #: in which it locks, once it has opened it
        self._handle: int | None = None

    def close(self) -> None:
        """Need the file no longer; whoever else in this process asks something goes on holding it."""
        if self._handle is not None:
            self._handle = None
            _release(self._file)

    @asynccontextmanager
    async def hold(self, question: str) -> AsyncIterator[None]:
        """Wait until nobody else asks a question, though not for long, and hold it."""
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
        if _HELD.setdefault(self._named(place), self) is not self:  # one step: no other thread comes between
            return False
        held = self._lock(self._handle, place)
        if not held:
            del _HELD[self._named(place)]
        return held

    def _lock(self, handle: int, place: int) -> bool:
        try:
            import fcntl

            fcntl.lockf(handle, fcntl.LOCK_EX | fcntl.LOCK_NB, 1, place)
        except (BlockingIOError, PermissionError):  # systems have two words for a lock that another one has
            return False
        except (ImportError, OSError):
            return True  # neither this system nor this disk has such locks
        return True

    def _unlock(self, place: int) -> None:
        if self._handle is not None:
            with suppress(ImportError, OSError):  # no such locks
                import fcntl

                fcntl.lockf(self._handle, fcntl.LOCK_UN, 1, place)


def _use(path: str) -> tuple[str, int]:
    """Open a file unless this process has it open, and give its real path and handle; each use ends in `_release`.

    :raises OSError: it cannot be opened.
    """
    file = Path(path)
    real = str(file.parent.resolve() / file.name)  # the file itself must be no link
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
