"""Open files of a project: regular ones of bounded size, in folders that may be read."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple


class Limits(NamedTuple):
    """How much is read: sizes in bytes; beyond a limit, the report says what was not read."""

    max_file_size: int = 50_000_000
    max_total_size: int = 200_000_000
    max_files: int = 5_000
    max_include_depth: int = 50
    max_nesting: int = 1_000


class InputError(Exception):
    """A file that cannot be used: ``reason`` as in `argcheck.tex.model.Missing`, and a detail for messages.

    :param at: the offset of what its author has to mend, if it is that.
    """

    def __init__(self, reason: str, detail: str, at: int | None = None) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.at = at


class OtherKindError(InputError):
    """A file that can be read but is of another kind than its name says: settings in XML, say, not an article."""


def regular_bytes(name: str, allowed: tuple[str, ...], most: int, limits: Limits) -> bytes:
    """Return the bytes of a regular file of at most ``most`` bytes whose real path begins with one of ``allowed``.

    :raises InputError: any other file, or one that is missing or cannot be read.
    """
    try:
        if not os.path.realpath(name).startswith(allowed):
            raise InputError("unsafe", "it lies outside the project")
        status = os.stat(name)  # noqa: PTH116
        if not stat.S_ISREG(status.st_mode):
            folder = stat.S_ISDIR(status.st_mode)
            raise InputError("unreadable", "it is a folder" if folder else "it is no regular file")
        if status.st_size > most:
            raise InputError("limit", _too_large(status.st_size, limits))
        with open(name, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise InputError("unreadable", "it is no regular file")
            return file.read(status.st_size + 1)  # a larger buffer would be allocated in full
    except FileNotFoundError:
        raise InputError("missing", "there is no such file") from None
    except (OSError, ValueError) as error:
        detail = (error.strerror or str(error)) if isinstance(error, OSError) else str(error)
        raise InputError("unreadable", detail.lower()) from None


def _too_large(size: int, limits: Limits) -> str:
    if size > limits.max_file_size:
        return f"{size:,} bytes, more than limits.max-file-size = {limits.max_file_size:,}"
    return f"more than {limits.max_total_size:,} bytes in all (limits.max-total-size)"


def _open_at_once(path: str, flags: int) -> int:
    """Open without blocking, in case the file was replaced by a pipe after it was checked."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
