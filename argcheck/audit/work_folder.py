"""Temporary folders of unpacked papers; later processes remove those of killed ones."""

from __future__ import annotations

import os
import shutil
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Self

_PREFIX = ".argcheck-unpacked-"  # unlikely for a folder of a user
_OLD = 3600  #: seconds without a new paper, before a folder may be removed: a new one may not be locked yet


class WorkFolder:
    """A folder that this process locks as long as it runs."""

    def __init__(self) -> None:
        _remove_abandoned()
        self._folder = tempfile.TemporaryDirectory(prefix=_PREFIX, ignore_cleanup_errors=True)
        self.name = self._folder.name
        self._lock = _locked(self.name)

    def close(self) -> None:
        """Remove the folder."""
        self._folder.cleanup()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _remove_abandoned() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        with suppress(OSError):
            if time.time() - folder.stat().st_mtime > _OLD and (lock := _locked(str(folder))) is not None:
                shutil.rmtree(folder, ignore_errors=True)
                os.close(lock)


def _locked(folder: str) -> int | None:
    """Lock a folder of this user, and return its descriptor; None if another process has it, or locks are missing."""
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
