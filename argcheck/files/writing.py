"""Writing that survives a kill: atomic replacement of a file, and appending to a locked one."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO

from argcheck.errors import UsageError
from argcheck.files.patterns import lazy

NEW = ".new"  #: ends the names of unfinished files
_UNFINISHED = lazy(r".+\.[a-z0-9_]{8}\.new")


def is_ours(file: IO[bytes]) -> bool:
    """Lock a file until it is closed; False if another process has the lock. On Windows, always True without a lock."""
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
    """Write all of ``data``: a disk that is nearly full takes a part, and fails only at the next write.

    :raises OSError: the disk is full, or writing fails in another way.
    """
    left = memoryview(data)
    while left:
        left = left[file.write(left) :]


@contextmanager
def writing(name: object) -> Iterator[None]:
    """Turn an `OSError` in the context into a message that names the file being written.

    :raises UsageError: an `OSError` was raised.
    """
    try:
        yield
    except OSError as error:
        raise UsageError(f"{name}: cannot be written: {error.strerror or error}") from None


def replace_file(target: Path, data: bytes) -> None:
    """Replace a file, or a link itself, atomically and with the same permissions; readers see the old or the new one.

    :raises OSError: the file cannot be written.
    """
    mode = _mode(target)
    handle, fresh = _opened_beside(target, 0o666 if mode is None else 0o600)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            fresh.chmod(mode)
        fresh.replace(target)
    except BaseException:
        with suppress(OSError):
            fresh.unlink()
        raise


def _opened_beside(target: Path, mode: int) -> tuple[int, Path]:
    """Create a file with a unique name in the folder of ``target``; return its open handle, for bytes, and its path.

    Its permissions are ``mode`` without those of the user's umask, which the system applies: reading the umask would
    change it for all threads of the process.
    """
    flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    while True:
        fresh = Path(target.parent, f".{target.name}.{os.urandom(4).hex()}{NEW}")
        with suppress(FileExistsError):
            return os.open(fresh, flags, mode), fresh


def unfinished(folder: Path) -> Iterator[Path]:
    """Yield the files in a folder that are being written, or were when their process was killed."""
    return (file for file in folder.glob(f"*{NEW}") if _UNFINISHED.fullmatch(file.name))


def _mode(target: Path) -> int | None:
    """Return the permissions of a file; None if it does not exist."""
    try:
        return stat.S_IMODE(target.stat().st_mode)
    except FileNotFoundError:
        return None
