"""Files that are only added to: one process at a time has one, and a line is whole or was cut off by a kill."""

from __future__ import annotations

from typing import IO


def is_ours(file: IO[bytes]) -> bool:
    """Lock a file until it is closed, if nobody else has it. On Windows two processes with one file are the user's to avoid."""
    try:
        import fcntl
    except ImportError:
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def append(file: IO[bytes], data: bytes) -> None:
    """Write all of ``data``: a disk that is nearly full takes a part, and says so only when it is given the rest.

    :raises OSError: the disk takes no more.
    """
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]
