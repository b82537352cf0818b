"""``argcheck - --stdin-filename FILE``: standard input replaces the content of a file, saved or not, in its project."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from stat import S_ISDIR
from typing import Any

from argcheck.errors import UsageError
from argcheck.files.source import decode

DASH = Path("-")
_WRITING = {"fix": "--fix", "diff": "--diff", "add_ignore": "--add-ignore"}


def stands_for(paths: Sequence[Path], options: Mapping[str, Any]) -> Path | None:
    """Return the absolute path of the file that standard input replaces; None without ``-``.

    :raises UsageError: ``-`` has no or an impossible file name, or is beside other paths or options that write.
    """
    name = options.get("stdin_filename")
    if DASH not in paths:
        if name:
            raise UsageError("--stdin-filename needs the path '-'")
        return None
    if not name:
        raise UsageError("'-' needs --stdin-filename FILE: the file of a project that the text stands for")
    if len(paths) > 1:
        raise UsageError("'-' stands alone: other paths cannot be checked in the same run")
    for option, word in _WRITING.items():
        if options.get(option) not in (None, False):
            raise UsageError(f"{word} cannot write to '-'; --format json lists the edits of each fix")
    file = Path(name).resolve()
    if not _can_be(file):
        raise UsageError(f"--stdin-filename: {name}: no file can be there")
    return file


def _can_be(file: Path) -> bool:
    """Whether a file is or can be at a path: no folder, and none that nobody may look into."""
    try:
        return not S_ISDIR(file.stat().st_mode)
    except FileNotFoundError:
        return file.parent.is_dir()
    except OSError:
        return False


def read_text(limit: int) -> str:
    """Read and decode standard input.

    :param limit: most bytes, by ``limits.max-file-size``.
    :raises UsageError: it cannot be read or decoded, or has more than ``limit`` bytes.
    """
    if sys.stdin is None:
        raise UsageError("standard input is closed")
    try:
        data = sys.stdin.buffer.read(limit + 1)
    except OSError as error:
        raise UsageError(f"standard input cannot be read: {error.strerror}") from None
    if len(data) > limit:
        raise UsageError(f"standard input holds more than limits.max-file-size = {limit:,} bytes")
    try:
        return decode(data)[0]
    except UnicodeDecodeError as error:
        raise UsageError(f"standard input: byte {error.start + 1} cannot be decoded") from None
