"""The paths of a command line, and the folder of the project that they lie in."""

from __future__ import annotations

import os
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from argcheck.errors import UsageError
from argcheck.files.manifest import LATEX_SUFFIXES
from argcheck.files.repository import project_root

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence

    from argcheck.files.manifest import Manifest
    from argcheck.files.project import Project
    from argcheck.settings.config import Settings


class GivenPaths:
    """The files and folders that a command line names, and what they cover.

    :param paths: absolute paths of existing files or folders; empty if all that were named are excluded.
    """

    def __init__(self, paths: Sequence[Path], project: Project, settings: Settings) -> None:
        self.paths = paths
        self._project = project
        self._settings = settings
        self._names = dict.fromkeys(self.relative(path) for path in paths)
        #: the files among them, relative to the project
        self.files = dict.fromkeys(self.relative(path) for path in paths if self.is_file(path))
        #: the folders among them, relative to the project
        self.folders = [name for name in self._names if name not in self.files]

    @cached_property
    def roots(self) -> frozenset[str]:
        """The roots that the configuration names."""
        return frozenset(self.relative(Path(root)) for root in self._settings.roots)

    @property
    def named(self) -> frozenset[str]:
        """The files that the command line or the configuration names."""
        return self.roots | self.files.keys()

    def covers(self, path: str) -> bool:
        """Whether a path of the project is one of those given, or in one of the folders given."""
        above = (str(folder) for folder in PurePosixPath(path).parents)
        return path in self._names or "" in self._names or any(folder in self._names for folder in above)

    def is_file(self, path: Path) -> bool:
        """Whether there is a file, on the disk or only in an editor."""
        return path.is_file() or self._project.relative(path) in self._project.overlay

    def relative(self, path: Path) -> str:
        """Return a path relative to the project; for a file that knitr makes, that of its source."""
        return self._project.source_of(self._project.relative(path))


def existing(cwd: Path, path: str | Path, overlay: Container[Path]) -> Path:
    """Return a path as an absolute one.

    :raises UsageError: there is no such file or folder, on the disk or in ``overlay``.
    """
    absolute = Path(os.path.realpath(cwd / path))
    if absolute not in overlay and not os.path.exists(absolute):
        raise UsageError(f"{path}: there is no such file or folder")
    return absolute


def project_folder(paths: Iterable[Path], settings: Settings, looks: Manifest) -> Path:
    """Return the folder of the project that the paths lie in.

    :param looks: records what is looked at on the disk.
    :raises UsageError: they lie in several projects.
    """
    roots = {_project_of(path, settings, looks) for path in paths}
    if len(roots) > 1:
        common = Path(os.path.commonpath(list(roots)))
        beside = common in roots or all(root.parent == common for root in roots)
        if beside and not any((root / ".git").exists() or _configured(root, settings) for root in roots):
            return common  # none of them is a project by itself: the folder around them is
        names = ", ".join(sorted(str(root) for root in roots))
        raise UsageError(f"the paths lie in different projects ({names}); run argcheck once for each")
    return roots.pop()


def _project_of(path: Path, settings: Settings, looks: Manifest) -> Path:
    root = project_root(path, settings.config_file)
    settled = (root / ".git").exists() or _configured(root, settings)
    if settled or not (path.is_dir() or path.suffix in LATEX_SUFFIXES):
        return root
    from argcheck.reading.enclosing import enclosing

    return enclosing(path, looks)


def _configured(root: Path, settings: Settings) -> bool:
    return settings.config_file is not None and settings.config_file.parent == root
