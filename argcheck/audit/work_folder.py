"""The folder that papers are unpacked in: the next audit on a machine removes what a killed process left behind."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

_PREFIX = ".argcheck-unpacked-"  # no name that somebody gives a folder of results
_OLD = 3600  #: seconds without a new paper; a lock says more, but not of a folder that was made just now


class WorkFolder:
    """A folder of this process, which holds a lock on it as long as it lives."""

    def __init__(self) -> None:
        _take_away_what_was_left()
        self._folder = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
        self.name = self._folder.name
        self._lock = _locked(self.name)

    def close(self) -> None:
        """Remove it."""
        self._folder.cleanup()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _take_away_what_was_left() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _OLD and (lock := _locked(str(folder))) is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(lock)


def _locked(folder: str) -> int | None:
    """Lock a folder of this user; None where another process has, or where folders cannot be locked."""
    try:
        import fcntl
    except ImportError:
        return None
    try:
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    except OSError:
        return None
    try:
        if os.fstat(opened).st_uid == os.getuid():
            fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return opened
    except OSError:
        pass
    os.close(opened)
    return None
