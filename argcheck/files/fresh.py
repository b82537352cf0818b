"""A file that is to take the place of another one, made beside it."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path


def open_beside(target: Path, prefix: str, suffix: str = "", *, mode: int = 0o666) -> tuple[int, Path]:
    """Make a new file in the folder of ``target``, with a name that nobody has, and open it.

    Its permissions are ``mode`` without those that the user's mask forbids.  The system takes them away: to read the mask
    it must be changed, for all threads of the process.

    :returns: the open handle, for bytes, and the file.
    :raises OSError: it cannot be made.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        fresh = Path(target.parent, f"{prefix}{os.urandom(4).hex()}{suffix}")
        with suppress(FileExistsError):
            return os.open(fresh, flags, mode), fresh
