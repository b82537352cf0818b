r"""Find the folder of a project without git and configuration: the one with a chapter and its main file.

A chapter of an exported archive names its main file (``% !TEX root``, subfiles), or the main file is one or two folders
above and reads the chapter.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from argcheck.files.cache import digest
from argcheck.files.manifest import TEX_SUFFIXES, Manifest, folder_hash
from argcheck.files.source import decode
from argcheck.reading.roots import CLASS, MAGIC, MAGIC_WITHIN

_UP = 3  # folders above a chapter that may hold it and the main file that it names
_ABOVE = 2  # folders above it that are searched for a main file that it does not name
_MOST_FILES = 200  # of a folder
_MOST_BYTES = 1_000_000  # of a file


def enclosing(path: Path, manifest: Manifest) -> Path:
    """Return the folder that holds a chapter, or a folder of chapters, and its main file; else its own folder.

    What was looked at is recorded in ``manifest``.
    """
    folder = path if os.path.isdir(path) else path.parent
    texts = {
        file: _text(file, manifest) for file in ([path] if path != folder else _tex_files(folder, manifest))
    }
    if not texts:
        return folder
    for file, text in texts.items():
        magic = MAGIC.search(text, 0, MAGIC_WITHIN)
        for named in (magic[1].strip("\"' ") if magic else "", _main_of_subfile(text)):
            common = _with_main(file, named) if named else None
            if common is not None and common != folder:
                return common
    if any(_has_class(text) and not _main_of_subfile(text) for text in texts.values()):
        return folder
    name = re.escape(path.stem if path != folder else path.name)
    reads = re.compile(rf"[{{/]\s*{name}(?:\.tex)?\s*\}}" if path != folder else rf"\{{\s*(?:\./)?{name}/")
    for above in _above(folder, _ABOVE):
        for file in _tex_files(above, manifest):
            text = _text(file, manifest)
            if _has_class(text) and reads.search(text):
                return above
    return folder


def _main_of_subfile(text: str) -> str:
    """Return the main file that a subfile names; empty for any other file."""
    declared = CLASS.search(text, 0, MAGIC_WITHIN)
    return (declared[1] or "").strip() if declared and declared[2].strip() == "subfiles" else ""


def _has_class(text: str) -> bool:
    return "\\documentclass" in text or "\\documentstyle" in text


def _with_main(file: Path, target: str) -> Path | None:
    """Return the folder that holds a file and the main file that it names; None if that is missing or far away."""
    wanted = Path(os.path.normpath(file.parent / target))
    if not (os.path.isfile(wanted) or os.path.isfile(f"{wanted}.tex")):
        return None
    return next(
        (folder for folder in (file.parent, *_above(file.parent, _UP)) if wanted.is_relative_to(folder)), None
    )


def _above(folder: Path, most: int) -> Iterator[Path]:
    """Yield up to ``most`` folders above one, nearest first, ending before the home folder and those that hold it."""
    home = Path(os.path.realpath(Path.home()))
    for above in list(folder.parents)[:most]:
        if above == above.parent or home.is_relative_to(above):
            return
        yield above


def _tex_files(folder: Path, manifest: Manifest) -> list[Path]:
    """Return the first `_MOST_FILES` LaTeX files of a folder by name; none if it cannot be listed."""
    try:
        manifest.listing(folder, folder_hash(folder))
        names = sorted(entry.name for entry in folder.iterdir() if entry.name.endswith(TEX_SUFFIXES))
    except OSError:
        return []
    return [folder / name for name in names[:_MOST_FILES]]


def _text(file: Path, manifest: Manifest) -> str:
    """Return the text of a regular file of moderate size; empty for links and for what cannot be read."""
    try:
        if file.is_symlink() or not os.path.isfile(file) or file.stat().st_size > _MOST_BYTES:
            return ""
        data = file.read_bytes()
        manifest.file(file, digest(data))
        return decode(data)[0]
    except (OSError, UnicodeDecodeError):
        return ""
