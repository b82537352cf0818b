"""Writing that a kill cannot tear: a new file beside the one that it replaces, and lines that are added to a file."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from argcheck.errors import UsageError


def open_beside(target: Path, prefix: str, suffix: str = "", *, mode: int = 0o666) -> tuple[int, Path]:
    """Make a new file in the folder of ``target``, with a name that nobody has, and open it.

    Its permissions are ``mode`` without those that the user's mask forbids.  The system takes them away: to read the
    mask it must be changed, for all threads of the process.

    :returns: the open handle, for bytes, and the file.
    :raises OSError: it cannot be made.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        fresh = Path(target.parent, f"{prefix}{os.urandom(4).hex()}{suffix}")
        with suppress(FileExistsError):
            return os.open(fresh, flags, mode), fresh


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


@contextmanager
def writing(name: object) -> Iterator[None]:
    """Name the file that is written in the context, if that fails.

    :raises UsageError: an `OSError` came up.
    """
    try:
        yield
    except OSError as error:
        raise UsageError(f"{name}: cannot be written: {error.strerror or error}") from None


def write_atomically(target: Path, data: bytes) -> None:
    """Replace a file in one step, with the permissions it had; a reader sees the old or the new one.

    :raises UsageError: the file cannot be written.
    """
    with writing(target):
        mode = _mode(target)
        handle, fresh = open_beside(target, f".{target.name}.", mode=0o666 if mode is None else 0o600)
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            if mode is not None:
                fresh.chmod(mode)
            fresh.replace(target)
        except BaseException:
            with suppress(OSError):
                fresh.unlink()
            raise


def _mode(target: Path) -> int | None:
    """Give the permissions of a file; None for one that is not there."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return None
