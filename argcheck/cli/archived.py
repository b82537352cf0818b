"""``argcheck thesis.zip``: an archive is unpacked into a temporary folder and read like a folder of its name.

What a command writes into ``.argcheck`` of that folder, such as verdicts, is kept in ``.argcheck/thesis.zip`` beside
the archive, and is there again when the archive is read the next time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any

from argcheck.cli import common
from argcheck.cli.outcome import CommandOutcome
from argcheck.errors import UsageError
from argcheck.files.manifest import ARCHIVES, PACKED
from argcheck.files.writing import replace_file, writing

#: Options that change files or need more than the archive.
_REFUSED = ("fix", "diff", "add_ignore", "diff_base", "watch")
#: Most of an archive, unpacked: a thesis with its pictures has less, and more may be made to fill the disk.
_MOST_BYTES, _MOST_FILES = 300_000_000, 20_000
_NAMED = 3  # most of the members that are left out
_WAY_OUT = "unpack it, and name the folder"
_KEPT = ".argcheck"  # folder of what commands write

_Command = Callable[..., CommandOutcome]


def reading_archives(command: _Command) -> _Command:
    """Let a command of click read an archive, if it is the only path, as the folder in it."""

    @wraps(command)
    def read(paths: tuple[Path | str, ...], **options: Any) -> CommandOutcome:
        joins = options.get("join")  # reads archives by itself
        archive = None if joins else archive_of([Path(path) for path in paths], options)
        if archive is None:
            return command(paths=paths, **options)
        with unpacked(archive) as (folder, warning):
            done = command(paths=(folder,), **options)
            out, err = (_named(text, folder, archive) for text in (done.out, done.err))
        # no manifest, as the folder is gone
        return CommandOutcome(out, warning + str(err), done.code)

    return read


def _named(text: str | bytes, folder: Path, archive: Path) -> str | bytes:
    """Return an output with the path of an archive instead of that of the temporary folder."""
    if isinstance(text, bytes):
        return text.replace(os.fsencode(folder), os.fsencode(archive))
    return text.replace(common.shown(folder), common.shown(archive)).replace(str(folder), str(archive))


def archive_of(paths: Sequence[Path], options: Mapping[str, Any]) -> Path | None:
    """Return the archive on the command line, absolute; None without one.

    A compressed file beside other paths is no archive: TeX writes ``main.synctex.gz``, which ``*`` matches, too.

    :raises UsageError: there is an archive beside other paths, or with an option that would change it.
    """
    endings = PACKED if len(paths) == 1 else ARCHIVES
    archives = [path for path in paths if is_archive(path) and path.name.lower().endswith(endings)]
    if not archives:
        return None
    if len(paths) > 1:
        raise UsageError(
            f"{archives[0]} stands alone: other paths cannot be checked in the same run as an archive"
        )
    for option in _REFUSED:
        if options.get(option) not in (None, False):
            raise UsageError(f"{archives[0]}: --{option.replace('_', '-')} needs a folder, not an archive")
    return archives[0].absolute()


def is_archive(path: Path) -> bool:
    """Whether a path is an existing file with the name of an archive."""
    return path.name.lower().endswith(PACKED) and os.path.isfile(path)


@contextmanager
def unpacked(archive: Path) -> Iterator[tuple[Path, str]]:
    """Yield a temporary folder with the files of an archive, and a warning, if any.

    :raises UsageError: the archive is damaged, cannot be read, or is too large; also
        errors within the context, with the name of the archive instead of that of the temporary folder.
    """
    from tempfile import TemporaryDirectory

    from argcheck.audit.columns import OVER_LIMIT
    from argcheck.audit.containers import read_at_most
    from argcheck.audit.unpack import LEFT_OUT, NotUnpacked, unpack
    from argcheck.lint.reporters.lines import visible
    from argcheck.lint.reporters.summary import counted

    with TemporaryDirectory(prefix="argcheck-") as name:
        folder = Path(name).resolve() / archive.name
        folder.mkdir()
        try:
            with archive.open("rb") as file:
                data = read_at_most(file, _MOST_BYTES + 1)
            if len(data) > _MOST_BYTES:
                raise UsageError(f"{archive.name} has more than {_MOST_BYTES:,} bytes: {_WAY_OUT}")
            done = unpack(archive.name, data, folder, _MOST_BYTES, _MOST_FILES, any_kind=True)
        except NotUnpacked as error:
            way_out = f"; {_WAY_OUT}" if error.status == OVER_LIMIT else ""
            raise UsageError(f"{archive.name} is not unpacked: {error.detail}{way_out}") from None
        except OSError as error:
            raise UsageError(f"{archive.name} cannot be read: {error.strerror or error}") from None
        if not os.path.lexists(folder / ".git"):
            (folder / ".git").mkdir()  # makes it a project, so that the folders above are not searched
        left_out = f"{counted(len(done.left_out), 'member')} left out: {LEFT_OUT}"
        names = ", ".join(map(visible, done.left_out[:_NAMED])) + ", ..." * (len(done.left_out) > _NAMED)
        warning = f"argcheck: warning: {archive.name}: {left_out} ({names})\n"
        kept = archive.parent / _KEPT / archive.name
        with writing(folder / _KEPT):
            _write(_files(kept), folder / _KEPT)
        before = _files(folder / _KEPT)
        try:
            yield folder, warning if done.left_out else ""
        except UsageError as error:
            raise type(error)(str(error).replace(str(folder), str(archive))) from None
        finally:
            # only what was written: the rest stays that of the archive, which may be replaced by a newer one
            after = _files(folder / _KEPT).items()
            with writing(common.shown(kept)):
                _write({path: data for path, data in after if before.get(path) != data}, kept)


def _files(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder by path, but for those that are being written."""
    paths = (Path(place, name) for place, _, names in os.walk(folder) for name in names)
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths if path.is_file()}


def _write(files: Mapping[str, bytes], folder: Path) -> None:
    """Write files by path below a folder, which is made if there are any."""
    for path, data in files.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        replace_file(file, data)
